import { comment, exportsCode, exportsOf, type Language, only } from '../code/language.ts';
import { rangeCode } from '../code/range-code.ts';
import { CLIENT, findCode, generic, retryCode, tablesImport } from '../code/table-code.ts';
import type { ReadingKey } from './reading-key.ts';

/** What a module of series is called, and its functions. */
export interface SeriesNames {
  /** The modules' files, without their endings. */
  readonly module: string;
  readonly move: string;
  readonly key: string;
  readonly columns: string;
  readonly create: string;
  readonly upsert: string;
  readonly read: string;
  readonly list: string;
  /** A reading, in words of a comment, and several: "a count", "counts". */
  readonly one: string;
  readonly noun: string;
  readonly many: string;
}

export type SeriesCall = (typeof CALLS)[number];

const CALLS = ['create', 'upsert', 'read', 'list'] as const;

/** A table of readings whose periods become entities. */
export interface SeriesModule {
  readonly names: SeriesNames;
  readonly table: string;
  readonly key: ReadingKey;
  readonly calls: ReadonlySet<SeriesCall>;
}

/** What the RowKey of a series ends with, which is after all digits. */
const LAST = '~';

/** The module that writes and reads series, in two spaces, single quotes and semicolons. */
export function seriesModuleCode(module: SeriesModule, language: Language): string {
  const { calls, names } = module;
  const { isTypeScript } = language;
  const [creates, reads, lists] = (['create', 'read', 'list'] as const).map((one) => calls.has(one));
  const writes = creates === true || calls.has('upsert');
  const expands = creates === true || reads === true || lists === true;
  const values = [...(lists === true ? ['odata'] : []), ...(creates === true ? ['RestError'] : [])];
  const types = [
    'TableClient',
    ...(writes || reads === true || !isTypeScript ? ['TableEntity'] : []),
    ...(isTypeScript && expands ? ['TableEntityResult'] : []),
  ];
  return [
    tablesImport(values, types, language),
    ...(lists === true ? [rangeCode(language)] : []),
    ...(creates === true ? [oldCode(module, language)] : []),
    keyCode(module, language),
    columnsCode(module, language),
    ...(calls.has('upsert') ? [upsertCode(module, language)] : []),
    ...(creates === true ? [createCode(module, language)] : []),
    ...(reads === true ? [readCode(module, language)] : []),
    ...(lists === true ? [listCode(module, language), endCode(module, language)] : []),
    ...(expands ? [readingsCode(module, language)] : []),
    ...(creates === true ? [retryCode('none', language)] : []),
    ...(creates === true || reads === true ? [findCode(language)] : []),
    ...exportsCode(
      [names.key, names.columns, ...CALLS.filter((one) => calls.has(one)).map((one) => names[one])],
      language,
    ),
  ].join('\n');
}

function oldCode({ names }: SeriesModule, { isTypeScript }: Language): string {
  return `/** Whether ${names.many} of before may be entities of their own: false saves a request for each create, once ${names.move} has exited with 0. */
${isTypeScript ? 'const hasOld: boolean' : '/** @type {boolean} */\nconst hasOld'} = true;
`;
}

/** A RowKey of a reading, as a regular expression. */
function readingCode({ separator, length }: ReadingKey): string {
  const escaped = separator.replace(/[.|+]/, '\\$&');
  return `/^.${length === undefined ? '*' : `{${String(length)}}`}${escaped}\\d\\d$/s`;
}

function keyCode({ names, key }: SeriesModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `The RowKey of the series that has ${names.one}: it is after those of its ${names.many}, so that a list from one of these on finds it. Undefined for a RowKey of another kind.`,
    ['@param {string} rowKey', '@returns {string | undefined}'],
    language,
  )}
${exportsOf(language)}function ${names.key}(rowKey${t(': string')})${t(': string | undefined')} {
  return ${readingCode(key)}.test(rowKey) ? \`\${rowKey.slice(0, -2)}${LAST}\` : undefined;
}
`;
}

