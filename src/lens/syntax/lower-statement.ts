import ts from 'typescript';
import type { Expr } from './facts.ts';
import { declarePattern, lowerClass, lowerFunction } from './lower-declaration.ts';
import { lowerExpression, negate } from './lower-expression.ts';
import { lowerModuleStatement } from './lower-module.ts';
import {
  type At,
  declare,
  functionScope,
  type Lowering,
  openScope,
  spanOf,
  textOf,
  under,
} from './lowering.ts';
import { lowerType, objectType } from './types.ts';
import { noteLoop, noteNamedUse } from './use.ts';

/** Where a function collects what it returns; absent in the module's own code. */
export type Returns = { value: Expr; when: readonly string[] }[] | undefined;

/** Lowers statements in order. After `if (a) return …`, what follows stands under `!a`. */
export function lowerStatements(
  lowering: Lowering,
  statements: readonly ts.Statement[],
  at: At,
  returns: Returns,
): void {
  let here = at;
  for (const [i, statement] of statements.entries()) {
    if (ts.isVariableStatement(statement)) {
      const [declaration] = statement.declarationList.declarations;
      if (declaration) noteNamedUse(lowering, declaration, statements.slice(i + 1));
    }
    lowerStatement(lowering, statement, here, returns);
    if (ts.isIfStatement(statement) && !statement.elseStatement && leaves(statement.thenStatement)) {
      here = under(here, negate(textOf(lowering, statement.expression)));
    }
  }
}

function lowerStatement(lowering: Lowering, node: ts.Statement, at: At, returns: Returns): void {
  const inner = (child: ts.Statement, where: At): void => {
    lowerStatement(lowering, child, where, returns);
  };
  const looping = { ...at, inLoop: true };

  if (ts.isVariableStatement(node)) {
    lowerVariables(lowering, node.declarationList, at);
    if (isExported(node)) exportNames(lowering, node.declarationList, at);
  } else if (ts.isFunctionDeclaration(node)) {
    const fn = lowerFunction(lowering, node, at, node.name?.text);
    declareAndExport(lowering, node, { kind: 'function', fn, span: spanOf(lowering, node) }, at);
  } else if (ts.isClassDeclaration(node)) {
    const cls = lowerClass(lowering, node, at);
    declareAndExport(lowering, node, { kind: 'class', cls, span: spanOf(lowering, node) }, at);
  } else if (ts.isExpressionStatement(node)) {
    lowerExpression(lowering, node.expression, at);
  } else if (ts.isReturnStatement(node)) {
    if (node.expression) {
      returns?.push({ value: lowerExpression(lowering, node.expression, at), when: at.conditions });
    }
  } else if (ts.isIfStatement(node)) {
    const test = textOf(lowering, node.expression);
    lowerExpression(lowering, node.expression, at);
    inner(node.thenStatement, under(at, test));
    if (node.elseStatement) inner(node.elseStatement, under(at, negate(test)));
  } else if (ts.isBlock(node)) {
    lowerStatements(lowering, node.statements, { ...at, scope: openScope(lowering, at) }, returns);
  } else if (ts.isForOfStatement(node)) {
    lowerForOf(lowering, node, looping, returns);
  } else if (ts.isForInStatement(node)) {
    lowerExpression(lowering, node.expression, at);
    const scope = openScope(lowering, at);
    if (ts.isVariableDeclarationList(node.initializer)) {
      lowerVariables(lowering, node.initializer, { ...at, scope });
    }
    inner(node.statement, { ...looping, scope });
  } else if (ts.isForStatement(node)) {
    const where = { ...looping, scope: openScope(lowering, at) };
    if (node.initializer && ts.isVariableDeclarationList(node.initializer)) {
      lowerVariables(lowering, node.initializer, where);
    } else if (node.initializer) {
      lowerExpression(lowering, node.initializer, where);
    }
    if (node.condition) lowerExpression(lowering, node.condition, where);
    if (node.incrementor) lowerExpression(lowering, node.incrementor, where);
    inner(node.statement, where);
  } else if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    lowerExpression(lowering, node.expression, looping);
    inner(node.statement, looping);
  } else if (ts.isTryStatement(node)) {
    inner(node.tryBlock, at);
    if (node.catchClause) inner(node.catchClause.block, under(at, 'catch'));
    if (node.finallyBlock) inner(node.finallyBlock, at);
  } else if (ts.isSwitchStatement(node)) {
    lowerSwitch(lowering, node, at, returns);
  } else if (ts.isThrowStatement(node)) {
    lowerExpression(lowering, node.expression, at);
  } else if (ts.isLabeledStatement(node)) {
    inner(node.statement, at);
  } else if (ts.isInterfaceDeclaration(node)) {
    lowering.types[node.name.text] = objectType(node.members);
  } else if (ts.isTypeAliasDeclaration(node)) {
    const type = lowerType(node.type);
    if (type !== undefined) lowering.types[node.name.text] = type;
  } else if (ts.isModuleDeclaration(node)) {
    if (node.body && ts.isModuleBlock(node.body)) {
      lowerStatements(lowering, node.body.statements, { ...at, scope: openScope(lowering, at) }, undefined);
    }
  } else {
    lowerModuleStatement(lowering, node, at);
  }
}

