import type { Place } from '../../../core/text/segments.ts';
import type { TemplateExpr } from '../../syntax/facts/expr.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import { type Abstract, type Context, unknown } from './abstract.ts';
import type { Linker } from '../linker.ts';
import { concatenate, literalSegment, odataPieces, type Piece, pieces } from './text.ts';

/** The text that a template makes: its characters and what is in its holes. */
export function templateValue(linker: Linker, expr: TemplateExpr, context: Context, place: Place): Abstract {
  const { file } = context;
  const isOdata = expr.tag !== undefined && isOdataTag(linker.evaluate(expr.tag, context));
  if (expr.tag !== undefined && !isOdata) return unknown('not-supported');
  const parts: (readonly Piece[])[] = [];
  expr.texts.forEach((text, index) => {
    if (text.text !== '') parts.push([{ segments: [literalSegment(file, text)] }]);
    const hole = expr.holes[index];
    if (hole === undefined) return;
    const value = linker.evaluate(hole, context);
    const at = { file, span: hole.span };
    parts.push(isOdata ? odataPieces(value, text.text, at) : pieces(value, at));
  });
  return concatenate(linker, parts, isOdata ? 'odata' : 'template', place);
}

/** The SDK's `odata`, or an undeclared or unresolved name that can be nothing else. */
function isOdataTag(tag: Abstract): boolean {
  switch (tag.kind) {
    case 'external':
      return tag.path.at(-1) === 'odata' && (tag.module === PACKAGE || /^[./~@#]/.test(tag.module));
    case 'global':
      return tag.path.length === 1 && tag.path[0] === 'odata';
    default:
      return false;
  }
}
