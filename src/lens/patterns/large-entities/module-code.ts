import { comment, exportsCode, exportsOf, importCode, type Language, only } from '../code/language.ts';
import { type StorageAccount, storageClientCode } from '../sites/account.ts';
import { CLIENT, findCode, generic, retryCode, stored, tablesImport } from '../code/table-code.ts';

/** What a module that keeps a property in blobs is called, and its functions. */
export interface BlobNames {
  /** The modules' files, without their endings. */
  readonly module: string;
  readonly sweep: string;
  readonly create: string;
  readonly update: string;
  readonly upsert: string;
  readonly delete: string;
  readonly read: string;
  /** Restores the property of all entities of a list. */
  readonly list: string;
  readonly container: string;
  /** An entity, in words of a comment, and several: "a document", "document", "documents". */
  readonly one: string;
  readonly noun: string;
  readonly many: string;
}

export type BlobCall = 'create' | 'update' | 'upsert' | 'delete' | 'read' | 'list';

const CALLS = ['create', 'update', 'upsert', 'delete', 'read', 'list'] as const;

/** What a module keeps in blobs. */
export interface BlobModule {
  readonly names: BlobNames;
  readonly table: string;
  readonly property: string;
  /** The property that has the blob's name. */
  readonly blob: string;
  /** The container's name in the account. */
  readonly bucket: string;
  readonly account: StorageAccount;
  readonly calls: ReadonlySet<BlobCall>;
}

/** What the names of all blobs of a property begin with. */
export function blobPrefix({ table, property }: BlobModule): string {
  return `${table}/${property}/`;
}

/** The type that blobs of text have; others are of bytes. */
const TEXT = 'text/plain; charset=utf-8';

/** The module with the writes and reads that keep a property in blobs, in two spaces, single quotes and semicolons. */
export function blobModuleCode(module: BlobModule, language: Language): string {
  const { calls, names } = module;
  const rewrites = calls.has('update') || calls.has('upsert');
  const reads = calls.has('read') || calls.has('list');
  const exported = CALLS.filter((one) => calls.has(one) || (one === 'read' && reads));
  return [
    headCode(module, { rewrites, reads }, language),
    containerCode(module, language),
    ...(calls.has('create') ? [createCode(module, language)] : []),
    ...(calls.has('update') ? [changeCode(module, 'update', language)] : []),
    ...(calls.has('upsert') ? [changeCode(module, 'upsert', language)] : []),
    ...(calls.has('delete') ? [deleteCode(module, language)] : []),
    ...(reads ? [readCode(module, language), restoreCode(module, language)] : []),
    ...(calls.has('list') ? [listCode(module, language)] : []),
    ...(rewrites ? [rewriteCode(module, language)] : []),
    withBlobCode(module, language),
    uploadCode(module, language),
    removeCode(module, language),
    ...(rewrites || calls.has('delete') ? [retryCode(rewrites ? 'flag' : 'none', language)] : []),
    findCode(language),
    ...exportsCode([names.container, ...exported.map((one) => names[one])], language),
  ].join('\n');
}

interface Parts {
  readonly rewrites: boolean;
  readonly reads: boolean;
}

function headCode({ account }: BlobModule, { rewrites, reads }: Parts, language: Language): string {
  const { isTypeScript } = language;
  const types = [
    ...(isTypeScript && reads ? ['GetTableEntityResponse'] : []),
    ...['TableClient', 'TableEntity'],
    ...(isTypeScript && reads ? ['TableEntityResult'] : []),
    ...(rewrites ? ['UpdateMode'] : []),
  ];
  const blobs = importCode('{ ContainerClient }', '@azure/storage-blob', language);
  const node = [
    importCode('{ randomUUID }', 'node:crypto', language),
    ...(reads ? [importCode('{ buffer }', 'node:stream/consumers', language)] : []),
  ];
  const identity =
    account.by === 'identity' ? [importCode('{ DefaultAzureCredential }', '@azure/identity', language)] : [];
  const tables = tablesImport([], types, language);
  return isTypeScript
    ? [...node, tables.trimEnd(), ...identity, blobs, ''].join('\n')
    : [...node, ...identity, blobs, '', tables].join('\n');
}

function containerCode({ names, bucket, account, property }: BlobModule, language: Language): string {
  const t = only(language.isTypeScript);
  const { variable } = account;
  const made = storageClientCode('ContainerClient', account, bucket);
  const where =
    account.by === 'connection'
      ? `the account whose connection string ${variable} has`
      : `the account whose address of blobs ${variable} has`;
  return `${language.isTypeScript ? '' : '/** @type {ContainerClient | undefined} */\n'}let container${t(': ContainerClient | undefined')};

${comment(`The container of blobs, one for each ${property}, in ${where}.`, ['@returns {ContainerClient}'], language)}
${exportsOf(language)}function ${names.container}()${t(': ContainerClient')} {
  container ??= ${made};
  return container;
}
`;
}

