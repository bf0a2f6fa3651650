import type { Place } from '../../../core/text/segments.ts';
import { type Code, readReach } from '../../syntax/reach.ts';
import type { RuleContext } from '../rule.ts';
import { onceForEach } from './once.ts';

/** Whether the code of a file has what a pattern finds, comments apart: looked for once, however many findings ask. */
export function fileHas(context: RuleContext, file: string, pattern: RegExp): boolean {
  return mayHave(context, pattern)(file) && testOf(context, pattern)(reachOf(context, file).whole);
}

/**
 * Whether the code that a place may run has what a pattern finds: the function or class around it and what of the file that names,
 * comments apart. What stands elsewhere says nothing of the place.
 */
export function codeHas(context: RuleContext, { file, span }: Place, pattern: RegExp): boolean {
  return mayHave(context, pattern)(file) && testOf(context, pattern)(reachOf(context, file).from(span.start));
}

/** The code that a place may run, without comments. */
export function codeAround(context: RuleContext, { file, span }: Place): string {
  return reachOf(context, file).from(span.start).text;
}

const reachOf = onceForEach((context: RuleContext, file: string) => readReach(file, context.sourceOf(file)));

/** Looking at the whole text is cheaper than parsing it, and mostly enough. */
const mayHave = onceForEach((context: RuleContext, pattern: RegExp) =>
  remembered((file: string) => pattern.test(context.sourceOf(file))),
);

const testOf = onceForEach((_: RuleContext, pattern: RegExp) =>
  remembered(({ text }: Code) => pattern.test(text)),
);

function remembered<K>(ask: (key: K) => boolean): (key: K) => boolean {
  const known = new Map<K, boolean>();
  return (key) => {
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = ask(key)));
    return answer;
  };
}
