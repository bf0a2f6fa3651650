import type { TextEdit } from '../../../core/text/edit.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { importStyleOf } from '../../syntax/edits/import-style.ts';
import { restyled, styleOf } from '../code-style.ts';
import type { Language } from '../code/language.ts';
import type { Change, World } from '../pattern.ts';
import { withOwnTables, withOwnVariable } from './account.ts';
import { pathBetween } from './site-name.ts';
import { areApart, byFile, type SiteEdit } from './without-copies.ts';

/** How a file imports a name of a module that is written for a pattern; undefined where the name has another meaning there. */
export function importOf(
  world: World,
  file: string,
  module: string,
  name: string,
): ReturnType<typeof useImport> {
  const text = world.text(file);
  if (text === undefined) return undefined;
  const { ending } = importStyleOf(file, text, world.text);
  return useImport(file, text, pathBetween(file, module).replace(/\.[cm]?[jt]s$/, ending), name);
}

/** One import of each file for all names that it needs. */
export function importEdits(
  world: World,
  module: string,
  uses: readonly { readonly file: string; readonly name: string }[],
): readonly SiteEdit[] {
  const wanted = new Map<string, Set<string>>();
  for (const { file, name } of uses) wanted.set(file, (wanted.get(file) ?? new Set()).add(name));
  return [...wanted].flatMap(([file, all]) => {
    const [first, ...others] = [...all].sort();
    const found = first === undefined ? undefined : importOf(world, file, module, first);
    return (found?.edits ?? []).map((edit: TextEdit) => ({
      file,
      edit: { ...edit, text: edit.text.replace(first ?? '', [first, ...others].join(', ')) },
    }));
  });
}

/** The edits by file, those of `first` first; undefined where two are about the same code. */
export function changesOf(
  world: World,
  first: string,
  edits: readonly SiteEdit[],
): readonly Change[] | undefined {
  const changes: Change[] = [];
  for (const [file, all] of [...byFile(edits)].sort(([a]) => (a === first ? -1 : 0))) {
    const source = world.text(file) ?? '';
    if (!areApart(source, all)) return undefined;
    changes.push({ kind: 'edit', file, edits: styleOf(source).finish(all) });
  }
  return changes;
}

/** How modules beside a file are written, and what is after their names in an import. */
export function languageOf(
  world: World,
  file: string,
  module: string,
): { readonly language: Language; readonly ending: string } {
  const { isCommonJs, ending } = importStyleOf(file, world.text(file) ?? '', world.text);
  return { language: { isTypeScript: /\.[cm]?ts$/.test(module), isCommonJs }, ending };
}

/** A new file in the style of another one. */
export function newFile(world: World, like: string, file: string, code: string): Change {
  const own = withOwnTables(
    withOwnVariable(file.endsWith('ts') ? code : withShortHeads(code), like, world),
    world,
  );
  return { kind: 'create', file, text: restyled(own, styleOf(world.text(like) ?? '')) };
}

/** Code without types, where the parameters of a function are in one line if that is short. */
function withShortHeads(code: string): string {
  return code.replaceAll(
    /^((?:export )?(?:async )?function\*? \w+\()\n((?: {2}\S[^\n]*,\n)+)\) \{$/gm,
    (all, head: string, list: string) => {
      const line = `${head}${list.slice(2, -2).replaceAll(',\n  ', ', ')}) {`;
      return line.length <= LONGEST ? line : all;
    },
  );
}

/** Characters of a line of code. */
const LONGEST = 110;
