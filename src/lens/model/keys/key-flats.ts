import { comparisonsOf, sides } from '../../../core/odata/comparisons.ts';
import { isKeyName, type KeyName } from '../../../core/shape/shape.ts';
import { type FlatText, flatten, type Place, type Segment, toPlaces } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FilterAlternative, KeyExpression, Operation, Value } from '../operations/operation.ts';

/** One text that an operation can give a key, or compare it with; an expression that isn't followed is a hole in it. */
export interface KeyFlat {
  readonly operation: Operation;
  readonly key: KeyName;
  /** `bound`: one end of a range. */
  readonly how: 'whole' | 'bound';
  readonly text: FlatText<Value>;
  /** The expression, or the operand of the filter. */
  readonly place: Place;
}

/** Texts that one key is followed into at most; beyond, it is one hole. */
const MOST_TEXTS = 32;

/** All texts of keys in an operation: in a filter wherever they are compared. */
export function keyFlats(operation: Operation): readonly KeyFlat[] {
  switch (operation.kind) {
    case 'query':
      return operation.filter.kind === 'none'
        ? []
        : operation.filter.alternatives.flatMap((one) => inFilter(operation, one));
    case 'point-read':
      return pair(operation, operation);
    case 'write':
      return [operation, ...(operation.actions ?? [])].flatMap((one) => pair(operation, one));
  }
}

interface Keys {
  readonly partitionKey?: KeyExpression;
  readonly rowKey?: KeyExpression;
}

function pair(operation: Operation, { partitionKey, rowKey }: Keys): readonly KeyFlat[] {
  const given = (key: KeyName, expression: KeyExpression | undefined): readonly KeyFlat[] =>
    expression === undefined
      ? []
      : spelled([{ kind: 'hole', hole: expression.value, place: expression.place }]).map((segments) => ({
          ...{ operation, key, how: 'whole', place: expression.place },
          text: flatten(segments),
        }));
  return [...given('PartitionKey', partitionKey), ...given('RowKey', rowKey)];
}

function inFilter(operation: Operation, { parsed, text }: FilterAlternative): readonly KeyFlat[] {
  if (parsed.filter === undefined) return [];
  return comparisonsOf(parsed.filter).flatMap((comparison): readonly KeyFlat[] => {
    const { property: key, value } = sides(comparison) ?? {};
    if (key === undefined || value === undefined || !isKeyName(key)) return [];
    const inner = withoutQuotes(text, value.span);
    const [place] = toPlaces(text, inner);
    if (place === undefined) return [];
    const how = comparison.operator === 'eq' || comparison.operator === 'ne' ? 'whole' : 'bound';
    return spelled(within(text, inner)).map((segments) => ({
      ...{ operation, key, how, place },
      text: flatten(segments),
    }));
  });
}

function withoutQuotes({ text }: FlatText<Value>, { start, end }: Span): Span {
  const isQuoted = end - start > 1 && text[start] === "'" && text[end - 1] === "'";
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

/** The segments of a part of a text. */
function within(flat: FlatText<Value>, span: Span): readonly Segment<Value>[] {
  const found: Segment<Value>[] = [];
  let start = 0;
  for (const segment of flat.segments) {
    const end = start + (segment.kind === 'hole' ? 1 : segment.text.length);
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
    if (from < to && segment.kind === 'hole') found.push(segment);
    if (from < to && segment.kind === 'literal') {
      const { offsets, ...rest } = segment;
      const [place = segment.place] = toPlaces(flat, { start: from, end: to });
      const text = segment.text.slice(from - start, to - start);
      found.push({
        ...rest,
        ...{ text, place },
        ...(offsets && { offsets: offsets.slice(from - start, to - start + 1) }),
      });
    }
    start = end;
  }
  return found;
}

/** What segments can be once the texts of their holes are put into them: several where a hole is one of several texts. */
function spelled(segments: readonly Segment<Value>[]): readonly (readonly Segment<Value>[])[] {
  let all: readonly (readonly Segment<Value>[])[] = [[]];
  for (const segment of segments) {
    const ways = segment.kind === 'literal' ? [[segment]] : waysOf(segment.hole, segment);
    const kept = all.length * ways.length > MOST_TEXTS ? [[segment]] : ways;
    all = all.flatMap((before) => kept.map((way) => [...before, ...way]));
  }
  return all;
}

function waysOf(value: Value, hole: Segment<Value>): readonly (readonly Segment<Value>[])[] {
  if (value.kind === 'text') return spelled(value.segments);
  if (value.kind === 'oneOf') return value.values.flatMap((one) => waysOf(one.value, hole));
  return [[hole]];
}
