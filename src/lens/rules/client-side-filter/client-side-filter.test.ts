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
const client = new TableClient(url, 'Friends', credential);
`;
const OPTIONS = '{ queryOptions: { filter: odata`PartitionKey eq ${user}` } }';
const inside = (body: string): string => `${HEAD}
export async function read(user: string, status: string, since: number) {
  ${body}
}
`;
const silent = (body: string): void => {
  checkSilent('client-side-filter', inside(body));
};

describe('client-side-filter', () => {
  it('is told at the caller of what lists, and of values that are given', () => {
    check(`${HEAD}
async function employeesOf(department: string) {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    all.push(one);
  return all;
}
export async function active(department: string) {
  const all = await employeesOf(department);
  //                ^^^^^^^^^^^ information client-side-filter/compared: Status eq 'active'
  return all.filter((one) => one.Status === 'active');
}
export async function some(department: string, badges: ReadonlySet<string>) {
  const all = await employeesOf(department);
  //                ^^^^^^^^^^^ information client-side-filter/among: Badge
  return all.filter((one) => badges.has(one.Badge));
}
export const count = async (department: string) => (await employeesOf(department)).length;
`);
  });

  it('is told at the caller of a function whose limit is not given, and none', () => {
    for (const test of ['all.length >= limit', 'limit <= all.length', 'all.length === limit'])
      check(`${HEAD}
async function employeesOf(department: string, limit = Infinity) {
  const all = [];
  const filter = odata\`PartitionKey eq \${department}\`;
  for await (const one of client.listEntities({ queryOptions: { filter } })) {
    all.push(one);
    if (${test}) break;
  }
  return all;
}
export async function active(department: string) {
  const all = await employeesOf(department);
  //                ^^^^^^^^^^^ information client-side-filter/compared: Status eq 'active'
  return all.filter((one) => one.Status === 'active');
}
export async function activeOfFirst(department: string) {
  const all = await employeesOf(department, 20);
  return all.filter((one) => one.Status === 'active');
}
`);
  });

  it('is told where what is left goes into another array', () => {
    const LIST = `${HEAD}
async function employeesOf(department: string) {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } }))
    all.push(one);
  return all;
}
`;
    for (const body of [
      "const left = all.filter((one) => one.Status === 'active'); for (const one of left) names.push(one.Name);",
      "for (const one of all) if (one.Status === 'active') names.push(one.Name);",
      "for (const one of all) { if (one.Status !== 'active') continue; names.push(one.Name); }",
      "for (const one of all.filter((one) => one.Status === 'active')) if (await isFree(one.Name)) names.push(one.Name);",
    ])
      check(`${LIST}export async function active(department: string) {
  const all = await employeesOf(department);
  //                ^^^^^^^^^^^ information client-side-filter/compared: Status eq 'active'
  const names: string[] = [];
  ${body}
  return names;
}
`);
    for (const body of [
      "for (const one of all) { if (one.Status === 'active') names.push(one.Name); else others.push(one.Name); }",
      "for (const one of all.filter((one) => one.Status === 'active')) names.push(one.Name); for (const one of all) names.push(one.Name);",
      "for (const one of all) names.push(one.Name); for (const one of all.filter((one) => one.Status === 'active')) names.push(one.Name);",
      "for (const one of all) if (one.Status === 'active') names.push(one.Name); others.push(...all.map((one) => one.Name));",
      "for (const one of all) if (one.Status === 'active') names.push(one.Name); for (const one of all) names.push(one.Id);",
    ])
      checkSilent(
        'client-side-filter',
        `${LIST}export async function active(department: string) {
  const all = await employeesOf(department);
  const [names, others]: [string[], string[]] = [[], []];
  ${body}
  return { names, others };
}
`,
      );
  });

  it('is told at the caller of a function that lists through a base class which makes something of each entity', () => {
    check(`${HEAD}
interface User { id: string; role: string }
abstract class Repository<T> {
  protected abstract from(entity: any): T;
  protected async list(filter: string): Promise<T[]> {
    const all: T[] = [];
    for await (const entity of client.listEntities({ queryOptions: { filter } })) all.push(this.from(entity));
    return all;
  }
}
export class Users extends Repository<User> {
  protected from(entity: any): User {
    return { id: entity.rowKey, role: entity.role };
  }
  ofTenant(tenant: string) {
    return this.list(odata\`PartitionKey eq \${tenant}\`);
  }
  async admins(tenant: string) {
    return (await this.ofTenant(tenant)).filter((user) => user.role === 'admin');
    //                 ^^^^^^^^ information client-side-filter/compared: role eq 'admin'
  }
  async names(tenant: string) {
    return (await this.ofTenant(tenant)).map(({ id }) => id);
  }
}
`);
  });

  it('names a constant in the quotes of a filter, whatever quotes the code has', () => {
    check(`${HEAD}
export async function read(user: string) {
  const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));
  //                                        ^^^^^^^^^^^^ information client-side-filter/compared: status eq 'on ''hold'''
  return rows.filter((row) => row.status === "on 'hold'");
}
`);
  });

  it('names the condition that belongs into the filter', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter/compared: status eq 'active' and age ge \${since}
    if (one.status !== 'active' || one.age < since) continue;
    use(one);
  }
  const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));
  //                                        ^^^^^^^^^^^^ information client-side-filter/compared: RowKey …
  return rows.filter((row) => row.rowKey.startsWith('a_'));
}
`);
  });

  it('compares Timestamp with a point in time', () => {
    check(`${HEAD}
