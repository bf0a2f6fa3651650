import { checkClaim } from '../support/claims.ts';

describe('the claims of endless-paging', () => {
  it('pages of 0 give no row, and always another page', () => {
    const read = (size: number): string => `
await client.createEntity({ partitionKey: 'a', rowKey: 'b' });
let [pages, rows] = [0, 0];
for await (const page of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }).byPage({ maxPageSize: ${size} })) {
  rows += page.length;
  if (++pages === 50) throw new Error('no end after 50 pages and ' + rows + ' rows');
}`;
    return checkClaim('endless-paging', read(0), /no end after 50 pages and 0 rows/, read(1));
  });
});
