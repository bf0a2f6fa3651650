import { testBranch } from '../facts/branches.ts';
import type { Expr, PropertyExpr } from '../facts/expr.ts';
import { leaves } from '../edits/leaves.ts';
import { declarePattern } from './lower-pattern.ts';
import { lowerExpression, propertyName } from './lower-expression.ts';
import { lowerModuleStatement } from './lower-module.ts';
import { lowerFunctionDeclaration } from './lower-this.ts';
import { recordWrite } from './lower-write.ts';
import { type At, declare, functionScope, type Lowering, openScope, spanOf, under } from './lowering.ts';
import { noteDropped, recordLoop } from './repeat.ts';
import { lowerType, objectType } from '../facts/types.ts';
import { typeOf } from '../doc-types.ts';
import { startOf } from '../start-of.ts';
import * as ts from '../typescript.ts';

/** Where a function collects what it returns; absent in the module's own code. */
export type Returns = Expr[] | undefined;

/**
 * Lowers statements in order. After `if (a) return …`, what follows stands on the branch where `a` does not hold. The result is the place after
 * the last one; undefined where it is not reached.
 */
export function lowerStatements(
  lowering: Lowering,
  statements: readonly ts.Statement[],
  at: At,
  returns: Returns,
): At | undefined {
  let here = at;
  for (const statement of statements) {
    if (ts.isIfStatement(statement))
      here = afterIf(statement, lowerIf(lowering, statement, here, returns), here);
    else lowerStatement(lowering, statement, here, returns);
  }
  return statements.some(leaves) ? undefined : here;
}

function afterIf(node: ts.IfStatement, test: Expr, at: At): At {
  if (leaves(node.thenStatement)) return under(at, testBranch(test, false));
  const isElseLeft = node.elseStatement !== undefined && leaves(node.elseStatement);
  return isElseLeft ? under(at, testBranch(test, true)) : at;
}

/** The statements that say something: told apart by their kind, which is read once (nodes have too many forms for more). */
type Said =
  | ts.Block
  | ts.ClassDeclaration
  | ts.DoStatement
  | ts.EnumDeclaration
  | ts.ExpressionStatement
  | ts.ForInStatement
  | ts.ForOfStatement
  | ts.ForStatement
  | ts.FunctionDeclaration
  | ts.IfStatement
  | ts.InterfaceDeclaration
  | ts.LabeledStatement
  | ts.ModuleDeclaration
  | ts.ReturnStatement
  | ts.SwitchStatement
  | ts.ThrowStatement
  | ts.TryStatement
  | ts.TypeAliasDeclaration
  | ts.VariableStatement
  | ts.WhileStatement;

