import type { Operation } from '../../model/operations/operation.ts';
import type { World } from '../pattern.ts';
import { isThrough } from './table-program.ts';

/** A function around a call of the SDK, by its name and where that is declared in the file of the call. */
interface Declared {
  readonly name: string;
  readonly declaredAt: number;
}

/**
 * Whether every place of the program that says a function's name is a call of it which is seen, of whichever table, its declaration, or
 * hands it to another file: it isn't overridden, given as a value, or called by what is not followed. A word of a comment counts, too.
 */
export function isNamedWhereSeen(world: World, inner: Operation, { name, declaredAt }: Declared): boolean {
  if (!/^#?[\p{L}_$][\w$]*$/u.test(name)) return false;
  const named = new RegExp(
    String.raw`(?<![\p{L}\w$])${name.replace(/\$/g, String.raw`\$`)}(?![\p{L}\w$])`,
    'gu',
  );
  return world.files().every((file) => {
    const text = world.text(file) ?? '';
    const seen = new Set(
      world.operations(file).flatMap((one) => (isThrough(one, inner) ? [one.nameSpan.start] : [])),
    );
    return [...text.matchAll(named)].every(
      ({ index }) =>
        seen.has(index) ||
        (file === inner.file && index === declaredAt) ||
        isHandedOver(text.slice(0, index), text.slice(index + name.length)),
    );
  });
}

/** `import { name }`, `export { name }`, `module.exports = { name }`, `const { name } = require(…)`: under the same name. */
function isHandedOver(before: string, after: string): boolean {
  const open = before.lastIndexOf('{');
  if (open < 0 || before.includes('}', open) || /^\s*(?:as\b|:)/.test(after)) return false;
  const head = before.slice(Math.max(0, open - HEAD), open).trimEnd();
  if (/\b(?:import|export)(?: type)?$/.test(head) || /\bmodule\.exports =$/.test(head)) return true;
  const close = after.indexOf('}');
  return /\b(?:const|let|var)$/.test(head) && after.slice(close + 1, close + HEAD).startsWith(' = require(');
}

/** Characters of what stands before and after a list of names. */
const HEAD = 40;
