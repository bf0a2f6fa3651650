import { writtenCode } from '../code/edm-code.ts';
import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { pagesCode, reportCode, scriptEnd, scriptHead } from '../code/script-code.ts';
import type { SeriesModule } from './module-code.ts';

/** Actions of a transaction at most, less the one that writes the series. */
const MOST_READINGS = 99;

/** A script that puts readings of before into their series, in two spaces, single quotes and semicolons. */
export function seriesMoveCode(
  { names, table }: SeriesModule,
  /** How the script imports the module of the series. */
  module: string,
  language: Language,
): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const head = scriptHead(
    {
      ...{ file: names.move, table, types: ['TransactionAction'] },
      says: [
        `Puts the ${names.many} of ${table} that were there before into their series, then checks that none is left. Run it when every program`,
        'that reads and writes knows the series. It can be stopped at any time: it goes on where it was. Each is merged into its series and',
        'deleted as an entity of its own in one transaction, so that it is always there. What a series has already is newer, and stays.',
        'Nothing else is deleted.',
      ],
      codes: '0 all are in their series (or it was a dry run), 1 some are not, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      imports: importCode(`{ ${[names.columns, names.key].sort().join(', ')} }`, module, language),
      constants: `// partition-lens-disable-next-line partition-range-scan -- each is read once\nconst entities = "PartitionKey ge ''";\n`,
      counts: ['moved', 'old'],
    },
    language,
  );
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachOf(entities, undefined, async (page) => {
      counts.old += page.filter(isOld).length;
    });
    console.log(\`\${counts.old} entities are not in a series.\`);
    return;
  }
  if (!values.verify) {
    await eachOf(entities, await savedToken(), (page) => inParallel(batches(page), moveAll), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.moved} entities were moved.\`);
  }
  await eachOf(entities, undefined, async (page) => {
    for (const entity of page) if (isOld(entity)) report(entity, 'is not in a series');
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachOf', language, { isTyped: true })}
${doc(`Whether an entity is a ${names.noun} of its own.`, ofEntity)}
function isOld({ rowKey }${t(': TableEntity')})${t(': boolean')} {
  return ${names.key}(rowKey) !== undefined;
}

${doc('Those of a page that go into one series in one transaction.', ['@param {TableEntity[]} page', '@returns {TableEntity[][]}'])}
function batches(page${t(': TableEntity[]')})${t(': TableEntity[][]')} {
${isTypeScript ? '' : '  /** @type {TableEntity[][]} */\n'}  const all${t(': TableEntity[][]')} = [];
  for (const entity of page.filter(isOld)) {
    const last = all[all.length - 1];
    const isOther = last?.[0]?.partitionKey !== entity.partitionKey || ${names.key}(last[0].rowKey) !== ${names.key}(entity.rowKey);
    if (last === undefined || isOther || last.length === ${String(MOST_READINGS)}) all.push([entity]);
    else last.push(entity);
  }
  return all;
}

${doc('Moves entities into their series, again if that has changed meanwhile. The check at the end lists what can not be moved.', ['@param {TableEntity[]} batch', '@param {number} [attempt]', '@returns {Promise<void>}'])}
async function moveAll(batch${t(': TableEntity[]')}, attempt = 1)${t(': Promise<void>')} {
  const columns${t(': TableEntity')} = ${isTypeScript ? '' : '/** @type {TableEntity} */ ('}Object.assign({}, ...batch.map(columnsOf))${isTypeScript ? '' : ')'};
  const { partitionKey, rowKey } = columns;
  const series = await find(partitionKey, rowKey);
  const added = Object.entries(columns).filter(([name]) => series === undefined || !(name in series));
  const entity = { ...Object.fromEntries(added), partitionKey, rowKey };
${isTypeScript ? '' : '  /** @type {TransactionAction[]} */\n'}  const actions${t(': TransactionAction[]')} = [
    series === undefined ? ['create', entity] : ['update', entity, 'Merge', { etag: String(series.etag) }],
${isTypeScript ? '' : "    ...batch.map((one) => /** @type {TransactionAction} */ (['delete', { partitionKey, rowKey: one.rowKey }])),\n"}${isTypeScript ? "    ...batch.map((one): TransactionAction => ['delete', { partitionKey, rowKey: one.rowKey }]),\n" : ''}  ];
  try {
    await client.submitTransaction(actions);
    counts.moved += batch.length;
  } catch (error) {
    const { statusCode = 0 } = ${serviceError(language)};
    if (![400, 404, 409, 412].includes(statusCode)) throw error;
    if (attempt < 5) await moveAll(batch, attempt + 1);
    else if (batch.length > 1) for (const one of batch) await moveAll([one]);
  }
}

${doc('The properties of an entity, whose values have their types, as its series has them.', [...ofEntity, '@returns {TableEntity}'])}
function columnsOf({ etag, timestamp, partitionKey, rowKey, ...properties }${t(': TableEntity')})${t(': TableEntity')} {
  const kept = Object.entries(properties).map(([name, property]) => [name, written(property)]);
  return ${names.columns}({ ...Object.fromEntries(kept), partitionKey, rowKey });
}

${writtenCode(language)}
${reportCode(language)}
${scriptEnd(language)}`;
}
