import { checkClaim } from '../support/claims.ts';

describe('the claims of key-name-case', () => {
  for (const [written, right] of [
    ['partitionKey', 'PartitionKey'],
    ['rowKey', 'RowKey'],
    ['partitionkey', 'PartitionKey'],
  ] as const) {
    it(`${written} is accepted, and finds nothing`, () => {
      const read = (name: string): string => `
await client.createEntity({ partitionKey: 'a', rowKey: 'a' });
const found = [];
for await (const entity of client.listEntities({ queryOptions: { filter: "${name} eq 'a'" } })) found.push(entity);
if (found.length === 0) throw new Error('nothing found');`;
      return checkClaim('key-name-case', read(written), /nothing found/, read(right));
    });
  }
});