const ENTITY = '@param {TableEntity} entity';

function createCode({ names, property }: BlobModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`Creates ${names.one}. Its ${property} is written first, to a blob whose name the entity keeps.`, [CLIENT, ENTITY, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.create}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
)${t(': Promise<void>')} {
  await withBlob(client, entity${t(' as TableEntity')}, (row) => client.createEntity(row));
}
`;
}

function changeCode({ names, property }: BlobModule, verb: 'update' | 'upsert', language: Language): string {
  const t = only(language.isTypeScript);
  const isUpdate = verb === 'update';
  const says = `${isUpdate ? 'Updates' : 'Creates or updates'} ${names.one}. A new ${property} is written first, to a blob of its own; the old one is deleted last.`;
  const tags = [
    ...[CLIENT, ENTITY, '@param {UpdateMode} [mode]'],
    ...(isUpdate ? ['@param {{ etag?: string }} [options]'] : []),
    '@returns {Promise<void>}',
  ];
  return `${comment(says, tags, language)}
${exportsOf(language)}async function ${names[verb]}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
${isUpdate ? `  { etag = '*' }${t(': { etag?: string }')} = {},\n` : ''})${t(': Promise<void>')} {
  await rewrite(client, entity${t(' as TableEntity')}, mode, ${isUpdate ? 'etag, false' : "'*', true"});
}
`;
}

function deleteCode({ names, property, blob }: BlobModule, language: Language): string {
  const t = only(language.isTypeScript);
  const keys = ['@param {string} partitionKey', '@param {string} rowKey'];
  return `${comment(`Deletes ${names.one}, then the blob with its ${property}.`, [CLIENT, ...keys, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.delete}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<void>')} {
  const read = () => ${stored(language)};
  await retried(read, async (before) => {
    await client.deleteEntity(partitionKey, rowKey, { etag: before.etag });
    await remove(before.${blob});
  });
}
`;
}

/** The type of what the SDK's getEntity gives. */
const RESPONSE = 'GetTableEntityResponse<TableEntityResult<T>>';

function readCode({ names, property }: BlobModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const keys = ['@param {string} partitionKey', '@param {string} rowKey'];
  const says = `The ${names.noun} with these keys, as getEntity gives it, with its ${property} out of its blob.`;
  const read = isTypeScript ? 'client.getEntity<T>(partitionKey, rowKey)' : stored(language);
  return `${comment(says, [CLIENT, ...keys, '@returns {Promise<Stored>}'], language)}
${exportsOf(language)}async function ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(`: Promise<${RESPONSE}>`)} {
  const read = () => ${read};
  return restored(await read(), read);
}
`;
}

function listCode({ names, property }: BlobModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says = `The ${names.many} of a list, as listEntities gives them, each with its ${property} out of its blob.`;
  const tags = [
    '@template {object} T',
    CLIENT,
    '@param {AsyncIterable<T>} list',
    '@returns {AsyncGenerator<T>}',
  ];
  const keys = isTypeScript
    ? 'entity as { partitionKey: string; rowKey: string }'
    : '/** @type {any} */ (entity)';
  const read = isTypeScript
    ? 'find<T>(client, partitionKey, rowKey)'
    : '/** @type {Promise<any>} */ (find(client, partitionKey, rowKey))';
  return `${comment(says, tags, language)}
${exportsOf(language)}async function* ${names.list}${t('<T extends object>')}(
  client${t(': TableClient')},
  list${t(': AsyncIterable<TableEntityResult<T>>')},
)${t(': AsyncGenerator<TableEntityResult<T>>')} {
  for await (const entity of list) {
    const { partitionKey, rowKey } = ${keys};
    const whole = await restored(entity, () => ${read});
    // it may be gone since its page was read
    if (whole !== undefined) yield whole;
  }
}
`;
}

function rewriteCode({ blob }: BlobModule, language: Language): string {
  const plain = `if (mayCreate) await client.upsertEntity(row, mode);
      else await client.updateEntity(row, mode, { etag });`;
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const tags = [
    ...[CLIENT, ENTITY, '@param {UpdateMode} mode', '@param {string} etag'],
    ...['@param {boolean} mayCreate', '@returns {Promise<void>}'],
  ];
  return `${comment('Sends the ETag that it reads, so that of writers at once each deletes the blob that it has replaced.', tags, language)}