function lowerStatement(lowering: Lowering, node: ts.Statement, at: At, returns: Returns): void {
  const said = node as Said;
  switch (said.kind) {
    case ts.SyntaxKind.VariableStatement:
      lowerVariables(lowering, said.declarationList, at, has(said, ts.SyntaxKind.DeclareKeyword));
      if (isExported(said)) exportNames(lowering, said.declarationList, at);
      break;
    case ts.SyntaxKind.ExpressionStatement:
      noteDropped(lowering, said.expression);
      lowerExpression(lowering, said.expression, at);
      break;
    case ts.SyntaxKind.ReturnStatement:
      if (said.expression) {
        returns?.push(lowerExpression(lowering, said.expression, at));
      }
      break;
    case ts.SyntaxKind.IfStatement:
      lowerIf(lowering, said, at, returns);
      break;
    case ts.SyntaxKind.Block:
      lowerStatements(lowering, said.statements, { ...at, scope: openScope(lowering, at) }, returns);
      break;
    case ts.SyntaxKind.FunctionDeclaration: {
      const fn = lowerFunctionDeclaration(lowering, said, at);
      declareAndExport(lowering, said, { kind: 'function', fn, span: spanOf(lowering, said) }, at);
      break;
    }
    case ts.SyntaxKind.ClassDeclaration: {
      const cls = lowering.lowerClass(said, at);
      declareAndExport(lowering, said, { kind: 'class', cls, span: spanOf(lowering, said) }, at);
      break;
    }
    case ts.SyntaxKind.ForOfStatement:
      lowerForOf(lowering, said, at, returns);
      break;
    case ts.SyntaxKind.ForInStatement:
      lowerForIn(lowering, said, at, returns);
      break;
    case ts.SyntaxKind.ForStatement:
      lowerFor(lowering, said, at, returns);
      break;
    case ts.SyntaxKind.WhileStatement:
    case ts.SyntaxKind.DoStatement: {
      const inside = { ...at, loops: [...at.loops, spanOf(lowering, said)] };
      const test = lowerExpression(lowering, said.expression, inside);
      recordLoop(lowering, said);
      const isAsked = ts.isWhileStatement(said) && said.expression.kind !== ts.SyntaxKind.TrueKeyword;
      const where = isAsked ? under(inside, testBranch(test, true)) : inside;
      lowerStatement(lowering, said.statement, where, returns);
      break;
    }
    case ts.SyntaxKind.TryStatement:
      lowerStatement(lowering, said.tryBlock, said.catchClause ? { ...at, isCaught: true } : at, returns);
      if (said.catchClause) lowerCatch(lowering, said.catchClause, at, returns);
      if (said.finallyBlock) lowerStatement(lowering, said.finallyBlock, at, returns);
      break;
    case ts.SyntaxKind.SwitchStatement:
      lowerSwitch(lowering, said, at, returns);
      break;
    case ts.SyntaxKind.ThrowStatement:
      lowerExpression(lowering, said.expression, at);
      break;
    case ts.SyntaxKind.LabeledStatement:
      lowerStatement(lowering, said.statement, at, returns);
      break;
    case ts.SyntaxKind.InterfaceDeclaration:
      lowering.types[said.name.text] = objectType(said.members, said.heritageClauses === undefined);
      // a function or class of that name may be exported so, too
      if (has(said, ts.SyntaxKind.DefaultKeyword) && !('default' in lowering.exports))
        lowering.exports.default = lowerExpression(lowering, said.name, at);
      break;
    case ts.SyntaxKind.TypeAliasDeclaration: {
      const type = lowerType(said.type);
      if (type !== undefined) lowering.types[said.name.text] = type;
      break;
    }
    case ts.SyntaxKind.ModuleDeclaration:
      noteAugments(lowering, said);
      lowerNamespace(lowering, said, at);
      break;
    case ts.SyntaxKind.EnumDeclaration:
      declareAndExport(lowering, said, lowerEnum(lowering, said, at), at);
      break;
    default:
      lowerModuleStatement(lowering, node, at);
  }
}

function lowerForIn(lowering: Lowering, node: ts.ForInStatement, at: At, returns: Returns): void {
  lowerExpression(lowering, node.expression, at);
  recordLoop(lowering, node);
  const where = { ...repeatedly(lowering, node, at), scope: openScope(lowering, at) };
  bindTurn(lowering, node.initializer, { kind: 'other', span: spanOf(lowering, node.initializer) }, where);
  lowerStatement(lowering, node.statement, where, returns);
}

function lowerFor(lowering: Lowering, node: ts.ForStatement, at: At, returns: Returns): void {
  const where = { ...repeatedly(lowering, node, at), scope: openScope(lowering, at) };
  if (node.initializer && ts.isVariableDeclarationList(node.initializer)) {
    lowerVariables(lowering, node.initializer, where);
  } else if (node.initializer) {
    lowerExpression(lowering, node.initializer, where);
  }
  if (node.condition) lowerExpression(lowering, node.condition, where);
  recordLoop(lowering, node);
  if (node.incrementor) lowerExpression(lowering, node.incrementor, where);
  lowerStatement(lowering, node.statement, where, returns);
}

