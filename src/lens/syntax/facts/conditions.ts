/** Conditions are kept as the source writes them; these are the words for what it does not write. */

/** Conditions of one place that are kept: each place has a list of its own, and long chains of branches have many places. */
const MOST_CONDITIONS = 100;

/** Stands for all that come after those: nobody knows what they are, but that they are not told. */
const MORE = '…';

/** The conditions of a place, and one more. */
export function andAlso(conditions: readonly string[], condition: string): readonly string[] {
  if (isCut(conditions)) return conditions;
  return [...conditions, conditions.length < MOST_CONDITIONS ? condition : MORE];
}

/** Whether a condition is only that a loop turns: no expression begins with the word. */
export function isLoopHead(condition: string): boolean {
  return /^for(?![\w$])/.test(condition);
}

/** Whether a place stands under more conditions than are kept. */
export function isCut(conditions: readonly string[]): boolean {
  return conditions.at(-1) === MORE;
}

/** `!(test)`, as people write it: without doubling a negation, and `a === b` for `!(a !== b)`. */
export function negate(test: string): string {
  if (/^!\w[\w.]*$/.test(test)) return test.slice(1);
  const comparison = /^((?:typeof )?[\w.?]+ )([=!])(==? (?:[\w.]+|'[^']*'|"[^"]*"))$/.exec(test);
  if (comparison) {
    const [, left = '', sign, right = ''] = comparison;
    return `${left}${sign === '=' ? '!' : '='}${right}`;
  }
  return /^[\w.]+$/.test(test) ? `!${test}` : `!(${test})`;
}

/** The condition of a case of a switch. */
export function isOneOf(subject: string, label: string): string {
  return `${subject} is ${label}`;
}

/** The condition of the default of a switch that has these cases. */
export function otherwise(subject: string, labels: readonly string[]): string {
  return `${subject} is ${NEITHER} ${labels.join(' nor ')}`;
}

export function isOtherwise(subject: string, condition: string): boolean {
  return condition.startsWith(isOneOf(subject, NEITHER));
}

const NEITHER = 'neither';
