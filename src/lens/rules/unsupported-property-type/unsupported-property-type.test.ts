import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'unsupported-property-type';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;
const inside = (body: string): string => `${HEAD}
interface Address { city: string }
class Person { name = '' }
export async function hire(pk: string, rk: string, tags: string[], home: Address, map: Map<string, string>, flag: boolean, given: any) {
${body}
}
`;

describe(ID, () => {
  it('knows what a pattern took out of a type, wherever the rest is spread', () => {
    const inside = (taken: string, entity: string): string => `${HEAD}
type Person = { name: string; home: { city: string } };
const base = (pk: string, rk: string) => ({ partitionKey: pk, rowKey: rk });
export async function hire(pk: string, rk: string, person: Person) {
  const { ${taken}, ...rest } = person;
  const entity = ${entity};
  await client.createEntity(entity);
}
`;
    for (const entity of [
      '{ ...base(pk, rk), ...rest }',
      '{ partitionKey: pk, rowKey: rk, ...rest, city: home.city }',
      'Object.assign(base(pk, rk), rest)',
    ])
      checkSilent(ID, inside('home', entity));
    check(
      inside('name', '{ ...base(pk, rk), ...rest }').replace(
        '...rest };\n',
        '...rest };\n//                                     ^^^^ error unsupported-property-type/object\n',
      ),
    );
  });

  it('underlines what the SDK throws for', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, tags, address: home, map });
  //                                                        ^^^^ error unsupported-property-type/array: tags
  //                                                                       ^^^^ error unsupported-property-type/object: home
  //                                                                             ^^^ error unsupported-property-type
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, list: [1], part: { a: 1 }, make: () => 1, at: new URL(given) });
  //                                                              ^^^ error unsupported-property-type
  //                                                                         ^^^^^^^^ error unsupported-property-type
  //                                                                                         ^^^^^^^ error unsupported-property-type/function
  //                                                                                                      ^^^^^^^^^^^^^^ error unsupported-property-type
  await client.createEntity({ partitionKey: pk, rowKey: rk, who: new Person(), names: Object.keys(given) });
  //                                                             ^^^^^^^^^^^^ error unsupported-property-type
  //                                                                                  ^^^^^^^^^^^^^^^^^^ error unsupported-property-type`),
    );
  });

  it('believes the type that what a request brings is read with', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Polls', credential);
app.post('/polls/:id', async (c) => {
  const poll = await c.req.json<{ question: string; options: string[] }>();
  await client.upsertEntity({ partitionKey: 'a', rowKey: c.req.param('id'), question: poll.question, options: poll.options });
  //                                                                                                          ^^^^^^^^^^^^ error unsupported-property-type/array: poll.options
});
`);
  });

  it('underlines what counts by names that are not known', () => {
    check(
      inside(`  const counts = {};
  for (const tag of given.split(',')) counts[tag] = (counts[tag] ?? 0) + 1;
  await client.createEntity({ partitionKey: pk, rowKey: rk, counts });
  //                                                        ^^^^^^ error unsupported-property-type/object: counts
  const typed = {};
  for (const [name, text] of given) typed[name] = text;
  await client.createEntity({ partitionKey: pk, rowKey: rk, typed });`),
    );
  });

  it('knows an object of any names by its type', () => {
    check(`${HEAD}
export async function save(pk: string, rk: string, before: Record<string, unknown>, rest: Record<string, string>, any: object) {
  await client.createEntity({ partitionKey: pk, rowKey: rk, before });
  //                                                        ^^^^^^ error unsupported-property-type/object: before
  await client.createEntity({ partitionKey: pk, rowKey: rk, ...rest, any });
}
`);
  });

  it('believes no type of what was read: the service gives no objects back', () => {
    const head = `${HEAD}
interface Row { partitionKey: string; rowKey: string; home?: { city: string }; tags?: string[]; isGone?: boolean; etag: string }
const read = async <T extends object>(pk: string, rk: string): Promise<T | undefined> => {
  try {
    const entity = await client.getEntity<T>(pk, rk);
    return entity as T;
  } catch (error) {
    if (error.statusCode === 404) return undefined;
    throw error;
  }
};
`;
    checkSilent(
      ID,
      `${head}
export async function remove(pk: string, rk: string) {
  const row = await read<Row>(pk, rk);
  if (row && !row.isGone) await client.updateEntity({ ...row, isGone: true }, 'Merge', { etag: row.etag });
}
export async function renew(pk: string, rk: string) {
  const row = (await client.getEntity(pk, rk)) as Row;
  await client.updateEntity({ ...row, tags: row.tags, home: row.home }, 'Merge', { etag: row.etag });
}
export async function copy(pk: string) {
  for await (const row of client.listEntities<Row>({ queryOptions: { filter: odata\`PartitionKey eq \${pk}\` } }))
    await other.upsertEntity({ ...row, home: row.home }, 'Replace');
}
`,
    );
    check(`${head}
export async function move(pk: string, rk: string, city: string) {
  const row = await read<Row>(pk, rk);
  if (row) await client.updateEntity({ ...row, home: { city } }, 'Merge', { etag: row.etag });
  //                                                 ^^^^^^^^ error unsupported-property-type/object
}
`);
  });

  it('underlines types that the SDK does not know, and numbers of an Int64', () => {
    check(
      inside(`  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    a: { type: 'Edm.Int64', value: '5' },
    // ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error unsupported-property-type/unknown-type: Edm.Int64
    b: { type: 'Int64', value: 5 },
    // ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error unsupported-property-type/int64-value
  });`),
    );
  });

  it('looks at what is put into a parameter, and at what callers give of it', () => {
    check(`${HEAD}
export async function add(employee: any) {
  employee.partitionKey = employee.department;
  employee.rowKey = employee.id;
  employee.address = { city: employee.city };
  //                 ^^^^^^^^^^^^^^^^^^^^^^^ error unsupported-property-type
  await client.createEntity(employee);
}
void add({ id: '5', department: 'sales', city: 'Delft', tags: ['a'] });
//                                                            ^^^^^ error unsupported-property-type
`);
  });

  it('underlines entities that were read', () => {
    check(
      inside(`  const boss = await client.getEntity<{ name: string }>(pk, 'boss');
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and name eq 'x'" } })) {
    await client.upsertEntity({ partitionKey: pk, rowKey: rk, one, boss, name: boss.name, key: one.rowKey });
    //                                                        ^^^ error unsupported-property-type/object: one
    //                                                             ^^^^ error unsupported-property-type/object: boss
  }`),
    );
  });

  it('looks at entities that are built in steps, at transactions, and at what is left in the end', () => {
    check(
      inside(`  const e: any = { partitionKey: pk, rowKey: rk, notes: ['a'] };
  e.tags = tags;
  //       ^^^^ error unsupported-property-type
  if (flag) e.list = [1];
  //                 ^^^ warning unsupported-property-type/array
  e.notes = e.notes.join();
  await client.upsertEntity(e, 'Replace');
  await client.submitTransaction([['create', { partitionKey: pk, rowKey: rk, tags }]]);
  //                                                                         ^^^^ error unsupported-property-type`),
    );
  });

  it('believes the type of what is written, or spread into it', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Expenses', credential);
interface Key { partitionKey: string; rowKey: string }
interface Expense extends Key { tags: string[]; amount: number; paid: Date; home?: { city: string }; print(): void }
export async function save(expense: Expense, rest: any) {
  await client.createEntity(expense);
  //                        ^^^^^^^ error unsupported-property-type/array: expense.tags
  //                        ^^^^^^^ warning unsupported-property-type/object: expense.home
  await client.createEntity({ ...expense, home: JSON.stringify(expense.home) });
  //                             ^^^^^^^ error unsupported-property-type/array: expense.tags
  await client.createEntity({ ...expense, ...rest });
}
export async function put(plain: Omit<Expense, 'tags' | 'home'>, one: Pick<Expense, 'tags'>, key: Key) {
  await client.upsertEntity({ ...plain, tags: 'x' });
  await client.upsertEntity({ ...key, ...one });
  //                                     ^^^ error unsupported-property-type/array: one.tags
}
export async function store({ tags, home, ...plain }: Expense) {
  await client.upsertEntity(plain);
}
`);
    checkNoFix(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Expenses', credential);
export const save = (expense: { partitionKey: string; rowKey: string; tags: string[] }) => client.createEntity(expense);
`,
    );
  });

  it('reports at the write what another file gives', () => {
    check(`
// file: write.ts
import { TableClient } from '@azure/data-tables';
import { toEntity } from './entity';
const client = new TableClient(url, 'Employees', credential);
export async function hire(pk: string, rk: string) {
  await client.createEntity(toEntity(pk, rk));
  //           ^^^^^^^^^^^^ error unsupported-property-type/array
}
// file: entity.ts
export function toEntity(partitionKey: string, rowKey: string) {
  return { partitionKey, rowKey, tags: ['new'] };
}
`);
  });

  it('is silent for the types of the service', () => {
    checkSilent(
      ID,
      inside(`  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    text: 'a',
    number: 5,
    big: 5n,
    yes: true,
    date: new Date(),
    none: null,
    missing: undefined,
    bytes: new Uint8Array([1]),
    buffer: Buffer.from('a'),
    id: { type: 'Guid', value: rk },
    long: { type: 'Int64', value: '5' },
    typed: { type: given.type, value: 5 },
    either: flag ? { city: 'x' } : { type: 'Int64', value: '5' },
    or: flag ? { type: 'Int64', value: '5' } : { type: 'Edm.Guid', value: rk },
    ...(flag && { value: 5 }),
  });`),
    );
  });

  it('is silent for an action that is no tuple: another rule says what it should be', () => {
    checkSilent(
      ID,
      inside(`  await client.submitTransaction(tags.map((tag) => ({
    kind: 'upsert',
    entity: { partitionKey: pk, rowKey: tag },
  })));`),
    );
  });

  it('takes the text of a list for another value than the list', () => {
    checkSilent(
      'unsupported-property-type',
      `
import { TableClient } from '@azure/data-tables';
const books = new TableClient(url, 'Books', credential);
export async function save(kind: string, ids: string[]) {
  const entity: any = { partitionKey: 'a', rowKey: 'b', extra: String(ids) };
  if (kind !== 'b') entity.extra = ids;
  await books.createEntity(entity);
}
`,
    );
  });

  it('is silent for what is made a text, and for what nobody knows', () => {
    checkSilent(
      ID,
      inside(`  const plain = (value: any) => (typeof value === 'object' ? JSON.stringify(value) : value);
  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    tags: JSON.stringify(tags),
    names: tags.join(','),
    count: tags.length,
    first: tags[0],
    city: home.city,
    home: plain(home),
    given,
    other: given.list,
    either: flag ? JSON.stringify(tags) : given,
  });
  const e: any = { partitionKey: pk, rowKey: rk, tags };
  for (const name of Object.keys(e)) if (Array.isArray(e[name])) e[name] = JSON.stringify(e[name]);
  await client.upsertEntity(e);
  const prepared: any = { partitionKey: pk, rowKey: rk, tags };
  flatten(prepared);
  await client.upsertEntity(prepared);
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, tags, ...given });
  await client.deleteEntity(pk, rk, { requestOptions: {} });`),
    );
    checkSilent(
      ID,
      inside(`  class Employee {
    home: Address | null = null;
    boss: Person | null = null;
    constructor(init: Partial<Employee>) { Object.assign(this, init); }
  }
  await client.createEntity({ partitionKey: pk, rowKey: rk, ...new Employee({}), ...new Employee(given) });`),
    );
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
class Graph {
  createEntity(entity: object) {}
}
const graph = new Graph();
graph.createEntity({ partitionKey: 'a', rowKey: 'b', tags: ['x'] });
`,
    );
  });

  it('underlines what the fields of an instance hold', () => {
    check(`${HEAD}
class Base {
  partitionKey = 'a';
  notes: string[] = [];
  //                ^^ error unsupported-property-type/array: []
}
class Employee extends Base {
  skills: string[];
  describe = () => this.rowKey;
  //         ^^^^^^^^^^^^^^^^^ error unsupported-property-type/function
  languages = '';
  #cache = {};
  constructor(public rowKey: string, skills: string[]) {
    super();
    this.skills = skills;
    //            ^^^^^^ error unsupported-property-type/array: skills
    this.languages = JSON.stringify(skills);
  }
  get initials() { return [...this.rowKey]; }
  toText() { return this.rowKey; }
}
export const hire = (id: string, skills: string[]) => client.createEntity(new Employee(id, skills));
`);
  });

  it('underlines what stays in the rest of a parameter, and nothing that does not', () => {
    const PERSON = `${HEAD}
interface Person { department: string; id: string; tags: string[]; skills: Record<string, string> }
`;
    check(`${PERSON}
export async function hire(person: Person) {
  const { department, id, tags, ...rest } = person;
  await client.createEntity({ partitionKey: department, rowKey: id, ...rest, tags: tags.join() });
  //                                                                   ^^^^ error unsupported-property-type/object: rest.skills
}
`);
    for (const body of [
      'const { department, id, tags, skills, ...rest } = person;',
      'const { department, id, tags, [name]: other, ...rest } = person;',
      'const { department, id, tags, ...more } = person; const { skills, ...rest } = more;',
      'const { skills, ...more } = person; const copy = more; const { department, id, tags, ...rest } = copy;',
      'const { department, id, tags, ...rest } = person; delete rest.skills;',
      'const { department, id, tags, ...rest } = person; rest.skills = JSON.stringify(rest.skills);',
      'const { department, id, tags, ...rest } = person; flatten(rest);',
      'let { department, id, tags, ...rest } = person; rest = flatten(rest);',
      'person = flatten(person); const { department, id, tags, ...rest } = person;',
      "person.skills = ''; const { department, id, tags, ...rest } = person;",
      'const { department, id, tags, ...rest } = flatten(person);',
    ])
      checkSilent(
        ID,
        `${PERSON}
export async function hire(person: Person, name: string) {
  ${body}
  await client.createEntity({ partitionKey: department, rowKey: id, ...rest });
}
`,
      );
  });

  it('is silent where something else may be in the fields of an instance', () => {
    const silent = (members: string, use = 'new Employee(given)'): void => {
      checkSilent(
        ID,
        `${HEAD}
class Employee { partitionKey = 'a'; rowKey = 'b'; tags: unknown = []; ${members} }
export async function hire(given: any) { await client.createEntity(${use}); }
`,
      );
    };
    silent('constructor(init: any) { Object.assign(this, init); }');
    silent('constructor(init: any) { for (const name in init) this[name] = init[name]; }');
    silent('constructor(tags: string[]) { this.tags = JSON.stringify(tags); }');
    silent('flatten() { this.tags = JSON.stringify(this.tags); return this; }', 'new Employee().flatten()');
    silent('', 'flattened(new Employee())');
    silent('', '(() => { const one = new Employee(); flatten(one); return one; })()');
    silent('', "(() => { const one = new Employee(); one.tags = ''; return one; })()");
  });

  describe('fix', () => {
    it('stores JSON', () => {
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, tags });`),
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, tags: JSON.stringify(tags) });`),
      );
      checkFix(
        ID,
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  e.address = { city: 'Oslo' };
  await client.createEntity(e);`),
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  e.address = JSON.stringify({ city: 'Oslo' });
  await client.createEntity(e);`),
      );
    });

    it("takes the SDK's name of a type", () => {
      checkFix(
        ID,
        inside(
          `  await client.createEntity({ partitionKey: pk, rowKey: rk, n: { type: 'Edm.Int64', value: '5' } });`,
        ),
        inside(
          `  await client.createEntity({ partitionKey: pk, rowKey: rk, n: { type: 'Int64', value: '5' } });`,
        ),
      );
    });

    it('is not offered for what JSON loses, nor for one branch', () => {
      checkNoFix(ID, inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, map });`));
      checkNoFix(ID, inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, f: () => 1 });`));
      checkNoFix(
        ID,
        inside(
          `  await client.createEntity({ partitionKey: pk, rowKey: rk, list: flag ? tags : undefined });`,
        ),
      );
    });
  });
});
