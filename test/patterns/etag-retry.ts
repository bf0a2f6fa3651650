import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Counters', { allowInsecureConnection: true });
`;

const written: Readonly<Record<string, Program>> = {
  function: {
    'main.ts': `${CLIENT}
/** Adds 1. */
export async function bump(id: string): Promise<number> {
  const counter = await client.getEntity<{ n: number }>('a', id);
  counter.n += 1;
  // only what changed
  await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, n: counter.n });
  return counter.n;
}
`,
  },
  nothing: {
    'main.ts': `${CLIENT}
export const bump = async (id: string): Promise<void> => {
  const counter = await client.getEntity<{ partitionKey: string; rowKey: string; n: number }>('a', id);
  await client./*here*/updateEntity({ ...counter, n: counter.n + 1 }, 'Replace');
};
`,
  },
  'used-afterwards': {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<string> {
  const counter = await client.getEntity<{ n: number }>('a', id);
  const next = { n: counter.n + 1 };
  await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, ...next }, 'Merge');
  const text = String(next.n);
  return \`\${counter.rowKey} \${text}\`;
}
`,
  },
  'inside-if': {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<boolean> {
    const counter = await client.getEntity<{ partitionKey: string; rowKey: string; n: number; open: boolean }>("a", id)
    if (counter.open) {
        counter.n += 1
        await client./*here*/updateEntity(counter, "Merge")
    }
    return counter.open
}
`,
  },
  // what answers before it leaves, and what answers at the end, is done once
  answers: {
    'main.ts': `${CLIENT}
interface Context {
    res?: { status: number; body?: string };
    log: string[];
}

async function answer(context: Context, id: string): Promise<void> {
    if (id !== '') {
        let counter;
        try {
            counter = await client.getEntity<{ n: number; open: boolean }>('a', id);
        } catch (error) {
            if ((error as { statusCode?: number }).statusCode === 404) {
                context.log.push('not there');
                context.res = { status: 404 };
                return;
            }
            throw error;
        }
        if (!counter.open) {
            context.res = { status: 403 };
            return;
        }
        const n = counter.n + 1;
        await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, n }, 'Merge');
        context.log.push(id);
        context.res = { status: 200, body: String(n) };
    } else {
        context.res = { status: 400 };
    }
}

export async function bump(id: string): Promise<Context> {
    const context: Context = { log: [] };
    await answer(context, 'nobody');
    await answer(context, id);
    return context;
}
`,
  },
  'early-return': {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<number | undefined> {
  const counter = await client.getEntity<{ partitionKey: string; rowKey: string; n: number; open: boolean }>('a', id);
  if (!counter.open) return undefined;
  const n = counter.n + 1;
  await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, n }, 'Merge');
  return n;
}
`,
  },
  'returned-promise': {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<void> {
  try {
    const counter: any = await client.getEntity('a', id);
    counter.n++;
    await client./*here*/updateEntity(counter, 'Merge');
  } finally {
    console.assert(id !== '');
  }
}
`,
  },
  class: {
    'main.ts': `import { TableClient } from '@azure/data-tables';

interface Counter {
  partitionKey: string;
  rowKey: string;
  n: number;
}

export class Counters {
  constructor(private readonly client: TableClient) {}

  async bump(id: string): Promise<number> {
    const counter = await this.client.getEntity<Counter>('a', id);
    counter.n += 1;
    await this.client./*here*/updateEntity(counter, 'Merge');
    return counter.n;
  }
}

const counters = new Counters(
  TableClient.fromConnectionString(process.env.TABLES!, 'Counters', { allowInsecureConnection: true }),
);
export const bump = (id: string) => counters.bump(id);
`,
  },
  factory: {
    'main.ts': `import { TableClient } from '@azure/data-tables';

export function counters(client: TableClient) {
  return {
    async bump(id: string) {
      const counter = await client.getEntity<{ n: number }>('a', id);
      await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, n: counter.n + 1 }, 'Merge');
    },
  };
}

