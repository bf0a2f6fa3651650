import { hashCode } from '../code/hash-code.ts';
import { comment, exportsCode, exportsOf, type Language, only, serviceError } from '../code/language.ts';
import { rangeCode } from '../code/range-code.ts';
import { CLIENT, generic, tablesImport } from '../code/table-code.ts';

/** What a module of parts is called, and its functions. */
export interface PartNames {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly key: string;
  readonly create: string;
  readonly update: string;
  readonly upsert: string;
  readonly delete: string;
  readonly read: string;
  readonly list: string;
  /** An entity, in words of a comment, and several: "a profile", "profiles". */
  readonly one: string;
  readonly noun: string;
  readonly many: string;
}

export type PartCall = (typeof CALLS)[number];

const CALLS = ['create', 'update', 'upsert', 'delete', 'read', 'list'] as const;

/** Entities that are split, and how. */
export interface PartsModule {
  readonly names: PartNames;
  /** Properties that stay in the first entity. */
  readonly first: readonly string[];
  /** How many parts there are beside that. */
  readonly count: number;
  readonly calls: ReadonlySet<PartCall>;
}

/** What is before the number of a part in its RowKey. No other character but a space sorts before it in keys. */
export const SEPARATOR = '!';

/** The character after the separator. */
const AFTER = '"';

/** The module that writes and reads entities in parts, in two spaces, single quotes and semicolons. */
export function partModuleCode(module: PartsModule, language: Language): string {
  const { calls, names } = module;
  const { isTypeScript } = language;
  const changes = calls.has('update') || calls.has('upsert');
  const writes = changes || calls.has('create') || calls.has('delete');
  const reads = calls.has('read') || calls.has('list');
  const values = [...(reads ? ['odata'] : []), ...(calls.has('read') ? ['RestError'] : [])];
  const types = [
    ...['TableClient', 'TableEntity'],
    ...(isTypeScript && reads ? ['TableEntityResult'] : []),
    ...(writes ? ['TransactionAction'] : []),
    ...(changes ? ['UpdateMode'] : []),
  ];
  return [
    tablesImport(values, types, language),
    ...(calls.has('list') ? [rangeCode(language)] : []),
    constantsCode(module),
    keyCode(module, language),
    ...(calls.has('create') ? [createCode(module, language)] : []),
    ...(calls.has('update') ? [changeCode(module, 'update', language)] : []),
    ...(calls.has('upsert') ? [changeCode(module, 'upsert', language)] : []),
    ...(calls.has('delete') ? [deleteCode(module, language)] : []),
    ...(calls.has('read') ? [readCode(module, language)] : []),
    ...(calls.has('list') ? [listCode(module, language), endCode(language)] : []),
    ...(writes ? [partsCode(module, language)] : []),
    ...(changes ? [actionsCode(language)] : []),
    partOfCode(module, language),
    ...(reads ? [findCode(module, language), joinCode(module, language)] : []),
    ...(calls.has('delete') ? [statusCode(language)] : []),
    ...exportsCode([names.key, ...CALLS.filter((one) => calls.has(one)).map((one) => names[one])], language),
  ].join('\n');
}

function constantsCode({ names, first, count }: PartsModule): string {
  const lines = first.map((one) => `  ${JSON.stringify(one).replaceAll('"', "'")},\n`).join('');
  return `/** Parts beside the first entity of ${names.one}. It must not change once there are some: the part of a property follows from it. */
const PARTS = ${String(count)};

/** A RowKey of a part. */
const PART = /${SEPARATOR}\\d\\d$/;
${
  first.length === 0
    ? ''
    : `
/** Properties that are in the first entity, as they always were. Leave these as they are: new ones go to parts. */
const FIRST = new Set([
${lines}]);
`
}`;
}

function keyCode({ names }: PartsModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`The RowKey of a part of ${names.one}; part 0 is the first entity.`, ['@param {string} rowKey', '@param {number} part', '@returns {string}'], language)}
${exportsOf(language)}function ${names.key}(rowKey${t(': string')}, part${t(': number')})${t(': string')} {
  return part === 0 ? rowKey : \`\${rowKey}${SEPARATOR}\${String(part).padStart(2, '0')}\`;
}
`;
}

