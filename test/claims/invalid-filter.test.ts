import { checkClaim, checkDocumentedClaim } from '../support/claims.ts';

describe('the claims of invalid-filter', () => {
  const read = (filter: string): string => `
await client.createEntity({ partitionKey: 'a', rowKey: 'ab', n: 1 });
const filter = ${JSON.stringify(filter)};
const found = [];
for await (const entity of client.listEntities({ queryOptions: { filter } })) found.push(entity);
if (found.length !== 1) throw new Error('not found');`;
  const refused = /InvalidInput|QueryFailed|NotImplemented|syntax error|Parse error/i;
  const PREFIX = "PartitionKey eq 'a' and RowKey ge 'a' and RowKey lt 'b'";
  const byBoth = [
    ["PartitionKey == 'a'", "PartitionKey eq 'a'"],
    ["PartitionKey eq 'a' && n eq 1", "PartitionKey eq 'a' and n eq 1"],
    ["PartitionKey eq 'a' and contains(RowKey, 'a')", PREFIX],
  ] as const;
  for (const [bad, good] of byBoth) {
    it(`${bad} is refused`, () => checkClaim('invalid-filter', read(bad), refused, read(good)));
  }

  // Azurite takes these
  const many = Array.from({ length: 16 }, (_, index) => `n eq ${index}`).join(' or ');
  const byTheService = [
    ["PartitionKey eq 'a", "PartitionKey eq 'a'"],
    ["PartitionKey EQ 'a'", "PartitionKey eq 'a'"],
    ['PartitionKey eq "a"', "PartitionKey eq 'a'"],
    ["PartitionKey eq 'a' and startswith(RowKey, 'a')", PREFIX],
    [many, 'n ge 0 and n lt 16'],
  ] as const;
  for (const [bad, good] of byTheService) {
    it(`${bad.slice(0, 60)} is refused by the service`, () =>
      checkDocumentedClaim('invalid-filter', read(bad), refused, read(good)));
  }
});