/** The result is what its first condition asks. */
function lowerIf(lowering: Lowering, node: ts.IfStatement, at: At, returns: Returns): Expr {
  const first = lowerExpression(lowering, node.expression, at);
  lowerStatement(lowering, node.thenStatement, under(at, testBranch(first, true)), returns);
  let where = under(at, testBranch(first, false));
  let next = node.elseStatement;
  // a chain of `else if` is as deep as it is long
  while (next !== undefined && ts.isIfStatement(next)) {
    const test = lowerExpression(lowering, next.expression, where);
    lowerStatement(lowering, next.thenStatement, under(where, testBranch(test, true)), returns);
    where = under(where, testBranch(test, false));
    next = next.elseStatement;
  }
  if (next !== undefined) lowerStatement(lowering, next, where, returns);
  return first;
}

/** Inside a `for`, on the branch where its body runs at all. */
function repeatedly(lowering: Lowering, node: ts.IterationStatement, at: At): At {
  const span = spanOf(lowering, node);
  return { ...under(at, { kind: 'loop', start: span.start }), loops: [...at.loops, span] };
}

/** What a `for … of` or `for … in` gives a name in every turn. */
function bindTurn(lowering: Lowering, target: ts.ForInitializer, value: Expr, at: At): void {
  if (!ts.isVariableDeclarationList(target)) {
    recordWrite(lowering, target, '=', value, value.span, at);
    return;
  }
  const [declaration] = target.declarations;
  if (declaration) declarePattern(lowering, at.scope, declaration.name, value, undefined, at);
}

function lowerCatch(lowering: Lowering, node: ts.CatchClause, at: At, returns: Returns): void {
  const start = startOf(node, lowering.source);
  const where = { ...under(at, { kind: 'catch', start }), scope: openScope(lowering, at) };
  const name = node.variableDeclaration?.name;
  if (name) {
    declarePattern(
      lowering,
      where.scope,
      name,
      { kind: 'other', span: spanOf(lowering, name) },
      undefined,
      where,
    );
  }
  lowerStatement(lowering, node.block, where, returns);
}

/** `declare module 'fastify' { interface FastifyInstance { … } }`, `declare global { namespace Express { interface Request { … } } }`. */
function noteAugments(lowering: Lowering, node: ts.ModuleDeclaration): void {
  if (ts.isStringLiteral(node.name)) noteInterfaces(lowering, node, '', node.name.text);
  else if (node.name.text === 'global') noteInterfaces(lowering, node, '');
}

function noteInterfaces(
  lowering: Lowering,
  { body }: ts.ModuleDeclaration,
  within: string,
  module?: string,
): void {
  if (body === undefined || !ts.isModuleBlock(body)) return;
  for (const statement of body.statements) {
    if (ts.isInterfaceDeclaration(statement)) {
      const name = `${within}${statement.name.text}`;
      const type = objectType(statement.members, false);
      lowering.augments.push({ name, type, ...(module !== undefined && { module }) });
    }
    if (ts.isModuleDeclaration(statement) && within === '')
      noteInterfaces(lowering, statement, `${statement.name.text}.`, module);
  }
}

/** A namespace is an object of what it exports. */
function lowerNamespace(lowering: Lowering, node: ts.ModuleDeclaration, at: At): void {
  // `declare global` adds to what is there already
  const makesName = (node.flags & ts.NodeFlags.GlobalAugmentation) === 0;
  if (node.body === undefined || !ts.isModuleBlock(node.body) || !makesName) return;
  const exports = Object.create(null) as Record<string, Expr>;
  lowerStatements(
    lowering,
    node.body.statements,
    { ...at, scope: openScope(lowering, at), exports },
    undefined,
  );
  const span = spanOf(lowering, node);
  const properties = Object.entries(exports).map(([name, value]) => ({
    kind: 'property' as const,
    name,
    value,
    nameSpan: value.span,
  }));
  declareAndExport(lowering, node, { kind: 'object', properties, span }, at);
}

