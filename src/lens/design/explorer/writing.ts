import { attributesIn, keyAttributes } from '../layout.ts';
import { isHot, paged, readingCost } from './cost.ts';
import type { Change, Problem } from './problem.ts';
import { isCarried, isSamePartition, referencesIn, type Structure } from './structure.ts';

/** What a write makes the service do, and what of it may be seen half done. */
export interface Writing {
  readonly requests: number;
  /** Entities that are written, all copies. */
  readonly entities: number;
}

/** An entity that is written, against a request. */
const WRITTEN_ENTITY = 0.1;

/** Creating each entity in one partition, or at the end of the table, stands in the way of all others. */
const HOT = 1;

/** Actions of one transaction ("Performing entity group transactions"). */
const MOST_ACTIONS = 100;

/** One number for both, in requests. */
export function writingCost({ requests, entities }: Writing): number {
  return requests + entities * WRITTEN_ENTITY;
}

/** What one structure of a design adds to a write. */
interface Part extends Writing {
  /** Reads that the write needs once, whichever structures ask for them, by name: what each costs in requests. */
  readonly once: ReadonlyMap<string, number>;
}

/** What a write costs that keeps all structures of a design as one. The first is the base. */
export function writingOf(
  change: Change,
  [base, ...others]: readonly [Structure, ...Structure[]],
  problem: Problem,
): Writing {
  const parts = [base, ...others].map((structure) => partOf(change, structure, base, problem));
  const once = new Map(parts.flatMap((part) => [...part.once]));
  const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0);
  const read = [...once.values()].reduce((total, requests) => total + requests, 0);
  return { requests: sum(({ requests }) => requests) + read, entities: sum(({ entities }) => entities) };
}

function partOf(change: Change, structure: Structure, base: Structure, problem: Problem): Part {
  if (change.ofRelated !== undefined) return partOfRelated(change.ofRelated, structure, base, problem);
  return structure === base ? partOfBase(change, base) : partOfOther(change, structure, base);
}

const NOTHING: Part = { requests: 0, entities: 0, once: new Map() };

function partOfBase(change: Change, base: Structure): Part {
  // tables are dropped as a whole
  if (change.byAge !== undefined && change.byAge === base.tableBy) return NOTHING;
  const isMoved = moves(change, base);
  // keys of a base that is there today come with the write, however it has them
  const mustRead = change.does !== 'create' && !base.isToday && (isMoved || !knows(change, base));
  return { ...written(change, base), once: reads(mustRead, change, base) };
}

function partOfOther(change: Change, other: Structure, base: Structure): Part {
  const isMoved = moves(change, other);
  const isCreate = change.does === 'create';
  // an index has nothing of what a merge changes, but the keys of entities: of those that it creates, too
  const isHeld = other.role === 'copy' || isMoved || moves(change, base) || change.mayCreate === true;
  if (!isCreate && change.does !== 'delete' && !isHeld) return NOTHING;
  const mustRead = !isCreate && !other.isToday && (isMoved || !knows(change, other));
  const { requests, entities } = written(change, other);
  return {
    requests: isSamePartition(base, other) ? 0 : requests,
    entities,
    once: reads(mustRead, change, other),
  };
}

/** What moves is deleted in one place and created in another: in one transaction where the partition stays. */
function written(change: Change, structure: Structure): Writing {
  if (!moves(change, structure)) return { requests: 1, entities: 1 };
  return { requests: staysInPartition(change, structure) ? 1 : 2, entities: 2 };
}

function staysInPartition(change: Change, structure: Structure): boolean {
  const partition = attributesIn(structure.layout.partitionKey);
  return !movedBy(change, structure).some((name) => partition.includes(name));
}

/** An entity that gets another RowKey is missed by those who have the one before, and its changes meet as those of no other do. */
const MOVED = 1;

/**
 * What a move counts beyond its requests: within a partition, of what goes with no transaction of its entity, and of entities themselves
 * to another one, which are there twice, or nowhere, where the program ends halfway.
 */
function unrestOf(change: Change, structure: Structure, base: Structure): number {
  if (change.ofRelated !== undefined || !moves(change, structure)) return 0;
  if (structure === base) return staysInPartition(change, structure) ? MOVED : 2 * MOVED;
  return isSamePartition(base, structure) || !staysInPartition(change, structure) ? 0 : MOVED;
}

function knows(change: Change, { layout }: Structure): boolean {
  return keyAttributes(layout).every((name) => change.knows.includes(name));
}

