import { decodedCode, encodedCode } from '../code/edm-code.ts';
import {
  comment,
  exportsCode,
  exportsOf,
  importCode,
  type Language,
  only,
  serviceError,
} from '../code/language.ts';
import { CLIENT, generic, tablesImport } from '../code/table-code.ts';
import { type StorageAccount, storageClientCode } from '../sites/account.ts';

/** What a module that keeps a log in append blobs has. */
export interface LogModule {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly append: string;
  readonly entries: string;
  /** The program reads the log. */
  readonly isRead: boolean;
  readonly bucket: string;
  readonly account: StorageAccount;
  /** Characters that RowKeys of one blob begin with, and how long that is, in words. */
  readonly length: number;
  readonly span: string;
}

/** The module with what writes and reads the log, in two spaces, single quotes and semicolons. */
export function logModuleCode(module: LogModule, language: Language): string {
  const { isRead, append, entries } = module;
  return [
    headCode(module, language),
    containerCode(module, language),
    appendCode(module, language),
    ...(isRead ? [entriesCode(module, language), blobsCode(language), nextCode(language)] : []),
    addCode(language),
    namesCode(module, language),
    encodedCode(language),
    ...(isRead ? [decodedCode(language)] : []),
    errorCode(language),
    ...exportsCode([append, ...(isRead ? [entries] : [])], language),
  ].join('\n');
}

const RANGE = '{ ge?: string; gt?: string; le?: string; lt?: string }';

function headCode({ account, isRead }: LogModule, language: Language): string {
  const { isTypeScript } = language;
  const blobs = importCode('{ ContainerClient }', '@azure/storage-blob', language);
  const identity =
    account.by === 'identity' ? [importCode('{ DefaultAzureCredential }', '@azure/identity', language)] : [];
  const values = isRead ? ['odata'] : [];
  if (isTypeScript) {
    const tables = tablesImport(values, ['TableClient', 'TableEntity'], language).trimEnd();
    const range = `/** Bounds of RowKeys, as filters have them. */\ntype Range = ${RANGE};\n`;
    return [tables, ...identity, blobs, '', ...(isRead ? [range] : [])].join('\n');
  }
  const tables = tablesImport(values, ['TableClient', 'TableEntity'], language);
  const [first, ...rest] = isRead ? tables.split('\n\n') : ['', tables];
  const range = isRead
    ? `/**\n * Bounds of RowKeys, as filters have them.\n *\n * @typedef {${RANGE}} Range\n */\n`
    : '';
  const taken = first === undefined || first === '' ? [] : [first];
  return [...taken, ...identity, blobs, '', `${rest.join('\n\n')}${range}`].join('\n');
}

