import type { IndexModule, Language } from './module-code.ts';
import { comment, only } from './module-code.ts';

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

/** Actions of a transaction: the service's limit. Each entity takes two. */
const MOST_ACTIONS = 100;

/** Bytes in one transaction: the service allows 4 MiB, with all that goes around the entities. */
const MOST_BYTES = 3_000_000;

/** A script that writes the copies of entities that were there before, in two spaces, single quotes and semicolons. */
export function backfillCode(backfill: Backfill, language: Language): string {
  const { index, table, module, file, entities, copies } = backfill;
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const ending = language.isTypeScript ? 'ts' : 'js';
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const take = (what: string, from: string): string =>
    language.isCommonJs ? `const ${what} = require('${from}');` : `import ${what} from '${from}';`;
  const types = language.isTypeScript
    ? ''
    : ['TableEntity', 'TransactionAction']
        .map((one) => `\n/** @typedef {import('@azure/data-tables').${one}} ${one} */`)
        .join('');
  const page = language.isTypeScript ? 'page' : '/** @type {TableEntity[]} */ (page)';
  const ofEntity = ['@param {TableEntity} entity'];
  return `${take('{ readFile, rename, rm, writeFile }', 'node:fs/promises')}
${take('{ isDeepStrictEqual, parseArgs }', 'node:util')}
${take(`{ TableClient${t(', type TableEntity, type TransactionAction')} }`, '@azure/data-tables')}
${take(`{ ${names.copy} }`, module)}

/**
 * Writes the copies by ${attribute} of entities of ${table} that were there before, then checks that each has its copy.
 * Run it when every program that writes keeps copies, and before any program reads by ${attribute}. It can be stopped at any time:
 * it goes on where it was. Each entity is written with its own ETag, so its ETag and Timestamp change. Nothing is deleted.
 *
 *   AZURE_STORAGE_CONNECTION_STRING=… node ${file}.${ending}
 *     --dry-run       only counts what there is to do
 *     --verify        only checks
 *     --token FILE    where it notes how far it is
 *     --parallel N    writes at once, 8 if not given
 *
 * Exit codes: 0 all have their copies (or it was a dry run), 1 some do not, which are listed, 2 it did not come to its end.
 */
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    token: { type: 'string', default: '${file}.token' },
    parallel: { type: 'string', default: '8' },
  },
});
const connection = process.env.AZURE_STORAGE_CONNECTION_STRING ?? '';
const parallel = Math.min(Math.max(Math.trunc(Number(values.parallel)) || 8, 1), 64);
const client = TableClient.fromConnectionString(connection, '${table}', {
  allowInsecureConnection: connection.includes('=http://127.0.0.1:'),
});
const entities = "${entities}";
const copies = "${copies}";
${types}
const counts = { written: 0, missing: 0, problems: 0 };

main().catch((error) => {
  console.error(error);
  process.exitCode = 2;
});

async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachEntity(undefined, (page) => inParallel(page, countMissing));
    console.log(\`\${counts.missing} copies are missing or differ.\`);
    return;
  }
  if (!values.verify) {
    await eachEntity(await savedToken(), (page) => inParallel(batches(page), writeCopies), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.written} copies were written.\`);
  }
  await eachEntity(undefined, (page) => inParallel(page, checkEntity));
  // partition-lens-disable-next-line table-scan -- every copy is read once
  const all = client.listEntities${t('<TableEntity>')}({ queryOptions: { filter: copies } });
  const pages = all.byPage({ maxPageSize: 1000 });
  for await (const page of pages) await inParallel(${page}, checkCopy);
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${doc('Goes through all entities but copies by the page, and tells how far it is.', [
  '@param {string | undefined} token',
  '@param {(page: TableEntity[]) => Promise<void>} act',
  '@param {(token: string) => Promise<void>} [done]',
])}
async function eachEntity(
  token${t(': string | undefined')},
  act${t(': (page: TableEntity[]) => Promise<void>')},
  done${t(': (token: string) => Promise<void>')} = async () => {},
)${t(': Promise<void>')} {
  // partition-lens-disable-next-line table-scan -- every entity is read once
  const all = client.listEntities${t('<TableEntity>')}({ queryOptions: { filter: entities } });
  const pages = all.byPage({ maxPageSize: 1000, continuationToken: token });
  for await (const page of pages) {
    await act(${page});
    if (page.continuationToken !== undefined) await done(page.continuationToken);
  }
}

async function savedToken()${t(': Promise<string | undefined>')} {
  const saved = await readFile(values.token, 'utf8').catch(() => '');
  const [url, token] = saved.split('\\n');
  return url === client.url && token !== '' ? token : undefined;
}

${doc('Replaces the file at once, so that it is never half written.', ['@param {string} token'])}
async function saveToken(token${t(': string')})${t(': Promise<void>')} {
  await writeFile(\`\${values.token}.new\`, \`\${client.url}\\n\${token}\`);
  await rename(\`\${values.token}.new\`, values.token);
}

${doc('Entities that one transaction can write: of one partition, and within its limits.', ['@param {TableEntity[]} page'])}
function batches(page${t(': TableEntity[]')})${t(': TableEntity[][]')} {
${language.isTypeScript ? '' : '  /** @type {TableEntity[][]} */\n'}  const all${t(': TableEntity[][]')} = [];
  let bytes = 0;
  for (const entity of page) {
    if (copyOf(entity) === undefined) continue;
    const size = sizeOf(entity);
    const last = all.at(-1);
    const isFull = last === undefined || last.length === ${String(MOST_ACTIONS / 2)} || bytes + size > ${String(MOST_BYTES)};
    if (isFull || last[0]?.partitionKey !== entity.partitionKey) {
      all.push([entity]);
      bytes = size;
    } else {
      last.push(entity);
      bytes += size;
    }
  }
  return all;
}

${doc('The copy of an entity; none, and a problem, where it can not have one.', ofEntity)}
function copyOf(entity${t(': TableEntity')})${t(': TableEntity | undefined')} {
  try {
    return ${names.copy}(entity);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(entity, error.message);
    return undefined;
  }
}

${doc('At most so many bytes does an entity take in a request.', ofEntity)}
function sizeOf(entity${t(': TableEntity')})${t(': number')} {
  return Object.entries(entity).reduce((sum, [name, value]) => {
    const length = typeof value === 'string' || value instanceof Uint8Array ? value.length * 3 : 40;
    return sum + name.length + length + 100;
  }, 1000);
}

${doc('Writes the copies of entities of one partition, none if an entity has changed meanwhile: then one by one.', ['@param {TableEntity[]} batch'])}
async function writeCopies(batch${t(': TableEntity[]')})${t(': Promise<void>')} {
${language.isTypeScript ? '' : '  /** @type {TransactionAction[]} */\n'}  const actions${t(': TransactionAction[]')} = [];
  for (const entity of batch) {
    const copy = ${names.copy}(entity);
    if (copy !== undefined) actions.push(touch(entity), ['create', copy]);
  }
  try {
    await client.submitTransaction(actions);
    counts.written += batch.length;
  } catch (error) {
    if (!isOfEntity(error)) throw error;
    for (const entity of batch) await writeCopy(entity);
  }
}

${doc('Changes nothing of an entity, and fails if somebody else has.', [...ofEntity, '@returns {TransactionAction}'])}
function touch({ partitionKey, rowKey, etag }${t(': TableEntity')})${t(': TransactionAction')} {
  return ['update', { partitionKey, rowKey }, 'Merge', { etag: String(etag) }];
}

${doc('Writes the copy of one entity, as it is now.', ofEntity)}
async function writeCopy({ partitionKey, rowKey }${t(': TableEntity')})${t(': Promise<void>')} {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const entity = await find(partitionKey, rowKey);
    const copy = entity && copyOf(entity);
    if (entity === undefined || copy === undefined) return;
    const there = await find(partitionKey, copy.rowKey);
    if (there !== undefined && isSame(there, copy)) return;
    // the check at the end tells of it
    if (there !== undefined && there.originalRowKey !== rowKey) return;
    try {
      await client.submitTransaction([
        touch(entity),
        there === undefined ? ['create', copy] : ['update', copy, 'Replace', { etag: String(there.etag) }],
      ]);
      counts.written += 1;
      return;
    } catch (error) {
      if (!isOfEntity(error)) throw error;
      if (attempt === 10) report(entity, String(error));
    }
  }
}

${doc('Counts an entity that has no copy that is equal.', ofEntity)}
async function countMissing(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const copy = copyOf(entity);
  const there = copy && (await find(copy.partitionKey, copy.rowKey));
  if (copy !== undefined && (there === undefined || !isSame(there, copy))) counts.missing += 1;
}

${doc('Reports an entity whose copy is missing or differs, unless it changes right now.', ofEntity)}
async function checkEntity(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const { partitionKey, rowKey } = entity;
  const copy = copyOf(entity);
  if (copy === undefined) return;
  const there = await find(partitionKey, copy.rowKey);
  if (there !== undefined && isSame(there, copy)) return;
  const now = await find(partitionKey, rowKey);
  if (now === undefined) return;
  if (now.etag !== entity.etag) await checkEntity(now);
  else if (there === undefined) report(entity, 'has no copy');
  else report(entity, there.originalRowKey === rowKey ? 'differs from its copy' : 'has the ${attribute} of another entity');
}

${doc('Reports a copy whose entity is gone, or has another ${attribute}.'.replace('${attribute}', attribute), ['@param {TableEntity} copy'])}
async function checkCopy(copy${t(': TableEntity')})${t(': Promise<void>')} {
  const entity = await find(copy.partitionKey, String(copy.originalRowKey));
  if (entity !== undefined && copyOf(entity)?.rowKey === copy.rowKey) return;
  const now = await find(copy.partitionKey, copy.rowKey);
  if (now?.etag === copy.etag) report(copy, 'is the copy of an entity that is not there or has another ${attribute}');
}

${doc('Tells of an entity.', [...ofEntity, '@param {string} what'])}
function report({ partitionKey, rowKey }${t(': TableEntity')}, what${t(': string')})${t(': void')} {
  counts.problems += 1;
  console.error(\`\${JSON.stringify(partitionKey)} \${JSON.stringify(rowKey)}: \${what}\`);
}

${doc('Whether two entities have the same properties.', ['@param {TableEntity} stored', '@param {TableEntity} copy'])}
function isSame(stored${t(': TableEntity')}, copy${t(': TableEntity')})${t(': boolean')} {
  const { etag, timestamp, 'odata.metadata': metadata, ...properties } = stored;
  return isDeepStrictEqual(properties, copy);
}

${doc('Whether the service rejected a write for the entities in it.', ['@param {unknown} error'])}
function isOfEntity(error${t(': unknown')})${t(': boolean')} {
  const { statusCode = 0 } = ${language.isTypeScript ? 'error as { statusCode?: number }' : '/** @type {{ statusCode?: number }} */ (error)'};
  return [400, 404, 409, 412, 413].includes(statusCode);
}

${doc('The entity with these keys, if there is one.', ['@param {string} partitionKey', '@param {string} rowKey', '@returns {Promise<TableEntity | undefined>}'])}
async function find(partitionKey${t(': string')}, rowKey${t(': string')})${t(': Promise<TableEntity | undefined>')} {
  return ${language.isTypeScript ? 'client.getEntity<TableEntity>(partitionKey, rowKey)' : '/** @type {Promise<TableEntity>} */ (client.getEntity(partitionKey, rowKey))'}.catch((error) => {
    if (error.statusCode === 404) return undefined;
    throw error;
  });
}

${doc('Does something with each, so many at once.', ['@template T', '@param {T[]} items', '@param {(item: T) => Promise<void>} act'])}
async function inParallel${t('<T>')}(items${t(': T[]')}, act${t(': (item: T) => Promise<void>')})${t(': Promise<void>')} {
  const left = items.values();
  const work = async ()${t(': Promise<void>')} => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
`;
}
