import { dirname, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Fingerprinted } from '../lens/engine/fingerprint.ts';
import { readText } from '../lens/workspace/disk.ts';
import { fromDisk, nameFrom } from '../lens/workspace/paths.ts';
import { describeUnread } from '../lens/workspace/unread.ts';
import { type Output, UsageError } from './command.ts';
import { plainLine } from './plain.ts';
import { replaceFile } from './replace-file.ts';

/** The baseline of a working directory that has one. */
const DEFAULT_FILE = '.partitionlens-baseline';

/** Bytes of a baseline: some 100,000 findings. */
const MAX_BASELINE = 8 * 1024 * 1024;

/** `file rule fingerprint`: a name may have spaces. */
const LINE = /^(.+) (\S+) ([\da-f]{16}:\d+)$/;

/** Characters of a strange line that are shown. */
const MOST_SHOWN = 40;

/** The findings that are known and not reported. */
export interface Baseline {
  /** Whether a finding of a file is one of them. */
  readonly isKnown: (finding: Known) => boolean;
  /** Takes note of one that is found at the end, whether or not it was known; one that is updated knows it from then on. */
  readonly note: (finding: Known) => void;
  /** How many were noted and are known. */
  readonly knownCount: () => number;
  /** Says how many were not noted, or writes all that were in their place. */
  readonly end: (scope: Scope) => Promise<void>;
}

type Known = Pick<Fingerprinted, 'file' | 'rule' | 'fingerprint'>;

/** What a check looked at: the lines of others are neither gone nor rewritten. */
interface Scope {
  /** Whether all findings of a file, by the lens's name, would have been found. */
  readonly isChecked: (file: string) => boolean;
  readonly isWanted: (finding: { readonly rule: string }) => boolean;
}

/** Where nothing is known. */
const NO_BASELINE: Baseline = {
  isKnown: () => false,
  note: () => undefined,
  knownCount: () => 0,
  end: () => Promise.resolve(),
};

/**
 * Reads the baseline `given`, else that of the working directory if there is one. Its file has a finding on each line, sorted, so that
 * conflicts resolve by sorting; of what else is in it is complained. With `isUpdated` all that is found becomes known, and is written at
 * the end. Throws a UsageError where the file isn't there or can't be read, but for one that is about to be written.
 */
export async function readBaseline(
  given: string | undefined,
  isUpdated: boolean,
  { folder, complain }: Pick<Output, 'folder' | 'complain'>,
): Promise<Baseline> {
  const name = given ?? DEFAULT_FILE;
  if (name === '') throw new UsageError(l10n.t('--baseline needs the name of a file.'));
  const file = resolve(folder, name);
  const reading = await readText(fromDisk(file), MAX_BASELINE);
  const isMissing = reading.kind === 'unread' && reading.why.kind === 'missing';
  if (isMissing && !isUpdated) {
    if (given === undefined) return NO_BASELINE;
    throw new UsageError(l10n.t('There is no baseline "{0}". Write it with --update-baseline.', name));
  }
  if (reading.kind === 'unread' && !isMissing)
    throw new UsageError(`${name}: ${describeUnread(reading.why)}`);
  const written = reading.kind === 'text' ? reading.text.split(/\r?\n/).filter((line) => line !== '') : [];
  const known = new Set(written.filter((line) => LINE.test(line)));
  const strange = written.find((line) => !LINE.test(line));
  if (strange !== undefined && !isUpdated)
    complain(l10n.t('{0}: "{1}" isn\'t a finding, so it is ignored.', name, cut(strange)));
  const below = dirname(file);
  const found = new Set<string>();
  const lineOf = ({ file: checked, rule, fingerprint }: Known): string =>
    `${plainLine(nameFrom(below, checked))} ${rule} ${fingerprint}`;
  const isKnown = (line: string): boolean => known.has(line) || (isUpdated && found.has(line));
  return {
    isKnown: (finding) => isKnown(lineOf(finding)),
    note: (finding) => void found.add(lineOf(finding)),
    knownCount: () => [...found].filter(isKnown).length,
    end: async ({ isChecked, isWanted }) => {
      const isGone = (line: string): boolean => {
        const [, path = '', rule = ''] = LINE.exec(line) ?? [];
        return !found.has(line) && isWanted({ rule }) && isChecked(fromDisk(resolve(below, path)));
      };
      const left = [...known].filter((line) => !isGone(line));
      const gone = known.size - left.length;
      if (isUpdated) {
        const all = [...new Set([...left, ...found])].sort();
        await replaceFile(file, name, all.map((line) => `${line}\n`).join(''));
        complain(l10n.t('{0}: {1} added, {2} removed.', name, all.length - left.length, gone));
      } else if (gone > 0) {
        complain(
          l10n.t('{0}: findings that are gone: {1}. Run check --update-baseline to remove them.', name, gone),
        );
      }
    },
  };
}

function cut(line: string): string {
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}
