import { checkClaim } from '../support/claims.ts';

const RULE = 'transaction-duplicate-entity';

describe('the claims of transaction-duplicate-entity', () => {
  it('the same entity twice is refused', () => {
    const write = (row: string): string =>
      `await client.submitTransaction([['create', { partitionKey: 'a', rowKey: '1' }], ['upsert', { partitionKey: 'a', rowKey: '${row}' }]]);`;
    return checkClaim(RULE, write('1'), /InvalidDuplicateRow|already present/, write('2'));
  });

  it('constant keys in every turn are refused', () => {
    const write = (row: string): string =>
      `const sums = [1, 2, 3];
       const actions = [];
       for (const sum of sums) actions.push(['upsert', { partitionKey: 'a', rowKey: ${row}, sum }]);
       await client.submitTransaction(actions);`;
    return checkClaim(RULE, write("'total'"), /InvalidDuplicateRow|already present/, write("'total' + sum"));
  });
});
