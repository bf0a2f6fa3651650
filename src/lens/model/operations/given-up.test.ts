import assert from 'node:assert/strict';
import { CLIENT, filesOf, operationsOf } from '../../../../test/support/operations.ts';

/** Which list gets what depends on more conditions together than are told apart, and it takes more steps than are followed. */
const KNOT = `function knot(a: number[], b: number[], into: string[], options?: { filter: string }) {
${Array.from({ length: 12 }, (_, nth) => `  const x${nth} = a[${nth}] > 1, y${nth} = b[${nth}] > 1;`).join('\n')}
  let all = false;
${Array.from({ length: 12 }, (_, nth) => `  if (x${nth} && y${11 - nth}) all = !all;`).join('\n')}
${Array.from({ length: 12 }, (_, nth) => `  if (all && x${nth} !== y${(nth * 5) % 12}) into.push('x${nth}');`).join('\n')}
  for (let i = 0; i < 39; i++) for (let j = 0; j < 39; j++) for (let k = 0; k < 39; k++) all = !all;
  if (options) options.filter = 'A eq 1';
}
`;

const shapesIn = (text: string): readonly string[] =>
  operationsOf(filesOf(`${CLIENT}${KNOT}${text}`)).flatMap((one) =>
    one.kind !== 'query'
      ? []
      : one.filter.kind === 'known'
        ? [one.filter.worst.classification.shape]
        : [one.filter.kind],
  );

describe('a call that is too complex to be followed', () => {
  it('is given up by itself: what has nothing to do with it is known', () => {
    const text = `export function f(a: number[], b: number[], pk: string) {
  const log: string[] = [];
  knot(a, b, log);
  return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${pk}\` } });
}`;
    assert.deepEqual(shapesIn(text), ['partition-scan']);
  });

  it('may have changed what it is given', () => {
    const text = `export function f(a: number[], b: number[]) {
  const options = { filter: "PartitionKey eq 'a'" };
  knot(a, b, [], options);
  return client.listEntities({ queryOptions: options });
}`;
    assert.deepEqual(shapesIn(text), ['unknown']);
  });

  it('tells nothing of the queries that it leads to', () => {
    const text = `export function f(a: number[], b: number[], pk: string) {
  const ask = (filter: string) => { knot(a, b, []); return client.listEntities({ queryOptions: { filter } }); };
  ask(odata\`PartitionKey eq \${pk}\`);
  ask('A eq 1');
}`;
    // the query, and both calls that lead to it
    assert.deepEqual(shapesIn(text), ['unknown', 'unknown', 'unknown']);
  });

  it('does not keep the closures behind it from being seen', () => {
    const text = `export function tests(it: (work: () => unknown) => void, a: number[], b: number[]) {
  it(() => knot(a, b, []));
  it(() => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }));
}`;
    assert.deepEqual(shapesIn(text), ['partition-scan']);
  });
});
