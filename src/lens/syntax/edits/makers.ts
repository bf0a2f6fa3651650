import * as ts from '../typescript.ts';

/** What a file declares, each name once asked for, and which of its functions only make a value; undefined while that is looked at. */
export interface Makers {
  readonly declared: (name: string) => readonly Declared[];
  readonly known: Map<string, boolean | undefined>;
}

/** A function that stays what it is; undefined for all else. */
type Declared = MadeFunction | undefined;

/** What is to be known of the functions of a file, of which nothing is looked into yet. */
export function makersOf(source: ts.SourceFile): Makers {
  let all: ReadonlyMap<string, readonly Declared[]> | undefined;
  return {
    declared: (name) => {
      all ??= declarationsIn(source);
      return all.get(name) ?? [];
    },
    known: new Map(),
  };
}

/**
 * Whether a function of the file only makes a value of what it is given, as one does that puts a key together: nothing else in the file
 * has its name, and all that it does may be done again, as `isHarmless` says of its parameters and its body. Each is looked into once.
 */
export function isMaker(
  name: string,
  { declared, known }: Makers,
  isHarmless: (part: ts.Node, body: readonly ts.Statement[]) => boolean,
): boolean {
  if (known.has(name) || known.size >= MOST_FUNCTIONS) return known.get(name) === true;
  known.set(name, undefined);
  const [fn, ...others] = declared(name);
  const { body } = others.length === 0 && fn !== undefined && !runsLater(fn) ? fn : {};
  const statements = body !== undefined && ts.isBlock(body) ? body.statements : [];
  const isMade =
    fn !== undefined &&
    body !== undefined &&
    [...fn.parameters, body].every((part) => isHarmless(part, statements));
  known.set(name, isMade);
  return isMade;
}

/** Functions that are looked into for one statement: each of them may be called by the one before. */
const MOST_FUNCTIONS = 50;

/** Whether a call of a function is over before all of it has run. */
function runsLater(fn: MadeFunction): boolean {
  const isAsync = ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  return isAsync || fn.asteriskToken !== undefined;
}

type MadeFunction = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function declarationsIn(source: ts.SourceFile): ReadonlyMap<string, readonly Declared[]> {
  const found = new Map<string, Declared[]>();
  const add = (name: ts.Node, one: Declared): void => {
    if (!ts.isIdentifier(name)) return;
    const known = found.get(name.text);
    if (known === undefined) found.set(name.text, [one]);
    else known.push(one);
  };
  const visit = (node: ts.Node, isConstant: boolean): void => {
    if (isDeclaring(node) && node.name !== undefined) add(node.name, functionOf(node, isConstant));
    // a function that is declared gets another one so
    if (ts.isBinaryExpression(node) && isAssignment(node))
      for (const name of targetsIn(node.left)) add(name, undefined);
    const isOfConstants = ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Const) !== 0;
    ts.forEachChild(node, (child) => {
      visit(child, isOfConstants);
    });
  };
  visit(source, false);
  return found;
}

/** What an assignment gives another value: `a` of `a = …`, and `a` and `b` of `[a, { b }] = …`. */
function targetsIn(left: ts.Node): readonly ts.Node[] {
  if (!ts.isArrayLiteralExpression(left) && !ts.isObjectLiteralExpression(left)) return [left];
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node);
    ts.forEachChild(node, visit);
  };
  visit(left);
  return names;
}

/** Whether an operator gives what is on its left another value. */
export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether a node gives a value, a function or a class a name. */
function isDeclaring(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node)
  );
}

function functionOf(declared: ts.Node, isConstant: boolean): Declared {
  if (ts.isFunctionDeclaration(declared)) return declared;
  const made = ts.isVariableDeclaration(declared) && isConstant ? declared.initializer : undefined;
  return made !== undefined && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)) ? made : undefined;
}
