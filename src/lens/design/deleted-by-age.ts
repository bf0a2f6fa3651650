import { contains } from '../../core/text/span.ts';
import { areLoops, type Branch } from '../syntax/facts/branches.ts';
import { type Place, samePlace } from '../../core/text/segments.ts';
import type { Operation, Write } from '../model/operations/operation.ts';
import type { AccessPattern } from './access-patterns.ts';
import type { EntityWrite } from './entity-writes.ts';

/**
 * The time by whose age all that a question gives is deleted, and nothing else is done with it: each place that asks for what is older
 * than some time only reads the keys, and deletes each entity. Undefined of any other question.
 */
export function deletedByAge(
  { conditions, uses, wanted }: AccessPattern,
  writes: readonly EntityWrite[],
  reads: readonly Operation[],
): string | undefined {
  const [only, ...others] = conditions;
  if (only === undefined || others.length > 0 || uses.length === 0 || wanted.kind !== 'all') return undefined;
  const { attributes, test } = only;
  const isOfAge = test.kind === 'range' && test.upper !== undefined && test.lower === undefined;
  if (!isOfAge || !uses.every(({ operation }) => isDeleted(operation, writes, reads))) return undefined;
  return attributes[0];
}

/** The time by whose age some questions give what all of these writes delete. */
export function ageOfDeletes(
  writes: readonly EntityWrite[],
  patterns: readonly (Pick<AccessPattern, 'uses'> & { readonly deletesBy?: string })[],
): string | undefined {
  const reads = patterns.flatMap(({ uses }) => uses.map(({ operation }) => operation));
  const ages = writes.map((write) =>
    patterns
      .filter(({ uses }) => uses.some(({ operation }) => deletesOf(operation, [write], reads).length > 0))
      .map(({ deletesBy }) => deletesBy),
  );
  const [first] = ages.flat();
  return ages.every((each) => each.length > 0 && each.every((age) => age === first)) ? first : undefined;
}

function isDeleted(read: Operation, writes: readonly EntityWrite[], reads: readonly Operation[]): boolean {
  if (read.kind !== 'query' || (read.consumption.filters ?? []).length > 0) return false;
  const names = read.consumption.reads;
  if (names?.isWhole !== false || !names.names.every((name) => KEYS.has(name))) return false;
  return deletesOf(read, writes, reads).some(
    ({ operation: { branches, isInCatch, packed } }) =>
      !isInCatch && areLoops(packed === undefined ? branches : branches.filter((one) => !isOfLength(one))),
  );
}

/** Whether a test asks how long a list is: `while (actions.length > 0)` sends it until nothing is left. */
function isOfLength(branch: Branch): boolean {
  if (branch.kind !== 'test') return false;
  const { test } = branch;
  const asked = test.kind === 'binary' && test.right.kind === 'number' ? test.left : test;
  return asked.kind === 'member' && asked.name === 'length';
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag']);

/** The deletes of what a read gives. */
function deletesOf(
  read: Operation,
  writes: readonly EntityWrite[],
  reads: readonly Operation[],
): readonly EntityWrite[] {
  return writes.filter(({ does, operation }) => {
    const listed = does === 'delete' ? listedBy(operation) : undefined;
    return listed !== undefined && isSentAt(read, listed, operation, reads);
  });
}

/** Whether a read's query is the one that is sent at a place: there, or by a function that the code around a write calls for that alone. */
function isSentAt(
  { file, callSpan, fn, via }: Operation,
  place: Place,
  write: Operation,
  reads: readonly Operation[],
): boolean {
  if (place.file === file && place.span.start === callSpan.start) return true;
  const isSent = (one: Operation['via']): boolean =>
    one?.place.file === place.file && contains(place.span, one.place.span);
  if (!isSent(via) || fn === undefined || write.file !== file || write.fn !== fn) return false;
  return reads.filter((one) => one.file === file && one.fn === fn && isSent(one.via)).length === 1;
}

/** The list query whose entities a write deletes, also where they are sent in parts. */
function listedBy({ listed, packed = [] }: Write): Place | undefined {
  if (listed !== undefined || !packed.every(({ kind }) => kind === 'delete')) return listed;
  return samePlace(packed.map(({ rowFrom }) => rowFrom));
}
