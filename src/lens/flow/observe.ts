import { readFilterText } from '../../core/shape/filter-text.ts';
import { flatten, type Place } from '../../core/text/segments.ts';
import { actionsHere } from './entities/actions.ts';
import { escape, listOf, mark, newAnswer } from './entities/answers.ts';
import { checkedRead } from './entities/checked-read.ts';
import { missingRead } from './entities/missing.ts';
import { askedBeside, strayFilterIn } from './entities/query-options.ts';
import { NEVER } from './conditions/guards.ts';
import {
  argumentPlace,
  type CallPlace,
  casesOf,
  each,
  type Machine,
  mayThrow,
  type Observation,
  unknownOf,
} from './machine.ts';
import type { GivenTo } from '../link/values/value.ts';
import { noteChain } from './entities/chains.ts';
import { isOfEntity } from './entities/marks.ts';
import { readIfThere } from './values/properties.ts';
import { exactly } from './values/list-size.ts';
import { noteGiven, sizeHere } from './values/sizes.ts';
import { nameList } from './values/symbols.ts';
import { entityHere, objectHere } from './values/snapshot.ts';
import type { ObjectState, Snapshot } from './values/store.ts';
import { isListedPartition, noteEntity, sourcesOf } from './entities/sources.ts';
import { noteAct } from './entities/turn.ts';
import { type Atom, UNDEFINED, type Value } from './values/values.ts';
import { keyIn, writtenBack } from './entities/written-back.ts';

/** Methods that take a PartitionKey and a RowKey. */
const BY_KEYS: ReadonlySet<string> = new Set(['getEntity', 'deleteEntity']);

/** Methods that take an entity. */
const OF_ENTITY: ReadonlySet<string> = new Set(['createEntity', 'updateEntity', 'upsertEntity']);

/** Those that write over what is there. */
const WRITTEN: ReadonlySet<string> = new Set(['updateEntity', 'upsertEntity']);

/** Notes a call of a method that a TableClient has, with what it asks for as it is now. */
export function observe(
  machine: Machine,
  receiver: Atom,
  method: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const [first = UNDEFINED] = args;
  const isOne = method === 'getEntity';
  const isRead = isOne || method === 'listEntities';
  const answer = isRead
    ? newAnswer({ file: at.file, span: at.span }, isOne, machine.loops.length, machine.store.allocate(1))
    : undefined;
  escape(machine, ...args);
  const options = isRead ? (isOne ? args[2] : first) : undefined;
  const query = options && readIfThere(machine, options, 'queryOptions');
  const filter = query && !isOne ? readIfThere(machine, query, 'filter') : UNDEFINED;
  const client = machine.clients.get(receiver) ?? clientIn(machine, receiver);
  const through = machine.calls.map((entered) => entered.at);
  const around = machine.calls.findIndex(
    ({ fn, file }) => file === at.file && fn.span.start <= at.nameStart && at.nameStart < fn.span.end,
  );
  const keys = BY_KEYS.has(method) ? args.slice(0, 2) : OF_ENTITY.has(method) ? keysIn(machine, first) : [];
  const back = WRITTEN.has(method) ? writtenBack(machine, args, at.frame) : undefined;
  // what is made anew puts back nothing, and may be a copy
  const made = method === 'createEntity' ? writtenBack(machine, args, at.frame, true) : back;
  noteAct(machine);
  const { reached } = machine;
  const detailed = (): Partial<Observation> => ({
    ...(OF_ENTITY.has(method) && { argument: entityHere(machine, first) }),
    ...((WRITTEN.has(method) || method === 'deleteEntity') && {
      others: args
        .slice(1)
        .map((arg, index) => ({ ...objectHere(machine, arg), place: argumentPlace(at, index + 1) })),
    }),
    ...(query && { asked: askedBeside(machine, query) }),
    ...(method === 'listEntities' && { strayFilter: strayFilterIn(machine, first) }),
    ...(method === 'upsertEntity' && { missing: missingRead(machine, client, first) }),
    ...(WRITTEN.has(method) && { checked: checkedRead(machine, client, first, at.frame) }),
    ...(method === 'submitTransaction' && {
      argument: { value: first, objects: cutIn(machine, first) },
      actions: actionsHere(machine, first, at.frame),
      size: sizeHere(machine, first),
    }),
  });
  const put = reached === NEVER ? undefined : detailed();
  if (isRead && reached !== NEVER) noteChain(machine, [...keys, filter], at);
  mayThrow(machine, at);
  const found = unknownOf(machine, 'call-result');
  if (reached !== NEVER) {
    machine.observed.push({
      file: at.file,
      nameStart: at.nameStart,
      method,
      through,
      within: around + 1 || through.length,
      client,
      reached,
      filter,
      keys,
      ...(back && { back }),
      ...(made && { copies: made.backs }),
      ...(method === 'deleteEntity' && { rowFrom: rowFrom(machine, args[1] ?? UNDEFINED) }),
      isInListedPartition: isInListedPartition(machine, keys[0]),
      ...put,
      loops: machine.loops.slice(),
      turns: machine.loops.map(({ turn }) => turn),
      carries: carriedIn(machine, [...keys, filter]),
      ...(answer && { answer }),
      ...(isOne && { gives: { symbol: found.symbol, after: machine.reached } }),
    });
  }
  const read = {
    place: { file: at.file, span: at.span },
    through,
    client,
    keys,
    filter,
    type: at.types?.[0],
  };
  if (answer?.isOne === true) {
    mark(machine, found, { kind: 'entity', of: answer });
    noteGiven(machine, found, { entities: 'one' });
    noteEntity(machine, found.symbol, { ...read, kind: 'point' });
  }
  // what it gives has no name where it is gone through at once
  if (answer?.isOne === false) {
    mark(machine, found, { kind: 'list', of: answer });
    machine.reads.set(answer, { ...read, kind: 'list', answer });
    nameList(machine, found, `what ${method} gives`);
    noteGiven(machine, found, {
      by: 'query',
      place: { file: at.file, span: at.span },
      entities: 'elements',
      ...(asksForOne(machine, filter) && { size: exactly(1) }),
    });
  }
  return found;
}

