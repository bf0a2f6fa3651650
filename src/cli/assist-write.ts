import { stat, writeFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { readText, realNameOf } from '../lens/workspace/disk.ts';
import { fromDisk, isForeign, isWithin, toDisk } from '../lens/workspace/paths.ts';
import { UsageError } from './command.ts';
import type { ChangedFile } from './diff.ts';
import { replaceFile } from './replace-file.ts';

/** A changed file, and what the lens calls it. */
interface Written extends ChangedFile {
  readonly file: string;
}

/**
 * Writes all changed files, or none: throws a UsageError if one is outside of `folder`, belongs to a package, has another text than it
 * had, or isn't UTF-8. New files replace nothing.
 */
export async function writeChanges(folder: string, changed: readonly Written[]): Promise<void> {
  const top = await realNameOf(fromDisk(folder));
  for (const { file, name, before } of changed) {
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
  for (const { file, name, before, after } of changed) {
    if (before === undefined) await writeFile(toDisk(file), after, { flag: 'wx' });
    else await replaceFile(toDisk(await realNameOf(file)), name, after);
  }
}
