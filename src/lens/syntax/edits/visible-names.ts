import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** What makes names: a parameter or a variable. */
export type Declaration = ts.ParameterDeclaration | ts.VariableDeclaration;

/**
 * Names of parameters and variables that code at `offset` can use and that have a value there: parameters
 * of the functions around it, and what was declared before it in the blocks around it.
 */
export function visibleNames(file: string, text: string, offset: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name } of visibleDeclarations(parseSource(file, text), offset)) addNames(name, names);
  return names;
}

/** What declares those names, outer ones first. */
export function visibleDeclarations(source: ts.SourceFile, offset: number): readonly Declaration[] {
  const found: Declaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableStatement(node) && node.end <= offset) found.push(...node.declarationList.declarations);
    if (node.pos > offset || node.end < offset) return;
    if (ts.isFunctionLike(node)) found.push(...node.parameters);
    if (ts.isForOfStatement(node) || ts.isForInStatement(node) || ts.isForStatement(node)) {
      const { initializer, statement } = node;
      const inBody = statement.pos <= offset;
      if (inBody && initializer !== undefined && ts.isVariableDeclarationList(initializer)) {
        found.push(...initializer.declarations);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether code stands in a function that begins within other code: names of its parameters mean nothing outside of it. */
export function isInFunctionWithin(file: string, text: string, outer: Span, inner: Span): boolean {
  const visit = (node: ts.Node): boolean => {
    if (node.pos > inner.start || node.end < inner.end) return false;
    if (ts.isFunctionLike(node) && node.pos >= outer.start && node.end <= outer.end) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(parseSource(file, text));
}

/** Whether code at `offset` stands in functions that take nothing, so that no caller can hand it a value. */
export function isGivenNothing(file: string, text: string, offset: number): boolean {
  const around: ts.SignatureDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (node.pos > offset || node.end < offset) return;
    if (ts.isFunctionLike(node)) around.push(node);
    ts.forEachChild(node, visit);
  };
  visit(parseSource(file, text));
  return around.length > 0 && around.every(({ parameters }) => parameters.length === 0);
}

export function addNames(name: ts.BindingName, names: Set<string>): void {
  if (ts.isIdentifier(name)) {
    names.add(name.text);
    return;
  }
  for (const element of name.elements) if (ts.isBindingElement(element)) addNames(element.name, names);
}
