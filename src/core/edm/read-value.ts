import { hexOfBase64 } from './base64.ts';
import { datetimeTicks } from './datetime.ts';
import type { ExactValue } from './exact-json.ts';
import type { EdmValue } from './value.ts';

/**
 * The value that an answer has, by its type as `@odata.type` declares it, else as JSON tells it. What is not written as a value of that type
 * is a text with a {@link Misfit}. Undefined for null: the service has no such value, the property is not there.
 */
export function readValue(raw: ExactValue, declared: string | undefined): EdmValue | undefined {
  if (raw.kind === 'null') return undefined;
  return typed(raw, declared) ?? misfit(raw, declared);
}

function typed(raw: ExactValue, declared: string | undefined): EdmValue | undefined {
  switch (raw.kind) {
    case 'null':
    case 'nested':
      return undefined;
    case 'boolean':
      return isAs(declared, 'Edm.Boolean') ? { type: 'Boolean', value: raw.value } : undefined;
    case 'text':
      return ofText(raw.value, declared);
    case 'number':
      return ofNumber(raw.text, declared);
  }
}

function isAs(declared: string | undefined, type: string): boolean {
  return declared === undefined || declared === type;
}

function ofText(value: string, declared = 'Edm.String'): EdmValue | undefined {
  switch (declared) {
    case 'Edm.String':
      return { type: 'String', value };
    case 'Edm.Int64':
      return int64(value);
    case 'Edm.Double':
      return NOT_IN_JSON.has(value) || JSON_NUMBER.test(value)
        ? { type: 'Double', value: Number(value), text: value }
        : undefined;
    case 'Edm.DateTime':
      return datetimeTicks(value) === undefined ? undefined : { type: 'DateTime', value };
    case 'Edm.Guid':
      return GUID.test(value) ? { type: 'Guid', value } : undefined;
    case 'Edm.Binary': {
      const hex = hexOfBase64(value);
      return hex === undefined ? undefined : { type: 'Binary', value: hex };
    }
    default:
      return undefined;
  }
}

const NOT_IN_JSON: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity']);
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const GUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

function ofNumber(text: string, declared: string | undefined): EdmValue | undefined {
  if (declared === 'Edm.Int64') return int64(text);
  const value = Number(text);
  if (isInt32(text) && isAs(declared, 'Edm.Int32')) return { type: 'Int32', value };
  return isAs(declared, 'Edm.Double') ? { type: 'Double', value, text } : undefined;
}

function isInt32(text: string): boolean {
  const value = Number(text);
  return /^(?:0|-?[1-9]\d*)$/.test(text) && value === (value | 0);
}

/** Digits of the greatest Int64, and its sign. */
const MAX_INT64_LENGTH = 20;

function int64(text: string): EdmValue | undefined {
  if (text.length > MAX_INT64_LENGTH || !/^(?:0|-?[1-9]\d*)$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? { type: 'Int64', value } : undefined;
}

/** Characters of a declared type that are kept: of those that there are, the longest has 12. */
const MAX_DECLARED = 100;

function misfit(raw: Exclude<ExactValue, { kind: 'null' }>, declared: string | undefined): EdmValue {
  const kept = declared?.slice(0, MAX_DECLARED);
  const json = jsonOf(raw);
  return {
    type: 'String',
    value: raw.kind === 'text' ? raw.value : json,
    misfit: { ...(kept !== undefined && { declared: kept }), ...(raw.kind !== 'text' && { json }) },
  };
}

function jsonOf(raw: Exclude<ExactValue, { kind: 'null' }>): string {
  switch (raw.kind) {
    case 'text':
      return JSON.stringify(raw.value);
    case 'number':
      return raw.text;
    case 'boolean':
      return String(raw.value);
    case 'nested':
      return raw.json;
  }
}
