import type { Change, World } from '../pattern.ts';
import { pathBetween } from './site-name.ts';

/** The nearest folder above a file that is a package; undefined where none is seen. */
export function packageOf(world: Pick<World, 'text'>, file: string): string | undefined {
  for (let end = file.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : file.lastIndexOf('/', end - 1)) {
    const folder = file.slice(0, end);
    if (world.text(`${folder}/package.json`) !== undefined) return folder;
  }
  return undefined;
}

/** The first edited file that would import a new module out of the folder of another package. */
export function importsAcross(
  world: Pick<World, 'text'>,
  changes: readonly Change[],
): { readonly file: string; readonly module: string } | undefined {
  for (const created of changes) {
    if (created.kind !== 'create') continue;
    const { file: module } = created;
    for (const edited of changes) {
      if (edited.kind !== 'edit' || packageOf(world, edited.file) === packageOf(world, module)) continue;
      const path = pathBetween(edited.file, module).replace(/\.[cm]?[jt]s$/, '');
      if (edited.edits.some(({ text }) => text.includes(path))) return { file: edited.file, module };
    }
  }
  return undefined;
}
