import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { isAt, nodesAround, spanOf } from '../edits/nodes-around.ts';
import * as ts from '../typescript.ts';
import { walkInOrder } from '../walk.ts';
import { classes } from './classes.ts';
import {
  insertionsOf,
  shifted,
  type TableCallSite,
  tableOfType,
  tableTypes,
  unshifted,
} from './table-types.ts';
import { typedProgram } from './typed-program.ts';

/** Something that brings a property into a write: a property of a literal, an assignment, or an object that has it. */
export interface PutSite {
  readonly table: number;
  readonly place: Place;
  /** It is the whole entity, which might not have it. */
  readonly isWhole?: true;
}

export interface PropertyQuestion {
  readonly files: ReadonlyMap<string, string>;
  /** The file that a module's name means, of those files. */
  readonly resolve: (from: string, module: string) => string | undefined;
  readonly property: string;
  readonly calls: readonly TableCallSite[];
  readonly puts: readonly PutSite[];
}

/** How the source names a property: so a new name is written there. `short`: the name of a variable, too. */
export interface PropertyUse extends Place {
  readonly form: 'name' | 'short';
}

/** Why it isn't certain that a place has to do with the property. */
export type Doubt =
  /** It has no type that tells. */
  | 'untyped'
  /** A text that is the name. */
  | 'text'
  /** Entities go to code that isn't seen, or come from it, with all their properties. */
  | 'leaves'
  | 'enters'
  /** The name is only known when the program runs. */
  | 'dynamic';

export interface DoubtfulUse extends Place {
  readonly doubt: Doubt;
}

export interface PropertyUses {
  readonly uses: readonly PropertyUse[];
  readonly doubtful: readonly DoubtfulUse[];
  /** Where the same property is put into another table, or read of one (no place); empty where it isn't. */
  readonly shared: readonly (Place | undefined)[];
  /** Names that stand beside it where it is declared or put. */
  readonly beside: ReadonlySet<string>;
}

/**
 * Follows a property of one table's entities through all files, by types: where it is declared, put, read and taken apart. A file is one
 * step. Nothing is told of what has no type.
 */
export function* propertyUses(question: PropertyQuestion): Generator<void, PropertyUses> {
  const { files, property, calls, puts } = question;
  const inserts = insertionsOf(files, calls);
  const insertsOf = (file: string): readonly TextEdit[] => inserts.get(file) ?? [];
  const { checker, sources, own } = typedProgram(
    new Map([...files].map(([file, text]) => [file, applyEdits(text, insertsOf(file))])),
    tableTypes(property, calls),
    question.resolve,
  );
  yield;
  const declared = classes();
  const found: (PropertyUse & { readonly of: string })[] = [];
  const doubtful: DoubtfulUse[] = [];
  const flows: (DoubtfulUse & { readonly of: readonly string[] })[] = [];
  const keysIn: KeysIn = (type) =>
    type === undefined ? [] : keysOf(checker.getPropertyOfType(checker.getApparentType(type), property));
  for (const source of sources) {
    const { fileName: file } = source;
    const at = (span: Span): Place => ({ file, span: unshifted(insertsOf(file), span) });
    walkInOrder(source, (node) => {
      const use = useAt(checker, node, property, keysIn);
      if (use !== undefined) {
        const place = at(use.span);
        const [of] = use.keys;
        if (use.form === 'text') doubtful.push({ ...place, doubt: 'text' });
        else if (of === undefined) doubtful.push({ ...place, doubt: 'untyped' });
        else found.push({ ...place, form: use.form, of });
        declared.join(use.keys);
      }
      if (isTableType(node)) declared.join(keysIn(checker.getTypeAtLocation(node)));
      for (const { node: moved, from, to } of flowsAt(checker, node)) {
        const [own, theirs] = [keysIn(from), to === 'dynamic' ? [] : keysIn(to)];
        const place = at(spanOf(source, moved));
        if (own.length > 0 && theirs.length > 0) declared.join([...own, ...theirs]);
        else if (own.length > 0 && to === 'dynamic') flows.push({ ...place, doubt: 'dynamic', of: own });
        else if (own.length > 0 && to !== 'dynamic' && isOpen(to))
          flows.push({ ...place, doubt: 'leaves', of: own });
        else if (theirs.length > 0 && isUnknown(from)) flows.push({ ...place, doubt: 'enters', of: theirs });
      }
      return true;
    });
    yield;
  }
  const byTable = (own?.statements ?? []).flatMap((node): Owned[] => {
    const table = ts.isInterfaceDeclaration(node) ? tableOfType(node.name.text) : undefined;
    if (table === undefined || !ts.isInterfaceDeclaration(node)) return [];
    return node.members
      .filter((one) => ts.isPropertySignature(one))
      .map((one) => ({ table, key: keyOf(one) }));
  });
  const byFile = new Map(sources.map((source) => [source.fileName, source]));
  for (const { table, place, isWhole } of puts) {
    const source = byFile.get(place.file);
    const span = shifted(insertsOf(place.file), place.span);
    const keys = source === undefined ? [] : putKeys(checker, source, span, property, keysIn);
    if (table === 0 && keys.length === 0 && isWhole !== true) doubtful.push({ ...place, doubt: 'untyped' });
    for (const key of keys) byTable.push({ table, key, place });
  }
  const ours = byTable.filter(({ table }) => table === 0).map(({ key }) => key);
  declared.join(ours);
  const [first = ''] = ours;
  const isOurs = (key: string): boolean => declared.isSame(key, first);
  const shared = byTable.filter(({ table, key }) => table !== 0 && isOurs(key));
  return {
    uses: found.filter(({ of }) => isOurs(of)).map(({ of: _, ...use }) => use),
    doubtful: [...doubtful, ...flows.filter(({ of }) => of.some(isOurs)).map(({ of: _, ...one }) => one)],
    shared: shared.map(({ place }) => place),
    beside: new Set(
      sources.flatMap((source) => namesBeside(source, property, (node) => isOurs(keyOf(node)))),
    ),
  };
}

