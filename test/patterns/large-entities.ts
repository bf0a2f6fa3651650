import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 1 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Reports', ${OPTIONS});

export interface Report {
  title: string;
  body: string;
}

/** Stores a report. */
export async function add(team: string, id: string, title: string, content: unknown): Promise<void> {
  await client./*here*/createEntity({ partitionKey: team, rowKey: id, title, body: JSON.stringify(content) });
}

export async function rewrite(team: string, id: string, content: unknown): Promise<void> {
  await client.updateEntity({ partitionKey: team, rowKey: id, body: JSON.stringify(content) }, 'Merge');
}

export async function rename(team: string, id: string, title: string): Promise<void> {
  await client.updateEntity({ partitionKey: team, rowKey: id, title }, 'Merge');
}

export async function put(team: string, id: string, title: string, content: unknown): Promise<void> {
  await client.upsertEntity({ partitionKey: team, rowKey: id, title, body: JSON.stringify(content) }, 'Replace');
}

export async function remove(team: string, id: string): Promise<void> {
  await client.deleteEntity(team, id);
}

export async function get(team: string, id: string): Promise<unknown> {
  const report = await client.getEntity<Report>(team, id);
  return JSON.parse(report.body);
}

export async function titles(team: string): Promise<string[]> {
  const all: string[] = [];
  const reports = client.listEntities<Report>({ queryOptions: { filter: odata\`PartitionKey eq \${team}\` } });
  for await (const { title } of reports) all.push(title);
  return all;
}

export async function all(team: string): Promise<[string, unknown][]> {
  const found: [string, unknown][] = [];
  for await (const report of client.listEntities<Report>({
    queryOptions: { filter: odata\`PartitionKey eq \${team}\` },
  })) {
    found.push([report.title, JSON.parse(report.body)]);
  }
  return found;
}
`,
  },
  class: {
    'store.ts': `import { TableClient, odata } from "@azure/data-tables"

interface Report {
    title: string
    body: string
}

export class ReportStore {
    constructor(private readonly table: TableClient) {}

    async add(team: string, id: string, title: string, content: unknown): Promise<void> {
        await this.table.createEntity<Report>({
            partitionKey: team,
            rowKey: id,
            title,
            body: JSON.stringify(content),
        })
    }

    async rewrite(team: string, id: string, content: unknown): Promise<void> {
        const report = await this.table.getEntity<Report>(team, id)
        await this.table./*here*/updateEntity({ ...report, partitionKey: team, rowKey: id, body: JSON.stringify(content) }, "Replace", { etag: report.etag })
    }

    async rename(team: string, id: string, title: string): Promise<void> {
        await this.table.updateEntity({ partitionKey: team, rowKey: id, title })
    }

    async put(team: string, id: string, title: string, content: unknown): Promise<void> {
        const report = { partitionKey: team, rowKey: id, title, body: JSON.stringify(content) }
        await this.table.upsertEntity(report, "Replace")
    }

    async remove(team: string, id: string): Promise<void> {
        await this.table.deleteEntity(team, id)
    }

    async get(team: string, id: string): Promise<unknown> {
        const { body } = await this.table.getEntity<Report>(team, id)
        return JSON.parse(body)
    }

    async titles(team: string): Promise<string[]> {
        const all: string[] = []
        for await (const { title } of this.list(team)) all.push(title)
        return all
    }

    async all(team: string): Promise<[string, unknown][]> {
        const found: [string, unknown][] = []
        for await (const { title, body } of this.list(team)) found.push([title, JSON.parse(body)])
        return found
    }

    private async *list(team: string): AsyncGenerator<Report> {
        const reports = this.table.listEntities<Report>({ queryOptions: { filter: odata\`PartitionKey eq \${team}\` } })
        for await (const report of reports) yield report
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { ReportStore } from "./store.ts"

const store = new ReportStore(
    TableClient.fromConnectionString(process.env.TABLES!, "Reports", { allowInsecureConnection: true, retryOptions: { maxRetries: 1 } }),
)

export const add = store.add.bind(store)
export const rewrite = store.rewrite.bind(store)
export const rename = store.rename.bind(store)
export const put = store.put.bind(store)
export const remove = store.remove.bind(store)
export const get = store.get.bind(store)
export const titles = store.titles.bind(store)
export const all = store.all.bind(store)
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Reports', ${OPTIONS});

/** @param {string} team @param {string} id @param {string} title @param {unknown} content */
async function add(team, id, title, content) {
  await client./*here*/createEntity({ partitionKey: team, rowKey: id, title, body: JSON.stringify(content) });
}

/** @param {string} team @param {string} id @param {unknown} content */
async function rewrite(team, id, content) {
  await client.updateEntity({ partitionKey: team, rowKey: id, body: JSON.stringify(content) }, 'Merge');
}

/** @param {string} team @param {string} id @param {string} title */
async function rename(team, id, title) {
  await client.updateEntity({ partitionKey: team, rowKey: id, title }, 'Merge');
}

/** @param {string} team @param {string} id @param {string} title @param {unknown} content */
async function put(team, id, title, content) {
  await client.upsertEntity({ partitionKey: team, rowKey: id, title, body: JSON.stringify(content) }, 'Replace');
}

/** @param {string} team @param {string} id */
async function remove(team, id) {
  await client.deleteEntity(team, id);
}

/** @param {string} team @param {string} id */
async function get(team, id) {
  const report = await client.getEntity(team, id);
  return JSON.parse(String(report.body));
}

/** @param {string} team */
async function titles(team) {
  const all = [];
  for await (const { title } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team}\`, select: ['title'] } })) {
    all.push(title);
  }
  return all;
}

/** @param {string} team */
async function all(team) {
  const found = [];
  for await (const report of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team}\` } })) {
    found.push([report.title, JSON.parse(String(report.body))]);
  }
  return found;
}

module.exports = { add, rewrite, rename, put, remove, get, titles, all };
`,
  },
  'wrapper-in-another-file': {
    'data/table.ts': `import { TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Reports', ${OPTIONS});

export type Stored = { partitionKey: string; rowKey: string; title?: string; body?: string };

export async function insert(entity: Stored): Promise<void> {
  await client.createEntity(entity);
}

export async function merge(entity: Stored): Promise<void> {
  await client.updateEntity(entity, 'Merge');
}

export async function replace(entity: Stored): Promise<void> {
  await client.upsertEntity(entity, 'Replace');
}

export async function drop(partitionKey: string, rowKey: string): Promise<void> {
  await client.deleteEntity(partitionKey, rowKey);
}

export async function read(partitionKey: string, rowKey: string): Promise<Stored> {
  return client.getEntity<Stored>(partitionKey, rowKey);
}

export async function query(filter: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for await (const one of client.listEntities<Stored>({ queryOptions: { filter } })) found.push(one);
  return found;
}
`,
    'main.ts': `import { odata } from '@azure/data-tables';
import { drop, insert, merge, query, read, replace } from './data/table.ts';

export const add = (team: string, id: string, title: string, content: unknown): Promise<void> =>
  /*here*/insert({ partitionKey: team, rowKey: id, title, body: JSON.stringify(content) });

export const rewrite = (team: string, id: string, content: unknown): Promise<void> =>
  merge({ partitionKey: team, rowKey: id, body: JSON.stringify(content) });

export const rename = (team: string, id: string, title: string): Promise<void> =>
  merge({ partitionKey: team, rowKey: id, title });

export const put = (team: string, id: string, title: string, content: unknown): Promise<void> =>
  replace({ partitionKey: team, rowKey: id, title, body: JSON.stringify(content) });

export const remove = (team: string, id: string): Promise<void> => drop(team, id);

export async function get(team: string, id: string): Promise<unknown> {
  const { body = 'null' } = await read(team, id);
  return JSON.parse(body);
}

const ofTeam = (team: string): Promise<{ title?: string; body?: string }[]> => query(odata\`PartitionKey eq \${team}\`);

export const titles = async (team: string): Promise<unknown[]> => (await ofTeam(team)).map(({ title }) => title);

export const all = async (team: string): Promise<unknown[]> =>
  (await ofTeam(team)).map(({ title, body = 'null' }) => [title, JSON.parse(body)]);
`,
  },
  // bytes, a repository that gives its methods to those that extend it, and no mode
  'bytes-in-a-base-class': {
    'repository.ts': `import { type TableClient, type TableEntity, odata } from '@azure/data-tables';

export abstract class Repository<T extends object> {
  protected constructor(protected readonly table: TableClient) {}

  protected async insert(entity: TableEntity<T>): Promise<void> {
    await this.table.createEntity(entity);
  }

  protected async merge(entity: TableEntity<Partial<T>>): Promise<void> {
    await this.table.updateEntity(entity);
  }

  protected async replace(entity: TableEntity<T>): Promise<void> {
    await this.table.upsertEntity(entity, 'Replace');
  }

  async remove(partitionKey: string, rowKey: string): Promise<void> {
    await this.table.deleteEntity(partitionKey, rowKey);
  }

  protected find(partitionKey: string, rowKey: string) {
    return this.table.getEntity<T>(partitionKey, rowKey);
  }

  protected async *of(partitionKey: string) {
    for await (const one of this.table.listEntities<T>({ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey}\` } }))
      yield one;
  }
}
`,
    'main.ts': `import { gunzipSync, gzipSync } from 'node:zlib';
import { TableClient } from '@azure/data-tables';
import { Repository } from './repository.js';

interface Report {
  title: string;
  body: Uint8Array;
}

class Reports extends Repository<Report> {
  constructor() {
    super(TableClient.fromConnectionString(process.env.TABLES!, 'Reports', ${OPTIONS}));
  }

  add = (team: string, id: string, title: string, payload: unknown): Promise<void> =>
    this./*here*/insert({ partitionKey: team, rowKey: id, title, body: gzipSync(JSON.stringify(payload)) });

  rewrite = (team: string, id: string, payload: unknown): Promise<void> =>
    this.merge({ partitionKey: team, rowKey: id, body: gzipSync(JSON.stringify(payload)) });

  rename = (team: string, id: string, title: string): Promise<void> =>
    this.merge({ partitionKey: team, rowKey: id, title });

  put = (team: string, id: string, title: string, payload: unknown): Promise<void> =>
    this.replace({ partitionKey: team, rowKey: id, title, body: gzipSync(JSON.stringify(payload)) });

  get = async (team: string, id: string): Promise<unknown> => contentOf(await this.find(team, id));

  async titles(team: string): Promise<string[]> {
    const all: string[] = [];
    for await (const { title } of this.of(team)) all.push(title);
    return all;
  }

  async all(team: string): Promise<[string, unknown][]> {
    const found: [string, unknown][] = [];
    for await (const report of this.of(team)) found.push([report.title, contentOf(report)]);
    return found;
  }
}

const contentOf = ({ body }: { body: Uint8Array }): unknown => JSON.parse(gunzipSync(body).toString());

const reports = new Reports();
export const { add, rewrite, rename, put, get } = reports;
export const remove = reports.remove.bind(reports);
export const titles = reports.titles.bind(reports);
export const all = reports.all.bind(reports);
`,
  },
};

/** A program that keeps reports, by its style: the last file exports the functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, [
    'factory',
    'closure',
    'class-in-commonjs',
    'base-class-that-writes',
    'package',
  ]),
};

/** A program for which blobs can't be used with certainty, and what is said of it. */
interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
}

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Reports');
export async function add(team: string, id: string, content: unknown): Promise<void> {
  await client./*here*/createEntity({ partitionKey: team, rowKey: id, body: JSON.stringify(content) });
}
`;
const program = (code: string): Program => ({ 'main.ts': `${HEAD}${code}` });

export const refused: Readonly<Record<string, Refused>> = {
  'where nothing is large': {
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Reports');
export const add = (team: string, id: string) => client./*here*/createEntity({ partitionKey: team, rowKey: id, n: 1 });
`,
    },
    why: undefined,
  },
  'for a property that the write does not have': {
    program: program(''),
    settings: { property: 'title' },
    why: undefined,
  },
  'where a write is part of a transaction': {
    program: program(`export const both = (team: string, id: string, body: string) =>
  client.submitTransaction([['upsert', { partitionKey: team, rowKey: id, body }], ['upsert', { partitionKey: team, rowKey: \`\${id}-copy\`, body }]]);
`),
    why: "main.ts:7 writes in a transaction, which blobs aren't part of.",
  },
  'where what a write returns is used': {
    program: program(`export const put = (team: string, id: string, body: string) =>
  client.upsertEntity({ partitionKey: team, rowKey: id, body }).then(({ etag }) => etag);
`),
    why: 'main.ts:7 uses what the write returns.',
  },
  'where a filter compares the property': {
    program: program(`export async function count(team: string): Promise<number> {
  let n = 0;
  for await (const _ of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and body eq 'null'\` } })) n += 1;
  return n;
}
`),
    why: 'main.ts:8 might compare body, which the service could no longer do.',
  },
  'where a filter is not known': {
    program: program(`export async function* query(filter: string) {
  yield* client.listEntities<{ title: string }>({ queryOptions: { filter } });
}
`),
    why: 'main.ts:7 might compare body, which the service could no longer do.',
  },
  'where a read selects the property': {
    program: program(`export const read = (team: string, id: string) =>
  client.getEntity<{ body: string }>(team, id, { queryOptions: { select: ['body'] } });
`),
    why: 'main.ts:7 selects body by its name.',
  },
  'where a list is read by the page': {
    program: program(`export async function page(team: string) {
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team}\` } }).byPage()) return one;
}
`),
    why: 'main.ts:7 passes its list on, or reads it by the page, and the content might be needed there.',
  },
  'where the property is a number at times': {
    program: program(`export const reset = (team: string, id: string) =>
  client.upsertEntity({ partitionKey: team, rowKey: id, body: 0 });
`),
    why: 'main.ts:7 writes body as something that might be neither text nor bytes.',
  },
  'where the name of the blob would have the name of another property': {
    program: program(`export async function mark(team: string, id: string, bodyBlob: string): Promise<void> {
  await client.updateEntity({ partitionKey: team, rowKey: id, bodyBlob });
}
`),
    why: 'Entities of this table have a property bodyBlob already.',
  },
  'where the table is not known': {
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';
export const add = async (table: string, id: string, content: unknown): Promise<void> => {
  const client = TableClient.fromConnectionString(process.env.TABLES!, table);
  await client./*here*/createEntity({ partitionKey: 'a', rowKey: id, body: JSON.stringify(content) });
};
`,
    },
    why: "The table's name isn't known, so neither are its other reads and writes.",
  },
};
