import * as ts from '../typescript.ts';

/** The `return` statements of a function in some of its code, none of functions in that. */
export function returnsIn(code: ts.Node): readonly ts.ReturnStatement[] {
  if (ts.isFunctionLike(code)) return [];
  if (ts.isReturnStatement(code)) return [code];
  const found: ts.ReturnStatement[] = [];
  ts.forEachChild(code, (child) => {
    found.push(...returnsIn(child));
  });
  return found;
}
