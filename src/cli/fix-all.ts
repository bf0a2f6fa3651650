import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { realNameOf } from '../lens/workspace/disk.ts';
import { fromDisk, isWithin } from '../lens/workspace/paths.ts';
import type { Output } from './command.ts';
import { diffOf } from './diff.ts';
import { type FixedFile, fixFile, writeFixed } from './fix.ts';
import type { Listing } from './listing.ts';
import type { Survey, SurveyedFile } from './survey.ts';

/** Which files are fixed, and where it is said. */
interface FixContext {
  readonly isChecked: (file: SurveyedFile) => boolean;
  readonly listing: Pick<Listing, 'newIn'>;
  /** What was named on the command line. */
  readonly paths: readonly string[];
  readonly output: Output;
}

/**
 * Fixes all files of a survey, which has their new texts afterwards, and writes or shows what changes. Says each fix, as nobody chose it.
 * `partly` where a file could not be written.
 */
export async function fixAll(
  found: Survey,
  { isChecked, listing, paths, output }: FixContext,
  how: 'write' | 'show',
): Promise<'all' | 'partly'> {
  const fixed: FixedFile[] = [];
  for await (const file of found.files()) {
    const result = isChecked(file) ? await fixFile(found, file, listing.newIn) : undefined;
    if (result !== undefined) fixed.push(result);
  }
  const mayWrite = await placesNamed(paths, output.folder);
  let isAll = true;
  for (const each of fixed) {
    const wrong = how === 'write' ? await writeFixed(each, mayWrite) : undefined;
    if (how === 'show') output.patch(diffOf(each));
    if (wrong === undefined) {
      for (const { finding, fix } of each.applied)
        output.complain(
          how === 'write'
            ? l10n.t('{0}: fixed: {1} [{2}]', each.name, fix.title, finding.rule)
            : l10n.t('{0}: {1} [{2}]', each.name, fix.title, finding.rule),
        );
    } else {
      isAll = false;
      output.complain(wrong);
      await found.reread(each.file, each.before);
    }
  }
  return isAll ? 'all' : 'partly';
}

/** Whether a place is one of those that were named, or in one, links followed: what only a link leads to nobody named. */
async function placesNamed(paths: readonly string[], folder: string): Promise<(real: string) => boolean> {
  const named = (paths.length > 0 ? paths : ['.']).map((path) => fromDisk(resolve(folder, path)));
  const real = await Promise.all(named.map(realNameOf));
  return (file) => real.some((place) => isWithin(place, file));
}
