import type { KeyName, KeyValue } from '../../../core/shape/shape.ts';
import { type FlatText, HOLE, type Place, type Segment, toPlaces } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { type KeyPattern, patternOfSegments, patternsOf } from './key-pattern.ts';
import { wholeText } from '../../link/values/text.ts';
import type { KeyExpression, Operation, Query, Value, Write } from '../operations/operation.ts';

/** What the writes and reads of a table do to its keys. */
export interface KeySchema {
  readonly partitionKey: readonly KeyVariant[];
  readonly rowKey: readonly KeyVariant[];
  /** Some write makes entities whose keys are not seen. */
  readonly isPartial: boolean;
  /** Each of those is in a function that is given the entity, and calls of that are seen. */
  readonly isOfCallers: boolean;
}

/** One way in which a key is put together, and where. */
export interface KeyVariant {
  readonly pattern: KeyPattern;
  readonly uses: readonly KeyUse[];
}

export interface KeyUse {
  readonly operation: Operation;
  /** `written`: makes an entity; `asked`: names existing ones; `bound`: one end of a range, or its beginning. */
  readonly how: 'written' | 'asked' | 'bound';
  readonly place: Place;
}

/** A key as one operation gives it. */
export interface GivenKey extends KeyUse {
  readonly key: KeyName;
  readonly patterns: readonly KeyPattern[];
  /** Its value, where it is not a part of a filter. */
  readonly value?: Value;
}

/**
 * Puts together what all operations of a table say of its keys; `keysOf` may know them already. Writes come first: they
 * name the parts.
 */
export function keySchemaOf(operations: readonly Operation[], keysOf = givenKeys): KeySchema {
  const all = operations.flatMap(keysOf);
  const given = [...all.filter(isWritten), ...all.filter((one) => !isWritten(one))];
  return {
    partitionKey: variantsOf(given.filter(({ key }) => key === 'PartitionKey')),
    rowKey: variantsOf(given.filter(({ key }) => key === 'RowKey')),
    isPartial: operations.some(isUnseen),
    isOfCallers: areOfCallers(operations),
  };
}

function areOfCallers(operations: readonly Operation[]): boolean {
  const called = new Set(operations.flatMap(({ via }) => (via === undefined ? [] : placeKey(via.place))));
  return operations.every(
    (one) =>
      !isUnseen(one) ||
      (one.kind === 'write' &&
        one.given !== undefined &&
        called.has(placeKey({ file: one.file, span: one.nameSpan }))),
  );
}

function placeKey({ file, span }: Place): string {
  return `${file}:${span.start}`;
}

function isWritten({ how }: KeyUse): boolean {
  return how === 'written';
}

/** The keys that an operation gives, in the order of the source. */
export function givenKeys(operation: Operation): readonly GivenKey[] {
  switch (operation.kind) {
    case 'query':
      return filterKeys(operation);
    case 'point-read':
      return pair(operation, operation, 'asked');
    case 'write':
      return operation.method === 'submitTransaction'
        ? (operation.actions ?? []).flatMap((action) => pair(operation, action, howOf(action.kind)))
        : pair(operation, operation, howOf(operation.method)).map((given) =>
            isReadBefore(operation, given) ? { ...given, how: 'asked' } : given,
          );
  }
}

/** What is written back has the key that it was read with. */
function isReadBefore({ stale }: Write, { value }: GivenKey): boolean {
  return stale !== undefined && value?.kind === 'unknown';
}

/** Actions, and the methods whose names begin like them. */
function howOf(kind: string | undefined): KeyUse['how'] {
  return kind !== undefined && /^(?:create|upsert)/.test(kind) ? 'written' : 'asked';
}

function pair(
  operation: Operation,
  keys: { readonly partitionKey?: KeyExpression; readonly rowKey?: KeyExpression },
  how: KeyUse['how'],
): GivenKey[] {
  const given = (key: KeyName, expression: KeyExpression | undefined): GivenKey[] =>
    expression === undefined
      ? []
      : [
          {
            operation,
            how,
            key,
            place: expression.place,
            value: expression.value,
            patterns: patternsOf(expression),
          },
        ];
  return [...given('PartitionKey', keys.partitionKey), ...given('RowKey', keys.rowKey)];
}

