import { checkClaim } from '../support/claims.ts';

const RULE = 'transaction-too-large';

describe('the claims of transaction-too-large', () => {
  it('101 actions are refused, 100 are not', () => {
    const write = (count: number): string =>
      `await client.submitTransaction(Array.from({ length: ${count} }, (_, i) => ['create', { partitionKey: 'p', rowKey: 'r' + i }]));`;
    return checkClaim(RULE, write(101), /maximum 100 changes/, write(100));
  });

  it('a flush that is one late is refused', () => {
    const write = (comparison: string): string =>
      `let batch = [];
       for (let i = 0; i < 150; i++) {
         batch.push(['create', { partitionKey: 'p', rowKey: 'r' + i }]);
         if (batch.length ${comparison} 100) {
           await client.submitTransaction(batch);
           batch = [];
         }
       }
       if (batch.length > 0) await client.submitTransaction(batch);`;
    return checkClaim(RULE, write('>'), /maximum 100 changes/, write('>='));
  });
});
