/** Where the line begins that an offset is on. */
export function lineStart(text: string, offset: number): number {
  // a search that is to begin before the text looks at its first character all the same
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}
