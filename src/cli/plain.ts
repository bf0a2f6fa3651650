/**
 * What a terminal acts upon, or reorders text by, instead of showing it: control characters, marks of direction and all that has
 * no looks of its own; half characters, which it cannot show.
 */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text as one line for a terminal: what would act there is written as in JSON, a line break as `\n`. */
export function plainLine(text: string): string {
  return text.replace(ACTING, escaped);
}

/** A value as one JSON document for a terminal: the same characters stand in it as escapes, so the data are the same. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(ACTING, (found) =>
    found === '\n' ? found : escaped(found),
  );
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escaped(found: string): string {
  const unit = (index: number): string => `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return SHORT.get(found) ?? Array.from({ length: found.length }, (_, index) => unit(index)).join('');
}
