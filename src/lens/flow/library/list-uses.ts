import type { Rows } from '../entities/results.ts';
import { type CallPlace, type Machine, settled } from '../machine.ts';
import { deriveRows, noteUse } from '../entities/rows.ts';
import { constantOf } from '../values/sizes.ts';
import type { Value } from '../values/values.ts';

/** Notes what a method does with an array of what a query gives, and what it makes of it. */
export function noteMethod(
  machine: Machine,
  rows: Rows,
  name: string,
  args: readonly Value[],
  made: Value | undefined,
  at: CallPlace,
): void {
  const place = { file: at.file, span: at.span };
  const [from, to] = args;
  switch (name) {
    case 'push':
    case 'add':
    case 'unshift':
    case 'forEach':
    case 'filter':
    case 'find':
    case 'findLast':
    case 'findIndex':
    case 'some':
    case 'every':
      return;
    case 'map':
    case 'flatMap':
    case 'values':
      deriveRows(machine, rows, made);
      return;
    case 'sort':
    case 'reverse':
      rows.state = { ...rows.state, isSorted: true };
      return;
    case 'toSorted':
    case 'toReversed':
      deriveRows(machine, rows, made, { isSorted: true });
      return;
    case 'slice':
    case 'splice': {
      const isStart = from?.kind === 'number' && from.number.constant === 0;
      const count = to === undefined ? undefined : constantOf(settled(machine, to));
      if (!isStart || to === undefined) {
        const isAnywhere =
          from !== undefined && to !== undefined && constantOf(settled(machine, from)) === undefined;
        if (name === 'slice' && isAnywhere && isOnce(machine, rows)) rows.of.skip ??= place;
        deriveRows(machine, rows, made, { isSorted: true });
        if (name === 'splice') noteUse(machine, rows, 'other', place);
      } else if (name === 'splice' && isTakenAgain(machine, at)) noteUse(machine, rows, 'other', place);
      else {
        noteUse(machine, rows, 'first', place, { isPartial: true, ...(count !== undefined && { count }) });
        deriveRows(machine, rows, made, { isPart: true });
      }
      return;
    }
    case 'at':
      noteUse(
        machine,
        rows,
        from !== undefined && constantOf(settled(machine, from)) === 0 ? 'first' : 'other',
        place,
      );
      return;
    case 'shift':
      noteUse(machine, rows, isTakenAgain(machine, at) ? 'other' : 'first', place);
      return;
    default:
      noteUse(machine, rows, 'other', place);
  }
}

/** Whether a part is taken once, and not one after the other until there are no more. */
function isOnce({ loops }: Machine, { of }: Rows): boolean {
  return loops.length <= of.loops;
}

/** Whether what is taken off an array may be taken off the same one again. */
function isTakenAgain({ loops }: Machine, _: CallPlace): boolean {
  return loops.length > 0;
}
