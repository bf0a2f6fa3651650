import type { Comparison, Filter, Operand } from '../../../core/odata/ast.ts';
import { withEscapes } from '../../../core/text/one-line.ts';
import type { FlatText, HoleSegment } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { spelledAt } from '../../../core/text/spelled.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import { styleOf } from '../code-style.ts';
import { isRecasedPath } from '../../syntax/edits/path-at.ts';
import { isInFunctionWithin } from '../../syntax/edits/visible-names.ts';
import { literalEndsAt } from '../../syntax/edits/table-call.ts';

/** A query for the entities that have one value in a property: within a partition, or in all of them. */
export interface Lookup {
  readonly attribute: string;
  /** The condition, in the filter's text. */
  readonly condition: Span;
  /** Code for that value, which is good at the query. */
  readonly value: string;
  /** That value is certainly text: else it might be a number or a boolean, too. */
  readonly isText: boolean;
  /** Code for the PartitionKey; absent where the query names none. */
  readonly partitionKey?: string;
  /** The filter has other conditions, too. */
  readonly more?: More;
  /** Where the code for both is in the source. */
  readonly places: readonly Span[];
}

/** Conditions of a filter beside the one that an index answers. */
export interface More {
  /** Code for them as a filter of its own, where the call spells them out. */
  readonly filter?: string;
  /** Code for an object of the values that they ask for, where each asks for a text or a boolean. */
  readonly values?: string;
}

/** Why a query isn't one that an index answers: its keys have conditions that copies don't meet, or a property has none that it is found by. */
export type NoLookup = 'conditions' | NoKey;

/** The value is no text, or has no name outside of the filter. */
type NoKey = 'type' | 'code';

/**
 * Reads `PartitionKey eq … and Property eq …`, or the second alone, and what else the filter asks of properties. Of several that are compared
 * with a text it is the `wanted` one, else the first whose value is not written in the filter, as a constant is a state or a kind, which many
 * entities have. Undefined where the filter compares no property, a reason where it does, but in a way that an index of texts can't answer, or
 * whose values can't be named outside of the filter.
 */
export function lookupOf(query: Query, text: string, wanted?: string): Lookup | NoLookup | undefined {
  const { filter } = query;
  if (filter.kind !== 'known') return undefined;
  const { worst } = filter;
  const conjuncts = conjunctsOf(worst.parsed.filter);
  const isKey = (one: Filter): boolean => equalityOf(one)?.name === 'PartitionKey';
  const own = conjuncts.flatMap((one) => candidateOf(query, worst, one, text) ?? []);
  if (own.length === 0) return undefined;
  const [key, ...keys] = conjuncts.filter(isKey);
  const others = conjuncts.filter((one) => !isKey(one));
  if (keys.length > 0 || filter.alternatives.length !== 1 || filter.isPartial === true) return 'conditions';
  if (!others.every((one) => asksProperties(one))) return 'conditions';
  const found = chosenOf(own, wanted);
  if (found === undefined) return 'conditions';
  const { name, value } = found;
  const operand = key && equalityOf(key)?.operand;
  const partitionKey = operand && codeOf(query, worst, operand, text);
  if (typeof value === 'string') return value;
  if (typeof partitionKey === 'string') return 'code';
  const rest = others.filter((one) => one !== found.condition);
  const whole = restOf(query, worst, rest, text);
  const values = rest.map((one) => valueOf(query, worst, one, text));
  const isAll = values.every((one) => one !== undefined);
  const more: More = {
    ...(whole && { filter: whole.code }),
    ...(isAll && { values: `{ ${values.join(', ')} }` }),
  };
  return {
    ...{ attribute: name, condition: found.condition.span, value: value.code, isText: value.isText },
    ...(partitionKey && { partitionKey: partitionKey.code }),
    ...(rest.length > 0 && { more }),
    places: [...[value, partitionKey].flatMap((one) => one?.place ?? []), ...(whole?.places ?? [])],
  };
}

/** The properties that a query compares with one value each, of which one may be what an index finds entities by. */
export function comparedIn({ filter }: Query): readonly string[] {
  if (filter.kind !== 'known') return [];
  const compared = conjunctsOf(filter.worst.parsed.filter).flatMap((one) => equalityOf(one)?.name ?? []);
  return compared.filter((name) => !KEYS.has(name));
}

/** A property that a condition compares with one value. */
interface Candidate {
  readonly condition: Filter;
  readonly name: string;
  readonly value: KeyCode | NoKey;
}

function candidateOf(
  query: Query,
  alternative: FilterAlternative,
  condition: Filter,
  text: string,
): Candidate | undefined {
  const found = equalityOf(condition);
  if (found === undefined || KEYS.has(found.name)) return undefined;
  const isName = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(found.name);
  const value = isName ? codeOf(query, alternative, found.operand, text) : 'code';
  return { condition, name: found.name, value };
}

function chosenOf(candidates: readonly Candidate[], wanted: string | undefined): Candidate | undefined {
  if (wanted !== undefined) return candidates.find(({ name }) => name === wanted);
  const good = candidates.filter(({ value }) => typeof value !== 'string');
  const given = good.find(({ value }) => typeof value !== 'string' && value.place !== undefined);
  return given ?? good[0] ?? candidates[0];
}

