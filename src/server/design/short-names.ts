import { basename } from 'node:path/posix';
import { isWithin } from '../../lens/workspace/paths.ts';
import { fileOf } from '../file-names.ts';

/** Names files from the innermost open folder on, as editors do; where several are open, with that folder's name. */
export function shortNames(folders: readonly string[]): (file: string) => string {
  const roots = folders.map((uri) => fileOf(uri).replace(/\/$/, '')).sort((a, b) => b.length - a.length);
  return (file) => {
    const root = roots.find((one) => isWithin(one, file));
    if (root === undefined) return file;
    const rest = file.slice(root.length + 1);
    return roots.length === 1 ? rest : `${basename(root)}/${rest}`;
  };
}
