import * as l10n from '@vscode/l10n';
import type { Expected } from '../../../core/odata/expected.ts';
import { lex } from '../../../core/odata/lexer.ts';
import { afterPrefix, quote } from '../../../core/odata/quote.ts';
import { completionsIn, type KnownProperty, offersFor } from '../../../core/shape/completion.ts';
import { isKeyName } from '../../../core/shape/shape.ts';
import type { FlatText } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Operation } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { mayConcernTables } from '../../syntax/gate.ts';
import { literalAt, type LiteralAt } from '../../syntax/edits/literal-at.ts';
import { visibleValues, type VisibleValue } from '../../syntax/edits/visible-values.ts';
import { namedProperties } from '../named-properties.ts';
import { keyOffers, partitionPieces, prefixOf, type Surroundings, writtenPatterns } from './keys.ts';
import { fromGrammar, type OfferKind, type SourceOffer } from './offer.ts';
import { type WritingSite, writingSite } from './site.ts';
import { variableOffers } from './variables.ts';
import { escaped, type Piece, sourceOfPieces, type SourcePart, stop, text } from './written.ts';

/** Something that may be written where the cursor is. */
export interface SourceCompletion {
  readonly kind: OfferKind;
  readonly label: string;
  readonly detail: string;
  readonly documentation?: string;
  /** What the source has instead of `span`. */
  readonly insert: readonly SourcePart[];
  readonly span: Span;
  /** What the source has there is the beginning of. */
  readonly begins: string;
  /** What follows is worth offering at once. */
  readonly goesOn: boolean;
}

/** The lens, as far as completion asks it. */
export type CompletionWorld = Pick<Engine, 'operations' | 'table'>;

/**
 * What may be written at `offset` of a file with this text, if that stands in the text of a filter of the SDK's, or in a name of
 * `select`: what the grammar has next, with what is known of the table and of the values there. Nothing elsewhere.
 */
export function sourceCompletions(
  world: CompletionWorld,
  file: string,
  source: string,
  offset: number,
): readonly SourceCompletion[] {
  const known = world.operations(file);
  if (known.length === 0 && !mayConcernTables(file, source)) return [];
  const literal = literalAt(file, source, offset);
  if (literal === undefined) return [];
  const site = writingSite({ file, text: source, offset }, literal, known);
  if (site === undefined) return [];
  const table = site.query?.table === undefined ? undefined : world.table(site.query.table);
  const properties = propertiesOf(table, (operation) => isOther(operation, site.query));
  if (site.kind === 'select') return selectCompletions(site, literal, properties);
  const clients = new Set(known.map(({ receiver }) => receiver.text));
  const values = visibleValues(file, source, offset).filter(({ expression }) => !clients.has(expression));
  return filterCompletions(site, literal, table, properties, values);
}

function filterCompletions(
  site: WritingSite & { readonly kind: 'filter' },
  literal: LiteralAt,
  table: TableModel | undefined,
  properties: readonly KnownProperty[],
  values: readonly VisibleValue[],
): readonly SourceCompletion[] {
  const around: Surroundings = {
    isTagged: literal.tag !== undefined,
    names: new Set(values.map(({ expression }) => expression)),
  };
  const { flat, at, spanOf } = site;
  const offers = (expected: Expected): readonly SourceOffer[] => {
    const grammar = offersFor(expected, properties);
    switch (expected.kind) {
      case 'clause':
        return [
          ...grammar.map((offer) => fromGrammar(offer, offer.label === 'not' ? 'keyword' : 'property')),
          ...conditions(flat, table, around),
        ].sort((a, b) => rank(a.label) - rank(b.label));
      case 'operator':
        return grammar.map((offer) => fromGrammar(offer, 'operator'));
      case 'connective':
        return grammar.map((offer) => fromGrammar(spaced(offer, flat.text.slice(0, at)), 'keyword'));
      case 'value': {
        const { property, operator } = expected;
        const types = properties.find(({ name }) => name === property)?.types ?? [];
        const keys = isKeyName(property)
          ? keyOffers(writtenPatterns(table?.keys(), property), operator, around)
          : [];
        return [
          ...variableOffers(values, property, types, around),
          ...keys,
          ...grammar.map((offer) => fromGrammar(offer, 'value')),
        ];
      }
    }
  };
  return completionsIn(flat, at, offers).map(({ start, end, ...offer }) =>
    completion(offer, spanOf({ start, end }), flat.text.slice(start, at), literal.quote),
  );
}

