import { MOST_CONDITION } from '../limits.ts';

/** Stands for conditions that are not told. */
const MORE = ' && …';

/** Conditions that hold together, as one text for people: none of none. */
export function conditionText(when: readonly (string | undefined)[]): { readonly when?: string } {
  const [first, ...others] = when.filter((condition) => condition !== undefined);
  if (first === undefined) return {};
  let text = first;
  for (const condition of others) {
    if (text.length + condition.length > MOST_CONDITION) {
      return { when: text.endsWith(MORE) ? text : text + MORE };
    }
    text += ` && ${condition}`;
  }
  return { when: text };
}
