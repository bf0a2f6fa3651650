import * as l10n from '@vscode/l10n';
import type { Operand } from '../../../core/odata/ast.ts';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { sourceSpan } from '../shared/filter-edit.ts';
import { comparisonsOf } from '../shared/filters.ts';
import { odataEdits } from '../shared/odata-code.ts';
import { callAround, type TaggedHole } from '../shared/odata-holes.ts';
import { piecesOf, quotedCode, quotedSpan } from '../shared/pieces.ts';

/** One hole for the whole text, or the Date, that the hole is a part of. */
export function wholeValue(context: RuleContext, filter: FilterAlternative, hole: TaggedHole): Fix[] {
  const operand = operandAround(filter, hole);
  const pieces = operand && piecesOf(context, filter)?.filter((piece) => contains(operand.span, piece.span));
  const span = operand && sourceSpan(context, filter, operand.span);
  if (operand === undefined || pieces?.every((piece) => piece.tagged) !== true || span === undefined)
    return [];
  const code = codeOf(filter, operand, pieces);
  return code === undefined
    ? []
    : [
        {
          title: l10n.t('Put the whole value into one expression'),
          edits: [{ span, text: `\${${code}}` }],
          isHarmless: true,
        },
      ];
}

function operandAround({ parsed }: FilterAlternative, { span }: TaggedHole): Operand | undefined {
  return comparisonsOf(parsed.filter)
    .flatMap(({ left, right }) => [left, right])
    .find((operand) => contains(operand.span, span));
}

function codeOf(
  filter: FilterAlternative,
  operand: Operand,
  pieces: Parameters<typeof quotedCode>[2],
): string | undefined {
  const [only, ...others] = pieces;
  // a Date is a whole value already, whatever stands round it
  if (only?.value?.kind === 'number') return others.length === 0 ? only.code : undefined;
  const isTyped = operand.kind === 'hole' && operand.type !== undefined;
  return isTyped ? undefined : quotedCode(filter, quotedSpan(filter, operand) ?? operand.span, pieces);
}

/** The tag in front of the template, in the place of a call with it. */
export function tagInstead(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  expression: Place,
): Fix[] {
  const edits = odataEdits(context, query, filter);
  const call = callAround(context, expression);
  if (edits === undefined || call === undefined) return [];
  return [
    {
      title: l10n.t('Use odata as a tag'),
      edits: edits.map((edit) =>
        edit.span.start === expression.span.start ? { ...edit, span: call } : edit,
      ),
      isHarmless: true,
    },
  ];
}
