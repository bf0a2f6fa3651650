import { afterPrefix } from '../../../core/odata/quote.ts';
import type { IndexNames } from './names.ts';

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
}

export type IndexWrite = 'create' | 'update' | 'upsert' | 'delete';

/** How a module is written. */
export interface Language {
  readonly isTypeScript: boolean;
  readonly isCommonJs: boolean;
}

/** The module with the keys, writes and reads of an index, in two spaces, single quotes and semicolons. */
export function indexModuleCode(index: IndexModule, language: Language): string {
  const { writes } = index;
  const both = writes.has('update') || writes.has('upsert');
  const parts = [
    rowKeyCode(index, language),
    copyCode(index, language),
    ...(writes.has('create') ? [createCode(index, language)] : []),
    ...(writes.has('update') ? [updateCode(index, language)] : []),
    ...(writes.has('upsert') ? [upsertCode(index, language)] : []),
    ...(writes.has('delete') ? [deleteCode(index, language)] : []),
    readCode(index, language),
    ...(both ? [writeBothCode(index, language)] : []),
    ...(both || writes.has('delete') ? [retryCode(index, language)] : []),
    findCode(language),
  ];
  const { names } = index;
  const exported = [
    names.rowKey,
    names.copy,
    ...(['create', 'update', 'upsert', 'delete'] as const).flatMap((one) =>
      writes.has(one) ? [names[one]] : [],
    ),
    names.read,
  ];
  return [
    headCode(index, language),
    ...parts,
    ...(language.isCommonJs
      ? [`module.exports = {\n${exported.map((name) => `  ${name},\n`).join('')}};\n`]
      : []),
  ].join('\n');
}

/** Text that only one of the languages has. */
export function only(isWanted: boolean): (text: string) => string {
  return (text) => (isWanted ? text : '');
}

function headCode({ isUnique, writes }: IndexModule, { isTypeScript, isCommonJs }: Language): string {
  const both = writes.has('update') || writes.has('upsert');
  const types = [
    'TableClient',
    'TableEntity',
    'TableEntityResult',
    ...(both ? ['TransactionAction', 'UpdateMode'] : []),
  ];
  if (isTypeScript) {
    const names = [...(isUnique ? [] : ['odata']), ...types.map((one) => (isUnique ? one : `type ${one}`))];
    return `import ${isUnique ? 'type ' : ''}{ ${names.join(', ')} } from '@azure/data-tables';\n`;
  }
  const taken = isUnique
    ? ''
    : isCommonJs
      ? "const { odata } = require('@azure/data-tables');\n\n"
      : "import { odata } from '@azure/data-tables';\n\n";
  const typedefs = types
    .filter((one) => one !== 'TableEntityResult')
    .map((one) => `/** @typedef {import('@azure/data-tables').${one}} ${one} */\n`);
  return `${taken}${typedefs.join('')}/** @typedef {TableEntity & { etag: string }} Stored */\n`;
}

/** A comment of the kind that the language's tools read, with the types that TypeScript has in the code. */
export function comment(text: string, tags: readonly string[], { isTypeScript }: Language): string {
  if (isTypeScript || tags.length === 0) return `/** ${text} */`;
  return ['/**', ` * ${text}`, ' *', ...tags.map((tag) => ` * ${tag}`), ' */'].join('\n');
}

export function exportsOf({ isCommonJs }: Language): string {
  return isCommonJs ? '' : 'export ';
}

/** What stands for a value in a key: no two values have the same, and it shows where it ends. */
export function escapedCode({ attribute, prefix, isUnique, isText }: IndexModule): string {
  const separator = prefix.slice(-1);
  const encoded = `%${separator.charCodeAt(0).toString(16).toUpperCase()}`;
  const safe = `${isText ? attribute : `String(${attribute})`}.replace(/[%/\\\\#?\\p{Cc}]/gu, encodeURIComponent)`;
  return isUnique ? safe : `${safe}.replaceAll('${separator}', '${encoded}')`;
}

/** What begins with the prefix, the value, and the separator; of the prefix as well what comes after all of these. */
function rowKeyCode(index: IndexModule, language: Language): string {
  const { names, attribute, prefix, isUnique, isText } = index;
  const t = only(language.isTypeScript);
  const separator = prefix.slice(-1);
  const type = valueType(index);
  const given = `${attribute}${t(`: ${type}`)}${isUnique ? '' : `, rowKey${t(': string')}`}`;
  const mark = `  // a number is another value than a text of its digits
  const mark = typeof ${attribute} === 'string' ? '' : '%';
`;
  return `${comment(
    `The RowKey of the copy by ${attribute} of ${names.one}. What a key can't contain is percent-encoded.`,
    [
      `@param {${type}} ${attribute}`,
      ...(isUnique ? [] : ['@param {string} rowKey of the entity']),
      '@returns {string}',
    ],
    language,
  )}
${exportsOf(language)}function ${names.rowKey}(${given})${t(': string')} {
${isText ? '' : mark}  return \`${prefix}${isText ? '' : MARK}\${${escapedCode(index)}}${isUnique ? '' : `${separator}\${rowKey}`}\`;
}
`;
}

