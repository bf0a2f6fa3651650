import type { Backfill } from '../code/index-code.ts';
import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { batchesCode, pagesCode, reportCode, scriptEnd, scriptHead } from '../code/script-code.ts';

/** A script that writes the copies of entities that were there before, in two spaces, single quotes and semicolons. */
export function backfillCode(backfill: Backfill, language: Language): string {
  const { index, table, module, file, entities, copies } = backfill;
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const head = scriptHead(
    {
      ...{ file, table },
      says: [
        `Writes the copies by ${attribute} of entities of ${table} that were there before, then checks that each has its copy.`,
        `Run it when every program that writes keeps copies, and before any program reads by ${attribute}. It can be stopped at any time:`,
        'it goes on where it was. Each entity is written with its own ETag, so its ETag and Timestamp change. Nothing is deleted.',
      ],
      codes: '0 all have their copies (or it was a dry run), 1 some do not, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      types: ['TransactionAction'],
      utilities: ['isDeepStrictEqual'],
      imports: importCode(`{ ${names.copy} }`, module, language),
      constants: `const entities = "${entities}";\nconst copies = "${copies}";\n`,
      counts: ['written', 'missing'],
    },
    language,
  );
  return `${head}
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
  for await (const page of pages) await inParallel(${language.isTypeScript ? 'page' : '/** @type {TableEntity[]} */ (page)'}, checkCopy);
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachEntity', language)}
${batchesCode({ doing: 'write', skipped: ['copyOf(entity) === undefined'] }, language)}
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

${reportCode(language)}
${doc('Whether two entities have the same properties.', ['@param {TableEntity} stored', '@param {TableEntity} copy'])}
function isSame(stored${t(': TableEntity')}, copy${t(': TableEntity')})${t(': boolean')} {
  const { etag, timestamp, 'odata.metadata': metadata, ...properties } = stored;
  return isDeepStrictEqual(properties, copy);
}

${doc('Whether the service rejected a write for the entities in it.', ['@param {unknown} error'])}
function isOfEntity(error${t(': unknown')})${t(': boolean')} {
  const { statusCode = 0 } = ${serviceError(language)};
  return [400, 404, 409, 412, 413].includes(statusCode);
}

${scriptEnd(language)}`;
}
