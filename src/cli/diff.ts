import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { withoutSecrets } from '../core/text/secrets.ts';
import { plainLine } from './plain.ts';

/** A file by its name from the working directory, as it was, if there was one, and as it is to be. */
export interface ChangedFile {
  readonly name: string;
  readonly before?: string;
  readonly after: string;
}

/** A unified diff, as git has it, from the working directory; secrets are stars in it. */
export function diffOf({ name, before, after }: ChangedFile): readonly string[] {
  const from = before === undefined ? '/dev/null' : plainLine(`a/${name}`);
  const to = plainLine(`b/${name}`);
  const patch = structuredPatch(from, to, before ?? '', after, undefined, undefined, { context: 3 });
  const lines = formatPatch(patch, FILE_HEADERS_ONLY).split('\n');
  return lines.slice(0, lines.at(-1) === '' ? -1 : undefined).map(withoutSecrets);
}