/** In the template of a key. */
export const MARK = ['$', '{mark}'].join('');

export function valueType({ isText }: IndexModule): string {
  return isText ? 'string' : 'string | number | boolean';
}

function copyCode(
  { names, attribute, prefix, isUnique, isText, isGuarded }: IndexModule,
  language: Language,
): string {
  const t = only(language.isTypeScript);
  const guard = `  if (entity.rowKey.startsWith('${prefix}')) throw new RangeError('RowKeys that begin with ${prefix} are those of copies.');
`;
  const isTs = language.isTypeScript;
  return `${comment(
    `The copy of ${names.one} that is found by ${attribute}, if it has one. Its originalRowKey is the RowKey of the entity.`,
    ['@param {TableEntity} entity', '@returns {TableEntity | undefined}'],
    language,
  )}
${exportsOf(language)}function ${names.copy}(entity${t(': TableEntity<object>')})${t(': TableEntity | undefined')} {
  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
${isGuarded ? guard : ''}  if (${isText ? '' : `typeof ${attribute} !== 'number' && typeof ${attribute} !== 'boolean' && `}typeof ${attribute} !== 'string') return undefined;
${isTs ? '' : '  /** @type {TableEntity} */\n'}  const copy${t(': TableEntity')} = {
    ...entity,
    rowKey: ${names.rowKey}(${attribute}${isUnique ? '' : ', entity.rowKey'}),
    originalRowKey: entity.rowKey,
  };
  // the service gives each entity its own
  for (const name of ['etag', 'timestamp', 'odata.metadata']) delete copy[name];
  return copy;
}
`;
}

export const CLIENT = '@param {TableClient} client';

/** Reads an entity by its keys. */
export function stored({ isTypeScript }: Language, type = 'TableEntity'): string {
  return isTypeScript
    ? `client.getEntity<${type}>(partitionKey, rowKey)`
    : '/** @type {Promise<Stored>} */ (client.getEntity(partitionKey, rowKey))';
}

export function generic({ isTypeScript }: Language): string {
  return isTypeScript ? '<T extends object>' : '';
}

function createCode({ names }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Creates ${names.one} with its copy: both or none.`,
    [CLIENT, '@param {TableEntity} entity', '@returns {Promise<void>}'],
    language,
  )}
${exportsOf(language)}async function ${names.create}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
)${t(': Promise<void>')} {
  const copy = ${names.copy}(entity);
  if (copy === undefined) await client.createEntity(entity);
  else await client.submitTransaction([['create', entity${t(' as TableEntity')}], ['create', copy]]);
}
`;
}

function updateCode({ names, attribute }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Updates ${names.one} with its copy: both or none. If ${attribute} changes, the copy moves.`,
    [
      CLIENT,
      '@param {TableEntity} entity',
      '@param {UpdateMode} [mode]',
      '@param {{ etag?: string }} [options]',
      '@returns {Promise<void>}',
    ],
    language,
  )}
${exportsOf(language)}async function ${names.update}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
  { etag = '*' }${t(': { etag?: string }')} = {},
)${t(': Promise<void>')} {
  await writeBoth(client, entity${t(' as TableEntity')}, mode, etag, false);
}
`;
}

function upsertCode({ names, attribute }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Creates or updates ${names.one} with its copy: both or none. If ${attribute} changes, the copy moves.`,
    [CLIENT, '@param {TableEntity} entity', '@param {UpdateMode} [mode]', '@returns {Promise<void>}'],
    language,
  )}
${exportsOf(language)}async function ${names.upsert}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
)${t(': Promise<void>')} {
  await writeBoth(client, entity${t(' as TableEntity')}, mode, '*', true);
}
`;
}

function deleteCode({ names }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Deletes ${names.one} with its copy: both or none.`,
    [CLIENT, '@param {string} partitionKey', '@param {string} rowKey', '@returns {Promise<void>}'],
    language,
  )}
${exportsOf(language)}async function ${names.delete}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<void>')} {
  const read = () => ${stored(language)};
  await retried(read, async (before, isFirst) => {
    const copy = ${names.copy}(before);
    // copies of old entities are only there after the backfill
    if (copy !== undefined && (isFirst || (await find(client, partitionKey, copy.rowKey)) !== undefined))
      await client.submitTransaction([['delete', { partitionKey, rowKey }], ['delete', copy]]);
    else await client.deleteEntity(partitionKey, rowKey, { etag: before.etag });
  });
}
`;
}

