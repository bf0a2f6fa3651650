/** A text as the literal that `$filter` has for it: in single quotes, quotes inside doubled. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * The least text that sorts after every text with this prefix, for `ge prefix and lt next`; undefined where
 * none can be written as one more character: an empty prefix, or a last code unit whose successor is none.
 */
export function afterPrefix(prefix: string): string | undefined {
  if (prefix === '') return undefined;
  const next = prefix.charCodeAt(prefix.length - 1) + 1;
  if (next > 0xfffd || (next >= 0xd800 && next <= 0xe000)) return undefined;
  return prefix.slice(0, -1) + String.fromCharCode(next);
}