const ENTITY = '@param {TableEntity} entity';

const KEYS = ['@param {string} partitionKey', '@param {string} rowKey'];

const ACTIONS = { ts: '(row): TransactionAction', js: '/** @returns {TransactionAction} */ (row)' };

function createCode({ names }: PartsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const row = isTypeScript ? ACTIONS.ts : ACTIONS.js;
  return `${comment(`Creates ${names.one} with all its parts, in one transaction.`, [CLIENT, ENTITY, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.create}${generic(language)}(client${t(': TableClient')}, entity${t(': TableEntity<T>')})${t(': Promise<void>')} {
  await client.submitTransaction(partsOf(entity${t(' as TableEntity')}).map(${row} => ['create', row]));
}
`;
}

function changeCode({ names }: PartsModule, verb: 'update' | 'upsert', language: Language): string {
  const t = only(language.isTypeScript);
  const isUpdate = verb === 'update';
  const says = isUpdate
    ? `Updates ${names.one}, in one transaction. The ETag is that of its first entity, which every write changes.`
    : `Creates or updates ${names.one}, in one transaction.`;
  const tags = [
    ...[CLIENT, ENTITY, '@param {UpdateMode} [mode]'],
    ...(isUpdate ? ['@param {{ etag?: string }} [options]'] : []),
    '@returns {Promise<void>}',
  ];
  const action = isUpdate ? "['update', first, mode, { etag }]" : "['upsert', first, mode]";
  return `${comment(says, tags, language)}
${exportsOf(language)}async function ${names[verb]}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
${isUpdate ? `  { etag = '*' }${t(': { etag?: string }')} = {},\n` : ''})${t(': Promise<void>')} {
  await client.submitTransaction(actionsOf(entity${t(' as TableEntity')}, mode, (first) => ${action}));
}
`;
}

function deleteCode({ names }: PartsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const row = isTypeScript ? ACTIONS.ts : ACTIONS.js;
  const rowAndPart = isTypeScript
    ? '(row, part): TransactionAction'
    : '/** @returns {TransactionAction} */ (row, part)';
  return `${comment(`Deletes ${names.one} with all its parts, in one transaction. One without some of them gets these before, so that none is left that is written meanwhile.`, [CLIENT, ...KEYS, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.delete}(client${t(': TableClient')}, partitionKey${t(': string')}, rowKey${t(': string')})${t(': Promise<void>')} {
  const rows = partsOf({ partitionKey, rowKey });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.submitTransaction(rows.map(${row} => ['delete', row]));
      return;
    } catch (error) {
      if (statusOf(error) !== 404 || attempt === 5) throw error;
    }
    // rejected with 404 where there is no first entity
    await client.submitTransaction(
      rows.map(${rowAndPart} => [part === 0 ? 'update' : 'upsert', row, 'Merge']),
    );
  }
}
`;
}

function readCode({ names }: PartsModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`The ${names.noun} with these keys, as getEntity gives it, out of its parts: one request for their range.`, [CLIENT, ...KEYS, '@returns {Promise<Stored>}'], language)}
${exportsOf(language)}async function ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<TableEntityResult<T>>')} {
  const entity = await find${t('<T>')}(client, partitionKey, rowKey);
  if (entity !== undefined) return entity;
  const details = { odataError: { code: 'ResourceNotFound' } };
  throw Object.assign(new RestError('The ${names.noun} does not exist.', { statusCode: 404, code: 'ResourceNotFound' }), { details });
}
`;
}

function listCode({ names }: PartsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const tags = [
    CLIENT,
    '@param {string} partitionKey',
    '@param {Range} [range]',
    '@returns {AsyncGenerator<Stored>}',
  ];
  const rows = isTypeScript
    ? 'let rows = new Map<string, TableEntityResult<TableEntity>>();'
    : '/** @type {Map<string, Stored>} */\n  let rows = new Map();';
  const all = isTypeScript
    ? 'client.listEntities<TableEntity>({ queryOptions: { filter } })'
    : 'client.listEntities({ queryOptions: { filter } })';
  const key = isTypeScript ? 'row.rowKey' : "row.rowKey ?? ''";
  const stored = isTypeScript ? 'row' : '/** @type {Stored} */ (row)';
  return `${comment(`The ${names.many} with a PartitionKey, in the order of their RowKeys, as listEntities gives them, each out of its parts. One that a page ends in is read again.`, tags, language)}
