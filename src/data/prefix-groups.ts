/** Neighbouring keys that begin alike. */
export interface PrefixGroup {
  /** What they have in common, no word of it in part where it tells them from others without: a whole key where the group is that key. */
  readonly prefix: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** Rows that a person can look over; beyond them, groups. */
const MOST_GROUPS = 100;

/**
 * Puts keys, which must be in the service's order and different, into at most `most` groups by how they begin, and into as many
 * as that allows: by the most characters behind what all have in common. Each group then tells what its keys share.
 */
export function groupByPrefix(keys: readonly string[], most = MOST_GROUPS): readonly PrefixGroup[] {
  const [first = '', last = ''] = [keys[0], keys.at(-1)];
  const common = commonLength(first, last);
  const longest = keys.reduce((length, key) => Math.max(length, key.length), 0);
  let best = groupsAt(keys, common);
  for (let length = common + 1; length <= longest; length++) {
    const groups = groupsAt(keys, length);
    if (groups.length > most) break;
    best = groups;
    if (groups.length === keys.length) break;
  }
  return best;
}

/** Neighbours that begin with the same `length` units. */
function groupsAt(keys: readonly string[], length: number): PrefixGroup[] {
  const groups: PrefixGroup[] = [];
  let start = 0;
  for (let end = 1; end <= keys.length; end++) {
    const [first, next] = [keys[start] ?? '', keys[end]];
    if (next !== undefined && head(next, length) === head(first, length)) continue;
    const last = keys[end - 1] ?? '';
    const before = keys[start - 1] ?? '';
    const others = Math.max(commonLength(before, first), commonLength(last, next ?? ''));
    const prefix = wholeWords(first, commonLength(first, last), others + 1);
    groups.push({ prefix, count: end - start, first, last });
    start = end;
  }
  return groups;
}

/** A key's beginning of `length` units without a word that is cut, as long as `least` units are left. */
function wholeWords(key: string, length: number, least: number): string {
  const beginning = key.slice(0, length);
  const word = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(beginning)?.[0] ?? '';
  const isCut = word !== '' && /^[\p{L}\p{N}]/u.test(key.slice(length));
  return isCut && length - word.length >= least ? beginning.slice(0, -word.length) : beginning;
}

/** The first `length` units of a text, one more where they would end in the half of a character. */
function head(text: string, length: number): string {
  return text.slice(0, isHalf(text, length) ? length + 1 : length);
}

/** Units that two texts begin with. Of neighbours in order, all that lie between share them. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return isHalf(a, length) ? length - 1 : length;
}

function isHalf(text: string, length: number): boolean {
  return length > 0 && length < text.length && /[\ud800-\udbff]/.test(text.charAt(length - 1));
}
