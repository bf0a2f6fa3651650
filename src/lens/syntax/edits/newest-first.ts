import type { TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { indentOf, namesIn } from './declared-function.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';
import { hasLongTemplate, isEmptyList, keptInLoop, pushesAlways } from './paged-copy.ts';
import { refusalsIn } from './refusals.ts';

/** What reads the newest entities of a list that comes newest first. */
export interface NewestFirst {
  readonly edits: readonly TextEdit[];
  /** Code for how many are wanted; absent where all are. */
  readonly most?: string;
  /** The loop leaves out some entities, so that more than one page of so many may be read. */
  readonly isSome?: true;
}

/** Why the order can't be left to the keys. `code` is what keeps it from that. */
export interface NotNewestFirst {
  readonly kind: 'loop' | 'steps' | 'state' | 'limit' | 'layout';
  readonly code: string;
}

/**
 * Takes the call at `sort` out of what a function does with the entities that `call` lists: they go into an array, which is sorted and
 * returned, or its first ones. Then no more are read than those.
 */
export function newestFirst(
  file: string,
  text: string,
  call: Span,
  sort: Span,
  step: string,
): NewestFirst | NotNewestFirst {
  const source = parseSource(file, text);
  const no = refusalsIn<NotNewestFirst['kind']>(source);
  const around = nodesAround(source, call);
  const block = around.findLast(ts.isBlock);
  const fn = around.findLast(ts.isFunctionLike);
  if (block === undefined || fn === undefined || !contains(spanOf(source, fn), spanOf(source, block)))
    return no('loop');
  const { statements } = block;
  const names = statements.flatMap((one) => namedBy(source, one, call));
  const at = statements.findIndex(
    (one) =>
      ts.isForOfStatement(one) &&
      one.awaitModifier !== undefined &&
      (isAt(source, one.expression, call) ||
        (ts.isIdentifier(one.expression) && names.includes(one.expression.text))),
  );
  const loop = statements[at];
  if (loop === undefined || !ts.isForOfStatement(loop)) return no('loop');
  const after = statements.slice(at + 1);
  const last = after.at(-1);
  const sorting = after.find((one) => contains(spanOf(source, one), sort));
  if (last === undefined || !ts.isReturnStatement(last) || last.expression === undefined)
    return no('steps', last ?? loop);
  if (sorting === undefined || after.some((one) => one !== last && one !== sorting))
    return no('steps', after.find((one) => one !== last && one !== sorting) ?? loop);
  const node = nodesAround(source, sort).findLast((one) => isAt(source, one, sort));
  const sorted = node && ts.isCallExpression(node) ? sortedBy(node) : undefined;
  if (node === undefined || sorted === undefined) return no('steps', sorting);
  const array = sorted.text;
  const isDeclared = statements
    .slice(0, at)
    .some(
      (one) =>
        ts.isVariableStatement(one) &&
        one.declarationList.declarations.some(
          ({ name, initializer }) =>
            ts.isIdentifier(name) && name.text === array && initializer && isEmptyList(initializer),
        ),
    );
  if (!isDeclared) return no('steps', sorting);
  const isAlone = sorting !== last;
  if (isAlone && !(ts.isExpressionStatement(sorting) && sorting.expression === node))
    return no('steps', sorting);
  const without: TextEdit = isAlone
    ? { span: { start: sorting.getFullStart(), end: sorting.end }, text: '' }
    : { span: spanOf(source, node), text: array };
  const limit = limitOf(last.expression, isAlone ? undefined : node, array);
  if (limit === 'unknown') return no('limit', last);
  if (limit === undefined) return { edits: [without] };
  const most = typeof limit === 'string' ? limit : limit.getText(source);
  if (typeof limit !== 'string' && !isCount(limit, fn)) return no('limit', limit);
  const kept = keptInLoop(loop, array, statements.slice(0, at));
  if (kept !== undefined) return no('state', kept.node);
  const indent = indentOf(source, loop);
  if (indent === undefined || hasLongTemplate(source, loop) || namesIn(fn).has('page'))
    return no('layout', loop.initializer);
  if (!pushesAlways(loop, array)) {
    const edit = endedEarly(source, loop, `if (${array}.length >= ${most}) break;`, { step, indent });
    return { edits: [edit, without], most, isSome: true };
  }
  const isConstant = typeof limit === 'string' || ts.isNumericLiteral(limit);
  const size = isConstant && Number(most) <= MOST ? most : `Math.min(Math.max(${most}, 1), ${MOST})`;
  const list = loop.expression.getText(source);
  const body = loop.statement.getText(source).replaceAll(/\n(?=[^\r\n])/g, `\n${step}`);
  const lines = [
    `for await (const page of ${list}.byPage({ maxPageSize: ${size} })) {`,
    `${step}for (${loop.initializer.getText(source)} of page) ${body}`,
    `${step}if (${array}.length >= ${most}) break;`,
    '}',
  ];
  return { edits: [{ span: spanOf(source, loop), text: lines.join(`\n${indent}`) }, without], most };
}

/**
 * A loop that ends once it has enough. Of a loop that leaves out entities nobody knows how many it takes: its pages stay as large as they
 * are, so that it sends no more requests than before.
 */
function endedEarly(
  source: ts.SourceFile,
  { statement }: ts.ForOfStatement,
  end: string,
  { step, indent }: { readonly step: string; readonly indent: string },
): TextEdit {
  const inner = `\n${indent}${step}`;
  if (!ts.isBlock(statement))
    return {
      span: spanOf(source, statement),
      text: `{${inner}${statement.getText(source)}${inner}${end}\n${indent}}`,
    };
  const at = statement.statements.at(-1)?.end ?? statement.end - 1;
  return { span: { start: at, end: at }, text: `${inner}${end}` };
}

/** Entities in one page of the service ("Query timeout and pagination"). */
const MOST = 1000;

/** The name that a statement gives a call alone. */
function namedBy(source: ts.SourceFile, statement: ts.Statement, call: Span): readonly string[] {
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) && initializer && isAt(source, initializer, call) ? [name.text] : [],
  );
}

