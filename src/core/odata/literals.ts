import { datetimeTicks } from '../edm/datetime.ts';
import type { EdmType, EdmValue } from '../edm/value.ts';

/** What a literal is read as; `wrong` when the service's grammar has no such literal. */
export interface ReadLiteral {
  readonly value?: EdmValue;
  readonly wrong?: { readonly replacement?: string };
}

/** The types of quoted literals by their prefix, in lower case. */
const PREFIXES: ReadonlyMap<string, EdmType> = new Map([
  ['datetime', 'DateTime'],
  ['guid', 'Guid'],
  ['binary', 'Binary'],
  ['x', 'Binary'],
]);

export function typeOfPrefix(prefix: string): EdmType | undefined {
  return PREFIXES.get(prefix.toLowerCase());
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX_BYTES = /^([0-9a-f]{2})*$/i;

/** Reads `datetime'…'`, `guid'…'`, `X'…'` and `binary'…'`; `content` is what stands between the quotes. */
export function readPrefixed(prefix: string, content: string): ReadLiteral {
  switch (typeOfPrefix(prefix)) {
    case 'DateTime':
      return datetimeTicks(content) === undefined
        ? { wrong: {} }
        : { value: { type: 'DateTime', value: content } };
    case 'Guid':
      return GUID.test(content) ? { value: { type: 'Guid', value: content } } : { wrong: {} };
    case 'Binary':
      return HEX_BYTES.test(content)
        ? { value: { type: 'Binary', value: content.toUpperCase() } }
        : { wrong: {} };
    default:
      return { wrong: {} };
  }
}

const INT32 = 2n ** 31n;
const INT64 = 2n ** 63n;

/** Digits and suffix of the longest Int64; more of them are not made a number of. */
const MOST_DIGITS = 20;

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?([lLdDfF]?)$/;

/** Reads what begins like a number: `42`, `42L`, `1.5`; repairs `5l`, `.5`, `+5`, `1e3`, `5.5d`, a bare date. */
export function readNumber(text: string): ReadLiteral {
  if (/^-?\d+L?$/.test(text)) return readInteger(text);
  if (/^-?\d+\.\d+$/.test(text)) return { value: { type: 'Double', value: Number(text), text } };
  const repaired = repairNumber(text) ?? repairDate(text);
  if (repaired === undefined) return { wrong: {} };
  return { ...repaired.read, wrong: { replacement: repaired.text } };
}

function readInteger(text: string): ReadLiteral {
  const long = text.endsWith('L');
  if (text.replace(/^-?0*/, '').length > MOST_DIGITS) return { wrong: {} };
  const value = BigInt(long ? text.slice(0, -1) : text);
  if (value < -INT64 || value >= INT64) return { wrong: {} };
  if (long) return { value: { type: 'Int64', value } };
  if (value >= -INT32 && value < INT32) return { value: { type: 'Int32', value: Number(value) } };
  return { value: { type: 'Int64', value }, wrong: { replacement: `${text}L` } };
}

interface Repaired {
  readonly text: string;
  readonly read: ReadLiteral;
}

function repairNumber(text: string): Repaired | undefined {
  const [, sign = '', whole = '', fraction, exponent, suffix = ''] = NUMBER.exec(text) ?? [];
  if (whole === '' && (fraction ?? '') === '') return undefined;
  const minus = sign === '-' ? '-' : '';
  const digits = `${minus}${whole || '0'}`;
  if (fraction === undefined && exponent === undefined && !/[dDfF]/.test(suffix)) {
    const repaired = digits + suffix.toUpperCase();
    return { text: repaired, read: readInteger(repaired) };
  }
  if (/[lL]/.test(suffix)) return undefined;
  const decimal = `${digits}.${fraction === undefined || fraction === '' ? '0' : fraction}`;
  const repaired = exponent === undefined ? decimal : withoutExponent(`${decimal}e${exponent}`);
  return repaired === undefined ? undefined : { text: repaired, read: readNumber(repaired) };
}

function withoutExponent(text: string): string | undefined {
  const plain = String(Number(text));
  if (!/^-?[\d.]+$/.test(plain)) return undefined;
  return plain.includes('.') ? plain : `${plain}.0`;
}

function repairDate(text: string): Repaired | undefined {
  if (datetimeTicks(text) === undefined) return undefined;
  const utc = text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text;
  return { text: `datetime'${utc}'`, read: readPrefixed('datetime', utc) };
}
