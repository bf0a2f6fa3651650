import * as l10n from '@vscode/l10n';
import { isKeyName, type KeyName } from '../../../core/shape/shape.ts';
import { constantOf, HOLE, type Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { sides, comparisonsOf, alternativesOf, queriesOf } from './filters.ts';
import type {
  FilterAlternative,
  KeyExpression,
  NumberFact,
  Query,
  Value,
  Write,
} from '../../model/operations/operation.ts';
import type { Report, RuleContext } from '../rule.ts';
import { oncePerFile } from './once.ts';
import { nameAt, nameOf } from './place.ts';

/** A part of a key that is not constant text. */
export interface KeyPart {
  readonly value: Value;
  /** Its expression: the whole key's, or the hole's in a text. */
  readonly place: Place;
  /** Whether it is a part of a text that turns it into text. */
  readonly inText: boolean;
  /** The characters of the key before it, a HOLE for each part that is not constant. */
  readonly before: string;
}

/** The parts of a key that the running program decides, in order; of several possible keys all. */
export function partsOfKey(key: KeyExpression): KeyPart[] {
  return partsOfValue(key.value, key.place, false, '');
}

/** The same of each text that the key may be. */
export function alternativesOfKey({ value, place }: KeyExpression): readonly (readonly KeyPart[])[] {
  const alternatives = value.kind === 'oneOf' ? value.values.map((one) => one.value) : [value];
  return alternatives.map((one) => partsOfValue(one, place, false, ''));
}

function partsOfValue(value: Value, place: Place, inText: boolean, before: string): KeyPart[] {
  switch (value.kind) {
    case 'text': {
      const parts: KeyPart[] = [];
      let constant = before;
      for (const segment of value.segments) {
        if (segment.kind === 'literal') constant += segment.text;
        else {
          parts.push(...partsOfValue(segment.hole, segment.place, true, constant));
          constant += HOLE;
        }
      }
      return parts;
    }
    case 'oneOf':
      return value.values.flatMap((alternative) => partsOfValue(alternative.value, place, inText, before));
    case 'number':
    case 'boolean':
    case 'nothing':
    case 'time-text':
    case 'number-text':
    case 'random-text':
    case 'unknown':
      return [{ value, place, inText, before }];
  }
}

/** Writes that can make an entity, and so decide what its keys look like. */
export function isInsert(write: Write): boolean {
  return write.method === 'createEntity' || write.method === 'upsertEntity';
}

/** The file's writes that can make an entity. */
export const insertsOf = oncePerFile((context): readonly Write[] =>
  context.operations.filter((operation) => operation.kind === 'write').filter(isInsert),
);

/** The keys of an entity that a write makes, or an action of a transaction. */
export interface MadeKeys {
  readonly write: Write;
  readonly partitionKey?: KeyExpression;
  readonly rowKey?: KeyExpression;
}

/** The keys of all entities that the file makes; what several transactions take from one list is there once. */
export const keysMade = oncePerFile((context): readonly MadeKeys[] => {
  const together = new Map<string, MadeKeys>();
  for (const write of context.operations) {
    if (write.kind !== 'write' || write.method !== 'submitTransaction') continue;
    for (const action of write.actions ?? []) {
      if (action.kind !== 'create' && action.kind !== 'upsert') continue;
      const keys = keysOf(action);
      const places = Object.values(keys).map((key) => nameAt(write, key).span.start);
      together.set(places.join(), together.get(places.join()) ?? { ...keys, write });
    }
  }
  const inserts = [...insertsOf(context), ...context.inherited];
  const single = inserts.map((write): MadeKeys => ({ ...keysOf(write), write }));
  return [...single, ...together.values()];
});

type Keys = Omit<MadeKeys, 'write'>;

function keysOf({ partitionKey, rowKey }: Keys): Keys {
  return { ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }) };
}

