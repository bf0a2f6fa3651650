import { base64OfHex } from './base64.ts';
import { datetimeTicks } from './datetime.ts';
import { readList } from './exact-json.ts';
import type { ExactJsonReader, ExactValue } from './exact-json.ts';
import { readValue } from './read-value.ts';
import type { EdmValue } from './value.ts';

/**
 * An entity as the service returned it, nothing lost: keys, the properties of the system, and one's own
 * properties in the order of the answer.
 */
export interface Entity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** ISO 8601 with 7 decimal digits; absent when the answer had none (`$select`). */
  readonly timestamp?: string;
  readonly etag?: string;
  /** Of a key that came as something else than a text that is among them. */
  readonly properties: readonly Property[];
  /** Keys that it came without, or that are none: no texts, or longer than any. Here they are empty. */
  readonly lacks?: readonly KeyName[];
  /** How many properties are not among those above: too many for any entity, too long a name, or named twice. */
  readonly omitted?: number;
}

export type KeyName = 'PartitionKey' | 'RowKey';

export interface Property {
  readonly name: string;
  readonly value: EdmValue;
}

/** Which entities a text may have, and what they must. */
export interface ReadOptions {
  /** Throws for more than so many. */
  readonly most?: number;
  /** The keys that were asked for: what lacks one is no entity as it should be. */
  readonly keys?: readonly KeyName[];
}

const KEYS: readonly KeyName[] = ['PartitionKey', 'RowKey'];

/**
 * Properties of an entity that are read, and characters of a name: the service has 255 of both, emulators store more ("Understanding the
 * Table service data model").
 */
const MAX_PROPERTIES = 1_024;
const MAX_NAME = 1_024;

/** Characters of a key: the service has keys of up to 1 KiB, Cosmos DB of up to 2 kB. */
const MAX_KEY = 2_048;

/** How {@link writeEntity} says that an entity had properties which are not among those that it writes. */
const OMITTED = 'partitionLens.omittedProperties';

/**
 * Reads an answer of the service to a query, `{ "value": [...] }`. Types come from the `@odata.type` annotations of
 * `odata=minimalmetadata` or `fullmetadata`. What is wrong with one entity is told in it, and costs no other. Throws an
 * `UnreadableJson` for a text that is not such JSON.
 */
export function readEntities(json: string, { most = Infinity, keys = KEYS }: ReadOptions = {}): Entity[] {
  const entities: Entity[] = [];
  readList(json, most, (reader) => {
    entities.push(readEntity(reader, keys));
  });
  return entities;
}

/** Whether an entity came without this key, or with one that is no text. */
export function isKeyless({ lacks }: Entity, key: KeyName): boolean {
  return lacks?.includes(key) === true;
}

/**
 * Writes an entity as OData JSON, each property with its type annotated unless it is a String or a Boolean,
 * which JSON tells by itself; `Timestamp`, the ETag and what is no value of its type come as the service sent them.
 */
export function writeEntity(entity: Entity): string {
  const { etag, partitionKey, rowKey, timestamp, properties, omitted } = entity;
  const lines = [
    ...(etag === undefined ? [] : [member('odata.etag', etag)]),
    ...(isKeyless(entity, 'PartitionKey') ? [] : [member('PartitionKey', partitionKey)]),
    ...(isKeyless(entity, 'RowKey') ? [] : [member('RowKey', rowKey)]),
    ...(timestamp === undefined ? [] : typed('Timestamp', { type: 'DateTime', value: timestamp })),
    ...properties.flatMap(({ name, value }) => typed(name, value)),
    ...(omitted === undefined ? [] : [`${quote(OMITTED)}: ${omitted}`]),
  ];
  return `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`;
}

/** Writes entities as an answer to a query, for {@link readEntities}. */
export function writeEntities(entities: readonly Entity[]): string {
  return `{"value":[${entities.map(writeEntity).join(',')}]}`;
}

/** What an object has, as it was written. */
interface Members {
  readonly values: Map<string, ExactValue>;
  /** As `@odata.type` declares them, by the names of the properties. */
  readonly types: Map<string, string>;
  etag?: string;
  omitted: number;
}

