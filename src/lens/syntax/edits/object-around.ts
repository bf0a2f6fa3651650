import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';

/** The object literal that has a property of its own at a place: a value in that property is none. */
export function objectAround(file: string, text: string, property: Span): Span | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, property);
  const at = around.findLastIndex((one) => ts.isObjectLiteralElementLike(one) && isAt(source, one, property));
  const object = around[at - 1];
  return object !== undefined && ts.isObjectLiteralExpression(object) ? spanOf(source, object) : undefined;
}
