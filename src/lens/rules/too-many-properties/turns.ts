import type { Span } from '../../../core/text/span.ts';

/** `for (let i = 0; i < 365; i++)`: its variable, where it begins, how it is compared with what. */
const COUNTED =
  /^for\s*\(\s*(?:let|var)\s+(\w+)\s*=\s*(\d+)\s*;\s*\1\s*(<=?)\s*([\w$]+)\s*;\s*(?:\1\+\+|\+\+\1|\1\s*\+=\s*1)\s*\)/;

/**
 * How many different names an assignment to `entity[…]` makes in the loops around it, outermost first: 1 where they
 * are not counted by constants, or the name has no part of the variable.
 */
export function turnsOf(source: string, loops: readonly Span[], assignment: Span): number {
  const target = source.slice(assignment.start, assignment.end).split(/=(?!=)/)[0] ?? '';
  return loops.reduce((product, loop) => {
    const found = COUNTED.exec(source.slice(loop.start, loop.end));
    if (found === null) return product;
    const [, variable = '', first, comparison, last = ''] = found;
    const bound = constantOf(source, last);
    if (bound === undefined || !new RegExp(`\\b${variable}\\b`).test(target)) return product;
    return product * Math.max(1, bound - Number(first) + (comparison === '<=' ? 1 : 0));
  }, 1);
}

/** A number, or what `const name = …` says in the same file, where that is its only declaration. */
function constantOf(source: string, code: string): number | undefined {
  if (/^\d[\d_]*$/.test(code)) return Number(code.replaceAll('_', ''));
  const name = code.replaceAll('$', '\\$');
  const declared = [...source.matchAll(new RegExp(`\\b(?:const|let|var)\\s+${name}\\b([^;\\n]*)`, 'g'))];
  const [only] = declared;
  const value = /^\s*=\s*(\d[\d_]*)\s*$/.exec(only?.[1] ?? '')?.[1];
  return declared.length === 1 && value !== undefined ? Number(value.replaceAll('_', '')) : undefined;
}
