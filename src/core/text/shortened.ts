/**
 * A text of at most `length` UTF-16 units. Of a longer one the middle is left out, with an ellipsis in its place: what stands around a long
 * name goes on behind it, and keys differ at their ends. No character is cut in two.
 */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.floor((length - 1) / 3);
  const head = text.slice(0, length - 1 - tail).replace(/[\uD800-\uDBFF]$/, '');
  return `${head}…${text.slice(text.length - tail).replace(/^[\uDC00-\uDFFF]/, '')}`;
}