function lowerEnum(lowering: Lowering, node: ts.EnumDeclaration, at: At): Expr {
  const properties = node.members.flatMap((member): PropertyExpr[] => {
    const name = propertyName(member.name);
    const nameSpan = spanOf(lowering, member.name);
    const value: Expr = member.initializer
      ? lowerExpression(lowering, member.initializer, at)
      : { kind: 'other', span: nameSpan };
    return name === undefined ? [] : [{ kind: 'property', name, value, nameSpan }];
  });
  return { kind: 'object', properties, span: spanOf(lowering, node) };
}

function lowerVariables(
  lowering: Lowering,
  list: ts.VariableDeclarationList,
  at: At,
  isAmbient = false,
): void {
  const isVar = (list.flags & ts.NodeFlags.BlockScoped) === 0;
  const scope = isVar ? functionScope(lowering, at) : at.scope;
  for (const declaration of list.declarations) {
    const span = spanOf(lowering, declaration);
    const init: Expr | undefined = isAmbient
      ? { kind: 'other', span }
      : declaration.initializer &&
        lowerExpression(
          lowering,
          declaration.initializer,
          at,
          ts.isIdentifier(declaration.name) ? declaration.name.text : undefined,
        );
    if (init?.kind === 'name' && declaration.initializer && ts.isIdentifier(declaration.name)) {
      // under its new name it may be changed as well
      recordWrite(lowering, declaration.initializer, 'open', init, span, at);
    }
    declarePattern(lowering, scope, declaration.name, init, typeOf(declaration), at);
  }
}

function lowerForOf(lowering: Lowering, node: ts.ForOfStatement, at: At, returns: Returns): void {
  const where = { ...repeatedly(lowering, node, at), scope: openScope(lowering, at) };
  const declaration = ts.isVariableDeclarationList(node.initializer)
    ? node.initializer.declarations[0]
    : undefined;
  const of = lowerExpression(lowering, node.expression, at);
  recordLoop(lowering, node);
  const span = spanOf(lowering, declaration?.name ?? node.initializer);
  bindTurn(lowering, node.initializer, { kind: 'element', of, span }, where);
  lowerStatement(lowering, node.statement, where, returns);
}

function lowerSwitch(lowering: Lowering, node: ts.SwitchStatement, at: At, returns: Returns): void {
  lowerExpression(lowering, node.expression, at);
  const where = { ...at, scope: openScope(lowering, at) };
  for (const clause of node.caseBlock.clauses) {
    if (ts.isCaseClause(clause)) lowerExpression(lowering, clause.expression, where);
    const start = startOf(clause, lowering.source);
    lowerStatements(lowering, clause.statements, under(where, { kind: 'clause', start }), returns);
  }
}

type Declaration = ts.FunctionDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.ModuleDeclaration;

function has(
  node: ts.VariableStatement | ts.InterfaceDeclaration | Declaration,
  modifier: ts.SyntaxKind,
): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === modifier) ?? false;
}

function isExported(node: ts.VariableStatement | Declaration): boolean {
  return has(node, ts.SyntaxKind.ExportKeyword);
}

function declareAndExport(lowering: Lowering, node: Declaration, init: Expr, at: At): void {
  const exports = at.exports ?? lowering.exports;
  if (node.name) declare(lowering, at.scope, node.name.text, { span: spanOf(lowering, node.name), init });
  if (!isExported(node)) return;
  if (has(node, ts.SyntaxKind.DefaultKeyword)) exports.default = init;
  else if (node.name) exports[node.name.text] = init;
}

function exportNames(lowering: Lowering, list: ts.VariableDeclarationList, at: At): void {
  const exports = at.exports ?? lowering.exports;
  const visit = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) {
      const span = spanOf(lowering, name);
      exports[name.text] = { kind: 'name', name: name.text, scope: at.scope, span };
    } else {
      for (const element of name.elements) if (ts.isBindingElement(element)) visit(element.name);
    }
  };
  for (const declaration of list.declarations) visit(declaration.name);
}
