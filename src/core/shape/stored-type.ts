import * as l10n from '@vscode/l10n';
import { datetimeTicks } from '../edm/datetime.ts';
import { valueText } from '../edm/text.ts';
import type { EdmType, EdmValue } from '../edm/value.ts';
import { quote } from '../odata/quote.ts';
import { describeType } from './describe-part.ts';
import { isKeyName } from './shape.ts';

/** A type of the service; `Number` is an Int32 or a Double, whichever the number is. */
export type StoredType = EdmType | 'Number';

/** With its article, for the middle of a sentence. */
function typeText(type: StoredType): string {
  return type === 'Number' ? l10n.t('a number (Int32 or Double)') : describeType(type);
}

/** A literal of a type, as `$filter` has it. */
function exampleOf(type: StoredType): string {
  switch (type) {
    case 'String':
      return "'42'";
    case 'Int32':
    case 'Number':
      return '42';
    case 'Int64':
      return '42L';
    case 'Double':
      return '42.5';
    case 'Boolean':
      return 'true';
    case 'DateTime':
      return "datetime'2026-01-02T03:04:05Z'";
    case 'Guid':
      return "guid'00000000-0000-0000-0000-000000000000'";
    case 'Binary':
      return "X'2A'";
  }
}

/** What the service itself stores a property as; undefined for those that entities bring along. */
export function fixedType(property: string): EdmType | undefined {
  if (isKeyName(property)) return 'String';
  return property === 'Timestamp' ? 'DateTime' : undefined;
}

/** The type that the SDK calls so; an Int32 is a number like a Double. */
export function typeNamed(name: string): StoredType | undefined {
  return name === 'Int32' || name === 'Double' ? 'Number' : NAMES.find((one) => one === name);
}

const NAMES = ['String', 'Int64', 'Guid', 'DateTime', 'Boolean', 'Binary'] as const;

const NUMERIC: ReadonlySet<StoredType> = new Set(['Int32', 'Int64', 'Double', 'Number']);

/**
 * Whether no value of one type equals one of the other. A number that is stored is an Int32 or a Double, and so is
 * one that is compared.
 */
export function isMismatch(stored: StoredType, sent: StoredType): boolean {
  if (stored === sent) return false;
  if (stored === 'Number' || sent === 'Number') {
    const other = stored === 'Number' ? sent : stored;
    return other === 'Int64' || !NUMERIC.has(other);
  }
  return true;
}

/** Why a property of these types, one or more, is never equal to a value of another, and what to write. */
export function explainMismatch(
  property: string,
  [first, ...others]: readonly [StoredType, ...StoredType[]],
  sent: StoredType,
): { readonly message: string; readonly help: string } {
  const help = l10n.t(
    'Values of different types never match. Write the stored type, for example: {0}',
    exampleOf(first),
  );
  if (isKeyName(property)) {
    return {
      message: l10n.t(
        'Nothing matches: {0} is a String, but is compared with {1}.',
        property,
        typeText(sent),
      ),
      help,
    };
  }
  const stored = others.reduce((text, type) => l10n.t('{0} or {1}', text, typeText(type)), typeText(first));
  return {
    message: l10n.t(
      'Nothing matches: {0} is stored as {1}, but is compared with {2}.',
      property,
      stored,
      typeText(sent),
    ),
    help,
  };
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an integer of so many bits can be this. */
function fits(digits: string, bits: number): boolean {
  const value = BigInt(digits);
  return BigInt.asIntN(bits, value) === value;
}

/** The literal that says the same of a property that is stored as this; undefined where nothing does. */
export function literalAs(value: EdmValue, stored: StoredType): string | undefined {
  const text = valueText(value);
  const isWhole = /^-?\d+$/.test(text);
  const isDecimal = /^-?\d+\.\d+$/.test(text);
  switch (stored) {
    case 'String':
      return quote(text);
    case 'Int64':
      return isWhole && fits(text, 64) ? `${text}L` : undefined;
    case 'Int32':
      return isWhole && fits(text, 32) ? text : undefined;
    case 'Double':
      if (isDecimal) return text;
      // without a fraction it would be read as an Int32
      return isWhole ? `${text}.0` : undefined;
    case 'Number':
      return literalAs(value, 'Int32') ?? literalAs(value, 'Double');
    case 'Boolean':
      return text === 'true' || text === 'false' ? text : undefined;
    case 'DateTime':
      return datetimeTicks(text) === undefined ? undefined : `datetime'${text}'`;
    case 'Guid':
      return GUID.test(text) ? `guid'${text}'` : undefined;
    case 'Binary':
      return undefined;
  }
}
