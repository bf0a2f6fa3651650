import type { IndexNames } from '../sites/index-names.ts';
import { comment, exportsCode, exportsOf, type Language, only } from './language.ts';
import { CLIENT, generic, stored } from './table-code.ts';

/** What the module of an index is to have. */
export interface IndexModule {
  readonly names: IndexNames;
  /** The property that the copies are found by. */
  readonly attribute: string;
  /** What the RowKeys of copies begin with, with its separator. */
  readonly prefix: string;
  /** No two entities of a partition have the same value; else the RowKey of a copy ends with that of its entity. */
  readonly isUnique: boolean;
  /** The property is always text; else numbers and booleans are found, too. */
  readonly isText: boolean;
  /** RowKeys of entities might begin with the prefix: writes reject such. */
  readonly isGuarded: boolean;
  readonly writes: ReadonlySet<IndexWrite>;
  /** The read is given more conditions. */
  readonly takesMore: boolean;
  /** What the read takes: the client, or a function of a filter that promises an `array`, or gives a `list` to go through. */
  readonly reads: 'client' | 'array' | 'list';
}

/** Functions of a filter in an index's read, in types. */
export const QUERIES = { array: 'Promise<readonly T[]>', list: 'AsyncIterable<T>' } as const;

/** The tags of a read's first parameter, where it is such a function. */
export function queryTags(reads: 'array' | 'list'): readonly string[] {
  return ['@template {object} T', `@param {(filter: string) => ${QUERIES[reads]}} query`];
}

export type IndexWrite = (typeof INDEX_WRITES)[number];

const INDEX_WRITES = ['create', 'update', 'upsert', 'delete'] as const;

/** What a backfill needs to know beside its index. */
export interface Backfill {
  readonly index: IndexModule;
  readonly table: string;
  /** How the script imports the module of the index. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
  /** Conditions for the entities, and for their copies. */
  readonly entities: string;
  readonly copies: string;
}

/** Whether the module has writes that may put an entity in place of another. */
export function replaces({ writes }: IndexModule): boolean {
  return writes.has('update') || writes.has('upsert');
}

/** Whether the module has writes that read first. */
export function readsFirst(index: IndexModule): boolean {
  return replaces(index) || index.writes.has('delete');
}

/** What a function that writes says about itself, and its statements. */
export interface WriteCode {
  readonly says: string;
  readonly does: string;
}

/** The functions that write one entity in place of the client's methods, which take the client first. */
export function writesCode(
  {
    names,
    writes,
  }: { readonly names: Readonly<Record<IndexWrite, string>>; readonly writes: ReadonlySet<IndexWrite> },
  codes: Readonly<Record<IndexWrite, WriteCode>>,
  language: Language,
): readonly string[] {
  const t = only(language.isTypeScript);
  const entity = `entity${t(': TableEntity<T>')}`;
  const mode = `mode${t(': UpdateMode')} = 'Merge'`;
  const etag = `{ etag = '*' }${t(': { etag?: string }')} = {}`;
  const parameters: Readonly<Record<IndexWrite, readonly string[]>> = {
    create: [entity],
    update: [entity, mode, etag],
    upsert: [entity, mode],
    delete: [`partitionKey${t(': string')}`, `rowKey${t(': string')}`],
  };
  const written = ['@param {TableEntity} entity', '@param {UpdateMode} [mode]'];
  const tags: Readonly<Record<IndexWrite, readonly string[]>> = {
    create: written.slice(0, 1),
    update: [...written, '@param {{ etag?: string }} [options]'],
    upsert: written,
    delete: ['@param {string} partitionKey', '@param {string} rowKey'],
  };
  return INDEX_WRITES.filter((one) => writes.has(one)).map(
    (one) => `${comment(codes[one].says, [CLIENT, ...tags[one], '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names[one]}${one === 'delete' ? '' : generic(language)}(
  client${t(': TableClient')},
${parameters[one].map((each) => `  ${each},\n`).join('')})${t(': Promise<void>')} {
${codes[one].does}}
`,
  );
}

/**
 * The function, not exported, that updates or upserts an entity after it has read it: `does` is done with `before`, `after`, `old`, `next`.
 * `isShared`: it writes something that other entities have, too, so that a conflict may be about that.
 */
export function rewriteCode(
  {
    name,
    says,
    does,
    usesFirst = false,
    isShared = false,
  }: WriteCode & { readonly name: string; readonly usesFirst?: boolean; readonly isShared?: boolean },
  { names }: IndexModule,
  language: Language,
): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const tags = [
    ...['@param {TableEntity} entity', '@param {UpdateMode} mode', '@param {string} etag'],
    ...['@param {boolean} mayCreate', '@returns {Promise<void>}'],
  ];
  const first = usesFirst ? [' @param {boolean} isFirst', `, isFirst${t(': boolean')}`] : ['', ''];
  return `${comment(says, [CLIENT, ...tags], language)}
async function ${name}(
  client${t(': TableClient')},
  entity${t(': TableEntity')},
  mode${t(': UpdateMode')},
  etag${t(': string')},
  mayCreate${t(': boolean')},
)${t(': Promise<void>')} {
  const { partitionKey, rowKey } = entity;
  const changes = Object.entries(entity).filter(([, value]) => value !== undefined && value !== null);
  const read = () =>
    mayCreate ? find(client, partitionKey, rowKey) : ${stored(language)};
${isTypeScript ? '' : `  /** @param {Stored | undefined} before${first[0] ?? ''} */\n`}  const write = async (before${t(': Awaited<ReturnType<typeof read>>')}${first[1] ?? ''}) => {
    const after =
      mode === 'Merge' ? { ...before, ...Object.fromEntries(changes), partitionKey, rowKey } : entity;
    const [old, next] = [before && ${names.copy}(before), ${names.copy}(after)];
${does}  };
  await retried(read, write, ${isShared ? "(before) => etag === '*' || etag === before?.etag" : "etag === '*'"});
}
`;
}

