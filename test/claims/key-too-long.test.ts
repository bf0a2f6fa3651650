import { checkClaim } from '../support/claims.ts';

describe('the claims of key-too-long', () => {
  it('a key of over 1,024 characters is refused, one of 512 is not', () => {
    const write = (length: number): string =>
      `await client.createEntity({ partitionKey: 'a', rowKey: '${'x'.repeat(length)}' });`;
    return checkClaim('key-too-long', write(1025), /InvalidInput|TooLarge/, write(512));
  });
});
