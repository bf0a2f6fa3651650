import { checkClaim } from '../support/claims.ts';

describe('the claims of transaction-action-shape', () => {
  it('an object instead of a tuple throws', () =>
    checkClaim(
      'transaction-action-shape',
      `await client.submitTransaction([{ type: 'create', entity: { partitionKey: 'p', rowKey: '1' } }]);`,
      TypeError,
      `await client.submitTransaction([['create', { partitionKey: 'p', rowKey: '1' }]]);`,
    ));

  it('keys in the place of the entity throw', () =>
    checkClaim(
      'transaction-action-shape',
      `await client.createEntity({ partitionKey: 'p', rowKey: '1' });
       await client.submitTransaction([['delete', 'p', '1']]);`,
      /partitionKey/,
      `await client.createEntity({ partitionKey: 'p', rowKey: '1' });
       await client.submitTransaction([['delete', { partitionKey: 'p', rowKey: '1' }]]);`,
    ));

  it('an action of an unknown kind is left out', () => {
    const write = (kind: string): string =>
      `await client.submitTransaction([['create', { partitionKey: 'p', rowKey: '1' }], ['${kind}', { partitionKey: 'p', rowKey: '2' }]]);
       await client.getEntity('p', '2');`;
    return checkClaim(
      'transaction-action-shape',
      write('insert'),
      /ResourceNotFound|not exist/,
      write('create'),
    );
  });
});
