import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import { callAt } from './etag-option.ts';
import * as ts from '../typescript.ts';

/** Where one more argument is written in a call that has `count` of them; undefined where it has another number, or a spread list. */
export function lastArgument(file: string, text: string, call: Span, count: number): number | undefined {
  const found = callAt(parseSource(file, text), call);
  if (found?.arguments.length !== count || found.arguments.some(ts.isSpreadElement)) return undefined;
  return found.arguments.at(-1)?.end;
}
