import type { Comparison, Filter, Operand } from '../../../core/odata/ast.ts';
import { withEscapes } from '../../../core/text/one-line.ts';
import type { FlatText, HoleSegment } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';

/** A query for the entities that have one value in a property: within a partition, or in all of them. */
export interface Lookup {
  readonly attribute: string;
  /** Code for that value, which is good at the query. */
  readonly value: string;
  /** That value is certainly text: else it might be a number or a boolean, too. */
  readonly isText: boolean;
  /** Code for the PartitionKey; absent where the query names none. */
  readonly partitionKey?: string;
  /** Where the code for both is in the source. */
  readonly places: readonly Span[];
}

/** Why a query isn't one that an index answers. */
export type NoLookup = 'conditions' | NoKey;

/** The value is no text, or has no name outside of the filter. */
type NoKey = 'type' | 'code';

/**
 * Reads `PartitionKey eq … and Property eq …`, or the second alone. Undefined where the filter compares no property, a reason where it
 * does, but in a way that an index of texts can't answer, or whose values can't be named outside of the filter.
 */
export function lookupOf(query: Query, text: string): Lookup | NoLookup | undefined {
  const { filter } = query;
  if (filter.kind !== 'known') return undefined;
  const { worst } = filter;
  const conjuncts = conjunctsOf(worst.parsed.filter);
  const conditions = conjuncts.map(equalityOf);
  if (!conditions.some((one) => one !== undefined && !KEYS.has(one.name))) return undefined;
  const [key] = conditions.filter((one) => one?.name === 'PartitionKey');
  const [own, ...others] = conditions.filter((one) => one?.name !== 'PartitionKey');
  if (own === undefined || others.length > 0 || KEYS.has(own.name)) return 'conditions';
  if (conditions.length !== (key === undefined ? 1 : 2) || filter.alternatives.length !== 1)
    return 'conditions';
  const value = codeOf(query, worst, own.operand, text);
  const partitionKey = key && codeOf(query, worst, key.operand, text);
  if (typeof value === 'string') return value;
  if (typeof partitionKey === 'string' || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(own.name)) return 'code';
  return {
    ...{ attribute: own.name, value: value.code, isText: value.isText },
    ...(partitionKey && { partitionKey: partitionKey.code }),
    places: [value, partitionKey].flatMap((one) => one?.place ?? []),
  };
}

/**
 * Reads `Property lt …` of a filter with nothing else: the property, and code for the time, which is good at the query; that is absent where the
 * call doesn't show it. Undefined for any other filter.
 */
export function cutoffOf(
  query: Query,
  text: string,
): { readonly property: string; readonly cutoff?: string } | undefined {
  const { filter, file, callSpan } = query;
  if (filter.kind !== 'known' || filter.alternatives.length !== 1 || filter.isPartial === true)
    return undefined;
  const { worst } = filter;
  const [only, ...others] = conjunctsOf(worst.parsed.filter);
  if (only?.kind !== 'comparison' || others.length > 0) return undefined;
  const { left, right, operator } = only;
  if (left.kind !== 'property' || KEYS.has(left.name) || (operator !== 'lt' && operator !== 'le'))
    return undefined;
  const [hole, ...more] = holesIn(worst.text, right);
  if (hole === undefined || more.length > 0) return undefined;
  const { place } = hole;
  const code = worst.text.text.slice(right.span.start, right.span.end);
  const isAlone = code.length === 1 || /^datetime'[^']'$/.test(code);
  const isShown = isAlone && place.file === file && contains(callSpan, place.span);
  return {
    property: left.name,
    ...(isShown && { cutoff: text.slice(place.span.start, place.span.end) }),
  };
}

/** What a query that names nothing but keys lists: a partition, or the RowKeys of it between two texts. */
export interface Listed {
  /** Code for the PartitionKey, which is good at the query. */
  readonly partitionKey: string;
  /** Where that is in the source; absent for a text of the filter. */
  readonly place?: Span;
  /** From one text on, up to another one. */
  readonly range?: readonly [from: string, to: string];
}

