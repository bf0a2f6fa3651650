import type { TextEdit } from '../../core/text/edit.ts';
import { importStyleOf } from '../syntax/edits/import-style.ts';
import { useImport } from '../syntax/edits/edit-imports.ts';
import { exportsFunction } from '../syntax/edits/exported.ts';
import { restyled, styleOf } from './code-style.ts';
import type { Change, World } from './pattern.ts';

/** A function of its own module that an assist writes once in a folder. */
export interface Helper {
  /** The module's file without its ending: `retry-on-conflict`. */
  readonly module: string;
  readonly name: string;
  /** Other functions of the module that code may call. */
  readonly also?: readonly string[];
  /** A number that the source has: a module of that name without it is another one. */
  readonly mark: string;
  readonly typescript: string;
  /** In JavaScript without its export: the function alone. */
  readonly javascript: string;
}

/** How code can call a helper. */
export interface UsedHelper {
  /** How the code is to call it. */
  readonly reference: string;
  /** What must be written in the file for that. */
  readonly edits: readonly TextEdit[];
  /** The module, where there is none yet. */
  readonly created?: Extract<Change, { kind: 'create' }>;
}

/** The file beside `file` that the module of a helper has, in the same language; undefined beside markup. */
export function moduleBeside(file: string, module: string): string | undefined {
  const [, folder = '', ending = ''] = /^(.*\/)[^/]*\.([cm]?[jt]s)x?$/.exec(file) ?? [];
  return ending === '' ? undefined : `${folder}${module}.${ending}`;
}

/**
 * Lets a file call a helper: imports it from its module beside the file, which is made if there is none. Undefined where another module
 * has its name, and in markup.
 */
export function useHelper(world: World, file: string, helper: Helper): UsedHelper | undefined {
  const text = world.text(file);
  const module = moduleBeside(file, helper.module);
  if (text === undefined || module === undefined) return undefined;
  const imports = importStyleOf(file, text, world.text);
  const used = useImport(file, text, `./${helper.module}${imports.ending}`, helper.name);
  if (used === undefined) return undefined;
  const known = world.beside(module);
  if (known !== undefined) {
    const isIt = exportsFunction(module, known, helper.name) && known.includes(helper.mark);
    return isIt ? used : undefined;
  }
  const isTypeScript = /\.[cm]?ts$/.test(module);
  const names = [helper.name, ...(helper.also ?? [])];
  const exported = imports.isCommonJs
    ? `${helper.javascript}\nmodule.exports = { ${names.join(', ')} };\n`
    : names.reduce(
        (all, name) => all.replace(new RegExp(`^(?=(?:async )?function ${name}\\()`, 'm'), 'export '),
        helper.javascript,
      );
  const code = isTypeScript ? helper.typescript : exported;
  return { ...used, created: { kind: 'create', file: module, text: restyled(code, styleOf(text)) } };
}
