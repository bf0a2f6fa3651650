import { comment, type Language, only } from './language.ts';
import { typedCode } from './move-code.ts';

/** The function `encoded`, which makes an entity one that JSON can hold: values of types of their own as the SDK takes them with a type. */
export function encodedCode(language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const result = isTypeScript
    ? 'return Object.fromEntries(values) as TableEntity;'
    : 'return /** @type {TableEntity} */ (Object.fromEntries(values));';
  return `${comment('An entity as JSON can hold it, and as the SDK writes it like the one that is given.', ['@param {object} entity', '@returns {TableEntity}'], language)}
function encoded(entity${t(': object')})${t(': TableEntity')} {
  const values = Object.entries(entity)
    .filter(([name, value]) => name !== 'etag' && name !== 'timestamp' && !name.startsWith('odata.') && value !== undefined && value !== null)
    .map(([name, value]) => {
      if (typeof value === 'bigint') return [name, { type: 'Int64', value: String(value) }];
      if (value instanceof Date) return [name, { type: 'DateTime', value: value.toISOString() }];
      if (value instanceof Uint8Array) return [name, { type: 'Binary', value: Buffer.from(value).toString('base64') }];
      return [name, value];
    });
  ${result}
}
`;
}

/** The function `decoded`, which gives an entity that was `encoded` its values as the SDK reads them. */
export function decodedCode(language: Language): string {
  const t = only(language.isTypeScript);
  const typed = language.isTypeScript
    ? 'const { type, value: text } = (value ?? {}) as { type?: string; value?: string };'
    : '/** @type {{ type?: string, value?: string }} */\n      const { type, value: text } = value ?? {};';
  return `${comment('An entity out of JSON, with values as the SDK reads them.', ['@param {object} entity', '@returns {object}'], language)}
function decoded(entity${t(': object')})${t(': object')} {
  return Object.fromEntries(
    Object.entries(entity).map(([name, value]) => {
      ${typed}
      if (text === undefined) return [name, value];
      if (type === 'Int64') return [name, BigInt(text)];
      if (type === 'DateTime') return [name, new Date(text)];
      if (type === 'Binary') return [name, Buffer.from(text, 'base64')];
      if (type === 'Guid') return [name, value];
      if (type === 'String') return [name, text];
      return [name, type === 'Boolean' ? String(text) === 'true' : Number(text)];
    }),
  );
}
`;
}

/** The function `written`, which makes a value that was read with its type one that the SDK writes back as it was. */
export function writtenCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('A value with its type, as the SDK writes it back.', ['@param {unknown} property', '@returns {unknown}'], language)}
function written(property${t(': unknown')})${t(': unknown')} {
  const { type, value } = ${typedCode('property', language)};
  if (type === 'Boolean') return String(value) === 'true';
  if (type === 'String') return value;
  const isNumber = (type === 'Int32' || type === 'Double') && Number.isFinite(Number(value));
  return isNumber ? { type, value: Number(value) } : property;
}
`;
}
