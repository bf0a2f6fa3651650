import { checkClaim } from '../support/claims.ts';

/** Two read the same version; the first one writes, and the second one must be told. */
const race = (write: string): string => `
await client.createEntity({ partitionKey: 'a', rowKey: 'b', n: 1 });
const { etag } = await client.getEntity('a', 'b');
await client.updateEntity({ partitionKey: 'a', rowKey: 'b', n: 2 });
let isTold = false;
try {
  ${write}
} catch (error) {
  if (error.statusCode !== 412) throw error;
  isTold = true;
}
if (!isTold) throw new Error('the change of the other one is lost');`;

const RIGHT = race(`await client.updateEntity({ partitionKey: 'a', rowKey: 'b', n: 3 }, 'Merge', { etag });`);

describe('the claims of misplaced-etag', () => {
  it('on the entity it does nothing', () =>
    checkClaim(
      'misplaced-etag',
      race(`await client.updateEntity({ partitionKey: 'a', rowKey: 'b', n: 3, etag });`),
      /the change of the other one is lost/,
      RIGHT,
    ));

  it('an upsert does not take it', () =>
    checkClaim(
      'misplaced-etag',
      race(`await client.upsertEntity({ partitionKey: 'a', rowKey: 'b', n: 3 }, 'Merge', { etag });`),
      /the change of the other one is lost/,
      RIGHT,
    ));

  it('a delete in a transaction does not take it', () =>
    checkClaim(
      'misplaced-etag',
      race(`await client.submitTransaction([['delete', { partitionKey: 'a', rowKey: 'b', etag }]]);`),
      /the change of the other one is lost/,
      race(`await client.deleteEntity('a', 'b', { etag });`),
    ));

  it('options in the place of the mode of an action throw', () => {
    const submit = (mode: string): string =>
      race(
        `await client.submitTransaction([['update', { partitionKey: 'a', rowKey: 'b', n: 3 }, ${mode}{ etag }]]);`,
      );
    return checkClaim('misplaced-etag', submit(''), /Unexpected value for update mode/, submit("'Merge', "));
  });

  it('options in the place of the mode throw', () =>
    checkClaim(
      'misplaced-etag',
      race(`await client.updateEntity({ partitionKey: 'a', rowKey: 'b', n: 3 }, { etag });`),
      /Unexpected value for update mode/,
      RIGHT,
    ));
});
