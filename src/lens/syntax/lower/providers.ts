import type { CallExpr, Expr, PropertyExpr } from '../facts/expr.ts';
import type { Provider } from '../facts/facts.ts';

/**
 * What a call tells a container to hand out: `register(TOKEN, { useFactory: () => … })` and `registerInstance(TOKEN, value)` as tsyringe has
 * them, `bind(TOKEN).toConstantValue(value)` of inversify, and `Container.set(TOKEN, value)` of typedi. What is told in another way is not known.
 */
export function registeredBy({ callee, args, span }: CallExpr): Provider | undefined {
  if (callee.kind !== 'member') return undefined;
  const { object, name } = callee;
  const [first, second] = args;
  if (first === undefined) return undefined;
  const other: Expr = { kind: 'other', span };
  switch (name) {
    case 'register':
      return {
        token: first,
        value: (second?.kind === 'object' ? given(second.properties) : undefined) ?? other,
      };
    case 'registerInstance':
      return { token: first, value: second ?? other };
    case 'registerSingleton':
    case 'registerType':
      return { token: first, value: other };
    case 'set':
      return object.kind === 'name' && object.name === 'Container'
        ? setBy(first, second ?? other)
        : undefined;
    default: {
      const isBound = object.kind === 'call' && object.callee.kind === 'member' && name.startsWith('to');
      const [token] = isBound && BINDING.has(object.callee.name) ? object.args : [];
      return token && { token, value: boundBy(name, first) ?? other };
    }
  }
}

/** `Container.set(TOKEN, value)`, `Container.set({ id: TOKEN, value })`. */
function setBy(first: Expr, second: Expr): Provider | undefined {
  if (first.kind !== 'object') return { token: first, value: second };
  const token = valueOf(first.properties, 'id');
  const value = valueOf(first.properties, 'value') ?? second;
  return token && { token, value };
}

function boundBy(name: string, given: Expr): Expr | undefined {
  if (name === 'toConstantValue') return given;
  return name === 'toDynamicValue' ? callOf(given) : undefined;
}

const BINDING: ReadonlySet<string> = new Set(['bind', 'rebind', 'rebindSync']);

/** What an object of a module hands out: `{ provide: TOKEN, useFactory: () => … }`. */
export function providedBy(properties: readonly PropertyExpr[]): Provider | undefined {
  const token = valueOf(properties, 'provide');
  const value = token && given(properties);
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
