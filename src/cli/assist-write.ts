import { stat, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { readText, realNameOf } from '../lens/workspace/disk.ts';
import { fromDisk, isForeign, isWithin, toDisk } from '../lens/workspace/paths.ts';
import type { Changed } from './assist-diff.ts';
import { UsageError } from './command.ts';

/**
 * Writes all changed files, or none: throws a UsageError if one is outside of `folder`, belongs to a package, has another text than it
 * had, or isn't UTF-8. New files replace nothing.
 */
export async function writeChanges(folder: string, changed: readonly Changed[]): Promise<void> {
  const top = await realNameOf(fromDisk(folder));
  for (const { file, before } of changed) {
    const name = relative(folder, toDisk(file));
    const parent = before === undefined ? file.slice(0, file.lastIndexOf('/')) : file;
    const real = await realNameOf(parent);
    if (isForeign(real) || !isWithin(top, real))
      throw new UsageError(l10n.t("{0} isn't in the working directory, so nothing was written.", name));
    const now = await readText(file);
    const isSame =
      now.kind === 'text' ? now.text === before : before === undefined && now.why.kind === 'missing';
    if (!isSame) throw new UsageError(l10n.t('{0} changed in the meantime, so nothing was written.', name));
    // a mark at its start, or another encoding, would be lost
    const isPlain = before === undefined || (await stat(toDisk(file))).size === Buffer.byteLength(before);
    if (!isPlain) throw new UsageError(l10n.t("{0} isn't plain UTF-8, so nothing was written.", name));
  }
  for (const { file, before, after } of changed)
    await writeFile(toDisk(file), after, { flag: before === undefined ? 'wx' : 'w' });
}
