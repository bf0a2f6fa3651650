import {
  comment,
  exportsCode,
  exportsOf,
  importCode,
  type Language,
  only,
  serviceError,
} from '../code/language.ts';
import { CLIENT, generic, tablesImport } from '../code/table-code.ts';
import { isVariable, type StorageAccount } from '../sites/account.ts';

/** What a module of periods is called, and its functions. */
export interface PeriodNames {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly create: string;
  readonly upsert: string;
  readonly list: string;
  readonly drop: string;
  readonly tables: string;
  /** An entity, in words of a comment, and several: "an event", "events". */
  readonly one: string;
  readonly many: string;
}

export type PeriodCall = 'create' | 'upsert' | 'list';

/** A table that is parted by the time in a property. */
export interface PeriodModule {
  readonly names: PeriodNames;
  readonly table: string;
  readonly property: string;
  readonly period: 'month' | 'day';
  readonly account: StorageAccount;
  readonly calls: ReadonlySet<PeriodCall>;
}

/** The characters of a time in ISO 8601 that a table's name ends with, without its hyphens. */
const LENGTH = { month: 'yyyy-MM'.length, day: 'yyyy-MM-dd'.length } as const;

/** The digits at the end of a table's name. */
export const DIGITS = { month: 'yyyyMM'.length, day: 'yyyyMMdd'.length } as const;

/** The module that writes, lists and drops tables of periods, in two spaces, single quotes and semicolons. */
export function periodModuleCode(module: PeriodModule, language: Language): string {
  const { calls, names, account } = module;
  const { isTypeScript } = language;
  const writes = calls.has('create') || calls.has('upsert');
  const types = [
    ...(writes || !isTypeScript ? ['TableEntity'] : []),
    ...(isTypeScript && calls.has('list') ? ['TableEntityResult'] : []),
    ...(calls.has('upsert') ? ['UpdateMode'] : []),
  ];
  const identity =
    account.by === 'identity' ? [importCode('{ DefaultAzureCredential }', '@azure/identity', language)] : [];
  return [
    [...identity, tablesImport(['TableClient', 'TableServiceClient'], types, language)].join('\n'),
    nameCode(module, language),
    clientCode(module, language),
    ...(writes ? [inPeriodCode(module, language)] : []),
    ...(calls.has('create') ? [writeCode('create', module, language)] : []),
    ...(calls.has('upsert') ? [writeCode('upsert', module, language)] : []),
    periodsCode(module, language),
    ...(calls.has('list') ? [listCode(module, language)] : []),
    tablesCode(module, language),
    dropCode(module, language),
    ...exportsCode(
      [
        ...(['create', 'upsert', 'list'] as const).filter((one) => calls.has(one)).map((one) => names[one]),
        names.tables,
        names.drop,
      ],
      language,
    ),
  ].join('\n');
}

function nameCode({ table, period, names }: PeriodModule, language: Language): string {
  const t = only(language.isTypeScript);
  const example = period === 'month' ? '202601' : '20260131';
  return `const TABLE = '${table}';

${comment(`The table of the ${period} of a time, in UTC, such as ${table}${example} for ${names.many}.`, ['@param {Date | string} time', '@returns {string}'], language)}
function nameOf(time${t(': Date | string')})${t(': string')} {
  return TABLE + new Date(time).toISOString().slice(0, ${String(LENGTH[period])}).replace(/-/g, '');
}
`;
}

/** How the tables of periods are reached, beside the client that there is. */
function clientCode({ account: { by, variable } }: PeriodModule, language: Language): string {
  const t = only(language.isTypeScript);
  const value = isVariable(variable) ? `process.env.${variable}` : `process.env['${variable}']`;
  const options = "{ allowInsecureConnection: client.url.startsWith('http:') }";
  const made =
    by === 'connection'
      ? {
          table: `TableClient.fromConnectionString(${value} ?? '', name, ${options})`,
          service: `TableServiceClient.fromConnectionString(${value} ?? '', ${options})`,
        }
      : {
          table: `new TableClient(client.url, name, new DefaultAzureCredential(), ${options})`,
          service: `new TableServiceClient(client.url, new DefaultAzureCredential(), ${options})`,
        };
  return `${comment('A table beside that of the client, in the same account.', [CLIENT, '@param {string} name', '@returns {TableClient}'], language)}
function beside(client${t(': TableClient')}, name${t(': string')})${t(': TableClient')} {
  return ${made.table};
}

${comment('The tables of the account.', [CLIENT, '@returns {TableServiceClient}'], language)}
function account(client${t(': TableClient')})${t(': TableServiceClient')} {
  return ${made.service};
}
`;
}

const ENTITY = '@param {TableEntity} entity';

function inPeriodCode({ property, period }: PeriodModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const time = isTypeScript
    ? `const { ${property}: time } = entity as { ${property}?: Date | string };`
    : `const { ${property}: time } = /** @type {{ ${property}?: Date | string }} */ (entity);`;
  return `${comment(
    `Writes an entity into the table of its ${period}, which is created if it isn't there.`,
    [
      CLIENT,
      '@param {object} entity',
      '@param {(table: TableClient) => Promise<unknown>} write',
      '@returns {Promise<void>}',
    ],
    language,
  )}
