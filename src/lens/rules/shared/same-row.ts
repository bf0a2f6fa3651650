import type { KeyExpression, Operation, PointRead, Write } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { areSame } from './different-keys.ts';
import { constantKey } from './key-values.ts';
import { oncePerFile } from './once.ts';

/** Whether a read and a write are of one entity in every run. */
function isSameRow(read: PointRead, write: Write): boolean {
  const isOfTable =
    write.table === undefined ? read.receiver.text === write.receiver.text : read.table === write.table;
  return (
    isOfTable && isSameKey(read.partitionKey, write.partitionKey) && isSameKey(read.rowKey, write.rowKey)
  );
}

function isSameKey(a: KeyExpression | undefined, b: KeyExpression | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const constant = constantKey(a.value);
  return constant === undefined ? areSame(a.value, b.value) : constant === constantKey(b.value);
}

/** Writes of one loop that are compared with a read in it. */
const MOST_WRITES = 20;

/** Whether each turn of the loop around a read writes what it read: the next one may read that. */
export function isWrittenInLoop(context: RuleContext, read: PointRead): boolean {
  const start = loopStart(read);
  const writes = start === undefined ? [] : (writesByLoop(context).get(start) ?? []);
  return writes.length > MOST_WRITES || writes.some((write) => isSameRow(read, write));
}

const writesByLoop = oncePerFile((context) => {
  const found = new Map<number, Write[]>();
  for (const operation of context.operations) {
    const start = loopStart(operation);
    if (start === undefined || operation.kind !== 'write') continue;
    const writes = found.get(start) ?? [];
    found.set(start, writes);
    writes.push(operation);
  }
  return found;
});

function loopStart(operation: Operation): number | undefined {
  return 'repeated' in operation ? operation.repeated.span.start : undefined;
}
