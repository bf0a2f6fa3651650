import type { Backfill } from '../intra-partition-index/backfill-code.ts';
import { comment, type Language, only } from '../intra-partition-index/module-code.ts';

/** Minutes for which an entry without its entity may be one whose entity is just being written. */
const MINUTES = 60;

/** A script that writes the index entries of entities that were there before, and sweeps those that lead nowhere. */
export function interBackfillCode(backfill: Backfill, language: Language): string {
  const { index, table, module, file, entities, copies } = backfill;
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const ending = language.isTypeScript ? 'ts' : 'js';
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const take = (what: string, from: string): string =>
    language.isCommonJs ? `const ${what} = require('${from}');` : `import ${what} from '${from}';`;
  const page = language.isTypeScript ? 'page' : '/** @type {TableEntity[]} */ (page)';
  const read = language.isTypeScript
    ? 'client.getEntity<TableEntity>(partitionKey, rowKey)'
    : '/** @type {Promise<TableEntity>} */ (client.getEntity(partitionKey, rowKey))';
  const typedef = language.isTypeScript
    ? ''
    : "\n/** @typedef {import('@azure/data-tables').TableEntity} TableEntity */";
  const ofEntity = ['@param {TableEntity} entity'];
  const pageOf = ['@param {string} filter', '@param {string | undefined} token'];
  return `${take('{ readFile, rename, rm, writeFile }', 'node:fs/promises')}
${take('{ parseArgs }', 'node:util')}
${take(`{ TableClient${t(', type TableEntity')} }`, '@azure/data-tables')}
${take(`{ ${names.copy} }`, module)}

/**
 * Writes the index entries by ${attribute} that entities of ${table} lack, then checks that each has its own. Run it when every program that
 * writes keeps the index, and before any program reads by ${attribute}; then now and again, with --sweep. It can be stopped at any time: it goes
 * on where it was. No entity is changed. Entries that lead nowhere do no harm: --sweep deletes those that are older than ${String(MINUTES)} minutes.
 *
 *   AZURE_STORAGE_CONNECTION_STRING=… node ${file}.${ending}
 *     --dry-run       only counts what there is to do
 *     --verify        only checks
 *     --sweep         deletes entries that lead nowhere
 *     --token FILE    where it notes how far it is
 *     --parallel N    writes at once, 8 if not given
 *
 * Exit codes: 0 all have their entries (or it was a dry run), 1 some do not, which are listed, 2 it did not come to its end.
 */
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    sweep: { type: 'boolean', default: false },
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
const entries = "${copies}";
const started = Date.now();
${typedef}
const counts = { written: 0, missing: 0, swept: 0, problems: 0 };

main().catch((error) => {
  console.error(error);
  process.exitCode = 2;
});

async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachOf(entities, undefined, (page) => inParallel(page, countMissing));
    console.log(\`\${counts.missing} entries are missing.\`);
    return;
  }
  if (!values.verify) {
    await eachOf(entities, await savedToken(), (page) => inParallel(page, writeEntry), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.written} entries were written.\`);
  }
  if (values.sweep) {
    await eachOf(entries, undefined, (page) => inParallel(page, sweepEntry));
    console.log(\`\${counts.swept} entries were deleted.\`);
  }
  await eachOf(entities, undefined, (page) => inParallel(page, checkEntity));
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${doc('Goes through all that meet a filter by the page, and tells how far it is.', [
  ...pageOf,
  '@param {(page: TableEntity[]) => Promise<void>} act',
  '@param {(token: string) => Promise<void>} [done]',
])}
async function eachOf(
  filter${t(': string')},
  token${t(': string | undefined')},
  act${t(': (page: TableEntity[]) => Promise<void>')},
  done${t(': (token: string) => Promise<void>')} = async () => {},
)${t(': Promise<void>')} {
  // partition-lens-disable-next-line table-scan, partition-range-scan -- each is read once
  const all = client.listEntities${t('<TableEntity>')}({ queryOptions: { filter } });
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

${doc('The index entry of an entity; none, and a problem, where it can not have one.', ofEntity)}
function entryOf(entity${t(': TableEntity')})${t(': TableEntity | undefined')} {
  try {
    return ${names.copy}(entity);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(entity, error.message);
    return undefined;
  }
}

${doc('Writes the entry of an entity that has none. If the entity changes meanwhile, it leads nowhere.', ofEntity)}
async function writeEntry(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const entry = entryOf(entity);
  if (entry === undefined || (await find(entry.partitionKey, entry.rowKey)) !== undefined) return;
  try {
    await client.createEntity(entry);
    counts.written += 1;
  } catch (error) {
    const { statusCode } = ${language.isTypeScript ? 'error as { statusCode?: number }' : '/** @type {{ statusCode?: number }} */ (error)'};
    // somebody else has written it meanwhile
    if (statusCode === 409) return;
    if (statusCode !== 400) throw error;
    report(entity, String(error));
  }
}

${doc('Counts an entity that has no entry.', ofEntity)}
async function countMissing(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const entry = entryOf(entity);
  if (entry !== undefined && (await find(entry.partitionKey, entry.rowKey)) === undefined) counts.missing += 1;
}

${doc('Reports an entity that has no entry, unless it changes right now.', ofEntity)}
async function checkEntity(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const entry = entryOf(entity);
  if (entry === undefined || (await find(entry.partitionKey, entry.rowKey)) !== undefined) return;
  const now = await find(entity.partitionKey, entity.rowKey);
  if (now === undefined) return;
  if (now.etag === entity.etag) report(entity, 'has no index entry');
  else await checkEntity(now);
}

${doc('Deletes an entry whose entity is not there, or has another value by now.', ['@param {TableEntity} entry'])}
async function sweepEntry(entry${t(': TableEntity')})${t(': Promise<void>')} {
  if (started - Date.parse(String(entry.timestamp)) < ${String(MINUTES)} * 60 * 1000) return;
  const entity = await find(String(entry.entityPartitionKey), String(entry.entityRowKey));
  if (entity !== undefined && entryOf(entity)?.partitionKey === entry.partitionKey) return;
  const { partitionKey, rowKey, etag } = entry;
  try {
    await client.deleteEntity(partitionKey, rowKey, { etag: String(etag) });
    counts.swept += 1;
  } catch (error) {
    const { statusCode = 0 } = ${language.isTypeScript ? 'error as { statusCode?: number }' : '/** @type {{ statusCode?: number }} */ (error)'};
    if (statusCode !== 404 && statusCode !== 412) throw error;
  }
}

${doc('Tells of an entity.', [...ofEntity, '@param {string} what'])}
function report({ partitionKey, rowKey }${t(': TableEntity')}, what${t(': string')})${t(': void')} {
  counts.problems += 1;
  console.error(\`\${JSON.stringify(partitionKey)} \${JSON.stringify(rowKey)}: \${what}\`);
}

${doc('The entity with these keys, if there is one.', ['@param {string} partitionKey', '@param {string} rowKey', '@returns {Promise<TableEntity | undefined>}'])}
async function find(partitionKey${t(': string')}, rowKey${t(': string')})${t(': Promise<TableEntity | undefined>')} {
  return ${read}.catch((error) => {
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
