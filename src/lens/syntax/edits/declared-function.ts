import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { nodesAround, spanOf } from './nodes-around.ts';

/** A function with a name by which others call it, and all that declares it. */
export interface DeclaredFunction {
  readonly name: string;
  readonly fn: ts.FunctionLikeDeclaration & { readonly body: ts.ConciseBody };
  /** The statement, the member of a class, or the property of an object. */
  readonly whole: ts.Node;
  readonly nameNode: ts.Node;
  readonly isProperty: boolean;
  /** Edits that export another function as this one is exported; undefined where nobody outside of the file has it. */
  readonly exported: ((name: string) => readonly TextEdit[]) | undefined;
}

/** The innermost function around a place, if it is declared by a name of its own, and once. */
export function declaredFunctionAt(source: ts.SourceFile, place: Span): DeclaredFunction | undefined {
  const around = nodesAround(source, place);
  const at = around.findLastIndex(isFunction);
  const fn = around[at];
  if (fn === undefined || !isFunction(fn) || fn.body === undefined) return undefined;
  const declared = declaredBy(source, around.slice(0, at), fn);
  if (declared === undefined) return undefined;
  const modifiers = ts.canHaveModifiers(fn) ? (ts.getModifiers(fn) ?? []) : [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword)) return undefined;
  const decorated = [fn, declared.whole].some(
    (one) => ts.canHaveDecorators(one) && (ts.getDecorators(one)?.length ?? 0) > 0,
  );
  return decorated ? undefined : declared;
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node)
  );
}

function declaredBy(
  source: ts.SourceFile,
  around: readonly ts.Node[],
  fn: ts.FunctionLikeDeclaration,
): DeclaredFunction | undefined {
  const own = fn as DeclaredFunction['fn'];
  const [parent, above, top] = [around.at(-1), around.at(-2), around.at(-3)];
  const make = (
    whole: ts.Node,
    nameNode: ts.Node | undefined,
    isProperty: boolean,
    exported: DeclaredFunction['exported'],
  ): DeclaredFunction | undefined =>
    nameNode !== undefined && ts.isIdentifier(nameNode)
      ? { name: nameNode.text, fn: own, whole, nameNode, isProperty, exported }
      : undefined;
  const nothing = (): readonly TextEdit[] => [];
  if (ts.isMethodDeclaration(fn)) {
    const isOfClass = parent !== undefined && ts.isClassLike(parent);
    const isAlone = !isOfClass || parent.members.filter((one) => isNamed(one, fn.name)).length === 1;
    return isAlone ? make(fn, fn.name, !isOfClass, nothing) : undefined;
  }
  if (ts.isFunctionDeclaration(fn)) {
    if (parent === undefined || !(ts.isSourceFile(parent) || ts.isBlock(parent))) return undefined;
    const isAlone = parent.statements.filter((one) => isNamed(one, fn.name)).length === 1;
    if (!isAlone || fn.name === undefined) return undefined;
    const exported = ts.isBlock(parent)
      ? returnedOf(source, parent, above, fn.name)
      : exportsOf(source, fn, fn.name);
    return make(fn, fn.name, false, exported);
  }
  if (parent === undefined) return undefined;
  if (ts.isPropertyAssignment(parent)) return make(parent, parent.name, true, nothing);
  if (ts.isPropertyDeclaration(parent)) return make(parent, parent.name, false, nothing);
  if (ts.isVariableDeclaration(parent)) {
    if (parent.type !== undefined || above === undefined || top === undefined) return undefined;
    if (!ts.isVariableDeclarationList(above) || above.declarations.length !== 1) return undefined;
    const [list, factory] = [around.at(-4), around.at(-5)];
    if (!ts.isVariableStatement(top) || list === undefined || !ts.isIdentifier(parent.name)) return undefined;
    if (list === source) return make(top, parent.name, false, exportsOf(source, top, parent.name));
    return ts.isBlock(list)
      ? make(top, parent.name, false, returnedOf(source, list, factory, parent.name))
      : undefined;
  }
  if (ts.isBinaryExpression(parent) && parent.right === fn && above && ts.isExpressionStatement(above)) {
    const { left } = parent;
    if (!ts.isPropertyAccessExpression(left) || !isExports(left.expression)) return undefined;
    return make(above, left.name, false, nothing);
  }
  return undefined;
}

