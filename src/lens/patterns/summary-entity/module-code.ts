import { type IndexWrite, type WriteCode, writesCode } from '../code/index-code.ts';
import { comment, exportsCode, exportsOf, type Language, only } from '../code/language.ts';
import { CLIENT, findCode, tablesImport } from '../code/table-code.ts';
import { afterPrefix } from '../../../core/odata/quote.ts';
import type { SummaryNames } from './names.ts';

/** What the module of a summary is to have. */
export interface SummaryModule {
  readonly names: SummaryNames;
  /** What the RowKeys of summaries begin with, with its separator. */
  readonly prefix: string;
  /** The entities that share the number of a partition: one of them changes with each write. */
  readonly shards: number;
  /** The RowKeys that are counted, from one text up to another; absent where all are. */
  readonly range?: readonly [from: string, to: string];
  /** RowKeys of entities might begin with the prefix: writes reject such. */
  readonly isGuarded: boolean;
  readonly writes: ReadonlySet<IndexWrite>;
}

/** The module with the writes that keep a count, and what reads it, in two spaces, single quotes and semicolons. */
export function summaryModuleCode(summary: SummaryModule, language: Language): string {
  const { names, writes, shards } = summary;
  const isMany = shards > 1;
  const types = [
    ...['TableClient', 'TableEntity', 'TransactionAction'],
    ...(writes.has('upsert') ? ['UpdateMode'] : []),
  ];
  return [
    tablesImport(isMany ? ['odata'] : [], types, language),
    ...(isMany ? [shardsCode(summary, language)] : []),
    readCode(summary, language),
    ...(summary.range === undefined && !summary.isGuarded ? [] : [isCountedCode(summary, language)]),
    ...writesCode(summary, writesOf(summary, language), language),
    countedCode(summary, language),
    findCode(language),
    pauseCode(language),
    ...exportsCode(
      [
        names.read,
        ...(isMany ? ['SHARDS'] : []),
        ...WRITES.filter((one) => writes.has(one)).map((one) => names[one]),
      ],
      language,
    ),
  ].join('\n');
}

const WRITES = ['create', 'upsert', 'delete'] as const;

function shardsCode({ shards, names, prefix }: SummaryModule, language: Language): string {
  return `${comment(
    `So many entities, ${prefix}0 and on, share the number of ${names.many} in a partition, so that writers seldom meet.`,
    [],
    language,
  )}
${exportsOf(language)}const SHARDS = ${String(shards)};
`;
}

function readCode({ names, prefix, shards }: SummaryModule, language: Language): string {
  const t = only(language.isTypeScript);
  const { number } = names;
  const end = afterPrefix(prefix) ?? prefix;
  const many = `  const filter = odata\`PartitionKey eq \${partitionKey} and RowKey ge '${prefix}' and RowKey lt '${end.replaceAll('`', '\\`')}'\`;
  const shards = client.listEntities${t(`<{ ${number}: number }>`)}({ queryOptions: { filter, select: ['${number}'] } });
  let sum = 0;
  for await (const shard of shards) sum += ${language.isTypeScript ? `shard.${number}` : `Number(shard.${number})`};
  return sum;
`;
  const one = `  const found = await find${t(`<TableEntity<{ ${number}: number }>>`)}(client, partitionKey, '${prefix}0');
  return ${language.isTypeScript ? `found?.${number} ?? 0` : `Number(found?.${number} ?? 0)`};
`;
  return `${comment(
    `The number of ${names.many} in a partition, which every write keeps: ${shards > 1 ? 'one short list' : 'a point query'}, whatever their number.`,
    [CLIENT, '@param {string} partitionKey', '@returns {Promise<number>}'],
    language,
  )}
${exportsOf(language)}async function ${names.read}(client${t(': TableClient')}, partitionKey${t(': string')})${t(': Promise<number>')} {
${shards > 1 ? many : one}}
`;
}

