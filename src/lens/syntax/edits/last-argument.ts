import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import { callAt } from './etag-option.ts';
import * as ts from '../typescript.ts';

/**
 * Where arguments are written after those of a call, and the code that stands for those that it leaves out of `usual.length`: what these are if
 * nobody gives them. Undefined where it gives more or none, leaves out one of which that isn't known, or has a spread list.
 */
export function lastArgument(
  file: string,
  text: string,
  call: Span,
  usual: readonly (string | undefined)[],
): { readonly end: number; readonly leftOut: readonly string[] } | undefined {
  const args = callAt(parseSource(file, text), call)?.arguments ?? [];
  const last = args.at(-1);
  if (last === undefined || args.length > usual.length || args.some(ts.isSpreadElement)) return undefined;
  const leftOut = usual.slice(args.length);
  const known = leftOut.filter((one) => one !== undefined);
  return known.length === leftOut.length ? { end: last.end, leftOut: known } : undefined;
}
