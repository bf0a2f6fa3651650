import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { pagesCode, reportCode, scriptEnd, scriptHead } from '../code/script-code.ts';
import { type CopyModule, listed } from './module-code.ts';

/** What a script that writes copies needs to know beside its module. */
export interface CopyBackfill {
  readonly copied: CopyModule;
  readonly table: string;
  readonly from: string;
  /** How the script imports the module. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/** A script that writes the copies that entities lack, or that have become old, in two spaces, single quotes and semicolons. */
export function copyBackfillCode(
  { copied: { names }, table, from, module, file }: CopyBackfill,
  language: Language,
): string {
  const isTs = language.isTypeScript;
  const t = only(isTs);
  const { many, other, keys, copy, noun } = names;
  const properties = listed(names.copies.map(([property]) => property));
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const head = scriptHead(
    {
      ...{ file, table },
      says: [
        `Writes the ${properties} of its ${other} into each of the ${many} that has no copy, or an old one, then checks all. Run it once for`,
        `those that were there before, and again when ${from} has changed. It can be stopped at any time: it goes on where it was. Only the`,
        `copies are written, with the ETag of the ${noun}, so its ETag and Timestamp change. Nothing is deleted.`,
      ],
      codes: '0 all copies are as they should be (or it was a dry run), 1 some are not, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      utilities: ['isDeepStrictEqual'],
      imports: importCode(`{ ${copy}, ${keys} }`, module, language),
      constants: `const others = TableClient.fromConnectionString(connection, '${from}', {
  allowInsecureConnection: connection.includes('=http://127.0.0.1:'),
});
const entities = "PartitionKey ge ''";
${isTs ? '' : '/** @type {Map<string, Promise<TableEntity | undefined>>} */\n'}const read = new Map${t('<string, Promise<TableEntity | undefined>>')}();
`,
      counts: ['written', 'missing'],
    },
    language,
  );
  const other404 = `others.getEntity${t('<TableEntity>')}(partitionKey, rowKey)`;
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachEntity(undefined, (page) => inParallel(page, countMissing));
    console.log(\`\${counts.missing} copies are missing or old.\`);
    return;
  }
  if (!values.verify) {
    await eachEntity(await savedToken(), (page) => inParallel(page, writeCopy), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.written} copies were written.\`);
  }
  read.clear();
  await eachEntity(undefined, (page) => inParallel(page, checkEntity));
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachEntity', language)}
${doc(
  `The ${other} with these keys, if there is one: read once for all that name it, as far as memory goes.`,
  ['@param {[partitionKey: string, rowKey: string]} keys', '@returns {Promise<TableEntity | undefined>}'],
)}
function otherOf([partitionKey, rowKey]${t(': [partitionKey: string, rowKey: string]')})${t(': Promise<TableEntity | undefined>')} {
  const key = \`\${partitionKey}/\${rowKey}\`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const found = ${isTs ? other404 : `/** @type {Promise<TableEntity>} */ (${other404})`};
  const reading = found.catch((error) => {
    if (error.statusCode === 404) return undefined;
    throw error;
  });
  if (read.size >= 10_000) read.clear();
  read.set(key, reading);
  return reading;
}

${doc('What an entity lacks of its copies; nothing where they are as they should be, or there is nothing to copy.', ofEntity)}
async function missingOf(entity${t(': TableEntity')}) {
  const keys = ${keys}(entity);
  const other = keys && (await otherOf(keys));
  const copy = keys && other && ${copy}(other, keys);
  const isThere = Object.entries(copy ?? {}).every(([name, value]) => isDeepStrictEqual(entity[name], value));
  return isThere ? undefined : copy;
}

${doc('Writes the copies that an entity lacks, and nothing else of it.', ofEntity)}
async function writeCopy(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const { partitionKey, rowKey } = entity;
${isTs ? '' : '  /** @type {TableEntity | undefined} */\n'}  let now${t(': TableEntity | undefined')} = entity;
  for (let attempt = 1; now !== undefined; attempt += 1) {
    const copy = await missingOf(now);
    if (copy === undefined) return;
    try {
      await client.updateEntity({ partitionKey, rowKey, ...copy }, 'Merge', { etag: String(now.etag) });
      counts.written += 1;
      return;
    } catch (error) {
      const { statusCode } = ${serviceError(language)};
      if (statusCode === 404) return;
      if (statusCode !== 412 || attempt === 10) throw error;
      now = await find(partitionKey, rowKey);
    }
  }
}

${doc('Counts an entity that lacks copies.', ofEntity)}
async function countMissing(entity${t(': TableEntity')})${t(': Promise<void>')} {
  if ((await missingOf(entity)) !== undefined) counts.missing += 1;
}

${doc('Reports an entity that lacks copies, unless it changes right now.', ofEntity)}
async function checkEntity(entity${t(': TableEntity')})${t(': Promise<void>')} {
  if ((await missingOf(entity)) === undefined) return;
  const now = await find(entity.partitionKey, entity.rowKey);
  if (now === undefined) return;
  if (now.etag === entity.etag) report(entity, 'has no copy, or an old one');
  else await checkEntity(now);
}

${reportCode(language)}
${scriptEnd(language)}`;
}
