import { checkClaim } from '../support/claims.ts';

describe('the claims of odata-composed-literal', () => {
  const read = (filter: string): string => `
const id = '17';
const date = new Date(0);
await client.createEntity({ partitionKey: 'a', rowKey: 'emp_17', date });
const found = [];
for await (const entity of client.listEntities({ queryOptions: { filter: ${filter} } })) found.push(entity);
if (found.length === 0) throw new Error('nothing found');`;
  const cases = [
    ['a hole in a quoted text', "RowKey eq 'emp_${id}'", 'RowKey eq ${`emp_${id}`}'],
    ['a Date in quotes', "date eq datetime'${date}'", 'date eq ${date}'],
  ] as const;
  for (const [what, bad, good] of cases) {
    it(`${what} is refused`, () =>
      checkClaim(
        'odata-composed-literal',
        read(`odata\`PartitionKey eq 'a' and ${bad}\``),
        /InvalidInput|syntax error|400/i,
        read(`odata\`PartitionKey eq 'a' and ${good}\``),
      ));
  }
});