function isUnseen(operation: Operation): boolean {
  if (operation.kind !== 'write') return false;
  if (operation.method !== 'submitTransaction') {
    return howOf(operation.method) === 'written' && isKeyless(operation);
  }
  const { actions } = operation;
  return (
    actions === undefined ||
    actions.some(
      (action) => action.kind === undefined || (howOf(action.kind) === 'written' && isKeyless(action)),
    )
  );
}

function isKeyless({ partitionKey, rowKey }: Pick<Write, 'partitionKey' | 'rowKey'>): boolean {
  return partitionKey === undefined || rowKey === undefined;
}

function filterKeys(query: Query): GivenKey[] {
  if (query.filter.kind === 'none') return [];
  return query.filter.alternatives.flatMap(({ text, classification: { proof } }) =>
    proof.map(({ key, operator, value, span }): GivenKey => {
      const [place = { file: query.file, span: query.nameSpan }] = toPlaces(text, operandSpan(value) ?? span);
      const how = operator === 'eq' ? 'asked' : 'bound';
      return { operation: query, how, key, place, patterns: operandPatterns(text, value, place) };
    }),
  );
}

function operandSpan(value: KeyValue): Span | undefined {
  return value.kind === 'hole' ? value.span : undefined;
}

function operandPatterns(text: FlatText<Value>, value: KeyValue, place: Place): readonly KeyPattern[] {
  if (value.kind === 'known') return patternsOf({ value: wholeText(value.value, place), place });
  return patternOfSegments(operandSegments(text, value.span), place);
}

/** What stands in a span of a filter, without the quotes of its literal. */
function operandSegments({ text, holes, segments }: FlatText<Value>, span: Span): readonly Segment<Value>[] {
  const found: Segment<Value>[] = [];
  let start = 0;
  for (const segment of segments) {
    const end = start + (segment.kind === 'hole' ? 1 : segment.text.length);
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, end)];
    if (from < to && segment.kind === 'hole') found.push(segment);
    if (from < to && segment.kind === 'literal') {
      found.push({
        kind: 'literal',
        text: unquoted(text.slice(from, to), from, to, span),
        place: segment.place,
      });
    }
    start = end;
  }
  return holes.size === 0 ? [] : found.filter((one) => one.kind === 'hole' || one.text !== '');
}

function unquoted(text: string, from: number, to: number, span: Span): string {
  const opened = from === span.start && text.startsWith("'") ? text.slice(1) : text;
  const closed = to === span.end && opened.endsWith("'") ? opened.slice(0, -1) : opened;
  return closed.replaceAll("''", "'").replaceAll(HOLE, '');
}

/** One variant for all uses that put the key together alike. */
function variantsOf(given: readonly GivenKey[]): readonly KeyVariant[] {
  const variants = new Map<string, Map<string, { readonly pattern: KeyPattern; readonly uses: KeyUse[] }>>();
  for (const { patterns, operation, how, place } of given) {
    for (const pattern of patterns) {
      const alike =
        variants.get(pattern.signature) ?? new Map<string, { pattern: KeyPattern; uses: KeyUse[] }>();
      const names = namesIn(pattern);
      // what is asked for is called as what is written; what is written by other names may be something else
      const [first] = alike.values();
      const known = alike.get(names) ?? (how === 'written' ? undefined : first);
      const use = { operation, how, place };
      if (known !== undefined) known.uses.push(use);
      // where a range begins or ends is no key
      else if (how !== 'bound') variants.set(pattern.signature, alike.set(names, { pattern, uses: [use] }));
    }
  }
  return [...variants.values()].flatMap((alike) => [...alike.values()]);
}

function namesIn({ parts }: KeyPattern): string {
  return parts.map((part) => (part.kind === 'literal' ? '' : (lastName(part.name) ?? ''))).join('\n');
}

/** What a value is called without what it belongs to: `department` of `employee.department`. */
export function lastName(name: string | undefined): string | undefined {
  return name?.split('.').at(-1);
}
