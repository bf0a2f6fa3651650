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

  it('an address with a slash is refused, and found again where that is encoded; others keep their keys', () => {
    const users = (email: string): string => `const add = async (email) => {
  await client.createEntity({ partitionKey: 'a', rowKey: ${email} });
  const { rowKey } = await client.getEntity('a', ${email});
  return rowKey;
};
if ((await add('ada@contoso.com')) !== 'ada@contoso.com') throw new Error('another key');
await add('ada/sales?#@contoso.com');`;
    return checkClaim(
      'forbidden-key-character',
      users('email'),
      /PropertyValueInvalid|OutOfRangeInput|InvalidInput/,
      users('email.replace(/[/\\\\#?]/g, encodeURIComponent)'),
    );
  });
});
