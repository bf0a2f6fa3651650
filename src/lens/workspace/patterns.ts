import { type Glob, globOf } from './glob.ts';

/** What patterns as in `.gitignore` say of a path; undefined where none of them means it. */
export type Verdict = 'ignored' | 'kept' | undefined;

/** The patterns of one folder. */
export interface Patterns {
  /** What they say of a path, relative to their folder with `/`. What they say of the folders above it is not asked. */
  readonly verdictOf: (path: string, isFolder: boolean) => Verdict;
  /** What their wildcards cost together: the steps that a path takes, for each of its characters, at most. */
  readonly cost: number;
  /** How many patterns were left out, as the others cost as much as they may. */
  readonly refused: number;
}

/**
 * What the wildcards that are asked of one path may cost together: more than twice what the longest of the templates that
 * GitHub offers for `.gitignore` files do. Patterns without wildcards, and what is constant at both ends of a pattern, cost nothing.
 */
export const MAX_COST = 4_000;

/** What a pattern of paths costs for each part: paths are longer than names. */
const PATH_COST = 2;

interface Rule {
  readonly isNegative: boolean;
  readonly foldersOnly: boolean;
}

/** A rule that is not found by the path or name that it means. */
interface WildRule extends Rule {
  readonly index: number;
  readonly isPath: boolean;
  readonly glob: Glob;
}

/** For one name or path: the last rule that means it, and the last that does so if it is no folder. */
interface Constant {
  readonly any: number;
  readonly notFolder: number;
}

/**
 * Reads lines of a `.gitignore`, of which the last that means a path decides. `budget` bounds what they cost; what is over it is
 * left out, and counted.
 */
export function patternsOf(
  lines: readonly string[],
  { ignoreCase, budget = MAX_COST }: { readonly ignoreCase: boolean; readonly budget?: number },
): Patterns {
  const rules: Rule[] = [];
  const names = new Map<string, Constant>();
  const paths = new Map<string, Constant>();
  const wild: WildRule[] = [];
  let [cost, refused] = [0, 0];
  for (const line of lines) {
    const written = writtenIn(line);
    if (written === undefined) continue;
    const { body, isPath, ...rule } = written;
    if (cost >= budget && /(^|[^\\])[*?[]/.test(body)) {
      refused++;
      continue;
    }
    const glob = globOf(body, { isPath, ignoreCase });
    if (glob === undefined) continue;
    const index = rules.length;
    if (glob.constant !== undefined) {
      const known = isPath ? paths : names;
      const before = known.get(glob.constant)?.notFolder ?? -1;
      known.set(glob.constant, { any: index, notFolder: rule.foldersOnly ? before : index });
    } else {
      const own = glob.cost * (isPath ? PATH_COST : 1);
      if (cost + own > budget) {
        refused++;
        continue;
      }
      cost += own;
      wild.push({ ...rule, index, isPath, glob });
    }
    rules.push(rule);
  }

  const lastOf = (path: string, name: string, isFolder: boolean): number => {
    const constants = [paths.get(path), names.get(name)];
    const constant = Math.max(
      ...constants.map((found) => (found === undefined ? -1 : isFolder ? found.any : found.notFolder)),
    );
    for (let at = wild.length - 1; at >= 0; at--) {
      const rule = wild[at];
      if (rule === undefined || rule.index < constant) break;
      if (rule.foldersOnly && !isFolder) continue;
      if (rule.glob.matches(rule.isPath ? path : name)) return rule.index;
    }
    return constant;
  };
  return {
    cost,
    refused,
    verdictOf: (given, isFolder) => {
      const path = ignoreCase ? given.toLowerCase() : given;
      const rule = rules[lastOf(path, path.slice(path.lastIndexOf('/') + 1), isFolder)];
      return rule && (rule.isNegative ? 'kept' : 'ignored');
    },
  };
}

/** A line taken apart; undefined for one that is blank or a comment. */
function writtenIn(line: string): (Rule & { readonly body: string; readonly isPath: boolean }) | undefined {
  if (line.startsWith('#')) return undefined;
  const trimmed = withoutBlanksAtEnd(line);
  const isNegative = trimmed.startsWith('!');
  const foldersOnly = trimmed.endsWith('/');
  const body = trimmed.slice(isNegative ? 1 : 0, foldersOnly ? -1 : undefined);
  const isPath = body.includes('/');
  return body === ''
    ? undefined
    : { isNegative, foldersOnly, isPath, body: body.startsWith('/') ? body.slice(1) : body };
}

/** Blanks at the end do not count, unless a backslash stands before them. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line.charAt(end - 1) === ' ') end--;
  if (end === line.length) return line;
  let slashes = 0;
  while (slashes < end && line.charAt(end - 1 - slashes) === '\\') slashes++;
  return line.slice(0, slashes % 2 === 1 ? end + 1 : end);
}
