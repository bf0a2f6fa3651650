import { comment, exportsCode, exportsOf, type Language, only } from '../code/language.ts';

/** What the module of a compound key has. */
export interface CompoundKey {
  readonly names: KeyNames;
  /** The property that the keys begin with. */
  readonly attribute: string;
}

/** What the module is called, and its functions. */
export interface KeyNames {
  /** The modules' files, without their endings. */
  readonly module: string;
  readonly move: string;
  /** The function of a key, and that of the end of all keys with a value. */
  readonly key: string;
  readonly end: string;
  /** An entity and several, in words of a comment: "a review", "reviews". */
  readonly one: string;
  readonly many: string;
}

/** The module with the key and its range, in two spaces, single quotes and semicolons. */
export function compoundKeyCode({ names, attribute }: CompoundKey, language: Language): string {
  const t = only(language.isTypeScript);
  // nothing keeps JavaScript from asking for a number
  const text = language.isTypeScript ? attribute : `String(${attribute})`;
  const key = comment(
    `The RowKey of ${names.one}: its ${attribute}, then what tells apart those of one ${attribute}. What a key can't contain is percent-encoded.`,
    [`@param {string} ${attribute}`, '@param {string} id', '@returns {string}'],
    language,
  );
  const end = comment(
    `The RowKeys of all ${names.many} with this ${attribute} are from ${names.key}(${attribute}, '') on, and before this.`,
    [`@param {string} ${attribute}`, '@returns {string}'],
    language,
  );
  return [
    `${key}
${exportsOf(language)}function ${names.key}(${attribute}${t(': string')}, id${t(': string')})${t(': string')} {
  const value = ${text}.replace(/[%/\\\\#?\\p{Cc}]/gu, encodeURIComponent).replace(/_/g, '%5F');
  return \`\${value}_\${id}\`;
}
`,
    `${end}
${exportsOf(language)}function ${names.end}(${attribute}${t(': string')})${t(': string')} {
  // the character after the underscore
  return \`\${${names.key}(${attribute}, '').slice(0, -1)}\\\`\`;
}
`,
    ...exportsCode([names.key, names.end], language),
  ].join('\n');
}
