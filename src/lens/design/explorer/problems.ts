import type { PatternUse } from '../access-patterns.ts';
import { ageOfDeletes } from '../deleted-by-age.ts';
import type { Join } from '../joins.ts';
import type { Kind } from '../kind.ts';
import { keyAttributes, keyText } from '../layout.ts';
import type { TableUse } from '../table-model.ts';
import { isTimeName } from '../words.ts';
import { kindWord } from './candidates.ts';
import { entitiesOf, exploredAttribute, weightOfQuestion, weightOfWrite } from './figures.ts';
import type { Assumptions } from './assumptions.ts';
import type { Change, Problem, Question, Surroundings } from './problem.ts';
import { askedByWrites, relatedOf } from './related.ts';
import { relationshipsOf } from '../relationships.ts';
import type { Structure } from './structure.ts';

/** What the explorer is asked about one kind; `joins` are those of all tables that are looked at. */
export function problemOf(
  kind: Kind,
  use: TableUse,
  assumptions: Assumptions,
  { joins, uses }: Program = { joins: [], uses: [use] },
): { readonly problem: Problem; readonly surroundings: Surroundings } {
  const copies = use.kinds.filter(({ copyOf }) => copyOf === kind.name);
  const today: [Structure, ...Structure[]] = [
    { role: 'base', layout: kind.layout, isToday: true },
    ...copies.map(({ layout }): Structure => ({ role: 'copy', layout, isToday: true })),
  ];
  const own = new Set([kind.name, ...copies.map(({ name }) => name)]);
  const partition = keyText(kind.layout.partitionKey);
  const beside = use.kinds.filter(
    (other) => other !== kind && keyText(other.layout.partitionKey) === partition,
  );
  const related = relatedOf(kind, use, joins, uses, assumptions);
  // where no type tells, what entities are put in order by and is called a time is one
  const times = new Set(
    use.patterns.flatMap(({ order }) => (order && isTimeName(order.attribute) ? [order.attribute] : [])),
  );
  // as is what they are compared with, of what is only compared with true and false
  const flags = new Set(
    use.patterns.flatMap(({ conditions }) =>
      conditions.flatMap(({ attributes, type }) => (type === 'boolean' ? attributes : [])),
    ),
  );
  const changes = changesOf(kind, use, assumptions, related.changes);
  const byWrites = askedByWrites(kind, uses, assumptions);
  const problem: Problem = {
    kind: kind.name,
    attributes: [
      ...kind.attributes.map((attribute) => {
        const { name, type } = attribute;
        const seen = times.has(name) ? 'time' : flags.has(name) ? 'boolean' : undefined;
        const typed =
          type === 'unknown' && seen !== undefined ? ({ ...attribute, type: seen } as const) : attribute;
        return exploredAttribute(typed, kind, use, assumptions, uses);
      }),
      ...related.attributes,
    ],
    entities: entitiesOf(kind, use, assumptions),
    today,
    isWhole: kind.isWhole,
    isAlone: use.kinds.every(({ name }) => own.has(name)),
    isPlanned: kind.isPlanned === true,
    hasStrangers: use.strangers.length > 0,
    families: familiesOf(kind, use),
    words: use.kinds.filter(({ name }) => !own.has(name)).flatMap(wordsOf),
    questions: [
      ...use.patterns.flatMap((pattern, id): readonly Question[] => {
        if (pattern.doubt !== undefined || !pattern.kinds.some((name) => own.has(name))) return [];
        const { conditions, order, wanted, shape, uses: places, deletesBy } = pattern;
        // who reads entities with their copies may want all of them, as to delete a partition
        const isOfSeveral = pattern.kinds.length > 1;
        const isOfOthers = !pattern.kinds.every((name) => own.has(name));
        const partitions = use.kinds
          .filter(({ name }) => pattern.kinds.includes(name))
          .map(({ layout }) => keyText(layout.partitionKey));
        const isApart = isOfSeveral && new Set(partitions).size > 1;
        const follows = related.follows.get(id);
        return [
          {
            id,
            conditions,
            ...(order && { order }),
            wanted,
            shape,
            weight: weightOfQuestion(pattern, use, assumptions) / (isOfOthers ? pattern.kinds.length : 1),
            isPaged: places.length > 0 && places.every(isPaged),
            isOfSeveral,
            ...(isApart && { isApart }),
            ...(follows && { follows }),
            ...(deletesBy !== undefined && { deletesBy }),
          },
        ];
      }),
      ...(byWrites === undefined ? [] : [byWrites]),
      ...findingsOf(kind, changes),
    ],
    changes,
  };
  const entitiesIn = (kinds: readonly Kind[]): number =>
    kinds.reduce((sum, one) => sum + entitiesOf(one, use, assumptions), 0);
  const besideEach = entitiesIn(beside) / problem.entities;
  return { problem, surroundings: { inTable: entitiesIn(use.kinds), beside: beside.length, besideEach } };
}

