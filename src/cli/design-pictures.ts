import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { TableReport } from '../lens/design/report/data.ts';
import type { PictureOf } from '../lens/design/report/markdown.ts';
import { pictureFilesOf } from '../lens/design/report/picture-files.ts';
import { codeOf } from '../lens/workspace/disk.ts';
import { UsageError } from './command.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Writes the pictures of some reports into a folder, which is made where it isn't there, and tells where each lies as a page in the
 * working directory links to it. `folder` is the working directory, `into` what the user names. Throws a UsageError where a file can't
 * be written.
 */
export async function writePictures(
  reports: readonly TableReport[],
  folder: string,
  into: string,
): Promise<PictureOf> {
  const place = resolve(folder, into);
  const files = pictureFilesOf(reports);
  try {
    if (files.length > 0) await mkdir(place, { recursive: true });
  } catch (error) {
    throw new UsageError(l10n.t("{0} can't be written ({1}).", into, codeOf(error)));
  }
  for (const { name, svg } of files) await replaceFile(join(place, name), `${into}/${name}`, svg);
  const addresses = new Map(files.map(({ design, name }) => [design, address(into, name)]));
  return (design) => addresses.get(design);
}

function address(into: string, name: string): string {
  const folder = into.replaceAll('\\', '/');
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
}
