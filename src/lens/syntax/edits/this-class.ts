import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** The class of whose instance code at `offset` says `this`; undefined outside of one, in static code and in functions with a `this` of their own. */
export function classOfThis(file: string, text: string, offset: number): Span | undefined {
  let found: Span | undefined;
  const visit = (node: ts.Node): void => {
    if (node.pos > offset || node.end <= offset) return;
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)) {
      found = undefined;
    }
    if (!ts.isClassDeclaration(node) && !ts.isClassExpression(node)) {
      ts.forEachChild(node, visit);
      return;
    }
    const member = node.members.find(({ pos, end }) => pos <= offset && offset < end);
    if (member === undefined) return;
    found = isStatic(member) ? undefined : { start: node.pos, end: node.end };
    ts.forEachChild(member, visit);
  };
  visit(parseSource(file, text));
  return found;
}

function isStatic(member: ts.ClassLikeDeclaration['members'][number]): boolean {
  return (
    ts.isClassStaticBlockDeclaration(member) ||
    (ts.canHaveModifiers(member) &&
      ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true)
  );
}
