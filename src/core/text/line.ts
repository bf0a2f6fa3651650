/** Where the line begins that an offset is on. */
export function lineStart(text: string, offset: number): number {
  // a search that is to begin before the text looks at its first character all the same
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The blanks at the beginning of the line that an offset is on. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return text.slice(start, end);
}
