import type { Expr, FileFacts, TypeRef } from '../syntax/facts.ts';
import { type Abstract, type Context, unknown } from './abstract.ts';

/** How the linker gets at other files. */
export interface Files {
  /** The facts of a file, or undefined when it is not known (yet). */
  readonly facts: (file: string) => FileFacts | undefined;
  /** The first candidate that is a known file; a miss is remembered as wanted. */
  readonly resolve: (candidates: readonly string[]) => string | undefined;
}

/** What is remembered while the operations of one file are linked: it rests on the same files for all of them. */
export interface Memory {
  /** Names whose value is the same wherever they are used, by file, name and scope. */
  readonly names: Map<string, Abstract>;
  /** Modules by importing file and name. */
  readonly modules: Map<string, Abstract>;
}

export const newMemory = (): Memory => ({ names: new Map(), modules: new Map() });

/** One evaluation: files, and how much work it may still do. */
export interface Linker {
  readonly files: Files;
  readonly memory: Memory;
  /** What an expression is worth; a part of the linker so that none of its other parts needs to import it. */
  readonly evaluate: (expr: Expr, context: Context) => Abstract;
  /** Counts down; at 0 everything is unknown. */
  budget: number;
  /** Names and calls being looked into: a second visit is a cycle. */
  readonly visiting: Set<string>;
}

/** Steps that the evaluation of one call site may take; the largest seen in real code took 3,000. */
export const BUDGET = 50_000;

/** Deepest chain of names and calls that is followed. */
const DEPTH = 60;

/** Runs `work` unless it is already running further up, or the work is used up. */
export function once(linker: Linker, key: string, work: () => Abstract): Abstract {
  if (linker.visiting.has(key) || linker.visiting.size >= DEPTH || linker.budget <= 0)
    return unknown('too-complex');
  linker.budget -= 1;
  linker.visiting.add(key);
  try {
    return work();
  } finally {
    linker.visiting.delete(key);
  }
}

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** The files that a relative module name may mean, best first; empty for packages. */
export function candidatesFor(from: string, module: string): readonly string[] {
  if (!/^\.{1,2}(\/|$)/.test(module)) return [];
  const path = normalize(`${from.slice(0, from.lastIndexOf('/'))}/${module}`);
  // TypeScript sources name the JavaScript file that will stand beside them
  const source = /\.([cm]?)js(x?)$/.exec(path);
  const typed = source
    ? [path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'), path.replace(/\.[cm]?jsx?$/, '.tsx')]
    : [];
  return [
    ...typed,
    path,
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => `${path}/index${ending}`),
  ];
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The module that an import names: a file of the workspace, or something outside. */
export function moduleValue(linker: Linker, from: string, module: string): Abstract {
  const key = `${from}\n${module}`;
  const known = linker.memory.modules.get(key);
  if (known !== undefined) return known;
  const candidates = candidatesFor(from, module);
  const file = candidates.length === 0 ? undefined : linker.files.resolve(candidates);
  const value: Abstract =
    file === undefined ? { kind: 'external', module, path: [] } : { kind: 'module', file };
  linker.memory.modules.set(key, value);
  return value;
}

/** The declaration a type name leads to: through aliases and imports, to a package's type or an object type. */
export type NamedType =
  | { readonly kind: 'external'; readonly module: string; readonly name: string }
  | { readonly kind: 'local'; readonly type: TypeRef; readonly file: string }
  | { readonly kind: 'class'; readonly file: string; readonly cls: number }
  | undefined;