const COLUMN = '${name}_${rowKey.slice(-2)}';

function columnsCode({ names }: SeriesModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`The properties of ${names.one} as its series has them: each ends with the last two digits of the RowKey.`, ['@param {TableEntity} entity', '@returns {TableEntity}'], language)}
${exportsOf(language)}function ${names.columns}({ partitionKey, rowKey, ...properties }${t(': TableEntity')})${t(': TableEntity')} {
  const series = ${names.key}(rowKey);
  if (series === undefined) throw new TypeError(\`No series has the RowKey \${rowKey}.\`);
  const columns = Object.entries(properties).map(([name, value]) => {
    if (value === undefined || value === null) throw new TypeError(\`${capital(names.one)} needs its \${name}.\`);
    return [\`${COLUMN}\`, value];
  });
  return { ...Object.fromEntries(columns), partitionKey, rowKey: series };
}
`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const ENTITY = '@param {TableEntity} entity';

function upsertCode({ names }: SeriesModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`Stores ${names.one}, in one request: it is merged into its series, whose other ${names.many} stay as they are.`, [CLIENT, ENTITY, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.upsert}${generic(language)}(client${t(': TableClient')}, entity${t(': TableEntity<T>')})${t(': Promise<void>')} {
  await client.upsertEntity(${names.columns}(entity), 'Merge');
}
`;
}

function createCode({ names }: SeriesModule, language: Language): string {
  const t = only(language.isTypeScript);
  const says = `Stores ${names.one} that isn't there yet, else rejects it with 409. Those of a series that are created at once are all kept: each is merged if nothing has changed since it was looked for, or else looked for again.`;
  const keys = language.isTypeScript
    ? 'const { partitionKey, rowKey } = entity as TableEntity;'
    : 'const { partitionKey, rowKey } = entity;';
  return `${comment(says, [CLIENT, ENTITY, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.create}${generic(language)}(client${t(': TableClient')}, entity${t(': TableEntity<T>')})${t(': Promise<void>')} {
  ${keys}
  const columns = ${names.columns}(entity);
  const read = async () => {
    const [series, old] = await Promise.all([
      find(client, partitionKey, columns.rowKey),
      hasOld ? find(client, partitionKey, rowKey) : undefined,
    ]);
    if (old === undefined && (series === undefined || !readingsOf(series).has(rowKey))) return series;
    throw new RestError('The ${names.noun} already exists.', { statusCode: 409, code: 'EntityAlreadyExists' });
  };
  await retried(read, async (series) => {
    if (series === undefined) await client.createEntity(columns);
    else await client.updateEntity(columns, 'Merge', { etag: series.etag });
  });
}
`;
}

function readCode({ names }: SeriesModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const tags = [
    CLIENT,
    '@param {string} partitionKey',
    '@param {string} rowKey',
    '@returns {Promise<Stored>}',
  ];
  const found = isTypeScript ? 'find<T>' : 'find';
  const old = isTypeScript
    ? 'client.getEntity<T>(partitionKey, rowKey)'
    : '/** @type {Promise<Stored>} */ (client.getEntity(partitionKey, rowKey))';
  return `${comment(`${capital(names.one)} by its keys, as getEntity gives it, out of its series.`, tags, language)}
${exportsOf(language)}async function ${names.read}${t('<T extends object = TableEntity>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<TableEntityResult<T>>')} {
  const key = ${names.key}(rowKey);
  const series = key === undefined ? undefined : await ${found}(client, partitionKey, key);
  // one of before, or none: then the service says so
  return (series && readingsOf(series).get(rowKey)) ?? ${old};
}
`;
}

function listCode({ names }: SeriesModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const tags = [
    CLIENT,
    '@param {string} partitionKey',
    '@param {Range} [range]',
    '@returns {AsyncGenerator<Stored>}',
  ];
  const readings = isTypeScript
    ? 'let readings = new Map<string, TableEntityResult<T>>();'
    : '/** @type {Map<string, Stored>} */\n  let readings = new Map();';
  const all = isTypeScript
    ? 'client.listEntities<T>({ queryOptions: { filter } })'
    : '/** @type {AsyncIterable<Stored>} */ (client.listEntities({ queryOptions: { filter } }))';
  return `${comment(
    `The ${names.many} with a PartitionKey, in the order of their RowKeys, as listEntities gives them, but for ETags and timestamps, which are those of their series. A series is read as a whole; those of before are among them.`,
    tags,
    language,
  )}
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
    ...[le, lt].flatMap((end) => (end === undefined ? [] : [odata\`RowKey lt \${endAfter(end)}\`])),
  ].join(' and ');
${isTypeScript ? '' : '  /** @param {string} rowKey */\n'}  const isWithin = (rowKey${t(': string')}) =>
    rowKey >= (ge ?? '') && (gt === undefined || rowKey > gt) && (le === undefined || rowKey <= le) && (lt === undefined || rowKey < lt);
  let period = '';
  ${readings}
  const all = ${all};
  for await (const entity of all) {
    const end = endAfter(entity.rowKey ?? '');
    if (end !== period) {
      yield* inOrder(readings);
      readings = new Map();
      period = end;
    }
    // a series comes after what is left of before, and in place of it
    for (const [rowKey, reading] of readingsOf(entity)) if (isWithin(rowKey)) readings.set(rowKey, reading);
  }
  yield* inOrder(readings);
}

${comment('The values of a map in the order of its keys.', ['@template T', '@param {Map<string, T>} map', '@returns {T[]}'], language)}
function inOrder${t('<T>')}(map${t(': Map<string, T>')})${t(': T[]')} {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}
`;
}

/** The character after another one. */
function after(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 1);
}

function endCode({ names, key }: SeriesModule, language: Language): string {
  const { separator, length } = key;
  const t = only(language.isTypeScript);
  const at = length === undefined ? `rowKey.indexOf('${separator}')` : String(length);
  const isOutside = length === undefined ? 'at < 0' : 'rowKey.length <= at';
  return `${comment(`Where the series end that have ${names.many} of up to a RowKey.`, ['@param {string} rowKey', '@returns {string}'], language)}
function endAfter(rowKey${t(': string')})${t(': string')} {
  const at = ${at};
  return ${isOutside} ? rowKey : \`\${rowKey.slice(0, at)}${separator === '_' ? '\\`' : after(separator)}\`;
}
`;
}

function readingsCode({ names, key }: SeriesModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const parameter = isTypeScript ? 'entity: TableEntityResult<T>' : 'entity';
  const map = isTypeScript
    ? 'const readings = new Map<string, TableEntityResult<T>>();'
    : '/** @type {Map<string, Stored>} */\n  const readings = new Map();';
  const reading = '{ partitionKey, rowKey: key, etag, timestamp, ...readings.get(key), [property]: value }';
  return `${comment(`The ${names.many} of a series by their RowKeys; of one of before itself.`, ['@param {Stored} entity', '@returns {Map<string, Stored>}'], language)}
function readingsOf${t('<T extends object>')}(${parameter})${t(': Map<string, TableEntityResult<T>>')} {
  const { partitionKey, rowKey = '', etag, timestamp } = entity;
  if (!rowKey.endsWith('${key.separator}${LAST}')) return new Map([[rowKey, entity]]);
  ${map}
  for (const [name, value] of Object.entries(entity)) {
    const [, property, point] = /^(.+)_(\\d\\d)$/.exec(name) ?? [];
    if (property === undefined) continue;
    const key = rowKey.slice(0, -1) + point;
    readings.set(key, ${isTypeScript ? `${reading} as TableEntityResult<T>` : reading});
  }
  return readings;
}
`;
}
