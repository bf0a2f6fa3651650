/**
 * A pattern as git's `wildmatch` reads it, compiled. Matching follows all ways through the pattern at once and never goes back,
 * so it takes at most as many steps as the text has characters times {@link cost}.
 */
export interface Glob {
  /** How many parts stand between the constant beginning and the constant end, members of sets among them; 0 of a constant. */
  readonly cost: number;
  /** The only text that matches, where there is no wildcard. */
  readonly constant?: string;
  /** The text is in lower case where case is ignored. */
  readonly matches: (text: string) => boolean;
}

export interface GlobOptions {
  /** Whether the text is a path, in which `**` stands for folders; else it is a name. */
  readonly isPath: boolean;
  readonly ignoreCase: boolean;
}

type Token =
  | { readonly kind: 'unit'; readonly code: number }
  | { readonly kind: 'set'; readonly has: (code: number) => boolean; readonly cost: number }
  /** Any characters of one name. */
  | { readonly kind: 'star' }
  /** Any characters, slashes too. */
  | { readonly kind: 'deep' }
  /** Any number of whole folders, none too. */
  | { readonly kind: 'folders' };

const SLASH = 0x2f;
const ANY: Token = { kind: 'set', has: (code) => code !== SLASH, cost: 1 };

/** What has a meaning of its own. */
const SPECIAL = /[*?[\\]/;

/** Compiles a pattern; undefined for one that matches nothing, such as one with a bracket that is not closed. */
export function globOf(pattern: string, options: GlobOptions): Glob | undefined {
  if (!SPECIAL.test(pattern)) return constantOf(options.ignoreCase ? pattern.toLowerCase() : pattern);
  const tokens = tokensOf(pattern, options);
  if (tokens === undefined) return undefined;
  const start = tokens.findIndex(({ kind }) => kind !== 'unit');
  if (start < 0) return constantOf(textOf(tokens));
  const end = tokens.findLastIndex(({ kind }) => kind !== 'unit') + 1;
  const [before, after] = [textOf(tokens.slice(0, start)), textOf(tokens.slice(end))];
  const between = tokens.slice(start, end);
  return {
    cost: between.reduce((sum, token) => sum + (token.kind === 'set' ? token.cost : 1), 0),
    matches: (text) => {
      const rest = text.length - after.length;
      if (rest < before.length || !text.startsWith(before) || !text.endsWith(after)) return false;
      return matchesAll(between, text.slice(before.length, rest));
    },
  };
}

function constantOf(constant: string): Glob {
  return { cost: 0, constant, matches: (text) => text === constant };
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'unit' ? String.fromCharCode(token.code) : '')).join('');
}

/** What has been reached before a token: its beginning, or the inside of folders that it stands for. */
const [BEGINNING, INSIDE] = [1, 2];

function matchesAll(tokens: readonly Token[], text: string): boolean {
  let reached = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  reached[0] = BEGINNING;
  let last = enter(tokens, reached, 0);
  for (let at = 0; at < text.length && last >= 0; at++) {
    next.fill(0);
    last = take(tokens, text.charCodeAt(at), reached, next, last);
    last = enter(tokens, next, last);
    [reached, next] = [next, reached];
  }
  return reached[tokens.length] === BEGINNING;
}

/** Moves on over one character from what is reached, which ends at `last`. Gives where it ends then; -1 where nothing is reached. */
function take(
  tokens: readonly Token[],
  code: number,
  from: Uint8Array,
  to: Uint8Array,
  last: number,
): number {
  let end = -1;
  for (let at = 0; at <= last; at++) {
    const token = tokens[at];
    if (from[at] === 0 || token === undefined) continue;
    switch (token.kind) {
      case 'unit':
        if (code === token.code) to[(end = at + 1)] = BEGINNING;
        break;
      case 'set':
        if (token.has(code)) to[(end = at + 1)] = BEGINNING;
        break;
      case 'star':
        if (code !== SLASH) to[(end = at)] = BEGINNING;
        break;
      case 'deep':
        to[(end = at)] = BEGINNING;
        break;
      case 'folders':
        to[at] = (to[at] ?? 0) | INSIDE;
        end = at;
        if (code === SLASH) to[(end = at + 1)] = BEGINNING;
    }
  }
  return end;
}

/** Tokens that may stand for nothing are passed over. Gives where it ends then. */
function enter(tokens: readonly Token[], reached: Uint8Array, last: number): number {
  let end = last;
  for (let at = 0; at <= end; at++) {
    const token = tokens[at];
    if (((reached[at] ?? 0) & BEGINNING) === 0 || token === undefined) continue;
    if (token.kind === 'unit' || token.kind === 'set') continue;
    reached[at + 1] = (reached[at + 1] ?? 0) | BEGINNING;
    end = Math.max(end, at + 1);
  }
  return end;
}