/** A declaration of the property that is that of a table's entities. */
interface Owned {
  readonly table: number;
  readonly key: string;
  readonly place?: Place;
}

/** The declarations of the property in a type. */
type KeysIn = (type: ts.Type | undefined) => readonly string[];

/** Whether it is the type of a call's entities: that of the table, and what the source says. */
function isTableType(node: ts.Node): boolean {
  const [first] = ts.isIntersectionTypeNode(node) ? node.types : [];
  if (first === undefined || !ts.isTypeReferenceNode(first) || !ts.isIdentifier(first.typeName)) return false;
  return tableOfType(first.typeName.text) !== undefined;
}

interface UseAt {
  readonly form: PropertyUse['form'] | 'text';
  readonly span: Span;
  /** The declarations that it goes back to. */
  readonly keys: readonly string[];
}

/** A node that names the property. */
function useAt(checker: ts.TypeChecker, node: ts.Node, property: string, keysIn: KeysIn): UseAt | undefined {
  if (!(ts.isIdentifier(node) || ts.isStringLiteralLike(node)) || node.text !== property) return undefined;
  const { parent } = node;
  const quote = ts.isIdentifier(node) ? 0 : 1;
  const span = { start: node.getStart() + quote, end: node.end - quote };
  const named = (keys: readonly string[]): UseAt => ({ form: 'name', span, keys });
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return named(keysIn(checker.getTypeAtLocation(parent.expression)));
  if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node)
    return quote === 0 ? undefined : named(keysIn(checker.getTypeAtLocation(parent.expression)));
  if (
    ts.isObjectLiteralElementLike(parent) &&
    parent.name === node &&
    ts.isObjectLiteralExpression(parent.parent)
  ) {
    const form = ts.isShorthandPropertyAssignment(parent) ? 'short' : 'name';
    if (isPattern(parent.parent)) return { form, span, keys: [] };
    return { form, span, keys: [keyOf(parent), ...keysIn(checker.getContextualType(parent.parent))] };
  }
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    const isShort = parent.propertyName === undefined;
    if ((parent.propertyName ?? parent.name) !== node || parent.dotDotDotToken !== undefined)
      return undefined;
    return { form: isShort ? 'short' : 'name', span, keys: keysIn(checker.getTypeAtLocation(parent.parent)) };
  }
  if ((ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) && parent.name === node)
    return named([keyOf(parent), ...keysOfBases(checker, parent.parent, keysIn)]);
  if (
    ts.isParameter(parent) &&
    parent.name === node &&
    ts.isParameterPropertyDeclaration(parent, parent.parent)
  )
    return { form: 'short', span, keys: [] };
  return quote === 0 ? undefined : { form: 'text', span, keys: [] };
}

function keysOfBases(checker: ts.TypeChecker, node: ts.Node, keysIn: KeysIn): readonly string[] {
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassLike(node)) return [];
  return (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap((type) => keysIn(checker.getTypeAtLocation(type))),
  );
}

/** A value that comes to a place with a type of its own, or of which a property is asked for whose name isn't written. */
interface Flow {
  readonly node: ts.Expression;
  readonly from: ts.Type;
  readonly to: ts.Type | 'dynamic';
}

