import assert from 'node:assert/strict';
import { applyEdits } from '../../../core/text/edit.ts';
import { createEngine } from '../../engine/create.ts';
import { rules } from '../../rules/registry.ts';
import { type Rename, renameProperty } from './rename.ts';

const HEAD = `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
`;

/** Renames `email` of Employees to `mail`, or as `to` says. */
function rename(files: Readonly<Record<string, string>>, to = 'mail', name = 'email'): Rename {
  const engine = createEngine({
    rules,
    onRuleError: (rule, _file, error) => {
      assert.fail(`${rule}: ${String(error)}`);
    },
  });
  const texts = new Map(Object.entries(files).map(([file, text]) => [`/w/${file}`, text]));
  for (const [file, text] of texts) engine.setFile(file, text);
  for (const wanted of engine.wantedFiles()) wanted.forEach(engine.markMissing);
  const work = renameProperty(
    { ...engine, files: engine.filesToCheck },
    texts,
    { table: 'Employees', name },
    to,
  );
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** The files after a rename that lists nothing. */
function renamed(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const made = rename(files);
  assert.ok(made.kind === 'rename', made.kind === 'refused' ? made.why : '');
  assert.deepEqual(
    made.listed.map(
      ({ place, why }) =>
        `${(files[place.file.slice(3)] ?? '').slice(place.span.start, place.span.end)}: ${why}`,
    ),
    [],
  );
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      applyEdits(text, made.changes.get(`/w/${file}`) ?? []),
    ]),
  );
}

function becomes(before: string, after: string): void {
  assert.equal(renamed({ 'a.ts': HEAD + before })['a.ts'], HEAD + after);
}

