import { isOneOf, isOtherwise, negate, otherwise } from '../syntax/conditions.ts';
import { type Abstract, alternativesOf, choose } from './abstract.ts';

/** The rest of `when` after the conditions that also hold where the value is used; undefined if they exclude it. */
export function relativeTo(use: readonly string[], when: readonly string[]): readonly string[] | undefined {
  if (when.some((condition) => use.includes(negate(condition)))) return undefined;
  return when.filter((condition) => !use.includes(condition));
}

/** Whether one of several branches is always taken: `a` and `!a`, each in turn split further. */
function coverAll(branches: readonly (readonly string[])[]): boolean {
  if (branches.some((branch) => branch.length === 0)) return true;
  const [first] = branches.flatMap((branch) => branch.slice(0, 1));
  if (first === undefined) return false;
  const covers = (condition: string): boolean =>
    coverAll(branches.filter((branch) => branch[0] === condition).map((branch) => branch.slice(1)));
  return covers(first) && (covers(negate(first)) || coversSwitch(branches, first, covers));
}

/** Every case of a switch, and its default. */
function coversSwitch(
  branches: readonly (readonly string[])[],
  first: string,
  covers: (condition: string) => boolean,
): boolean {
  const subject = first.slice(0, first.lastIndexOf(isOneOf('', '')));
  const beginning = isOneOf(subject, '');
  const conditions = [...new Set(branches.map(([condition = '']) => condition))];
  const cases = conditions.filter(
    (condition) => condition.startsWith(beginning) && !isOtherwise(subject, condition) && covers(condition),
  );
  const rest = otherwise(
    subject,
    cases.map((condition) => condition.slice(beginning.length)),
  );
  return subject !== '' && conditions.includes(rest) && covers(rest);
}

/** What a value is after `added` took its place under the last of the conditions in `assigned`. */
export function assign(
  before: Abstract,
  added: Abstract,
  when: readonly string[],
  assigned: readonly (readonly string[])[],
): Abstract {
  if (when.length === 0) return added;
  // once every branch has assigned, the first value is never seen
  const stillSeen = coverAll(assigned)
    ? alternativesOf(before).filter((choice) => choice.when !== undefined)
    : alternativesOf(before);
  return choose([...stillSeen, { value: added, ...conditionText(when) }]);
}

export function conditionText(when: readonly string[]): { readonly when?: string } {
  return when.length === 0 ? {} : { when: when.join(' && ') };
}
