import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('query-in-loop', () => {
  it('warns of a query of the same partition in every turn', () => {
    check(`${HEAD}
export async function find(department: string, badges: string[]) {
  for (const badge of badges) {
    const filter = odata\`PartitionKey eq \${department} and Badge eq \${badge}\`;
    for await (const employee of client.listEntities({ queryOptions: { filter } })) print(employee);
    //                                  ^^^^^^^^^^^^ warning query-in-loop/partition
  }
}
`);
  });

  it('is silent where a query goes on behind what the one before gave', () => {
    const paged = (next: string, after: string): string => `${HEAD}
async function page(department: string, limit: number, cursor?: string) {
  const after = cursor ? ${after} : undefined;
  const filter = after
    ? odata\`PartitionKey eq \${department} and RowKey gt \${after}\`
    : odata\`PartitionKey eq \${department}\`;
  const items = [];
  const keys = [];
  for await (const one of client.listEntities({ queryOptions: { filter } })) {
    items.push({ name: one.name });
    keys.push(one.rowKey);
    if (items.length >= limit + 1) break;
  }
  const last = keys.slice(0, limit).at(-1);
  return { items, next: items.length > limit ? ${next} : undefined };
}
export async function all(department: string, badge: string) {
  const found = [];
  let cursor;
  while (found.length < 2000) {
    const { items, next } = await page(department, 250, cursor);
    found.push(...items);
    if (!next) break;
    cursor = next;
  }
  return found;
}
`;
    checkSilent('query-in-loop', paged('last', 'cursor'));
    checkSilent('query-in-loop', paged('JSON.stringify({ last })', 'JSON.parse(cursor).last'));
    checkSilent(
      'query-in-loop',
      paged("Buffer.from(last, 'utf8').toString('base64url')", "Buffer.from(cursor, 'base64url').toString()"),
    );
    const rules = findingsOf('/app/main.ts', paged('badge', 'badge')).map(({ rule }) => rule);
    assert.ok(rules.includes('query-in-loop'));
  });

  it('is silent where so many ranges of one partition are asked for at once', () => {
    const ranges = (list: string, filter: string): string => `${HEAD}
const named = async (department: string, prefix: string) =>
  Array.fromAsync(client.listEntities({ queryOptions: { filter: ${filter} } }));
export async function find(department: string, teams: string[]) {
  return Promise.all(${list}.map((team) => named(department, team)));
}
`;
    const range =
      'odata`PartitionKey eq ${department} and RowKey ge ${prefix} and RowKey lt ${prefix + "~"}`';
    checkSilent('query-in-loop', ranges('teams.slice(0, 20)', range));
    checkSilent('query-in-loop', ranges("['a', 'b', 'c']", range));
    const rules = (list: string, filter: string): readonly string[] =>
      findingsOf('/app/main.ts', ranges(list, filter)).map(({ rule }) => rule);
    assert.ok(rules('teams', range).includes('query-in-loop'));
    assert.ok(
      rules('teams.slice(0, 20)', 'odata`PartitionKey eq ${department} and Team eq ${prefix}`').includes(
        'query-in-loop',
      ),
    );
  });

  it('warns where the queries of one partition differ, and not where they may be of several', () => {
    const loop = (filters: string): string => `${HEAD}
export async function find(department: string, other: string) {
  for (const filter of [${filters}]) {
    for await (const employee of client.listEntities({ queryOptions: { filter } })) print(employee);
  }
}
`;
    const inside = 'odata`PartitionKey eq ${department}`';
    const named = 'odata`PartitionKey eq ${department} and Name eq ${other}`';
    const rules = (filters: string): readonly string[] =>
      findingsOf('/app/main.ts', loop(filters)).map(({ rule }) => rule);
    assert.ok(rules(`${inside}, ${named}`).includes('query-in-loop'));
    checkSilent('query-in-loop', loop(`${inside}, odata\`PartitionKey eq \${other}\``));
    checkSilent('query-in-loop', loop(`"PartitionKey eq 'a' and A eq 1", "PartitionKey eq 'b'"`));
  });

  it('warns of a scan of the table in every turn', () => {
    check(`${HEAD}
export async function find(mails: string[]) {
  for (const mail of mails) {
    for await (const employee of client.listEntities({ queryOptions: { filter: odata\`Mail eq \${mail}\` } })) {
      //                                ^^^^^^^^^^^^ warning query-in-loop/table
      //                                                                             ^^^^^^^^^^^^^^^ warning table-scan
      print(employee);
    }
  }
}
`);
  });

  it('warns of one more query for each entity that a query gives', () => {
    check(`${HEAD}
const reviews = new TableClient(url, 'Reviews', credential);
export async function counted(department: string) {
  const lines: string[] = [];
  const filter = odata\`PartitionKey eq \${department}\`;
  for await (const employee of client.listEntities<{ name: string }>({ queryOptions: { filter, select: ['rowKey', 'name'] } })) {
    let count = 0;
    const mine = odata\`PartitionKey eq \${employee.rowKey}\`;
    for await (const _ of reviews.listEntities({ queryOptions: { filter: mine, select: ['rowKey'] } })) count++;
    //                            ^^^^^^^^^^^^ warning query-in-loop/entities
    lines.push(\`\${employee.name}: \${count}\`);
  }
  return lines;
}
`);
  });

  it('is silent where what each entity leads to is removed, or read by several queries at once', () => {
    checkSilent(
      'query-in-loop',
      `${HEAD}
const reviews = new TableClient(url, 'Reviews', credential);
export async function leave(department: string) {
  for await (const employee of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) {
    for await (const review of reviews.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${employee.rowKey}\` } })) {
      await reviews.deleteEntity(review.partitionKey, review.rowKey);
    }
  }
}
export async function all(departments: string[]) {
  return Promise.all(
    departments.map((one) => gather(reviews.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${one}\` } }))),
  );
}
`,
    );
  });

  it('tells of queries of several partitions that wait for each other', () => {
    check(`${HEAD}
const namesOf = async (filter: string) => {
  const names = [];
  for await (const { name } of client.listEntities({ queryOptions: { filter, select: ['name'] } })) names.push(name);
  return names;
};
export async function sizes(departments: string[]) {
  const sizes = new Map<string, number>();
  for (const one of departments) {
    const page = await client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${one}\` } }).byPage().next();
//                            ^^^^^^^^^^^^ information query-in-loop/in-turn
    sizes.set(one, page.value.length);
  }
  const grades = {};
  for (let i = 0; i < departments.length; i++) {
    for await (const { grade } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${departments[i]}\` } })) grades[grade] = true;
//                                       ^^^^^^^^^^^^ information query-in-loop/in-turn
  }
  const quoted = (text: string) => \`'\${String(text).replaceAll("'", "''")}'\`;
  for (const one of departments) {
    for await (const { size } of client.listEntities({ queryOptions: { filter: \`PartitionKey eq \${quoted(one)}\` } })) sizes.set(one, size);
//                                      ^^^^^^^^^^^^ information query-in-loop/in-turn
  }
  const all = [];
  for (const one of departments) all.push(...(await namesOf(odata\`PartitionKey eq \${one}\`)));
//                                                  ^^^^^^^ information query-in-loop/in-turn
  return [sizes, grades, all];
}
`);
  });

  it('tells of a loop that calls a function for one partition after the other, whoever else calls it for all at once', () => {
    check(`${HEAD}
const employeesOf = async (department: string) => {
  const employees = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) employees.push(one);
  return employees;
};
export async function atOnce(departments: string[]) {
  return Promise.all(departments.slice(0, 10).map((one) => employeesOf(one)));
}
export async function inTurn(departments: string[]) {
  const all = [];
  for (const one of departments) all.push(...(await employeesOf(one)));
  return all;
}
`);
  });

  it('tells of one query for each of several partitions that a job, or who logs what it found, asks one after the other', () => {
    check(`${HEAD}
import { app } from '@azure/functions';
app.timer('nightly', {
  schedule: '0 0 3 * * *',
  handler: async (timer, context) => {
    for (const department of (process.env.DEPARTMENTS ?? '').split(',')) {
      let open = 0;
      for await (const { isOpen } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) {
        //                                  ^^^^^^^^^^^^ information query-in-loop/in-turn
        if (isOpen) open++;
      }
      context.log(department, open);
      console.log(department, open);
    }
  },
});
export async function count(departments: string[], logger: { info(text: string): void }) {
  const open = new Map<string, number>();
  for (const department of departments) {
    let n = 0;
    for await (const { isOpen } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) {
      //                                  ^^^^^^^^^^^^ information query-in-loop/in-turn
      if (isOpen) n++;
    }
    open.set(department, n);
    logger.info(\`\${department}: \${n}\`);
  }
  return open;
}
`);
    checkSilent(
      'query-in-loop',
      `${HEAD}
export async function print(departments: string[]) {
  for (const department of departments) {
    for await (const { name } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } })) console.log(name);
  }
}
`,
    );
  });

  it('is silent where queries of several partitions are in their order for something, or end with the first that has it', () => {
    const silent = (body: string): void => {
      checkSilent(
        'query-in-loop',
        `${HEAD}
const of = (one: string) => client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${one}\` } });
export async function* read(departments: string[]) {
  const found = [];
  ${body}
  return found;
}
`,
      );
    };
    silent('for (const one of departments) for await (const row of of(one)) yield row;');
    silent(
      'for (const one of departments) { for await (const row of of(one)) found.push(row); await pause(100); }',
    );
    silent('for (const one of departments) for await (const row of of(one)) if (row.isHead) return row;');
    silent('for (const one of departments) for await (const row of of(one)) await send(row);');
    silent("for (const one of ['a', 'b', 'c']) for await (const row of of(one)) found.push(row);");
    silent('found.push(...(await Promise.all(departments.map((one) => Array.fromAsync(of(one))))));');
    silent(
      'const all = []; for (const one of departments) all.push(Array.fromAsync(of(one))); found.push(await Promise.all(all));',
    );
  });

  it('is silent for one query of each partition, for pages, and for a poll', () => {
    checkSilent(
      'query-in-loop',
      `${HEAD}
export async function all(departments: string[], department: string) {
  for (const one of departments) {
    for await (const employee of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${one}\` } })) {
      print(employee);
    }
  }
  let token;
  do {
    const filter = odata\`PartitionKey eq \${department}\`;
    const page = await client.listEntities({ queryOptions: { filter } }).byPage({ continuationToken: token }).next();
    token = page.value?.continuationToken;
  } while (token);
  for (;;) {
    for await (const job of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'jobs'" } })) print(job);
    await sleep(1000);
  }
}
`,
    );
  });

  it('is silent for one query of each of constant partitions, and where the first turn is the last', () => {
    checkSilent(
      'query-in-loop',
      `${HEAD}
export async function both(id: string) {
  for (const status of ['open', 'closed']) {
    for await (const one of client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${status}'\` } })) print(one);
  }
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'ids'" } })) {
    if (one.id !== id) continue;
    const filter = odata\`PartitionKey eq 'rooms' and Owner eq \${one.owner}\`;
    for await (const room of client.listEntities({ queryOptions: { filter } })) print(room);
    return;
  }
  for (const month of ['2026-01', '2026-02']) {
    const filter = odata\`PartitionKey eq \${month}\`;
    for await (const employee of client.listEntities({ queryOptions: { filter } })) print(employee);
  }
}
`,
    );
  });

  it('is silent where the next question follows from the answer before', () => {
    checkSilent(
      'query-in-loop',
      `${HEAD}
export async function chain(department: string, first: string) {
  let boss = first;
  while (boss) {
    const filter = odata\`PartitionKey eq \${department} and Name eq \${boss}\`;
    for await (const employee of client.listEntities({ queryOptions: { filter } })) boss = employee.boss;
  }
}
`,
    );
  });

  it('knows that a function reads what the query gives, and one that waits for something else', () => {
    const source = (body: string, mark = ''): string => `
import { TableClient, odata } from '@azure/data-tables';
const lessons = new TableClient(url, 'Lessons', credential);
async function toArray<T>(rows: AsyncIterable<T>) {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
export async function lessonsOf(courses: string[]) {
  const found: unknown[] = [];
  for (const course of courses) {
    const rows = lessons.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${course}\` } });
${mark}
    ${body}
  }
  return found;
}
`;
    check(
      source(
        'found.push(await toArray(rows));',
        '    //                   ^^^^^^^^^^^^ information query-in-loop/in-turn',
      ),
    );
    checkSilent('query-in-loop', source('found.push(await toArray(rows)); await pause(course);'));
  });

  it('is silent where what was read goes somewhere in its order', () => {
    checkSilent(
      'query-in-loop',
      `
import { TableClient, odata } from '@azure/data-tables';
const lessons = new TableClient(url, 'Lessons', credential);
export async function send(courses: string[]) {
  let sent = 0;
  for (const course of courses) {
    const rows = await Array.fromAsync(lessons.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${course}\` } }));
    sent += await archive(rows);
  }
  return sent;
}
export async function write(courses: string[]) {
  let written = 0;
  for (const course of courses) {
    const rows = lessons.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${course}\` } });
    written += await writeRows(rows);
  }
  return written;
}
`,
    );
  });

  it('is silent of what is tried again until it is done', () => {
    checkSilent(
      'query-in-loop',
      `${HEAD}
const head = (id: string) => client.getEntity<{ version: string }>(id, 'head');
async function load(id: string) {
  const { version } = await head(id);
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${id} and RowKey gt \${version}\` } })) all.push(one);
  return all;
}
export async function execute(id: string, decide: (all: object[]) => object[]) {
  for (let i = 0; i < 3; i++) {
    const all = await load(id);
    try {
      return await append(id, decide(all));
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
export async function first(id: string, from: number) {
  for (let day = from; ; day++) {
    for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${id} and Day eq \${day}\` } })) return one;
  }
}
`,
    );
  });

  it('is silent of the same query in each turn: it may wait for a change, or be of another table', () => {
    const looped = (loop: string): string => `
import { setInterval } from 'node:timers/promises';
import { TableClient } from '@azure/data-tables';
const lines = new TableClient(url, 'Lines', credential);
const all = { queryOptions: { filter: "PartitionKey eq 'all'" } };
async function read(client = lines) {
  const rows = [];
  for await (const line of client.listEntities(all)) rows.push(line);
  return rows;
}
export async function f(orders: { id: string }[], names: string[], delays: number[], shops: TableClient[]) {
  const found = [];
  ${loop}
  return found;
}
`;
    for (const loop of [
      'for (const order of orders) found.push(await read());',
      'for (let i = 0; i < 3; i++) found.push(await read());',
      'for (const delay of delays) { found.push(await read()); await new Promise((go) => setTimeout(go, delay)); }',
      'for await (const _ of setInterval(60_000)) found.push(await read());',
      'for (const name of names) found.push(await read(new TableClient(url, name, credential)));',
      'for (const shop of shops) found.push(await read(shop));',
      'for (const shop of shops) for await (const line of shop.listEntities(all)) found.push(line);',
      'for (const shop of shops) for await (const line of shop.listEntities()) found.push(line);',
      `for (const continuationToken of names) {
    for await (const page of lines.listEntities(all).byPage({ continuationToken })) { found.push(page); break; }
  }`,
    ])
      checkSilent('query-in-loop', looped(loop));
  });
});
