import type { Expr, PropertyExpr, TypeRef } from '../syntax/facts/expr.ts';
import type { Binding, CallSite, ClassFacts, FileFacts } from '../syntax/facts/facts.ts';
import { type Abstract, type Context, type ObjectValue, unknown } from './values/abstract.ts';
import { FILE_BUDGET, MOST_DEPTH, MOST_VISITS } from './limits.ts';

/** How the linker gets at other files. */
export interface Files {
  /** The facts of a file, or undefined when it is not known (yet). */
  readonly facts: (file: string) => FileFacts | undefined;
  /** The known file that `from` means by a module's name; what it may be otherwise is remembered as wanted. */
  readonly resolve: (from: string, module: string) => string | undefined;
  /** The known files that may say what a container hands out. */
  readonly providers: () => readonly string[];
  /** The known files with a class that says that it has an interface of this name. */
  readonly implementing: (name: string) => readonly string[];
  /** The table that `.partitionlens.json` names for a client that a file has under one of these names, the first first. */
  readonly tableOfClient: (file: string, names: readonly string[]) => string | undefined;
}

/** What is remembered while the operations of one file are linked: it rests on the same files for all of them. */
export interface Memory {
  /** Names whose value is the same wherever they are used, by what declares them. */
  readonly names: Map<Binding, Abstract>;
  /** What is written to names. */
  /** Modules by importing file and name. */
  readonly modules: Map<string, Map<string, Abstract>>;
  /** What each file exports `*` from, itself included. */
  readonly stars: Map<string, ReadonlySet<string>>;
  /** The calls in a file by the name that is called. */
  readonly calls: Map<FileFacts, ReadonlyMap<string, readonly CallSite[]>>;
  /** The calls of each function in its own file. */
  readonly callers: Map<FileFacts, Map<number, readonly CallSite[]>>;
  /** Of each file the calls that are handed a function by its name, by that. */
  readonly handed: Map<FileFacts, ReadonlyMap<string, readonly CallSite[]>>;
  /** Where each property of a literal that has many stands in it. */
  readonly places: Map<readonly PropertyExpr[], PropertyPlaces>;
  /** Properties of objects into which others are spread. */
  readonly properties: Map<ObjectValue, Map<string, Abstract>>;
  /** What the instances of a class have of their own. */
  readonly fields: Map<ClassFacts, readonly PropertyExpr[]>;
  /** What containers hand out, by token, once somebody asks for it. */
  readonly providers: { all?: ReadonlyMap<string, readonly Provided[]> };
  /** What files add to types of packages, and to applications, once somebody asks for it. */
  readonly augmented: { all?: Augmented };
  /** The classes that say that they have an interface, by its file and name, once somebody asks for it. */
  readonly implementers: Map<string, readonly Implementer[]>;
  /** How much work is left for all that is asked of the file. */
  readonly work: Work;
  /** The same for what is only asked once this memory is forgotten. */
  readonly later: Work;
}

/** The places of properties by their names, and of what is spread, in order. */
export interface PropertyPlaces {
  readonly named: ReadonlyMap<string, readonly number[]>;
  readonly spread: readonly number[];
}

/** A class that says it has an interface, with what it gives for the type parameters of that. */
export interface Implementer {
  readonly class: Extract<NamedType, { kind: 'class' }>;
  readonly args: readonly TypeRef[];
}

/** What files add to what comes from packages. */
export interface Augmented {
  /** The type of a member, by module, name of the type and member. */
  readonly members: ReadonlyMap<string, readonly { readonly type: TypeRef; readonly file: string }[]>;
  /** What an application is given, by its name. */
  readonly decorations: ReadonlyMap<string, readonly Provided[]>;
}

/** Counts down. */
export interface Work {
  left: number;
}

/** What a provider in some file gives. */
export interface Provided {
  readonly value: Expr;
  readonly context: Context;
}

export const newMemory = (
  work: Work = { left: FILE_BUDGET },
  later: Work = { left: FILE_BUDGET },
): Memory => ({
  work,
  later,
  names: new Map(),
  modules: new Map(),
  stars: new Map(),
  calls: new Map(),
  callers: new Map(),
  handed: new Map(),
  places: new Map(),
  properties: new Map(),
  fields: new Map(),
  providers: {},
  augmented: {},
  implementers: new Map(),
});

/** One evaluation: files, and how much work it may still do. */
export interface Linker {
  readonly files: Files;
  readonly memory: Memory;
  /** What an expression is worth; a part of the linker so that none of its other parts needs to import it. */
  readonly evaluate: (expr: Expr, context: Context) => Abstract;
  /** A property or method of a value, likewise. */
  readonly member: (object: Abstract, name: string) => Abstract;
  /** Counts down; at 0 everything is unknown. */
  budget: number;
  /** How many expressions are being looked into, each for the one before. */
  depth: number;
  /** Names and calls being looked into, innermost last: a second visit is a cycle. */
  readonly visiting: Visit[];
}

interface Visit {
  readonly what: object;
  readonly part: string | number;
  readonly fn: number | undefined;
}

/** Takes what is done besides looking at expressions from what may still be done. */
export function spend(linker: Linker, work: number): void {
  linker.budget -= work;
  linker.memory.work.left -= work;
}

/** Runs `work` one step further down, unless that is deeper than is followed. */
export function deeper<T>(linker: Linker, otherwise: T, work: () => T): T {
  if (linker.budget <= 0 || linker.depth >= MOST_DEPTH) return otherwise;
  linker.depth += 1;
  const value = work();
  linker.depth -= 1;
  return value;
}

/**
 * Runs `work` unless it is already running further up, or the work is used up. It is told by what it looks into (some
 * part of a file's facts, which part of that, and the function whose arguments are known): to make one text of these
 * each time would cost more than what is done.
 */
export function once(
  linker: Linker,
  what: object,
  part: string | number,
  work: () => Abstract,
  fn?: number,
): Abstract {
  const { visiting } = linker;
  if (visiting.length >= MOST_VISITS || linker.budget <= 0) return unknown('too-complex');
  for (const visit of visiting) {
    if (visit.what === what && visit.part === part && visit.fn === fn) return unknown('too-complex');
  }
  spend(linker, 1);
  visiting.push({ what, part, fn });
  try {
    return work();
  } finally {
    visiting.pop();
  }
}

/** The declaration a type name leads to: through aliases and imports, to a package's type or an object type. */
export type NamedType =
  | { readonly kind: 'external'; readonly module: string; readonly name: string }
  | {
      readonly kind: 'local';
      readonly type: TypeRef;
      readonly file: string;
      /** The name that the file declares it under. */
      readonly name?: string;
    }
  | { readonly kind: 'class'; readonly file: string; readonly cls: number }
  | undefined;