/** What the writes of a kind, and of related ones that it may carry something of, change. */
function changesOf(
  kind: Kind,
  use: TableUse,
  assumptions: Assumptions,
  related: readonly Change[],
): readonly Change[] {
  return [
    ...use.writes.flatMap((write, id): readonly Change[] => {
      if (write.kind !== kind.name) return [];
      const { knows, changes, writes } = write;
      const isFresh = writes.length > 0 && writes.every((one) => one.isFresh);
      const isUpsert = isFresh && (write.does === 'merge' || write.does === 'replace');
      const does = isUpsert ? 'create' : write.does;
      const isPut = does === 'merge' || does === 'replace';
      const mayCreate = isPut && writes.some(({ makes }) => makes);
      const isOpen = isPut && writes.some((one) => !one.isWhole && !one.isPutBack);
      const byAge = does === 'delete' && writes.length > 0 ? ageOfDeletes(writes, use.patterns) : undefined;
      return [
        {
          id,
          does,
          knows,
          changes,
          weight: weightOfWrite(write, use, assumptions),
          ...(isUpsert && { isUpsert }),
          ...(mayCreate && { mayCreate }),
          ...(isOpen && { isOpen }),
          ...(byAge !== undefined && { byAge }),
        },
      ];
    }),
    ...related,
  ];
}

/**
 * What changes ask that name their entity by the keys of today and know not much more of it: under other keys it must be found first. Changes
 * that know the same ask the same.
 */
function findingsOf({ layout, attributes }: Kind, changes: readonly Change[]): readonly Question[] {
  const keys = [...new Set(keyAttributes(layout))];
  const asking = changes.flatMap(({ does, knows, ofRelated, byAge, weight }, index) => {
    const isNamed = keys.length > 0 && keys.every((name) => knows.includes(name));
    const isAtHand = attributes.every(({ name }) => knows.includes(name));
    const isAsked = does !== 'create' && ofRelated === undefined && byAge === undefined;
    return isAsked && isNamed && !isAtHand ? [{ index, weight }] : [];
  });
  if (asking.length === 0) return [];
  return [
    {
      conditions: keys.map((name) => ({ attributes: [name], test: { kind: 'eq' }, by: 'service' })),
      wanted: { kind: 'one' },
      weight: asking.reduce((sum, { weight }) => sum + weight, 0),
      shape: 'point',
      isPaged: true,
      isOfSeveral: false,
      isOfWrites: true,
      finds: asking.map(({ index }) => index),
    },
  ];
}

/** What RowKeys of a kind begin with, and would under new keys. */
function wordsOf({ name, layout }: Kind): readonly string[] {
  const [first, ...rest] = layout.rowKey;
  // a key that is one word begins no other
  const today = first?.kind === 'literal' && rest.length > 0 ? [first.text] : [];
  return [...today, `${kindWord(name)}_`];
}

/** What a kind shares with the others of its table that it has many of, or of which one has many of it. */
function familiesOf(kind: Kind, { kinds, table }: TableUse): readonly (readonly string[])[] {
  return relationshipsOf(kinds.map((one) => ({ table, kind: one })))
    .filter(({ from, to }) => from.kind === kind || to.kind === kind)
    .map(({ by }) => by);
}

function isPaged({ operation }: PatternUse): boolean {
  return operation.kind === 'query' && operation.consumption.isPaged === true;
}

/** All tables that are looked at together, and the joins between them. */
export interface Program {
  readonly uses: readonly TableUse[];
  readonly joins: readonly Join[];
}
