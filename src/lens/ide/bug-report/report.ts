import * as l10n from '@vscode/l10n';
import type { Finding } from '../../engine/finding.ts';
import { withoutNames } from './anonymous.ts';
import { hasFinding, type Pause, type Sources, type Wanted, withoutMarkup } from './program.ts';
import { smallest } from './small.ts';

/** How much is analyzed for one report: programs, and characters of all of them. Counted, not timed: the same source gives the same. */
const LIMITS = { programs: 800, characters: 3_000_000 };

/** Lines of a report that somebody can read. */
const SMALL = 60;

/** A small program with a finding, or why there is none. */
export type BugReport =
  | {
      readonly kind: 'made';
      /** Markdown, to be read before it is given to anyone. */
      readonly text: string;
      readonly lines: number;
      /** Whether it is as small as can be; the work for it is limited. */
      readonly isSmall: boolean;
      /** Names of the source that the finding rests on. */
      readonly kept: readonly string[];
    }
  | { readonly kind: 'elsewhere' | 'texts' };

/**
 * Makes a small program that still has a finding, of the sources that it can rest on. Its names, texts and numbers are others, it has no
 * comments, and it was analyzed by itself. `pause` lets others have their turn, and throws when nobody waits anymore.
 */
export async function bugReport(
  { rule, messageId }: Pick<Finding, 'rule' | 'messageId'>,
  sources: Sources,
  version: string,
  pause: Pause,
  most = LIMITS,
): Promise<BugReport> {
  const wanted: Wanted = { rule, messageId };
  const limit = { ...most };
  const isWanted = async (candidate: Sources): Promise<boolean> => {
    const size = sizeOf(candidate);
    if (limit.programs <= 0 || limit.characters < size) return false;
    limit.programs -= 1;
    limit.characters -= size;
    return hasFinding(candidate, wanted, pause);
  };
  const given = withoutMarkup(sources);
  if (!(await hasFinding(given, wanted, pause))) return { kind: 'elsewhere' };
  const small = await smallest(given, isWanted);
  const isWhole = limit.programs > 0 && limit.characters > sizeOf(small);
  // what was spent on the size must not leave names in it
  limit.programs = LIMITS.programs;
  limit.characters = Math.max(LIMITS.characters, 10 * sizeOf(small));
  const made = await withoutNames(small, isWanted);
  if (made === undefined) return { kind: 'texts' };
  const lines = linesOf(made.sources);
  return {
    kind: 'made',
    text: markdown(wanted, made.sources, version),
    lines,
    isSmall: isWhole && lines <= SMALL,
    kept: made.kept,
  };
}

function sizeOf(sources: Sources): number {
  return [...sources.values()].reduce((sum, text) => sum + text.length, 0);
}

function linesOf(sources: Sources): number {
  return [...sources.values()].reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0);
}

function markdown({ rule, messageId }: Wanted, sources: Sources, version: string): string {
  const files = [...sources].flatMap(([file, text]) => {
    const name = file.slice(1);
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    return [name, '', `${fence}${name.slice(name.lastIndexOf('.') + 1)}`, text.trimEnd(), fence, ''];
  });
  return [
    l10n.t('Partition Lens {0} reports {1} here, but it looks wrong:', version, `${rule}/${messageId}`),
    '',
    ...files,
    l10n.t('What I expected: '),
    '',
  ].join('\n');
}
