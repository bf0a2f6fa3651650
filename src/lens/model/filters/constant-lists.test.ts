import assert from 'node:assert/strict';
import { constantOf, HOLE } from '../../../core/text/segments.ts';
import { CLIENT, filesOf, operationsOf, shapesOf } from '../../../../test/support/operations.ts';
import { checkSilent } from '../../../../test/support/rule-fixtures.ts';

const CONSTANTS = `const KINDS = ['a', 'b'];
const BY_NAME = { one: 'x', two: 'y' } as const;
enum Color { Red = 'red', Blue = 'blue' }
`;
const source = (code: string): string =>
  `${CLIENT}${CONSTANTS}export async function f(i: number, given: string[]) {\n${code}\n}`;
const ASK = "client.listEntities({ queryOptions: { filter: `PartitionKey eq '${pk}'` } });";

/** What the PartitionKey of a query may be; `?` where that is not known. */
function keysAsked(code: string): readonly string[] {
  const [query] = operationsOf(filesOf(source(code)));
  assert(query?.kind === 'query' && query.filter.kind === 'known');
  const texts = query.filter.alternatives.map(({ text }) => text.text.replaceAll(HOLE, '?'));
  return texts.map((text) => /'(.*)'/.exec(text)?.[1] ?? text);
}

describe('elements of constant lists', () => {
  const cases: readonly (readonly [code: string, keys: readonly string[]])[] = [
    [`for (const pk of ['a', 'b']) ${ASK}`, ['a', 'b']],
    [`for (const pk of KINDS) ${ASK}`, ['a', 'b']],
    [`for (const pk of [...KINDS, 'c']) ${ASK}`, ['a', 'b', 'c']],
    [`for (const pk of Object.values(BY_NAME)) ${ASK}`, ['x', 'y']],
    [`for (const pk of Object.keys(BY_NAME)) ${ASK}`, ['one', 'two']],
    [`for (const [, pk] of Object.entries(BY_NAME)) ${ASK}`, ['x', 'y']],
    [`for (const pk of Object.values(Color)) ${ASK}`, ['red', 'blue']],
    [`for (const { pk } of [{ pk: 'a' }, { pk: 'b' }]) ${ASK}`, ['a', 'b']],
    [`KINDS.forEach((pk) => ${ASK.slice(0, -1)});`, ['a', 'b']],
    [`Object.values(BY_NAME).map((pk) => ${ASK.slice(0, -1)});`, ['x', 'y']],
    [`const pk = KINDS[0]; ${ASK}`, ['a']],
    [`const pk = KINDS.at(-1); ${ASK}`, ['b']],
    [`const pk = KINDS[i]; ${ASK}`, ['a', 'b']],
    [`for (let n = 0; n < KINDS.length; n++) { const pk = KINDS[n]; ${ASK} }`, ['a', 'b']],
    [`const [, pk] = KINDS; new Set(KINDS); ${ASK}`, ['b']],
    [`const pk = given[0]; ${ASK}`, ['?']],
    [`for (const pk of Object.values(given)) ${ASK}`, ['?']],
    [
      `const all: Record<string, string> = { a: 'x' }; all[given[0]] = given[1];
      for (const pk of Object.values(all)) ${ASK}`,
      ['?'],
    ],
    [`const all = ['a']; all.unshift(given[0]); const pk = all[0]; ${ASK}`, ['?']],
  ];
  for (const [code, keys] of cases) {
    it(`${code.slice(0, 70)} asks for ${keys.join(' and ')}`, () => {
      assert.deepEqual(keysAsked(code), keys);
    });
  }

  it('are known as keys of entities, too', () => {
    const code = `await client.upsertEntity({ partitionKey: KINDS[0], rowKey: given[0] });`;
    const [write] = operationsOf(filesOf(source(code)));
    const key = write?.kind === 'write' ? write.partitionKey?.value : undefined;
    assert.equal(key?.kind === 'text' && constantOf(key.segments), 'a');
  });

  it('hold no quote, however many there are', () => {
    const many = Array.from({ length: 20 }, (_, i) => `'k${i}'`).join(', ');
    const asking = (list: string): string =>
      `import { TableClient } from '@azure/data-tables';\n${source(`for (const pk of [${list}]) ${ASK}`)}`;
    checkSilent('unescaped-interpolation', asking(many));
    checkSilent('invalid-filter', asking(many));
    // the constant stands in the filter as it is
    assert.throws(() => {
      checkSilent('invalid-filter', asking(`${many}, "o'k"`));
    }, /quote|literal/);
  });

  it('lose their first or last element where code behind a condition takes it', () => {
    const taken = (method: string): string =>
      shapesOf(`${CLIENT}const KINDS = ['a', 'b'];
export function f(recent: boolean) {
  if (recent) return undefined;
  let filter = '';
  const left = [...KINDS];
  while (left.length > 0) filter += (filter ? ' or ' : '') + \`PartitionKey eq '\${left.${method}()}'\`;
  filter = filter.endsWith("'${method === 'shift' ? 'b' : 'a'}'") ? "PartitionKey eq 'a'" : '';
  return client.listEntities({ queryOptions: { filter } });
}`);
    assert.equal(taken('shift'), 'partition-scan');
    assert.equal(taken('pop'), 'partition-scan');
  });

  it('have no more elements than they are cut to, whatever they were cut from', () => {
    const cut = (part: string): string =>
      shapesOf(`${CLIENT}export function f(ids) {
  const some = ${part}.map((id) => odata\`RowKey eq \${id}\`).join(' or ');
  if (!some) return [];
  return client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and (\${some})\` } });
}`);
    assert.equal(cut('ids.slice(0, 1)'), 'point');
    assert.equal(cut('ids.slice(0, 2)'), 'partition-scan when a list has more than one element');
  });
});