function readCode(index: IndexModule, language: Language): string {
  const { names, attribute, isUnique, prefix } = index;
  const t = only(language.isTypeScript);
  const words = isUnique
    ? `The ${names.noun} of a partition with this ${attribute}, as listEntities gives it, but for its etag and timestamp: a point query.`
    : `The ${names.noun} entities of a partition with this ${attribute}, as listEntities gives them, but for their etag and timestamp.`;
  const restored = `{ ...entity, rowKey: originalRowKey }${t(' as unknown as TableEntityResult<T>')}`;
  const separator = prefix.slice(-1);
  const end = afterPrefix(separator) ?? separator;
  const one = `  const found = await find${t('<T & { originalRowKey: string }>')}(client, partitionKey, ${names.rowKey}(${attribute}));
  if (found === undefined) return;
  const { originalRowKey, ...entity } = found;
  yield ${restored};
`;
  const many = `  const from = ${names.rowKey}(${attribute}, '');
  const to = \`\${from.slice(0, -1)}${end === '`' ? '\\`' : end}\`;
  const filter = odata\`PartitionKey eq \${partitionKey} and RowKey ge \${from} and RowKey lt \${to}\`;
  const copies = client.listEntities${t('<T & { originalRowKey: string }>')}({ queryOptions: { filter } });
  for await (const { originalRowKey, ...entity } of copies)
    yield ${restored};
`;
  return `${comment(
    words,
    [CLIENT, '@param {string} partitionKey', `@param {${valueType(index)}} ${attribute}`],
    language,
  )}
${exportsOf(language)}async function* ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  ${attribute}${t(`: ${valueType(index)}`)},
)${t(': AsyncGenerator<TableEntityResult<T>>')} {
${isUnique ? one : many}}
`;
}

function writeBothCode({ names }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'Sends the ETag that it reads: neither is written if another writer came first, and both are read again.',
    [
      CLIENT,
      '@param {TableEntity} entity',
      '@param {UpdateMode} mode',
      '@param {string} etag',
      '@param {boolean} mayCreate',
      '@returns {Promise<void>}',
    ],
    language,
  )}
async function writeBoth(
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
${language.isTypeScript ? '' : '  /** @param {Stored | undefined} before @param {boolean} isFirst */\n'}  const write = async (before${t(': Awaited<ReturnType<typeof read>>')}, isFirst${t(': boolean')}) => {
    const after =
      mode === 'Merge' ? { ...before, ...Object.fromEntries(changes), partitionKey, rowKey } : entity;
    const [old, next] = [before && ${names.copy}(before), ${names.copy}(after)];
${language.isTypeScript ? '' : '    /** @type {TransactionAction[]} */\n'}    const actions${t(': TransactionAction[]')} = [
      before === undefined
        ? ['create', entity]
        : ['update', entity, mode, { etag: etag === '*' ? before.etag : etag }],
    ];
    if (next !== undefined)
      actions.push(next.rowKey === old?.rowKey ? ['upsert', next, 'Replace'] : ['create', next]);
    // copies of old entities are only there after the backfill
    if (old !== undefined && old.rowKey !== next?.rowKey)
      if (isFirst || (await find(client, partitionKey, old.rowKey)) !== undefined) actions.push(['delete', old]);
    await client.submitTransaction(actions);
  };
  await retried(read, write, etag === '*');
}
`;
}

export function retryCode({ writes }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  const hasEtag = writes.has('update') || writes.has('upsert');
  return `${comment(
    'Reads and writes again, up to 10 times, while others change the same entity.',
    [
      '@template T',
      '@param {() => Promise<T>} read',
      '@param {(before: T, isFirst: boolean) => Promise<void>} write',
      ...(hasEtag ? ['@param {boolean} [isRetriedIfChanged]'] : []),
      '@returns {Promise<void>}',
    ],
    language,
  )}
async function retried${t('<T>')}(
  read${t(': () => Promise<T>')},
  write${t(': (before: T, isFirst: boolean) => Promise<void>')},
${hasEtag ? '  isRetriedIfChanged = true,\n' : ''})${t(': Promise<void>')} {
  for (let attempt = 1; ; attempt += 1) {
    const before = await read();
    try {
      await write(before, attempt === 1);
      return;
    } catch (error) {
      const status = statusOf(error);
      // a conflict that is still there after the entity was read again is one of two entities
      const mayPass = status === 404 || ${hasEtag ? '(status === 412 && isRetriedIfChanged)' : 'status === 412'} || (status === 409 && attempt === 1);
      if (!mayPass || attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}
`;
}

export function findCode(language: Language, about = ''): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'The entity with these keys, if there is one.',
    [
      CLIENT,
      '@param {string} partitionKey',
      '@param {string} rowKey',
      '@returns {Promise<Stored | undefined>}',
    ],
    language,
  )}
async function find${t('<T extends object = TableEntity>')}(client${t(': TableClient')}, partitionKey${t(': string')}, rowKey${t(': string')}) {
${about}  return ${stored(language, 'T')}.catch((error) => {
    if (statusOf(error) === 404) return undefined;
    throw error;
  });
}

${comment('The HTTP status of an error of the service.', ['@param {unknown} error', '@returns {number | undefined}'], language)}
function statusOf(error${t(': unknown')})${t(': number | undefined')} {
  const { statusCode } = ${language.isTypeScript ? 'error as { statusCode?: number }' : '/** @type {{ statusCode?: number }} */ (error)'};
  return statusCode;
}
`;
}