/** Whether a change gives an entity other keys. */
function moves(change: Change, structure: Structure): boolean {
  return movedBy(change, structure).length > 0;
}

/** The attributes in a structure's keys that a change may change: then the entity is deleted, and inserted under its new keys. */
export function movedBy({ does, changes }: Change, { layout }: Structure): readonly string[] {
  if (does === 'create' || does === 'delete') return [];
  return [...new Set(keyAttributes(layout))].filter((name) => changes.includes(name));
}

/** The entity itself, and, for what may create one, the related ones that the structure has something of. */
function reads(mustRead: boolean, change: Change, { carries = [] }: Structure): Part['once'] {
  const creates = change.does === 'create' || change.mayCreate === true;
  const related = creates ? carries.filter((name) => !change.knows.includes(name)) : [];
  const names = [...(mustRead ? [''] : []), ...related.flatMap((name) => referencesIn(name))];
  return new Map(names.map((name) => [name, 1]));
}

/** What a change of a related entity writes to those that carry what it changes: each of them, once they are found. */
function partOfRelated(
  { names, by, each }: NonNullable<Change['ofRelated']>,
  structure: Structure,
  base: Structure,
  problem: Problem,
): Part {
  if (!names.some((name) => isCarried(name, structure))) return NOTHING;
  const isByReference = ({ layout }: Structure): boolean =>
    layout.partitionKey.every((part) => part.kind === 'literal' || by.includes(part.attribute));
  const isFound = isByReference(base) || isByReference(structure);
  const search = readingCost(paged(isFound ? Math.min(each, problem.entities) : problem.entities));
  const isMoved = keyAttributes(structure.layout).some((name) => names.includes(name));
  const entities = each * (isMoved ? 2 : 1);
  const isTogether = isByReference(structure) && !isMoved;
  return {
    requests: isTogether ? Math.ceil(entities / MOST_ACTIONS) : entities,
    entities,
    once: new Map([[isFound ? 'found' : 'searched', search]]),
  };
}

/** What the writes of a design cost, weighted, structure by structure: a search adds and takes away one at a time. */
export interface WriteCosts {
  /** What all that was added costs. */
  readonly cost: () => number;
  readonly add: (structure: Structure) => void;
  /** Takes away what was added last. */
  readonly remove: (structure: Structure) => void;
  /** The least that a structure adds, whatever is there already. */
  readonly least: (structure: Structure) => number;
}

/** The costs of writes beside a base, which is added already. */
export function writeCostsOf(base: Structure, problem: Problem): WriteCosts {
  const known = new Map<Structure, Terms>();
  const termsOf = (structure: Structure): Terms => {
    const terms = known.get(structure) ?? termsFor(structure, base, problem);
    known.set(structure, terms);
    return terms;
  };
  const counts = new Map<string, number>();
  // restored, not subtracted: a difference would be rounded
  const totals: number[] = [];
  let total = 0;
  const costs: WriteCosts = {
    cost: () => total,
    add: (structure) => {
      const { own, once } = termsOf(structure);
      totals.push(total);
      total += own;
      for (const [name, cost] of once) {
        const count = counts.get(name) ?? 0;
        if (count === 0) total += cost;
        counts.set(name, count + 1);
      }
    },
    remove: (structure) => {
      for (const [name] of termsOf(structure).once) counts.set(name, (counts.get(name) ?? 0) - 1);
      total = totals.pop() ?? 0;
    },
    least: (structure) => termsOf(structure).own,
  };
  costs.add(base);
  return costs;
}

/** What a structure adds to all writes of a problem, weighted. */
interface Terms {
  readonly own: number;
  readonly once: readonly (readonly [name: string, cost: number])[];
}

function termsFor(structure: Structure, base: Structure, problem: Problem): Terms {
  const parts = problem.changes.map((change, index) => ({
    ...partOf(change, structure, base, problem),
    change,
    index,
  }));
  return {
    own: parts.reduce(
      (sum, part) =>
        sum +
        part.change.weight *
          (writingCost(part) +
            unrestOf(part.change, structure, base) +
            (structure === base || !structure.isToday ? heatOf(part.change, structure, problem) : 0)),
      0,
    ),
    once: parts.flatMap(({ once, change, index }) =>
      [...once].map(([name, requests]) => [`${index} ${name}`, change.weight * requests] as const),
    ),
  };
}

/** What the writes to one place at a time add to each creation. */
function heatOf(change: Change, structure: Structure, problem: Problem): number {
  return change.does === 'create' && change.isUpsert !== true && isHot(structure, problem) ? HOT : 0;
}
