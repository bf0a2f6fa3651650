import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { spanOf } from './nodes-around.ts';

/** Methods that cut a text at a place. */
const CUTS: ReadonlySet<string> = new Set(['slice', 'substring', 'substr']);

/** Where a source cuts a text at a number that is written out: what is cut off has this length. */
export function cutsAt(file: string, text: string, length: number): readonly Span[] {
  const source = parseSource(file, text);
  const found: Span[] = [];
  walk(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [from] = node.arguments;
    const isCut = CUTS.has(node.expression.name.text) && from !== undefined && ts.isNumericLiteral(from);
    if (isCut && from.text === String(length)) found.push(spanOf(source, from));
  });
  return found;
}
