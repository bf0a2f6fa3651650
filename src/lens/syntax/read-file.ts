import { docTypesIn } from './doc-types.ts';
import type { CallExpr, Expr, TypeRef } from './facts/expr.ts';
import type { Binding, FileFacts, SyntaxFault } from './facts/facts.ts';
import { isFunctionFile } from './gate.ts';
import { lowerCall } from './lower/lower-call.ts';
import { lowerClass, lowerFunction } from './lower/lower-declaration.ts';
import { lowerStatements } from './lower/lower-statement.ts';
import { addWrite, type Lowering, newScope, type OpenScope } from './lower/lowering.ts';
import { type Parse, parseSource, syntaxErrorsOf } from './parse.ts';
import { recordBindings } from './read-bindings.ts';
import { lowerProgram } from './program/lower-program.ts';
import type { Program } from './program/program.ts';
import { checkDepth } from './depth.ts';
import * as ts from './typescript.ts';

/**
 * Parses one file and lowers it to facts. Never throws on broken code: what cannot be read is left out. Code
 * that is nested deeper than the stack allows gives no facts but that.
 * `file` decides by its ending whether JSX is read; JavaScript is read with JSX, as editors do. `parse` may be one that
 * knows the text before an edit.
 */
export function readFile(file: string, text: string, parse: Parse = parseSource): FileFacts {
  try {
    return lowerFile(file, text, parse);
  } catch (error) {
    if (error instanceof RangeError && text !== '')
      return { ...lowerFile(file, '', parseSource), ...TOO_DEEP };
    throw error;
  }
}

const TOO_DEEP: Pick<FileFacts, 'tooLarge'> = { tooLarge: 'depth' };

function lowerFile(file: string, text: string, parse: Parse): FileFacts {
  const source = parse(file, text);
  checkDepth(source);
  const noNames = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
  const lowering: Lowering = {
    source,
    text,
    scopes: [newScope()],
    functions: [],
    classes: [],
    types: Object.assign(noNames<TypeRef>(), Object.fromEntries(docTypesIn(source))),
    modules: new Set(),
    exports: noNames(),
    exportStars: [],
    calls: [],
    otherCalls: [],
    handed: [],
    instances: [],
    constructions: [],
    maybeSecrets: [],
    providers: [],
    augments: [],
    decorations: [],
    kept: noNames(),
    loops: [],
    callbacks: [],
    pendingWrites: [],
    awaited: new Set(),
    dropped: new Set(),
    unhandled: new Set(),
    lowerCall: (node, at) => lowerCall(lowering, node, at),
    lowerFunction: (node, at, name, makes) => lowerFunction(lowering, node, at, name, makes),
    lowerClass: (node, at) => lowerClass(lowering, node, at),
  };
  if (isFunctionFile(file)) recordBindings(lowering);
  else lowerStatements(lowering, source.statements, { scope: 0, branches: [], loops: [] }, undefined);
  const puts = settleWrites(lowering);
  const syntaxError = firstError(source);
  const program = isFunctionFile(file) ? undefined : programOf(source, text);
  return {
    file,
    scopes: lowering.scopes,
    functions: lowering.functions,
    classes: lowering.classes,
    types: lowering.types,
    modules: [...lowering.modules],
    exports: lowering.exports,
    exportStars: lowering.exportStars,
    calls: lowering.calls,
    otherCalls: lowering.otherCalls,
    handed: lowering.handed,
    instances: lowering.instances,
    constructions: lowering.constructions,
    maybeSecrets: lowering.maybeSecrets,
    providers: lowering.providers,
    augments: lowering.augments,
    decorations: lowering.decorations,
    kept: lowering.kept,
    loops: lowering.loops.sort((a, b) => a.span.start - b.span.start),
    callbacks: lowering.callbacks.sort((a, b) => a.fn - b.fn),
    puts,
    ...(lowering.exportsWhole !== undefined && { exportsWhole: lowering.exportsWhole }),
    ...(program && { program }),
    ...(syntaxError && { syntaxError }),
    // the parser gives the empty tree for it
    ...(source.text === '' && text !== '' && TOO_DEEP),
  };
}

function programOf(source: ts.SourceFile, text: string): Program | undefined {
  try {
    return lowerProgram(source, text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function firstError(source: ts.SourceFile): SyntaxFault | undefined {
  const errors = syntaxErrorsOf(source);
  const [error] = errors;
  return (
    error && {
      message: ts.flattenDiagnosticMessageText(error.messageText, ' '),
      offset: error.start,
      count: errors.length,
    }
  );
}

/** Gives each binding what writes to it. The result tells where the expressions begin that are put into lists. */
function settleWrites(lowering: Lowering): number[] {
  const puts = new Set<number>();
  for (const { name, scope, write } of lowering.pendingWrites) {
    let at: OpenScope | undefined = lowering.scopes[scope];
    while (at !== undefined && !(name in at.bindings)) {
      at = at.parent === undefined ? undefined : lowering.scopes[at.parent];
    }
    const binding = at?.bindings[name];
    if (binding !== undefined && (write.operator !== 'open' || canBeOpened(binding, at?.fn)))
      addWrite(binding, write);
    if (binding !== undefined && write.operator === 'push') puts.add(write.value.span.start);
  }
  return [...puts].sort((a, b) => a - b);
}

/**
 * Only of objects and arrays written in place does it matter that other code may change them, of the parts that a text is split
 * into, and of the instances that a function makes: those of a module are clients and services.
 */
function canBeOpened(binding: Binding, fn: number | undefined): boolean {
  const isMade = (init: Expr | undefined): boolean => {
    if (init?.kind === 'typed') return isMade(init.operand);
    if (init?.kind === 'call') return init.isNew ? fn !== undefined : isSplit(init);
    return init?.kind === 'object' || init?.kind === 'array';
  };
  return isMade(binding.init);
}

function isSplit({ callee }: CallExpr): boolean {
  return callee.kind === 'member' && callee.name === 'split';
}