function isNamed(node: ts.Node, name: ts.Node | undefined): boolean {
  const own = 'name' in node ? (node.name as ts.Node | undefined) : undefined;
  if (own === undefined || name === undefined) return false;
  return ts.isIdentifier(own) && ts.isIdentifier(name) && own.text === name.text;
}

/** `exports`, or `module.exports`. */
function isExports(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'exports';
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module'
  );
}

/** How the file exports what a statement declares. */
function exportsOf(
  source: ts.SourceFile,
  statement: ts.Statement,
  { text: name }: ts.Identifier,
): DeclaredFunction['exported'] {
  const kinds = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (kinds.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return undefined;
  if (kinds.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return () => [];
  for (const one of source.statements) {
    if (ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause)) {
      if (one.moduleSpecifier !== undefined) continue;
      const own = one.exportClause.elements.find((each) => (each.propertyName ?? each.name).text === name);
      if (own !== undefined) return (other) => [after(own, `, ${other}`)];
    }
    if (!ts.isExpressionStatement(one) || !ts.isBinaryExpression(one.expression)) continue;
    const { left, right } = one.expression;
    if (isExports(left) && ts.isObjectLiteralExpression(right)) {
      const own = right.properties.find(
        (each) => ts.isShorthandPropertyAssignment(each) && each.name.text === name,
      );
      if (own !== undefined) return (other) => [after(own, `, ${other}`)];
    }
    if (ts.isPropertyAccessExpression(left) && isExports(left.expression) && ts.isIdentifier(right))
      if (right.text === name) {
        const target = left.expression.getText(source);
        return (other) => [after(one, `\n${target}.${other} = ${other};`)];
      }
  }
  return undefined;
}

/** How a function that makes functions returns them in an object, whose type nothing else says. */
function returnedOf(
  source: ts.SourceFile,
  body: ts.Block,
  factory: ts.Node | undefined,
  { text: name }: ts.Identifier,
): DeclaredFunction['exported'] {
  if (factory === undefined || !ts.isFunctionLike(factory) || factory.type !== undefined) return undefined;
  if (tagsBefore(source, factory).some((tag) => /^@(?:returns?|type)\b/.test(tag))) return undefined;
  const last = body.statements.at(-1);
  const object = last !== undefined && ts.isReturnStatement(last) ? last.expression : undefined;
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  const own = object.properties.find(
    (one) => ts.isShorthandPropertyAssignment(one) && one.name.text === name,
  );
  return own && ((other) => [after(own, `, ${other}`)]);
}

function after({ end }: ts.Node, text: string): TextEdit {
  return { span: { start: end, end }, text };
}

/** Every name in a node. */
export function namesIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  walk(node, (one) => {
    if (ts.isIdentifier(one)) names.add(one.text);
  });
  return names;
}

/** The code of a node after edits in it. */
export function editedCode(source: ts.SourceFile, node: ts.Node, edits: readonly TextEdit[]): string {
  const { start, end } = spanOf(source, node);
  const within = edits.map((edit) => ({
    ...edit,
    span: { start: edit.span.start - start, end: edit.span.end - start },
  }));
  return applyEdits(source.text.slice(start, end), within);
}

/** What leads the line that a node starts in; undefined where other code stands before it. */
export function indentOf(source: ts.SourceFile, node: ts.Node): string | undefined {
  const start = node.getStart(source);
  const lead = source.text.slice(lineStart(source.text, start), start);
  return lead.trim() === '' ? lead : undefined;
}

/** The lines of the comment before a node that begin with a tag, without what leads them; those of several lines are one. */
export function tagsBefore(source: ts.SourceFile, node: ts.Node): readonly string[] {
  const comments = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const last = comments.at(-1);
  const text = last === undefined ? '' : source.text.slice(last.pos, last.end);
  if (!text.startsWith('/**')) return [];
  const tags: string[] = [];
  for (const line of text.slice(3, -2).split(/\r?\n/)) {
    const content = line.trim().replace(/^\*/, '').trim();
    if (content.startsWith('@')) tags.push(content);
    else if (tags.length > 0 && content !== '') tags.push(`${tags.pop() ?? ''} ${content}`);
  }
  return tags;
}