/** The array in `array.sort(…)`, `array.toSorted(…)` and `[...array].sort(…)`. */
function sortedBy({ expression }: ts.CallExpression): ts.Identifier | undefined {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  if (expression.name.text !== 'sort' && expression.name.text !== 'toSorted') return undefined;
  const of = expression.expression;
  if (ts.isIdentifier(of)) return of;
  const [spread, ...others] = ts.isArrayLiteralExpression(of) ? of.elements : [];
  if (spread === undefined || others.length > 0 || !ts.isSpreadElement(spread)) return undefined;
  return ts.isIdentifier(spread.expression) ? spread.expression : undefined;
}

/** How many of an array an expression has: `array.slice(0, n)`, `array[0]`; undefined where it has all. */
function limitOf(
  expression: ts.Expression,
  sorted: ts.Node | undefined,
  array: string,
): ts.Expression | string | undefined {
  let limit: ts.Expression | string | undefined;
  for (let node = expression; ;) {
    const isIt = sorted === undefined ? ts.isIdentifier(node) && node.text === array : node === sorted;
    if (isIt) return limit;
    if (ts.isNonNullExpression(node)) node = node.expression;
    else if (ts.isElementAccessExpression(node)) {
      if (!ts.isNumericLiteral(node.argumentExpression) || node.argumentExpression.text !== '0')
        return 'unknown';
      limit = '1';
      node = node.expression;
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression: of } = node.expression;
      const [first, second, ...more] = node.arguments;
      if (name.text === 'slice' && first && second && more.length === 0) {
        if (!ts.isNumericLiteral(first) || first.text !== '0' || limit !== undefined) return 'unknown';
        limit = second;
      } else if (name.text === 'at' && first && ts.isNumericLiteral(first) && first.text === '0') limit = '1';
      else if (name.text === 'filter' && limit === undefined) {
        // all of what is left of all
      } else if (name.text !== 'map') return 'unknown';
      node = of;
    } else return 'unknown';
  }
}

/** A number from 1, or a parameter that is always given: with less than 1, `slice` would mean something else. */
function isCount(limit: ts.Expression, fn: ts.SignatureDeclaration): boolean {
  if (ts.isNumericLiteral(limit)) return Number(limit.text) >= 1;
  if (!ts.isIdentifier(limit)) return false;
  const parameter = fn.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === limit.text);
  if (parameter === undefined || parameter.questionToken !== undefined) return false;
  let isChanged = false;
  walk(fn, (node) => {
    if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && node.left.text === limit.text)
      isChanged ||= node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  });
  return !isChanged;
}

/** Code for the time that a value says, from what stands there: `now` of `now.toISOString()`. Undefined where it has no name. */
export function timeNameAt(
  file: string,
  text: string,
  value: Span,
): { readonly name: string; readonly root: string } | undefined {
  const source = parseSource(file, text);
  const node = nodesAround(source, value).findLast((one) => isAt(source, one, value));
  const called = node && ts.isCallExpression(node) ? node.expression : undefined;
  const of =
    called !== undefined &&
    ts.isPropertyAccessExpression(called) &&
    CONVERSIONS.has(called.name.text) &&
    node !== undefined &&
    ts.isCallExpression(node) &&
    node.arguments.length === 0
      ? called.expression
      : node;
  for (let root = of; root !== undefined;) {
    if (ts.isIdentifier(root)) return { name: of?.getText(source) ?? '', root: root.text };
    root = ts.isPropertyAccessExpression(root) ? root.expression : undefined;
  }
  return undefined;
}

const CONVERSIONS: ReadonlySet<string> = new Set(['toISOString', 'toJSON', 'getTime', 'valueOf']);

/** Whether a name means at a place what it means later in the same function: no variable of that name is declared after it. */
export function isNamedBefore(file: string, text: string, name: string, offset: number): boolean {
  const source = parseSource(file, text);
  const fn = nodesAround(source, { start: offset, end: offset }).findLast(ts.isFunctionLike);
  let isLater = false;
  walk(fn ?? source, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
    isLater ||= node.name.text === name && node.end > offset;
  });
  return !isLater;
}

/** Whether names in an expression are used nowhere else in the file: without it, nothing would need what they name. */
export function leavesUnused(file: string, text: string, span: Span): boolean {
  const source = parseSource(file, text);
  const node = nodesAround(source, span).findLast((one) => isAt(source, one, span));
  if (node === undefined) return true;
  const counts = new Map<string, number>();
  walk(source, (one) => {
    if (ts.isIdentifier(one)) counts.set(one.text, (counts.get(one.text) ?? 0) + 1);
  });
  return [...namesIn(node)].some((name) => counts.get(name) === 2);
}
