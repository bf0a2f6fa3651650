import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EdmValue } from '../../../core/edm/value.ts';
import { evaluate, type EvaluatedEntity } from '../../../core/odata/evaluate.ts';
import { parseFilter } from '../../../core/odata/parse.ts';
import { printLiteral } from '../../../core/odata/print.ts';
import { classify } from '../../../core/shape/classify.ts';
import { plainText } from '../../../core/text/segments.ts';
import { ATTRIBUTES, problems } from '../../../../test/support/design-problems.ts';
import type { Condition } from '../conditions.ts';
import { AS_IT_IS, type Encoding, HASH_BUCKET, type KeyPart, PADDED } from '../layout.ts';
import { candidatesOf } from './candidates.ts';
import { askableOf } from './follows.ts';
import type { Problem, Question } from './problem.ts';
import { reshapedBases } from './reshaped.ts';
import { type Asked, rewrite, type Rewritten, rewrittenText } from './rewrite.ts';
import { isCarried, isSamePartition, type Structure } from './structure.ts';

type Scalar = string | number | boolean;
type Thing = Readonly<Record<string, Scalar>>;

/** Texts that end where others go on, with the separators of keys and what sorts around them. */
const text = fc.stringMatching(/^[ab_`]{0,3}$/);
const scalars: Record<string, fc.Arbitrary<Scalar>> = {
  owner: text,
  label: text,
  id: fc.integer({ min: 0, max: 20 }),
  size: fc.integer({ min: 0, max: 20 }),
  made: fc.integer({ min: 0, max: 20 }),
  open: fc.boolean(),
};
const thing = fc.record(scalars) as fc.Arbitrary<Thing>;

/** Milliseconds around 2026. */
const START = Date.UTC(2026, 0, 1);
const LAST_TICK = 3155378975999999999n;

function isTime(name: string): boolean {
  return name === 'made';
}

function momentOf(value: Scalar): Date {
  return new Date(START + Number(value) * 3_600_000);
}

function inKey(name: string, value: Scalar, { sorts }: Encoding): string {
  if (isTime(name)) {
    const moment = momentOf(value);
    if (sorts === 'up') return moment.toISOString();
    return String(LAST_TICK - (621355968000000000n + BigInt(moment.getTime()) * 10000n)).padStart(19, '0');
  }
  return typeof value === 'number' ? String(value).padStart(10, '0') : String(value);
}

function valueOf(name: string, value: Scalar): EdmValue {
  if (isTime(name)) return { type: 'DateTime', value: momentOf(value).toISOString() };
  if (typeof value === 'number') return { type: 'Int32', value };
  return typeof value === 'boolean' ? { type: 'Boolean', value } : { type: 'String', value };
}

function keyOf(parts: readonly KeyPart[], entity: Thing): string {
  return parts
    .map((part) =>
      part.kind === 'literal'
        ? part.text
        : inKey(part.attribute, entity[part.attribute] ?? '', part.encoding),
    )
    .join('');
}

function stored({ layout }: Structure, entity: Thing): EvaluatedEntity {
  return {
    partitionKey: keyOf(layout.partitionKey, entity),
    rowKey: keyOf(layout.rowKey, entity),
    properties: new Map(ATTRIBUTES.map(({ name }) => [name, valueOf(name, entity[name] ?? '')])),
  };
}

/** The values that a question is asked with, by attribute: those of two entities. */
interface Given {
  readonly low: Thing;
  readonly high: Thing;
}

function askedValue({ attribute, end }: Asked, { low, high }: Given): Scalar {
  return (end === 'upper' ? high : low)[attribute] ?? '';
}

/** A rewritten filter with these values in its holes. */
function filled({ segments }: Rewritten, given: Given): string {
  return segments
    .map((segment) => {
      if (segment.kind === 'literal') return segment.text;
      const { attribute, encoding } = segment.hole;
      const value = askedValue(segment.hole, given);
      return encoding === undefined
        ? printLiteral(valueOf(attribute, value))
        : inKey(attribute, value, encoding).replaceAll("'", "''");
    })
    .join('');
}

/** Whether an entity is what a condition asks for, by its values alone. */
function meets({ attributes: [name = ''], test }: Condition, entity: Thing, { low, high }: Given): boolean {
  const [value, from, to] = [entity[name] ?? '', low[name] ?? '', high[name] ?? ''];
  switch (test.kind) {
    case 'eq':
    case 'among':
      return value === from;
    case 'prefix':
      return String(value).startsWith(String(from));
    case 'range':
      return (
        (test.lower === undefined || value > from || (test.lower.isInclusive && value === from)) &&
        (test.upper === undefined || value < to || (test.upper.isInclusive && value === to))
      );
    case 'other':
      return false;
  }
}

describe('a rewritten question', () => {
  const cases = fc.record({
    problem: problems,
    things: fc.array(thing, { maxLength: 12 }),
    low: thing,
    high: thing,
  });

  it('gives of entities with new keys what it gave of the old ones', () => {
    let compared = 0;
    fc.assert(
      fc.property(cases, ({ problem, things, low, high }) => {
        const { bases, others } = candidatesOf(problem);
        for (const structure of [...bases, ...others].filter(({ isToday }) => !isToday)) {
          for (const { conditions } of problem.questions) {
            const rewritten = rewrite({ conditions }, structure, problem.attributes);
            if (rewritten === undefined) continue;
            const { filter, errors } = parseFilter(plainText(filled(rewritten, { low, high })));
            assert.deepEqual(errors, []);
            const found = things.filter(
              (one) => filter === undefined || evaluate(filter, stored(structure, one)),
            );
            const wanted = things.filter((one) =>
              conditions.every((each) => meets(each, one, { low, high })),
            );
            assert.deepEqual(found, wanted, rewrittenText(rewritten));
            compared += 1;
          }
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(compared > 500);
  });

  it('gives nothing of what lies beside it in the same partition', () => {
    let compared = 0;
    fc.assert(
      fc.property(cases, ({ problem, things, low, high }) => {
        const { bases, others } = candidatesOf(problem);
        const pairs = bases.flatMap((base) =>
          others
            .filter((other) => isSamePartition(base, other))
            .flatMap((other) => [[base, other] as const, [other, base] as const]),
        );
        for (const [asked, beside] of pairs) {
          for (const { conditions } of problem.questions) {
            const rewritten = rewrite({ conditions }, asked, problem.attributes, true);
            if (rewritten === undefined || rewritten.partition.equal.length === 0) continue;
            const { filter } = parseFilter(plainText(filled(rewritten, { low, high })));
            const found = things.filter(
              (one) => filter === undefined || evaluate(filter, stored(beside, one)),
            );
            assert.deepEqual(found, [], rewrittenText(rewritten));
            compared += 1;
          }
        }
      }),
      { numRuns: 150 },
    );
    assert.ok(compared > 200);
  });

  it('has the shape that the classifier tells of it with values', () => {
    fc.assert(
      fc.property(cases, ({ problem, low, high }) => {
        const { bases, others } = candidatesOf(problem);
        for (const structure of [...bases, ...others]) {
          for (const question of problem.questions) {
            const rewritten = rewrite(question, structure, problem.attributes);
            if (rewritten === undefined) continue;
            const { filter } = parseFilter(plainText(filled(rewritten, { low, high })));
            const { shape } = classify(filter);
            // with these very values the bounds may exclude each other
            if (shape !== 'empty')
              assert.equal(shape, rewritten.classification.shape, rewrittenText(rewritten));
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a question of entities in another form', () => {
  const part = (attribute: string, encoding: Encoding): KeyPart => ({
    kind: 'attribute',
    attribute,
    encoding,
  });
  const separator: KeyPart = { kind: 'literal', text: '_' };
  /** Counts by owner, day and hour, of owners that are in teams, kept until they are old. */
  const problem: Problem = {
    kind: 'count',
    isWhole: true,
    isAlone: true,
    entities: 10_000,
    attributes: [
      ...ATTRIBUTES.filter(({ name }) => name !== 'label' && name !== 'open' && name !== 'made'),
      { name: 'label', type: 'text', values: 50, isGrowing: false },
      { name: 'hour', type: 'number', values: 24, isGrowing: false },
      {
        ...{ name: 'owner.label', property: 'owner_label', type: 'text', values: 5, isGrowing: false },
        related: { by: ['owner'], each: 100 },
      },
    ],
    today: [
      {
        role: 'base',
        isToday: true,
        layout: {
          partitionKey: [part('owner', AS_IT_IS)],
          rowKey: [part('label', AS_IT_IS), separator, part('hour', { ...PADDED, label: '2' })],
        },
      },
    ],
    questions: [],
    changes: [],
  };
  const eq = (name: string): Condition => ({ attributes: [name], test: { kind: 'eq' }, by: 'service' });
  const asked = fc.record({
    conditions: fc.subarray(['owner', 'label', 'hour', 'size', 'owner.label'].map(eq), { minLength: 1 }),
    isFollowing: fc.boolean(),
  });
  const questionOf = ({
    conditions,
    isFollowing,
  }: {
    readonly conditions: readonly Condition[];
    readonly isFollowing: boolean;
  }): Question => ({
    id: 0,
    conditions,
    wanted: { kind: 'all' },
    weight: 1,
    shape: 'partition-scan',
    isPaged: false,
    isOfSeveral: false,
    deletesBy: 'size',
    ...(isFollowing && { follows: [{ names: ['owner.label'] }] }),
  });
  const counted = fc.record({
    owner: text,
    label: fc.stringMatching(/^[ab]{1,2}$/),
    hour: fc.integer({ min: 0, max: 3 }),
    size: fc.integer({ min: 0, max: 2 }),
    'owner.label': text,
  }) as fc.Arbitrary<Thing>;

  function inStructure(structure: Structure, entity: Thing): EvaluatedEntity {
    // an entity that is one of several columns has none of its own properties under their names
    const properties = structure.columns === undefined ? ['owner', 'size'] : ['owner'];
    const { partitionKey, rowKey } = keysOf(structure, entity);
    return {
      partitionKey,
      rowKey,
      properties: new Map([
        ...properties.map((name) => [name, valueOf(name, entity[name] ?? '')] as const),
        ...(isCarried('owner.label', structure)
          ? [['owner_label', valueOf('owner.label', entity['owner.label'] ?? '')] as const]
          : []),
      ]),
    };
  }

  function keysOf({ layout }: Structure, entity: Thing): Pick<EvaluatedEntity, 'partitionKey' | 'rowKey'> {
    const hour = String(entity.hour ?? '').padStart(2, '0');
    const written = { ...entity, hour };
    return { partitionKey: keyOf(layout.partitionKey, written), rowKey: keyOf(layout.rowKey, written) };
  }

  it('gives, with what the program tests itself, what it gave before, in the shape that was told', () => {
    const forms = new Map<string, number>();
    fc.assert(
      fc.property(asked, fc.array(counted, { maxLength: 10 }), counted, (given, things, low) => {
        const question = questionOf(given);
        const all = { ...problem, questions: [question] };
        for (const structure of [...problem.today, ...reshapedBases(all)]) {
          const askable = askableOf(question, structure, all);
          const rewritten = askable && rewrite(askable.question, structure, all.attributes);
          if (askable === undefined || rewritten === undefined) continue;
          const hour = String(low.hour ?? '').padStart(2, '0');
          const values = { low: { ...low, hour }, high: { ...low, hour } };
          const { filter, errors } = parseFilter(plainText(filled(rewritten, values)));
          assert.deepEqual(errors, []);
          assert.equal(classify(filter).shape, rewritten.classification.shape);
          const sent = things.filter(
            (one) => filter === undefined || evaluate(filter, inStructure(structure, one)),
          );
          const tested = structure.columns === undefined ? askable.untold : question.conditions;
          const test = (one: Thing, conditions: readonly Condition[]): boolean =>
            conditions.every((each) => meets(each, one, { low, high: low }));
          assert.deepEqual(
            sent.filter((one) => test(one, tested)),
            things.filter((one) => test(one, question.conditions)),
            rewrittenText(rewritten),
          );
          const form = structure.columns
            ? 'columns'
            : structure.tableBy
              ? 'tables'
              : structure.carries
                ? 'carries'
                : 'today';
          forms.set(form, (forms.get(form) ?? 0) + 1);
        }
      }),
      { numRuns: 300 },
    );
    for (const form of ['columns', 'tables', 'carries', 'today'])
      assert.ok((forms.get(form) ?? 0) > 20, form);
  });
});

describe('a rewritten filter as people read it', () => {
  it('has the bucket of a value where the key has no more of it', () => {
    const id = { kind: 'attribute', attribute: 'id' } as const;
    const rewritten = rewrite(
      { conditions: [{ attributes: ['id'], by: 'service', test: { kind: 'eq' } }] },
      {
        role: 'base',
        isToday: false,
        layout: {
          partitionKey: [
            { ...id, encoding: HASH_BUCKET },
            { kind: 'literal', text: '_log' },
          ],
          rowKey: [{ ...id, encoding: AS_IT_IS }],
        },
      },
      [{ name: 'id', property: 'id', type: 'text', values: 50, isGrowing: false }],
    );
    assert.ok(rewritten);
    assert.equal(rewrittenText(rewritten), "PartitionKey eq '{id:hash:2}_log' and RowKey eq '{id}'");
  });
});
