import type { FlatText } from '../text/segments.ts';
import type { FilterErrorKind, ParsedFilter } from './ast.ts';

/**
 * Whether somebody who writes at `offset` is in the middle of a condition: what is wrong there is what is still missing. False
 * as soon as the condition could be meant as it stands.
 */
export function isUnfinishedAt(
  { text }: FlatText<unknown>,
  { errors }: ParsedFilter,
  offset: number,
): boolean {
  const written = text.slice(0, offset).trimEnd().length;
  if (text.trim() === '') return true;
  if (isInWord(text, offset)) return true;
  const isLast = text.slice(offset).trim() === '';
  return errors.some(
    ({ kind, span }) =>
      (MISSING.has(kind) && span.start <= offset && written <= span.end) ||
      // the parenthesis that is missing would stand behind all of it
      (kind === 'unbalanced-parenthesis' && isLast && span.end <= offset),
  );
}

/** Whether somebody writes a word right before another, as `Pa` before `Age`: both as one are not meant. In a value any two are. */
function isInWord(text: string, offset: number): boolean {
  const isMeant = !/\w/.test(text.charAt(offset - 1)) || !/[a-z_]/i.test(text.charAt(offset));
  return !isMeant && text.slice(0, offset).split("'").length % 2 === 1;
}

/** What is wrong with conditions that lack something yet; what else is wrong is wrong with more behind it, too. */
const MISSING: ReadonlySet<FilterErrorKind> = new Set([
  'bare-property',
  'missing-operand',
  'unexpected',
  'unterminated-string',
  'bad-literal',
  'two-properties',
  'empty',
  'unbalanced-parenthesis',
]);
