import type { CallExpr, Expr, PropertyExpr } from '../facts/expr.ts';
import type { Provider } from '../facts/facts.ts';

/** What an object of a module hands out: `{ provide: TOKEN, useFactory: () => … }`. */
export function providedBy(properties: readonly PropertyExpr[]): Provider | undefined {
  const token = valueOf(properties, 'provide');
  return token && withToken(token, given(properties));
}

/**
 * What a call gives a container to hand out: `register(TOKEN, { useValue: … })` and `registerInstance(TOKEN, …)` of tsyringe,
 * `bind(TOKEN).toConstantValue(…)` and `.toDynamicValue(() => …)` of Inversify.
 */
export function registeredBy({ callee, args }: CallExpr): Provider | undefined {
  if (callee.kind !== 'member') return undefined;
  const [first, second] = args;
  if (first === undefined) return undefined;
  switch (callee.name) {
    case 'register':
      return second?.kind === 'object' ? withToken(first, given(second.properties)) : undefined;
    case 'registerInstance':
      return withToken(first, second);
    case 'toConstantValue':
      return withToken(boundBy(callee.object), first);
    case 'toDynamicValue':
      return withToken(boundBy(callee.object), callOf(first));
    default:
      return undefined;
  }
}

function withToken(token: Expr | undefined, value: Expr | undefined): Provider | undefined {
  return token === undefined || value === undefined ? undefined : { token, value };
}

function given(properties: readonly PropertyExpr[]): Expr | undefined {
  const factory = valueOf(properties, 'useFactory');
  return factory ? callOf(factory) : valueOf(properties, 'useValue');
}

function valueOf(properties: readonly PropertyExpr[], name: string): Expr | undefined {
  return properties.find((property) => property.kind === 'property' && property.name === name)?.value;
}

/** The token of `container.bind(TOKEN)`. */
function boundBy(expr: Expr): Expr | undefined {
  const isBind = expr.kind === 'call' && expr.callee.kind === 'member' && expr.callee.name === 'bind';
  return isBind ? expr.args[0] : undefined;
}

/** A call with arguments that are not known. */
function callOf(callee: Expr): Expr {
  const { span } = callee;
  const args: readonly Expr[] = [{ kind: 'spread', operand: { kind: 'other', span }, span }];
  return { kind: 'call', callee, args, isNew: false, span };
}
