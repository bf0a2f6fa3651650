import { typeOf } from '../doc-types.ts';
import * as ts from '../typescript.ts';
import { lowerExpression, lowerTarget } from './lower-expressions.ts';
import { lowerNamespace, namespaceObjects } from './lower-namespace.ts';
import { lowerBinding } from './lower-patterns.ts';
import { givenTo, prototypesOf } from './lower-prototype.ts';
import { nameInner, type Place, type ProgramLowering, spanOf, usedName } from './lowering.ts';
import type { Expression, FunctionCode, Pattern, ScopeCode, Statement } from './program.ts';
import { addDeclared, blockNames, isVar, lexical } from './scopes.ts';

/** Lowers the statements of one block, whose names `at` already has: its functions first, the others in order. */
export function lowerStatements(
  lowering: ProgramLowering,
  statements: readonly ts.Statement[],
  at: Place,
): Statement[] {
  const prototypes = at.scope.parent === undefined ? prototypesOf(statements) : undefined;
  const classes = new Set<string>();
  const functions = hoisted(lowering, statements, at, prototypes, classes);
  return [
    ...functions,
    ...namespaceObjects(lowering, statements, at),
    ...statements.flatMap((statement) =>
      classes.size > 0 && classes.has(givenTo(statement)?.owner ?? '')
        ? []
        : lowerStatement(lowering, statement, at),
    ),
  ];
}

/** Functions, and those that are classes, whose names go to `classes`. */
function hoisted(
  lowering: ProgramLowering,
  statements: readonly ts.Statement[],
  at: Place,
  prototypes: ReturnType<typeof prototypesOf> = new Map(),
  classes = new Set<string>(),
): Statement[] {
  return statements.flatMap((node): Statement[] => {
    // overloads, and what is only declared, have no body
    if (!ts.isFunctionDeclaration(node)) return [];
    if (node.body === undefined) return lowerAmbientFunction(lowering, node, at);
    const isDefault = isExportedAsDefault(node);
    const index = at.scope.names.get(node.name?.text ?? DEFAULT);
    if (isExported(node)) exportLocal(lowering, at, node.name?.text ?? DEFAULT, isDefault, node);
    const prototype = node.name && prototypes.get(node.name.text);
    if (index !== undefined && node.name && prototype !== undefined) {
      classes.add(node.name.text);
      return [{ kind: 'class', index, cls: lowering.lowerConstructor(node, prototype, at) }];
    }
    const fn = lowering.lowerFunction(node, at, node.name?.text);
    if (index === undefined) return [];
    if (at.scope.parent === undefined) lowering.named.set(fn, index);
    else nameInner(lowering, at.scope, index, fn);
    return [{ kind: 'function', index, fn }];
  });
}

/** `declare function find(): Filter`; an overload is followed by what it is one of. */
function lowerAmbientFunction(
  lowering: ProgramLowering,
  { name }: ts.FunctionDeclaration,
  at: Place,
): Statement[] {
  if (name === undefined) return [];
  const span = spanOf(lowering, name);
  return [
    { kind: 'declare', pattern: lowerBinding(lowering, name, at), init: { kind: 'other', parts: [], span } },
  ];
}

/** The name in the module's scope of what is exported as default without a name of its own. */
export const DEFAULT = '*default';

