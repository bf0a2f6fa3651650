import * as l10n from '@vscode/l10n';
import type { NumberFact } from '../../model/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { asOperand, replaceExpression } from './code.ts';
import type { KeyPart } from './key-values.ts';
import { textAt } from './place.ts';

/** Digits of `DateTime.MaxValue.Ticks`, 3155378975999999999: the guide's `{0:D19}`. */
export const TICKS_WIDTH = 19;

/** A width that holds every value: of an Int64 19 digits, of what is seen to be smaller fewer, else those of an Int32. */
export function widthFor({ representation, magnitude, origin }: NumberFact): number {
  if (representation === 'bigint') return TICKS_WIDTH;
  if (origin.kind === 'time' && magnitude !== undefined) return String(magnitude).length;
  return 10;
}

/** Pads a number in a key to `width` digits. */
export function padFix(context: RuleContext, part: KeyPart, width: number): Fix {
  const code = textAt(context, part.place);
  return {
    title: l10n.t('Pad it to {0} digits', width),
    edits: [
      replaceExpression(
        context.sourceOf(part.place.file),
        part.place.span,
        `${asText(code, part)}.padStart(${width}, '0')`,
      ),
    ],
  };
}

function asText(code: string, part: KeyPart): string {
  const isText =
    /^String\([^]*\)$|\.toString\(\)$/.test(code) || (part.value.kind === 'number-text' && !part.inText);
  if (!isText) return `String(${code})`;
  return asOperand(code);
}
