import * as l10n from '@vscode/l10n';
import type { NumberFact } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { asOperand } from '../../syntax/edits/operand.ts';
import { replaceExpression } from '../../syntax/edits/shorthand.ts';
import { isTextOfNumber } from './number-code.ts';
import type { KeyPart, UsesOfKey } from './key-values.ts';
import { textAt } from './place.ts';

/** Digits of `DateTime.MaxValue.Ticks`, 3155378975999999999: the guide's `{0:D19}`. */
export const TICKS_WIDTH = 19;

/** A width that holds every value: of an Int64 19 digits, of what is seen to be smaller fewer, else those of an Int32. */
export function widthFor({ representation, magnitude, origin }: NumberFact): number {
  if (representation === 'bigint') return TICKS_WIDTH;
  if (origin.kind === 'time' && magnitude !== undefined) return String(magnitude).length;
  return 10;
}

/** The widths that numbers have behind the same constant text as a part, in the keys that are seen, and in constant ones with zeroes. */
export function widthsIn({ parts, constants }: UsesOfKey, { before }: KeyPart): readonly number[] {
  const padded = parts.flatMap((other) =>
    other.before === before && other.value.kind === 'number-text' ? (other.value.width ?? []) : [],
  );
  const written = constants.flatMap((text) => {
    const digits = text.startsWith(before) ? /^0\d+/.exec(text.slice(before.length)) : null;
    return digits === null ? [] : [digits[0].length];
  });
  return [...new Set([...padded, ...written])];
}

/** Pads numbers in keys to `width` digits, at each place once. */
export function padFix(context: RuleContext, parts: readonly KeyPart[], width: number): Fix {
  const byPlace = new Map(parts.map((part) => [part.place.span.start, part]));
  const edits = [...byPlace.values()].map((part) => {
    const { file, span } = part.place;
    const code = `${textCode(context, part)}.padStart(${width}, '0')`;
    return replaceExpression(file, context.sourceOf(file), span, code);
  });
  return {
    title:
      edits.length === 1
        ? l10n.t('Pad it to {0} digits; stored keys stay as they are', width)
        : l10n.t(
            'Pad it to {0} digits at all {1} places of this file; stored keys stay as they are',
            width,
            edits.length,
          ),
    edits,
  };
}

function textCode(context: RuleContext, { place, value, inText }: KeyPart): string {
  const isText = (value.kind === 'number-text' && !inText) || isTextOfNumber(context, place);
  return isText
    ? asOperand(place.file, context.sourceOf(place.file), place.span)
    : `String(${textAt(context, place)})`;
}
