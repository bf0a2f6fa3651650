import type { Join } from '../joins.ts';
import type { Kind } from '../kind.ts';
import { keyAttributes } from '../layout.ts';
import { referredBy } from '../planned.ts';
import type { NamedPattern, TableUse } from '../table-model.ts';
import { POINT_COST } from './cost.ts';
import { entitiesOf, exploredAttribute, useOf, weightOfWrite } from './figures.ts';
import type { Change, ExploredAttribute, Follow, Question, Related } from './problem.ts';
import type { Assumptions } from './assumptions.ts';
import { referenceIn } from './structure.ts';

/** What a kind's questions ask and read of entities that its own refer to. */
export interface RelatedParts {
  readonly attributes: readonly ExploredAttribute[];
  /** By the question's place among the table's. */
  readonly follows: ReadonlyMap<number, readonly Follow[]>;
  readonly changes: readonly Change[];
}

/** A related kind that some attributes lie with. */
interface RelatedKind {
  readonly use: TableUse;
  readonly kind: Kind;
  readonly by: readonly string[];
  /** The kinds that lie between. */
  readonly through: readonly Between[];
}

/** A kind between two others: by what the first refers to it, and it to the next one. */
interface Between {
  readonly use: TableUse;
  readonly kind: Kind;
  readonly by: readonly string[];
  readonly next: string;
}

/** What lies with entities that those of a kind refer to, as plans declare it and as joins of the program show it. */
export function relatedOf(
  kind: Kind,
  use: TableUse,
  joins: readonly Join[],
  uses: readonly TableUse[],
  assumptions: Assumptions,
): RelatedParts {
  const own = new Set(kind.attributes.map(({ name }) => name));
  const follows = new Map<number, Follow[]>();
  const related = new Map<string, RelatedKind>();
  const follow = (pattern: number, one: Follow): void => {
    if (one.names.length > 0) follows.set(pattern, [...(follows.get(pattern) ?? []), one]);
  };
  use.patterns.forEach((one, pattern) => {
    if (one.kinds.length !== 1 || one.kinds[0] !== kind.name) return;
    for (const name of namesOf(one)) {
      const found = declaredBy(name, kind, use, uses);
      if (found !== undefined && !own.has(name)) related.set(name, found);
    }
    follow(pattern, { names: (one.follows ?? []).filter((name) => related.has(name)) });
  });
  for (const join of joins) {
    const found = joinedKind(join, kind, use, uses);
    if (found === undefined) continue;
    const names = namesRead(join, found.kind).map((name) => `${found.kind.name}.${name}`);
    if (names.some((name) => own.has(name))) continue;
    for (const name of names) related.set(name, found);
    const isOwn = join.inner.table === use.table;
    const asked = joins.filter(
      ({ inner }) => inner.table === use.table && inner.pattern === join.inner.pattern,
    );
    const cost = (POINT_COST * assumptions.turns) / asked.length;
    follow(join.outer.pattern, {
      names,
      ...(isOwn && { own: { pattern: join.inner.pattern, cost } }),
    });
  }
  return {
    attributes: [...related].map(([name, found]) =>
      relatedAttribute(name, found, kind, use, assumptions, uses),
    ),
    follows,
    changes: changesOf(related, kind, use, assumptions),
  };
}

/** What a question asks by, and what it reads of related entities. */
function namesOf({ conditions, follows = [] }: NamedPattern): readonly string[] {
  return [...conditions.flatMap(({ attributes }) => attributes), ...follows];
}

/** The kind that a plan says a name of a kind leads to: `seller.region` to the kind of `seller`, `bid.seller.region` through that of `bid`. */
function declaredBy(
  name: string,
  kind: Kind,
  own: TableUse,
  uses: readonly TableUse[],
): RelatedKind | undefined {
  const reference = referenceIn(name);
  const before = reference.includes('.') ? declaredBy(reference, kind, own, uses) : undefined;
  const next = before === undefined ? reference : lastOf(reference);
  const from = before ?? { use: own, kind };
  const to = referredBy(next, from.kind.name, from.use.plannedReferences);
  const use = useOf(to, uses);
  const found = use?.kinds.find((one) => one.name === to?.kind.name);
  if (use === undefined || found === undefined) return undefined;
  const through = before === undefined ? [] : [...before.through, { ...before, next }];
  return { use, kind: found, by: [reference], through };
}

/**
 * What writes of other kinds read of this one where they carry something of it: each entity by what they refer to it by. Undefined where
 * none does, or where that alone does not find an entity today.
 */