function lowerStatement(lowering: ProgramLowering, node: ts.Statement, at: Place): Statement[] {
  const expression = (inner: ts.Expression): Expression => lowerExpression(lowering, inner, at);
  const one = (inner: ts.Statement): Statement => lowerBody(lowering, inner, at);
  if (ts.isExpressionStatement(node))
    return [{ kind: 'expression', expression: expression(node.expression) }];
  if (ts.isVariableStatement(node)) {
    if (isExported(node)) {
      const names: string[] = [];
      addDeclared(node.declarationList, names);
      for (const name of names) exportLocal(lowering, at, name, false, node);
    }
    return has(node, ts.SyntaxKind.DeclareKeyword)
      ? lowerAmbient(lowering, node.declarationList, at)
      : lowerDeclarations(lowering, node.declarationList, at);
  }
  if (ts.isReturnStatement(node))
    return [
      { kind: 'return', value: node.expression && expression(node.expression), span: spanOf(lowering, node) },
    ];
  if (ts.isIfStatement(node)) return [lowerIf(lowering, node, at)];
  if (ts.isBlock(node)) return [lowerBlock(lowering, node.statements, at)];
  if (ts.isForOfStatement(node) || ts.isForInStatement(node)) return [lowerForOf(lowering, node, at)];
  if (ts.isForStatement(node)) return [lowerFor(lowering, node, at)];
  if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
    return [
      {
        kind: 'for',
        init: [],
        test: expression(node.expression),
        body: one(node.statement),
        isLate: ts.isDoStatement(node),
        span: spanOf(lowering, node),
      },
    ];
  }
  if (ts.isTryStatement(node)) return [lowerTry(lowering, node, at)];
  if (ts.isSwitchStatement(node)) return [lowerSwitch(lowering, node, at)];
  if (ts.isThrowStatement(node)) return [{ kind: 'throw', value: expression(node.expression) }];
  if (ts.isBreakStatement(node))
    return [{ kind: 'break', label: node.label?.text, span: spanOf(lowering, node) }];
  if (ts.isContinueStatement(node))
    return [{ kind: 'continue', label: node.label?.text, span: spanOf(lowering, node) }];
  if (ts.isLabeledStatement(node))
    return [{ kind: 'labeled', label: node.label.text, body: one(node.statement) }];
  if (ts.isClassDeclaration(node)) {
    const cls = lowering.lowerClass(node, at);
    const index = at.scope.names.get(node.name?.text ?? DEFAULT);
    if (isExported(node))
      exportLocal(lowering, at, node.name?.text ?? DEFAULT, isExportedAsDefault(node), node);
    if (index === undefined) return [];
    if (at.scope.parent === undefined) {
      for (const { fn } of cls.members) if (fn !== undefined) lowering.named.set(fn, index);
    }
    return [{ kind: 'class', index, cls }];
  }
  if (ts.isModuleDeclaration(node)) {
    if (isExported(node)) exportLocal(lowering, at, node.name.text, false, node);
    return lowerNamespace(lowering, node, at, (all, place) => lowerStatements(lowering, all, place));
  }
  if (ts.isEnumDeclaration(node)) {
    if (isExported(node)) exportLocal(lowering, at, node.name.text, false, node);
    return [lowerEnum(lowering, node, at)];
  }
  if (ts.isExportAssignment(node)) return [lowerExportAssignment(lowering, node, at)];
  if (ts.isExportDeclaration(node)) lowerExport(lowering, node, at);
  return [];
}

/** The body of a loop or branch. */
function lowerBody(lowering: ProgramLowering, node: ts.Statement, at: Place): Statement {
  const [only, ...others] = lowerStatement(lowering, node, at);
  return only !== undefined && others.length === 0
    ? only
    : { kind: 'block', body: only === undefined ? [] : [only, ...others] };
}

function lowerBlock(lowering: ProgramLowering, statements: readonly ts.Statement[], at: Place): Statement {
  const { scope, place } = within(at, blockNames(statements));
  return { kind: 'block', scope, body: lowerStatements(lowering, statements, place) };
}

/** Inside a scope of these names; where there are none, no scope is opened. */
function within(
  at: Place,
  names: readonly string[],
): { readonly scope?: ScopeCode | undefined; readonly place: Place } {
  if (names.length === 0) return { place: at };
  const scope = lexical(names, at.scope);
  return { scope: scope.code, place: { ...at, scope } };
}

/** A chain of `else if` is as deep as it is long, so it is gone through without recursion. */
function lowerIf(lowering: ProgramLowering, node: ts.IfStatement, at: Place): Statement {
  const links: { readonly test: Expression; readonly then: Statement }[] = [];
  let otherwise: Statement | undefined;
  for (let next: ts.Statement | undefined = node; next !== undefined;) {
    if (!ts.isIfStatement(next)) {
      otherwise = lowerBody(lowering, next, at);
      break;
    }
    const test = lowerExpression(lowering, next.expression, at);
    links.push({ test, then: lowerBody(lowering, next.thenStatement, at) });
    next = next.elseStatement;
  }
  for (const { test, then } of links.reverse()) otherwise = { kind: 'if', test, then, otherwise };
  return otherwise ?? { kind: 'block', body: [] };
}