async function inPeriod(
  client${t(': TableClient')},
  entity${t(': object')},
  write${t(': (table: TableClient) => Promise<unknown>')},
)${t(': Promise<void>')} {
  ${time}
  if (time === undefined) throw new TypeError('An entity without ${property} is of no ${period}.');
  const table = beside(client, nameOf(time));
  try {
    await write(table);
  } catch (error) {
    const { statusCode } = ${serviceError(language)};
    if (statusCode !== 404) throw error;
    await table.createTable();
    await write(table);
  }
}
`;
}

function writeCode(call: 'create' | 'upsert', { names, period }: PeriodModule, language: Language): string {
  const t = only(language.isTypeScript);
  const isUpsert = call === 'upsert';
  const tags = [
    CLIENT,
    ENTITY,
    ...(isUpsert ? ['@param {UpdateMode} [mode]'] : []),
    '@returns {Promise<void>}',
  ];
  return `${comment(`${isUpsert ? 'Creates or updates' : 'Creates'} ${names.one} in the table of its ${period}.`, tags, language)}
${exportsOf(language)}async function ${names[call]}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
${isUpsert ? `  mode${t(': UpdateMode')} = 'Merge',\n` : ''})${t(': Promise<void>')} {
  await inPeriod(client, entity, (table) => table.${call}Entity(entity${isUpsert ? ', mode' : ''}));
}
`;
}

function periodsCode({ period }: PeriodModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`The tables of ${period}s that there are, the first one first.`, [CLIENT, '@returns {Promise<TableClient[]>}'], language)}
async function periods(client${t(': TableClient')})${t(': Promise<TableClient[]>')} {
  ${language.isTypeScript ? 'const names: string[] = [];' : '/** @type {string[]} */\n  const names = [];'}
  const filter = \`TableName gt '\${TABLE}0' and TableName lt '\${TABLE}:'\`;
  for await (const { name = '' } of account(client).listTables({ queryOptions: { filter } }))
    if (/^\\d{${String(DIGITS[period])}}$/.test(name.slice(TABLE.length))) names.push(name);
  return names.sort().map((name) => beside(client, name));
}
`;
}

function listCode({ names }: PeriodModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says = [
    `The ${names.many} of all tables as one list of them gives them, in the order of their keys: all tables are listed at once.`,
    '`list` lists a table.',
  ].join(' ');
  const tags = [
    '@template {{ partitionKey?: string, rowKey?: string }} T',
    CLIENT,
    '@param {(table: TableClient) => AsyncIterable<T>} list',
    '@returns {AsyncGenerator<T>}',
  ];
  const cursor = isTypeScript
    ? 'let first: (typeof cursors)[number] | undefined;'
    : '/** @type {typeof cursors[number] | undefined} */\n    let first;';
  const open = isTypeScript
    ? 'const open = async (table: TableClient)'
    : '/** @param {TableClient} table */\n  const open = async (table)';
  const keys = isTypeScript
    ? 'const isBefore = (a: TableEntityResult<T>, b: TableEntityResult<T>): boolean'
    : '/** @param {T} a @param {T} b */\n  const isBefore = (a, b)';
  return `${comment(says, tags, language)}
${exportsOf(language)}async function* ${names.list}${t('<T extends object>')}(
  client${t(': TableClient')},
  list${t(': (table: TableClient) => AsyncIterable<TableEntityResult<T>>')},
)${t(': AsyncGenerator<TableEntityResult<T>>')} {
  ${open} => {
    const rest = list(table)[Symbol.asyncIterator]();
    return { rest, next: await rest.next() };
  };
  ${keys} => {
    const [one = '', other = ''] = [a.partitionKey, b.partitionKey];
    return one === other ? (a.rowKey ?? '') < (b.rowKey ?? '') : one < other;
  };
  const cursors = await Promise.all([client, ...(await periods(client))].map(open));
  for (;;) {
    ${cursor}
    for (const cursor of cursors)
      if (!cursor.next.done && (first === undefined || first.next.done || isBefore(cursor.next.value, first.next.value)))
        first = cursor;
    if (first === undefined || first.next.done) return;
    yield first.next.value;
    first.next = await first.rest.next();
  }
}
`;
}

const BEFORE = '@param {Date | string} before';

function tablesCode({ names, period }: PeriodModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`The tables that may have ${names.many} of before a time: that of the client, with those from before there were ${period}s, and those of ${period}s that began by then.`, [CLIENT, BEFORE, '@returns {Promise<TableClient[]>}'], language)}
${exportsOf(language)}async function ${names.tables}(client${t(': TableClient')}, before${t(': Date | string')})${t(': Promise<TableClient[]>')} {
  const last = nameOf(before);
  return [client, ...(await periods(client)).filter(({ tableName }) => tableName <= last)];
}
`;
}

function dropCode({ names, period }: PeriodModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`Deletes the tables of ${period}s that had ended at a time, each with one request.`, [CLIENT, BEFORE, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.drop}(client${t(': TableClient')}, before${t(': Date | string')})${t(': Promise<void>')} {
  const last = nameOf(before);
  for (const table of await periods(client)) if (table.tableName < last) await table.deleteTable();
}
`;
}
