import type { Backfill } from '../code/index-code.ts';
import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { pagesCode, reportCode, scriptEnd, scriptHead } from '../code/script-code.ts';

/** Minutes for which an entry without its entity may be one whose entity is just being written. */
const MINUTES = 60;

/** A script that writes the index entries of entities that were there before, and sweeps those that lead nowhere. */
export function interBackfillCode(backfill: Backfill, language: Language): string {
  const { index, table, module, file, entities, copies } = backfill;
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const head = scriptHead(
    {
      ...{ file, table },
      says: [
        `Writes the index entries by ${attribute} that entities of ${table} lack, then checks that each has its own. Run it when every program that`,
        `writes keeps the index, and before any program reads by ${attribute}; then now and again, with --sweep. It can be stopped at any time: it goes`,
        `on where it was. No entity is changed. Entries that lead nowhere do no harm: --sweep deletes those that are older than ${String(MINUTES)} minutes.`,
      ],
      codes: '0 all have their entries (or it was a dry run), 1 some do not, which are listed',
      flags: {
        'dry-run': 'only counts what there is to do',
        verify: 'only checks',
        sweep: 'deletes entries that lead nowhere',
      },
      imports: importCode(`{ ${names.copy} }`, module, language),
      constants: `const entities = "${entities}";\nconst entries = "${copies}";\nconst started = Date.now();\n`,
      counts: ['written', 'missing', 'swept'],
    },
    language,
  );
  return `${head}
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

${pagesCode('eachOf', language)}
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
    const { statusCode } = ${serviceError(language)};
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
    const { statusCode = 0 } = ${serviceError(language)};
    if (statusCode !== 404 && statusCode !== 412) throw error;
  }
}

${reportCode(language)}
${scriptEnd(language)}`;
}
