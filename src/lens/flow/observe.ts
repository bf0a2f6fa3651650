import { escape, mark, newAnswer } from './answers.ts';
import { type CallPlace, casesOf, type Machine, mayThrow, unknownOf } from './machine.ts';
import { filledObject, readIfThere } from './properties.ts';
import { noteGiven, sizeHere } from './sizes.ts';
import { nameList } from './symbols.ts';
import { snapshotOf } from './snapshot.ts';
import type { Snapshot } from './store.ts';
import { type Atom, UNDEFINED, type Value } from './values.ts';

/** Methods that take a PartitionKey and a RowKey. */
const BY_KEYS: ReadonlySet<string> = new Set(['getEntity', 'deleteEntity']);

/** Methods that take an entity, of which the objects in its properties are looked at. */
const OF_ENTITY: ReadonlySet<string> = new Set(['createEntity', 'updateEntity', 'upsertEntity']);
const ENTITY_DEPTH = 2;
const KEYS: readonly string[] = ['partitionKey', 'rowKey'];

/** Notes a call of a method that a TableClient has, with what it asks for as it is now. */
export function observe(machine: Machine, method: string, args: readonly Value[], at: CallPlace): Value {
  const [first = UNDEFINED] = args;
  const answer = method === 'listEntities' ? newAnswer() : undefined;
  escape(machine, ...args);
  const filter =
    method === 'listEntities'
      ? readIfThere(machine, readIfThere(machine, first, 'queryOptions'), 'filter')
      : UNDEFINED;
  if (machine.reached !== 0) {
    machine.observed.push({
      file: at.file,
      nameStart: at.nameStart,
      method,
      through: machine.calls.map((entered) => entered.at),
      reached: machine.reached,
      filter,
      keys: BY_KEYS.has(method) ? args.slice(0, 2) : [],
      ...(OF_ENTITY.has(method) && { argument: entityHere(machine, first) }),
      ...(method === 'submitTransaction' && { size: sizeHere(machine, first) }),
      loops: machine.loops.slice(),
      ...(answer && { answer }),
    });
  }
  mayThrow(machine, at);
  const found = unknownOf(machine, 'call-result');
  if (method === 'getEntity') noteGiven(machine, found, { entities: 'one' });
  // what it gives has no name where it is gone through at once
  if (answer !== undefined) {
    mark(machine, found, { kind: 'list', of: answer });
    nameList(machine, found, `what ${method} gives`);
    noteGiven(machine, found, {
      by: 'query',
      place: { file: at.file, span: at.span },
      entities: 'elements',
    });
  }
  return found;
}

/** An entity as it is written now. */
function entityHere(machine: Machine, given: Value): Snapshot {
  const entity = withPut(machine, given);
  for (const { value: atom } of casesOf(machine, entity)) {
    // of what is spread into it they are known by name
    for (const name of [...KEYS, ...namesOfType(machine, atom)]) readIfThere(machine, atom, name);
  }
  return snapshotOf(machine, entity, ENTITY_DEPTH);
}

/** What is not known, as the object that has what the program put into it. */
function withPut(machine: Machine, value: Value): Value {
  const of = (atom: Atom): Atom =>
    atom.kind === 'unknown' || atom.kind === 'typed' ? (filledObject(machine, atom) ?? atom) : atom;
  if (value.kind !== 'choice') return of(value);
  return { kind: 'choice', cases: value.cases.map((one) => ({ guard: one.guard, value: of(one.value) })) };
}

/** Properties that the type of an object has of which not all is seen. */
function namesOfType(machine: Machine, atom: Atom): readonly string[] {
  const open = atom.kind === 'object' ? machine.store.object(atom.id).open : undefined;
  return Object.keys(open?.type?.members ?? {});
}