/**
 * Reads `PartitionKey eq …`, with or without `RowKey ge … and RowKey lt …`. Undefined for any other filter. `isGoodAt` says whether code of
 * the file from outside of the call means the same there.
 */
export function listedOf(
  query: Query,
  text: string,
  isGoodAt: (code: Span) => boolean,
): Listed | NoLookup | undefined {
  const { filter } = query;
  if (filter.kind !== 'known' || filter.isPartial === true) return undefined;
  const { worst, alternatives } = filter;
  const conjuncts = conjunctsOf(worst.parsed.filter);
  const [key, ...others] = conjuncts.flatMap((one) => {
    const found = equalityOf(one);
    return found?.name === 'PartitionKey' ? [found] : [];
  });
  if (key === undefined || others.length > 0 || alternatives.length !== 1) return 'conditions';
  const from = conjuncts.flatMap((one) => rowKeyBound(one, 'ge') ?? []);
  const to = conjuncts.flatMap((one) => rowKeyBound(one, 'lt') ?? []);
  if (from.length > 1 || from.length !== to.length || conjuncts.length !== 1 + 2 * from.length)
    return 'conditions';
  const code = codeOf(query, worst, key.operand, text, isGoodAt);
  if (typeof code === 'string') return code;
  const [first, end] = [from[0], to[0]];
  return {
    partitionKey: code.code,
    ...(code.place && { place: code.place }),
    ...(first !== undefined && end !== undefined && { range: [first, end] }),
  };
}

/** What a query that names nothing but a partition and bounds of RowKeys asks for. */
export interface KeyRange {
  /** Code for the PartitionKey, and for each bound. */
  readonly partitionKey: string;
  readonly bounds: Readonly<Partial<Record<RangeOperator, string>>>;
  /** Where these are in the source, of those that aren't texts of the filter. */
  readonly places: readonly Span[];
}

type RangeOperator = 'ge' | 'gt' | 'le' | 'lt';

/** Reads `PartitionKey eq …`, with or without bounds of RowKey, each operator once at most; or why that can't be done. */
export function keyRangeOf(query: Query, text: string): KeyRange | NoLookup {
  const { filter } = query;
  if (filter.kind !== 'known' || filter.isPartial === true) return 'conditions';
  const { worst, alternatives } = filter;
  const [key, ...rest] = conjunctsOf(worst.parsed.filter).toSorted(
    (a, b) => Number(isOfRow(a)) - Number(isOfRow(b)),
  );
  const own = key && equalityOf(key);
  if (own?.name !== 'PartitionKey' || alternatives.length !== 1) return 'conditions';
  const partitionKey = codeOf(query, worst, own.operand, text);
  if (typeof partitionKey === 'string') return partitionKey;
  const bounds: Partial<Record<RangeOperator, string>> = {};
  const places = [partitionKey.place];
  for (const one of rest) {
    if (one.kind !== 'comparison' || !isOfRow(one) || one.left.kind !== 'property') return 'conditions';
    const { operator } = one;
    if (operator === 'eq' || operator === 'ne' || bounds[operator] !== undefined) return 'conditions';
    const bound = codeOf(query, worst, one.right, text);
    if (typeof bound === 'string') return bound;
    bounds[operator] = bound.code;
    places.push(bound.place);
  }
  return { partitionKey: partitionKey.code, bounds, places: places.flatMap((one) => one ?? []) };
}

function isOfRow(filter: Filter): boolean {
  return filter.kind === 'comparison' && filter.left.kind === 'property' && filter.left.name === 'RowKey';
}

/** The text that a filter compares RowKeys with, by this operator. */
function rowKeyBound(filter: Filter, operator: 'ge' | 'lt'): string | undefined {
  if (filter.kind !== 'comparison' || filter.operator !== operator) return undefined;
  const { left, right } = filter;
  const isText = right.kind === 'literal' && right.value.type === 'String';
  return left.kind === 'property' && left.name === 'RowKey' && isText ? right.value.value : undefined;
}

