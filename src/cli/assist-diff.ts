import { relative } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { withoutSecrets } from '../core/text/secrets.ts';
import { toDisk } from '../lens/workspace/paths.ts';

/** A file as it is, if there is one, and as it is to be. */
export interface Changed {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The lines of a unified diff as git writes it, with secrets as stars; names of files are relative to `folder`. */
export function diffOf(folder: string, { file, before, after }: Changed): readonly string[] {
  const name = relative(folder, toDisk(file)).replaceAll('\\', '/');
  const old = before === undefined ? '/dev/null' : `a/${name}`;
  const patch = createTwoFilesPatch(old, `b/${name}`, before ?? '', after, '', '', { context: 3 });
  return patch
    .split('\n')
    .filter((line, index, all) => !/^=+$/.test(line) && !(line === '' && index === all.length - 1))
    .map(withoutSecrets);
}