export async function read(user: string, until: Date) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter/compared: Timestamp le \${until}
    if (one.timestamp! <= until.toISOString()) use(one);
  }
}
`);
  });

  it('says "like" of what is not all that decides', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter/partly-compared: status eq \${status}", "age gt \${since}
    if (one.status === status || one.age > since) use(one);
  }
}
`);
  });

  it('says that "ne" on a key narrows nothing', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities()) {
    //                           ^^^^^^^^^^^^ information client-side-filter/compared: PartitionKey ne 'rate'
    //                           ^^^^^^^^^^^^ warning table-scan
    if (one.partitionKey === 'rate') continue;
    use(one);
  }
}
`);
  });

  it('says how a property must be stored to be compared', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter/converted: createdAt
    if (Date.parse(one.createdAt) > since) use(one);
  }
  for await (const one of client.listEntities(${OPTIONS})) {
    if (one.name.toLowerCase().includes(status)) use(one);
  }
}
`);
  });

  it('is silent where nothing is left out, or not by a value', () => {
    const loop = (body: string): void => {
      silent(`for await (const one of client.listEntities(${OPTIONS})) { ${body} }`);
    };
    loop('use(one);');
    loop('if (!one.name) continue; use(one);');
    loop("if (one.status === 'active') first(one); else second(one);");
    loop('if (seen.has(one.rowKey)) continue; use(one);');
    loop('const other = await load(one.rowKey); if (other.age < since) continue; use(one);');
    loop('if (one.etag === status) use(one);');
    loop('if (one.rowKey === status) continue; use(one);');
    loop('if (status && one.rowKey === status) continue; use(one);');
    loop('use(one); if (one.age > since) again(one);');
    loop("const at = place(one); if (one.status !== 'new') continue; use(at);");
  });

  it('is silent where the others are used as well, and where the filter has it already', () => {
    const rows = `const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));`;
    silent(
      `let rank = 0; for await (const one of client.listEntities(${OPTIONS})) { rank++; if (one.status === status) return rank; }`,
    );
    silent(
      `let at = 0; for await (const one of client.listEntities(${OPTIONS})) { if (one.status === status) break; at += 1; } use(at);`,
    );
    silent(`${rows} return [rows.filter((row) => row.age > since), rows];`);
    silent(`${rows} return [rows.filter((row) => row.age > since), rows.filter((row) => row.age <= since)];`);
    silent(`${rows} return [rows.filter((row) => row.age > since), rows.length];`);
    silent(`${rows} if (rows.length === 0) return undefined; return rows.filter((row) => row.age > since);`);
    silent(
      `${rows.replace('const', 'let')} const all = rows.length; rows = rows.filter((row) => row.age > since); return [rows, all];`,
    );
    silent(
      `for await (const one of client.listEntities(${OPTIONS})) { if (one.partitionKey !== user) continue; use(one); }`,
    );
  });

  it('is silent where a list is searched again for each of others, whatever they are', () => {
    const rows = `const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));`;
    const others = 'client.listEntities({ queryOptions: { filter: "PartitionKey eq \'others\'" } })';
    silent(`${rows} return status.split(',').map((one) => rows.find((row) => row.status === one));`);
    silent(
      `${rows} for (const one of status.split(',')) use(rows.filter((row) => row.status === one).length);`,
    );
    silent(
      `${rows} for await (const other of ${others}) { const part = other.part ? rows.find((row) => row.part === other.part) : null; const whole = part ? rows.find((row) => row.name === part.whole) : null; use(whole?.name); }`,
    );
    silent(
      `${rows} const all = rows.map((row) => ({ ...row })); for (const one of status.split(',')) use(all.some((row) => row.status === one));`,
    );
    check(`${HEAD}
export async function each(parts: string[], status: string) {
  for (const part of parts) {
    const rows = [];
    for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${part}\` } })) rows.push(one);
    //                             ^^^^^^^^^^^^ information client-side-filter/compared: status eq \${status}
    for (const row of rows.filter((one) => one.status === status)) use(row);
  }
}
`);
  });

  it('compares entities with the one that the query is asked for, and not with those of another query', () => {
    check(`${HEAD}
const orders = new TableClient(url, 'Orders', credential);
export async function closeAll(user: string) {
  for await (const one of client.listEntities(${OPTIONS})) {
    const all = orders.listEntities({ queryOptions: { filter: "PartitionKey eq 'orders'" } });
    //                 ^^^^^^^^^^^^ information client-side-filter/compared: customer eq \${one.rowKey}
    for await (const order of all) if (order.customer === one.rowKey) await use(order);
    const late = orders.listEntities({ queryOptions: { filter: "PartitionKey eq 'late'" } });
    //                  ^^^^^^^^^^^^ information client-side-filter/compared: since ge \${one.since}
    for await (const order of late) if (one.since <= order.since) await use(order);
  }
}
export async function known(user: string) {
  const all = [];
  const each = orders.listEntities({ queryOptions: { filter: "PartitionKey eq 'orders'" } });
  for await (const order of each) all.push(order);
  for await (const one of client.listEntities(${OPTIONS})) {
    for (const order of all) if (order.customer === one.rowKey) await use(order);
    for await (const other of each) if (other.customer === one.rowKey) await use(other);
  }
}
`);
  });

  it('tells what is left out before the results of several queries come together', () => {
    check(`${HEAD}
export async function all(parts: string[], status: string) {
  const found = [];
  for (const part of parts) {
    for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${part}\` } })) {
      //                           ^^^^^^^^^^^^ information client-side-filter/compared: status eq \${status}
      if (one.status === status) found.push(one);
    }
  }
  return found;
}
`);
    const two =
      'for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq \'a\'" } })) all.push(one);';
    silent(`const all = []; ${two} ${two} return all.filter((one) => one.status === status);`);
  });

  it('follows what a wrapper gives on, as it is or under other names', () => {
    check(`${HEAD}
async function all(filter: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push(row);
  return rows;
}
async function names(filter: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push({ status: row.name });
  return rows;
}
export const active = async () => (await all("PartitionKey eq 'a'")).filter((row) => row.status === 'active');
//                                       ^^^ information client-side-filter/compared: status eq 'active'
export const called = async () => (await names("PartitionKey eq 'a'")).filter((row) => row.status === 'active');
//                                       ^^^^^ information client-side-filter/compared: name eq 'active'
`);
  });

  it('is silent for what is no TableClient', () => {
    checkSilent(
      'client-side-filter',
      `
import { Graph } from 'graph';
const graph = new Graph();
export async function read() {
  for await (const one of graph.listEntities()) { if (one.age > 5) use(one); }
}
`,
    );
  });

  describe('fix', () => {
    const fixed = (before: string, after: string): void => {
      checkFix('client-side-filter', inside(before), inside(after));
    };
    const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } })`;

    it('moves what passes entities over', () => {
      fixed(
        `for await (const one of ${list('odata`PartitionKey eq ${user}`')}) {
    if (one.status !== status) continue;
    use(one);
  }`,
        `for await (const one of ${list('odata`PartitionKey eq ${user} and status eq ${status}`')}) {
    use(one);
  }`,
      );
      fixed(
        `for await (const one of client.listEntities()) {
    if (one.partitionKey === 'meta' || one.partitionKey === "it's") continue;
    use(one);
  }`,
        `for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey ne 'meta' and PartitionKey ne 'it''s'" } })) {
    use(one);
  }`,
      );
    });

    it('moves what is round the whole body', () => {
      fixed(
        `for await (const one of ${list("\"PartitionKey eq 'a' or PartitionKey eq 'b'\"")}) {
    if (one.age >= 18) {
      use(one);
      log(one);
    }
  }`,
        `for await (const one of ${list("odata`(PartitionKey eq 'a' or PartitionKey eq 'b') and age ge 18`")}) {
    use(one);
    log(one);
  }`,
      );
    });

    it('leaves what stands in a template as it is', () => {
      fixed(
        `for await (const one of ${list("`PartitionKey eq '${user.replace(/'/g, \"''\")}'`")}) {
    if (one.status !== 'new') continue;
    use(one);
  }`,
        `for await (const one of ${list("`PartitionKey eq '${user.replace(/'/g, \"''\")}' and status eq 'new'`")}) {
    use(one);
  }`,
      );
      checkNoFix(
        'client-side-filter',
        inside(
          `for await (const one of ${list("`PartitionKey eq '${user.replace(/'/g, \"''\")}'`")}) { if (one.status !== status) continue; use(one); }`,
        ),
      );
    });

    it('moves a filter of an array', () => {
      fixed(
        `const rows = await Array.fromAsync(${list('odata`PartitionKey eq ${user}`')});
  return rows
    .filter((row) => row.isActive)
    .map((row) => row.name);`,
        `const rows = await Array.fromAsync(${list('odata`PartitionKey eq ${user} and isActive eq true`')});
  return rows
    .map((row) => row.name);`,
      );
    });

    it('is not offered where the service would decide otherwise, or the value is not at hand', () => {
      const no = (body: string): void => {
        checkNoFix(
          'client-side-filter',
          inside(`for await (const one of client.listEntities(${OPTIONS})) { ${body} }`),
        );
      };
      // entities without the property pass in code
      no("if (one.status === 'done') continue; use(one);");
      no('if (!one.isDeleted) use(one);');
      no('if (one.age < since) continue; use(one);');
      no('if (Date.parse(one.at) < since) use(one);');
      no('const wanted = pick(); if (one.status === wanted) use(one);');
      no('if (one.status === pick(user)) use(one);');
      no('if (one.status === status || one.name === user) use(one);');
    });

    it('is not offered where something is done for the entities that are left out', () => {
      const no = (body: string): void => {
        checkNoFix('client-side-filter', inside(`const all = client.listEntities(${OPTIONS}); ${body}`));
      };
      const over = 'for await (const one of all)';
      no(`${over} { if (one.status !== 'new') { console.log(one.rowKey); continue; } use(one); }`);
      no(`${over} { if (!(one.status === 'new')) { console.log(one.rowKey); continue; } }`);
      no(`let skipped = 0; ${over} { if (one.status !== 'new') { skipped++; continue; } use(one); }`);
      no(`let seen = 0; ${over} { seen++; if (one.status !== 'new') continue; use(one); }`);
      no(`let seen = 0; ${over} { seen += 1; if (one.status === 'new') { use(one); } }`);
      no(`${over} { console.log(one.rowKey); if (one.status !== 'new') continue; use(one); }`);
      no(
        `${over} { if (one.at > since) console.log(one.rowKey); if (one.status !== 'new') continue; use(one); }`,
      );
      no(
        `const rows = await Array.fromAsync(all); rows.forEach((one) => { if (one.status !== 'new') { console.log(one.rowKey); return; } use(one); });`,
      );
    });

    it('is not offered where what is left out is seen in another way', () => {
      const no = (body: string): void => {
        checkNoFix('client-side-filter', inside(`const all = client.listEntities(${OPTIONS}); ${body}`));
      };
      const over = 'for await (const one of all)';
      const rows = 'const rows = await Array.fromAsync(all);';
      const isNew = "one.status === 'new'";
      no(`let n = 0; ${over} { const nr = ++n; if (one.status !== 'new') continue; use(nr, one); }`);
      no(
        `let n = 0; ${over} { try { if (one.status !== 'new') continue; use(one); } finally { n++; } } use(n);`,
      );
      no(`let n = 0; ${over} { if (${isNew}) use(one); n++; } use(n);`);
      no(`let n = 0; ${rows} rows.forEach((one) => { if (${isNew}) use(one); n += 1; }); use(n);`);
      no(`const rows = [extra]; ${over} rows.push(one); return rows.filter((one) => ${isNew});`);
      no(`const rows = []; ${over} rows.push(one); rows.push(extra); return rows.filter((one) => ${isNew});`);
      no(`const rows = []; ${over} { rows.push(one); n++; } return rows.filter((one) => ${isNew});`);
      no(
        `const out = []; for await (const page of all.byPage()) out.push(page.filter((one) => ${isNew})); return out;`,
      );
      checkNoFix(
        'client-side-filter',
        `${HEAD}
