import { checkDocumentedClaim } from '../support/claims.ts';

describe('the claims of filter-type-mismatch', () => {
  const read = (filter: string): string => `
await client.createEntity({ partitionKey: '5', rowKey: 'b' });
const found = [];
for await (const entity of client.listEntities({ queryOptions: { filter: ${filter} } })) found.push(entity);
if (found.length === 0) throw new Error('nothing found');`;
  const failed = /InvalidInput|nothing found/;
  const cases = [
    ['a number for a key', '"PartitionKey eq 5"', `"PartitionKey eq '5'"`],
    ['a number in a hole for a key', 'odata`PartitionKey eq ${5}`', "odata`PartitionKey eq ${'5'}`"],
    [
      'a time as text',
      `"PartitionKey eq '5' and Timestamp ge '2020-01-01T00:00:00Z'"`,
      `"PartitionKey eq '5' and Timestamp ge datetime'2020-01-01T00:00:00Z'"`,
    ],
  ] as const;
  for (const [what, bad, good] of cases) {
    it(`${what} is refused, or finds nothing`, () =>
      checkDocumentedClaim('filter-type-mismatch', read(bad), failed, read(good)));
  }
});
