import type { JoinedKey } from '../../syntax/edits/joined-read.ts';
import { comment, exportsCode, exportsOf, type Language, only, serviceError } from '../code/language.ts';
import { CLIENT, tablesImport } from '../code/table-code.ts';
import type { CopyNames } from './names.ts';

/** A key of the other entity: a text, or a property of the entity that names it. */
export type CopiedKey =
  { readonly kind: 'text'; readonly text: string } | Extract<JoinedKey, { kind: 'property' }>;

/** What the module of copies is to have. */
export interface CopyModule {
  readonly names: CopyNames;
  readonly keys: readonly [partitionKey: CopiedKey, rowKey: CopiedKey];
}

/** The module that reads copies, and puts them into entities, in two spaces, single quotes and semicolons. */
export function copyModuleCode(module: CopyModule, language: Language): string {
  const { names } = module;
  return [
    tablesImport([], ['TableClient'], language).replace(/^.*Stored \*\/\n/m, ''),
    keysCode(module, language),
    copyCode(names, language),
    readCode(module, language),
    writeCode(names, language),
    ...exportsCode([names.keys, names.copy, names.read, names.write], language),
  ].join('\n');
}

/** The properties of the entity that keys are made of, each once. */
function attributesOf({ keys }: CopyModule): readonly string[] {
  return [...new Set(keys.flatMap((one) => (one.kind === 'property' ? [one.name] : [])))];
}

/** Code for both keys; `areTexts`: the properties are known to be texts there. */
function argumentsOf({ keys }: CopyModule, areTexts: boolean): string {
  return keys
    .map((one) => {
      if (one.kind === 'text') return stringCode(one.text);
      return one.isConverted && !areTexts ? `String(${one.name})` : one.name;
    })
    .join(', ');
}

function stringCode(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** The properties in words: "name", "name and price". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function keysCode(module: CopyModule, language: Language): string {
  const { names } = module;
  const t = only(language.isTypeScript);
  const attributes = attributesOf(module);
  const types = attributes.map((one) => `${one}?: unknown`).join('; ');
  const shape = `{ ${types} }`;
  const given = language.isTypeScript ? `entity as ${shape}` : `/** @type {${shape}} */ (entity)`;
  const areTexts = attributes.map((one) => `typeof ${one} === 'string'`).join(' && ');
  return `${comment(
    `The keys of the ${names.other} that ${names.one} names, if it names one.`,
    ['@param {object} entity', '@returns {[partitionKey: string, rowKey: string] | undefined}'],
    language,
  )}
${exportsOf(language)}function ${names.keys}(entity${t(': object')})${t(': [partitionKey: string, rowKey: string] | undefined')} {
  const { ${attributes.join(', ')} } = ${given};
  return ${areTexts} ? [${argumentsOf(module, true)}] : undefined;
}
`;
}

function copyCode(names: CopyNames, language: Language): string {
  const t = only(language.isTypeScript);
  const properties = names.copies.map(([property]) => property);
  const shape = `{ ${properties.map((one) => `${one}?: unknown`).join('; ')} }`;
  const found = language.isTypeScript ? `${names.other.replaceAll(' ', '')} as ${shape}` : '';
  const missing = properties.map((one) => `found.${one} === undefined || found.${one} === null`).join(' || ');
  const kept = names.copies.map(([property, copy]) => `${copy}: found.${property}`).join(', ');
  const parameter = found === '' ? 'found' : found.replace(/ as .*/, '');
  return `${comment(
    `What ${names.one} keeps of its ${names.other}: ${listed(properties)}, and of which ${names.other} that is. Nothing where one of them is missing.`,
    ['@param {Record<string, unknown>} found', '@param {[partitionKey: string, rowKey: string]} keys'],
    language,
  )}
${exportsOf(language)}function ${names.copy}(${language.isTypeScript ? `${parameter}: object` : 'found'}, keys${t(': [partitionKey: string, rowKey: string]')}) {
${language.isTypeScript ? `  const found = ${found};\n` : ''}  if (${missing}) return undefined;
  return { ${kept}, ${names.of}: keys.join('/') };
}
`;
}

function readCode(module: CopyModule, language: Language): string {
  const { names } = module;
  const isTs = language.isTypeScript;
  const t = only(isTs);
  const attributes = attributesOf(module);
  const properties = names.copies.map(([property]) => property);
  const shape = [
    ...attributes.map((one) => `${one}: string`),
    ...names.copies.map(([, copy]) => `${copy}?: unknown`),
    `${names.of}?: unknown`,
  ].join('; ');
  const given = isTs ? `entity as { ${shape} }` : `/** @type {{ ${shape} }} */ (entity)`;
  const taken = [...attributes, ...names.copies.map(([, copy]) => copy), names.of].join(', ');
  const kept = names.copies.map(([property, copy]) => `${property}: ${copy}`).join(', ');
  const keys = properties.map((one) => `'${one}'`).join(' | ');
  const result = isTs
    ? `Pick<T, keyof T & (${keys})>`
    : `{ ${properties.map((one) => `${one}: any`).join(', ')} }`;
  const read = `client.getEntity${t('<T>')}(${argumentsOf(module, false)})`;
  return `${comment(
    `The ${listed(properties)} of the ${names.other} that ${names.one} names: the copy in the entity, which is as old as its last write, or else as read now.`,
    [CLIENT, '@param {object} entity', `@returns {Promise<${result}>}`],
    language,
  )}
${exportsOf(language)}async function ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  entity${t(': object')},
)${t(`: Promise<${result}>`)} {
  const { ${taken} } = ${given};
  if (${names.of} === [${argumentsOf(module, false)}].join('/'))
    return ${isTs ? `{ ${kept} } as unknown as ${result}` : `{ ${kept} }`};
  return ${isTs ? `(await ${read}) as unknown as ${result}` : `/** @type {Promise<any>} */ (${read})`};
}
`;
}

function writeCode(names: CopyNames, language: Language): string {
  const isTs = language.isTypeScript;
  const t = only(isTs);
  return `${comment(
    `The entity with what it keeps of its ${names.other}, as that is now: one read. Without a copy where there is none to be had.`,
    ['@template T', CLIENT, '@param {T & object} entity', '@returns {Promise<T>}'],
    language,
  )}
${exportsOf(language)}async function ${names.write}${t('<T extends object>')}(client${t(': TableClient')}, entity${t(': T')})${t(': Promise<T>')} {
  const keys = ${names.keys}(entity);
  if (keys === undefined) return entity;
  const found = await client.getEntity(...keys).catch((error) => {
    const { statusCode } = ${serviceError(language)};
    if (statusCode === 404) return undefined;
    throw error;
  });
  return { ...entity, ...(found && ${names.copy}(found, keys)) };
}
`;
}