function readEntity(reader: ExactJsonReader, keys: readonly KeyName[]): Entity {
  const members: Members = { values: new Map(), types: new Map(), omitted: 0 };
  // what is no object is an entity with nothing but that
  if (!reader.isNext('{')) members.values.set('value', reader.value());
  else {
    reader.object((name) => {
      readMember(reader, name, members);
    });
  }
  const { values, etag, omitted } = members;
  const timestamp = textIn(values, 'Timestamp');
  const isTime = timestamp !== undefined && datetimeTicks(timestamp) !== undefined;
  const lacks = keys.filter((key) => keyIn(values, key) === undefined);
  return {
    partitionKey: keyIn(values, 'PartitionKey') ?? '',
    rowKey: keyIn(values, 'RowKey') ?? '',
    ...(isTime && { timestamp }),
    ...(etag !== undefined && { etag }),
    ...(lacks.length > 0 && { lacks }),
    ...(omitted > 0 && { omitted }),
    properties: propertiesOf(members, isTime),
  };
}

function readMember(reader: ExactJsonReader, name: string, members: Members): void {
  const { values, types } = members;
  if (name === OMITTED) members.omitted += countOf(reader.value());
  else if (name.endsWith(TYPE) && types.size < MAX_PROPERTIES) {
    const declared = reader.value();
    if (declared.kind === 'text') types.set(name.slice(0, -TYPE.length), declared.value);
  } else if (name === 'odata.etag') {
    const etag = reader.value();
    if (etag.kind === 'text') members.etag = etag.value;
  } else if (name.startsWith('odata.') || (name.includes('@odata.') && !name.endsWith(TYPE))) reader.skip();
  else if (values.has(name) || values.size === MAX_PROPERTIES || name.length > MAX_NAME) {
    reader.skip();
    members.omitted += 1;
  } else values.set(name, reader.value());
}

const TYPE = '@odata.type';

/** What is not told in a place of its own. */
function propertiesOf({ values, types }: Members, isTime: boolean): readonly Property[] {
  const properties: Property[] = [];
  for (const [name, raw] of values) {
    const isKey = KEYS.some((key) => key === name);
    const isTold = (name === 'Timestamp' && isTime) || (isKey && keyIn(values, name) !== undefined);
    if (isTold) continue;
    const value = readValue(raw, name === 'Timestamp' ? 'Edm.DateTime' : types.get(name));
    if (value === undefined) continue;
    const isTooLong = isKey && value.type === 'String' && value.misfit === undefined;
    properties.push({ name, value: isTooLong ? { ...value, misfit: {} } : value });
  }
  // an array that has grown keeps room for 17
  return properties.slice();
}

/** A key that is none is a property like any other. */
function keyIn(values: Members['values'], name: string): string | undefined {
  const key = textIn(values, name);
  return key !== undefined && key.length <= MAX_KEY ? key : undefined;
}

function textIn(values: Members['values'], name: string): string | undefined {
  const value = values.get(name);
  return value?.kind === 'text' ? value.value : undefined;
}

function countOf(value: ExactValue): number {
  return value.kind === 'number' && /^\d{1,15}$/.test(value.text) ? Number(value.text) : 0;
}

/** The value as JSON writes it in an OData payload (Int64 and what JSON lacks as strings). */
function jsonValue(value: EdmValue): string {
  switch (value.type) {
    case 'Boolean':
    case 'Int32':
      return String(value.value);
    case 'Double':
      return isInJson(value.text) ? value.text : quote(value.text);
    case 'Int64':
      return quote(String(value.value));
    case 'Binary':
      return quote(base64OfHex(value.value));
    case 'String':
      return value.misfit?.json ?? quote(value.value);
    case 'DateTime':
    case 'Guid':
      return quote(value.value);
  }
}

/** A Double that is too great for a number has an exponent, and is JSON. */
function isInJson(text: string): boolean {
  return /^-?\d/.test(text);
}

/** A property with the type that JSON does not tell. */
function typed(name: string, value: EdmValue): string[] {
  const json = `${quote(name)}: ${jsonValue(value)}`;
  const declared = typeText(value);
  return declared === undefined ? [json] : [member(`${name}@odata.type`, declared), json];
}

function typeText(value: EdmValue): string | undefined {
  if (value.type === 'String') return value.misfit?.declared;
  return value.type === 'Boolean' ? undefined : `Edm.${value.type}`;
}

function member(name: string, value: string): string {
  return `${quote(name)}: ${quote(value)}`;
}

function quote(value: string): string {
  return JSON.stringify(value);
}