/** The characters of a value that is the same constant text in every case. */
export function constantKey(value: Value): string | undefined {
  if (value.kind === 'oneOf') {
    const [first, ...others] = value.values.map((alternative) => constantKey(alternative.value));
    return others.every((other) => other === first) ? first : undefined;
  }
  return value.kind === 'text' ? constantOf(value.segments) : undefined;
}

/** The number in a part, whether or not it is text already. */
export function numberOf({ value }: KeyPart): NumberFact | undefined {
  return value.kind === 'number' || value.kind === 'number-text' ? value.number : undefined;
}

/** A part of a key, and where in the file it is reported. */
export interface LocatedPart extends KeyPart {
  readonly report: Pick<Report, 'place' | 'related'>;
  /** Whether the part itself stands in the file, so that a fix can change it. */
  readonly isHere: boolean;
}

/** A part of a key of a table, as far as that is known. */
export interface OrderingPart extends LocatedPart {
  readonly key: KeyName;
  readonly table: string | undefined;
}

/**
 * The parts that decide where an entity sorts, or where a range begins or ends: keys of writes that make
 * entities, and holes that a filter compares a key with by `gt`, `ge`, `lt`, `le`.
 */
export const orderingParts = oncePerFile((context): readonly OrderingPart[] => {
  const written = keysMade(context).flatMap(({ write, ...keys }) =>
    namedKeys(keys).flatMap(([key, expression]) => {
      const at = nameAt(write, expression);
      return partsOfKey(expression).map((part) => ({
        ...located(part, at, at),
        // whoever asks for such keys is not seen: no fix changes them
        ...(context.inherited.includes(write) && { isHere: false }),
        key,
        table: write.table,
      }));
    }),
  );
  return [...written, ...queriesOf(context).flatMap(boundsOf)];
});

/** Whether the rows of a table are read by point reads alone, which never see their order. */
export function isReadByKeyAlone(context: RuleContext, table: string | undefined): boolean {
  const operations = context.table(table)?.operations ?? [];
  const isRead = operations.some(({ kind }) => kind === 'point-read');
  return isRead && !operations.some(({ kind }) => kind === 'query');
}

/** What the operations of a table give as one of its keys; those whose table is not known may be of it. */
export interface UsesOfKey {
  readonly parts: readonly KeyPart[];
  /** Keys that are the same constant text in every case. */
  readonly constants: readonly string[];
}

/** What is written or asked for as the key that a part stands in, by all that may use its table. */
export function usesOfKey(context: RuleContext, { key, table }: OrderingPart): UsesOfKey {
  const isOfKey = ([name]: readonly [KeyName, unknown]): boolean => name === key;
  const operations = new Set([
    ...context.operations.filter((operation) => operation.table === undefined || operation.table === table),
    ...(context.table(table)?.operations ?? []),
  ]);
  const uses = [...operations].map((operation): UsesOfKey => {
    if (operation.kind === 'query') return comparedWith(operation, key);
    const isTransaction = operation.kind === 'write' && operation.method === 'submitTransaction';
    const all: readonly Keys[] = isTransaction ? (operation.actions ?? []) : [operation];
    const given = all.flatMap((keys) => namedKeys(keys).filter(isOfKey));
    return {
      parts: given.flatMap(([, expression]) => partsOfKey(expression)),
      constants: given.flatMap(([, { value }]) => constantKey(value) ?? []),
    };
  });
  return {
    parts: uses.flatMap(({ parts }) => parts),
    constants: uses.flatMap(({ constants }) => constants),
  };
}

/** The parts of a key by which entities of a table are deleted. */
export function partsDeleted(context: RuleContext, { key, table }: OrderingPart): readonly KeyPart[] {
  const operations = context.table(table)?.operations ?? context.operations;
  return operations.flatMap((operation) => {
    if (operation.kind !== 'write') return [];
    const deleted: readonly Keys[] =
      operation.method === 'deleteEntity'
        ? [operation]
        : (operation.actions ?? []).filter(({ kind }) => kind === 'delete');
    return deleted.flatMap((keys) =>
      namedKeys(keys).flatMap(([name, expression]) => (name === key ? partsOfKey(expression) : [])),
    );
  });
}