function containerCode({ bucket, account, span }: LogModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${language.isTypeScript ? '' : '/** @type {ContainerClient | undefined} */\n'}let container${t(': ContainerClient | undefined')};

${comment(`The container of the log: an append blob for each PartitionKey and ${span}, with a line of JSON for each entry.`, ['@returns {ContainerClient}'], language)}
function logContainer()${t(': ContainerClient')} {
  container ??= ${storageClientCode('ContainerClient', account, bucket)};
  return container;
}
`;
}

function appendCode({ append }: LogModule, language: Language): string {
  const t = only(language.isTypeScript);
  const says =
    'Adds an entry to the log, in one request. One that was sent twice, as its answer was lost, is read once. The client is that of the table with the entries of before.';
  return `${comment(says, ['@param {TableClient} _client', '@param {TableEntity} entity', '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${append}${generic(language)}(
  ${language.isTypeScript ? '_client: TableClient' : '_client'},
  entity${t(': TableEntity<T>')},
)${t(': Promise<void>')} {
  const { partitionKey, rowKey } = entity${t(' as TableEntity')};
  await add(partitionKey, startOf(rowKey), \`\${JSON.stringify(encoded(entity))}\\n\`);
}
`;
}

function entriesCode({ entries }: LogModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says =
    'The entries with a PartitionKey, in the order of their RowKeys, as listEntities gives them, but for ETags and timestamps: those of before out of the table, and those of blobs.';
  const tags = [
    CLIENT,
    '@param {string} partitionKey',
    '@param {Range} [range]',
    '@returns {AsyncGenerator<TableEntity>}',
  ];
  const given = t('<T extends object = Record<string, unknown>>');
  const list = isTypeScript ? 'client.listEntities<T>' : 'client.listEntities';
  const cast = (name: string): string =>
    isTypeScript ? `${name} as TableEntity<T>` : `/** @type {TableEntity} */ (${name})`;
  const row = isTypeScript
    ? "({ rowKey = '' }: { rowKey?: string }) => rowKey"
    : "(/** @type {{ rowKey?: string }} */ { rowKey = '' }) => rowKey";
  return `${comment(says, tags, language)}
${exportsOf(language)}async function* ${entries}${given}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  range${t(': Range')} = {},
)${t(': AsyncGenerator<TableEntity<T>>')} {
  const { ge, gt, le, lt } = range;
  const from = ge ?? gt ?? '';
  const bounds = [
    odata\`PartitionKey eq \${partitionKey} and RowKey ge \${from}\`,
    ...(gt === undefined ? [] : [odata\`RowKey gt \${gt}\`]),
    ...(le === undefined ? [] : [odata\`RowKey le \${le}\`]),
    ...(lt === undefined ? [] : [odata\`RowKey lt \${lt}\`]),
  ];
  const rowKeyOf = ${row};
${isTypeScript ? '' : '  /** @param {string} rowKey */\n'}  const isWithin = (rowKey${t(': string')}) =>
    rowKey >= from && (gt === undefined || rowKey > gt) && (le === undefined || rowKey <= le) && (lt === undefined || rowKey < lt);
  const old = ${list}({ queryOptions: { filter: bounds.join(' and ') } })[Symbol.asyncIterator]();
  let row = await next(old);
  for await (const entry of inBlobs(partitionKey, startOf(from), le ?? lt)) {
    const rowKey = rowKeyOf(entry);
    if (!isWithin(rowKey)) continue;
    for (; row !== undefined && rowKeyOf(row) <= rowKey; row = await next(old)) yield ${cast('row')};
    yield ${isTypeScript ? 'entry as TableEntity<T>' : 'entry'};
  }
  for (; row !== undefined; row = await next(old)) yield ${cast('row')};
}
`;
}

function blobsCode(language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says =
    'The entries of blobs whose RowKeys begin with a text from one on to another, by RowKey. One blob is read at a time.';
  const tags = [
    '@param {string} partitionKey',
    '@param {string} from',
    '@param {string | undefined} to',
    '@returns {AsyncGenerator<TableEntity>}',
  ];
  const entries = isTypeScript
    ? 'const lines = new Set<string>();'
    : '/** @type {Set<string>} */\n  const lines = new Set();';
  return `${comment(says, tags, language)}
async function* inBlobs(partitionKey${t(': string')}, from${t(': string')}, to${t(': string | undefined')})${t(': AsyncGenerator<TableEntity>')} {
  const prefix = \`\${safe(partitionKey)}/\`;
  const names = new Map${t('<string, string[]>')}();
  try {
    for await (const { name } of logContainer().listBlobsFlat({ prefix })) {
      const [start = ''] = name.slice(prefix.length).split('.');
      const text = decodeURIComponent(start.replace(/=/g, '%'));
      if (text < from || (to !== undefined && text > to)) continue;
      names.set(text, [...(names.get(text) ?? []), name]);
    }
  } catch (error) {
    // nothing was written yet
    if (statusOf(error) !== 404) throw error;
  }
  for (const start of [...names.keys()].sort()) {
    ${entries.replaceAll('\n', '\n  ')}
    for (const name of names.get(start) ?? []) {
      const content = await logContainer().getBlobClient(name).downloadToBuffer();
      for (const line of content.toString().split('\\n')) if (line !== '') lines.add(line);
    }
    const entries = [...lines].map((line) => ${isTypeScript ? 'decoded(JSON.parse(line)) as TableEntity' : '/** @type {TableEntity} */ (decoded(JSON.parse(line)))'});
    yield* entries.sort((a, b) => (a.rowKey < b.rowKey ? -1 : Number(a.rowKey > b.rowKey)));
  }
}
`;
}

function nextCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('The next entity of a list; none of a table that was deleted.', ['@template T', '@param {AsyncIterator<T>} list', '@returns {Promise<T | undefined>}'], language)}
async function next${t('<T>')}(list${t(': AsyncIterator<T>')})${t(': Promise<T | undefined>')} {
  try {
    const { done, value } = await list.next();
    return done === true ? undefined : value;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
`;
}

function addCode(language: Language): string {
  const t = only(language.isTypeScript);
  const tags = [
    '@param {string} partitionKey',
    '@param {string} start',
    '@param {string} line',
    '@param {number} [part]',
    '@returns {Promise<void>}',
  ];
  return `${comment('Appends a line to a blob, and makes that before the first one. A blob takes 50,000 appends: then there is another.', tags, language)}
async function add(partitionKey${t(': string')}, start${t(': string')}, line${t(': string')}, part = 0)${t(': Promise<void>')} {
  const name = \`\${safe(partitionKey)}/\${safe(start)}.\${part}.jsonl\`;
  const blob = logContainer().getAppendBlobClient(name);
  const append = () => blob.appendBlock(line, Buffer.byteLength(line));
  try {
    await append();
  } catch (error) {
    if (codeOf(error) === 'BlockCountExceedsLimit') return add(partitionKey, start, line, part + 1);
    if (statusOf(error) !== 404) throw error;
    await logContainer().createIfNotExists();
    await blob.createIfNotExists();
    await append();
  }
}
`;
}

function namesCode({ length }: LogModule, language: Language): string {
  const t = only(language.isTypeScript);
  const start = `${comment('What the RowKeys of a blob begin with.', ['@param {string} rowKey', '@returns {string}'], language)}
function startOf(rowKey${t(': string')})${t(': string')} {
  return rowKey.slice(0, ${String(length)});
}
`;
  return `${start}
${comment('A key as a part of the name of a blob, which no other key has.', ['@param {string} key', '@returns {string}'], language)}
function safe(key${t(': string')})${t(': string')} {
  const encoded = encodeURIComponent(key).replace(/[.~!'()*]/g, (one) => \`%\${one.charCodeAt(0).toString(16).toUpperCase()}\`);
  return key === '' ? '=' : encoded.replace(/%/g, '=');
}
`;
}

function errorCode(language: Language): string {
  const t = only(language.isTypeScript);
  const coded = serviceError(language).replaceAll('statusCode?: number', 'code?: string');
  return `${comment('The HTTP status of an error of the service.', ['@param {unknown} error', '@returns {number | undefined}'], language)}
function statusOf(error${t(': unknown')})${t(': number | undefined')} {
  const { statusCode } = ${serviceError(language)};
  return statusCode;
}

${comment('The code of an error of the service.', ['@param {unknown} error', '@returns {string | undefined}'], language)}
function codeOf(error${t(': unknown')})${t(': string | undefined')} {
  const { code } = ${coded};
  return code;
}
`;
}
