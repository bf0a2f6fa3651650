import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import ts from 'typescript';
import { root } from './paths.ts';

/** The modules of the lens that use TypeScript's own module. */
const USERS = ['src/lens/syntax/typescript.ts', 'src/lens/syntax/path-of-code.ts'];

/** What an editor alone asks for: a whole program, with its checker. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['createProgram']);

/** Gives nodes, types and symbols the methods that TypeScript's module gives them, as its last part does. */
const ALL_METHODS = 'setObjectAllocator(getServicesObjectAllocator());';

/** Gives nodes alone those methods (`getStart`, `getText`, `getChildren`): the rest of that part is about programs. */
const METHODS_OF_NODES = `setObjectAllocator({
  getNodeConstructor: () => NodeObject,
  getTokenConstructor: () => TokenObject,
  getIdentifierConstructor: () => IdentifierObject,
  getPrivateIdentifierConstructor: () => PrivateIdentifierObject,
  getSourceFileConstructor: () => NodeObject,
});`;

/** Makes of TypeScript's module what the lens uses of it: editor services and code generation go. */
export const parserAndChecker: Plugin = usedAlone((text) => moduleOf(text, namesUsed(), ALL_METHODS));

/**
 * The same, without the checker: that leaves a quarter of the module. The rest need not be read, compiled and held by a process that only
 * parses.
 */
export const parserAlone: Plugin = usedAlone((text) =>
  moduleOf(
    text,
    namesUsed().filter((name) => !OF_PROGRAMS.has(name)),
    METHODS_OF_NODES,
  ),
);

function usedAlone(used: (text: string) => string): Plugin {
  return {
    name: 'used of TypeScript',
    setup: (plugin) => {
      plugin.onLoad({ filter: /[\\/]typescript[\\/]lib[\\/]typescript\.js$/ }, ({ path }) => ({
        contents: used(readFileSync(path, 'utf8')),
        loader: 'js',
      }));
    },
  };
}

/** The names that the lens takes from TypeScript's module. */
function namesUsed(): readonly string[] {
  const used = new Set<string>();
  for (const file of USERS) {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (
        ts.isVariableDeclaration(node) &&
        isModule(node.initializer) &&
        ts.isObjectBindingPattern(node.name)
      )
        for (const { propertyName, name } of node.name.elements)
          if (ts.isIdentifier(name))
            used.add(propertyName === undefined ? name.text : propertyName.getText(source));
      if (ts.isPropertyAccessExpression(node) && isModule(node.expression)) used.add(node.name.text);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...used].sort();
}

function isModule(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isIdentifier(node) && node.text === 'ts';
}

/** The statements of TypeScript's module that declare these names, and those that `end` has, with all that those name in turn. */
function moduleOf(text: string, names: readonly string[], end: string): string {
  const source = ts.createSourceFile('typescript.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const statements = statementsOf(source);
  const declared = new Map<string, number>();
  statements.forEach((statement, index) => {
    for (const name of namesDeclared(statement)) declared.set(name, index);
  });
  const completed = new Map<number, number[]>();
  statements.forEach((statement, index) => {
    const name = nameCompleted(statement);
    const by = name === undefined ? undefined : declared.get(name);
    if (by !== undefined) completed.set(by, [...(completed.get(by) ?? []), index]);
  });
  const last = ts.createSourceFile('end.js', end, ts.ScriptTarget.Latest);
  const wanted = new Set<number>();
  const want = (name: string): void => {
    const index = declared.get(name);
    if (index !== undefined) wanted.add(index);
  };
  for (const name of names) {
    if (!declared.has(name)) throw new Error(`TypeScript's module declares no ${name}`);
    want(name);
  }
  namesIn(last).forEach(want);
  // a set goes on to what is added while it is gone through
  for (const index of wanted) {
    const statement = statements[index];
    if (statement !== undefined) namesIn(statement).forEach(want);
    for (const other of completed.get(index) ?? []) wanted.add(other);
  }
  const kept = [...wanted].sort((a, b) => a - b).map((index) => statements[index]?.getFullText(source) ?? '');
  return [...kept, end, `export { ${names.join(', ')} };`].join('\n');
}

/** The statements of the function that TypeScript's module is made by. */
function statementsOf(source: ts.SourceFile): readonly ts.Statement[] {
  for (const statement of source.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
    const { expression: made } = statement.expression;
    const fn = ts.isParenthesizedExpression(made) ? made.expression : made;
    if (ts.isArrowFunction(fn) && ts.isBlock(fn.body)) return fn.body.statements;
  }
  throw new Error("TypeScript's module has another form");
}

function namesDeclared(statement: ts.Statement): readonly string[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
    return statement.name === undefined ? [] : [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  const names: string[] = [];
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element.name);
  };
  for (const { name } of statement.declarationList.declarations) add(name);
  return names;
}

/** The name of which a statement completes the value: `__export(all, …)`, `((Debug2) => { … })(Debug || (Debug = {}))`, `x.y = …`. */
function nameCompleted(statement: ts.Statement): string | undefined {
  if (!ts.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  if (ts.isBinaryExpression(expression)) return outermostName(expression.left);
  if (!ts.isCallExpression(expression)) return undefined;
  const [first] = expression.arguments;
  if (ts.isIdentifier(expression.expression))
    return expression.expression.text === '__export' && first ? outermostName(first) : undefined;
  return ts.isParenthesizedExpression(expression.expression) && first ? outermostName(first) : undefined;
}

function outermostName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return outermostName(expression.expression);
  return ts.isBinaryExpression(expression) ? outermostName(expression.left) : undefined;
}

/** The names that some code has, but for those of members. */
function namesIn(code: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    else if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) visit(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(code);
  return names;
}
