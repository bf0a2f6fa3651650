import { checkClaim } from '../support/claims.ts';

describe('the claims of transaction-mixed-partitions', () => {
  it('two partitions in one transaction throw', () => {
    const write = (partition: string): string =>
      `await client.submitTransaction([['create', { partitionKey: 'a', rowKey: '1' }], ['create', { partitionKey: '${partition}', rowKey: '2' }]]);`;
    return checkClaim('transaction-mixed-partitions', write('b'), /same partitionKey/, write('a'));
  });
});