/** `declare const x: string`: something from elsewhere. */
function lowerAmbient(lowering: ProgramLowering, list: ts.VariableDeclarationList, at: Place): Statement[] {
  return list.declarations.map((declaration) => ({
    kind: 'declare',
    pattern: lowerBinding(lowering, declaration.name, at),
    init: { kind: 'other', parts: [], span: spanOf(lowering, declaration) },
    type: typeOf(declaration),
  }));
}

function lowerDeclarations(
  lowering: ProgramLowering,
  list: ts.VariableDeclarationList,
  at: Place,
): Statement[] {
  return list.declarations.flatMap((declaration): Statement[] => {
    const { name, initializer } = declaration;
    // `var x;` leaves what is there
    if (initializer === undefined && isVar(list)) return [];
    const called = ts.isIdentifier(name) ? name.text : undefined;
    const pattern = lowerBinding(lowering, name, at);
    if (initializer !== undefined && declaration.type === undefined) lowering.untyped.add(initializer);
    const init = initializer && lowerExpression(lowering, initializer, at, called);
    if (at.scope.parent === undefined && pattern.kind === 'local') {
      for (const fn of functionsIn(init)) lowering.named.set(fn, pattern.index);
    } else if (init?.kind === 'function' && pattern.kind === 'local' && pattern.hops === 0)
      nameInner(lowering, at.scope, pattern.index, init.fn);
    return [{ kind: 'declare', pattern, init, type: typeOf(declaration) }];
  });
}

/** The functions that are reached by a name with this value: itself, or its methods. */
function functionsIn(init: Expression | undefined): readonly FunctionCode[] {
  if (init?.kind === 'function') return [init.fn];
  if (init?.kind !== 'object') return [];
  return init.parts.flatMap((part) =>
    part.kind === 'property' && part.value.kind === 'function' ? [part.value.fn] : [],
  );
}

function lowerFor(lowering: ProgramLowering, node: ts.ForStatement, at: Place): Statement {
  const { initializer } = node;
  const names: string[] = [];
  const list = initializer && ts.isVariableDeclarationList(initializer) ? initializer : undefined;
  if (list !== undefined && !isVar(list)) addDeclared(list, names);
  const { scope, place } = within(at, names);
  const init: Statement[] =
    list !== undefined
      ? lowerDeclarations(lowering, list, place)
      : initializer !== undefined && ts.isExpression(initializer)
        ? [{ kind: 'expression', expression: lowerExpression(lowering, initializer, place) }]
        : [];
  return {
    kind: 'for',
    scope,
    init,
    test: node.condition && lowerExpression(lowering, node.condition, place),
    update: node.incrementor && lowerExpression(lowering, node.incrementor, place),
    body: lowerBody(lowering, node.statement, place),
    isLate: false,
    span: spanOf(lowering, node),
  };
}

function lowerForOf(
  lowering: ProgramLowering,
  node: ts.ForOfStatement | ts.ForInStatement,
  at: Place,
): Statement {
  const { initializer } = node;
  const of = lowerExpression(lowering, node.expression, at);
  const names: string[] = [];
  const list = ts.isVariableDeclarationList(initializer) ? initializer : undefined;
  if (list !== undefined && !isVar(list)) addDeclared(list, names);
  const { scope, place } = within(at, names);
  const declared = list?.declarations[0]?.name;
  const target: Pattern | undefined =
    declared !== undefined
      ? lowerBinding(lowering, declared, place)
      : ts.isExpression(initializer)
        ? lowerTarget(lowering, initializer, place)
        : undefined;
  return {
    kind: 'for-of',
    scope,
    target: target ?? { kind: 'array-pattern', parts: [] },
    of,
    body: lowerBody(lowering, node.statement, place),
    isIn: ts.isForInStatement(node),
    span: spanOf(lowering, node),
  };
}

function lowerSwitch(lowering: ProgramLowering, node: ts.SwitchStatement, at: Place): Statement {
  const subject = lowerExpression(lowering, node.expression, at);
  const all = node.caseBlock.clauses.flatMap(({ statements }) => [...statements]);
  const { scope, place } = within(at, blockNames(all));
  return {
    kind: 'switch',
    subject,
    scope,
    hoisted: hoisted(lowering, all, place),
    clauses: node.caseBlock.clauses.map((clause) => ({
      ...(ts.isCaseClause(clause) && { test: lowerExpression(lowering, clause.expression, place) }),
      body: clause.statements.flatMap((statement) => lowerStatement(lowering, statement, place)),
    })),
  };
}