export const rows = [];
export async function read(user: string) {
  for await (const one of client.listEntities(${OPTIONS})) rows.push(one);
  return rows.filter((one) => ${isNew}).length;
}
`,
      );
    });

    it('is not offered where code and service compare in another way', () => {
      const no = (test: string, options = OPTIONS): void => {
        checkNoFix(
          'client-side-filter',
          inside(`for await (const one of client.listEntities(${options})) { if (${test}) use(one); }`),
        );
      };
      no("one.age == '3'");
      no("one.age > '3'");
      no('one.age > 3.5');
      no("one.status === 'new'", OPTIONS.replace(' } }', ", select: ['rowKey'] } }"));
    });

    it('takes out what a callback passes over', () => {
      const rows = (filter: string): string => `const rows = await Array.fromAsync(${list(filter)});
  rows.forEach((one) => {`;
      fixed(
        `${rows('odata`PartitionKey eq ${user}`')}
    if (one.status !== 'new') return;
    use(one);
  });`,
        `${rows("odata`PartitionKey eq ${user} and status eq 'new'`")}
    use(one);
  });`,
      );
    });

    it('is not offered where the filter is made for others too, or a name in it means something else', () => {
      const no = (source: string): void => {
        checkNoFix('client-side-filter', `${HEAD}${source}`);
      };
      no(`
