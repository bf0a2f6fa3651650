import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { asText } from '../shared/as-text.ts';
import { isPath, SDK } from '../shared/code.ts';
import { escapingAround, expressionAt } from '../shared/code-at.ts';
import { odataEdits } from '../shared/odata-code.ts';
import { type Piece, piecesOf, quotedSpan, valueOperands } from '../shared/pieces.ts';
import { textAt } from '../shared/place.ts';

/** A filter, and the values in it that nothing escapes. */
export interface Raw {
  readonly filter: FilterAlternative;
  readonly holes: readonly Place[];
}

/** With the tag; where that may send what now throws, as a method that only texts have is called on it, by hand like that value. */
export function escapingFixes(context: RuleContext, query: Query, raw: readonly Raw[]): Fix[] {
  const filters = raw.map(({ filter }) => filter);
  const tagged = odataFixes(context, query, filters);
  return tagged.length > 0 ? tagged : byHand(context, query, raw);
}

/** Doubles quotes where the same filter has it for another value. */
function byHand(context: RuleContext, query: Query, raw: readonly Raw[]): Fix[] {
  const edits = raw.map((one) => doublingEdits(context, query, one));
  if (!edits.every((each) => each !== undefined)) return [];
  const once = [...new Map(edits.flat().map((edit) => [edit.span.start, edit])).values()];
  return [{ title: l10n.t('Double the quotes here too'), edits: once, isHarmless: true }];
}

const DOUBLING = `.replace(/'/g, "''")`;

function doublingEdits(
  context: RuleContext,
  query: Query,
  { filter, holes }: Raw,
): readonly TextEdit[] | undefined {
  const pieces = piecesOf(context, filter);
  const values = pieces && valueOperands(filter, pieces);
  if (values === undefined || !pieces?.some(({ place }) => place && isDoubled(context, place)))
    return undefined;
  const edits = holes.map((hole): TextEdit | undefined => {
    const isHole = ({ place }: Piece): boolean => place !== undefined && isSame(place, hole);
    const value = values.find((one) => one.pieces.some(isHole));
    const piece = value?.pieces.find(isHole);
    const inner = value && quotedSpan(filter, value.operand);
    if (piece === undefined || inner === undefined || !contains(inner, piece.span)) return undefined;
    if (hole.file !== query.file) return undefined;
    const text = asText(context, filter, piece);
    const isCallable = text !== piece.code || isPath(text);
    return { span: hole.span, text: `${isCallable ? text : `String(${text})`}${DOUBLING}` };
  });
  return edits.every((each) => each !== undefined) ? edits : undefined;
}

function isDoubled(context: RuleContext, place: Place): boolean {
  const written = expressionAt(context, place);
  const inner = written && escapingAround(context, place).without(written);
  return inner !== undefined && inner !== written?.expression;
}

/** Every filter that the query may have is written anew. */
function odataFixes(context: RuleContext, query: Query, filters: readonly FilterAlternative[]): Fix[] {
  const edits = filters.map((filter) => odataEdits(context, query, filter));
  if (
    !edits.every((each) => each !== undefined) ||
    filters.some((one) => isSharedWithOthers(query, one, filters))
  )
    return [];
  const key = ({ span, text }: TextEdit): string => `${span.start}-${span.end}:${text}`;
  const once = [...new Map(edits.flat().map((edit) => [key(edit), edit])).values()];
  // filters that share an expression would each write it in their own way
  const overlap = once.some((a) =>
    once.some((b) => a !== b && a.span.start < b.span.end && b.span.start < a.span.end),
  );
  const whole = overlap ? tagOf(context, query, filters) : once;
  if (whole === undefined) return [];
  const isNew = useImport(query.file, context.sourceOf(query.file), SDK, 'odata')?.isNewModule === true;
  return [{ title: l10n.t('Use the odata tag'), edits: whole, ...(!isNew && { isHarmless: true }) }];
}

/** Whether an expression also makes a filter that is not written anew, of other characters: that would be lost. */
function isSharedWithOthers(
  { filter: sent }: Query,
  { expression, text }: FilterAlternative,
  filters: readonly FilterAlternative[],
): boolean {
  if (sent.kind !== 'known' || expression === undefined) return false;
  return sent.alternatives.some(
    (other) =>
      !filters.includes(other) &&
      other.expression !== undefined &&
      isSame(other.expression, expression) &&
      other.text.segments.length !== text.segments.length,
  );
}

/** Filters of one template, in which a name may also stand for a constant: the tag goes before it, quotes stay. */
function tagOf(
  context: RuleContext,
  query: Query,
  filters: readonly FilterAlternative[],
): readonly TextEdit[] | undefined {
  const [first, ...same] = filters.map(({ expression }) => expression);
  if (first?.file !== query.file || !same.every((other) => other && isSame(other, first))) return undefined;
  if (!filters.some((filter) => hasEveryHole(context, filter))) return undefined;
  const tag = useImport(query.file, context.sourceOf(query.file), SDK, 'odata');
  const template = expressionAt(context, first)?.expression;
  if (tag === undefined || template?.kind !== 'template') return undefined;
  const at = (place: number, text: string): TextEdit => ({ span: { start: place, end: place }, text });
  const others = new Set(
    filters.flatMap((filter) =>
      (piecesOf(context, filter) ?? []).flatMap((piece) =>
        asText(context, filter, piece) === piece.code ? [] : [piece.code],
      ),
    ),
  );
  const texts = template.holes
    .map(({ span }) => span)
    .filter((span) => others.has(textAt(context, { file: first.file, span })))
    .flatMap(({ start, end }) => [at(start, 'String('), at(end, ')')]);
  return [...tag.edits, at(first.span.start, tag.reference), ...texts];
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start && a.span.end === b.span.end;
}

/** Whether a filter is a template each of whose holes is an expression of its own there, with quotes round it. */
function hasEveryHole(context: RuleContext, { expression, text }: FilterAlternative): boolean {
  if (expression === undefined) return false;
  const template = expressionAt(context, expression)?.expression;
  if (template?.kind !== 'template' || template.tag !== undefined) return false;
  const { texts, holes } = template;
  return (
    holes.length === text.segments.filter(({ kind }) => kind === 'hole').length &&
    texts.every(
      (each, i) => (i === 0 || each.text.startsWith("'")) && (i === holes.length || each.text.endsWith("'")),
    )
  );
}