function tokensOf(pattern: string, { isPath, ignoreCase }: GlobOptions): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const constant = SPECIAL.exec(pattern)?.index ?? pattern.length;
  const literal = (text: string): void => {
    const folded = ignoreCase ? text.toLowerCase() : text;
    for (let at = 0; at < folded.length; at++) tokens.push({ kind: 'unit', code: folded.charCodeAt(at) });
  };
  literal(pattern.slice(0, constant));
  for (let at = constant; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    switch (character) {
      case '\\':
        at++;
        if (at === pattern.length) return undefined;
        literal(pattern.charAt(at));
        break;
      case '?':
        tokens.push(ANY);
        break;
      case '[': {
        const set = readSet(pattern, at, ignoreCase);
        if (set === undefined) return undefined;
        tokens.push(set.token);
        at = set.end;
        break;
      }
      case '*': {
        let end = at + 1;
        while (pattern.charAt(end) === '*') end++;
        // git compares what is constant before it looks for wildcards: one behind that counts as one at the beginning
        const isWhole =
          isPath &&
          end > at + 1 &&
          (at <= constant || pattern.charAt(at - 1) === '/') &&
          /^(\/|\\\/|$)/.test(pattern.slice(end, end + 2));
        const isFolders = isWhole && pattern.charAt(end) === '/';
        tokens.push({ kind: isFolders ? 'folders' : isWhole ? 'deep' : 'star' });
        at = isFolders ? end : end - 1;
        break;
      }
      default:
        literal(character);
    }
  }
  return tokens;
}

type Range = readonly [first: number, last: number];

/** Git's own classes: ASCII alone, and never a slash. */
const CLASSES: ReadonlyMap<string, readonly Range[]> = new Map([
  ['alnum', rangesOf('09AZaz')],
  ['alpha', rangesOf('AZaz')],
  ['blank', rangesOf('  \t\t')],
  ['cntrl', rangesOf('\x00\x1f\x7f\x7f')],
  ['digit', rangesOf('09')],
  ['graph', rangesOf('!~')],
  ['lower', rangesOf('az')],
  ['print', rangesOf(' ~')],
  ['punct', rangesOf('!/:@[`{~')],
  ['space', rangesOf('  \t\n\r\r')],
  ['upper', rangesOf('AZ')],
  ['xdigit', rangesOf('09AFaf')],
]);

function rangesOf(ends: string): readonly Range[] {
  return Array.from({ length: ends.length / 2 }, (_, at): Range => [
    ends.charCodeAt(2 * at),
    ends.charCodeAt(2 * at + 1),
  ]);
}

/** Reads `[…]` as git does: a `]` at its beginning is a member. Undefined where it does not end, or names no class. */
function readSet(
  pattern: string,
  open: number,
  ignoreCase: boolean,
): { readonly token: Token; readonly end: number } | undefined {
  const isNegated = /[!^]/.test(pattern.charAt(open + 1));
  const ranges: Range[] = [];
  // the member from which a range may go
  let first: number | undefined;
  const begin = open + (isNegated ? 2 : 1);
  for (let at = begin; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === ']' && at > begin) {
      const isIn = (code: number): boolean => has(ranges, code, ignoreCase) !== isNegated && code !== SLASH;
      return { token: { kind: 'set', has: isIn, cost: ranges.length }, end: at };
    }
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(']', at + 2) : undefined;
    if (named !== undefined && (named < 0 || (named > at + 2 && pattern.charAt(named - 1) === ':'))) {
      const members = named < 0 ? undefined : CLASSES.get(pattern.slice(at + 2, named - 1));
      if (members === undefined) return undefined;
      ranges.push(...members);
      first = undefined;
      at = named;
      continue;
    }
    const isRange = character === '-' && first !== undefined && /^[^\]]/.test(pattern.charAt(at + 1));
    if (isRange) at++;
    if (pattern.charAt(at) === '\\') at++;
    if (at >= pattern.length) return undefined;
    const code = pattern.charCodeAt(at);
    ranges.push([isRange ? (first ?? code) : code, code]);
    first = isRange ? undefined : code;
  }
  return undefined;
}

function has(ranges: readonly Range[], code: number, ignoreCase: boolean): boolean {
  const isIn = (one: number): boolean => ranges.some(([first, last]) => one >= first && one <= last);
  if (isIn(code)) return true;
  const character = String.fromCharCode(code);
  return (
    ignoreCase && (isIn(character.toLowerCase().charCodeAt(0)) || isIn(character.toUpperCase().charCodeAt(0)))
  );
}
