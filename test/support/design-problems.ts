import fc from 'fast-check';
import type { Condition } from '../../src/lens/design/conditions.ts';
import type { Change, ExploredAttribute, Problem, Question } from '../../src/lens/design/explorer/problem.ts';
import { AS_IT_IS, type KeyPart, PADDED } from '../../src/lens/design/layout.ts';

/** What the entities of random problems have: two texts, a number, a time and a truth value; two of them are the key. */
export const ATTRIBUTES: readonly ExploredAttribute[] = [
  { name: 'owner', property: 'owner', type: 'text', values: 100, isGrowing: false },
  { name: 'id', property: 'id', type: 'number', values: 10_000, isGrowing: false },
  { name: 'label', property: 'label', type: 'text', values: 50, isGrowing: false },
  { name: 'size', property: 'size', type: 'number', values: 200, isGrowing: false },
  { name: 'made', property: 'made', type: 'time', values: 10_000, isGrowing: true },
  { name: 'open', property: 'open', type: 'boolean', values: 2, isGrowing: false },
];

const NAMES = ATTRIBUTES.map(({ name }) => name);

function part(attribute: string): KeyPart {
  return { kind: 'attribute', attribute, encoding: attribute === 'id' ? PADDED : AS_IT_IS };
}

const bound = fc.record({ isInclusive: fc.boolean() });

/** A condition on one attribute: truth values and texts are not bounded on both sides. */
function conditionOn({ name, type }: ExploredAttribute): fc.Arbitrary<Condition> {
  const equal: fc.Arbitrary<Condition['test']> = fc.constant({ kind: 'eq' });
  const among: fc.Arbitrary<Condition['test']> = fc.constant({ kind: 'among', count: 2 });
  const range: fc.Arbitrary<Condition['test']> = fc.oneof(
    bound.map((lower) => ({ kind: 'range' as const, lower })),
    bound.map((upper) => ({ kind: 'range' as const, upper })),
    fc.tuple(bound, bound).map(([lower, upper]) => ({ kind: 'range' as const, lower, upper })),
  );
  const prefix: fc.Arbitrary<Condition['test']> = fc.constant({ kind: 'prefix' });
  const tests =
    type === 'text' ? [equal, among, range, prefix] : type === 'boolean' ? [equal] : [equal, among, range];
  return fc.oneof(...tests).map((test) => ({ attributes: [name], test, by: 'service' as const }));
}

const conditions: fc.Arbitrary<readonly Condition[]> = fc
  .subarray([...ATTRIBUTES], { minLength: 1, maxLength: 3 })
  .chain((chosen) => fc.tuple(...chosen.map(conditionOn)));

const question: fc.Arbitrary<Omit<Question, 'id'>> = fc.record({
  conditions,
  wanted: fc.constantFrom<Question['wanted'][]>(
    { kind: 'all' },
    { kind: 'one' },
    { kind: 'first', count: 10 },
  ),
  weight: fc.integer({ min: 1, max: 20 }),
  shape: fc.constantFrom<Question['shape'][]>('table-scan', 'partition-scan', 'row-range'),
  isPaged: fc.boolean(),
  isOfSeveral: fc.constant(false),
});

const change: fc.Arbitrary<Change> = fc.record({
  does: fc.constantFrom<Change['does'][]>('create', 'merge', 'delete'),
  knows: fc.subarray(NAMES),
  changes: fc.subarray(['label', 'size', 'open']),
  weight: fc.integer({ min: 1, max: 20 }),
});

/** Problems of one kind whose entities lie by owner and id today. */
export const problems: fc.Arbitrary<Problem> = fc
  .record({
    questions: fc.array(question, { minLength: 1, maxLength: 4 }),
    changes: fc.array(change, { maxLength: 3 }),
    hasWord: fc.boolean(),
  })
  .map(({ questions, changes, hasWord }) => ({
    kind: 'thing',
    isWhole: false,
    isAlone: true,
    attributes: ATTRIBUTES,
    entities: 10_000,
    today: [
      {
        role: 'base',
        layout: {
          partitionKey: [part('owner')],
          rowKey: [...(hasWord ? [{ kind: 'literal' as const, text: 'thing_' }] : []), part('id')],
        },
        isToday: true,
      },
    ],
    questions: questions.map((one, id) => ({ ...one, id })),
    changes,
  }));
