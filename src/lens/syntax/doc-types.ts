import type { TypeRef } from './facts/expr.ts';
import { lowerType, optional } from './facts/types.ts';
import * as ts from './typescript.ts';

/** A node with its doc comments, and with the type that they give it. */
interface Documented extends ts.Node {
  readonly jsDoc?: readonly ts.JSDoc[];
  docType?: TypeRef | undefined;
}

/** Whether types can stand in the doc comments of a JavaScript file: most files have none, and their comments are not parsed. */
export function mayHaveDocTypes(text: string): boolean {
  return text.includes('/**') && ['@param', '@type', '@return'].some((tag) => text.includes(tag));
}

/** The type of a parameter, variable, field, cast or of what a function returns: its annotation, or what a doc comment says. */
export function typeOf(node: ts.Node & { readonly type?: ts.TypeNode | undefined }): TypeRef | undefined {
  return node.type === undefined ? (node as Documented).docType : lowerType(node.type);
}

/** Gives the nodes of a JavaScript file the types of their doc comments, for {@link typeOf} and {@link docTypesIn}. */
export function addDocTypes(source: ts.SourceFile & { docTypes?: DocTypes }): void {
  const declared = new Map<string, TypeRef>();
  visit(source, (node) => {
    const { jsDoc = [] } = node;
    const own = jsDoc.at(-1)?.tags;
    if (own !== undefined) document(node, own);
    for (const { tags = [] } of jsDoc) declare(declared, tags);
  });
  source.docTypes = declared;
}

/** Types by the name that a doc comment declares each with: `@typedef`. */
type DocTypes = ReadonlyMap<string, TypeRef>;

/** The types that doc comments of a file declare. */
export function docTypesIn(source: ts.SourceFile & { readonly docTypes?: DocTypes }): DocTypes {
  return source.docTypes ?? NO_TYPES;
}

const NO_TYPES: DocTypes = new Map();

function declare(declared: Map<string, TypeRef>, tags: readonly ts.JSDocTag[]): void {
  for (const tag of tags) {
    if (!ts.isJSDocTypedefTag(tag) || tag.name === undefined) continue;
    const type = tag.typeExpression && plainType(tag.typeExpression);
    if (type !== undefined) declared.set(tag.name.text, type);
  }
}

/** A type, with the names that only doc comments give primitives as TypeScript has them: `String`, `Object<string, number>`. */
function plainType(node: ts.JSDocTypeExpression | ts.JSDocTypeLiteral): TypeRef | undefined {
  const type = lowerType(node);
  return type && plain(type);
}

function plain(type: TypeRef): TypeRef {
  const { members } = type;
  const args = type.args.map(plain);
  const name =
    type.name === 'Object' && args.length === 2 ? 'Record' : (PLAIN_NAMES.get(type.name) ?? type.name);
  if (members === undefined) return { ...type, name, args };
  const plainMembers = Object.entries(members).map(([key, member]) => [key, plain(member)] as const);
  return { ...type, name, args, members: Object.fromEntries(plainMembers) };
}

const PLAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
]);

/** Calls `each` with every node, outermost first, without a step down the stack for a level. */
function visit(source: ts.SourceFile, each: (node: Documented) => void): void {
  const left: ts.Node[] = [source];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    each(node);
    ts.forEachChild(node, (child) => {
      left.push(child);
    });
  }
}

function document(node: Documented, tags: readonly ts.JSDocTag[]): void {
  const type = tags.find(ts.isJSDocTypeTag)?.typeExpression;
  const about = describedBy(node);
  if (about !== undefined && type !== undefined) about.docType = plainType(type);
  const fn = functionIn(node);
  if (fn !== undefined) documentFunction(fn, tags);
}

/** What `@type` in the comment of a node is said of. */
function describedBy(node: ts.Node): Documented | undefined {
  if (ts.isVariableStatement(node)) {
    const [only, ...others] = node.declarationList.declarations;
    return others.length === 0 ? only : undefined;
  }
  return ts.isPropertyDeclaration(node) || ts.isParameter(node) || ts.isParenthesizedExpression(node)
    ? node
    : undefined;
}

/** The function that the comment of a node is about: itself, or what is assigned, returned or exported there. */
function functionIn(node: ts.Node | undefined): ts.SignatureDeclaration | undefined {
  if (node === undefined) return undefined;
  if (ts.isFunctionLike(node)) return node;
  if (ts.isVariableStatement(node)) return functionIn(node.declarationList.declarations[0]?.initializer);
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) return functionIn(node.initializer);
  if (ts.isExportAssignment(node) || ts.isExpressionStatement(node) || ts.isReturnStatement(node))
    return functionIn(node.expression);
  if (ts.isParenthesizedExpression(node)) return functionIn(node.expression);
  return ts.isBinaryExpression(node) ? functionIn(node.right) : undefined;
}

function documentFunction(fn: ts.SignatureDeclaration, tags: readonly ts.JSDocTag[]): void {
  const given = tags.filter(ts.isJSDocParameterTag).filter(({ name }) => ts.isIdentifier(name));
  const named = new Map(given.map((tag) => [ts.isIdentifier(tag.name) ? tag.name.text : '', tag]));
  fn.parameters.forEach((parameter: Documented & ts.ParameterDeclaration, index) => {
    const { name } = parameter;
    // a pattern has no name: the comment's parameters stand in their order
    const tag = ts.isIdentifier(name) ? named.get(name.text) : given[index];
    if (tag?.typeExpression === undefined) return;
    const type = plainType(tag.typeExpression);
    parameter.docType ??= tag.isBracketed ? optional(type) : type;
  });
  const returned = tags.find(ts.isJSDocReturnTag)?.typeExpression;
  if (returned !== undefined) (fn as Documented).docType = plainType(returned);
}
