import type { EdmValue } from '../../src/core/edm/value.ts';
import { timestampOf } from './rows.ts';
import type { EntityKeys, FakeEntity } from './rows.ts';

/** How much an answer says about types, as its `accept` header asks. */
export type Metadata = 'no' | 'minimal' | 'full';

export function metadataOf(accept: string | undefined): Metadata {
  const asked = /odata=(no|minimal|full)metadata/.exec(accept ?? '')?.[1];
  return asked === 'no' || asked === 'full' ? asked : 'minimal';
}

/**
 * An entity as the service writes it: the selected properties, null for those that it lacks, types as far as
 * `metadata` and JSON leave them open (REST, "Payload format for Table service operations").
 */
export function entityJson(entity: FakeEntity, metadata: Metadata, select?: readonly string[]): string {
  const names = select ?? [...SYSTEM, ...(entity.properties ?? []).map(({ name }) => name)];
  const members = names.flatMap((name) => propertyJson(name, valueOf(entity, name), metadata));
  if (metadata !== 'no') members.unshift(`"odata.etag":${JSON.stringify(etagOf(entity))}`);
  return `{${members.join()}}`;
}

const SYSTEM = ['PartitionKey', 'RowKey', 'Timestamp'];

function valueOf(entity: FakeEntity, name: string): EdmValue | undefined {
  switch (name) {
    case 'PartitionKey':
      return { type: 'String', value: entity.PartitionKey };
    case 'RowKey':
      return { type: 'String', value: entity.RowKey };
    case 'Timestamp':
      return { type: 'DateTime', value: timestampOf(entity) };
    default:
      return entity.properties?.find((property) => property.name === name)?.value;
  }
}

function propertyJson(name: string, value: EdmValue | undefined, metadata: Metadata): string[] {
  if (value === undefined) return [`${JSON.stringify(name)}:null`];
  const member = `${JSON.stringify(name)}:${valueJson(value)}`;
  const isTold = TOLD_BY_JSON.has(value.type) || (value.type === 'Double' && Number.isFinite(value.value));
  return metadata === 'no' || isTold || (name === 'Timestamp' && metadata === 'minimal')
    ? [member]
    : [`${JSON.stringify(`${name}@odata.type`)}:"Edm.${value.type}"`, member];
}

/** A Double that is a number has a point or an exponent, which tells it from an Int32. */
const TOLD_BY_JSON: ReadonlySet<EdmValue['type']> = new Set(['String', 'Boolean', 'Int32']);

function valueJson(value: EdmValue): string {
  switch (value.type) {
    case 'Boolean':
    case 'Int32':
      return String(value.value);
    case 'Double': {
      if (!Number.isFinite(value.value)) return JSON.stringify(value.text);
      return /^-?\d+$/.test(value.text) ? `${value.text}.0` : value.text;
    }
    case 'Int64':
      return JSON.stringify(String(value.value));
    case 'Binary':
      return JSON.stringify(Buffer.from(value.value, 'hex').toString('base64'));
    case 'String':
    case 'DateTime':
    case 'Guid':
      return JSON.stringify(value.value);
  }
}

/** Changes with every write, since its Timestamp does. */
export function etagOf(entity: FakeEntity): string {
  return `W/"datetime'${encodeURIComponent(timestampOf(entity))}'"`;
}

/** The body of an error. */
export function errorJson(code: string, message: string): string {
  return JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value: message } } });
}

/** A key or a table's name as a token names it: opaque, in characters that a header can hold. */
export function tokenText(key: string): string {
  const text = Buffer.from(key, 'utf16le').toString('base64');
  return `1!${text.length}!${text}`;
}

/** Where a token leads; without a RowKey to the begin of its partition. Undefined for what is no token. */
export function keysOfToken(
  partitionKey: string | null,
  rowKey: string | null,
): EntityKeys | 'invalid' | undefined {
  if (partitionKey === null) return undefined;
  const [PartitionKey, RowKey] = [textOfToken(partitionKey), rowKey === null ? '' : textOfToken(rowKey)];
  return PartitionKey === undefined || RowKey === undefined ? 'invalid' : { PartitionKey, RowKey };
}

/** What {@link tokenText} was given; undefined for what is no token. */
export function textOfToken(token: string): string | undefined {
  const [, length, text] = /^1!(\d+)!(.*)$/.exec(token) ?? [];
  if (text?.length !== Number(length)) return undefined;
  return Buffer.from(text, 'base64').toString('utf16le');
}