function flowsAt(checker: ts.TypeChecker, node: ts.Node): readonly Flow[] {
  const flow = (moved: ts.Expression, to: Flow['to'] | undefined): Flow[] =>
    to === undefined ? [] : [{ node: moved, from: checker.getTypeAtLocation(moved), to }];
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isSatisfiesExpression(node))
    return ts.isConstTypeReference(node.type)
      ? []
      : flow(node.expression, checker.getTypeAtLocation(node.type));
  if (ts.isElementAccessExpression(node)) {
    const { argumentExpression: name } = node;
    const isWritten = ts.isStringLiteralLike(name) || ts.isNumericLiteral(name);
    return isWritten ? [] : flow(node.expression, 'dynamic');
  }
  if (ts.isForInStatement(node)) return flow(node.expression, 'dynamic');
  const given = ts.isExpression(node) && isGiven(node) ? flow(node, checker.getContextualType(node)) : [];
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return given;
  const callee = checker.getTypeAtLocation(node.expression);
  const args = (node.arguments ?? []).filter((arg) => !ts.isFunctionLike(arg));
  return [
    ...given,
    ...args.flatMap((arg) => flow(arg, isUnknown(callee) ? callee : checker.getContextualType(arg))),
  ];
}

/** Whether an expression is given to a name, a property, a list, or to who called. */
function isGiven(node: ts.Expression): boolean {
  const { parent } = node;
  if (
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyDeclaration(parent)
  )
    return parent.initializer === node;
  if (ts.isReturnStatement(parent) || ts.isArrayLiteralExpression(parent) || ts.isYieldExpression(parent))
    return true;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  const isAssigned = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssigned && parent.right === node;
}

/** The declarations that a property of a write goes back to, from what brings it along. */
function putKeys(
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  span: Span,
  property: string,
  keysIn: KeysIn,
): readonly string[] {
  const within = nodesAround(source, span).filter((node) => isAt(source, node, span));
  for (const node of within) {
    if (ts.isBinaryExpression(node) && isAccess(node.left))
      return keysIn(checker.getTypeAtLocation(node.left.expression));
    if (ts.isSpreadAssignment(node)) return keysIn(checker.getTypeAtLocation(node.expression));
    if (ts.isObjectLiteralElementLike(node) && node.name !== undefined && isNamed(node.name, property))
      return [keyOf(node)];
    const keys = ts.isExpression(node) ? keysIn(checker.getTypeAtLocation(node)) : [];
    if (keys.length > 0) return keys;
  }
  return [];
}

function isAccess(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** Nothing is known of it. */
function isUnknown({ flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

/** Who has a value as this type may read any of its properties. */
function isOpen(type: ts.Type): boolean {
  const isObject = (type.flags & ts.TypeFlags.NonPrimitive) !== 0;
  return isUnknown(type) || isObject || type.getStringIndexType() !== undefined;
}

function isNamed(name: ts.PropertyName, text: string): boolean {
  return (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text === text;
}

/** Whether it is a literal by which variables are given what an object has. */
function isPattern(literal: ts.Node): boolean {
  let child = literal;
  for (let at = literal.parent; ; [child, at] = [at, at.parent]) {
    if (ts.isForOfStatement(at)) return at.initializer === child;
    if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken && at.left === child)
      return true;
    const isPart = ts.isObjectLiteralElementLike(at) || ts.isObjectLiteralExpression(at);
    if (!isPart && !ts.isArrayLiteralExpression(at) && !ts.isParenthesizedExpression(at)) return false;
  }
}

/** The names of all members of what declares, or puts, the property. */
function namesBeside(
  source: ts.SourceFile,
  property: string,
  isOurs: (node: ts.Node) => boolean,
): readonly string[] {
  const found: string[] = [];
  walkInOrder(source, (node) => {
    const members = membersOf(node);
    const names = members.flatMap(({ name }) =>
      name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : [],
    );
    if (names.includes(property) && members.some(isOurs)) found.push(...names);
    return true;
  });
  return found;
}

function membersOf(
  node: ts.Node,
): readonly (ts.ClassElement | ts.TypeElement | ts.ObjectLiteralElementLike)[] {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node) || ts.isClassLike(node))
    return [...node.members];
  return ts.isObjectLiteralExpression(node) ? node.properties : [];
}

function keysOf(symbol: ts.Symbol | undefined): readonly string[] {
  return (symbol?.declarations ?? []).map(keyOf);
}

/** Equal for one declaration. */
function keyOf(node: ts.Node): string {
  return `${node.pos} ${node.getSourceFile().fileName}`;
}