function lowerVariables(lowering: Lowering, list: ts.VariableDeclarationList, at: At): void {
  const isVar = (list.flags & ts.NodeFlags.BlockScoped) === 0;
  const scope = isVar ? functionScope(lowering, at) : at.scope;
  for (const declaration of list.declarations) {
    const init = declaration.initializer && lowerExpression(lowering, declaration.initializer, at);
    declarePattern(lowering, scope, declaration.name, init, lowerType(declaration.type), at);
  }
}

function lowerForOf(lowering: Lowering, node: ts.ForOfStatement, at: At, returns: Returns): void {
  const scope = openScope(lowering, at);
  const declaration = ts.isVariableDeclarationList(node.initializer)
    ? node.initializer.declarations[0]
    : undefined;
  if (node.awaitModifier && declaration) {
    const loop = {
      span: { start: node.getStart(lowering.source), end: node.statement.getStart(lowering.source) },
      variable: textOf(lowering, declaration.name),
      body: spanOf(lowering, node.statement),
    };
    noteLoop(lowering, node.expression, loop, leavesInFirstTurn(node.statement));
  }
  const of = lowerExpression(lowering, node.expression, at);
  if (declaration) {
    const element: Expr = { kind: 'element', of, span: spanOf(lowering, declaration.name) };
    declarePattern(lowering, scope, declaration.name, element, undefined, at);
  }
  lowerStatement(lowering, node.statement, { ...at, scope }, returns);
}

function lowerSwitch(lowering: Lowering, node: ts.SwitchStatement, at: At, returns: Returns): void {
  lowerExpression(lowering, node.expression, at);
  const subject = textOf(lowering, node.expression);
  const where = { ...at, scope: openScope(lowering, at) };
  for (const clause of node.caseBlock.clauses) {
    const label = ts.isCaseClause(clause) ? textOf(lowering, clause.expression) : 'default';
    if (ts.isCaseClause(clause)) lowerExpression(lowering, clause.expression, where);
    lowerStatements(lowering, clause.statements, under(where, `${subject} is ${label}`), returns);
  }
}

function leaves(node: ts.Statement): boolean {
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
  const last = ts.isBlock(node) ? node.statements.at(-1) : undefined;
  return last !== undefined && leaves(last);
}

function leavesInFirstTurn(body: ts.Statement): boolean {
  const last = ts.isBlock(body) ? body.statements.at(-1) : body;
  if (last === undefined) return false;
  const continues = ts.isBlock(body) && body.statements.some((statement) => hasContinue(statement));
  return !continues && (ts.isBreakStatement(last) || leaves(last));
}

function hasContinue(node: ts.Node): boolean {
  if (ts.isContinueStatement(node)) return true;
  if (ts.isFunctionLike(node)) return false;
  return ts.forEachChild(node, hasContinue) ?? false;
}

function isExported(node: ts.VariableStatement | ts.FunctionDeclaration | ts.ClassDeclaration): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function declareAndExport(
  lowering: Lowering,
  node: ts.FunctionDeclaration | ts.ClassDeclaration,
  init: Expr,
  at: At,
): void {
  if (node.name) declare(lowering, at.scope, node.name.text, { span: spanOf(lowering, node.name), init });
  if (!isExported(node)) return;
  const isDefault = ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
  if (isDefault) lowering.exports.default = init;
  else if (node.name) lowering.exports[node.name.text] = init;
}

function exportNames(lowering: Lowering, list: ts.VariableDeclarationList, at: At): void {
  const visit = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) {
      const span = spanOf(lowering, name);
      lowering.exports[name.text] = { kind: 'name', name: name.text, scope: at.scope, span };
    } else {
      for (const element of name.elements) if (ts.isBindingElement(element)) visit(element.name);
    }
  };
  for (const declaration of list.declarations) visit(declaration.name);
}
