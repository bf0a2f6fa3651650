import type { CallExpr, Expr } from '../facts/expr.ts';
import { recordWrite } from './lower-write.ts';
import type { At, Lowering, OpenScope } from './lowering.ts';
import * as ts from '../typescript.ts';

/** The action that each method of a TableTransaction collects. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['createEntity', 'create'],
  ['updateEntity', 'update'],
  ['upsertEntity', 'upsert'],
  ['deleteEntity', 'delete'],
]);

/** Notes a call of a TableTransaction's method as what it does: it adds a tuple to the list of actions. */
export function recordAction(lowering: Lowering, call: CallExpr, receiver: ts.Expression, at: At): void {
  const { callee, args, span } = call;
  const action = callee.kind === 'member' ? ACTIONS.get(callee.name) : undefined;
  if (action === undefined || !ts.isIdentifier(receiver)) return;
  if (!isTransaction(lowering, receiver.text, at)) return;
  const kind: Expr = { kind: 'string', text: { text: action, span: callee.span }, span: callee.span };
  const elements = action === 'delete' ? [keysOf(call)] : args;
  recordWrite(lowering, receiver, 'push', { kind: 'array', elements: [kind, ...elements], span }, span, at);
}

function keysOf({ args: [partitionKey, rowKey], span }: CallExpr): Expr {
  const property = (name: string, value: Expr | undefined): readonly PropertyOf[] =>
    value === undefined ? [] : [{ kind: 'property', name, value, nameSpan: value.span }];
  return {
    kind: 'object',
    properties: [...property('partitionKey', partitionKey), ...property('rowKey', rowKey)],
    span,
  };
}

type PropertyOf = Extract<Expr, { kind: 'object' }>['properties'][number];

/** Whether a name that is declared before stands for `new TableTransaction(…)`. */
function isTransaction(lowering: Lowering, name: string, { scope }: At): boolean {
  let at: OpenScope | undefined = lowering.scopes[scope];
  while (at !== undefined && !(name in at.bindings)) {
    at = at.parent === undefined ? undefined : lowering.scopes[at.parent];
  }
  const init = at?.bindings[name]?.init;
  if (init?.kind !== 'call' || !init.isNew) return false;
  const { callee } = init;
  return (callee.kind === 'name' || callee.kind === 'member') && callee.name === 'TableTransaction';
}
