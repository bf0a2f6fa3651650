import { escape, mark, newAnswer } from './answers.ts';
import { type CallPlace, type Machine, mayThrow, unknownOf } from './machine.ts';
import { readIfThere } from './properties.ts';
import { noteGiven, sizeHere } from './sizes.ts';
import { nameList } from './symbols.ts';
import { UNDEFINED, type Value } from './values.ts';

/** Methods that take a PartitionKey and a RowKey. */
const BY_KEYS: ReadonlySet<string> = new Set(['getEntity', 'deleteEntity']);

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
      ...(method === 'submitTransaction' && { size: sizeHere(machine, first) }),
      loops: machine.loops.slice(),
      ...(answer && { answer }),
    });
  }
  mayThrow(machine, at);
  const found = unknownOf(machine, 'call-result');
  // what it gives has no name where it is gone through at once
  if (answer !== undefined) {
    mark(machine, found, { kind: 'list', of: answer });
    nameList(machine, found, `what ${method} gives`);
    noteGiven(machine, found, { by: 'query', place: { file: at.file, span: at.span } });
  }
  return found;
}
