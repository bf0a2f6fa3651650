import { checkClaim } from '../support/claims.ts';

/** What is read back, where it is not what was written, is thrown. */
const writeAndRead = (value: string): string =>
  `const value = ${value};
   await client.createEntity({ partitionKey: 'p', rowKey: 'r', value });
   const { value: found } = await client.getEntity('p', 'r');
   const text = (one) => (one instanceof Uint8Array ? [...one].join() : String(one));
   if (text(found) !== text(value)) throw new Error('another value: ' + text(found));`;

describe('the claims of dropped-value', () => {
  for (const value of ['NaN', 'Infinity', '-Infinity']) {
    it(`${value} is not stored`, () =>
      checkClaim('dropped-value', writeAndRead(value), /another value: undefined/, writeAndRead('-1')));
  }

  it('a part of bytes is stored as the whole', () => {
    const bytes = (method: string): string => writeAndRead(`new Uint8Array([1, 2, 3, 4]).${method}(1, 3)`);
    return checkClaim('dropped-value', bytes('subarray'), /another value: 1,2,3,4/, bytes('slice'));
  });
});

describe('the claims of int64-as-number', () => {
  it('a bigint made a number loses digits', () => {
    const write = (value: string): string =>
      `const id = BigInt(JSON.parse('"9007199254740993"'));
       await client.createEntity({ partitionKey: 'p', rowKey: 'r', id: ${value} });
       const { id: found } = await client.getEntity('p', 'r');
       if (BigInt(found) !== id) throw new Error('another value: ' + found);`;
    return checkClaim('int64-as-number', write('Number(id)'), /another value: 9007199254740992/, write('id'));
  });
});

describe('the claims of property-too-large', () => {
  it('more than 64 KiB are rejected', () => {
    const write = (content: string): string =>
      `const response = await fetch('data:text/plain,' + 'a'.repeat(40_000));
       await client.createEntity({ partitionKey: 'p', rowKey: 'r', content: ${content} });`;
    return checkClaim(
      'property-too-large',
      write('await response.text()'),
      /PropertyValueTooLarge/,
      write('response.status'),
    );
  });
});
