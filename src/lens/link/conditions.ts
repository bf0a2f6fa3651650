import { negate } from '../syntax/lower-expression.ts';

/** The rest of `when` after the conditions that also hold where the value is used; undefined if they exclude it. */
export function relativeTo(use: readonly string[], when: readonly string[]): readonly string[] | undefined {
  if (when.some((condition) => use.includes(negate(condition)))) return undefined;
  return when.filter((condition) => !use.includes(condition));
}

/** Whether one of several branches is always taken: `a` and `!a`, each in turn split further. */
export function coverAll(branches: readonly (readonly string[])[]): boolean {
  if (branches.some((branch) => branch.length === 0)) return true;
  const [first] = branches.flatMap((branch) => branch.slice(0, 1));
  if (first === undefined) return false;
  const subject = switchSubject(first);
  if (subject !== undefined) {
    // a switch that has a default, each of whose cases decides
    return branches.some((branch) => branch[0] === `${subject} is default`);
  }
  const opposite = negate(first);
  const under = (condition: string): readonly (readonly string[])[] =>
    branches.filter((branch) => branch[0] === condition).map((branch) => branch.slice(1));
  return coverAll(under(first)) && coverAll(under(opposite));
}

function switchSubject(condition: string): string | undefined {
  const at = condition.lastIndexOf(' is ');
  return at < 0 ? undefined : condition.slice(0, at);
}

export function conditionText(when: readonly string[]): { readonly when?: string } {
  return when.length === 0 ? {} : { when: when.join(' && ') };
}
