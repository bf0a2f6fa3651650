import type * as ts from '../typescript.ts';

/** Makes refusals to change the code of a file: each of a kind, with the code that is in the way, if some is. */
export function refusalsIn<Kind extends string>(
  source: ts.SourceFile,
): (kind: Kind, node?: ts.Node) => { readonly kind: Kind; readonly code: string } {
  return (kind, node) => ({ kind, code: node?.getText(source) ?? '' });
}
