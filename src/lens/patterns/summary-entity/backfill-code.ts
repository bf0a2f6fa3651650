import { quote } from '../../../core/odata/quote.ts';
import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { inParallelCode, pagesCode, reportCode, scriptHead } from '../code/script-code.ts';
import { conditionOf, prefixed } from '../sites/without-copies.ts';
import type { SummaryModule } from './module-code.ts';

/** What a script that counts needs to know beside its summary. */
export interface SummaryBackfill {
  readonly summary: SummaryModule;
  readonly table: string;
  /** How the script imports the module of the summary. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/** A script that counts what was there before, in two spaces, single quotes and semicolons. */
export function summaryBackfillCode(backfill: SummaryBackfill, language: Language): string {
  const { summary, table, module, file } = backfill;
  const { names, prefix, range, shards } = summary;
  const { number, many, read } = names;
  const isTs = language.isTypeScript;
  const t = only(isTs);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofPartition = ['@param {string} partitionKey'];
  const copies = { key: 'RowKey', copies: prefix } as const;
  const counted =
    range === undefined
      ? conditionOf(copies)
      : `RowKey ge ${quote(range[0])} and RowKey lt ${quote(range[1])}`;
  const head = scriptHead(
    {
      ...{ file, table, types: ['TransactionAction'] },
      says: [
        `Counts the ${many} of each partition of ${table} that were there before, and writes their number, then checks all numbers. Run it when`,
        `every program that writes keeps the number, and before any program calls ${read}. It can be stopped at any time: it goes on where`,
        'it was. A partition that somebody writes to while it is counted is counted again. No entity is changed, and nothing is deleted.',
      ],
      codes: '0 all numbers are right (or it was a dry run), 1 some are not, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      imports: shards > 1 ? importCode('{ SHARDS }', module, language) : '',
      constants: `const entities = "PartitionKey ge ''";
`,
      counts: ['written', 'wrong'],
      odata: true,
    },
    language,
  );
  const rowKeys =
    shards > 1
      ? `Array.from({ length: SHARDS }, (_, shard) => \`${prefix}\${String(shard)}\`)`
      : `['${prefix}0']`;
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachPartition(undefined, async (partitionKey) => {
      if ((await numbersOf(partitionKey)).isWrong) counts.wrong += 1;
    });
    console.log(\`\${counts.wrong} partitions have no number, or a wrong one.\`);
    return;
  }
  if (!values.verify) {
    await eachPartition(await savedToken(), writeNumber, saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.written} numbers were written.\`);
  }
  await eachPartition(undefined, checkNumber);
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${doc('Goes through all partitions, and tells how far it is.', [
  '@param {string | undefined} token',
  '@param {(partitionKey: string) => Promise<void>} act',
  '@param {(token: string) => Promise<void>} [done]',
])}
async function eachPartition(
  token${t(': string | undefined')},
  act${t(': (partitionKey: string) => Promise<void>')},
  done${t('?: (token: string) => Promise<void>')},
)${t(': Promise<void>')} {
${isTs ? '' : '  /** @type {string | undefined} */\n'}  let last${t(': string | undefined')};
${isTs ? '' : '  /** @param {TableEntity[]} page */\n'}  const actOn = (page${t(': TableEntity[]')}) => {
    // a partition may go on from page to page
    const keys = new Set(page.map(({ partitionKey }) => partitionKey));
    if (last !== undefined) keys.delete(last);
    last = page[page.length - 1]?.partitionKey ?? last;
    return inParallel([...keys], act);
  };
  await eachEntity(token, actOn, done);
}

${pagesCode('eachEntity', language, { select: ['PartitionKey'] })}
${doc('The number that a partition should have, and the entities that have it. Counted again while somebody writes.', ofPartition)}
async function numbersOf(partitionKey${t(': string')}) {
  for (let attempt = 1; ; attempt += 1) {
    const before = await summariesOf(partitionKey);
    const filter = odata\`PartitionKey eq \${partitionKey} and ${templated(counted)}\`;
    const all = client.listEntities({ queryOptions: { filter, select: ['RowKey'] } });
    let number = 0;
    for await (const page of all.byPage({ maxPageSize: 1000 })) number += page.length;
    const after = await summariesOf(partitionKey);
    // each write of an entity that is counted changes one of them
    const isQuiet = before.size === after.size && [...after].every(([key, { etag }]) => before.get(key)?.etag === etag);
    if (!isQuiet && attempt < 10) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
      continue;
    }
    const sum = [...after.values()].reduce((all, one) => all + one.number, 0);
    return { number, summaries: after, sum, isQuiet, isWrong: !isQuiet || sum !== number || (number > 0 && after.size === 0) };
  }
}

${doc('The entities that have the number of a partition, by their RowKeys.', ofPartition)}
async function summariesOf(partitionKey${t(': string')}) {
${isTs ? '' : '  /** @type {Map<string, { number: number, etag: string }>} */\n'}  const found = new Map${t('<string, { number: number; etag: string }>')}();
  const filter = odata\`PartitionKey eq \${partitionKey} and ${templated(prefixed('RowKey', prefix))}\`;
  for await (const one of client.listEntities${t(`<{ ${number}: number }>`)}({ queryOptions: { filter } }))
    found.set(String(one.rowKey), { number: Number(one.${number}), etag: one.etag });
  return found;
}

${doc('Writes the number of a partition, unless it is right.', ofPartition)}
async function writeNumber(partitionKey${t(': string')})${t(': Promise<void>')} {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const { number, summaries, isQuiet, isWrong } = await numbersOf(partitionKey);
    // the check at the end tells of one that is never quiet
    if (!isWrong || !isQuiet) return;
    const rowKeys = new Set([...${rowKeys}, ...summaries.keys()]);
    const actions = [...rowKeys].map((rowKey, index)${t(': TransactionAction')} => {
      const next = { partitionKey, rowKey, ${number}: index === 0 ? number : 0 };
      const etag = summaries.get(rowKey)?.etag;
      return ${isTs ? `etag === undefined ? ['create', next] : ['update', next, 'Replace', { etag }]` : `/** @type {TransactionAction} */ (etag === undefined ? ['create', next] : ['update', next, 'Replace', { etag }])`};
    });
    try {
      await client.submitTransaction(actions);
      counts.written += 1;
      return;
    } catch (error) {
      const { statusCode = 0 } = ${serviceError(language)};
      if (statusCode !== 409 && statusCode !== 412) throw error;
    }
  }
}

${doc('Reports a partition whose number is wrong.', ofPartition)}
async function checkNumber(partitionKey${t(': string')})${t(': Promise<void>')} {
  const { number, sum, isQuiet, isWrong } = await numbersOf(partitionKey);
  const summary = { partitionKey, rowKey: '${prefix}0' };
  if (!isQuiet) report(summary, 'can not be checked, as somebody writes all the time');
  else if (isWrong) report(summary, \`says \${sum}, and there are \${number}\`);
}

${reportCode(language)}
${inParallelCode(language)}`;
}

/** A text as a part of a template literal. */
function templated(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
}
