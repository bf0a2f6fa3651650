/** A text with signs for what would break its line or not be seen: line ends, tabulators, blanks before and behind it. */
export function onOneLine(text: string): string {
  return text
    .replace(/\r\n|[\r\n\u2028\u2029]/g, '↵')
    .replaceAll('\t', '⇥')
    .replace(/^ +| +$/g, (blanks) => '␣'.repeat(blanks.length));
}
