import { checkClaim } from '../support/claims.ts';

describe('the claims of reserved-property', () => {
  const writeAndRead = (name: string, value: string): string =>
    `await client.createEntity({ partitionKey: 'p', rowKey: 'r', '${name}': ${value} });
     const { '${name}': found } = await client.getEntity('p', 'r');
     if (String(found) !== String(${value})) throw new Error('another value: ' + found);`;
  const cases = [
    ['timestamp', `new Date('2020-01-02')`, 'recordedAt'],
    ['timestamp', `'yesterday'`, 'day'],
    ['odata.etag', `'Reading'`, 'kind'],
  ] as const;

  for (const [name, value, own] of cases) {
    it(`what is written as ${name} is not what is read`, () =>
      checkClaim('reserved-property', writeAndRead(name, value), /another value/, writeAndRead(own, value)));
  }
});
