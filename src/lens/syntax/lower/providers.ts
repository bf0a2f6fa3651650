import type { Expr, PropertyExpr } from '../facts/expr.ts';
import type { Provider } from '../facts/facts.ts';

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