/** Whether a filter names both keys, whatever it is: then there is one entity at most. */
function asksForOne(machine: Machine, filter: Value): boolean {
  return casesOf(machine, filter).every(({ value }) => {
    if (value.kind !== 'text') return false;
    const { parsed, classification } = readFilterText(flatten(value.segments));
    return parsed.errors.length === 0 && classification.shape === 'point';
  });
}

/** The lists that are cut from one that somebody gives: their actions are of whoever that is. */
function cutIn(machine: Machine, list: Value): Snapshot['objects'] {
  const cut = casesOf(machine, list).flatMap(({ value }) => {
    if (value.kind !== 'object') return [];
    const state = machine.store.object(value.id);
    const given = state.open === undefined ? givenOfAll(machine, state) : undefined;
    const open = given && { why: 'parameter' as const, file: given.file, given };
    return open === undefined ? [] : [[value.id, { ...state, open }] as const];
  });
  return new Map(cut);
}

/** Who gives every element of a list that has any number of them. */
function givenOfAll(machine: Machine, { elements, grown }: ObjectState): GivenTo | undefined {
  if (grown === NEVER) return undefined;
  const givers = elements.flatMap(({ value }) =>
    casesOf(machine, value).map((one) => {
      const { value: atom } = one;
      if (atom.kind === 'object') return machine.store.object(atom.id).open?.given;
      return atom.kind === 'unknown' || atom.kind === 'typed' ? atom.given : undefined;
    }),
  );
  const [first, ...others] = givers;
  return others.every((one) => one?.file === first?.file && one?.fn === first?.fn) ? first : undefined;
}

/** The client that an instance of a class is which extends TableClient; anything else as it is. */
function clientIn(machine: Machine, receiver: Atom): Atom {
  const made = receiver.kind === 'object' ? machine.store.object(receiver.id).client : undefined;
  return made ?? receiver;
}

/** Both keys that an entity is written with. */
function keysIn(machine: Machine, entity: Value): readonly Value[] {
  return ['partitionKey', 'rowKey'].map((name) =>
    each(machine, entity, (atom) => (atom.kind === 'nothing' ? UNDEFINED : keyIn(machine, atom, name))),
  );
}

/** Of each loop whether what is asked for is, or has in it, what the turns before handed on by a name outside of it. */
function carriedIn(machine: Machine, asked: readonly Value[]): readonly boolean[] {
  const { loops, rewritten } = machine;
  if (loops.every(({ carried }) => (carried?.size ?? 0) === 0)) return loops.map(() => false);
  const atoms = asked.flatMap((value) => casesOf(machine, value).map((one) => one.value));
  const symbols = atoms.flatMap(symbolsIn);
  const roots = symbols.flatMap((symbol) => rewritten.get(symbol)?.root ?? []);
  const all = [...atoms, ...symbols, ...roots];
  return loops.map(({ carried }) => carried !== undefined && all.some((one) => carried.has(one)));
}

function symbolsIn(atom: Atom): readonly number[] {
  if (atom.kind === 'text')
    return atom.segments.flatMap((one) =>
      one.kind === 'hole' && 'symbol' in one.hole ? [one.hole.symbol] : [],
    );
  return 'symbol' in atom ? [atom.symbol] : [];
}

/** Whether what is read, written or deleted is in the partition of an entity that a list query gave. */
function isInListedPartition(machine: Machine, partition: Value | undefined): boolean {
  if (machine.reads.size === 0 || partition === undefined) return false;
  const atoms = casesOf(machine, partition).map(({ value }) => value);
  const known = atoms.filter(({ kind }) => kind !== 'nothing');
  return known.length > 0 && known.every((atom) => sourcesOf(machine, atom).some(isListedPartition));
}

/** The query of which a RowKey is some value. */
function rowFrom(machine: Machine, rowKey: Value): Place | undefined {
  const atoms = casesOf(machine, rowKey).map(({ value }) => value);
  return listOf(machine, atoms, isOfEntity);
}
