import type { Level } from '../core/config/settings.ts';
import { type Fingerprinted, fingerprinted } from '../lens/engine/fingerprint.ts';
import type { Finding } from '../lens/engine/finding.ts';
import { withLevels } from '../lens/engine/levels.ts';
import { toldOnce } from '../lens/engine/told-once.ts';
import type { Baseline } from './baseline.ts';
import type { RuleChoice } from './rule-choice.ts';
import type { SurveyedFile } from './survey.ts';

/** What a check lists of the findings of a file. */
export interface Listing {
  /** What the options want and nobody knew, one mistake once: what fixes are for. */
  readonly newIn: (file: SurveyedFile) => readonly Finding[];
  /** The same, and as lists by line have it; to be asked once of each file, in order. */
  readonly list: (file: SurveyedFile) => Listed;
}

interface Listed {
  /** Each rule that finds a mistake has its own. */
  readonly all: readonly Fingerprinted[];
  /** One mistake once. */
  readonly shown: readonly Fingerprinted[];
}

/**
 * Lists what the choice wants, without what the baseline has and what is old. `levelsOf` is how loud rules are in a file where the choice
 * says nothing of them.
 */
export function listingOf(
  { isWanted, levels }: RuleChoice,
  { isKnown: isInBaseline, note }: Pick<Baseline, 'isKnown' | 'note'>,
  isOld: (finding: Fingerprinted) => boolean,
  levelsOf: (file: string) => ReadonlyMap<string, Level>,
): Listing {
  const isKnown = (finding: Fingerprinted): boolean => isInBaseline(finding) || isOld(finding);
  const told = new Set<string>();
  const untold = new Set<string>();
  const wantedIn = ({ analysis, lines }: SurveyedFile): readonly Fingerprinted[] =>
    fingerprinted(analysis.findings, analysis.operations, lines.text).filter(
      (finding) => isWanted(finding) && levelsIn(analysis.file).get(finding.rule) !== 'off',
    );
  const levelsIn = (file: string): ReadonlyMap<string, Level> => new Map([...levelsOf(file), ...levels]);
  // another file points to what this one tells
  const isTold = ({ rule, toldAt }: Finding): boolean =>
    toldAt !== undefined && told.has(toldAt.file) && !untold.has(`${rule} ${toldAt.file}`);
  return {
    newIn: (file) => toldOnce(wantedIn(file).filter((finding) => !isKnown(finding))),
    list: (file) => {
      told.add(file.analysis.file);
      const wanted = wantedIn(file);
      wanted.forEach(note);
      for (const finding of wanted) if (isKnown(finding)) untold.add(`${finding.rule} ${finding.file}`);
      const all = withLevels(
        wanted.filter((finding) => !isKnown(finding)),
        levelsIn(file.analysis.file),
      );
      return { all, shown: toldOnce(all).filter((finding) => !isTold(finding)) };
    },
  };
}
