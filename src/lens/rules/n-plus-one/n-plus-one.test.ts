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
const client = new TableClient(url, 'Company', credential);
const list = (department: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } });
`;

const ID = 'n-plus-one';
const PRICES = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Prices', credential);
`;

describe(ID, () => {
  it('warns of reads in what a function of the file calls for each entity', () => {
    check(`${HEAD}
type Visit = (row: { rowKey: string; manager: string }) => Promise<void>;
async function each(department: string, visit: Visit) {
  const rows = client.listEntities<{ rowKey: string; manager: string }>({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` } });
  for await (const row of rows) await visit(row);
}
export async function managers(department: string) {
  const found: string[] = [];
  await each(department, async ({ manager }) => {
    found.push((await client.getEntity<{ name: string }>('managers', manager)).name);
    //                       ^^^^^^^^^ warning n-plus-one/entities
  });
  return found;
}
`);
    checkSilent(
      'n-plus-one',
      `${HEAD}
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await act();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
async function once(department: string, visit: (row: { manager: string }) => Promise<void>) {
  await visit({ manager: department });
}
export async function manager(department: string, id: string) {
  await once(department, async (row) => console.log(await client.getEntity('managers', row.manager)));
  return again(() => client.getEntity('managers', id));
}
`,
    );
  });

  it('is silent where a loop draws keys until one is free', () => {
    checkSilent(
      ID,
      `${HEAD}
const drawn = (count) => { let text = ''; for (let i = 0; i < count; i++) text += 'abc'[Math.floor(Math.random() * 3)]; return text; };
export async function free() {
  let [id, tries] = ['', 0];
  while (tries < 9) {
    id = drawn(4);
    try { await client.getEntity('ids', id); tries++; } catch { break; }
  }
  return id;
}`,
    );
    // who goes on asks for each of a list
    check(`${HEAD}
export async function all(ids: string[]) {
  let i = 0;
  while (i < ids.length) {
    try { const one = await client.getEntity('a', ids[i++]!); use(one); if (one.isLast) break; } catch (error) { console.warn(error); }
    //                             ^^^^^^^^^ warning n-plus-one
  }
}`);
  });

  it('warns of a read for each entity of a list', () => {
    check(`${HEAD}
export async function rooms(department: string) {
  for await (const employee of list(department)) {
    print(await client.getEntity('rooms', employee.roomId));
    //                 ^^^^^^^^^ warning n-plus-one/entities
  }
}
`);
  });

  it('is silent for a loop that tries again what it reads anew', () => {
    checkSilent(
      ID,
      `${HEAD}
const find = async (department: string, id: string) => client.getEntity('rooms', department + id).catch(() => undefined);
const copyOf = (room: Room) => ({ partitionKey: room.partitionKey, rowKey: \`of_\${encodeURIComponent(String(room.owner))}_\${room.rowKey}\` });
export async function copy(department: string, id: string) {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const room = await find(department, id);
    if (room === undefined) return;
    const made = copyOf(room);
    if ((await find(department, made.rowKey)) !== undefined) return;
    try {
      await client.createEntity(made);
      return;
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}
`,
    );
  });

  it('warns of a read for each of what was collected from a list, also when all run at once', () => {
    check(`${HEAD}
export async function rooms(department: string) {
  const staff = [];
  for await (const employee of list(department)) staff.push(employee);
  for (const employee of staff.filter(({ roomId }) => roomId)) {
    const { roomId } = employee;
    print(await client.getEntity('rooms', roomId));
    //                 ^^^^^^^^^ warning n-plus-one/entities
  }
  return Promise.all(staff.map(async ({ roomId }) => client.getEntity('rooms', roomId)));
  //                                                        ^^^^^^^^^ warning n-plus-one/entities
}
`);
  });

  it('follows entities through generators, bound methods and repositories that callers give a filter', () => {
    check(`${HEAD}
const all = client.listEntities.bind(client);
async function* named(filter: string) {
  for await (const employee of client.listEntities({ queryOptions: { filter } })) yield { room: employee.roomId };
}
class Staff {
  constructor(private readonly table: TableClient) {}
  list(filter: string) {
    return this.table.listEntities({ queryOptions: { filter } });
  }
}
export async function rooms(filter: string) {
  for await (const { room } of named(filter)) print(await client.getEntity('rooms', room));
  //                                                             ^^^^^^^^^ warning n-plus-one/entities
  for await (const one of all({ queryOptions: { filter } })) print(await client.getEntity('rooms', one.roomId));
  //                                                                            ^^^^^^^^^ warning n-plus-one/entities
  for await (const one of new Staff(client).list(filter)) print(await client.getEntity('rooms', one.roomId));
  //                                                                         ^^^^^^^^^ warning n-plus-one/entities
}
`);
  });

  it('is silent where each key of entities is read once, and all of them at once', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function rooms(department: string) {
  const staff = [];
  const byRoom = new Map();
  for await (const employee of list(department)) {
    staff.push(employee);
    byRoom.set(employee.roomId, employee);
  }
  const seen = new Set();
  for (const { roomId } of staff) seen.add(roomId);
  await Promise.all([...seen].map((id) => client.getEntity('rooms', id)));
  await Promise.all([...byRoom.keys()].map((id) => client.getEntity('rooms', id)));
  const ids = [...new Set(staff.map(({ roomId }) => roomId))].filter((id) => id !== '');
  return Promise.all(ids.map((id) => client.getEntity('rooms', id)));
}
`,
    );
  });

  it('is silent for what was collected from a list of one entity at most', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function rooms(department: string, id: string) {
  const staff = [];
  const one = { queryOptions: { filter: odata\`PartitionKey eq \${department} and RowKey eq \${id}\` } };
  for await (const employee of client.listEntities(one)) staff.push(employee);
  return Promise.all(staff.map(async ({ roomId }) => client.getEntity('rooms', roomId)));
}
`,
    );
  });

  it('warns of a read for each key of an array, each number, each candidate', () => {
    check(`${HEAD}
export async function rooms(ids: string[]) {
  for (const id of ids) {
    print(await client.getEntity('rooms', id));
    //                 ^^^^^^^^^ warning n-plus-one/loop
  }
  for (let i = 0; i < ids.length; i++) {
    print(await client.getEntity('rooms', ids[i]));
    //                 ^^^^^^^^^ warning n-plus-one
  }
}
export async function free(slug: string) {
  let candidate = slug;
  for (let n = 2; ; n++) {
    try {
      await client.getEntity('slugs', candidate);
      //           ^^^^^^^^^ warning n-plus-one
    } catch {
      return candidate;
    }
    candidate = slug + n;
  }
}
`);
  });

  it('warns where a read that finds nothing goes on to the next', () => {
    check(`${HEAD}
export async function find(shelves: string[], id: string) {
  for (const shelf of shelves) {
    try {
      return await client.getEntity(shelf, id);
      //                  ^^^^^^^^^ warning n-plus-one
    } catch {}
  }
  for (const shelf of shelves) {
    let book;
    try {
      book = await client.getEntity(shelf, id);
      //                  ^^^^^^^^^ warning n-plus-one
    } catch (error) {
      if (isMissing(error)) continue;
      throw error;
    }
    return book;
  }
}
`);
    checkSilent(
      ID,
      `${HEAD}
export async function first(shelves: string[], id: string) {
  for (const shelf of shelves) {
    try {
      return await client.getEntity(shelf, id);
    } catch (error) {
      throw new Error('no such book', { cause: error });
    }
  }
  for (const shelf of shelves) {
    let book;
    try {
      book = await client.getEntity(shelf, id);
    } catch (error) {
      print(error);
    }
    return book;
  }
}
`,
    );
  });

  it('is silent in a loop that has one turn', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function latest(department: string, ids: string[]) {
  for await (const page of list(department).byPage({ maxPageSize: 1 })) {
    for (const employee of page) print(await client.getEntity('rooms', employee.roomId));
    break;
  }
  for (const id of ids) {
    print(await client.getEntity('rooms', id));
    if (id) return;
    else throw new Error('no id');
  }
}
export async function only(ids: string[]) {
  if (ids.length <= 1) for (const id of ids) print(await client.getEntity('rooms', id));
  if (ids.length > 1) throw new Error('one is enough');
  for (const id of ids) print(await client.getEntity('rooms', id));
  for (let i = 0; i < ids.length; i++) print(await client.getEntity('rooms', ids[i]));
}
`,
    );
    check(`${HEAD}
export async function all(department: string, ids: string[]) {
  for await (const page of list(department).byPage({ maxPageSize: 1 }))
    for (const employee of page) print(await client.getEntity('rooms', employee.roomId));
    //                                              ^^^^^^^^^ warning n-plus-one
  if (ids.length > 3) return;
  for (const id of ids) print(await client.getEntity('rooms', id));
  //                                       ^^^^^^^^^ warning n-plus-one
}
`);
  });

  it('warns of the read in a function that a loop calls', () => {
    check(`${HEAD}
async function roomOf(employee: { roomId: string }) {
  const { roomId } = employee;
  return await client.getEntity('rooms', roomId);
}
export async function rooms(department: string) {
  for await (const employee of list(department)) print(await roomOf(employee));
//                                                           ^^^^^^ warning n-plus-one/entities
}
`);
  });

  it('is silent for reads of known keys in parallel, and for the same key again', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function rooms(ids: string[], id: string) {
  const all = await Promise.all(ids.map((one) => client.getEntity('rooms', one)));
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await client.getEntity('rooms', id);
    } catch {
      await sleep(attempt);
    }
  }
  while (true) {
    const job = await client.getEntity('jobs', id);
    if (job.done) return job;
    await sleep(1000);
  }
}
`,
    );
  });

  it('is silent where each read has the key of the next', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function root(id: string) {
  let at = id;
  while (at) at = (await client.getEntity('nodes', at)).parent;
}
export async function path(id?: string) {
  const all = [];
  for (let next = id; next !== undefined; ) {
    const node = await client.getEntity('nodes', next);
    all.push(node);
    next = node.parent;
  }
  return all;
}
export async function below(id: string) {
  const open = [id];
  while (open.length > 0) {
    const { children } = await client.getEntity('nodes', open.pop()!);
    open.push(...children.split(','));
  }
}
`,
    );
    check(`${HEAD}
export async function fill(staff: any[]) {
  for (const one of staff) one.room = await client.getEntity('rooms', one.roomId);
  //                                               ^^^^^^^^^ warning n-plus-one
  for (let i = 0; i < staff.length; i++) staff[i].room = await client.getEntity('rooms', staff[i].roomId);
  //                                                                  ^^^^^^^^^ warning n-plus-one
}
`);
    check(`${HEAD}
export async function rooms(ids: string[]) {
  let seen = 0;
  while (seen < ids.length) {
    const { size } = await client.getEntity('rooms', ids[seen]);
    //                            ^^^^^^^^^ warning n-plus-one
    seen += 1;
    print(size);
  }
}
`);
  });

  it('is silent for one or two constants, and mild about a few: their number does not grow', () => {
    checkSilent(
      ID,
      `${HEAD}
const KINDS = ['internal', 'external'] as const;
export async function rooms(id: string) {
  for (const kind of KINDS) print(await client.getEntity(kind, id));
  for (let i = 0; i < KINDS.length; i++) print(await client.getEntity(KINDS[i], id));
}
`,
    );
    check(`${HEAD}
const KINDS = ['a', 'b', 'c', 'd'];
export async function rooms(id: string, more: string[]) {
  for (const kind of KINDS) print(await client.getEntity(kind, id));
  //                                           ^^^^^^^^^ information n-plus-one/few
  for (const one of more) for (const kind of ['a', 'b']) print(await client.getEntity(kind, one));
  //                                                                        ^^^^^^^^^ warning n-plus-one
  for (const kind of ['a', ...more]) print(await client.getEntity(kind, id));
  //                                                    ^^^^^^^^^ warning n-plus-one
}
`);
  });

  it('is silent for a small page whose entities are read together, and mild where they are read one by one', () => {
    const page = (after: string): string => `${HEAD}
const linked = new TableClient(url, 'Linked', credential);
export async function beside(room: string) {
  const found: { to: string; row: string }[] = [];
  const pages = linked.listEntities<{ to: string; row: string }>({ queryOptions: { filter: odata\`PartitionKey eq \${room}\`, select: ['to', 'row'] } }).byPage({ maxPageSize: 6 });
  for await (const page of pages) {
    found.push(...page);
    break;
  }
  ${after}
}
`;
    checkSilent(ID, page('return Promise.all(found.map(({ to, row }) => client.getEntity(to, row)));'));
    const [told] = findingsOf(
      '/app/main.ts',
      page('for (const { to, row } of found) print(await client.getEntity(to, row));'),
    ).filter(({ rule }) => rule === ID);
    assert.equal(told?.messageId, 'few');
  });

  it('is silent for a few steps that are done one after the other, and not for waiting', () => {
    const each = (step: string): string => `${HEAD}
const STEPS = [{ id: 'a', run }, { id: 'b', run }, { id: 'c', run }];
export async function upgrade() {
  for (const step of STEPS) {
    const done = await client.getEntity('done', step.id).catch(() => undefined);
    if (done) continue;
    ${step}
  }
}
`;
    checkSilent(ID, each('await step.run();'));
    assert.ok(findingsOf('/app/main.ts', each('await sleep(5);')).some(({ rule }) => rule === ID));
    assert.ok(findingsOf('/app/main.ts', each('names.push(step.id);')).some(({ rule }) => rule === ID));
  });

  it('is silent for a condition that probes, and for functions that run at another time', () => {
    checkSilent(
      ID,
      `${HEAD}
async function exists(id: string) {
  return client.getEntity('rooms', id).then(() => true, () => false);
}
export async function free(id: string) {
  let candidate = id;
  while (await exists(candidate)) candidate += '1';
  return candidate;
}
for (const path of ['/a', '/b']) {
  app.get(path, async (request) => client.getEntity('rooms', request.params.id));
}
`,
    );
  });

  it("is silent for another SDK's getEntity, and for a method of one's own", () => {
    checkSilent(
      ID,
      `
import { Registry } from 'home-assistant';
class Cache {
  private readonly known = new Map<string, string>();
  getEntity(kind: string, id: string) {
    return this.known.get(kind + id);
  }
}
const registry = new Registry();
const cache = new Cache();
export async function lamps(ids: string[]) {
  for (const id of ids) print(await registry.getEntity('light', id), cache.getEntity('light', id));
}
`,
    );
  });

  it('tells a call of a wrapper in another file', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Company', credential);
export const load = (partitionKey: string, rowKey: string) => client.getEntity(partitionKey, rowKey);
// file: main.ts
import { load } from './store.js';
export async function rooms(ids: string[]) {
  for (const id of ids) print(await load('rooms', id));
  //                                ^^^^ warning n-plus-one
}
`);
  });

  it('is silent where the first entity that gets to the read is the last', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function room(department: string, name: string) {
  for await (const employee of list(department)) {
    if (employee.name === name) return client.getEntity('rooms', employee.roomId);
  }
}
`,
    );
  });

  it('is silent in a loop that ends with the first read, whatever it goes through, and over one entity', () => {
    checkSilent(
      ID,
      `${HEAD}
const all = client.listEntities.bind(client);
export async function room(names: string[], wanted: string) {
  let found;
  for (const name of names) {
    found = await client.getEntity('rooms', name);
    break;
  }
  for await (const employee of all({ queryOptions: { filter: wanted } })) {
    found = await client.getEntity('rooms', employee.roomId);
    break;
  }
  for await (const employee of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and RowKey eq 'b'" } })) {
    print(await client.getEntity('rooms', employee.roomId));
  }
  return found;
}
`,
    );
  });

  describe('fix', () => {
    const loop = (body: string, parameters = 'ids: string[]'): string => `${PRICES}
export async function prices(${parameters}) {
  for (const id of ids) {
${body}
  }
}
`;

    it('reads a chunk at a time, and works through it in order', () => {
      checkFix(
        ID,
        loop(`    const price = await client.getEntity<Price>('shared', id);
    if (price.amount > 5) {
      print(id, price);
    }`),
        `${PRICES}
export async function prices(ids: string[]) {
  for (let start = 0; start < ids.length; start += 20) {
    const chunk = ids.slice(start, start + 20);
    const read = await Promise.all(chunk.map(async (id) => ({ id, price: await client.getEntity<Price>('shared', id) })));
    for (const { id, price } of read) {
      if (price.amount > 5) {
        print(id, price);
      }
    }
  }
}
`,
      );
    });

    it('leaves the key out where only the entity is used', () => {
      checkFix(
        ID,
        loop(`    const price = await client.getEntity('shared', id);
    print(price);`),
        `${PRICES}
export async function prices(ids: string[]) {
  for (let start = 0; start < ids.length; start += 20) {
    const chunk = ids.slice(start, start + 20);
    const read = await Promise.all(chunk.map((id) => client.getEntity('shared', id)));
    for (const price of read) {
      print(price);
    }
  }
}
`,
      );
    });

    it('is not offered where the loop does more, or what it goes through may be no array', () => {
      const read = "    const price = await client.getEntity('shared', id);";
      checkNoFix(ID, loop(`${read}\n    await save(price);`));
      checkNoFix(ID, loop(`${read}\n    if (price.old) continue;\n    print(price);`));
      checkNoFix(ID, loop(`    try {\n  ${read}\n      print(price);\n    } catch {}`));
      checkNoFix(ID, loop(`    print(await client.getEntity('shared', id));`));
      checkNoFix(ID, loop(`${read}\n    print(price);`, 'ids: Set<string>'));
      checkNoFix(ID, loop(`${read}\n    print(price);`, 'ids'));
      // the name is taken
      checkNoFix(ID, loop(`${read}\n    print(price, start);`, 'ids: string[], start: Date'));
    });
  });

  it('is silent where a function, here or in another file, is asked for one entity', () => {
    const wrapper = `
export function inDepartment(rest?: string) {
  return client.listEntities({
    queryOptions: { filter: rest ? \`PartitionKey eq 'a' and (\${rest})\` : "PartitionKey eq 'a'" },
  });
}`;
    const reads = (list: string): string => `
export async function room(id: string) {
  const staff = [];
  for await (const employee of ${list}) staff.push(employee);
  return Promise.all(staff.map(async ({ roomId }) => client.getEntity('rooms', roomId)));
}
`;
    const one = 'inDepartment(odata`RowKey eq ${id}`)';
    checkSilent(ID, `${HEAD}${wrapper}${reads(one)}`);
    checkSilent(
      ID,
      `// file: list.ts${HEAD}${wrapper}
// file: rooms.ts
import { inDepartment } from './list';${HEAD}${reads(one)}`,
    );
    checkSilent(
      ID,
      `${HEAD}
async function* staffWith(filter: string) {
  for await (const employee of client.listEntities({ queryOptions: { filter } })) yield employee;
}
export async function room(id: string) {
  for await (const employee of staffWith(odata\`PartitionKey eq 'a' and RowKey eq \${id}\`))
    print(await client.getEntity('rooms', employee.roomId));
}
`,
    );
  });

  it('judges a function that lists by the call around the reads', () => {
    check(`${HEAD}
const staffWith = (rest: string) =>
  client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${rest}\` } });
export async function one(id: string) {
  for await (const employee of staffWith(odata\`RowKey eq \${id}\`)) print(employee);
  //                           ^^^^^^^^^ warning point-query-as-list/list
}
export async function rooms(role: string) {
  const staff = [];
  for await (const employee of staffWith(odata\`role eq \${role}\`)) staff.push(employee);
  return Promise.all(staff.map(async ({ roomId }) => client.getEntity('rooms', roomId)));
  //                                                        ^^^^^^^^^ warning n-plus-one/entities
}
`);
  });

  it('is silent where a function lists in a table that is not seen, by a filter that its callers give', () => {
    checkSilent(
      ID,
      `${HEAD}
const container = new Map();
container.set('staff', TableClient.fromConnectionString(connection, 'Staff'));
function staffWith(rest) {
  const options = { queryOptions: { filter: rest ? \`PartitionKey eq 'a' and (\${rest})\` : "PartitionKey eq 'a'" } };
  return container.get('staff').listEntities(options);
}
class Rooms {
  filter = "RowKey eq '1'";
  async all() {
    for await (const employee of staffWith(this.filter)) print(await client.getEntity('rooms', employee.roomId));
  }
}
export const all = () => new Rooms().all();
`,
    );
  });
});
