import { checkClaim } from '../support/claims.ts';

describe('the claims of forbidden-key-character', () => {
  for (const [name, bad] of [
    ['a slash', '/'],
    ['a backslash', String.raw`\\`],
    ['a number sign', '#'],
    ['a question mark', '?'],
    ['a tab', String.raw`\t`],
  ] as const) {
    it(`${name} in a key is refused`, () => {
      const write = (between: string): string =>
        `await client.createEntity({ partitionKey: 'a', rowKey: 'b${between}c' });`;
      return checkClaim(
        'forbidden-key-character',
        write(bad),
        /PropertyValueInvalid|OutOfRangeInput|InvalidInput/,
        write('_'),
      );
    });
  }
});
