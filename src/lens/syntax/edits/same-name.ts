import { parseSource } from '../parse.ts';
import { addNames } from './visible-names.ts';
import * as ts from '../typescript.ts';

/**
 * Whether a name, or `this.name`, that is used at `there` means the same at `here`, and has its value there: it is declared by the same
 * block, function or file, before `here` or outside of the function around it. In doubt not.
 */
export function meansTheSame(file: string, text: string, name: string, there: number, here: number): boolean {
  const source = parseSource(file, text);
  const [, member] = /^this\.(#?[\w$]+)$/.exec(name) ?? [];
  if (member !== undefined) {
    const [used, wanted] = [thisAt(source, there), thisAt(source, here)];
    return used !== undefined && used === wanted;
  }
  if (!/^[\w$]+$/.test(name)) return false;
  const [used, wanted] = [declarationOf(source, name, there), declarationOf(source, name, here)];
  return used !== undefined && used.at === wanted?.at && (wanted.end <= here || wanted.isOutside);
}

interface Declared {
  readonly at: number;
  readonly end: number;
  /** A function stands between the declaration and the use: it runs later. */
  readonly isOutside: boolean;
}

/** The innermost declaration around an offset. */
function declarationOf(source: ts.SourceFile, name: string, offset: number): Declared | undefined {
  let found: Declared | undefined;
  const visit = (node: ts.Node): void => {
    if (offset < node.getStart(source) || offset > node.end) return;
    if (ts.isFunctionLike(node) && found) found = { ...found, isOutside: true };
    for (const declaration of declaredBy(node)) {
      if (namesOf(declaration).has(name))
        found = { at: declaration.pos, end: declaration.end, isOutside: false };
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function declaredBy(node: ts.Node): readonly ts.Node[] {
  if (ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node)) return node.statements;
  if (ts.isCaseBlock(node)) return node.clauses.flatMap(({ statements }) => [...statements]);
  if (ts.isFunctionLike(node)) return node.parameters;
  if (ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    return node.initializer === undefined ? [] : [node.initializer];
  }
  return ts.isCatchClause(node) && node.variableDeclaration ? [node.variableDeclaration] : [];
}

/** The names that a statement, parameter or list of variables declares. */
function namesOf(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  if (ts.isVariableStatement(node)) return namesOf(node.declarationList);
  if (ts.isVariableDeclarationList(node)) for (const { name } of node.declarations) addNames(name, names);
  if (ts.isParameter(node) || ts.isVariableDeclaration(node)) addNames(node.name, names);
  if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name) names.add(node.name.text);
  if (ts.isImportEqualsDeclaration(node)) names.add(node.name.text);
  if (ts.isImportDeclaration(node)) {
    const { name, namedBindings } = node.importClause ?? {};
    if (name) names.add(name.text);
    if (namedBindings && ts.isNamespaceImport(namedBindings)) names.add(namedBindings.name.text);
    else for (const element of namedBindings?.elements ?? []) names.add(element.name.text);
  }
  return names;
}

/** Tells the class, and whether it or its instance, that `this` is at an offset; undefined where it is something else. */
function thisAt(source: ts.SourceFile, offset: number): string | undefined {
  let found: string | undefined;
  const visit = (node: ts.Node): void => {
    if (offset < node.getStart(source) || offset > node.end) return;
    if (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) found = undefined;
    if (!ts.isClassDeclaration(node) && !ts.isClassExpression(node)) {
      ts.forEachChild(node, visit);
      return;
    }
    for (const member of node.members) {
      if (offset < member.getStart(source) || offset > member.end) continue;
      const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
      const isStatic =
        ts.isClassStaticBlockDeclaration(member) ||
        modifiers.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
      found = `${node.pos}${isStatic ? ' static' : ''}`;
      ts.forEachChild(member, visit);
    }
  };
  visit(source);
  return found;
}
