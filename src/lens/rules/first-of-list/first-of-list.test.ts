import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Readings', credential);
const LIMIT = 500;
`;
const OPTIONS = '{ queryOptions: { filter: odata`PartitionKey eq ${device}` } }';
const inside = (body: string): string => `${HEAD}
export async function read(device: string, limit: number) {
  ${body}
}
`;
const silent = (body: string): void => {
  checkSilent('first-of-list', inside(body));
};

describe('first-of-list', () => {
  it('takes a number that is not known for no one', () => {
    check(`${HEAD}
export async function read(device: string, limit: number) {
  const rows: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) rows.push(one);
  //                             ^^^^^^^^^^^^ warning first-of-list/all-for-some
  return rows.slice(0, limit);
}
`);
  });

  it('says how many a comparison of their number needs', () => {
    for (const [asked, needed] of [
      ['rows.length > 0', 'any'],
      ['rows.length === 0', 'any'],
      ['rows.length < 1', 'any'],
      ['rows.length <= 1', 'many: 2'],
      ['rows.length === 1', 'many: 2'],
      ['rows.length >= 3', 'many: 3'],
    ] as const)
      check(`${HEAD}
const all = async (device: string) => {
  const rows: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) rows.push(one);
  return rows;
};
export async function ask(device: string) {
  const rows = await all(device);
  //                 ^^^ warning first-of-list/all-for-${needed}
  return ${asked};
}
`);
    silent(`const rows: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) rows.push(one);
  return rows.length > 5000 ? 'many' : rows.length > 1 ? String(rows.length) : 'few';`);
  });

  it('counts by what push gives', () => {
    const told = (stop: string): readonly string[] =>
      findingsOf(
        '/app/main.ts',
        `${HEAD}
export async function read(device: string, limit: number) {
  const rows: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) ${stop}
  return rows;
}
`,
      )
        .filter(({ rule }) => rule === 'first-of-list')
        .map(({ messageId, data }) => [messageId, ...data].join(' '));
    assert.deepEqual(told('if (rows.push(one) >= limit) break;'), ['some']);
    assert.deepEqual(told('{ const size = rows.push({ at: one.at }); if (size === 12) return rows; }'), [
      'count 12 byPage({ maxPageSize: 12 })',
    ]);
    assert.deepEqual(told('{ if (limit > 3) break; rows.push(one); }'), []);
    for (const [stop, needed] of [
      ['{ if (rows.length >= 5) break; rows.push(one); }', 5],
      ['{ if (rows.length < 5) rows.push(one); else break; }', 5],
      ['{ rows.push(one); if (rows.length > 4) return rows; }', 5],
    ] as const)
      assert.deepEqual(told(stop), [`count ${needed} byPage({ maxPageSize: ${needed} })`]);
    // what is left out is read, too
    assert.deepEqual(
      told("{ if (one.kind === 'x') continue; rows.push(one); if (rows.length === 5) break; }"),
      [],
    );
  });

  it('does not guess whether a number is counted before or after it is compared', () => {
    check(`${HEAD}
export async function read(device: string, limit: number) {
  let n = 0;
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information first-of-list/some
    if (++n > 10) break;
    use(one);
  }
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information first-of-list/count: 11
    use(one);
    if (++n > 10) break;
  }
}
`);
  });

  it('knows a loop that asks for the next one so many times', () => {
    check(`${HEAD}
export async function read(device: string) {
  const rows = [];
  const all = client.listEntities(${OPTIONS});
  //                 ^^^^^^^^^^^^ information first-of-list/count: 10
  for (let i = 0; i < 10; i++) {
    const { done, value } = await all.next();
    if (done) break;
    rows.push(value);
  }
  return rows.sort((a, b) => (a.readAt < b.readAt ? 1 : -1));
}
`);
  });

  it('advises who calls a function of the program to tell it how many', () => {
    const [finding, ...others] = findingsOf(
      '/app/main.ts',
      `${HEAD}
async function* readings(device: string) {
  for await (const one of client.listEntities(${OPTIONS})) yield { at: one.at, level: one.level };
}
export async function last(device: string) {
  for await (const one of readings(device)) return one;
  return undefined;
}
`,
    ).filter(({ rule }) => rule === 'first-of-list');
    assert.deepEqual(others, []);
    assert.match(finding?.help ?? '', /^Give readings the number that you need/);
  });

  it('is silent where one part after the other is taken off', () => {
    const rows = `const rows: unknown[] = []; for await (const one of client.listEntities(${OPTIONS})) rows.push(one);`;
    silent(`${rows} while (rows.length > 0) await put(rows.splice(0, 100));`);
    silent(`${rows} for (let row = rows.shift(); row !== undefined; row = rows.shift()) use(row);`);
    silent(
      `${rows} const work = async () => { const row = rows.shift(); if (row) { await use(row); await work(); } }; await work();`,
    );
  });

  it('says how much is used, and how to ask for as much', () => {
    check(`${HEAD}