export function askedByWrites(
  kind: Kind,
  uses: readonly TableUse[],
  assumptions: Assumptions,
): Question | undefined {
  const [identity, ...others] = [...new Set(keyAttributes(kind.layout))];
  if (identity === undefined || others.length > 0) return undefined;
  const weight = uses
    .flatMap((use) => {
      const isCarrying = (other: Kind): boolean =>
        use.patterns.some(
          (one) =>
            one.kinds.length === 1 &&
            one.kinds[0] === other.name &&
            namesOf(one).some((name) => {
              const found = declaredBy(name, other, use, uses);
              return found?.kind === kind || found?.through.some((each) => each.kind === kind) === true;
            }),
        );
      const carrying = use.kinds.filter((other) => other !== kind && isCarrying(other));
      return use.writes
        .filter((write) => write.does === 'create' && carrying.some(({ name }) => name === write.kind))
        .map((write) => weightOfWrite(write, use, assumptions));
    })
    .reduce((sum, one) => sum + one, 0);
  if (weight === 0) return undefined;
  return {
    conditions: [{ attributes: [identity], test: { kind: 'eq' }, by: 'service' }],
    wanted: { kind: 'one' },
    weight,
    shape: 'point',
    isPaged: true,
    isOfSeveral: false,
    isOfWrites: true,
  };
}

/** The properties that a join reads of its inner results: all that there are where that is not seen, which must be few then. */
function namesRead({ reads }: Join, kind: Kind): readonly string[] {
  const all = [...kind.ofProperty.keys()];
  if (reads !== undefined) return reads.filter((name) => kind.ofProperty.has(name));
  return kind.isWhole && all.length <= FEW_PROPERTIES ? all : [];
}

/** Properties that somebody would copy without a look at which of them are read. */
const FEW_PROPERTIES = 5;

/**
 * The kind that a join reads for each result of a question about this one: by its keys, and nowhere else; undefined of any
 * other.
 */
function joinedKind(
  { outer, inner, isAlways }: Join,
  kind: Kind,
  use: TableUse,
  uses: readonly TableUse[],
): RelatedKind | undefined {
  if (outer.table !== use.table || !isAlways) return undefined;
  const asked = use.patterns[outer.pattern];
  const other = uses.find(({ table }) => table === inner.table);
  const read = other?.patterns[inner.pattern];
  if (asked?.kinds.length !== 1 || asked.kinds[0] !== kind.name || read?.shape !== 'point') return undefined;
  const [name, ...others] = read.kinds;
  const found = other?.kinds.find((one) => one.name === name);
  if (other === undefined || found === undefined || found === kind || others.length > 0) return undefined;
  const own = new Set(kind.attributes.map((one) => one.name));
  const by = keyAttributes(found.layout).filter((attribute) => own.has(attribute));
  return { use: other, kind: found, by, through: [] };
}

function relatedAttribute(
  name: string,
  { use: other, kind: found, by }: RelatedKind,
  kind: Kind,
  use: TableUse,
  assumptions: Assumptions,
  uses: readonly TableUse[],
): ExploredAttribute {
  const there = found.attributes.find((one) => one.name === lastOf(name));
  const related: Related = { by, each: eachOf(kind, use, found, other, assumptions) };
  const property = name.replaceAll(/[^\p{L}\p{N}]+/gu, '_');
  if (there === undefined) return { name, property, type: 'unknown', values: 1, isGrowing: false, related };
  return { ...exploredAttribute(there, found, other, assumptions, uses), name, property, related };
}

/** How many entities of a kind refer to one of another. */
function eachOf(kind: Kind, use: TableUse, other: Kind, of: TableUse, assumptions: Assumptions): number {
  return Math.max(1, entitiesOf(kind, use, assumptions) / entitiesOf(other, of, assumptions));
}

function lastOf(name: string): string {
  return name.slice(referenceIn(name).length + 1);
}

/** The writes that change related entities in what may be carried of them. */
function changesOf(
  related: ReadonlyMap<string, RelatedKind>,
  kind: Kind,
  own: TableUse,
  assumptions: Assumptions,
): readonly Change[] {
  const uses = new Set(
    [...related.values()].flatMap(({ use, through }) => [use, ...through.map((one) => one.use)]),
  );
  return [...uses].flatMap((use) =>
    use.writes.flatMap((write, id): readonly Change[] => {
      if (write.does !== 'merge' && write.does !== 'replace') return [];
      const changes = (name: string): boolean => name === '*' || write.changes.includes(name);
      const changed = [...related].flatMap(([name, found]) => {
        const isOf = (one: Pick<RelatedKind, 'use' | 'kind'>): boolean =>
          one.use === use && one.kind.name === write.kind;
        const between = found.through.find((one) => isOf(one) && write.changes.includes(one.next));
        const there = isOf(found) && changes(lastOf(name)) ? found : between;
        return there === undefined ? [] : [{ name, there }];
      });
      const [first] = changed;
      if (first === undefined) return [];
      const { by, kind: changing } = first.there;
      return [
        {
          ...(use === own && { id }),
          does: write.does,
          knows: [],
          changes: [],
          weight: weightOfWrite(write, use, assumptions),
          ofRelated: {
            names: changed.map(({ name }) => name),
            by,
            each: eachOf(kind, own, changing, use, assumptions),
          },
        },
      ];
    }),
  );
}
