import type { Backfill } from '../code/index-code.ts';
import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { pagesCode, reportCode, scriptEnd, scriptHead } from '../code/script-code.ts';

/** A script that lists entities that were there before, and takes out of the lists what leads nowhere. */
export function listBackfillCode(backfill: Backfill, language: Language): string {
  const { index, table, module, file, entities, copies } = backfill;
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofGroup = ['@param {Group} group'];
  const head = scriptHead(
    {
      ...{ file, table },
      says: [
        `Lists the entities of ${table} that no index entity by ${attribute} lists, then checks that each is listed. Run it when every program that`,
        `writes keeps the lists, and before any program reads by ${attribute}. It can be stopped at any time: it goes on where it was. No entity is`,
        'changed, only the lists are. RowKeys in a list that lead nowhere do no harm: --sweep takes them out.',
      ],
      codes: '0 all are listed (or it was a dry run), 1 some are not, which are printed',
      flags: {
        'dry-run': 'only counts what there is to do',
        verify: 'only checks',
        sweep: 'takes out of the lists what leads nowhere',
      },
      imports: importCode(`{ ${names.copy}, listOf, rowKeysIn }`, module, language),
      constants: `const entities = "${entities}";\nconst lists = "${copies}";\n`,
      counts: ['listed', 'missing', 'swept'],
    },
    language,
  );
  const group = language.isTypeScript
    ? `
/** Entities of a page that one index entity is to list. */
interface Group {
  readonly partitionKey: string;
  /** The RowKey of the index entity. */
  readonly list: string;
  readonly entities: TableEntity[];
}
`
    : `
/**
 * Entities of a page that one index entity is to list, by its RowKey.
 *
 * @typedef {{ partitionKey: string, list: string, entities: TableEntity[] }} Group
 */
`;
  return `${head}${group}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachOf(entities, undefined, (page) => inParallel(groups(page), countMissing));
    console.log(\`\${counts.missing} entities are not listed.\`);
    return;
  }
  if (!values.verify) {
    await eachOf(entities, await savedToken(), (page) => inParallel(groups(page), addToList), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.listed} entities were listed.\`);
  }
  if (values.sweep) {
    await eachOf(lists, undefined, (page) => inParallel(page, sweepList));
    console.log(\`\${counts.swept} RowKeys were taken out.\`);
  }
  await eachOf(entities, undefined, (page) => inParallel(groups(page), checkGroup));
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachOf', language)}
${doc('The entities of a page by their lists.', ['@param {TableEntity[]} page'])}
function groups(page${t(': TableEntity[]')})${t(': Group[]')} {
${language.isTypeScript ? '' : '  /** @type {Map<string, Group>} */\n'}  const all = new Map${t('<string, Group>')}();
  for (const entity of page) {
    const { partitionKey } = entity;
    const list = listFor(entity);
    if (list === undefined) continue;
    const key = JSON.stringify([partitionKey, list]);
    const group = all.get(key);
    if (group === undefined) all.set(key, { partitionKey, list, entities: [entity] });
    else group.entities.push(entity);
  }
  return [...all.values()];
}

${doc('The RowKey of the index entity for an entity; none, and a problem, where it can not have one.', ['@param {TableEntity} entity'])}
function listFor(entity${t(': TableEntity')})${t(': string | undefined')} {
  try {
    return ${names.copy}(entity);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    report(entity, error.message);
    return undefined;
  }
}

${doc('Those of a group that the index entity does not list, and itself.', ofGroup)}
async function unlisted({ partitionKey, list: rowKey, entities: all }${t(': Group')}) {
  const list = await find(partitionKey, rowKey);
  const rowKeys = new Set(rowKeysIn(list));
  return { list, rowKeys, missing: all.filter((entity) => !rowKeys.has(entity.rowKey)) };
}

${doc('Adds a group to its list, again if another writer has changed that meanwhile.', ofGroup)}
async function addToList(group${t(': Group')})${t(': Promise<void>')} {
  const { partitionKey, list: rowKey } = group;
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const { list, rowKeys, missing } = await unlisted(group);
    if (missing.length === 0) return;
    try {
      const more = listOf(partitionKey, rowKey, [...rowKeys, ...missing.map((entity) => entity.rowKey)]);
      if (list === undefined) await client.createEntity(more);
      else await client.updateEntity(more, 'Replace', { etag: String(list.etag) });
      counts.listed += missing.length;
      return;
    } catch (error) {
      // the check at the end tells of those that are not in a list that is full
      if (error instanceof RangeError) return;
      const { statusCode = 0 } = ${serviceError(language)};
      if (statusCode !== 409 && statusCode !== 412) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

${doc('Counts the entities of a group that are not listed.', ofGroup)}
async function countMissing(group${t(': Group')})${t(': Promise<void>')} {
  const { missing } = await unlisted(group);
  counts.missing += missing.length;
}

${doc('Reports the entities of a group that are not listed, unless they change right now.', ofGroup)}
async function checkGroup(group${t(': Group')})${t(': Promise<void>')} {
  const { missing } = await unlisted(group);
  await inParallel(missing, async (entity) => {
    const now = await find(entity.partitionKey, entity.rowKey);
    if (now === undefined) return;
    if (now.etag === entity.etag) report(entity, 'is in no list');
    else await inParallel(groups([now]), checkGroup);
  });
}

${doc('Takes out of a list the RowKeys whose entities are not there, or have another value.', ['@param {TableEntity} list'])}
async function sweepList(list${t(': TableEntity')})${t(': Promise<void>')} {
  const { partitionKey, rowKey, etag } = list;
${language.isTypeScript ? '' : '  /** @type {Set<string>} */\n'}  const kept = new Set${t('<string>')}();
  const rowKeys = rowKeysIn(list);
  await inParallel(rowKeys, async (one) => {
    const entity = await find(partitionKey, one);
    if (entity !== undefined && listFor(entity) === rowKey) kept.add(one);
  });
  if (kept.size === rowKeys.length) return;
  try {
    await client.updateEntity(listOf(partitionKey, rowKey, [...kept].sort()), 'Replace', { etag: String(etag) });
    counts.swept += rowKeys.length - kept.size;
  } catch (error) {
    const { statusCode = 0 } = ${serviceError(language)};
    // somebody else has written it meanwhile: the next sweep finds the rest
    if (statusCode !== 412) throw error;
  }
}

${reportCode(language)}
${scriptEnd(language)}`;
}