const all = counters(
  TableClient.fromConnectionString(process.env.TABLES!, 'Counters', { allowInsecureConnection: true }),
);
export const bump = (id: string) => all.bump(id);
`,
  },
  upsert: {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<void> {
  const counter = await client.getEntity<{ n: number }>('a', id).catch(() => undefined);
  await client./*here*/upsertEntity({ partitionKey: 'a', rowKey: id, n: (counter?.n ?? 0) + 1 }, 'Merge');
}
`,
  },
  'upsert-of-what-a-function-finds': {
    'main.ts': `import { RestError, TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Counters', { allowInsecureConnection: true });

async function find(id: string) {
  try {
    return await client.getEntity<{ n: number; tags?: string }>('a', id);
  } catch (error) {
    if (error instanceof RestError && error.statusCode === 404) return undefined;
    throw error;
  }
}

export async function bump(id: string): Promise<number> {
  const counter = await find(id);
  const tags = counter?.tags ? (JSON.parse(counter.tags) as string[]) : [];
  tags.push('a');
  const n = (counter?.n ?? 0) + 1;
  await client./*here*/upsertEntity({ partitionKey: 'a', rowKey: id, n, tags: JSON.stringify(tags) }, 'Merge');
  return n;
}
`,
  },
  'upsert-of-what-is-there': {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<void> {
  const counter = await client.getEntity<{ partitionKey: string; rowKey: string; n: number }>('a', id);
  counter.n += 1;
  await client./*here*/upsertEntity(counter);
}
`,
  },
  transaction: {
    'main.ts': `${CLIENT}
export async function bump(id: string): Promise<number> {
  const counter = await client.getEntity<{ n: number }>('a', id);
  counter.n += 1;
  await client./*here*/submitTransaction([
    ['update', { partitionKey: 'a', rowKey: id, n: counter.n }, 'Merge'],
    ['upsert', { partitionKey: 'a', rowKey: \`\${id}_log\`, n: counter.n }, 'Merge'],
  ]);
  return counter.n;
}
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Counters', { allowInsecureConnection: true });

/**
 * @param {string} id
 * @returns {Promise<unknown>}
 */
async function bump(id) {
  const counter = await client.getEntity('a', id);
  const n = Number(counter.n) + 1;
  await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, n }, 'Merge');
  return n;
}

module.exports = { bump };
`,
  },
  'javascript-modules': {
    'main.js': `import { TableClient } from "@azure/data-tables"

const client = TableClient.fromConnectionString(process.env.TABLES ?? "", "Counters", { allowInsecureConnection: true })

/** @param {string} id */
export async function bump(id) {
\tconst counter = await client.getEntity("a", id)
\tawait client./*here*/updateEntity({ partitionKey: "a", rowKey: id, n: Number(counter.n) + 1 })
}
`,
  },
  'wrapper-in-another-file': {
    'store.ts': `${CLIENT}
export const load = async (id: string) => client.getEntity<{ n: number }>('a', id);

export async function save(counter: { partitionKey?: string; rowKey?: string; n: number }): Promise<void> {
  await client.updateEntity({ partitionKey: '', rowKey: '', ...counter }, 'Merge');
}
`,
    'main.ts': `import { load, save } from './store.ts';

export async function bump(id: string): Promise<number> {
  const counter = await load(id);
  counter.n += 1;
  await /*here*/save(counter);
  return counter.n;
}
`,
  },
  'class-in-another-file': {
    'store.ts': `import { TableClient, type TableEntity } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Counters', { allowInsecureConnection: true });

export class Store {
  async find(id: string) {
    return client.getEntity<{ n: number }>('a', id);
  }

  async put(counter: TableEntity<{ n: number }>): Promise<void> {
    await client.updateEntity(counter, 'Replace');
  }
}
`,
    'main.ts': `import { Store } from './store.ts';

const store = new Store();

export async function bump(id: string): Promise<void> {
  const counter = await store.find(id);
  await store./*here*/put({ ...counter, partitionKey: 'a', rowKey: id, n: counter.n + 1 });
}
`,
  },
  'base-class': {
    'repository.ts': `import { TableClient, type TableEntity } from '@azure/data-tables';

export abstract class Repository<T extends object> {
  protected readonly client = TableClient.fromConnectionString(process.env.TABLES!, 'Counters', {
    allowInsecureConnection: true,
  });

  protected find(rowKey: string) {
    return this.client.getEntity<T>('a', rowKey);
  }

  protected store(entity: TableEntity<T>) {
    return this.client.updateEntity(entity, 'Merge');
  }
}
`,
    'main.ts': `import { Repository } from './repository.ts';

class Counters extends Repository<{ n: number }> {
  async bump(id: string): Promise<number> {
    const counter = await this.find(id);
    const n = counter.n + 1;
    await this./*here*/store({ partitionKey: 'a', rowKey: id, n });
    return n;
  }
}

const counters = new Counters();
export const bump = (id: string) => counters.bump(id);
`,
  },
  'wrapper-in-commonjs': {
    'store.cjs': `const { TableClient } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Counters', { allowInsecureConnection: true });

/** @param {string} id */
exports.load = (id) => client.getEntity('a', id);

/**
 * Merges an entity.
 * @param {import('@azure/data-tables').TableEntity} entity
 */
exports.save = async function save(entity) {
  await client.updateEntity(entity, 'Merge');
};
`,
    'main.cjs': `const { load, save } = require('./store.cjs');

/** @param {string} id */
exports.bump = async (id) => {
  const counter = await load(id);
  await /*here*/save({ partitionKey: 'a', rowKey: id, n: Number(counter.n) + 1 });
};
`,
  },
};

/** Programs by their style; the last file of each exports `bump`, which adds 1 to `n` of an entity. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.function ?? {}, ['closure', 'class-in-commonjs', 'base-class-that-writes', 'package']),
};

interface Refused {
  readonly program: Program;
  readonly why: string;
}

const inside = (body: string): Program => ({
  'main.ts': `${CLIENT}
export async function bump(id: string, notify: (n: number) => Promise<void>) {
${body}
}
`,
});

const READ = `  const counter = await client.getEntity<{ n: number }>('a', id);\n`;
const UPDATE = 'await client./*here*/updateEntity({ ...counter, n: counter.n + 1 });';

/** Programs in which it isn't certain that the change may be repeated. */
export const refused: Readonly<Record<string, Refused>> = {
  'where something else happens in between': {
    program: inside(`${READ}  await notify(counter.n);\n  ${UPDATE}`),
    why: '"await notify(counter.n)" is between the read and the write, and might not be safe to repeat.',
  },
  ...Object.fromEntries(
    [
      ['has the name of a method that only looks', 'find(id)'],
      ['is run for each element', "id.split('-').map(find)"],
      ['is run for each match', 'id.replace(/-/g, find)'],
    ].map(([how = '', called = '']): [string, Refused] => [
      `where a function in between ${how}`,
      {
        program: {
          'main.ts': `${CLIENT}
let calls = 0;
const find = (id: string): string => id + String((calls += 1));
export async function bump(id: string) {
  const counter = await client.getEntity<{ n: number }>('a', id);
  await client./*here*/updateEntity({ partitionKey: 'a', rowKey: id, n: counter.n + 1, at: ${called}.length }, 'Merge');
}
`,
        },
        why: `"${called}" is between the read and the write, and might not be safe to repeat.`,
      },
    ]),
  ),
  'where 412 is handled': {
    program: inside(
      `  try {\n  ${READ}    ${UPDATE}\n  } catch (error) {\n    if ((error as { statusCode?: number }).statusCode !== 412) throw error;\n  }`,
    ),
    why: 'The code handles 412 already.',
  },
  'where a type has no etag': {
    program: inside(
      `  const counter: { n: number } = await client.getEntity<{ n: number }>('a', id);\n  await client./*here*/updateEntity({ ...counter, partitionKey: 'a', rowKey: id });`,
    ),
    why: `Its type "{ n: number }" has no etag. Add one, or let the SDK's type apply.`,
  },
  'in a loop of writes': {
    program: inside(`${READ}  for (let i = 0; i < 3; i++) ${UPDATE}`),
    why: 'The write is in a loop, a callback, or a try of its own.',
  },
  'where a condition has narrowed a type': {
    program: {
      'main.ts': `${CLIENT}
export async function bump(given: { id?: string }) {
  if (!given.id) throw new Error('no id');
  const counter = await client.getEntity<{ n: number }>('a', given.id);
  await client./*here*/updateEntity({ partitionKey: 'a', rowKey: given.id, n: counter.n + 1 });
}
`,
    },
    why: 'A condition narrows the type of "given.id", which a callback would lose.',
  },
  'where a wrapper is passed on': {
    program: {
      'store.ts': `${CLIENT}
export const load = async (id: string) => client.getEntity<{ n: number }>('a', id);
export const save = (counter: any) => client.updateEntity(counter, 'Merge');
export const saveAll = (all: any[]) => Promise.all(all.map(save));
`,
      'main.ts': `import { load, save } from './store.ts';
export async function bump(id: string) {
  const counter = await load(id);
  counter.n += 1;
  await /*here*/save(counter);
}
`,
    },
    why: 'save is passed on as a value, so its callers might pass more arguments.',
  },
  'where a function maps what it reads': {
    program: {
      'store.ts': `${CLIENT}
export async function load(id: string) {
  const { rowKey, n } = await client.getEntity<{ n: number }>('a', id);
  return { partitionKey: 'a', rowKey: rowKey ?? '', n };
}
export const save = (counter: { partitionKey: string; rowKey: string; n: number }) => client.updateEntity(counter, 'Merge');
`,
      'main.ts': `import { load, save } from './store.ts';
export async function bump(id: string) {
  const counter = await load(id);
  counter.n += 1;
  await /*here*/save(counter);
}
`,
    },
    why: "load doesn't return the entity as it was read, so its ETag might be missing.",
  },
  'where a wrapper upserts': {
    program: {
      'store.ts': `${CLIENT}
export const load = async (id: string) => client.getEntity<{ n: number }>('a', id);
export const put = (counter: any) => client.upsertEntity(counter, 'Replace');
`,
      'main.ts': `import { load, put } from './store.ts';
export async function bump(id: string) {
  const counter = await load(id);
  counter.n += 1;
  await /*here*/put(counter);
}
`,
    },
    why: "put upserts, and an upsert can't send an ETag.",
  },
};
