import type { CallExpr, Expr, PropertyExpr } from '../facts/expr.ts';
import type { Provider } from '../facts/facts.ts';

/**
 * What a call tells a container to hand out: `register(TOKEN, { useFactory: () => … })` and `registerInstance(TOKEN, value)` as tsyringe has
 * them, `bind(TOKEN).toConstantValue(value)` of inversify, and `Container.set(TOKEN, value)` of typedi.
 */
export function registeredBy({ callee, args }: CallExpr): Provider | undefined {
  if (callee.kind !== 'member') return undefined;
  const { object, name } = callee;
  const [first, second] = args;
  if (first === undefined) return undefined;
  switch (name) {
    case 'register':
      return second?.kind === 'object' ? providing(first, given(second.properties)) : undefined;
    case 'registerInstance':
      return providing(first, second);
    case 'set':
      return object.kind === 'name' && object.name === 'Container' ? providing(first, second) : undefined;
    case 'toConstantValue':
    case 'toDynamicValue':
      return object.kind === 'call' && object.callee.kind === 'member' && BINDING.has(object.callee.name)
        ? providing(object.args[0], name === 'toConstantValue' ? first : callOf(first))
        : undefined;
    default:
      return undefined;
  }
}

const BINDING: ReadonlySet<string> = new Set(['bind', 'rebind', 'rebindSync']);

/** What an object of a module hands out: `{ provide: TOKEN, useFactory: () => … }`. */
export function providedBy(properties: readonly PropertyExpr[]): Provider | undefined {
  const token = valueOf(properties, 'provide');
  const value = token && given(properties);
  return providing(token, value);
}

function providing(token: Expr | undefined, value: Expr | undefined): Provider | undefined {
  return token === undefined || value === undefined ? undefined : { token, value };
}

function given(properties: readonly PropertyExpr[]): Expr | undefined {
  const factory = valueOf(properties, 'useFactory');
  return factory ? callOf(factory) : valueOf(properties, 'useValue');
}

function valueOf(properties: readonly PropertyExpr[], name: string): Expr | undefined {
  return properties.find((property) => property.kind === 'property' && property.name === name)?.value;
}

/** A call with arguments that are not known. */
function callOf(callee: Expr): Expr {
  const { span } = callee;
  const args: readonly Expr[] = [{ kind: 'spread', operand: { kind: 'other', span }, span }];
  return { kind: 'call', callee, args, isNew: false, span };
}
