import type { Expr } from './expr.ts';
import type { ResultFilter, ResultLimit, ResultUse } from '../results/facts.ts';
import { lowerExpression } from '../lower/lower-expression.ts';
import { type At, type Lowering, spanOf } from '../lower/lowering.ts';
import { follow } from '../results/follow.ts';
import type { Found } from '../results/found.ts';
import { isTransparent, memberName, type Tree } from '../results/tree.ts';
import * as ts from '../typescript.ts';

const NO_USE: ResultUse = { firstOnly: false };

/**
 * How the result of a call is used within the function around it: of `listEntities` an iterable of entities, of
 * any other function such an iterable, or an array of entities that is waited for.
 */
export function useOf(lowering: Lowering, node: ts.CallExpression, at: At): ResultUse {
  const isList = memberName(node.expression) === 'listEntities';
  const { tree } = lowering;
  if (!isList && !mayBeResult(tree, node)) return NO_USE;
  const found: Found = {
    tree,
    call: node,
    isList,
    continues: false,
    nexts: 0,
    filters: [],
    rowFilters: [],
    rowUses: [],
    steps: 0,
  };
  try {
    follow(found, node, { kind: 'list' });
    return summary(lowering, found, at);
  } catch (error) {
    // code too deep for the stack is not followed
    if (error instanceof RangeError) return NO_USE;
    throw error;
  }
}

/** Whether a call stands where a result can be told from any other value. */
function mayBeResult(tree: Tree, node: ts.Node): boolean {
  const parent = tree.parentOf(node);
  if (parent === undefined) return false;
  if (isTransparent(parent)) return mayBeResult(tree, parent);
  switch (parent.kind) {
    case ts.SyntaxKind.VariableDeclaration:
    case ts.SyntaxKind.ForOfStatement:
    case ts.SyntaxKind.PropertyAccessExpression:
    case ts.SyntaxKind.ElementAccessExpression:
    case ts.SyntaxKind.ReturnStatement:
      return true;
    default:
      return (
        (ts.isArrowFunction(parent) && parent.body === node) ||
        (ts.isBinaryExpression(parent) && parent.right === node)
      );
  }
}

function summary(lowering: Lowering, found: Found, at: At): ResultUse {
  const { loop, skip, isSorted, collects, returns, pageOptions } = found;
  const page = pageOptions && readPageOptions(lowering, pageOptions, at);
  const continues = found.continues || page?.continues === true || found.nexts > 1;
  const limit = continues ? undefined : limitOf(lowering, found, at);
  const filters = [...found.filters, ...rowFilters(found)];
  const firstSorted = continues ? undefined : firstSortedOf(lowering, found, at);
  return {
    firstOnly: limit !== undefined && !limit.readsAll && FIRST.has(limit.kind),
    ...(page?.size && { pageSize: page.size }),
    ...(loop && { loop }),
    ...(limit && { limit }),
    ...(filters.length > 0 && { filters }),
    ...(skip && { skip }),
    ...(isSorted && { isSorted }),
    ...(firstSorted && { firstSorted }),
    // what one page has is no more than it
    ...(collects && !continues && { collects }),
    ...(returns && { returns }),
  };
}

const FIRST: ReadonlySet<ResultLimit['kind']> = new Set(['one', 'page', 'probe']);

function limitOf(lowering: Lowering, found: Found, at: At): ResultLimit | undefined {
  const { stop, rowFilters: filters } = found;
  // what happens to a page, or to a part that was cut off, says nothing of all
  const rowUses = found.rowUses.filter(({ rows }) => !rows.isPage && !rows.state.isPart);
  if (stop !== undefined) {
    const pages = found.rowUses.filter(({ rows }) => rows.isPage);
    const isQuestion = stop.kind === 'page' && pages.length > 0 && pages.every(({ kind }) => kind === 'some');
    return {
      kind: stop.kind,
      span: spanOf(lowering, stop.node),
      readsAll: false,
      ...(isQuestion && { isQuestion }),
      ...(stop.count && { count: simple(lowering, stop.count, at) }),
    };
  }
  const isFirst = rowUses.every(
    ({ kind, rows }) =>
      (kind === 'first' || kind === 'some') && !rows.state.isSorted && !rows.state.isFiltered,
  );
  const [use] = rowUses;
  if (use === undefined || !isFirst || filters.length > 0 || found.filters.length > 0) return undefined;
  const counted = rowUses.find(({ count }) => count !== undefined);
  const { count, node } = counted ?? rowUses.find(({ kind }) => kind === 'first') ?? use;
  return {
    kind: count === undefined ? 'one' : 'count',
    span: spanOf(lowering, node),
    readsAll: true,
    ...(rowUses.every(({ kind }) => kind === 'some') && { isQuestion: true }),
    ...(count && { count: simple(lowering, count, at) }),
  };
}

/** What is taken of an array in another order, where nothing but its beginning is. */
function firstSortedOf(lowering: Lowering, found: Found, at: At): ResultUse['firstSorted'] {
  const uses = found.rowUses.filter(({ rows }) => !rows.isPage && !rows.state.isPart);
  const [use, ...others] = uses;
  if (use === undefined || others.length > 0 || use.kind !== 'first' || !use.rows.state.isSorted)
    return undefined;
  return use.count === undefined ? {} : { count: simple(lowering, use.count, at) };
}

/** Filters of an array that nothing else is done with: every other use needs what they leave out, to count it at least. */
function rowFilters(found: Found): readonly ResultFilter[] {
  const needsAll = found.rowUses.some(({ isOfAll }) => isOfAll);
  const ofAll = found.rowFilters.filter(({ fromAll }) => fromAll);
  return needsAll || ofAll.length > 1 ? [] : found.rowFilters.flatMap(({ filters }) => filters);
}

/** The size in the options of `byPage`, and whether they may have a continuation token. */
function readPageOptions(
  lowering: Lowering,
  options: ts.Expression,
  at: At,
): { readonly size?: Expr; readonly continues: boolean } {
  const other: Expr = { kind: 'other', span: spanOf(lowering, options) };
  if (!ts.isObjectLiteralExpression(options)) return { size: other, continues: true };
  const named = (wanted: string): ts.ObjectLiteralElementLike | undefined =>
    options.properties.find(({ name }) => name && ts.isIdentifier(name) && name.text === wanted);
  const size = named('maxPageSize');
  const isOpen = options.properties.some(({ name }) => name === undefined || !ts.isIdentifier(name));
  const value =
    size && ts.isPropertyAssignment(size)
      ? size.initializer
      : size && ts.isShorthandPropertyAssignment(size)
        ? size.name
        : undefined;
  return {
    continues: isOpen || named('continuationToken') !== undefined,
    ...(value ? { size: simple(lowering, value, at) } : isOpen && { size: other }),
  };
}

/** An expression that can be lowered a second time without counting twice what is in it. */
function simple(lowering: Lowering, node: ts.Expression, at: At): Expr {
  const isSimple = ts.isNumericLiteral(node) || ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
  return isSimple ? lowerExpression(lowering, node, at) : { kind: 'other', span: spanOf(lowering, node) };
}