${exportsOf(language)}async function* ${names.list}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  range${t(': Range')} = {},
)${t(': AsyncGenerator<TableEntityResult<T>>')} {
  const { ge, gt, le, lt } = range;
  const filter = [
    odata\`PartitionKey eq \${partitionKey}\`,
    ...(ge === undefined ? [] : [odata\`RowKey ge \${ge}\`]),
    ...(gt === undefined ? [] : [odata\`RowKey gt \${gt}\`]),
    ...(le === undefined ? [] : [odata\`RowKey lt \${endOf(le, '${AFTER}')}\`]),
    ...(lt === undefined ? [] : [odata\`RowKey lt \${endOf(lt, '')}\`]),
  ].join(' and ');
${isTypeScript ? '' : '  /** @param {string} rowKey */\n'}  const isWithin = (rowKey${t(': string')}) =>
    !PART.test(rowKey) &&
    rowKey >= (ge ?? '') && (gt === undefined || rowKey > gt) && (le === undefined || rowKey <= le) && (lt === undefined || rowKey < lt);
  let end = '';
  let isSplit = false;
  ${rows}
  const whole = async function* () {
    for (const rowKey of rows.keys()) {
      if (!isWithin(rowKey)) continue;
      const entity = isSplit ? await find${t('<T>')}(client, partitionKey, rowKey) : joined${t('<T>')}(rows, rowKey);
      // it may be gone since its page was read
      if (entity !== undefined) yield entity;
    }
  };
  for await (const page of ${all}.byPage()) {
    for (const [at, row] of page.entries()) {
      const rowKey = ${key};
      if (rowKey >= end) {
        yield* whole();
        rows = new Map();
        // its parts come before this, and perhaps others that begin with its RowKey
        end = \`\${rowKey}${AFTER}\`;
        isSplit = false;
      } else if (at === 0) isSplit = true;
      rows.set(rowKey, ${stored});
    }
  }
  yield* whole();
}
`;
}

function endCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('Where the parts end of what is before a bound, which may itself be like one of them.', ['@param {string} bound', '@param {string} after', '@returns {string}'], language)}
function endOf(bound${t(': string')}, after${t(': string')})${t(': string')} {
  const at = bound.search(/[ ${SEPARATOR}]/);
  return at < 0 ? bound + after : \`\${bound.slice(0, at)}${AFTER}\`;
}
`;
}

