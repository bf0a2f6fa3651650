import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { constantPattern, type KeyPattern, type ValuePart } from '../../model/keys/key-pattern.ts';
import type { GivenKey, KeyUse } from '../../model/keys/key-schema.ts';
import type { LiteralText } from '../../syntax/facts/expr.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { walkCode } from '../../syntax/program/walk.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';

/** Two values of a key that may be taken for others, and what stands between them. */
export interface Pair {
  readonly values: readonly [ValuePart, ValuePart];
  readonly separator: string;
}

/**
 * Between two holes of a template, or two operands of `+`; not where others put the same key together, which would not find it any more,
 * nor where another key of the table may be what this one becomes.
 */
export function separatorFix(
  context: RuleContext,
  { key, operation, place, patterns }: GivenKey,
  { values: [left, right], separator }: Pair,
): Fix[] {
  const isHere = [place, left.place, right.place].every(({ file }) => file === context.file);
  const keys = context.table(operation.table)?.keys();
  const variants = (key === 'PartitionKey' ? keys?.partitionKey : keys?.rowKey) ?? [];
  const at = isHere
    ? placeBetween(context, place, [left.place.span, right.place.span], separator)
    : undefined;
  const other = separator === '' ? '_' : ':';
  const isOnly = patterns.length === 1 && keys?.isPartial !== true;
  const isFree = variants.every(
    ({ pattern, uses }) =>
      uses.every((use) => isAt(use, place)) ||
      // one that nobody else writes may be a form of this key
      (isConstantWithout(pattern, other) && uses.some(({ how }) => how === 'written')),
  );
  if (at === undefined || !isOnly || !isFree) return [];
  return [
    {
      title: l10n.t('Put {0} between them', other),
      edits: [{ span: at.span, text: at.isOperand ? ` + '${other}'` : other }],
    },
  ];
}

function isAt({ how, place: { file, span } }: KeyUse, place: Place): boolean {
  return how === 'written' && file === place.file && span.start === place.span.start;
}

function isConstantWithout(pattern: KeyPattern, character: string): boolean {
  return constantPattern(pattern)?.includes(character) === false;
}

interface Between {
  readonly span: Span;
  /** Nothing is there: the text becomes an operand of `+`. */
  readonly isOperand?: true;
}

/** Where in the code of a key the text between two values stands, or is to stand; undefined where it is not written there. */
function placeBetween(
  context: RuleContext,
  key: Place,
  values: readonly [Span, Span],
  separator: string,
): Between | undefined {
  const code = expressionAt(context, key);
  let found: Between | undefined;
  if (code !== undefined)
    walkCode(code, (part) => {
      if (part.kind === 'expression') found ??= betweenIn(part.expression, values, separator);
    });
  return found;
}

function betweenIn(
  code: Expression,
  [left, right]: readonly [Span, Span],
  separator: string,
): Between | undefined {
  const isAt = (one: Expression | undefined, { start, end }: Span): boolean =>
    one?.span.start === start && one.span.end === end;
  if (code.kind === 'template') {
    const index = code.holes.findIndex((hole) => isAt(hole, left));
    return isAt(code.holes[index + 1], right) ? textSpan(code.texts[index + 1], separator) : undefined;
  }
  const operands = operandsOf(code);
  const index = operands.findIndex((one) => isAt(one, left));
  const [next, second] = operands.slice(index + 1);
  if (index < 0) return undefined;
  if (separator === '')
    return isAt(next, right) ? { span: { start: left.end, end: left.end }, isOperand: true } : undefined;
  return next?.kind === 'text' && isAt(second, right) ? textSpan(next.text, separator) : undefined;
}

/** The operands of `+`, from left to right. */
function operandsOf(code: Expression): readonly Expression[] {
  const right: Expression[] = [];
  let left = code;
  for (; left.kind === 'binary' && left.operator === '+'; left = left.left) right.push(left.right);
  return [left, ...right.reverse()];
}

/** Where a text stands that is written as it is. */
function textSpan(text: LiteralText | undefined, expected: string): Between | undefined {
  const isPlain = text !== undefined && text.span.end - text.span.start === expected.length;
  return isPlain && text.text === expected ? { span: text.span } : undefined;
}