/** The exports of a CommonJS module of an index. */
export function indexExports(
  { names, writes }: IndexModule,
  language: Language,
  others: readonly string[] = [],
): readonly string[] {
  const all = INDEX_WRITES.filter((one) => writes.has(one)).map((one) => names[one]);
  return exportsCode([names.rowKey, names.copy, ...others, ...all, names.read], language);
}

/** In the template of a key. */
const MARK = ['$', '{mark}'].join('');

/** The function that makes the key of a copy: the prefix, the value, and `end`, which may be the number of a list. */
export function keyCode(
  index: IndexModule,
  { says, end }: { readonly says: string; readonly end: 'value' | 'rowKey' | 'list' },
  language: Language,
): string {
  const { names, attribute, prefix, isText } = index;
  const t = only(language.isTypeScript);
  const separator = prefix.slice(-1);
  const type = valueType(index);
  const isLast = end === 'value';
  const given = `${attribute}${t(`: ${type}`)}${isLast ? '' : `, ${end}${t(`: ${ENDS[end].type}`)}`}`;
  const mark = `  // a number is another value than a text of its digits
  const mark = typeof ${attribute} === 'string' ? '' : '%';
`;
  const tags = [
    `@param {${type}} ${attribute}`,
    ...(isLast ? [] : [`@param {${ENDS[end].type}} ${end} ${ENDS[end].says}`]),
    '@returns {string}',
  ];
  return `${comment(says, tags, language)}
${exportsOf(language)}function ${names.rowKey}(${given})${t(': string')} {
${isText ? '' : mark}  return \`${prefix}${isText ? '' : MARK}\${${escapedCode(index, isLast, language)}}${isLast ? '' : `${separator}\${${ENDS[end].code}}`}\`;
}
`;
}

/** The parameter of a read for more conditions: a filter, or an object of values. */
export interface MoreCode {
  readonly parameter: string;
  /** What a comment says of it. */
  readonly words: string;
  readonly tags: readonly string[];
  /** A condition on what is read: it has the values. */
  readonly test: (entity: string) => string;
}

/** The parameter of a read for more conditions, where it takes such. */
export function moreCode({ takesMore }: IndexModule, as: 'filter' | 'values', language: Language): MoreCode {
  const t = only(language.isTypeScript);
  if (!takesMore) return { parameter: '', words: '', tags: [], test: () => '' };
  const [type, words, says] =
    as === 'filter'
      ? ['string', ' that meet another filter, too', 'more conditions, as a filter']
      : ['object', ' and these other values', 'properties, and the texts or booleans that they have'];
  return {
    parameter: `  also${t(`: ${type}`)},\n`,
    words,
    tags: [`@param {${type}} also ${says}`],
    test: (entity) =>
      `Object.entries(also).every(([name, value]) => ${t('(')}${entity}${t(' as TableEntity)')}[name] === value)`,
  };
}

/** What may be after the value in a key. */
const ENDS = {
  rowKey: { type: 'string', says: 'of the entity', code: 'rowKey' },
  list: { type: 'number', says: 'from 0 on', code: "String(list).padStart(2, '0')" },
} as const;

/** What stands for a value in a key: no two values have the same, and if it isn't last, it shows where it ends. */
function escapedCode(
  { attribute, prefix, isText }: IndexModule,
  isLast: boolean,
  { isTypeScript }: Language,
): string {
  const separator = prefix.slice(-1);
  const encoded = `%${separator.charCodeAt(0).toString(16).toUpperCase()}`;
  // nothing keeps JavaScript from asking for a number
  const text = isText && isTypeScript ? attribute : `String(${attribute})`;
  const safe = `${text}.replace(/[%/\\\\#?\\p{Cc}]/gu, encodeURIComponent)`;
  // a program may be compiled for a library without replaceAll
  const pattern = separator.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  return isLast ? safe : `${safe}.replace(/${pattern}/g, '${encoded}')`;
}

/** The type of the values that are found. */
export function valueType({ isText }: IndexModule): string {
  return isText ? 'string' : 'string | number | boolean';
}

/** The statement that leaves the function where the property has no value that is found. */
export function skipCode({ attribute, isText }: IndexModule): string {
  return `  if (${isText ? '' : `typeof ${attribute} !== 'number' && typeof ${attribute} !== 'boolean' && `}typeof ${attribute} !== 'string') return undefined;\n`;
}
