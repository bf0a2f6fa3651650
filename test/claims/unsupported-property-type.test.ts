import { checkClaim } from '../support/claims.ts';

describe('the claims of unsupported-property-type', () => {
  const write = (value: string): string =>
    `await client.createEntity({ partitionKey: 'p', rowKey: 'r', value: ${value} });`;
  const good = write(`JSON.stringify(['a', { b: 1 }])`);

  for (const value of [`['a']`, `{ b: 1 }`, `() => 1`, `new Map()`, `new URL('https://example.org')`]) {
    it(`${value} throws`, () =>
      checkClaim('unsupported-property-type', write(value), /Unknown EDM type/, good));
  }

  it('a type by the name that the service has for it throws', () =>
    checkClaim(
      'unsupported-property-type',
      write(`{ type: 'Edm.Int64', value: '5' }`),
      /Unknown EDM type/,
      write(`{ type: 'Int64', value: '5' }`),
    ));

  it('a number as the value of an Int64 is rejected, a bigint throws', async () => {
    const int64 = (value: string): string => write(`{ type: 'Int64', value: ${value} }`);
    await checkClaim('unsupported-property-type', int64('5'), /InvalidInput/, int64(`'5'`));
    await checkClaim('unsupported-property-type', int64('5n'), /serialize a BigInt/, write('5n'));
  });

  it('actions of a transaction throw as well', () => {
    const submit = (value: string): string =>
      `await client.submitTransaction([['create', { partitionKey: 'p', rowKey: 'r', value: ${value} }]]);`;
    return checkClaim('unsupported-property-type', submit(`['a']`), /Unknown EDM type/, submit(`'["a"]'`));
  });
});
