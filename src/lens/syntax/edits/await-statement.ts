import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAwaitOf } from './adjacent-awaits.ts';
import { nodesAround, spanOf } from './nodes-around.ts';

/** The statement `await call;` of a call; undefined where more is done with what it gives. */
export function awaitStatement(file: string, text: string, call: Span): Span | undefined {
  const source = parseSource(file, text);
  const statement = nodesAround(source, call).findLast(ts.isExpressionStatement);
  return statement !== undefined && isAwaitOf(source, statement, call)
    ? spanOf(source, statement)
    : undefined;
}