function partsCode({ names }: PartsModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`${names.one.charAt(0).toUpperCase()}${names.one.slice(1)} as the entities that it is stored as: the first, and each part.`, [ENTITY, '@returns {TableEntity[]}'], language)}
function partsOf(entity${t(': TableEntity')})${t(': TableEntity[]')} {
  const { partitionKey, rowKey, etag, timestamp, ...properties } = entity;
  if (PART.test(rowKey)) throw new TypeError(\`A part would have the RowKey \${rowKey}.\`);
  const values = Object.entries(properties).filter(
    ([name, value]) => !name.startsWith('odata.') && value !== undefined && value !== null,
  );
  return Array.from({ length: PARTS + 1 }, (_, part) => ({
    ...Object.fromEntries(values.filter(([name]) => partOf(name) === part)),
    partitionKey,
    rowKey: ${names.key}(rowKey, part),
  }));
}
`;
}

function actionsCode(language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const typed = isTypeScript
    ? '(row, part): TransactionAction[]'
    : '/** @returns {TransactionAction[]} */ (row, part)';
  return `${comment(
    'What writes an entity: always its first entity, and all parts but those that a merge would leave as they are.',
    [
      ENTITY,
      '@param {UpdateMode} mode',
      '@param {(first: TableEntity) => TransactionAction} write',
      '@returns {TransactionAction[]}',
    ],
    language,
  )}
function actionsOf(
  entity${t(': TableEntity')},
  mode${t(': UpdateMode')},
  write${t(': (first: TableEntity) => TransactionAction')},
)${t(': TransactionAction[]')} {
  return partsOf(entity).flatMap(${typed} => {
    if (part === 0) return [write(row)];
    // nothing but its keys
    return mode === 'Merge' && Object.keys(row).length === 2 ? [] : [['upsert', row, mode]];
  });
}
`;
}

function partOfCode({ first }: PartsModule, language: Language): string {
  const t = only(language.isTypeScript);
  const { statements, value } = hashCode('name', 'PARTS');
  return `${comment('The part that has a property, by its name.', ['@param {string} name', '@returns {number}'], language)}
function partOf(name${t(': string')})${t(': number')} {
${first.length === 0 ? '' : '  if (FIRST.has(name)) return 0;\n'}${statements}  return 1 + (${value});
}
`;
}

function findCode({ names }: PartsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const rows = isTypeScript
    ? 'const rows = new Map<string, TableEntityResult<TableEntity>>();'
    : '/** @type {Map<string, Stored>} */\n  const rows = new Map();';
  const all = isTypeScript
    ? 'client.listEntities<TableEntity>({ queryOptions: { filter } })'
    : '/** @type {AsyncIterable<Stored>} */ (client.listEntities({ queryOptions: { filter } }))';
  return `${comment(`The ${names.noun} with these keys, if there is one.`, [CLIENT, ...KEYS, '@returns {Promise<Stored | undefined>}'], language)}
async function find${t('<T extends object>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<TableEntityResult<T> | undefined>')} {
  // parts are before this
  const end = \`\${rowKey}${AFTER}\`;
  const filter = odata\`PartitionKey eq \${partitionKey} and RowKey ge \${rowKey} and RowKey lt \${end}\`;
  ${rows}
  for await (const row of ${all}) rows.set(row.rowKey, row);
  return joined${t('<T>')}(rows, rowKey);
}
`;
}

function joinCode({ names }: PartsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const properties = isTypeScript
    ? 'const properties = new Map<string, unknown>();'
    : '/** @type {Map<string, unknown>} */\n  const properties = new Map();';
  const result = '{ ...Object.fromEntries(properties), partitionKey, rowKey, etag, timestamp }';
  return `${comment(`${names.one.charAt(0).toUpperCase()}${names.one.slice(1)} out of its parts. One of before has all in its first entity, where a value stays that is written to its part later.`, ['@param {Map<string, Stored>} rows', '@param {string} rowKey', '@returns {Stored | undefined}'], language)}
function joined${t('<T extends object>')}(
  rows${t(': Map<string, TableEntityResult<TableEntity>>')},
  rowKey${t(': string')},
)${t(': TableEntityResult<T> | undefined')} {
  const first = rows.get(rowKey);
  if (first === undefined) return undefined;
  const { partitionKey, etag, timestamp } = first;
  ${properties}
  for (let part = 0; part <= PARTS; part += 1)
    for (const [name, value] of Object.entries(rows.get(${names.key}(rowKey, part)) ?? {}))
      if (!properties.has(name) || partOf(name) === part) properties.set(name, value);
  return ${isTypeScript ? `${result} as unknown as TableEntityResult<T>` : `/** @type {Stored} */ (${result})`};
}
`;
}

function statusCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('The HTTP status of an error of the service.', ['@param {unknown} error', '@returns {number | undefined}'], language)}
function statusOf(error${t(': unknown')})${t(': number | undefined')} {
  const { statusCode } = ${serviceError(language)};
  return statusCode;
}
`;
}