function lowerTry(lowering: ProgramLowering, node: ts.TryStatement, at: Place): Statement {
  const { catchClause } = node;
  const bound = catchClause?.variableDeclaration?.name;
  const names: string[] = [];
  if (bound !== undefined && ts.isIdentifier(bound)) names.push(bound.text);
  const { scope, place } = within(at, names);
  return {
    kind: 'try',
    body: lowerBody(lowering, node.tryBlock, at),
    handler: catchClause && {
      ...(scope && { scope }),
      ...(scope && bound && { target: lowerBinding(lowering, bound, place) }),
      body: lowerBody(lowering, catchClause.block, place),
    },
    last: node.finallyBlock && lowerBody(lowering, node.finallyBlock, at),
  };
}

/** An enum is an object, whose members without a value are counted. */
function lowerEnum(lowering: ProgramLowering, node: ts.EnumDeclaration, at: Place): Statement {
  let next: number | undefined = 0;
  const parts = node.members.map((member) => {
    const span = spanOf(lowering, member);
    const value: Expression =
      member.initializer !== undefined
        ? lowerExpression(lowering, member.initializer, at)
        : next === undefined
          ? { kind: 'other', parts: [], span }
          : { kind: 'number', value: next, span };
    next = value.kind === 'number' ? value.value + 1 : undefined;
    const name = ts.isComputedPropertyName(member.name) ? '' : member.name.text;
    return { kind: 'property' as const, name, value, span };
  });
  return {
    kind: 'declare',
    pattern: lowerBinding(lowering, node.name, at),
    init: { kind: 'object', parts, span: spanOf(lowering, node) },
  };
}

function lowerExportAssignment(lowering: ProgramLowering, node: ts.ExportAssignment, at: Place): Statement {
  const span = spanOf(lowering, node);
  const value = lowerExpression(lowering, node.expression, at, 'default');
  if (node.isExportEquals) {
    const module: Expression = { kind: 'global', name: 'module', span };
    const target: Pattern = {
      kind: 'member',
      object: module,
      name: 'exports',
      isOptional: false,
      nameStart: span.start,
      span,
    };
    return { kind: 'expression', expression: { kind: 'assign', target, value, span } };
  }
  exportLocal(lowering, at, DEFAULT, true, node);
  const index = at.scope.names.get(DEFAULT) ?? 0;
  const pattern: Pattern = { kind: 'local', hops: 0, index, name: DEFAULT, span };
  return { kind: 'declare', pattern, init: value };
}

function exportLocal(
  lowering: ProgramLowering,
  at: Place,
  name: string,
  isDefault: boolean,
  node: ts.Node,
): void {
  const index = at.scope.names.get(name);
  // only what the module's own scope has is an export: not what a namespace gives
  if (index === undefined || at.scope.parent !== undefined) return;
  lowering.handedOn.add(index);
  const value: Expression = { kind: 'local', hops: 0, index, name, span: spanOf(lowering, node) };
  lowering.exports.set(isDefault ? 'default' : name, value);
}

function lowerExport(lowering: ProgramLowering, node: ts.ExportDeclaration, at: Place): void {
  const span = spanOf(lowering, node);
  const { moduleSpecifier, exportClause } = node;
  const module =
    moduleSpecifier && ts.isStringLiteralLike(moduleSpecifier) ? moduleSpecifier.text : undefined;
  if (exportClause === undefined) {
    if (module !== undefined) lowering.exportStars.push(module);
  } else if (ts.isNamespaceExport(exportClause)) {
    if (module !== undefined) lowering.exports.set(exportClause.name.text, { kind: 'import', module, span });
  } else {
    for (const { propertyName, name } of exportClause.elements) {
      const inner = propertyName ?? name;
      const value: Expression | undefined =
        module !== undefined
          ? { kind: 'import', module, name: inner.text, span }
          : ts.isIdentifier(inner)
            ? usedName(lowering, inner, at)
            : undefined;
      if (value !== undefined) lowering.exports.set(name.text, value);
    }
  }
}

function isExported(node: ts.Statement): boolean {
  return has(node, ts.SyntaxKind.ExportKeyword);
}

function isExportedAsDefault(node: ts.Statement): boolean {
  return has(node, ts.SyntaxKind.DefaultKeyword);
}

function has(node: ts.Statement, modifier: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === modifier) ?? false);
}
