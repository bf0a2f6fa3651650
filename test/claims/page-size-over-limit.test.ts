import { checkClaim } from '../support/claims.ts';

describe('the claims of page-size-over-limit', () => {
  it('Azurite returns 1,000 for a larger page size', () => {
    const read = (size: number): string => `
for (let i = 0; i < 11; i++) {
  const rows = Array.from({ length: 100 }, (_, k) => ({ partitionKey: 'a', rowKey: i + '-' + k }));
  await client.submitTransaction(rows.map((row) => ['create', row]));
}
const { value } = await client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }).byPage({ maxPageSize: ${size} }).next();
if (value.length < ${size}) throw new Error(value.length + ' of ' + ${size});`;
    return checkClaim('page-size-over-limit', read(1001), /1000 of 1001/, read(1000));
  });
});
