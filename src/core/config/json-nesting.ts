/** Levels of objects and arrays that JSON may have: many times what any configuration has, far below what a stack holds. */
export const MAX_NESTING = 100;

/** Whether JSON, with comments or without, is nested over {@link MAX_NESTING} levels deep. It may be broken: nothing is parsed. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MAX_NESTING; at++) {
    switch (text.charAt(at)) {
      case '[':
      case '{':
        depth++;
        break;
      case ']':
      case '}':
        depth = Math.max(0, depth - 1);
        break;
      case '"':
        at = endOfString(text, at);
        break;
      case '/':
        at = endOfComment(text, at);
    }
  }
  return depth > MAX_NESTING;
}

/** Where a string ends: at its quote, or with its line. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '"' || character === '\n' || character === '\r') return at;
  }
  return text.length;
}

function endOfComment(text: string, start: number): number {
  const [end, length] =
    text[start + 1] === '/'
      ? [text.indexOf('\n', start), 1]
      : text[start + 1] === '*'
        ? [text.indexOf('*/', start + 2), 2]
        : [start, 1];
  return end < 0 ? text.length : end + length - 1;
}
