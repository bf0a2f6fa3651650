/** A text with signs for what would break its line or not be seen: line ends, tabulators, blanks before and behind it. */
export function onOneLine(text: string): string {
  const line = text.replace(/\r\n|[\r\n\u2028\u2029]/g, '↵').replaceAll('\t', '⇥');
  let [start, end] = [0, line.length];
  while (line[start] === ' ') start += 1;
  while (end > start && line[end - 1] === ' ') end -= 1;
  return '␣'.repeat(start) + line.slice(start, end) + '␣'.repeat(line.length - end);
}