describe('rename of a property', () => {
  it('renames it in writes, filters and select, and keeps the variables', () => {
    becomes(
      `export async function hire(id: string, email: string) {
  await client.createEntity({ partitionKey: 'Sales', rowKey: id, email, age: 30 });
}
export const find = (email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'Sales' and email eq \${email}\`, select: ['email', "age"] } });
export const old = (email: string) => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and " + 'email' + " eq '" + email.replaceAll("'", "''") + "'" } });
`,
      `export async function hire(id: string, email: string) {
  await client.createEntity({ partitionKey: 'Sales', rowKey: id, mail: email, age: 30 });
}
export const find = (email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'Sales' and mail eq \${email}\`, select: ['mail', "age"] } });
export const old = (email: string) => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and " + 'mail' + " eq '" + email.replaceAll("'", "''") + "'" } });
`,
    );
  });

  it('renames it where entities are read, with types and without', () => {
    becomes(
      `interface Employee { name: string; email: string }
export async function read(user: { email: string }) {
  const out: string[] = [];
  for await (const e of client.listEntities()) out.push(e.email as string, user.email);
  for await (const { email, name } of client.listEntities<Employee>()) out.push(email + name);
  const one = await client.getEntity<Employee>('a', 'b');
  return { email: one.email, also: one['email'], out };
}
`,
      `interface Employee { name: string; mail: string }
export async function read(user: { email: string }) {
  const out: string[] = [];
  for await (const e of client.listEntities()) out.push(e.mail as string, user.email);
  for await (const { mail: email, name } of client.listEntities<Employee>()) out.push(email + name);
  const one = await client.getEntity<Employee>('a', 'b');
  return { email: one.mail, also: one['mail'], out };
}
`,
    );
  });

  it('follows types, functions and lists through files', () => {
    const after = renamed({
      'types.ts': `export interface Person { email: string }\nexport interface Employee extends Person { age: number }\nexport interface Guest { email: string }\n`,
      'store.ts': `${HEAD}import type { Employee } from './types';
export async function save(employee: Employee) {
  await client.upsertEntity({ partitionKey: 'Sales', rowKey: employee.email, ...employee }, 'Replace');
}
export async function all(): Promise<Employee[]> {
  const list: Employee[] = [];
  for await (const one of client.listEntities<Employee>()) list.push(one);
  return list;
}
`,
      'main.ts': `import { all, save } from './store.js';
import type { Guest } from './types.js';
export async function main(guest: Guest) {
  const made = { email: guest.email, age: 3 };
  await save(made);
  await save({ email: 'x', age: 1 });
  return (await all()).filter(({ email }) => email !== '').map((one) => one.email).sort();
}
`,
    });
    assert.match(after['types.ts'] ?? '', /Person \{ mail: string \}[^]*Guest \{ email: string \}/);
    assert.match(after['store.ts'] ?? '', /rowKey: employee\.mail, \.\.\.employee/);
    assert.match(after['main.ts'] ?? '', /made = \{ mail: guest\.email, age: 3 \}/);
    assert.match(after['main.ts'] ?? '', /save\(\{ mail: 'x'/);
    assert.match(
      after['main.ts'] ?? '',
      /filter\(\(\{ mail: email \}\) => email !== ''\)\.map\(\(one\) => one\.mail\)/,
    );
  });

  /** What is listed, as the source has it, and the words for it. */
  const listed = (source: string): string[] => {
    const text = HEAD + source;
    const made = rename({ 'a.ts': text });
    assert.ok(made.kind === 'rename', made.kind === 'refused' ? made.why : '');
    return made.listed.map(({ place: { span }, why }) => `${text.slice(span.start, span.end)}: ${why}`);
  };

  const WRITE = `await client.createEntity({ partitionKey: 'a', rowKey: 'b', email: 'x' });\n`;

  it('lists what is not certain, and leaves it', () => {
    assert.deepEqual(listed(`${WRITE}export const open = (x: any) => x.email;\n`), [
      'email: No type says whose property this is.',
    ]);
    assert.deepEqual(listed(`${WRITE}export const NAME = 'email';\n`), [
      'email: This text might be the name of the property.',
    ]);
    assert.deepEqual(
      listed(`${WRITE}const e = await client.getEntity<{ email: string }>('a', 'b');\nJSON.stringify(e);\n`),
      ["e: Entities go to code that isn't seen here."],
    );
    assert.deepEqual(
      listed(
        `interface E { email: string }\nconst e: E = JSON.parse('{}');\nawait client.createEntity({ partitionKey: 'a', rowKey: 'b', ...e });\n`,
      ),
      ["JSON.parse('{}'): Entities come from code that isn't seen here."],
    );
    assert.deepEqual(
      listed(
        `export const by = (name: string) => async () => {\n  const e = await client.getEntity<{ email: string }>('a', 'b');\n  return e[name];\n};\n`,
      ),
      ['e: The name of a property is only known when the program runs.'],
    );
    assert.deepEqual(
      listed(
        `${WRITE}const FIELD = 'email';\nexport const q = client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${FIELD} eq 'x'\` } });\n`,
      ),
      [],
    );
  });

  it('lists a constant that is used for other things, too', () => {
    assert.deepEqual(
      listed(
        `${WRITE}const FIELD = 'email';\nexport const q = client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${FIELD} eq 'x'\` } });\nconsole.log(FIELD);\n`,
      ),
      ["email: The name isn't written out here."],
    );
  });

  const refusal = (source: string, to?: string, name?: string): string => {
    const made = rename({ 'a.ts': HEAD + source }, to, name);
    return made.kind === 'refused' ? made.why : 'renamed';
  };

  it('refuses names that are not those of a property, and those that are taken', () => {
    for (const to of ['PartitionKey', 'rowkey', 'Timestamp', 'odata.etag', 'etag', '__proto__'])
      assert.match(refusal(WRITE, to), /reserved name/, to);
    for (const to of ['', '1a', 'a-b', 'a b', "a' or 'b", '${x}', 'a.b', 'x'.repeat(256), 'a\n', 'a\u202e'])
      assert.match(refusal(WRITE, to), /Invalid property name/, to);
    for (const to of ['not', 'null', 'true']) assert.match(refusal(WRITE, to), /A filter can't name/, to);
    assert.match(
      refusal(`await client.createEntity({ partitionKey: 'a', rowKey: 'b', email: 'x', mail: 1 });\n`),
      /already has/,
    );
    assert.match(
      refusal(`interface E { email: string; mail?: string }\nexport const a = client.listEntities<E>();\n`),
      /already has/,
    );
    assert.match(refusal(WRITE, 'email'), /name that it has/);
    assert.equal(refusal(WRITE, 'größe'), 'renamed');
  });

  it('refuses where a type is that of several tables, and leaves other tables alone', () => {
    const other = `const other = TableClient.fromConnectionString('', 'Guests');\n`;
    assert.match(
      refusal(
        `${other}interface E { email: string }\nexport const a = [client.listEntities<E>(), other.listEntities<E>()];\n`,
      ),
      /type of its own/,
    );
    becomes(
      `${other}${WRITE}await other.createEntity({ partitionKey: 'a', rowKey: 'b', email: 'x' });
export const all = other.listEntities({ queryOptions: { filter: "email eq 'x'", select: ['email'] } });\n`,
      `${other}${WRITE.replace('email', 'mail')}await other.createEntity({ partitionKey: 'a', rowKey: 'b', email: 'x' });
export const all = other.listEntities({ queryOptions: { filter: "email eq 'x'", select: ['email'] } });\n`,
    );
  });

  it('keeps quotes, defaults and brackets', () => {
    becomes(
      `await client.createEntity({ partitionKey: 'a', rowKey: 'b', "email": 'x' });
interface E { 'email'?: string }
for await (const { email = 'none', ...rest } of client.listEntities<E>()) String(email + rest.etag);
for await (const { 'email': mine } of client.listEntities<E>()) String(mine);
await client.submitTransaction([['create', { partitionKey: 'a', rowKey: 'b', email: 'x' }]]);\n`,
      `await client.createEntity({ partitionKey: 'a', rowKey: 'b', "mail": 'x' });
interface E { 'mail'?: string }
for await (const { mail: email = 'none', ...rest } of client.listEntities<E>()) String(email + rest.etag);
for await (const { 'mail': mine } of client.listEntities<E>()) String(mine);
await client.submitTransaction([['create', { partitionKey: 'a', rowKey: 'b', mail: 'x' }]]);\n`,
    );
  });
});
