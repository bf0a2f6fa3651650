import { randomBytes } from 'node:crypto';
import { chmod, rename, rm, stat, writeFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { codeOf } from '../lens/workspace/disk.ts';
import { UsageError } from './command.ts';

/**
 * Writes a file whole or not at all, with the rights that it had: who reads it meanwhile sees the old text or the new one. A link is
 * replaced, so nothing is written to where it leads. `name` is what people call it. Throws a UsageError where that can't be done.
 */
export async function replaceFile(path: string, name: string, content: string): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const before = await stat(path).catch(() => undefined);
  try {
    await writeFile(fresh, content, { flag: 'wx' });
    if (before !== undefined) await chmod(fresh, before.mode);
    await rename(fresh, path);
  } catch (error) {
    throw new UsageError(l10n.t("{0} can't be written ({1}).", name, codeOf(error)));
  } finally {
    await rm(fresh, { force: true });
  }
}
