import * as l10n from '@vscode/l10n';
import type { Operand } from '../../../core/odata/ast.ts';
import { literalAs, type StoredType } from '../../../core/shape/stored-type.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { replaceIn, sourceSpan } from '../shared/filter-edit.ts';
import { type Piece, piecesOf } from '../shared/pieces.ts';

/** Writes the value as the type that the property is stored as, where there is one way to. */
export function asStored(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  operand: Operand,
  stored: StoredType,
): Fix[] {
  if (operand.kind === 'literal') {
    const text = literalAs(operand.value, stored);
    const edit = text === undefined ? undefined : replaceIn(context, query, filter, operand.span, text);
    return text === undefined || edit === undefined ? [] : [fixOf(text, edit)];
  }
  const span = sourceSpan(context, filter, operand.span);
  const [only, ...others] =
    piecesOf(context, filter)?.filter((piece) => contains(operand.span, piece.span)) ?? [];
  if (span === undefined || only === undefined || others.length > 0) return [];
  const text = isAlone(filter, operand, only) ? holeAs(only, stored) : undefined;
  return text === undefined ? [] : [fixOf(text, { span, text })];
}

function fixOf(text: string, edit: Fix['edits'][number]): Fix {
  return { title: l10n.t('Write {0}', text), edits: [edit] };
}

/** Whether a hole is all there is to an operand but for quotes, a type before it or a suffix. */
function isAlone({ text }: FilterAlternative, { span }: Operand, piece: Piece): boolean {
  const before = text.text.slice(span.start, piece.span.start);
  const after = text.text.slice(piece.span.end, span.end);
  return /^\w*'?$/.test(before) && /^(?:L|'?)$/.test(after);
}

/** Written so that a template with the tag and one without it send the same. */
function holeAs({ code, value }: Piece, stored: StoredType): string | undefined {
  const hole = `\${${code}}`;
  const isDate = value?.kind === 'number' && value.number.representation === 'date';
  if (value === undefined || isDate) return undefined;
  switch (stored) {
    case 'String':
      return isNumber(value) ? `'${hole}'` : undefined;
    case 'Int64':
      return isNumber(value) ? `${hole}L` : undefined;
    case 'Int32':
    case 'Double':
    case 'Number':
    case 'Boolean':
      return isNumber(value) ? hole : undefined;
    case 'DateTime':
      return value.kind === 'time-text' && value.format === 'iso' ? `datetime'${hole}'` : undefined;
    case 'Guid':
    case 'Binary':
      return undefined;
  }
}

/** A number or a truth value, which the tag does not put into quotes. */
function isNumber({ kind }: Value): boolean {
  return kind === 'number' || kind === 'number-text' || kind === 'boolean';
}
