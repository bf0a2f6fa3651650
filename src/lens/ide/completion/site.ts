import { flatten, type FlatText, HOLE, type Segment, toPlaces } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { literalSegment } from '../../link/values/text.ts';
import type { Operation, Query } from '../../model/operations/operation.ts';
import { isSure } from '../../model/tables/tables.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import type { LiteralAt } from '../../syntax/edits/literal-at.ts';
import { placeIn } from '../unfinished.ts';

/** Something of a query that is being written. */
export type WritingSite =
  | {
      readonly kind: 'filter';
      readonly flat: FlatText<unknown>;
      /** Where the cursor is in it. */
      readonly at: number;
      /** Where a span of it that touches the cursor stands in the source. */
      readonly spanOf: (span: Span) => Span;
      readonly query?: Query;
    }
  | {
      readonly kind: 'select';
      readonly typed: string;
      readonly span: Span;
      readonly selected: readonly string[];
      readonly query: Query;
    };

/** A text, and where somebody writes in it. */
export interface WritingPlace {
  readonly file: string;
  readonly text: string;
  readonly offset: number;
}

/**
 * What of a query the literal at an offset is, as the operations of the file say: its filter, or a name in its `select`. A template of
 * the SDK's `odata` is a filter also where no query has it yet.
 */
export function writingSite(
  at: WritingPlace,
  literal: LiteralAt,
  operations: readonly Operation[],
): WritingSite | undefined {
  for (const operation of operations) {
    if (operation.kind !== 'query' || operation.method !== 'listEntities' || !isSure(operation)) continue;
    const site = filterSite(at, operation) ?? selectSite(at, operation);
    if (site !== undefined) return site;
  }
  if (!isOdata(at, literal)) return undefined;
  const flat = flatten(segmentsOf(at.file, literal));
  const place = placeIn(flat, at.file, at.offset);
  return place === undefined ? undefined : inFlat(at, flat, place);
}

function filterSite(at: WritingPlace, query: Query): WritingSite | undefined {
  if (query.filter.kind === 'none') return undefined;
  for (const { text, expression } of query.filter.alternatives) {
    const isEmpty = text.text === '' && expression?.file === at.file && touches(expression.span, at.offset);
    const place = isEmpty ? 0 : placeIn(text, at.file, at.offset);
    if (place !== undefined) return { ...inFlat(at, text, place), query };
  }
  return undefined;
}

function inFlat(
  { file, offset }: WritingPlace,
  flat: FlatText<unknown>,
  at: number,
): WritingSite & { kind: 'filter' } {
  const placed = (span: Span): Span | undefined =>
    toPlaces(flat, span).find((place) => place.file === file && touches(place.span, offset))?.span;
  return {
    kind: 'filter',
    flat,
    at,
    spanOf: ({ start, end }) => ({
      start: start < at ? (placed({ start, end: at })?.start ?? offset) : offset,
      end: at < end ? (placed({ start: at, end })?.end ?? offset) : offset,
    }),
  };
}

function touches({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** A name is spelled by a string: between the quotes, as it is without escapes. */
function selectSite({ file, offset, text }: WritingPlace, query: Query): WritingSite | undefined {
  const select = query.projection?.select;
  if (select === undefined || select === 'unknown') return undefined;
  const written = select.find(
    ({ place }) => place?.file === file && place.span.start < offset && offset < place.span.end,
  );
  const around = written?.place?.span;
  if (written === undefined || around === undefined) return undefined;
  const span = { start: around.start + 1, end: around.end - 1 };
  return {
    kind: 'select',
    typed: text.slice(span.start, offset),
    span,
    selected: select.filter((one) => one !== written).map(({ name }) => name),
    query,
  };
}

function isOdata({ file, text }: WritingPlace, { tag }: LiteralAt): boolean {
  if (tag === undefined) return false;
  const sdk = useImport(file, text, PACKAGE, 'odata');
  return sdk?.edits.length === 0 && sdk.reference === tag;
}

function segmentsOf(file: string, { texts, holes }: LiteralAt): readonly Segment<unknown>[] {
  return texts.flatMap((text, index): readonly Segment<unknown>[] => {
    const span = holes[index];
    return [
      literalSegment(file, text),
      ...(span === undefined ? [] : [{ kind: 'hole' as const, hole: HOLE, place: { file, span } }]),
    ];
  });
}