function isCountedCode({ prefix, range, isGuarded }: SummaryModule, language: Language): string {
  const t = only(language.isTypeScript);
  const guard = `  if (rowKey.startsWith('${prefix}')) throw new RangeError('RowKeys that begin with ${prefix} are those of summaries.');
`;
  const [from, to] = (range ?? []).map((one) =>
    JSON.stringify(one).replaceAll("'", "\\'").replace(/^"|"$/g, "'"),
  );
  return `${comment('Whether an entity with this RowKey is counted.', ['@param {string} rowKey', '@returns {boolean}'], language)}
function isCounted(rowKey${t(': string')})${t(': boolean')} {
${isGuarded ? guard : ''}  return ${range === undefined ? 'true' : `rowKey >= ${from ?? ''} && rowKey < ${to ?? ''}`};
}
`;
}

function writesOf(
  { names, range, isGuarded }: SummaryModule,
  language: Language,
): Readonly<Record<IndexWrite, WriteCode>> {
  const t = only(language.isTypeScript);
  const isAsked = range !== undefined || isGuarded;
  const unless = (rowKey: string, does: string): string =>
    isAsked ? `  if (!isCounted(${rowKey})) {\n    await ${does};\n    return;\n  }\n` : '';
  return {
    create: {
      says: `Creates ${names.one} and counts it: both or none.`,
      does: `${unless('entity.rowKey', 'client.createEntity(entity)')}  await counted(client, ['create', entity${t(' as TableEntity')}], 1);\n`,
    },
    // a number of entities doesn't change with them
    update: { says: '', does: '' },
    upsert: {
      says: `Creates or updates ${names.one}, and counts it if it is new: both or none.`,
      does: `${unless('entity.rowKey', 'client.upsertEntity(entity, mode)')}  const { partitionKey, rowKey } = entity;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if ((await find(client, partitionKey, rowKey)) === undefined)
        await counted(client, ['create', entity${t(' as TableEntity')}], 1);
      else await client.updateEntity(entity, mode);
      return;
    } catch (error) {
      const status = statusOf(error);
      // somebody else has created or deleted it meanwhile
      if ((status !== 404 && status !== 409) || attempt === 10) throw error;
      await pause(attempt);
    }
  }
`,
    },
    delete: {
      says: `Deletes ${names.one} and counts one less: both or none.`,
      does: `${unless('rowKey', 'client.deleteEntity(partitionKey, rowKey)')}  await counted(client, ['delete', { partitionKey, rowKey }], -1);\n`,
    },
  };
}

function countedCode({ names: { number }, prefix, shards }: SummaryModule, language: Language): string {
  const t = only(language.isTypeScript);
  const isTs = language.isTypeScript;
  const rowKey = shards > 1 ? `\`${prefix}\${String(Math.floor(Math.random() * SHARDS))}\`` : `'${prefix}0'`;
  return `${comment(
    'Sends a write in one transaction with the number that it changes, and again, up to 10 times, if another writer has changed that meanwhile.',
    [
      CLIENT,
      "@param {['create' | 'delete', TableEntity]} action",
      '@param {number} change',
      '@returns {Promise<void>}',
    ],
    language,
  )}
async function counted(
  client${t(': TableClient')},
  action${t(": ['create' | 'delete', TableEntity]")},
  change${t(': number')},
)${t(': Promise<void>')} {
  const [, { partitionKey }] = action;
  const rowKey = ${rowKey};
  for (let attempt = 1; ; attempt += 1) {
    const before = await find${t(`<TableEntity<{ ${number}: number }>>`)}(client, partitionKey, rowKey);
    const next = { partitionKey, rowKey, ${number}: ${isTs ? `(before?.${number} ?? 0)` : `Number(before?.${number} ?? 0)`} + change };
${isTs ? '' : '    /** @type {TransactionAction} */\n'}    const kept${t(': TransactionAction')} =
      before === undefined ? ['create', next] : ['update', next, 'Replace', { etag: before.etag }];
    try {
      await client.submitTransaction([action, kept]);
      return;
    } catch (error) {
      const status = statusOf(error);
      // without a number before, the conflict may be about that; a second one is about the entity
      const isOther = status === 412 || (status === 409 && before === undefined && attempt === 1);
      if (!isOther || attempt === 10) throw error;
      await pause(attempt);
    }
  }
}
`;
}

function pauseCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('Waits a little, longer each time.', ['@param {number} attempt', '@returns {Promise<void>}'], language)}
function pause(attempt${t(': number')})${t(': Promise<void>')} {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
}
`;
}