/** Whether a condition is one of properties alone, which a copy has as its entity has them. */
function asksProperties(filter: Filter): boolean {
  const isProperty = (one: Operand): boolean => one.kind !== 'property' || !KEYS.has(one.name);
  switch (filter.kind) {
    case 'and':
    case 'or':
      return asksProperties(filter.left) && asksProperties(filter.right);
    case 'not':
      return asksProperties(filter.operand);
    case 'comparison':
      return isProperty(filter.left) && isProperty(filter.right);
    case 'bare':
      return isProperty(filter.operand);
    case 'unknown':
      return false;
  }
}

/** Code for a property that a condition asks for, with the text or the boolean that it asks of it. */
function valueOf(
  query: Query,
  alternative: FilterAlternative,
  condition: Filter,
  text: string,
): string | undefined {
  const { name, operand } = equalityOf(condition) ?? {};
  if (name === undefined || operand === undefined || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    return undefined;
  if (operand.kind === 'literal' && operand.value.type === 'Boolean')
    return `${name}: ${String(operand.value.value)}`;
  const code = codeOf(query, alternative, operand, text);
  if (typeof code === 'string' || !code.isText) return undefined;
  return code.code === name ? name : `${name}: ${code.code}`;
}

/** Code for conditions as a filter of their own, and where it is in the source; undefined where one literal in the call doesn't spell them out. */
function restOf(
  { file, callSpan }: Query,
  { expression, text }: FilterAlternative,
  conditions: readonly Filter[],
  source: string,
): { readonly code: string; readonly places: readonly Span[] } | undefined {
  if (conditions.length === 0 || expression?.file !== file) return undefined;
  if (!contains(callSpan, expression.span)) return undefined;
  const ends = literalEndsAt(file, source, expression.span);
  const spans = conditions.map(({ span }) => spelledAt(text, span, { file, source, named: true }));
  const places = spans.flatMap((one) => one ?? []);
  if (ends === undefined || places.length < spans.length) return undefined;
  const pieces = places.map(({ start, end }) => source.slice(start, end));
  if (!places.every((one) => contains(ends.inner, one)) || !pieces.every(isBalanced)) return undefined;
  const code = pieces
    .map((piece, index) => (conditions[index]?.kind === 'or' && pieces.length > 1 ? `(${piece})` : piece))
    .join(' and ');
  const isPlain = !/[\\"`]|\$\{/.test(code);
  const tag = { start: expression.span.start, end: ends.inner.start };
  const quote = code.includes("'") ? '"' : styleOf(source).quote;
  const [before, after] = isPlain ? [quote, quote] : [source.slice(tag.start, tag.end), ends.quote];
  return { code: `${before}${code}${after}`, places: isPlain ? places : [tag, ...places] };
}

/** Whether all brackets outside of texts are closed: those around a condition aren't in its place. */
function isBalanced(piece: string): boolean {
  let open = 0;
  for (const [character] of piece.replace(/'[^']*'/g, '').matchAll(/[()]/g)) {
    open += character === '(' ? 1 : -1;
    if (open < 0) return false;
  }
  return open === 0;
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
    return operand.value.type === 'String'
      ? { code: stringCode(operand.value.value, source), isText: true }
      : 'type';
  if (operand.kind !== 'hole' && operand.kind !== 'composed') return 'code';
  if (operand.kind === 'hole' && operand.type !== undefined && operand.type !== 'String') return 'type';
  const holes = holesIn(text, operand);
  const [only] = holes;
  const isAlone = operand.kind === 'hole' || operand.parts.length === 1;
  if (only === undefined || holes.length > 1 || !isAlone) return 'code';
  const isTagged = form === 'odata' || only.tagged === true;
  // without the tag a bare hole is no text, and a quoted one may be escaped by hand
  const { file, span } = only.place;
  const isPath = isPathOf(only.hole) || (file === query.file && isRecasedPath(file, source, span));
  if (!isTagged && (operand.kind === 'hole' || !isPath)) return 'code';
  if (!mayBeText(only.hole)) return 'type';
  const isOfCall =
    contains(query.callSpan, span) && !isInFunctionWithin(query.file, source, query.callSpan, span);
  if (file !== query.file || !(isOfCall || isGoodAt(span))) return 'code';
  const isText = operand.kind === 'composed' || operand.type === 'String' || isTextFor(only.hole);
  const code = source.slice(span.start, span.end);
  return { code: isTagged || isThere(only.hole, code) ? code : `String(${code})`, isText, place: span };
}

/** Whether a template has more to write of a value than "undefined": an element may be missing, whatever the type of its list. */
function isThere(value: Value, code: string): boolean {
  const isOptional = value.kind === 'unknown' && value.isOptional === true;
  return !isOptional && !code.endsWith(']') && !code.includes('?.');
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

/** A string of these characters, in the quotes that the file has. */
function stringCode(text: string, source: string): string {
  const { quote } = styleOf(source);
  const escaped = text
    .replace(/\\/g, '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r');
  return `${quote}${withEscapes(escaped)}${quote}`;
}
