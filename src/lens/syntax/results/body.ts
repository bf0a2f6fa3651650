import * as ts from '../typescript.ts';
import { bind, type Origin, type Origins, originOf } from './origin.ts';

/** Expressions that a variable made in the loop was given: `include = entity.place.includes(text)`. */
export type Given = ReadonlyMap<string, readonly ts.Expression[]>;

/** The expression that a callback gives back, if it does nothing else. */
export function resultOf(body: ts.ConciseBody): ts.Expression | undefined {
  if (!ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  const others = body.statements.slice(0, -1);
  return last && ts.isReturnStatement(last) && others.every(ts.isVariableStatement)
    ? last.expression
    : undefined;
}

/** What the variables at the top of a function's body are made from. */
export function variablesIn(
  body: ts.Block,
  outer: Origins,
): { readonly origins: Origins; readonly given: Given } {
  const origins = new Map<string, Origin>(outer);
  const given = new Map<string, readonly ts.Expression[]>();
  for (const statement of body.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      bind(origins, name, initializer && originOf(initializer, origins));
      if (ts.isIdentifier(name) && initializer !== undefined) given.set(name.text, [initializer]);
    }
  }
  return { origins, given };
}
