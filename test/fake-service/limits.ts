import { readEntities } from '../../src/core/edm/json.ts';
import type { Entity, Property } from '../../src/core/edm/json.ts';
import { datetimeTicks } from '../../src/core/edm/datetime.ts';
import type { EdmValue } from '../../src/core/edm/value.ts';
import { Refusal } from './message.ts';

/**
 * What REST, "Understanding the Table service data model" limits; the codes are those of "Table service error codes".
 * Of properties: those of one's own, besides PartitionKey, RowKey and Timestamp.
 */
const MOST_PROPERTIES = 252;
const LONGEST_NAME = 255;
const LARGEST_VALUE = 64 * 1024;
const LARGEST_KEY = 1024;
const LARGEST_ENTITY = 1024 * 1024;
const EARLIEST = datetimeTicks('1601-01-01T00:00:00Z') ?? 0n;

/** The entity in a request's body. Throws a Refusal for one that the service would not store. */
export function readLimited(body: string): Entity {
  const raw = parsed(body);
  const [entity] = readEntities(`{"value":[${body}]}`);
  if (entity === undefined || KEYS.some((key) => mayNotBeKey(raw[key])))
    throw new Refusal(400, 'InvalidInput');
  for (const { name, value } of entity.properties) {
    const declared = raw[`${name}@odata.type`];
    if (declared !== undefined && declared !== `Edm.${value.type}`) throw new Refusal(400, 'InvalidInput');
    checkProperty(name, value);
  }
  if (entity.properties.length > MOST_PROPERTIES) throw new Refusal(400, 'TooManyProperties');
  if (sizeOf(entity) > LARGEST_ENTITY) throw new Refusal(400, 'EntityTooLarge');
  return entity;
}

const KEYS = ['PartitionKey', 'RowKey'] as const;

/** A key is a text: the service makes none of a number. */
function mayNotBeKey(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'string';
}

/** Throws a Refusal for a key that the service does not take. */
export function checkKey(key: string): void {
  if (/[/\\#?\p{Cc}]/u.test(key)) throw new Refusal(400, 'OutOfRangeInput');
  if (key.length * 2 > LARGEST_KEY) throw new Refusal(400, 'PropertyValueTooLarge');
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // said below
  }
  throw new Refusal(400, 'InvalidInput');
}

function checkProperty(name: string, value: EdmValue): void {
  if (name.length > LONGEST_NAME) throw new Refusal(400, 'PropertyNameTooLong');
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) throw new Refusal(400, 'PropertyNameInvalid');
  if (bytesOf(value) > LARGEST_VALUE) throw new Refusal(400, 'PropertyValueTooLarge');
  if (value.type === 'Guid' && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value.value)) {
    throw new Refusal(400, 'InvalidInput');
  }
  if (value.type === 'DateTime') {
    const ticks = datetimeTicks(value.value);
    if (ticks === undefined) throw new Refusal(400, 'InvalidInput');
    if (ticks < EARLIEST) throw new Refusal(400, 'OutOfRangeInput');
  }
}

/** The formula of the data model's page: 4 + keys, and for each property 8 + its name + its value, in bytes. */
function sizeOf({ partitionKey, rowKey, properties }: Entity): number {
  const each = ({ name, value }: Property): number => 8 + name.length * 2 + bytesOf(value);
  const keys = (partitionKey.length + rowKey.length) * 2;
  return properties.reduce((sum, property) => sum + each(property), 4 + keys);
}

function bytesOf(value: EdmValue): number {
  switch (value.type) {
    case 'String':
      return value.value.length * 2 + 4;
    case 'Binary':
      return value.value.length / 2 + 4;
    case 'Guid':
      return 16;
    case 'Boolean':
      return 1;
    case 'Int32':
      return 4;
    case 'Int64':
    case 'Double':
    case 'DateTime':
      return 8;
  }
}
