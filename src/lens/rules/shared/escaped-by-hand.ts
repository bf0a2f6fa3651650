/** `value.replace(/'/g, "''")`, `value.split("'").join("''")`: what `odata` does, done by hand. */
const DOUBLES_QUOTES =
  /\.\s*replace(?:All)?\(\s*(?:\/'\/g|(["`])'\1|'\\'')\s*,\s*(?:(["`])''\2|'\\'\\'')\s*\)|\.\s*split\(\s*["`]'["`]\s*\)\s*\.\s*join\(\s*["`]''["`]\s*\)/;

/**
 * What an expression hands on once its quotes are doubled, for a place where that is done anyway: `value` of
 * `value.replace(/'/g, "''")`; undefined where it cannot be told apart.
 */
export function withoutEscaping(source: string, code: string): string | undefined {
  const call = DOUBLES_QUOTES.exec(code);
  const value = call !== null && call.index + call[0].length === code.length ? code.slice(0, call.index) : '';
  if (/^[\w$.]+$/.test(value) && !isEscapedByHand(source, value)) return value;
  return isEscapedByHand(source, code) ? undefined : code;
}

/** `value.replace(/['"]/g, '')`, `value.replace(/[^\w-]/g, '_')`: a quote is replaced, or all but what is allowed. */
const REPLACES_QUOTES =
  /\.\s*replace(?:All)?\(\s*\/(?:\\?'|\[(?!\^)[^\]'\n]{0,99}'[^\]\n]{0,99}\]|\[\^[^\]'\n]{0,99}\])[+*]?\/[a-fh-z]{0,9}g[a-z]{0,9}\s*,\s*(["'`])[^"'`\n]{0,99}\1\s*\)/;

/** `new RegExp("'", 'g')`, `/[']/g` and a doubled quote. */
const DOUBLES_OTHERWISE =
  /\.\s*replace(?:All)?\(\s*(?:new\s+RegExp\(\s*(["`])'\1\s*,\s*(["'`])g\2\s*\)|\/\[?\\?'\]?\/g)\s*,\s*(?:(["`])''\3|'\\'\\'')\s*\)/;

/** What a helper is called that escapes, where its body is not in the file. */
const ESCAPER =
  /(?:^|_)(?:esc(?:ape)?|saniti[sz]e|quote|safe)(?![a-z])|[a-z](?:Esc(?:ape)?|Saniti[sz]e|Quote|Safe)(?![a-z])|[oO][dD]ata(?:Str(?:ing)?|Lit(?:eral)?|Value|Text)(?![a-z])/;

/** Names that lead to names are followed this far, and so many of them: each is looked for in the whole file. */
const MAX_STEPS = 3;
const MAX_NAMES = 20;

/** Characters of a type, or of a head behind its parameters, in which its end is looked for. */
const HEAD = 200;

/** Characters of a helper's body in which its escaping is looked for. */
const BODY = 300;

/**
 * Whether `code`, an expression of a file, doubles the quotes in its value or leaves none: itself, in the variable that it
 * names, or in the helper that it calls. A guess from the text: it only ever makes the rule silent.
 */
export function isEscapedByHand(source: string, code: string): boolean {
  return isEscaped(source, code, MAX_STEPS, new Set());
}

/** `seen` are the names that were looked for. */
function isEscaped(source: string, code: string, steps: number, seen: Set<string>): boolean {
  if (leavesNoQuote(code)) return true;
  if (steps === 0 || seen.has(code) || seen.size >= MAX_NAMES) return false;
  seen.add(code);
  const called = /^(?:[\w$]+\.)*([\w$]+)\([^]*\)$/.exec(code)?.[1];
  if (called !== undefined) return escapes(source, called);
  const choice = /^[^?'"`]{1,99}\?(?![?.])([^?:'"`]{1,99}):([^?:]{1,99})$/.exec(code);
  if (choice !== null) {
    const values = choice.slice(1).map((value) => value.trim());
    const isNothing = (value: string): boolean => /^(?:undefined|null|''|""|``)$/.test(value);
    return values.every((value) => isNothing(value) || isEscaped(source, value, steps - 1, seen));
  }
  if (!/^[\w$]+$/.test(code)) return false;
  const name = code.replaceAll('$', '\\$');
  const initial = new RegExp(
    `(?<![\\w$.])${name}\\s*(?::[^=;\\n]{1,${HEAD}})?=(?![=>])\\s*([^;\\n]+(?:\\n\\s*\\.[^;\\n]+)*)`,
    'g',
  );
  return [...source.matchAll(initial)].some((match) => {
    const value = match[1]?.trim() ?? '';
    return value !== code && isEscaped(source, value, steps - 1, seen);
  });
}

function leavesNoQuote(code: string): boolean {
  return [DOUBLES_QUOTES, DOUBLES_OTHERWISE, REPLACES_QUOTES].some((pattern) => pattern.test(code));
}

function escapes(source: string, helper: string): boolean {
  const name = helper.replaceAll('$', '\\$');
  // the name comes first, so that what is not it costs nothing
  const declaration = new RegExp(
    `${name}(?:(?<=\\bfunction\\s+${name})\\b|(?<=\\b(?:const|let|var)\\s+${name})\\s*=|(?<=^\\s*(?:(?:private|public|protected|static|async)\\s+)*${name})\\([^()]*\\)[^{;\\n]{0,${HEAD}}\\{)`,
    'm',
  ).exec(source);
  if (declaration === null) return ESCAPER.test(helper);
  return leavesNoQuote(source.slice(declaration.index, declaration.index + BODY));
}
