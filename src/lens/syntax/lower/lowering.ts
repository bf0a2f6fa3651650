import type { Span } from '../../../core/text/span.ts';
import { spanIn, startOf } from '../start-of.ts';
import { andAlso, type Branch } from '../facts/branches.ts';
import type { Expr, LiteralText, TypeRef } from '../facts/expr.ts';
import {
  type Binding,
  type BindingWrite,
  type Callback,
  type CallSite,
  type CandidateCall,
  type ClassCopy,
  type ClassMember,
  type Construction,
  type FunctionFacts,
  type InstanceSite,
  type KeptEntry,
  type LoopFacts,
  type Augment,
  type Decoration,
  type Provider,
} from '../facts/facts.ts';
import type * as ts from '../typescript.ts';

/** What lowering one file collects. Only the functions of this folder write to it. */
export interface Lowering {
  readonly source: ts.SourceFile;
  readonly text: string;
  readonly scopes: OpenScope[];
  readonly functions: FunctionFacts[];
  readonly classes: OpenClass[];
  readonly types: Record<string, TypeRef>;
  readonly modules: Set<string>;
  readonly exports: Record<string, Expr>;
  exportsWhole?: Expr;
  readonly exportStars: string[];
  readonly calls: CandidateCall[];
  readonly otherCalls: CallSite[];
  readonly handed: CallSite[];
  readonly instances: InstanceSite[];
  readonly constructions: Construction[];
  readonly maybeSecrets: LiteralText[];
  readonly providers: Provider[];
  readonly augments: Augment[];
  readonly decorations: Decoration[];
  readonly kept: Record<string, KeptEntry[]>;
  readonly loops: LoopFacts[];
  readonly callbacks: Callback[];
  /** Writes whose binding may be declared further down. */
  readonly pendingWrites: { readonly name: string; readonly scope: number; readonly write: BindingWrite }[];
  /** Calls whose promise is waited for, known before the call itself is lowered. */
  readonly awaited: Set<ts.Node>;
  /** Calls whose result nobody has, likewise. */
  readonly dropped: Set<ts.Node>;
  /** Calls whose promise is only followed by what is done after it, of a statement. */
  readonly unhandled: Set<ts.Node>;
  /** Calls, functions and classes stand in expressions, of which they are made themselves. */
  readonly lowerCall: (node: ts.CallExpression | ts.NewExpression, at: At) => Expr;
  readonly lowerFunction: (
    node: ts.FunctionLikeDeclaration,
    at: At,
    name: string | undefined,
    makes?: number,
  ) => number;
  readonly lowerClass: (node: ts.ClassLikeDeclaration, at: At) => number;
}

type OpenBinding = Omit<Binding, 'writes'> & { writes: BindingWrite[] };

/** Most scopes have no names, and most names are never written to: those share one of each, which nobody changes. */
const NO_BINDINGS = Object.create(null) as OpenScope['bindings'];
const NO_WRITES: BindingWrite[] = [];

export interface OpenScope {
  readonly parent?: number | undefined;
  readonly fn?: number | undefined;
  bindings: Record<string, OpenBinding>;
}

export interface OpenClass {
  readonly id: number;
  readonly name?: string;
  readonly extends?: Expr;
  readonly members: ClassMember[];
  constructorFn?: number;
  superArgs?: readonly Expr[];
  copies?: readonly ClassCopy[];
}

/** Where in the file the walk is. */
export interface At {
  readonly scope: number;
  readonly fn?: number | undefined;
  readonly cls?: number | undefined;
  /** What `this` of a `function` or method written here is; arrow functions keep {@link cls}. */
  readonly ownThis?: number;
  /** Branches between the function's start and here. */
  readonly branches: readonly Branch[];
  /** Loops between the function's start and here. */
  readonly loops: readonly Span[];
  /** What is thrown here is caught in the function. */
  readonly isCaught?: boolean;
  /** Where a namespace collects what it exports; absent in the module's own code. */
  readonly exports?: Record<string, Expr>;
}

export function spanOf(lowering: Lowering, node: ts.Node): Span {
  return spanIn(lowering.source, node);
}

export function textOf(lowering: Lowering, node: ts.Node): string {
  return lowering.text.slice(startOf(node, lowering.source), node.end);
}

/** A scope, the module's unless it has a parent. */
export function newScope(parent?: number, fn?: number): OpenScope {
  return { parent, fn, bindings: NO_BINDINGS };
}

export function openScope(lowering: Lowering, at: At, fn: number | undefined = at.fn): number {
  lowering.scopes.push(newScope(at.scope, fn));
  return lowering.scopes.length - 1;
}

/** The scope that a `var` of this place belongs to. */
export function functionScope(lowering: Lowering, at: At): number {
  let scope = at.scope;
  for (;;) {
    const { parent, fn } = lowering.scopes[scope] ?? {};
    if (parent === undefined || lowering.scopes[parent]?.fn !== fn) return scope;
    scope = parent;
  }
}

export function declare(
  lowering: Lowering,
  scope: number,
  name: string,
  { span, init, type }: Pick<Binding, 'span' | 'init' | 'type'>,
): void {
  const open = lowering.scopes[scope];
  if (open === undefined) return;
  // names such as `constructor` must not be found on a prototype
  if (open.bindings === NO_BINDINGS) open.bindings = Object.create(null) as OpenScope['bindings'];
  const before = open.bindings[name];
  // `var x; … var x = 1;` is one binding
  open.bindings[name] = { span, init, type, writes: before?.writes ?? NO_WRITES };
}

export function addWrite(binding: OpenBinding, write: BindingWrite): void {
  if (binding.writes === NO_WRITES) binding.writes = [write];
  else binding.writes.push(write);
}

export function under(at: At, branch: Branch): At {
  return { ...at, branches: andAlso(at.branches, branch) };
}