function completion(
  offer: SourceOffer,
  span: Span,
  typed: string,
  quote: LiteralAt['quote'],
): SourceCompletion {
  const { kind, label, detail, documentation, begins = [label], pieces, goesOn } = offer;
  const begun = begins.find((one) => one.toLowerCase().startsWith(typed.toLowerCase())) ?? label;
  return {
    kind,
    label,
    detail,
    ...(documentation !== undefined && { documentation }),
    insert: sourceOfPieces(pieces, quote),
    span,
    begins: escaped(begun, quote),
    goesOn: goesOn === true,
  };
}

/** Behind what has no blank after it. */
function spaced<T extends { readonly insert: string }>(offer: T, before: string): T {
  return /\s$/.test(before) || /[\p{L}\p{N}]$/u.test(before)
    ? offer
    : { ...offer, insert: ` ${offer.insert}` };
}

/** Keys first, what begins with them behind them, `not` last. */
function rank(label: string): number {
  const order = ['PartitionKey', 'RowKey'].findIndex((key) => label.startsWith(key));
  if (order >= 0) return order;
  return label === 'Timestamp' || label === 'not' ? 3 : 2;
}

/** A name that can stand in a filter. */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u;

/** Whether an operation is not the one that is being written, which has words in it that are no names yet. */
function isOther({ file, nameSpan }: Operation, query: Operation | undefined): boolean {
  return file !== query?.file || nameSpan.start !== query.nameSpan.start;
}

/** What every entity has, and what those operations say of the table. */
function propertiesOf(
  table: TableModel | undefined,
  counts: (operation: Operation) => boolean,
): readonly KnownProperty[] {
  const samples = (): [] => [];
  const own =
    table === undefined ? [] : namedProperties({ ...table, operations: table.operations.filter(counts) });
  return [
    { name: 'PartitionKey', types: ['String'], from: 'service', samples },
    { name: 'RowKey', types: ['String'], from: 'service', samples },
    ...own.filter(({ name }) => NAME.test(name)).map((one) => ({ ...one, from: 'source' as const, samples })),
    { name: 'Timestamp', types: ['DateTime'], from: 'service', samples },
  ];
}

/** Kinds of rows whose range is offered. */
const MOST_RANGES = 4;

/** Whole conditions on the keys that the filter does not have yet. */
function conditions(
  flat: FlatText<unknown>,
  table: TableModel | undefined,
  around: Surroundings,
): readonly SourceOffer[] {
  const named = new Set(lex(flat).tokens.map((token) => token.text));
  if (named.has('RowKey')) return [];
  const schema = table?.keys();
  const partition = named.has('PartitionKey')
    ? []
    : [
        text('PartitionKey eq '),
        ...partitionPieces(writtenPatterns(schema, 'PartitionKey'), around),
        text(' and '),
      ];
  const prefixes = writtenPatterns(schema, 'RowKey').flatMap((pattern) => prefixOf(pattern) ?? []);
  const bounded = [...new Set(prefixes)].slice(0, MOST_RANGES).flatMap((prefix) => {
    const end = afterPrefix(prefix);
    return end === undefined ? [] : [range(partition, [text(quote(prefix))], [text(quote(end))])];
  });
  if (bounded.length > 0) return bounded;
  return [range(partition, [text("'"), stop('from'), text("'")], [text("'"), stop('to'), text("'")])];
}

/** RowKeys from one text on and before another, of a partition or wherever the filter stands. */
function range(partition: readonly Piece[], from: readonly Piece[], to: readonly Piece[]): SourceOffer {
  const pieces = [...partition, text('RowKey ge '), ...from, text(' and RowKey lt '), ...to];
  return {
    kind: 'snippet',
    label: pieces.map(shownPiece).join(''),
    detail: l10n.t('range of rows'),
    documentation:
      partition.length > 0
        ? l10n.t('Reads only the rows of this range in one partition.')
        : l10n.t('Reads only the rows of this range.'),
    pieces,
  };
}

function shownPiece(piece: Piece): string {
  return piece.kind === 'code' ? `\${${piece.code.map((part) => part.text).join('')}}` : piece.text;
}

function selectCompletions(
  { typed, span, selected }: WritingSite & { readonly kind: 'select' },
  { quote: mark }: LiteralAt,
  properties: readonly KnownProperty[],
): readonly SourceCompletion[] {
  return properties
    .filter(({ name }) => !selected.includes(name) && name.toLowerCase().startsWith(typed.toLowerCase()))
    .map(({ name, types }) =>
      completion(
        { kind: 'property', label: name, detail: types.join(' | '), pieces: [text(name)] },
        span,
        typed,
        mark,
      ),
    );
}
