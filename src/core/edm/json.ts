import type { EdmType, EdmValue } from './value.ts';

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
  readonly properties: readonly Property[];
}

export interface Property {
  readonly name: string;
  readonly value: EdmValue;
}

/** JSON whose numbers keep their text: a number is an array of one string, which entities never contain. */
type ExactJson = string | boolean | null | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/** A string (kept as it is) or a number (kept as its text). */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads an answer of the service to a query (`{ "value": [...] }`) or to a read of one entity.
 * Types come from the `@odata.type` annotations of `odata=minimalmetadata` or `fullmetadata`.
 * Throws a SyntaxError for text that is not such JSON.
 */
export function readEntities(json: string): Entity[] {
  const quoted = json.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `["${token}"]`));
  const answer = JSON.parse(quoted) as ExactJson;
  if (!isObject(answer)) throw new SyntaxError('an entity or a list of entities was expected');
  const list = answer.value;
  return Array.isArray(list) && !('PartitionKey' in answer)
    ? (list as readonly ExactJson[]).filter(isObject).map(readEntity)
    : [readEntity(answer)];
}

/**
 * Writes an entity as OData JSON, each property with its type annotated unless it is a String or a Boolean,
 * which JSON tells by itself; `Timestamp` and the ETag come as the service sends them.
 */
export function writeEntity(entity: Entity): string {
  const lines = [member('PartitionKey', entity.partitionKey), member('RowKey', entity.rowKey)];
  if (entity.timestamp !== undefined) lines.push(...typed('Timestamp', 'DateTime', quote(entity.timestamp)));
  for (const { name, value } of entity.properties) lines.push(...typed(name, value.type, jsonValue(value)));
  if (entity.etag !== undefined) lines.unshift(member('odata.etag', entity.etag));
  return `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`;
}

/** Writes entities as an answer to a query, for {@link readEntities}. */
export function writeEntities(entities: readonly Entity[]): string {
  return `{"value":[${entities.map(writeEntity).join(',')}]}`;
}

function readEntity(json: Record<string, ExactJson>): Entity {
  const properties: Property[] = [];
  for (const [name, raw] of Object.entries(json)) {
    if (name.includes('@') || name.startsWith('odata.') || SYSTEM.has(name)) continue;
    const value = readValue(raw, json[`${name}@odata.type`]);
    if (value !== undefined) properties.push({ name, value });
  }
  const timestamp = text(json.Timestamp);
  const etag = text(json['odata.etag']);
  return {
    partitionKey: text(json.PartitionKey) ?? '',
    rowKey: text(json.RowKey) ?? '',
    ...(timestamp !== undefined && { timestamp }),
    ...(etag !== undefined && { etag }),
    // an array that has grown keeps room for 17
    properties: properties.slice(),
  };
}

const SYSTEM: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

/** Undefined for null: the service has no such value, the property is not there. */
function readValue(raw: ExactJson | undefined, annotation: ExactJson | undefined): EdmValue | undefined {
  if (typeof raw === 'boolean') return { type: 'Boolean', value: raw };
  if (typeof raw === 'string') return readText(raw, annotation);
  if (!Array.isArray(raw) || typeof raw[0] !== 'string') return undefined;
  return readNumber(raw[0], annotation);
}

function readNumber(number: string, annotation: ExactJson | undefined): EdmValue {
  if (annotation === 'Edm.Int64') return { type: 'Int64', value: BigInt(number) };
  const value = Number(number);
  const isInt32 = /^-?\d+$/.test(number) && value === (value | 0);
  return isInt32 && annotation !== 'Edm.Double'
    ? { type: 'Int32', value }
    : { type: 'Double', value, text: number };
}

/** A value that is not of its declared type (Azurite stores such ones) is shown as the String that it is. */
function readText(value: string, annotation: ExactJson | undefined): EdmValue {
  switch (annotation) {
    case 'Edm.Int64':
      return /^-?\d+$/.test(value) ? { type: 'Int64', value: BigInt(value) } : { type: 'String', value };
    case 'Edm.Double':
      return { type: 'Double', value: Number(value), text: value };
    case 'Edm.DateTime':
      return { type: 'DateTime', value };
    case 'Edm.Guid':
      return { type: 'Guid', value };
    case 'Edm.Binary':
      return { type: 'Binary', value: toHex(value) };
    default:
      return { type: 'String', value };
  }
}

/** The value as JSON writes it in an OData payload (Int64 and what JSON lacks as strings). */
function jsonValue(value: EdmValue): string {
  switch (value.type) {
    case 'Boolean':
    case 'Int32':
      return String(value.value);
    case 'Double':
      return Number.isFinite(value.value) ? value.text : quote(value.text);
    case 'Int64':
      return quote(String(value.value));
    case 'Binary':
      return quote(toBase64(value.value));
    case 'String':
    case 'DateTime':
    case 'Guid':
      return quote(value.value);
  }
}

function typed(name: string, type: EdmType, json: string): string[] {
  const value = `${quote(name)}: ${json}`;
  return type === 'String' || type === 'Boolean'
    ? [value]
    : [member(`${name}@odata.type`, `Edm.${type}`), value];
}

function member(name: string, value: string): string {
  return `${quote(name)}: ${quote(value)}`;
}

function quote(value: string): string {
  return JSON.stringify(value);
}

function toHex(base64: string): string {
  return Array.from(atob(base64), (unit) => unit.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function toBase64(hex: string): string {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}

function text(value: ExactJson | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: ExactJson): value is Record<string, ExactJson> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