async function rewrite(
  client${t(': TableClient')},
  entity${t(': TableEntity')},
  mode${t(': UpdateMode')},
  etag${t(': string')},
  mayCreate${t(': boolean')},
)${t(': Promise<void>')} {
  const { partitionKey, rowKey } = entity;
  const read = () =>
    mayCreate ? find(client, partitionKey, rowKey) : ${stored(language)};
  await withBlob(client, entity, async (row) => {
    if (row.${blob} === undefined && mode === 'Merge') {
      ${plain}
      return;
    }
    await retried(read, async (before) => {
      if (before === undefined) await client.createEntity(row);
      else await client.updateEntity(row, mode, { etag: etag === '*' ? before.etag : etag });
      if (before?.${blob} !== row.${blob}) await remove(before?.${blob});
    }, etag === '*');
  });
}
`;
}

function withBlobCode(module: BlobModule, language: Language): string {
  const { property, blob } = module;
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says = `Writes the ${property} of an entity to a new blob, then the entity with its name.`;
  const tags = [
    CLIENT,
    ENTITY,
    '@param {(row: TableEntity) => Promise<unknown>} write',
    '@returns {Promise<void>}',
  ];
  return `${comment(says, tags, language)}
async function withBlob(
  client${t(': TableClient')},
  entity${t(': TableEntity')},
  write${t(': (row: TableEntity) => Promise<unknown>')},
)${t(': Promise<void>')} {
  const { ${property}: content, ...rest } = entity;
  if (content === undefined || content === null) {
    await write(rest);
    return;
  }
  const name = \`${blobPrefix(module)}\${randomUUID()}\`;
  await upload(name, ${isTypeScript ? 'content as string | Uint8Array' : '/** @type {string | Uint8Array} */ (content)'});
  try {
    await write({ ...rest, ${blob}: name });
  } catch (error) {
    // it may have been written, with the answer lost: only what no entity names can go
    const status = statusOf(error) ?? 0;
    if (status >= 400 && status < 500) {
      const row = await find(client, entity.partitionKey, entity.rowKey).catch(() => null);
      if (row !== null && row?.${blob} !== name) await remove(name);
    }
    throw error;
  }
}
`;
}

function uploadCode({ names }: BlobModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('Writes a blob, and makes the container before the first one.', ['@param {string} name', '@param {string | Uint8Array} content', '@returns {Promise<void>}'], language)}
async function upload(name${t(': string')}, content${t(': string | Uint8Array')})${t(': Promise<void>')} {
  const isText = typeof content === 'string';
  const bytes = isText ? Buffer.from(content) : content;
  const blobContentType = isText ? '${TEXT}' : 'application/octet-stream';
  const send = () =>
    ${names.container}().getBlockBlobClient(name).uploadData(bytes, { blobHTTPHeaders: { blobContentType } });
  await send().catch(async (error) => {
    if (statusOf(error) !== 404) throw error;
    await ${names.container}().createIfNotExists();
    await send();
  });
}
`;
}

function restoreCode({ names, property, blob }: BlobModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says = `An entity with its ${property}; one of before has that itself. If another writer has put a new blob in place of its own since, it is read again.`;
  const tags = [
    ...[
      '@template {object} T',
      '@template {T | undefined} A',
      '@param {T} entity',
      '@param {() => Promise<A>} again',
    ],
    '@returns {Promise<T | A>}',
  ];
  const given = isTypeScript ? `entity as T & { ${blob}?: string }` : '/** @type {any} */ (entity)';
  const next = isTypeScript
    ? 'const next: T | undefined = await again();'
    : '/** @type {any} */\n  const next = await again();';
  const whole = `{ ...rest, ${property}: content }`;
  const stream = isTypeScript
    ? 'readableStreamBody as NodeJS.ReadableStream'
    : '/** @type {NodeJS.ReadableStream} */ (readableStreamBody)';
  return `${comment(says, tags, language)}
async function restored${t('<T extends object, A extends T | undefined>')}(
  entity${t(': T')},
  again${t(': () => Promise<A>')},
  attempts = 5,
)${t(': Promise<T | A>')} {
  const { ${blob}: name, ...rest } = ${given};
  if (name === undefined) return entity;
  try {
    const { contentType, readableStreamBody } = await ${names.container}().getBlobClient(name).download();
    const bytes = await buffer(${stream});
    const content = contentType === '${TEXT}' ? bytes.toString() : bytes;
    return ${isTypeScript ? `${whole} as unknown as T` : `/** @type {any} */ (${whole})`};
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    if (attempts === 1) throw new Error(\`The blob \${name} is missing.\`);
  }
  ${next}
  return next === undefined ? ${isTypeScript ? '(next as A)' : 'next'} : restored(next, again, attempts - 1);
}
`;
}

function removeCode({ names }: BlobModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`Deletes a blob that no entity names anymore. One that is left does no harm: ${names.sweep} deletes it.`, ['@param {unknown} name', '@returns {Promise<void>}'], language)}
async function remove(name${t(': unknown')})${t(': Promise<void>')} {
  if (typeof name === 'string') await ${names.container}().deleteBlob(name).catch(() => undefined);
}
`;
}
