import { writtenCode } from '../code/edm-code.ts';
import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { typedCode } from '../code/move-code.ts';
import { batchesCode, inParallelCode, pagesCode, reportCode, scriptHead } from '../code/script-code.ts';
import { type BucketModule, SEPARATOR } from './module-code.ts';

/** A script that copies entities of before into their buckets, in two spaces, single quotes and semicolons. */
export function bucketMoveCode(
  { names, table }: BucketModule,
  /** How the script imports the module of the keys. */
  module: string,
  language: Language,
): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const found = isTypeScript
    ? 'client.getEntity<TableEntity>(partitionKey, rowKey, { disableTypeConversion: true })'
    : '/** @type {Promise<TableEntity>} */ (client.getEntity(partitionKey, rowKey, { disableTypeConversion: true }))';
  const head = scriptHead(
    {
      ...{ file: names.move, table, types: ['TransactionAction'], utilities: ['isDeepStrictEqual'] },
      says: [
        `Copies the entities of ${table} that were there before into their buckets, then checks that each has an equal copy there. Run it when`,
        'every program that reads and writes knows the buckets. Lists show an entity once, whether or not it has its copy. It can be stopped at any',
        'time: it goes on where it was. Entities that are in buckets already stay as they are. Only --delete-old deletes: entities of before whose',
        'copies are equal. Run it once all lists that began before the copies were made have ended.',
      ],
      codes: '0 all have their copies (or it was a dry run), 1 some do not, which are listed',
      flags: {
        'dry-run': 'only counts what there is to do',
        verify: 'only checks',
        'delete-old': 'deletes those of before, one by one',
      },
      imports: importCode(`{ ${names.key} }`, module, language),
      constants: `const entities = "PartitionKey ge ''";\n`,
      counts: ['copied', 'old', 'deleted'],
    },
    language,
  );
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachOf(entities, undefined, async (page) => {
      counts.old += page.filter((entity) => !isInBucket(entity)).length;
    });
    console.log(\`\${counts.old} entities are not in buckets.\`);
    return;
  }
  if (!values.verify && !values['delete-old']) {
    await eachOf(entities, await savedToken(), (page) => inParallel(batches(copiesOf(page)), copyAll), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.copied} entities were copied.\`);
  }
  await eachOf(entities, undefined, (page) => inParallel(page, checkEntity));
  if (values['delete-old']) console.log(\`\${counts.deleted} entities were deleted.\`);
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachOf', language, { isTyped: true })}
${doc('Whether an entity is in the bucket that its RowKey gives.', ofEntity)}
function isInBucket({ partitionKey, rowKey }${t(': TableEntity')})${t(': boolean')} {
  const end = partitionKey.lastIndexOf('${SEPARATOR}');
  return end >= 0 && partitionKey === ${names.key}(partitionKey.slice(0, end), rowKey);
}

${doc('The copies that entities of a page are to have, by their buckets.', ['@param {TableEntity[]} page', '@returns {TableEntity[]}'])}
function copiesOf(page${t(': TableEntity[]')})${t(': TableEntity[]')} {
  const copies = page.filter((entity) => !isInBucket(entity)).map(copyOf);
  return copies.sort((a, b) => (a.partitionKey < b.partitionKey ? -1 : a.partitionKey > b.partitionKey ? 1 : 0));
}

${doc('The copy of an entity.', [...ofEntity, '@returns {TableEntity}'])}
function copyOf(entity${t(': TableEntity')})${t(': TableEntity')} {
  const { etag, timestamp, partitionKey, rowKey, ...properties } = entity;
  const kept = Object.entries(properties).map(([name, property]) => [name, written(property)]);
  return { ...Object.fromEntries(kept), partitionKey: ${names.key}(partitionKey, rowKey), rowKey };
}

${writtenCode(language)}
${batchesCode({ doing: 'create', skipped: ['false'] }, language).replace('    if (false) continue;\n', '')}
${doc('At most so many bytes does an entity take in a request.', ofEntity)}
function sizeOf(entity${t(': TableEntity')})${t(': number')} {
  return Object.entries(entity).reduce((sum, [name, property]) => {
    const { value = property } = ${typedCode('property', language)};
    const length = typeof value === 'string' ? value.length * 3 : 40;
    return sum + name.length + length + 100;
  }, 1000);
}

${doc('Creates copies of one bucket; none if one is there already: then one by one.', ['@param {TableEntity[]} batch'])}
async function copyAll(batch${t(': TableEntity[]')})${t(': Promise<void>')} {
${isTypeScript ? '' : '  /** @type {TransactionAction[]} */\n'}  const actions${t(': TransactionAction[]')} = batch.map((copy) => ['create', copy]);
  try {
    await client.submitTransaction(actions);
    counts.copied += batch.length;
  } catch (error) {
    const { statusCode = 0 } = ${serviceError(language)};
    if (![400, 409, 413].includes(statusCode)) throw error;
    // the check at the end lists what can not be copied
    if (batch.length > 1) for (const copy of batch) await copyAll([copy]);
  }
}

${doc('Whether an entity of before has an equal copy: then it can go.', ofEntity)}
async function checkEntity(entity${t(': TableEntity')})${t(': Promise<void>')} {
  if (isInBucket(entity)) return;
  const { partitionKey, rowKey, etag } = entity;
  const copy = await find(${names.key}(partitionKey, rowKey), rowKey);
  if (copy === undefined) report(entity, 'has no copy');
  else if (!isDeepStrictEqual(contentOf(copy), contentOf(entity))) report(entity, 'has a copy that is not equal');
  else if (values['delete-old']) {
    await client.deleteEntity(partitionKey, rowKey, { etag: String(etag) });
    counts.deleted += 1;
  }
}

${doc('All of an entity but its place and version.', [...ofEntity, '@returns {Record<string, unknown>}'])}
function contentOf({ etag, timestamp, partitionKey, ...content }${t(': TableEntity')})${t(': Record<string, unknown>')} {
  delete content['odata.metadata'];
  return content;
}

${doc('The entity with these keys, if there is one.', ['@param {string} partitionKey', '@param {string} rowKey', '@returns {Promise<TableEntity | undefined>}'])}
async function find(partitionKey${t(': string')}, rowKey${t(': string')})${t(': Promise<TableEntity | undefined>')} {
  return ${found}.catch((error) => {
    if (error.statusCode === 404) return undefined;
    throw error;
  });
}

${reportCode(language)}
${inParallelCode(language)}`;
}
