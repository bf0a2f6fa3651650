/** `value.replace(/'/g, "''")`, `value.split("'").join("''")`: what `odata` does, done by hand. */
const DOUBLES_QUOTES =
  /\.\s*replace(?:All)?\(\s*(?:\/'\/g|(["`])'\1|'\\'')\s*,\s*(?:(["`])''\2|'\\'\\'')\s*\)|\.\s*split\(\s*["`]'["`]\s*\)\s*\.\s*join\(\s*["`]''["`]\s*\)/;

/** What a helper is called that escapes, where its body is not in the file. */
const ESCAPER = /(?:^|_|[a-z])(?:[eE]sc(?:ape)?|[sS]aniti[sz]e|[qQ]uote)(?![a-z])/;

/** Names that lead to names are followed this far. */
const MAX_STEPS = 3;

/** Characters of a helper's body in which its escaping is looked for. */
const BODY = 300;

/**
 * Whether `code`, an expression of a file, doubles the quotes in its value: itself, in the variable that it
 * names, or in the helper that it calls. A guess from the text: it only ever makes the rule silent.
 */
export function isEscapedByHand(source: string, code: string, steps = MAX_STEPS): boolean {
  if (DOUBLES_QUOTES.test(code)) return true;
  if (steps === 0) return false;
  const called = /^(?:[\w$]+\.)*([\w$]+)\([^]*\)$/.exec(code)?.[1];
  if (called !== undefined) return escapes(source, called);
  if (!/^[\w$]+$/.test(code)) return false;
  const name = code.replaceAll('$', '\\$');
  const initial = new RegExp(`(?<![\\w$.])${name}\\s*(?::[^=;\\n]+)?=(?![=>])\\s*([^;\\n]+)`, 'g');
  return [...source.matchAll(initial)].some((match) => {
    const value = match[1]?.trim() ?? '';
    return value !== code && isEscapedByHand(source, value, steps - 1);
  });
}

function escapes(source: string, helper: string): boolean {
  const name = helper.replaceAll('$', '\\$');
  const declaration = new RegExp(
    `\\bfunction\\s+${name}\\b|\\b(?:const|let|var)\\s+${name}\\s*=|^\\s*(?:(?:private|public|protected|static|async)\\s+)*${name}\\([^()]*\\)[^{;\\n]*\\{`,
    'm',
  ).exec(source);
  if (declaration === null) return ESCAPER.test(helper);
  return DOUBLES_QUOTES.test(source.slice(declaration.index, declaration.index + BODY));
}
