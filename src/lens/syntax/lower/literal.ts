import type { LiteralText } from '../facts/expr.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/**
 * The characters of a string literal or template piece, with the source offset of each one.
 *
 * `start` and `end` are between the quotes. `cooked` is what the parser made of it: should the two
 * disagree (a malformed escape), `cooked` is kept and every character is placed at `start`.
 */
export function readLiteral(source: string, start: number, end: number, cooked: string): LiteralText {
  const span = { start, end };
  if (cooked.length === end - start) return { text: cooked, span };
  const offsets: number[] = [];
  let text = '';
  let at = start;
  while (at < end) {
    const [characters, length] = readCharacter(source, at, end);
    offsets.push(...new Array<number>(characters.length).fill(at));
    text += characters;
    at += length;
  }
  offsets.push(end);
  if (text !== cooked)
    return { text: cooked, span, offsets: [...new Array<number>(cooked.length).fill(start), end] };
  return { text, span, offsets };
}

/** The characters that one source character or escape stands for, and how many it takes in the source. */
function readCharacter(source: string, at: number, end: number): [string, number] {
  const char = source.charAt(at);
  // a template turns CRLF into LF
  if (char === '\r') return ['\n', source.charAt(at + 1) === '\n' && at + 1 < end ? 2 : 1];
  if (char !== '\\') return [char, 1];
  const next = source.charAt(at + 1);
  const rest = source.slice(at + 2, end);
  switch (next) {
    case 'x': {
      const hex = /^[\da-f]{2}/i.exec(rest);
      return hex ? [String.fromCharCode(parseInt(hex[0], 16)), 4] : ['x', 2];
    }
    case 'u': {
      const braced = /^\{([\da-f]+)\}/i.exec(rest);
      if (braced?.[1]) {
        const code = parseInt(braced[1], 16);
        return [code <= 0x10ffff ? String.fromCodePoint(code) : '', 2 + braced[0].length];
      }
      const hex = /^[\da-f]{4}/i.exec(rest);
      return hex ? [String.fromCharCode(parseInt(hex[0], 16)), 6] : ['u', 2];
    }
    case '\r':
      return ['', source.charAt(at + 2) === '\n' ? 3 : 2];
    case '\n':
    case '\u2028':
    case '\u2029':
      return ['', 2];
    default:
      return [SIMPLE[next] ?? next, 2];
  }
}