export async function read(device: string, limit: number) {
  for await (const one of client.listEntities(${OPTIONS})) return one;
  //                             ^^^^^^^^^^^^ information first-of-list/one
  for await (const one of client.listEntities(${OPTIONS})) { if (one.flag === 1) return one; }
  //                             ^^^^^^^^^^^^ information client-side-filter/compared: flag eq 1
  //                             ^^^^^^^^^^^^ information first-of-list/match
  const rows: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) {
  //                             ^^^^^^^^^^^^ information first-of-list/count: byPage({ maxPageSize: 500 })
    rows.push(one);
    if (rows.length >= LIMIT) break;
  }
  const some: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) {
  //                             ^^^^^^^^^^^^ information first-of-list/some
    some.push(one);
    if (some.length === limit) break;
  }
  const all: unknown[] = [];
  for await (const one of client.listEntities(${OPTIONS})) all.push(one);
  //                             ^^^^^^^^^^^^ warning first-of-list/all-for-one
  const [first] = all;
  return [rows, some, first];
}
`);
  });

  it('tells as information that a page is not all', () => {
    check(`${HEAD}
export async function read(device: string) {
  const filter = odata\`PartitionKey eq \${device} and Level ge 3\`;
  for await (const page of client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: 10 })) {
  //                              ^^^^^^^^^^^^ information first-of-list/one-page
    return page[0];
  }
}
`);
    check(`${HEAD}
export async function read(device: string) {
  for await (const page of client.listEntities(${OPTIONS}).byPage()) {
  //                              ^^^^^^^^^^^^ information first-of-list/one-page
    return page[0];
  }
}
`);
    silent(
      `for await (const page of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 10 })) return page[0];`,
    );
    silent(
      `const page = await client.listEntities(${OPTIONS}).byPage({ maxPageSize: limit }).next(); return page.value ?? [];`,
    );
  });

  it('takes "top" for what it is: the size of a page', () => {
    check(`${HEAD}
export async function read() {
  const rows = [];
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", top: 5 } })) rows.push(one);
  //                             ^^^^^^^^^^^^ warning first-of-list/top-count
  return rows;
}
`);
    silent('for await (const one of client.listEntities({ queryOptions: { top: 1 } })) return one;');
    silent(`const rows = [];
    for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'", ...options } })) rows.push(one);
    return rows;`);
  });

  it('is silent where a size was chosen, and for a look that nothing is done with', () => {
    silent(`for await (const [one] of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 1 })) {
      if (one === undefined) continue;
      return one;
    }`);
    silent('await client.listEntities().byPage({ maxPageSize: 1 }).next();');
    silent(`const { value } = await client.listEntities(${OPTIONS}).byPage({ maxPageSize: 1 }).next();
    return value.length > 0;`);
    silent(`const rows = [];
    for await (const page of client.listEntities(${OPTIONS}).byPage({ maxPageSize: limit })) {
      rows.push(...page);
      if (rows.length >= limit) break;
    }
    return rows;`);
  });

  it('is silent where a token leads on, and where pages are gone through by hand', () => {
    silent(
      `return (await client.listEntities(${OPTIONS}).byPage({ maxPageSize: 5, continuationToken }).next()).value;`,
    );
    silent(`const pages = client.listEntities(${OPTIONS}).byPage({ maxPageSize: 5 });
    for (let page = await pages.next(); !page.done; page = await pages.next()) use(page.value);`);
  });

  it('is silent where all results are wanted, or as many as a page has', () => {
    silent(
      `for await (const one of client.listEntities(${OPTIONS})) { use(one); if (Date.now() > limit) break; }`,
    );
    silent(
      `let rank = 0; for await (const one of client.listEntities(${OPTIONS})) { rank++; if (one.id === limit) return rank; }`,
    );
    silent(
      `let n = 0; for await (const one of client.listEntities(${OPTIONS})) { use(one); if (++n >= 1000) break; }`,
    );
    silent(
      `const rows = []; for await (const one of client.listEntities(${OPTIONS})) rows.push(one); return rows;`,
    );
    silent(`const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));
    rows.sort((a, b) => a.size - b.size);
    return rows[0];`);
    silent(
      `const rows = await Array.fromAsync(client.listEntities(${OPTIONS})); use(rows[0], rows.map((row) => row.id));`,
    );
  });

  it('leaves a query for one entity to point-query-as-list, and look-alikes alone', () => {
    silent(
      'for await (const one of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${device} and RowKey eq ${limit}` } })) return one;',
    );
    checkSilent(
      'first-of-list',
      `
class Bucket { async *listEntities() { yield 1; } }
export async function read() { for await (const one of new Bucket().listEntities()) return one; }
`,
    );
  });

  it('judges a wrapper at its calls, unless it asks for no more itself', () => {
    check(`${HEAD}
async function all(filter: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push(row);
  return rows;
}
async function some(filter: string) {
  const rows = [];
  for await (const page of client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: 5 })) {
    rows.push(...page);
    if (rows.length >= 5) break;
  }
  return rows;
}
export const one = async () => (await all("PartitionKey eq 'a' and Size gt 5"))[0];
//                                    ^^^ warning first-of-list/all-for-one
export const another = async () => (await some("PartitionKey eq 'a' and Size gt 5"))[0];
`);
  });

  it('tells once, at the caller, what the first page of a filter is that only callers know', () => {
    check(`${HEAD}
class Store {
  byName(name: string) {
    return this.first(odata\`Name eq \${name}\`);
    //          ^^^^^ information first-of-list/one-page
    //                      ^^^^^^^^^^^^^^^ warning table-scan
  }
  newestOf(device: string) {
    return this.first(odata\`PartitionKey eq \${device}\`);
  }
  private async first(filter: string) {
    const page = await this.query(filter).byPage({ maxPageSize: 1 }).next();
    return page.value?.[0];
  }
  private query(filter: string) {
    return client.listEntities({ queryOptions: { filter } });
  }
}
export const store = new Store();
`);
  });

  describe('fix', () => {
    const fixed = (before: string, after: string): void => {
      checkFix('first-of-list', inside(before), inside(after));
    };

    it('asks for pages of one, and goes on while they are empty', () => {
      fixed(
        `for await (const one of client.listEntities(${OPTIONS})) {
    return one;
  }`,
        `for await (const [one] of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 1 })) {
    if (one === undefined) continue;
    return one;
  }`,
      );
    });

    it('keeps a break, a named list and a body that is no block', () => {
      fixed(
        `let found;
  const list = client.listEntities(${OPTIONS});
  for await (const one of list) {
    found = one;
    break;
  }
  return found;`,
        `let found;
  const list = client.listEntities(${OPTIONS}).byPage({ maxPageSize: 1 });
  for await (const [one] of list) {
    if (one === undefined) continue;
    found = one;
    break;
  }
  return found;`,
      );
      fixed(
        `for await (const one of client.listEntities(${OPTIONS})) return one;`,
        `for await (const [one] of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 1 })) { if (one === undefined) continue; return one; }`,
      );
    });

    it('is not offered where more would have to change', () => {
      checkNoFix('first-of-list', inside(`return (await client.listEntities(${OPTIONS}).next()).value;`));
      checkNoFix(
        'first-of-list',
        inside(
          `for await (const one of client.listEntities(${OPTIONS})) { if (one.flag === 1) return one; }`,
        ),
      );
      checkNoFix(
        'first-of-list',
        inside(`for await (const { id } of client.listEntities(${OPTIONS})) return id;`),
      );
      checkNoFix(
        'first-of-list',
        inside(
          `const list = client.listEntities(${OPTIONS}); log(list); for await (const one of list) return one;`,
        ),
      );
    });
  });

  it('knows a loop that goes on after empty pages for the first entity', () => {
    silent(
      `for await (const page of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 5 })) if (page.length > 0) return page[0];`,
    );
    silent(
      `for await (const page of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 5 })) { const [one] = page; if (one) return one; }`,
    );
    silent(
      `for await (const page of client.listEntities(${OPTIONS}).byPage({ maxPageSize: 1 })) { const one = page[0]; if (!one) continue; return one.name; }`,
    );
    for (const test of ['page.length > 0', 'page.length'])
      silent(
        `for await (const page of client.listEntities(${OPTIONS.replace('`', '` + ` and broken eq true')}).byPage({ maxPageSize: 1 })) if (${test}) return true; return false;`,
      );
    check(
      inside(`const other = odata\`PartitionKey eq \${device} and broken eq true\`;
  for await (const page of client.listEntities({ queryOptions: { filter: other } }).byPage({ maxPageSize: 5 })) return page[0];
  //                              ^^^^^^^^^^^^ information first-of-list/one-page
  for await (const page of client.listEntities({ queryOptions: { filter: other } }).byPage({ maxPageSize: 5 })) if (page.length > 0) return page;
  //                              ^^^^^^^^^^^^ information first-of-list/one-page`),
    );
  });

  it('sees that a loop ends with its first turn by how it is written', () => {
    check(
      inside(`for await (const one of client.listEntities(${OPTIONS})) {
  //                             ^^^^^^^^^^^^ information first-of-list/one
    if (!(await allowed(one))) return 'no';
    for (const part of one.parts) { if (part === '') continue; await send(part); }
    return 'yes';
  }`),
    );
    silent(`for await (const one of client.listEntities(${OPTIONS})) {
    if (!(await allowed(one))) continue;
    await send(one);
    return;
  }`);
  });

  it('is silent where one is looked for first', () => {
    for (const put of ['row', '{ ...row }'])
      checkSilent(
        'first-of-list',
        `
import { TableClient, odata } from '@azure/data-tables';
const plans = new TableClient(url, 'Plans', credential);
export async function planFor(product: string, region: string) {
  const all: any[] = [];
  for await (const row of plans.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${product}\` } })) all.push(${put});
  return all.find((plan) => plan.region === region) ?? all[0];
}
`,
      );
  });
});
