import ts from 'typescript';
import type { Span } from '../../core/text/span.ts';
import type { ResultUse } from './facts.ts';
import { lowerExpression } from './lower-expression.ts';
import type { At, Lowering } from './lowering.ts';
import { walk } from './walk.ts';

/**
 * Notes what a chain like `client.listEntities(…).byPage({ maxPageSize: 1 }).next()` does with the result
 * of its first call. To be called on the outer calls of the chain, before the inner one is lowered.
 */
export function noteUse(lowering: Lowering, node: ts.CallExpression | ts.NewExpression, at: At): void {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const inner = unwrap(node.expression.expression);
  switch (node.expression.name.text) {
    case 'byPage': {
      const pageSize = pageSizeOf(node.arguments?.[0]);
      const size = pageSize && lowerExpression(lowering, pageSize, at);
      merge(lowering, node, inner, {
        ...(size !== undefined && { pageSize: size }),
        // from a token on, the first page is one of many
        ...(mayContinue(node.arguments?.[0]) && { firstOnly: false }),
      });
      break;
    }
    case 'next':
      merge(lowering, node, inner, { firstOnly: true });
      break;
  }
}

/**
 * Notes that of a result which is named first only the first is used: `const pager = call; await pager.next();`
 * with no other use of the name, and not in a loop. `after` are the statements that follow.
 */
export function noteNamedUse(
  lowering: Lowering,
  declaration: ts.VariableDeclaration,
  after: readonly ts.Statement[],
): void {
  const { name, initializer } = declaration;
  if (!ts.isIdentifier(name) || initializer === undefined || !isPager(unwrap(initializer))) return;
  let uses = 0;
  let firsts = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name.text) uses += 1;
    if (ts.isIterationStatement(node, false)) uses += mentions(node, name.text) ? 2 : 0;
    if (isNextOf(node, name.text)) firsts += 1;
  };
  for (const statement of after) walk(statement, visit);
  if (uses === 1 && firsts === 1) merge(lowering, initializer, unwrap(initializer), { firstOnly: true });
}

function isNextOf(node: ts.Node, name: string): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name: method } = node.expression;
  return method.text === 'next' && ts.isIdentifier(expression) && expression.text === name;
}

/** Whether a result can be asked for its `next`: of a list query, and of what is made from one. */
function isPager(node: ts.Expression): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['listEntities', 'byPage'].includes(node.expression.name.text)
  );
}

function mentions(node: ts.Node, name: string): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||= ts.isIdentifier(inner) && inner.text === name;
  });
  return found;
}

/** Notes that a `for await` loop goes through the result of the call in its head. */
export function noteLoop(
  lowering: Lowering,
  head: ts.Expression,
  loop: { readonly span: Span; readonly variable: string; readonly body: Span },
  leavesInFirstTurn: boolean,
): void {
  merge(lowering, head, unwrap(head), { loop, ...(leavesInFirstTurn && { firstOnly: true }) });
}

function merge(lowering: Lowering, outer: ts.Node, inner: ts.Node, use: Partial<ResultUse>): void {
  const before = lowering.uses.get(outer) ?? { firstOnly: false };
  lowering.uses.set(inner, { ...before, ...use });
}

function unwrap(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node)
    ? unwrap(node.expression)
    : node;
}

/** Whether `byPage` may be given a continuation token. */
function mayContinue(options: ts.Expression | undefined): boolean {
  if (options === undefined) return false;
  if (!ts.isObjectLiteralExpression(options)) return true;
  return options.properties.some(
    ({ name }) => name === undefined || !ts.isIdentifier(name) || name.text === 'continuationToken',
  );
}

function pageSizeOf(options: ts.Expression | undefined): ts.Expression | undefined {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const property = options.properties.find(
    (candidate) =>
      ts.isPropertyAssignment(candidate) &&
      ts.isIdentifier(candidate.name) &&
      candidate.name.text === 'maxPageSize',
  );
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}