export function namedKeys({ partitionKey, rowKey }: Keys): (readonly [KeyName, KeyExpression])[] {
  return [
    ...(partitionKey === undefined ? [] : [['PartitionKey', partitionKey] as const]),
    ...(rowKey === undefined ? [] : [['RowKey', rowKey] as const]),
  ];
}

/** What the filters of a query compare a key with. */
function comparedWith(query: Query, key: KeyName): UsesOfKey {
  const found = alternativesOf(query).flatMap((filter) =>
    comparisonsOf(filter.parsed.filter).flatMap((comparison) => {
      const compared = sides(comparison);
      return compared?.property === key ? [{ filter, value: compared.value }] : [];
    }),
  );
  return {
    parts: found.flatMap(({ filter, value }) => partsCompared(filter, value.span)),
    constants: found.flatMap(({ value }) =>
      value.kind === 'literal' && value.value.type === 'String' ? [value.value.value] : [],
    ),
  };
}

/** Parts of the operand at `span` in a filter's text. */
function partsCompared(filter: FilterAlternative, span: Span): KeyPart[] {
  return [...holePlaces(filter)].flatMap(([offset, place]) => {
    const hole = filter.text.holes.get(offset);
    if (hole === undefined || offset < span.start || offset >= span.end) return [];
    const before = filter.text.text.slice(span.start, offset).replace(/^'/, '');
    return partsOfValue(hole, place, true, before);
  });
}

/** A part that stands in another file is reported at `site`, and pointed to; one of the same file points to the key that it is for. */
export function located(part: KeyPart, site: Place, key?: Place): LocatedPart {
  const { place } = part;
  const isHere = place.file === site.file;
  const related = [{ place, message: l10n.t('The key is built here.') }];
  if (!isHere) return { ...part, isHere, report: { place: site, related } };
  const isAway = key !== undefined && !contains(key.span, place.span);
  const used = [{ place: site, message: l10n.t('The key is used here.') }];
  return { ...part, isHere, report: { place, ...(isAway && { related: used }) } };
}

function boundsOf(query: Query): OrderingPart[] {
  return alternativesOf(query).flatMap((filter) => {
    return comparisonsOf(filter.parsed.filter).flatMap((comparison) => {
      const found = sides(comparison);
      const isBound = comparison.operator !== 'eq' && comparison.operator !== 'ne';
      if (found === undefined || !isBound || !isKeyName(found.property)) return [];
      const { property: key, value } = found;
      if (isNumberLiteral(filter, value.span)) return [];
      return partsCompared(filter, value.span).map((part) => ({
        ...located(part, nameOf(query)),
        key,
        table: query.table,
      }));
    });
  });
}

/** A number that stands without quotes is no text, however wide: no key is compared with it. */
function isNumberLiteral({ text }: FilterAlternative, { start, end }: Span): boolean {
  return end - start === 1 && text.holes.get(start)?.kind === 'number';
}

/** Where the expressions of a filter's holes are, by offset in its text. */
function holePlaces(filter: FilterAlternative): Map<number, Place> {
  const places = new Map<number, Place>();
  let offset = 0;
  for (const segment of filter.text.segments) {
    if (segment.kind === 'hole') places.set(offset, segment.place);
    offset += segment.kind === 'hole' ? 1 : segment.text.length;
  }
  return places;
}

/** Points to where a number is computed, if that is not where it stands in the key. */
export function computedAt(part: OrderingPart): NonNullable<Report['related']> {
  const related = part.report.related ?? [];
  const place = numberOf(part)?.place;
  const isThere = place?.file === part.place.file && contains(part.place.span, place.span);
  return place === undefined || isThere
    ? related
    : [...related, { place, message: l10n.t('It is computed here.') }];
}

/** `MaxTicks − ticks`, as text or number: newest first. */
export function isInvertedTicks({ origin, inverted }: NumberFact): boolean {
  return inverted && origin.kind === 'time' && origin.unit === 'ticks';
}
