import { grouped } from '../facts/grouped.ts';
import * as ts from '../typescript.ts';
import { lowerBinding } from './lower-patterns.ts';
import { type Place, type ProgramLowering, spanOf } from './lowering.ts';
import type { Expression, Statement } from './program.ts';
import { addDeclared, blockNames, lexical, makesName } from './scopes.ts';

/** A namespace whose body is here: `namespace Keys { … }`. */
interface Namespace {
  readonly node: ts.ModuleDeclaration;
  readonly name: ts.Identifier;
  readonly body?: ts.ModuleBlock;
}

/**
 * The names of namespaces as they are before the first of a block's statements: objects that their bodies fill, or something unknown
 * where one is only declared. What a class, a function or an enum of the name makes, they add to.
 */
export function namespaceObjects(
  lowering: ProgramLowering,
  statements: readonly ts.Statement[],
  at: Place,
): Statement[] {
  const named = statements.flatMap((node) => namespaceOf(node) ?? []);
  if (named.length === 0) return [];
  const others = new Set(statements.flatMap((node) => nameOfOther(node) ?? []));
  return [...grouped(named, ({ name }) => name.text).values()].flatMap((all): Statement[] => {
    const [first] = all;
    if (first === undefined || others.has(first.name.text)) return [];
    const span = spanOf(lowering, first.name);
    const init: Expression = all.every(({ body }) => body !== undefined)
      ? { kind: 'object', parts: [], span }
      : { kind: 'other', parts: [], span };
    return [{ kind: 'declare', pattern: lowerBinding(lowering, first.name, at), init }];
  });
}

/** A namespace's body as a block, which gives the object what it exports. */
export function lowerNamespace(
  lowering: ProgramLowering,
  node: ts.ModuleDeclaration,
  at: Place,
  lowerAll: (statements: readonly ts.Statement[], at: Place) => Statement[],
): Statement[] {
  const { body, name } = namespaceOf(node) ?? {};
  if (body === undefined || name === undefined) return [];
  const scope = lexical(blockNames(body.statements), at.scope);
  const place: Place = { ...at, scope };
  const inner = lowerAll(body.statements, place);
  const object = lowerBinding(lowering, name, place);
  const span = spanOf(lowering, name);
  if (object.kind !== 'local') return [{ kind: 'block', scope: scope.code, body: inner }];
  const given = exportsOf(body).flatMap((exported): Statement[] => {
    const index = scope.names.get(exported);
    if (index === undefined) return [];
    const value: Expression = { kind: 'local', hops: 0, index, name: exported, span };
    const target: Extract<Expression, { kind: 'member' }> = {
      kind: 'member',
      object,
      name: exported,
      isOptional: false,
      nameStart: span.start,
      span,
    };
    return [{ kind: 'expression', expression: { kind: 'assign', target, value, span } }];
  });
  return [{ kind: 'block', scope: scope.code, body: [...inner, ...given] }];
}

/** Absent for `declare global` and `declare module 'x'`, which make no name; without a body where the body does not say all. */
function namespaceOf(node: ts.Statement): Namespace | undefined {
  if (!ts.isModuleDeclaration(node) || !makesName(node) || !ts.isIdentifier(node.name)) return undefined;
  const { name, body } = node;
  const isWhole =
    body !== undefined && ts.isModuleBlock(body) && !isAmbient(node) && saysAll(body, name.text);
  return { node, name, ...(isWhole && { body }) };
}

function isAmbient(node: ts.ModuleDeclaration): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}

/** Whether what a namespace exports is made once, by statements that are followed; its own name inside would hide the object. */
function saysAll(body: ts.ModuleBlock, own: string): boolean {
  return (
    !blockNames(body.statements).includes(own) &&
    body.statements.every((node) => {
      if (ts.isImportEqualsDeclaration(node) || ts.isExportDeclaration(node)) return false;
      const isConstant =
        !ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) !== 0;
      return isConstant || !isExported(node);
    })
  );
}

function exportsOf(body: ts.ModuleBlock): readonly string[] {
  const names: string[] = [];
  for (const node of body.statements) {
    if (!isExported(node)) continue;
    if (ts.isVariableStatement(node)) addDeclared(node.declarationList, names);
    else names.push(...[nameOfOther(node) ?? namespaceOf(node)?.name.text].flatMap((name) => name ?? []));
  }
  return names;
}

function isExported(node: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}

/** What a statement names that is a value of its own, which a namespace of the name adds to. */
function nameOfOther(node: ts.Statement): string | undefined {
  const isOther = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
  return isOther ? node.name?.text : undefined;
}
