/**
 * Characters that are not seen, or that change how what stands around them is seen: controls, formats (bidirectional ones among them),
 * what is drawn as nothing, private and lone surrogate code points. Not what scripts and emoji need between letters: the joiners (U+200C,
 * U+200D) and the selectors of emoji (U+FE0E, U+FE0F).
 */
const UNSEEN =
  /(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** A text with signs for all that would break its line, not be seen, or turn around what stands beside it. */
export function visible(text: string): string {
  return text
    .replace(/\r\n|[\r\n\x85\u2028\u2029]/g, '↵')
    .replaceAll('\t', '⇥')
    .replace(UNSEEN, signOf);
}

/** The same, with signs for blanks before and behind it too. */
export function onOneLine(text: string): string {
  const line = visible(text);
  let [start, end] = [0, line.length];
  while (line[start] === ' ') start += 1;
  while (end > start && line[end - 1] === ' ') end -= 1;
  return '␣'.repeat(start) + line.slice(start, end) + '␣'.repeat(line.length - end);
}

/** Source or JSON in which strings have the same characters as escapes: what stands around them is read as it is run. */
export function withEscapes(code: string): string {
  return code.replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, at) => {
      const unit = character.charCodeAt(at).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
}

/** Of the controls of ASCII their pictures (U+2400 and on), of half a character what is drawn for it anyway, of others their code. */
function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}
