import * as ts from '../typescript.ts';
import { bare, declarationOf, functionNamed, type PlainFunction, type Tree } from './tree.ts';

/** The function that an argument is, or names, if nothing of what it is given can be taken but by its parameters. */
export function callbackOf(tree: Tree, argument: ts.Expression): PlainFunction | undefined {
  const node = bare(argument);
  const fn =
    ts.isArrowFunction(node) || ts.isFunctionExpression(node)
      ? node
      : ts.isIdentifier(node)
        ? namedFunction(tree, node)
        : undefined;
  if (fn === undefined || ts.isArrowFunction(fn)) return fn;
  const hasArguments = tree.identifiers('arguments').some(({ pos, end }) => fn.pos <= pos && end <= fn.end);
  return hasArguments ? undefined : fn;
}

function namedFunction(tree: Tree, name: ts.Identifier): PlainFunction | undefined {
  const fn = functionNamed(tree, name.text);
  const declared = declarationOf(tree, name);
  if (fn === undefined) return undefined;
  if (ts.isFunctionDeclaration(fn)) return declared === undefined ? fn : undefined;
  return declared !== undefined && tree.parentOf(declared) === tree.parentOf(fn) ? fn : undefined;
}

/** Whether an array's method asks no more of what its function gives back than whether it is truthy. */
export function isTruthOnly(method: string): boolean {
  return TESTING.has(method);
}

const TESTING: ReadonlySet<string> = new Set([
  'forEach',
  'filter',
  'find',
  'findLast',
  'findIndex',
  'findLastIndex',
  'some',
  'every',
]);

/** Which arguments of an array's method's function are elements, and how many come before the array itself. */
export function entityAt(method: string): { readonly places: readonly number[]; readonly most: number } {
  if (method === 'sort' || method === 'toSorted') return { places: [0, 1], most: 2 };
  if (method === 'reduce' || method === 'reduceRight') return { places: [1], most: 3 };
  return { places: [0], most: 2 };
}
