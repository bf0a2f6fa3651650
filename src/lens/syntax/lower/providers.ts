import type { Expr, PropertyExpr } from '../facts/expr.ts';
import type { Provider } from '../facts/facts.ts';

/** What an object of a module hands out: `{ provide: TOKEN, useFactory: () => … }`, or `{ providers: [tableOf(TOKEN)] }`. */
export function providedBy(properties: readonly PropertyExpr[]): readonly Provider[] {
  const written = writtenProvider(properties);
  if (written !== undefined) return [written];
  const all = valueOf(properties, 'providers');
  if (all?.kind !== 'array') return [];
  return all.elements.flatMap((call) =>
    call.kind === 'call' && !call.isNew ? [{ kind: 'made', call }] : [],
  );
}

/** What one object of them says. */
export function writtenProvider(
  properties: readonly PropertyExpr[],
): Extract<Provider, { kind: 'written' }> | undefined {
  const token = valueOf(properties, 'provide');
  const value = token && given(properties);
  return token === undefined || value === undefined ? undefined : { kind: 'written', token, value };
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
