import { comment, type Language, only } from '../intra-partition-index/module-code.ts';

/** What the script needs to know that gives entities of before a new key. */
export interface Move {
  readonly name: string;
  /** The property that has the time. */
  readonly property: string;
  readonly table: string;
  /** How the script imports the module of the key. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/** Entities in a transaction, each with two of the 100 actions that the service allows. */
const MOST_ENTITIES = 50;

/** Bytes in one transaction: the service allows 4 MiB, with all that goes around the entities. */
const MOST_BYTES = 3_000_000;

/** Characters of a key: 1 KiB in UTF-16 ("Understanding the Table service data model"). */
const LONGEST = 512;

/** A script that gives entities of before their new key, in two spaces, single quotes and semicolons. */
export function moveCode({ name, property, table, module, file }: Move, language: Language): string {
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
  const status = language.isTypeScript
    ? 'error as { statusCode?: number }'
    : '/** @type {{ statusCode?: number }} */ (error)';
  const ofEntity = ['@param {TableEntity} entity'];
  return `${take('{ readFile, rename, rm, writeFile }', 'node:fs/promises')}
${take('{ parseArgs }', 'node:util')}
${take(`{ TableClient${t(', type TableEntity, type TransactionAction')} }`, '@azure/data-tables')}
${take(`{ ${name} }`, module)}

/**
 * Gives the entities of ${table} that were there before a RowKey that puts the newest first, by their ${property}, then checks that all
 * have one. Run it when every program that writes makes such keys, and before any program reads by them. It can be stopped at any
 * time: it goes on where it was. Each entity is written under its new key and deleted under its old one in one transaction, so that it
 * is always there once. Nothing else is deleted. It takes for granted that no program changes an entity once it is written.
 *
 *   AZURE_STORAGE_CONNECTION_STRING=… node ${file}.${ending}
 *     --dry-run       only counts what there is to do
 *     --verify        only checks
 *     --token FILE    where it notes how far it is
 *     --parallel N    transactions at once, 8 if not given
 *
 * Exit codes: 0 all have their new keys (or it was a dry run), 1 some do not, which are listed, 2 it did not come to its end.
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
${types}
const counts = { moved: 0, old: 0, problems: 0 };

main().catch((error) => {
  console.error(error);
  process.exitCode = 2;
});

async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachPage(undefined, async (page) => {
      counts.old += page.filter((entity) => !isNew(entity)).length;
    });
    console.log(\`\${counts.old} entities have old keys.\`);
    return;
  }
  if (!values.verify) {
    await eachPage(await savedToken(), (page) => inParallel(batches(page), moveAll), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.moved} entities were moved.\`);
  }
  await eachPage(undefined, async (page) => {
    for (const entity of page) if (!isNew(entity)) report(entity, 'has an old key');
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${doc('Goes through all entities by the page, and tells how far it is.', [
  '@param {string | undefined} token',
  '@param {(page: TableEntity[]) => Promise<void>} act',
  '@param {(token: string) => Promise<void>} [done]',
])}
async function eachPage(
  token${t(': string | undefined')},
  act${t(': (page: TableEntity[]) => Promise<void>')},
  done${t(': (token: string) => Promise<void>')} = async () => {},
)${t(': Promise<void>')} {
  // partition-lens-disable-next-line table-scan, unbounded-collect -- every entity is read once
  const pages = client.listEntities${t('<TableEntity>')}().byPage({ maxPageSize: 1000, continuationToken: token });
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

${doc('Whether an entity has its new key: within a minute the ticks of its own time, and an end.', ofEntity)}
function isNew(entity${t(': TableEntity')})${t(': boolean')} {
  const ticks = /^\\d{19}(?=_)/.exec(entity.rowKey)?.[0];
  const wanted = newKeyOf(entity)?.slice(0, 19);
  if (ticks === undefined || wanted === undefined) return false;
  return Math.abs(Number(BigInt(ticks) - BigInt(wanted))) < 600_000_000;
}

${doc('The new key of an entity, which ends with its old one; undefined for one without a time.', [...ofEntity, '@returns {string | undefined}'])}
function newKeyOf(entity${t(': TableEntity')})${t(': string | undefined')} {
  const time = entity.${property};
  const isTime = time instanceof Date || typeof time === 'string' || typeof time === 'number';
  if (!isTime || Number.isNaN(new Date(time).getTime())) return undefined;
  const key = ${name}(time, entity.rowKey);
  return key.length <= ${String(LONGEST)} ? key : undefined;
}

${doc('Entities that one transaction can move: of one partition, and within its limits.', ['@param {TableEntity[]} page'])}
function batches(page${t(': TableEntity[]')})${t(': TableEntity[][]')} {
${language.isTypeScript ? '' : '  /** @type {TableEntity[][]} */\n'}  const all${t(': TableEntity[][]')} = [];
  let bytes = 0;
  for (const entity of page) {
    // the check at the end lists those without a time
    if (isNew(entity) || newKeyOf(entity) === undefined) continue;
    const size = sizeOf(entity);
    const last = all.at(-1);
    const isFull = last === undefined || last.length === ${String(MOST_ENTITIES)} || bytes + size > ${String(MOST_BYTES)};
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

${doc('At most so many bytes does an entity take in a request.', ofEntity)}
function sizeOf(entity${t(': TableEntity')})${t(': number')} {
  return Object.entries(entity).reduce((sum, [name, value]) => {
    const length = typeof value === 'string' || value instanceof Uint8Array ? value.length * 3 : 40;
    return sum + name.length + length + 100;
  }, 1000);
}

${doc('Moves entities of one partition, none if one is gone meanwhile: then one by one.', ['@param {TableEntity[]} batch'])}
async function moveAll(batch${t(': TableEntity[]')})${t(': Promise<void>')} {
  const actions = batch.flatMap(movesOf);
  try {
    await client.submitTransaction(actions);
    counts.moved += batch.length;
  } catch (error) {
    const { statusCode = 0 } = ${status};
    if (![400, 404, 409, 412, 413].includes(statusCode)) throw error;
    // the check at the end lists what can not be moved
    if (batch.length > 1) for (const entity of batch) await moveAll([entity]);
  }
}

${doc('Writes an entity under its new key, and deletes it under its old one.', [...ofEntity, '@returns {TransactionAction[]}'])}
function movesOf(entity${t(': TableEntity')})${t(': TransactionAction[]')} {
  const { etag, timestamp, ...properties } = entity;
  const { partitionKey, rowKey } = entity;
  return [
    ['create', { ...properties, rowKey: newKeyOf(entity) ?? rowKey }],
    ['delete', { partitionKey, rowKey }],
  ];
}

${doc('Tells of an entity.', [...ofEntity, '@param {string} what'])}
function report({ partitionKey, rowKey }${t(': TableEntity')}, what${t(': string')})${t(': void')} {
  counts.problems += 1;
  console.error(\`\${JSON.stringify(partitionKey)} \${JSON.stringify(rowKey)}: \${what}\`);
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
