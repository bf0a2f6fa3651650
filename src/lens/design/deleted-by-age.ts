import { areLoops } from '../syntax/facts/branches.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { AccessPattern } from './access-patterns.ts';
import type { EntityWrite } from './entity-writes.ts';

/**
 * The time by whose age all that a question gives is deleted, and nothing else is done with it: each place that asks for what is older
 * than some time only reads the keys, and deletes each entity. Undefined of any other question.
 */
export function deletedByAge(
  { conditions, uses, wanted }: AccessPattern,
  writes: readonly EntityWrite[],
): string | undefined {
  const [only, ...others] = conditions;
  if (only === undefined || others.length > 0 || uses.length === 0 || wanted.kind !== 'all') return undefined;
  const { attributes, test } = only;
  const isOfAge = test.kind === 'range' && test.upper !== undefined && test.lower === undefined;
  if (!isOfAge || !uses.every(({ operation }) => isDeleted(operation, writes))) return undefined;
  return attributes[0];
}

/** The time by whose age some questions give what all of these writes delete. */
export function ageOfDeletes(
  writes: readonly EntityWrite[],
  patterns: readonly (Pick<AccessPattern, 'uses'> & { readonly deletesBy?: string })[],
): string | undefined {
  const ages = writes.map((write) =>
    patterns
      .filter(({ uses }) => uses.some(({ operation }) => deletesOf(operation, [write]).length > 0))
      .map(({ deletesBy }) => deletesBy),
  );
  const [first] = ages.flat();
  return ages.every((each) => each.length > 0 && each.every((age) => age === first)) ? first : undefined;
}

function isDeleted(read: Operation, writes: readonly EntityWrite[]): boolean {
  if (read.kind !== 'query' || (read.consumption.filters ?? []).length > 0) return false;
  const names = read.consumption.reads;
  if (names?.isWhole !== false || !names.names.every((name) => KEYS.has(name))) return false;
  return deletesOf(read, writes).some(
    ({ operation: { branches, isInCatch } }) => !isInCatch && areLoops(branches),
  );
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag']);

/** The deletes of what a read gives. */
function deletesOf({ file, callSpan }: Operation, writes: readonly EntityWrite[]): readonly EntityWrite[] {
  return writes.filter(
    ({ does, operation: { listed } }) =>
      does === 'delete' && listed?.file === file && listed.span.start === callSpan.start,
  );
}