export async function read(shelf: string) {
  const filter = odata\`PartitionKey eq 'a' and RowKey ge \${shelf}\`;
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push(row);
  for await (const row of client.listEntities({ queryOptions: { filter } })) if (row.status === 'open') rows.push(row);
  return rows;
}
`);
      const loop = 'for await (const one of client.listEntities({ queryOptions: { filter } }))';
      // the same text from two places
      no(`
export async function read(user: string) {
  let filter = "PartitionKey eq 'a'";
  try {
    check(user);
    filter = "PartitionKey eq 'a'";
  } catch {
    filter = "PartitionKey eq 'a'";
  }
  ${loop} if (one.status === 'new') use(one);
}
`);
      no(`
const inUser = (user: string): string => odata\`PartitionKey eq \${user}\`;
export async function read(user: string, status: string) {
  const filter = inUser(user);
  ${loop} if (one.status === status) use(one);
}
`);
      no(`
const filter = "PartitionKey eq 'a'";
export async function read() {
  ${loop} if (one.status === 'new') use(one);
}
export async function others() {
  ${loop} keep(one);
}
`);
      no(`
export async function read(user: string) {
  const filter = odata\`PartitionKey eq \${user}\`;
  const status = await statusOf(user);
  ${loop} if (one.status === status) use(one);
}
`);
      no(`
export async function read(user: string) {
  let status = 'new';
  const filter = odata\`PartitionKey eq \${user}\`;
  status = await statusOf(user);
  ${loop} if (one.status === status) use(one);
}
`);
      checkFix(
        'client-side-filter',
        `${HEAD}
export async function read(user: string, options: Options) {
  const filter = odata\`PartitionKey eq \${user}\`;
  ${loop} if (one.status === options.status) use(one);
}
`,
        `${HEAD}
export async function read(user: string, options: Options) {
  const filter = odata\`PartitionKey eq \${user} and status eq \${options.status}\`;
  ${loop} use(one);
}
`,
      );
    });
  });

  it('is silent where one entity at most is listed, also by a function whose callers make it so', () => {
    checkSilent(
      'client-side-filter',
      `${HEAD}
export async function read(user: string, id: string) {
  const filter = odata\`PartitionKey eq \${user} and RowKey eq \${id}\`;
  for await (const one of client.listEntities({ queryOptions: { filter } })) if (one.status === 'new') use(one);
}
async function each(rest: string) {
  const filter = \`PartitionKey eq 'a' and \${rest}\`;
  for await (const one of client.listEntities({ queryOptions: { filter } })) if (one.status === 'new') use(one);
}
export const readOne = (id: string) => each(odata\`RowKey eq \${id}\`);
`,
    );
  });

  it('takes a property for a flag that is one by the type that the query names', () => {
    const typed = (body: string): string => `${HEAD}
interface Friend { rowKey: string; close: boolean; muted?: boolean; name: string }
export async function read(user: string) {
  ${body}
}
`;
    check(
      typed(`let n = 0;
  for await (const one of client.listEntities<Friend>(${OPTIONS})) if (one.close) n++;
  //                             ^^^^^^^^^^^^ information client-side-filter/compared: close eq true
  for await (const one of client.listEntities<Friend>(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter/compared: muted eq true
    if (one.muted) use(one);
  }
  for await (const one of client.listEntities<Friend>(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter/compared: close eq false
    if (one.close) continue;
    use(one);
  }
  return n;`),
    );
    for (const silent of [
      `if (one.name) use(one);`,
      // a filter would leave out those without the property
      `if (!one.muted) use(one);`,
      `if (one.close) first(one); else second(one);`,
    ])
      checkSilent(
        'client-side-filter',
        typed(`for await (const one of client.listEntities<Friend>(${OPTIONS})) { ${silent} }`),
      );
    checkSilent(
      'client-side-filter',
      typed(`for await (const one of client.listEntities(${OPTIONS})) if (one.close) use(one);`),
    );
    // what isn't sent is no flag, and a filter on it finds others
    checkNoFix(
      'client-side-filter',
      typed(
        `for await (const one of client.listEntities<Friend>({ queryOptions: { filter: odata\`PartitionKey eq \${user}\`, select: ['name'] } })) if (one.close) use(one);`,
      ),
    );
  });

  it('knows a flag by all that is written to the table', () => {
    const source = (put: string, read: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const boats = new TableClient(url, 'Boats', credential);
export const save = (boat) => boats.upsertEntity({ partitionKey: boat.harbour, rowKey: boat.id, ${put} }, 'Replace');
export async function read(harbour) {
  const all = [];
  for await (const boat of boats.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${harbour}\` } }))
    ${read}
  return all;
}
`;
    check(
      source('afloat: Boolean(boat.afloat)', 'if (boat.afloat) all.push(boat);').replace(
        '\n    if',
        '\n    //                           ^^^^^^^^^^^^ information client-side-filter/compared: afloat eq true\n    if',
      ),
    );
    for (const [put, read] of [
      ['afloat: boat.afloat', 'if (boat.afloat) all.push(boat);'],
      ['afloat: String(boat.afloat)', 'if (boat.afloat) all.push(boat);'],
      ['...boat', 'if (boat.afloat) all.push(boat);'],
      // a filter leaves out what lacks the property
      ['afloat: Boolean(boat.afloat)', 'if (!boat.afloat) all.push(boat);'],
    ] as const)
      checkSilent('client-side-filter', source(put, read));
  });

  it('knows that "ne" leaves out entities without the property', () => {
    const source = (other: string): string => `import { odata, TableClient } from '@azure/data-tables';
const boats = new TableClient(url, 'Boats', credential);
export const save = (boat) => boats.createEntity({ partitionKey: boat.harbour, rowKey: boat.id, kind: boat.kind });
export const lend = (boat) => boats.createEntity({ partitionKey: boat.harbour, rowKey: boat.id, ${other} });
export async function read(harbour) {
  const all = [];
  for await (const boat of boats.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${harbour}\` } }))
    if (boat.kind !== 'ferry') all.push(boat);
  return all;
}
`;
    checkSilent('client-side-filter', source('to: boat.to'));
    // what else the code tests is told without it
    check(
      source('to: boat.to').replace(
        "\n    if (boat.kind !== 'ferry')",
        "\n    //                           ^^^^^^^^^^^^ information client-side-filter/partly-compared: to eq 'Oslo'\n    if (boat.kind !== 'ferry' && boat.to === 'Oslo')",
      ),
    );
    check(
      source("kind: 'raft'").replace(
        '\n    if',
        "\n    //                           ^^^^^^^^^^^^ information client-side-filter/compared: kind ne 'ferry'\n    if",
      ),
    );
  });

  it('takes a property that is optional by the type that the query names for one that entities may lack', () => {
    const source = (type: string): string => `${HEAD}
interface Feed { partitionKey: string; rowKey: string; name: string; ${type} }
export async function enabledOf(user: string) {
  const feeds = [];
  for await (const feed of client.listEntities<Feed>(${OPTIONS})) {
    if (feed.enabled === false) continue;
    feeds.push(feed);
  }
  return feeds;
}
`;
    checkSilent('client-side-filter', source('enabled?: boolean;'));
    check(
      source('enabled: boolean;').replace(
        '\n    if (feed',
        '\n    //                            ^^^^^^^^^^^^ information client-side-filter/compared: enabled ne false\n    if (feed',
      ),
    );
    check(
      source('enabled?: boolean;')
        .replace('=== false', '!== true')
        .replace(
          '\n    if (feed',
          '\n    //                            ^^^^^^^^^^^^ information client-side-filter/compared: enabled eq true\n    if (feed',
        ),
    );
  });

  it('knows the properties of a copy that a spread makes of an entity, and not those that something else may bring', () => {
    const found = 'information client-side-filter/compared: status eq ${status}';
    const source = (made: string, after = 'found.filter((one) => one.status === status)'): string => `${HEAD}
export async function read(user: string, status: string, patch: any) {
  const found = [];
  for await (const row of client.listEntities(${OPTIONS})) {
    found.push(${made});
  }
  return ${after};
}
`;
    const marked = (text: string): string =>
      text.replace(
        '\n    found.push',
        `\n    //                           ^^^^^^^^^^^^ ${found}\n    found.push`,
      );
    for (const made of [
      '{ ...row }',
      '{ ...row, tags: [] }',
      '{ ...row, id: row.rowKey, status: row.status }',
    ])
      check(marked(source(made)));
    check(
      marked(
        source('{ ...row, notes: JSON.parse(row.notes) }', 'found.find((one) => one.status === status)'),
      ),
    );
    for (const made of [
      '{ ...row, ...patch }',
      '{ ...patch, ...row }',
      '{ ...row, status: patch.status }',
      '{ ...load(row) }',
    ])
      checkSilent('client-side-filter', source(made));
    checkSilent(
      'client-side-filter',
      source('{ ...row }', '[found.filter((one) => one.status === status), found]'),
    );
  });

  it('knows entities that are spread into others, by functions and types, too', () => {
    const source = (make: string, test: string, mark: string): string => `
import { TableClient, odata, type TableEntityResult } from '@azure/data-tables';
const events = new TableClient(url, 'Events', credential);
interface Booking { kind: 'in' | 'out'; amount: number; limit: number }
interface Booked extends Booking { account: string }
${make}
async function bookings(account: string) {
  const found: Booked[] = [];
  for await (const row of events.listEntities<Booking>({ queryOptions: { filter: odata\`PartitionKey eq \${account}\` } })) found.push(made(row));
  return found;
}
export async function some(account: string, other: Partial<Booking>) {
  const all = await bookings(account);
  //                ^^^^^^^^ information client-side-filter/${mark}
  return all.filter((one) => ${test});
}
`;
    for (const make of [
      'const made = (row: TableEntityResult<Booking>): Booked => ({ ...row, account: row.partitionKey! });',
      'const made = (row: any) => ({ ...row });',
      'const made = ({ partitionKey, rowKey, etag, ...row }: TableEntityResult<Booking>) => ({ ...row, account: partitionKey! });',
      'function made(row: TableEntityResult<Booking>): Booked { const { partitionKey, etag, timestamp, ...booking } = row; return { ...booking, account: partitionKey! }; }',
    ])
      check(source(make, "one.kind === 'in'", 'compared: kind'));
    const silent = (make: string, test: string): void => {
      checkSilent('client-side-filter', source(make, test, '').replace(/\n.*\^\^.*/, ''));
    };
    // what else is spread into it may bring the property
    silent('const made = (row: any) => ({ ...row, ...changes(row.rowKey) });', "one.kind === 'in'");
    // no condition of a filter compares what several properties make
    silent('const made = (row: any) => row;', 'one.amount - one.fee > one.limit');
  });

  it('is silent where a default, a patch, or a computed name may be what is tested', () => {
    const source = (made: string): string => `
import { TableClient, odata, type TableEntityResult } from '@azure/data-tables';
const orders = new TableClient(url, 'Orders', credential);
interface Order { status?: string; total?: number }
const DEFAULTS = { status: 'open', total: 0 };
const made = (row: TableEntityResult<Order>, patch: Partial<Order>, field: string) => (${made});
export async function read(user: string, status: string, patch: Partial<Order>, field: string) {
  const found = [];
  for await (const row of orders.listEntities<Order>({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } }))
    found.push(made(row, patch, field));
  return found.filter((one) => one.status === status);
}
`;
    for (const made of [
      '{ ...DEFAULTS, ...row }',
      "{ status: 'open', ...row }",
      'Object.assign({}, DEFAULTS, row)',
      '{ ...row, ...patch }',
      '{ ...row, id: row.rowKey, ...patch }',
      '{ ...row, [field]: 1 }',
    ])
      checkSilent('client-side-filter', source(made));
  });

  it('is silent where an entity is compared with what was made of those before it', () => {
    checkSilent(
      'client-side-filter',
      `${HEAD}
const expanded = <T>(row: T): T => {
  const made = {} as T;
  for (const name in row) made[name] = JSON.parse(String(row[name]));
  return made;
};
export class Friends {
  private kept: { email: string }[] = [];
  async all(user: string) {
    this.kept = [];
    for await (const row of client.listEntities<{ email: string }>(${OPTIONS}))
      if (this.kept.find((one) => one.email === row.email) === undefined) this.kept.push(expanded(row));
    return this.kept;
  }
}
`,
    );
    check(`${HEAD}
const list = async (key: string) => {
  const all = [];
  for await (const row of client.listEntities<{ team: string }>({ queryOptions: { filter: odata\`PartitionKey eq \${key}\` } })) all.push(row);
  return all;
};
export async function together(user: string, other: string) {
  const [own] = await list(user);
  //                  ^^^^ warning first-of-list
  const all = await list(other);
  //                ^^^^ information client-side-filter
  return all.filter((one) => one.team === own?.team);
}
`);
  });

  it('says of what may be undefined that only a value can be in the filter, and offers no fix there', () => {
    const asked = (test: string, mark: string): string => `
import { TableClient } from '@azure/data-tables';
const rows = new TableClient(url, 'Rows', credential);
interface Row { region: string; size: number }
export async function list(region?: string) {
  const found: Row[] = [];
  for await (const row of rows.listEntities<Row>({ queryOptions: { filter: "PartitionKey eq 'a'" } })) found.push(row);
  //                           ^^^^^^^^^^^^ information client-side-filter/${mark}
  return ${test};
}
`;
    const optional = asked('found.filter((row) => row.region === region)', 'compared-if-set: region');
    check(optional);
    checkNoFix('client-side-filter', optional.replace(/\n.*\^\^.*/, ''));
    check(asked('region ? found.filter((row) => row.region === region) : found', 'compared: region'));
  });

  it('says nothing of a copy that code changes which is not seen', () => {
    const made = (change: string): string => `
import { enrich } from 'elsewhere';
import { TableClient } from '@azure/data-tables';
const rows = new TableClient(url, 'Rows', credential);
const viewOf = (row: { status: string; region: string }) => ({ state: row.status, region: row.region });
export async function list() {
  const found = [];
  for await (const row of rows.listEntities<{ status: string; region: string }>({ queryOptions: { filter: "PartitionKey eq 'a'" } })) {
    const view = viewOf(row);
    ${change}
    found.push(view);
  }
  return found.filter((view) => view.state === 'open');
}
`;
    checkSilent('client-side-filter', made('enrich(view);'));
    assert.equal(findingsOf('/a.ts', made('')).filter(({ rule }) => rule === 'client-side-filter').length, 1);
  });
});
