import type { Span } from '../../../core/text/span.ts';
import { unusedImports } from '../../syntax/edits/unused-imports.ts';
import type { World } from '../pattern.ts';
import type { SiteEdit } from './without-copies.ts';

/** Code that a pattern replaces in a file, and what of the code there stays in use. */
interface ReplacedSite {
  readonly file: string;
  readonly kept: readonly Span[];
  /** Absent where nothing goes. */
  readonly replaced?: Span | undefined;
}

/** The edits that take out of imports what the code alone has used that sites replace. */
export function unusedIn(world: World, sites: readonly ReplacedSite[]): readonly SiteEdit[] {
  const files = [...new Set(sites.map(({ file }) => file))];
  return files.flatMap((file) => {
    const own = sites.filter((one) => one.file === file);
    const removed = own.flatMap(({ replaced }) => replaced ?? []);
    const kept = own.flatMap((one) => one.kept);
    return unusedImports(file, world.text(file) ?? '', removed, kept).map((edit) => ({ file, edit }));
  });
}
