import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { constantPattern, type KeyPattern, type ValuePart } from '../../model/keys/key-pattern.ts';
import type { GivenKey, KeyUse } from '../../model/keys/key-schema.ts';
import type { Fix, RuleContext } from '../rule.ts';

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
  const source = context.sourceOf(context.file);
  const isHere = [place, left.place, right.place].every(({ file }) => file === context.file);
  const between = source.slice(left.place.span.end, right.place.span.start);
  const keys = context.table(operation.table)?.keys();
  const variants = (key === 'PartitionKey' ? keys?.partitionKey : keys?.rowKey) ?? [];
  const at = placeOf(between, separator);
  const other = separator === '' ? '_' : ':';
  const isOnly = patterns.length === 1 && keys?.isPartial !== true;
  const isFree = variants.every(
    ({ pattern, uses }) => uses.every((use) => isAt(use, place)) || isConstantWithout(pattern, other),
  );
  if (!isHere || at === undefined || !isOnly || !isFree) return [];
  const start = left.place.span.end + at.offset;
  return [
    {
      title: l10n.t('Put {0} between them', other),
      edits: [
        { span: { start, end: start + separator.length }, text: at.isOperand ? ` + '${other}'` : other },
      ],
    },
  ];
}

function isAt({ how, place: { file, span } }: KeyUse, place: Place): boolean {
  return how === 'written' && file === place.file && span.start === place.span.start;
}

function isConstantWithout(pattern: KeyPattern, character: string): boolean {
  return constantPattern(pattern)?.includes(character) === false;
}

/** Where in the source between two values what parts them stands, or is to stand. */
function placeOf(
  between: string,
  separator: string,
): { readonly offset: number; readonly isOperand?: true } | undefined {
  if (/^\s*\+\s*$/.test(between)) return { offset: 0, isOperand: true };
  const isWithin = /^\s*\}[^]*\$\{\s*$/.test(between) || /^\s*\+\s*(['"])[^]*\1\s*\+\s*$/.test(between);
  const [before, after, ...others] = between.split(separator);
  if (separator === '')
    return /^\s*\}\$\{\s*$/.test(between) ? { offset: between.indexOf('}') + 1 } : undefined;
  const isOnce = before !== undefined && after !== undefined && others.length === 0;
  return isWithin && isOnce ? { offset: before.length } : undefined;
}
