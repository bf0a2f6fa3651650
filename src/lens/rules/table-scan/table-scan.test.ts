import assert from 'node:assert/strict';
import { check, checkNoFix, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
// file: main.ts
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('table-scan', () => {
  it('is silent where so many entities are asked for, whatever they hold, or one page', () => {
    const pages = 'client.listEntities().byPage({ maxPageSize: 20, continuationToken: token })';
    const silent = [
      `for await (const page of ${pages}) return { page, next: page.continuationToken };`,
      `const { value } = await ${pages}.next(); return { rows: value, next: value.continuationToken };`,
      `const list = ${pages}; const step = await list.next(); return step.done ? [] : step.value;`,
    ];
    for (const code of silent)
      checkSilent('table-scan', `${HEAD}export async function some(token: string | undefined) { ${code} }`);
    const loop = (code: string, mark: string): string => `${HEAD}
export async function some(wanted: number) {
  const rows = [];
  let count = 0;
  for await (const row of client.listEntities()) {
    //                           ^^^^^^^^^^^^ ${mark}
    ${code}
  }
  return rows;
}`;
    const told = 'information first-of-list';
    check(loop('rows.push(row); if (++count >= 50) break;', told));
    check(loop('rows.push(row); if (rows.length >= wanted) break;', told));
  });

  it('tells of pages that a loop asks for one after the other, and of code that looks for so many', () => {
    check(`${HEAD}
export async function all() {
  const rows = [];
  let token: string | undefined;
  do {
    const { value } = await client.listEntities().byPage({ continuationToken: token }).next();
    //                             ^^^^^^^^^^^^ warning table-scan
    rows.push(...value);
    token = value.continuationToken;
  } while (token);
  return rows;
}`);
    check(`${HEAD}
export async function some() {
  const rows = [];
  for await (const row of client.listEntities()) {
    //                           ^^^^^^^^^^^^ information client-side-filter
    //                           ^^^^^^^^^^^^ warning table-scan
    if (row.kind !== 'a') continue;
    rows.push(row);
    if (rows.length >= 50) break;
  }
  return rows;
}`);
  });

  it('is mild where every entity goes to the table of that name in another account', () => {
    const copied = (from: string, to: string, mark: string): string => `
// file: main.ts
import { AzureNamedKeyCredential, TableClient } from '@azure/data-tables';
const from = ${from};
const to = ${to};
export async function migrate() {
  for await (const employee of from.listEntities()) await to.upsertEntity(employee, 'Replace');
//                                  ^^^^^^^^^^^^ ${mark}
//                                                           ^^^^^^^^^^^^ information writes-in-loop
}
`;
    const made = (text: string): string => `TableClient.fromConnectionString(${text}, 'Employees')`;
    const at = (url: string): string => `new TableClient(${url}, 'Employees', credential)`;
    const mild = 'information table-scan/copy';
    // it may be the same one
    const rewritten = 'information table-scan/rewrite';
    check(copied(made('process.env.OLD!'), made('process.env.NEW!'), mild));
    check(
      copied(at("'https://old.table.core.windows.net'"), at("'https://new.table.core.windows.net/'"), mild),
    );
    check(copied(made('process.env.OLD!'), at("'https://old.table.core.windows.net'"), rewritten));
    check(copied(made('process.env.OLD!'), made('secret'), rewritten));
  });

  it('is mild where all that is read is kept', () => {
    for (const [before, after] of [
      ['if (names === undefined) { names = new Map();', '}'],
      ['if (names !== undefined && Date.now() < until) return names; names = new Map();', ''],
      ['if (!names || Date.now() > until) { names = new Map();', '}'],
    ] as const)
      check(`${HEAD}let names: Map<string, string> | undefined;
let until = 0;
export async function allNames() {
  ${before}
  for await (const { rowKey, name } of client.listEntities<{ name: string }>()) names.set(rowKey!, name);
  //                                          ^^^^^^^^^^^^ information table-scan/kept
  ${after}
  return names;
}
`);
    check(`${HEAD}
export class Names {
  private readonly kept = new Map<string, string>();
  private loading: Promise<void> | undefined;
  async all() {
    if (this.kept.size > 0) return this.kept;
    for await (const { rowKey, name } of client.listEntities<{ name: string }>()) this.kept.set(rowKey!, name);
    //                                          ^^^^^^^^^^^^ information table-scan/kept
    return this.kept;
  }
  ready() {
    return (this.loading ??= (async () => {
      for await (const { rowKey, name } of client.listEntities<{ name: string }>()) this.kept.set(rowKey!, name);
      //                                          ^^^^^^^^^^^^ information table-scan/kept
    })());
  }
}
export const cached = unstable_cache(async () => {
  const names: string[] = [];
  for await (const { rowKey } of client.listEntities({ queryOptions: { select: ['RowKey'] } })) names.push(rowKey!);
  //                                    ^^^^^^^^^^^^ information table-scan/kept
  return names;
}, ['names']);
`);
  });

  it('is a warning where what is asked first says nothing of what is kept', () => {
    for (const [guard, put] of [
      ['if (isOpen) { isOpen = false;', 'names.set(rowKey!, name)'],
      ['if (!asked) {', 'names.set(rowKey!, name)'],
      ['if (!isOpen || !names) { names = new Map();', 'names.set(rowKey!, name)'],
      ['if (!names) {', 'console.log(rowKey, name)'],
      [
        'let names: Map<string, string> | undefined; if (!names) { names = new Map();',
        'names.set(rowKey!, name)',
      ],
    ] as const)
      check(`${HEAD}let names: Map<string, string> | undefined;
let isOpen = true;
export async function allNames(asked: boolean) {
  ${guard}
  for await (const { rowKey, name } of client.listEntities<{ name: string }>()) ${put};
  //                                          ^^^^^^^^^^^^ warning table-scan
  }
}
`);
  });

  it('is mild where a timer runs what reads every entity, and not where that picks some', () => {
    check(`${HEAD}
app.timer('nightly', {
  schedule: '0 0 2 * * *',
  handler: async () => {
    let sum = 0;
    for await (const { hours } of client.listEntities<{ hours: number }>({ queryOptions: { select: ['hours'] } })) sum += hours;
    //                                   ^^^^^^^^^^^^ information table-scan/scheduled
    console.log(sum);
  },
});
app.timer('hourly', {
  schedule: '0 0 * * * *',
  handler: async () => {
    const late: string[] = [];
    for await (const e of client.listEntities<{ due: Date }>()) if (e.due < new Date()) late.push(e.rowKey!);
    //                           ^^^^^^^^^^^^ information client-side-filter
    //                           ^^^^^^^^^^^^ warning table-scan
    console.log(late);
  },
});
`);
  });

  it('is mild where that leaves out what lies under some keys alone', () => {
    const job = (filter: string, told: string): string => `${HEAD}
app.timer('nightly', {
  schedule: '0 0 2 * * *',
  handler: async () => {
    let sum = 0;
    for await (const { hours } of client.listEntities<{ hours: number }>({ queryOptions: { filter: "${filter}", select: ['hours'] } })) sum += hours;
    ${told}
    console.log(sum);
  },
});
`;
    check(
      job(
        "not (RowKey ge 'copy_' and RowKey lt 'copy`')",
        '//                                   ^^^^^^^^^^^^ information table-scan/scheduled',
      ),
    );
    const filter = "not (RowKey ge 'copy_' and isOld eq true)";
    check(job(filter, `//${' '.repeat(94)}${'^'.repeat(filter.length)} warning table-scan`));
  });

  it('is mild, and said once, where every entity is written to another table', () => {
    check(`${HEAD}const copy = new TableClient(url, 'Archive', credential);
export async function archive() {
  for await (const employee of client.listEntities()) await copy.upsertEntity(employee, 'Replace');
  //                                  ^^^^^^^^^^^^ information table-scan/copy
  //                                                             ^^^^^^^^^^^^ information writes-in-loop
}
export async function archiveAgain() {
  for await (const employee of client.listEntities()) await copy.upsertEntity(employee, 'Replace');
  //                                                             ^^^^^^^^^^^^ information writes-in-loop
}
export async function touch() {
  for await (const employee of client.listEntities()) await client.upsertEntity(employee, 'Replace');
  //                                                               ^^^^^^^^^^^^ warning lost-update
  //                                                               ^^^^^^^^^^^^ information writes-in-loop
}
export async function some() {
  for await (const employee of client.listEntities()) if (employee.old) await copy.upsertEntity(employee, 'Replace');
  //                                  ^^^^^^^^^^^^ warning table-scan
  //                                                                               ^^^^^^^^^^^^ information writes-in-loop
}
`);
  });

  it('is mild where each turn writes an entity, and only there', () => {
    const scan = (body: string): readonly string[] =>
      findingsOf(
        '/main.ts',
        `${HEAD}export async function migrate(flag: boolean, index: string) {
${body}
}
`,
      )
        .filter(({ rule }) => rule === 'table-scan')
        .map(({ severity, messageId }) => `${severity} ${messageId}`);
    const entity =
      "{ partitionKey: row.partitionKey, rowKey: row.rowKey, name: row.first + row.last }, 'Merge'";
    const update = `await client.updateEntity(${entity});`;
    const rows = 'for await (const row of client.listEntities())';
    const pages = 'for await (const page of client.listEntities().byPage({ maxPageSize: 100 }))';
    for (const body of [
      `${rows} ${update}`,
      `${rows} { try { ${update} } catch (error) { console.error(error); } }`,
      `${rows} { const name = row.first ?? ''; console.log(name); ${update} }`,
      `if (flag) ${rows} ${update}`,
      `${pages} { for (const row of page) ${update} }`,
      `const all = client.listEntities(); for await (const row of all) ${update}`,
    ])
      assert.deepEqual(scan(body), ['information rewrite'], body);
    const part =
      "all.splice(0, 100).map((row) => ['update', { partitionKey: row.partitionKey, rowKey: row.rowKey, name: 'a' }, 'Merge'])";
    for (const body of [
      `${rows} if (row.old) ${update}`,
      `${rows} row.old && ${update}`,
      `${rows} { if (!row.old) continue; ${update} }`,
      `${rows} switch (row.kind) { case 'a': ${update} }`,
      `${pages} for (const row of page) if (row.old) ${update}`,
      `const all = []; ${rows} if (row.old) all.push(row);
while (all.length > 0) await client.submitTransaction(${part});`,
    ])
      assert.deepEqual(scan(body), ['information rewrite-some'], body);
    for (const body of [
      `${rows} { ${update} if (flag) break; }`,
      `${rows} { try { verify(row); } catch { ${update} } }`,
      `${rows} await client.upsertEntity({ partitionKey: row.partitionKey, rowKey: index }, 'Merge');`,
      `${rows} await client.deleteEntity(row.partitionKey, row.rowKey);`,
      `${pages} { const row = page[0]; ${update} }`,
      `let all = client.listEntities(); if (flag) all = rowsOf(index); for await (const row of all) ${update}`,
      `const all = []; ${rows} all.push(row); for (const row of all) ${update}`,
      `const all = []; ${rows} if (row.old) all.push(row);
while (all.length > 0) await client.submitTransaction(${part.replace("'update'", "'delete'")});`,
    ])
      assert.deepEqual(scan(body), ['warning no-filter'], body);
  });

  const exporting = (
    body: string,
  ): string => `${HEAD}import { promises as fs, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
const copy = new TableClient(url, 'Archive', credential);
export async function run(path: string, handle: (row: unknown) => Promise<void>, into: unknown[]) {
${body}
}
`;
  const mild: readonly (readonly [string, string])[] = [
    [
      'a callback',
      `  for await (const row of client.listEntities()) {
  //                             ^^^^^^^^^^^^ information table-scan/export
    await handle({ ...row });
  }`,
    ],
    [
      'a callback, page by page',
      `  for await (const page of client.listEntities().byPage()) {
  //                              ^^^^^^^^^^^^ information table-scan/export
    for (const row of page) await handle(row);
  }`,
    ],
    [
      'a stream',
      `  const out = createWriteStream(path);
  for await (const row of client.listEntities()) {
  //                             ^^^^^^^^^^^^ information table-scan/export
    out.write(JSON.stringify(row) + '\\n');
  }`,
    ],
    [
      'a stream that says when it is full',
      `  const out = createWriteStream(path);
  for await (const row of client.listEntities()) {
  //                             ^^^^^^^^^^^^ information table-scan/export
    if (!out.write(JSON.stringify(row) + '\\n')) await once(out, 'drain');
  }`,
    ],
    [
      'the lines of a response',
      `  for await (const page of client.listEntities().byPage()) {
  //                              ^^^^^^^^^^^^ information table-scan/export
    for (const row of page) response.write([row.rowKey, row.name].join(',') + '\\n');
  }`,
    ],
    [
      'a buffer that is emptied',
      `  let buffer: unknown[] = [];
  const flush = async () => { await handle(buffer); buffer = []; };
  for await (const row of client.listEntities()) {
  //                             ^^^^^^^^^^^^ information table-scan/export
    buffer.push(row);
    if (buffer.length >= 100) await flush();
  }
  await flush();`,
    ],
    [
      'a file',
      `  const lines = ['name'];
  for await (const row of client.listEntities()) lines.push(String(row.name) + JSON.stringify(row));
  //                             ^^^^^^^^^^^^ information table-scan/export
  //                             ^^^^^^^^^^^^ information unbounded-collect
  await fs.writeFile(path, lines.join('\\n'));`,
    ],
    [
      'a pipeline',
      `  const all = client.listEntities();
  //                 ^^^^^^^^^^^^ information table-scan/export
  await pipeline(Readable.from(all), stringify({ header: true }), createWriteStream(path));`,
    ],
    [
      'a pipeline that goes through it itself',
      `  await pipeline(client.listEntities(), stringify({ header: true }), createWriteStream(path));
  //                    ^^^^^^^^^^^^ information table-scan/export`,
    ],
    [
      'a stream that is piped on',
      `  const rows = Readable.from(client.listEntities());
  //                                ^^^^^^^^^^^^ information table-scan/export
  rows.pipe(createWriteStream(path));`,
    ],
  ];
  for (const [where, body] of mild)
    it(`is mild where every entity is handed on to ${where}`, () => {
      check(exporting(body));
    });

  it('is mild in a function that is named for giving all of a table, and there alone', () => {
    check(`${HEAD}
export async function dump(table: TableClient) {
  const rows: unknown[] = [];
  for await (const row of table.listEntities()) rows.push(row);
//                              ^^^^^^^^^^^^ information table-scan/dump
//                              ^^^^^^^^^^^^ information unbounded-collect
  return rows;
}
export async function exportActive() {
  const rows: unknown[] = [];
  for await (const row of client.listEntities()) if (row.isActive) rows.push(row);
//                               ^^^^^^^^^^^^ warning table-scan
  return rows;
}
export async function dumped() {
  const rows: unknown[] = [];
  for await (const row of client.listEntities()) rows.push(row);
//                               ^^^^^^^^^^^^ warning table-scan
//                               ^^^^^^^^^^^^ information unbounded-collect
  return rows;
}
`);
  });

  it('is none the milder where only some are handed on, or all are kept', () => {
    check(
      exporting(`  for await (const row of client.listEntities()) {
  //                             ^^^^^^^^^^^^ warning table-scan
    if (row.old) await handle(row);
  }
  for await (const row of client.listEntities()) {
  //                             ^^^^^^^^^^^^ warning table-scan
    into.push(row);
    if (into.length > 1000) throw new Error('too many');
  }
  for await (const row of client.listEntities()) await handle(row.name);
  //                             ^^^^^^^^^^^^ hint missing-select
  //                             ^^^^^^^^^^^^ warning table-scan
  const stream = Readable.from(client.listEntities());
  //                                  ^^^^^^^^^^^^ warning table-scan
  into.push(...(await stream.toArray()));
  await pipeline(Readable.from(into), createWriteStream(path));`),
    );
  });

  it('tells what is put into a parameter as the PartitionKey', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export async function add(employee: any) {
  employee.partitionKey = employee.department;
  await client.createEntity(employee);
}
client.listEntities({ queryOptions: { filter: 'active eq true' } });
//                                             ^^^^^^^^^^^^^^ warning table-scan/only-properties
`);
  });

  it('says once in a file what to do where every entity is wanted', () => {
    const found = findingsOf(
      '/main.ts',
      `${HEAD}\nclient.listEntities();\nclient.listEntities({});\nclient.listEntities();\n`,
    ).filter(({ rule }) => rule === 'table-scan');
    assert.deepEqual(
      found.map(({ help }) => help?.includes('every entity')),
      [true, false, false],
    );
    assert.ok(found.every(({ help }) => help?.includes('PartitionKey eq …')));
  });

  it('advises no filter on the PartitionKey that every entity has', () => {
    const text = `${HEAD}
      export const add = (id: string) => client.createEntity({ partitionKey: 'staff', rowKey: id });
      export const all = () => client.listEntities();
      export const again = () => client.listEntities();
    `;
    const found = findingsOf('/main.ts', text).filter(({ rule }) => rule === 'table-scan');
    const helps = found.map(({ help }) => help ?? '');
    assert.equal(helps.length, 2);
    for (const help of helps) {
      assert.match(help, /^Every write uses PartitionKey 'staff', so a filter on it reads as much\./);
      assert.doesNotMatch(help, /PartitionKey eq|use this PartitionKey/);
    }
    assert.deepEqual(
      helps.map((help) => help.includes('every entity')),
      [true, false],
    );
  });

  it('names the cause, and underlines what it is', () => {
    check(`${HEAD}
client.listEntities();
//     ^^^^^^^^^^^^ warning table-scan/no-filter
client.listEntities({ queryOptions: { select: ['Age'] } });
//     ^^^^^^^^^^^^ warning table-scan/no-filter
client.listEntities({ queryOptions: { filter: "LastName eq 'Jones'" } });
//                                             ^^^^^^^^^^^^^^^^^^^ warning table-scan/only-properties: LastName
client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${id}\` } });
//                                                  ^^^^^^^^^^^^^^^ warning table-scan/row-key-alone
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' or PartitionKey ge 'B'" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan/or-partition-keys
client.listEntities({ queryOptions: { filter: "PartitionKey ne 'A'" } });
//                                             ^^^^^^^^^^^^^^^^^^^ warning table-scan/key-not-pinned: PartitionKey
`);
  });

  it('says of a binding what it needs, and has no fix for it', () => {
    const binding = `
import { input } from '@azure/functions';
input.table({ tableName: 'Employees', connection: 'X', filter: "LastName eq '{name}'" });
//                                                              ^^^^^^^^^^^^^^^^^^^^ warning table-scan/only-properties
`;
    check(binding);
    checkNoFix('table-scan', binding);
    check(`
import { input } from '@azure/functions';
input.table({ tableName: 'Employees', connection: 'X', take: 1 });
`);
  });

  it('underlines through escapes and concatenation', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: 'Name eq \\'O\\'\\'Brien\\' and Age gt 5' } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan/only-properties: Name, Age
client.listEntities({ queryOptions: { filter: 'Name eq ' + "'Smith'" } });
//                                             ^^^^^^^^^^^^^^^^^^^^ warning table-scan
`);
  });

  it('says on which branch', () => {
    check(`${HEAD}
export function list(department?: string) {
  return client.listEntities({
    queryOptions: { filter: department ? odata\`PartitionKey eq \${department}\` : 'Age gt 60' },
//                                                                               ^^^^^^^^^ warning table-scan/only-properties
  });
}
export function some(department?: string) {
  const options = department ? { queryOptions: { filter: odata\`PartitionKey eq \${department}\` } } : {};
  return client.listEntities(options);
//              ^^^^^^^^^^^^ warning table-scan/no-filter
}
`);
  });

  it('reports a filter of another file at the query', () => {
    check(`${HEAD}
import { ELDERS } from './filters';
client.listEntities({ queryOptions: { filter: ELDERS } });
//     ^^^^^^^^^^^^ warning table-scan/only-properties: Age
// file: filters.ts
export const ELDERS = 'Age gt 60';
`);
  });

  it('says what the writes of the workspace have as PartitionKey', () => {
    check(`${HEAD}
client.listEntities();
//     ^^^^^^^^^^^^ warning table-scan/no-filter
// file: write.ts
import { TableClient } from '@azure/data-tables';
const table = new TableClient(url, 'Employees', credential);
export const add = (employee: Employee) =>
  table.createEntity({ partitionKey: employee.department, rowKey: employee.id });
`);
  });

  it('leaves PartitionKey in the wrong case to the rule for names', () => {
    checkSilent(
      'table-scan',
      `${HEAD}client.listEntities({ queryOptions: { filter: "partitionKey eq 'A' and Age gt 5" } });\n`,
    );
    check(`${HEAD}
export const add = (d: string) => client.createEntity({ partitionKey: d, rowKey: d, partitionkey: 'x' });
client.listEntities({ queryOptions: { filter: "partitionkey eq 'A'" } });
//                                             ^^^^^^^^^^^^^^^^^^^ warning table-scan
`);
  });

  it('is silent where a partition is named, where nothing is known, and where it is not a table', () => {
    check(`${HEAD}
import { search } from './search';
export function lists(department: string, filter: string, clause: string) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and Age gt 60\` } });
  client.listEntities({ queryOptions: { filter: "PartitionKey ge 'A' and PartitionKey lt 'B'" } });
  client.listEntities({ queryOptions: { filter } });
  client.listEntities({ queryOptions: { filter: \`\${clause} and Age gt 60\` } });
  search.listEntities();
}
`);
  });

  it('is silent for a look at what comes first, but not for the first match', () => {
    check(`${HEAD}
export async function isEmpty() {
  const page = await client.listEntities().byPage({ maxPageSize: 1 }).next();
  return page.value.length === 0;
}
export async function isThere() {
  const pager = client.listEntities({ queryOptions: { select: ['Age'] } }).byPage({ maxPageSize: 1 });
  await pager.next();
}
export async function find(id: string) {
  const pager = client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${id}\` } }).byPage({ maxPageSize: 1 });
//                                                                  ^^^^^^^^^^^^^^^ warning table-scan
  return (await pager.next()).value;
}
export async function next(continuationToken: string) {
  return client.listEntities().byPage({ continuationToken, maxPageSize: 50 }).next();
//              ^^^^^^^^^^^^ warning table-scan
}
export async function walk() {
  const rows = client.listEntities();
//                    ^^^^^^^^^^^^ warning table-scan
  for (let row = await rows.next(); !row.done; row = await rows.next()) print(row);
}
`);
  });

  it('names the branch where another one reads less, and none where all read the table', () => {
    const source = (second: string, mark: string): string => `${HEAD}
export function active(department?: string, isPreferred?: boolean) {
  let filter = odata\`isActive eq true\`;
  if (department) filter = ${second};
  return client.listEntities({ queryOptions: { filter } });
//              ^^^^^^^^^^^^ warning table-scan/only-properties: ${mark}
}
`;
    check(source('odata`PartitionKey eq ${department}`', 'department is empty'));
    check(source('odata`isActive eq true and isPreferred eq true`', 'isActive'));
    const [found] = findingsOf(
      '/a.ts',
      source('odata`isActive eq ${isPreferred}`', '').replace(/^\/\/ .*$/gm, ''),
    );
    assert.deepEqual(found?.data, ['isActive']);
  });

  it('says which PartitionKey to ask for where the writes have but one', () => {
    check(`${HEAD}
export const add = (id: string) => client.createEntity({ partitionKey: "o'neill", rowKey: id });
client.listEntities({ queryOptions: { filter: 'Age gt 60' } });
//                                             ^^^^^^^^^ warning table-scan/only-properties
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' or Age gt 60" } });
//                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning table-scan/key-not-pinned
`);
  });

  it('knows a filter that stands where the SDK does not look for it', () => {
    check(`${HEAD}
export async function of(department?: string) {
  let options: any = {};
  if (department) options = { filter: odata\`PartitionKey eq \${department}\` };
  const all = [];
  for await (const one of client.listEntities(options)) all.push(one);
  //                             ^^^^^^^^^^^^ warning table-scan/stray-filter
  //                             ^^^^^^^^^^^^ information unbounded-collect
  const old: any = {};
  old.filter = 'Age gt 60';
  const first = client.listEntities(old);
  //                   ^^^^^^^^^^^^ warning table-scan/stray-filter
  const own = { filter: 'Age gt 60' };
  return [all, first, client.listEntities({ queryOptions: own })];
  //                         ^^^^^^^^^^^^ warning table-scan/only-properties
}
`);
  });

  it('says no entity, and no client, for the key of what is written', () => {
    const [scan] = findingsOf(
      'main.ts',
      `
import { TableClient } from '@azure/data-tables';
const tickets = () => TableClient.fromConnectionString(connection, 'Tickets');
async function put<T extends object>(table: TableClient, entity: T & { partitionKey: string; rowKey: string }) {
  await table.upsertEntity(entity, 'Replace');
}
export async function sell(show: string, id: string, holder: string) {
  await put(tickets(), { partitionKey: show, rowKey: id, holder });
}
export async function move(show: string, id: string, seat: string) {
  const table = tickets();
  const old = await table.getEntity<Ticket>(show, id);
  const moved: Ticket = { ...old, seat };
  await put(table, moved);
}
export const heldBy = (holder: string) => tickets().listEntities({ queryOptions: { filter: odata\`holder eq \${holder}\` } });
`,
    ).filter(({ rule }) => rule === 'table-scan');
    assert.match(scan?.help ?? '', / use this PartitionKey: show\.$/);
  });
});
