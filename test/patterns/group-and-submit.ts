import type { Program } from '../support/assisted.ts';
import { inStylesOf } from '../support/in-style.ts';

/** A program, and the requests that `run` sends before and after: of entities, and of transactions. */
export interface Cell {
  readonly program: Program;
  readonly before: number;
  readonly after: number;
}

const TABLE = `TableClient.fromConnectionString(process.env.TABLES!, 'Employees', { allowInsecureConnection: true })`;

const clientOf = (imported: string): string => `import { ${imported} } from '@azure/data-tables';

const client = ${TABLE};
`;
const CLIENT = clientOf('TableClient');
const LISTING = clientOf('odata, TableClient');

const PERSON = `export interface Person {
  department: string;
  id: string;
  name: string;
}
`;

const written: Readonly<Record<string, Cell>> = {
  function: {
    program: {
      'main.ts': `${CLIENT}
${PERSON}
/** Saves all. */
export async function run(staff: readonly Person[]): Promise<void> {
  for (const { department, id, name } of staff) {
    // what was there goes
    await client./*here*/upsertEntity({ partitionKey: \`d_\${department}\`, rowKey: id, name }, 'Replace');
  }
}
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  'one-partition': {
    program: {
      'main.ts': `${CLIENT}
${PERSON}
export const run = async (staff: readonly Person[]) => {
  const actions = 'taken';
  for (const person of staff)
    await client./*here*/createEntity({ ...person, partitionKey: actions, rowKey: person.id + person.name });
  return staff.length;
};
`,
    },
    before: 250,
    after: 3,
  },
  'typed-by-an-interface': {
    program: {
      'main.ts': `import { TableClient, TransactionAction } from "@azure/data-tables"

const client = ${TABLE.replaceAll("'", '"')}

${PERSON.replaceAll(';', '')}
interface Row {
    partitionKey: string
    rowKey: string
    name: string
    at?: Date
}

const toRow = (person: Person): Row => ({ partitionKey: person.department, rowKey: person.id, name: person.name })

export const ping: TransactionAction[] = []

export async function run(staff: readonly Person[]): Promise<number> {
    let saved = 0
    for (const person of staff) {
        const row = toRow(person)
        if (row.name === "") continue
        row.at = new Date(0)
        await client./*here*/upsertEntity(row)
        saved += 1
    }
    return saved
}
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  class: {
    program: {
      'main.ts': `import type { TableClient } from '@azure/data-tables';
import * as tables from '@azure/data-tables';

${PERSON}
class Staff {
  constructor(private readonly client: TableClient) {}

  /** Saves all, and removes who has no name. */
  async save(staff: readonly Person[]): Promise<void> {
    for (let i = 0; i < staff.length; i++) {
      const person = staff[i]!;
      const key = { partitionKey: 'staff', rowKey: String(i) };
      await this.client./*here*/upsertEntity({ ...key, name: person.name }, 'Merge');
      if (i % 2 === 1) {
        await this.client.deleteEntity(key.partitionKey, key.rowKey);
      }
    }
  }
}

const all = new Staff(tables.${TABLE});
export const run = (staff: readonly Person[]) => all.save(staff);
`,
    },
    before: 250 + 125,
    // each delete follows the write of the same entity
    after: 126,
  },
  factory: {
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';

${PERSON}
export function staffIn(table: TableClient) {
  return {
    async rename(staff: Iterable<Person>): Promise<void> {
      for (const { department, id, name } of staff) {
        await table./*here*/upsertEntity({ partitionKey: department, rowKey: id + name, name: name.toUpperCase() });
      }
    },
  };
}

export const run = (staff: Iterable<Person>) => staffIn(${TABLE}).rename(staff);
`,
    },
    before: 250,
    after: 2 + 2 + 1,
  },
  'list-then-delete': {
    program: {
      'main.ts': `${LISTING}
export async function run(): Promise<void> {
  for await (const { partitionKey, rowKey } of client.listEntities({
    queryOptions: { filter: odata\`PartitionKey ge \${'gone'} and PartitionKey le \${'old'}\`, select: ['PartitionKey', 'RowKey'] },
  })) {
    await client./*here*/deleteEntity(partitionKey!, rowKey!);
  }
}
`,
    },
    before: 1 + 235,
    after: 1 + 1 + 3,
  },
  'list-with-a-name': {
    program: {
      'main.ts': `${LISTING}
const logger = { debug: (text: string) => text };

export async function run(): Promise<number> {
  let deleted = 0;
  const old = client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${'old'}\`, select: ['PartitionKey', 'RowKey'] },
  });
  for await (const one of old) {
    await client./*here*/deleteEntity(one.partitionKey!, one.rowKey!);
    logger.debug(\`Deleted \${one.rowKey}.\`);
    deleted++;
  }
  return deleted;
}
`,
    },
    before: 1 + 230,
    after: 1 + 3,
  },
  'collect-then-delete': {
    program: {
      'main.ts': `${LISTING}
export async function run(): Promise<number> {
  const keys: { pk: string; rk: string }[] = [];
  for await (const page of client
    .listEntities<{ n: number }>({ queryOptions: { filter: odata\`PartitionKey eq \${'old'}\`, select: ['PartitionKey', 'RowKey', 'n'] } })
    .byPage({ maxPageSize: 200 })) {
    for (const one of page) {
      if (one.n < 150) await client./*here*/deleteEntity(one.partitionKey!, one.rowKey!);
      else keys.push({ pk: one.partitionKey!, rk: one.rowKey! });
    }
  }
  return keys.length;
}
`,
    },
    before: 2 + 150,
    // those of the second page are sent by themselves
    after: 2 + 2 + 1,
  },
  etag: {
    program: {
      'main.ts': `${LISTING}
export async function run(): Promise<void> {
  for await (const one of client.listEntities<{ n: number }>({ queryOptions: { filter: odata\`PartitionKey eq \${'old'}\` } }))
    await client./*here*/updateEntity({ partitionKey: 'old', rowKey: one.rowKey!, n: one.n + 1 }, 'Merge', { etag: one.etag });
}
`,
    },
    before: 1 + 230,
    after: 1 + 3,
  },
  commonjs: {
    program: {
      'main.cjs': `'use strict';
const { TableClient } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees', { allowInsecureConnection: true });

/** @param {{ department: string, id: string, name: string }[]} staff */
async function run(staff) {
  for (const person of staff) {
    const entity = { partitionKey: person.department, rowKey: person.id, name: person.name };
    await client./*here*/upsertEntity(entity, 'Replace');
  }
}

module.exports = { run };
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  'without-types': {
    program: {
      'main.cjs': `// @ts-nocheck
const tables = require('@azure/data-tables')

const client = tables.TableClient.fromConnectionString(process.env.TABLES, 'Employees', { allowInsecureConnection: true })

exports.run = async (staff) => {
\tfor (const one of staff) {
\t\tawait client./*here*/upsertEntity({ partitionKey: one.department, rowKey: one.id, name: one.name })
\t}
}
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  'javascript-modules': {
    program: {
      'main.js': `import { TableClient } from "@azure/data-tables"

const client = TableClient.fromConnectionString(process.env.TABLES ?? "", "Employees", { allowInsecureConnection: true })

/** @param {Iterable<{ department: string, id: string, name: string }>} staff */
export async function run(staff) {
\tconst seen = new Set()
\tfor (const one of staff) {
\t\tif (seen.has(one.id)) continue
\t\tseen.add(one.id)
\t\tawait client./*here*/createEntity({ partitionKey: one.department, rowKey: one.id, name: one.name })
\t}
}
`,
    },
    before: 240,
    after: 2 + 2 + 1,
  },
  'wrapper-in-another-file': {
    program: {
      'data.ts': `${CLIENT}
export interface Row {
  partitionKey: string;
  rowKey: string;
  kind: 'guest' | 'person';
  name: string;
}

/** Saves one. */
export async function saveRow(row: Row): Promise<void> {
  const trimmed = row.name.trim();
  await client.upsertEntity({ ...row, name: trimmed }, 'Replace');
}
`,
      'main.ts': `import { saveRow } from './data.ts';

${PERSON}
export async function run(staff: readonly Person[]): Promise<number> {
  let count = 0;
  for (const { department, id, name } of staff) {
    await /*here*/saveRow({ partitionKey: \`d_\${department}\`, rowKey: id, kind: 'person', name });
    count += 1;
  }
  return count;
}
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  'wrapper-in-the-same-file': {
    program: {
      'main.ts': `${CLIENT}
${PERSON}
const put = async (department: string, id: string, name = 'nobody') => {
  await client.upsertEntity({ partitionKey: department, rowKey: id, name });
};

export const run = async (staff: readonly Person[]): Promise<void> => {
  for (const person of staff) await /*here*/put(person.department, person.id);
};
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  'wrapper-of-a-class': {
    program: {
      'store.ts': `import { TableClient, type TableEntity, type UpdateMode } from "@azure/data-tables"

export abstract class Store {
    protected readonly client = ${TABLE.replaceAll("'", '"')}

    protected async put(entity: TableEntity, mode: UpdateMode = "Replace"): Promise<void> {
        await this.client.upsertEntity(entity, mode)
    }
}
`,
      'main.ts': `import { Store } from "./store.ts"

${PERSON.replaceAll(';', '')}
class Staff extends Store {
    async save(staff: readonly Person[]): Promise<void> {
        for (const { department, id, name } of staff) {
            await this./*here*/put({ partitionKey: department, rowKey: id, name }, "Merge")
        }
    }
}

export const run = (staff: readonly Person[]) => new Staff().save(staff)
`,
    },
    before: 250,
    after: 2 + 2 + 11,
  },
  'wrapper-in-commonjs': {
    program: {
      'db.cjs': `const { TableClient } = require('@azure/data-tables');

const client = () => ${TABLE.replace('process.env.TABLES!', "process.env.TABLES ?? ''")};

/**
 * @param {string} department
 * @param {string} id
 */
exports.remove = async function (department, id) {
  const table = client();
  await table.deleteEntity(department, id);
};
`,
      'main.cjs': `const db = require('./db.cjs');

/** @returns {Promise<void>} */
exports.run = async () => {
  for (let n = 0; n < 230; n++) {
    await db./*here*/remove('old', String(n));
  }
};
`,
    },
    before: 230,
    after: 3,
  },
  'large-entities': {
    program: {
      'main.ts': `${CLIENT}
export async function run(): Promise<void> {
  for (let i = 0; i < 20; i++) {
    const text = 'ü'.repeat(30_000);
    await client./*here*/createEntity({
      partitionKey: 'large',
      rowKey: String(i),
      count: 12n,
      ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [\`text\${n}\`, text])),
    });
  }
}
`,
    },
    before: 20,
    after: 3,
  },
};

/**
 * Programs by their style; the last file of each exports `run`, which is given 250 people: of department `a` 120, of `b` 119, and of `c` one
 * id 11 times. The table has 230 entities in `old`, and 5 in `gone`.
 */
export const cells: Readonly<Record<string, Cell>> = {
  ...written,
  ...(written.function &&
    inStylesOf(written.function, ['closure', 'class-in-commonjs', 'base-class', 'package'])),
};

interface Refused {
  readonly program: Program;
  readonly why: string;
}

const inside = (body: string): Program => ({
  'main.ts': `${CLIENT}
declare function audit(id: string): Promise<void>;
declare function log(text: string): void;
declare const other: TableClient;
export async function run(staff: { id: string; done: boolean }[], list: () => AsyncIterable<{ id: string }>) {
${body}
}
`,
});

const WRITE = `await client./*here*/upsertEntity({ partitionKey: 'a', rowKey: one.id });`;

/** Programs in which it isn't certain that the writes can wait. */
export const refused: Readonly<Record<string, Refused>> = {
  'where the loop waits for something else': {
    program: inside(`  for (const one of staff) {\n    ${WRITE}\n    await audit(one.id);\n  }`),
    why: 'The loop also waits for "await audit(one.id)", which might need the writes before it.',
  },
  'where the loop says what it has written': {
    program: inside(`  for (const one of staff) {\n    ${WRITE}\n    log(one.id);\n  }`),
    why: '"log(one.id);" would happen before the writes.',
  },
  'where each error is handled': {
    program: inside(`  for (const one of staff) {\n    try {\n      ${WRITE}\n    } catch {}\n  }`),
    why: 'The loop handles the error of each write.',
  },
  'where each error is caught on the way': {
    program: inside(`  for (const one of staff) {\n    ${WRITE.replace(';', '.catch(() => {});')}\n  }`),
    why: 'The loop handles the error of each write.',
  },
  'where the result is used': {
    program: inside(`  const etags = [];\n  for (const one of staff) etags.push(${WRITE.replace(';', '')});`),
    why: 'The loop uses the result of the write, or nothing waits for it.',
  },
  'where the loop is left': {
    program: inside(`  for (const one of staff) {\n    if (one.done) return;\n    ${WRITE}\n  }`),
    why: '"return;" leaves the loop, and the writes before it would be lost.',
  },
  'where others can see a count': {
    program: inside(`  for (const one of staff) {\n    ${WRITE}\n    total += 1;\n  }`),
    why: '"total += 1" would happen before the writes.',
  },
  'where a count is seen when a write fails': {
    program: inside(
      `  let n = 0;\n  try {\n    for (const one of staff) {\n      ${WRITE}\n      n += 1;\n    }\n  } finally {\n    log(String(n));\n  }`,
    ),
    why: '"n += 1" would happen before the writes.',
  },
  'where a loop ends by something else': {
    program: inside(`  while (staff.length > 0) {\n    const one = staff.pop()!;\n    ${WRITE}\n  }`),
    why: 'The loop might end by something that changes while it waits for the writes.',
  },
  'where the entities come from a stream': {
    program: inside(`  for await (const one of list()) ${WRITE}`),
    why: 'The pages that "list()" reads aren\'t seen here.',
  },
  'where two clients write': {
    program: inside(
      `  for (const one of staff) {\n    ${WRITE}\n    await other.deleteEntity('a', one.id);\n  }`,
    ),
    why: 'The loop writes with several clients.',
  },
  'where a delete has options': {
    program: inside(
      `  for (const one of staff) await client./*here*/deleteEntity('a', one.id, { etag: 'x' });`,
    ),
    why: "The write has options or an ETag that a transaction can't take.",
  },
  'where the type is a parameter': {
    program: {
      'main.ts': `${CLIENT}
export async function run<T extends { partitionKey: string; rowKey: string }>(all: T[]) {
  for (const one of all) await client./*here*/upsertEntity(one);
}
`,
    },
    why: 'The type of "one" is a parameter, which a transaction might not take.',
  },
  'where the function that writes does more': {
    program: {
      'main.ts': `${CLIENT}
async function put(id: string) {
  if (id === '') throw new Error('no id');
  await client.upsertEntity({ partitionKey: 'a', rowKey: id });
}
export async function run(ids: string[]) {
  for (const id of ids) await /*here*/put(id);
}
`,
    },
    why: "put does more than one write with what it is given, or a function like it can't be put beside it.",
  },
  'where the loop changes what it has given': {
    program: {
      'main.ts': `${CLIENT}
async function put(row: { partitionKey: string; rowKey: string; n: number }) {
  await client.upsertEntity({ ...row });
}
export async function run(ids: string[]) {
  const row = { partitionKey: 'a', rowKey: '', n: 0 };
  for (const id of ids) {
    row.rowKey = id;
    await /*here*/put(row);
  }
}
`,
    },
    why: 'The loop changes what it has given put.',
  },
  'where writes start in parallel': {
    program: inside(
      `  await Promise.all(staff.map((one) => client./*here*/upsertEntity({ partitionKey: 'a', rowKey: one.id })));`,
    ),
    why: 'The writes of the loop are started in parallel.',
  },
};

/** Transactions over two partitions, which the SDK rejects; `run` is given a department and an id. */
export const mixed: Readonly<Record<string, Program>> = {
  function: {
    'main.ts': `${CLIENT}
export let done = false;

export async function run(department: string, id: string): Promise<void> {
  try {
    await client./*here*/submitTransaction([
      ['upsert', { partitionKey: \`id_\${department}\`, rowKey: id, department }],
      ['upsert', { partitionKey: \`lent_\${department}\`, rowKey: id, id }],
      ['upsert', { partitionKey: \`id_\${department}\`, rowKey: \`\${id}_\`, department }],
    ]);
  } finally {
    done = true;
  }
}
`,
  },
  class: {
    'main.ts': `${CLIENT.replace('TableClient }', 'TableClient, TransactionAction }')}
class Keys {
    private readonly table = client

    async lend(department: string, id: string, transaction: string): Promise<string> {
        const actions: TransactionAction[] = [
            ["upsert", { partitionKey: "id_" + department, rowKey: id, transaction }],
            ["upsert", { partitionKey: "lent_" + department, rowKey: id }],
        ]
        actions.push(["upsert", { partitionKey: "id_" + department, rowKey: id + "_" }])
        await this.table./*here*/submitTransaction(actions)
        return transaction
    }
}

export const run = (department: string, id: string) => new Keys().lend(department, id, 'one')
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees', { allowInsecureConnection: true });

/** @param {string} department @param {string} id */
exports.run = async (department, id) => {
  await client./*here*/submitTransaction([
    ['upsert', { partitionKey: 'id_' + department, rowKey: id, department }],
    ['upsert', { partitionKey: 'lent_' + department, rowKey: id, id }],
    ['upsert', { partitionKey: 'id_' + department, rowKey: id + '_', department }],
  ]);
};
`,
  },
};

const MIXED_CALL = `client./*here*/submitTransaction([
    ['create', { partitionKey: 'a', rowKey: '1' }],
    ['create', { partitionKey: 'b', rowKey: '1' }],
  ]`;

/** Such transactions that can't be parted with certainty. */
export const mixedRefused: Readonly<Record<string, Refused>> = {
  'where the result is used': {
    program: { 'main.ts': `${CLIENT}\nexport const run = async () => (await ${MIXED_CALL})).status;\n` },
    why: "The transaction isn't a statement of its own that waits for it.",
  },
  'where nothing waits': {
    program: { 'main.ts': `${CLIENT}\nexport const run = () => ${MIXED_CALL});\n` },
    why: "The transaction isn't a statement of its own that waits for it.",
  },
  'where there are options': {
    program: {
      'main.ts': `${CLIENT}\nexport async function run() {\n  await ${MIXED_CALL}, { requestOptions: {} });\n}\n`,
    },
    why: "The write has options or an ETag that a transaction can't take.",
  },
};