const KEYS: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

function conjunctsOf(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  return filter.kind === 'and' ? [...conjunctsOf(filter.left), ...conjunctsOf(filter.right)] : [filter];
}

interface Equality {
  readonly name: string;
  readonly operand: Operand;
}

function equalityOf(filter: Filter): Equality | undefined {
  if (filter.kind !== 'comparison' || filter.operator !== 'eq') return undefined;
  const { left, right }: Comparison = filter;
  if (left.kind === 'property') return { name: left.name, operand: right };
  return right.kind === 'property' ? { name: right.name, operand: left } : undefined;
}

interface KeyCode {
  readonly code: string;
  readonly isText: boolean;
  /** Where it is in the source, if it isn't written as a literal of the filter. */
  readonly place?: Span;
}

/** Code for a text that a filter compares with: what a hole in the call itself is given, or a string. */
function codeOf(
  query: Query,
  { text, form }: FilterAlternative,
  operand: Operand,
  source: string,
  isGoodAt: (code: Span) => boolean = () => false,
): KeyCode | NoKey {
  if (operand.kind === 'literal')
    return operand.value.type === 'String' ? { code: stringCode(operand.value.value), isText: true } : 'type';
  if (operand.kind !== 'hole' && operand.kind !== 'composed') return 'code';
  if (operand.kind === 'hole' && operand.type !== undefined && operand.type !== 'String') return 'type';
  const holes = holesIn(text, operand);
  const [only] = holes;
  const isAlone = operand.kind === 'hole' || operand.parts.length === 1;
  if (only === undefined || holes.length > 1 || !isAlone) return 'code';
  const isTagged = form === 'odata' || only.tagged === true;
  // without the tag a bare hole is no text, and a quoted one may be escaped by hand
  if (!isTagged && (operand.kind === 'hole' || !isPathOf(only.hole))) return 'code';
  if (!mayBeText(only.hole)) return 'type';
  const { file, span } = only.place;
  if (file !== query.file || !(contains(query.callSpan, span) || isGoodAt(span))) return 'code';
  const isText = operand.kind === 'composed' || operand.type === 'String' || isTextFor(only.hole);
  return { code: source.slice(span.start, span.end), isText, place: span };
}

function holesIn(flat: FlatText<Value>, { span }: Operand): readonly HoleSegment<Value>[] {
  const found: HoleSegment<Value>[] = [];
  let start = 0;
  for (const segment of flat.segments) {
    if (segment.kind === 'hole' && span.start <= start && start < span.end) found.push(segment);
    start += segment.kind === 'hole' ? 1 : segment.text.length;
  }
  return found;
}

function isPathOf(value: Value): boolean {
  return value.kind === 'unknown' && value.why !== 'call-result' && value.isMadeText !== true;
}

/** Whether a value, if there is one, is a text whenever the program runs. */
export function isTextFor(value: Value): boolean {
  return value.kind === 'unknown' ? value.is === 'string' || value.texts !== undefined : mayBeText(value);
}

/** Whether a value may be a text, and nothing says that it may be anything else. */
function mayBeText(value: Value): boolean {
  switch (value.kind) {
    case 'text':
    case 'number-text':
    case 'time-text':
    case 'random-text':
      return true;
    case 'oneOf':
      return value.values.every((one) => isTextFor(one.value));
    case 'unknown':
      return value.isOptional !== true && (value.is === undefined || value.is === 'string');
    case 'number':
    case 'boolean':
    case 'nothing':
      return false;
  }
}

/** A string of these characters in single quotes. */
function stringCode(text: string): string {
  return `'${withEscapes(text.replace(/\\/g, '\\\\').replaceAll("'", "\\'").replace(/\n/g, '\\n').replace(/\r/g, '\\r'))}'`;
}
