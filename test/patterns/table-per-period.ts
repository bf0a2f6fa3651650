import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { randomUUID } from 'node:crypto';
import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Visits', ${OPTIONS});

interface Visit {
  at: Date;
  page: string;
}

/** Notes a visit. */
export async function note(site: string, time: number, page: string): Promise<void> {
  const at = new Date(time);
  await client.createEntity({ partitionKey: site, rowKey: \`\${at.toISOString()}_\${randomUUID()}\`, at, page });
}

export async function pages(site: string): Promise<string[]> {
  const all: string[] = [];
  const visits = client.listEntities<Visit>({ queryOptions: { filter: odata\`PartitionKey eq \${site}\` } });
  for await (const { page } of visits) all.push(page);
  return all;
}

export async function everything(): Promise<string[]> {
  const all: string[] = [];
  for await (const visit of client.listEntities<Visit>()) all.push(\`\${visit.partitionKey}: \${visit.page}\`);
  return all;
}

export async function forget(before: Date): Promise<void> {
  // what is older
  for await (const one of client./*here*/listEntities({
    queryOptions: { filter: odata\`at lt \${before}\`, select: ['partitionKey', 'rowKey'] },
  })) {
    await client.deleteEntity(one.partitionKey!, one.rowKey!);
  }
}
`,
  },
  class: {
    'visits.ts': `import { randomUUID } from "node:crypto"
import { TableClient, odata } from "@azure/data-tables"

interface Visit {
    at: Date
    page: string
}

export class Visits {
    constructor(private readonly table: TableClient) {}

    async note(site: string, time: number, page: string): Promise<void> {
        const at = new Date(time)
        const visit = { partitionKey: site, rowKey: at.toISOString() + "_" + randomUUID(), at, page }
        await this.table.upsertEntity(visit, "Replace")
    }

    async pages(site: string): Promise<string[]> {
        const all: string[] = []
        const filter = odata\`PartitionKey eq \${site}\`
        for await (const { page } of this.table.listEntities<Visit>({ queryOptions: { filter } })) all.push(page)
        return all
    }

    async everything(): Promise<string[]> {
        const all: string[] = []
        for await (const { partitionKey, page } of this.table.listEntities<Visit>()) all.push(partitionKey + ": " + page)
        return all
    }

    async forget(before: Date): Promise<void> {
        const filter = odata\`at lt \${before}\`
        for await (const { partitionKey, rowKey } of this.table./*here*/listEntities<Visit>({ queryOptions: { filter } }))
            await this.table.deleteEntity(partitionKey as string, rowKey as string)
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { Visits } from "./visits.ts"

const visits = new Visits(
    TableClient.fromConnectionString(process.env.TABLES!, "Visits", { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }),
)
export const note = visits.note.bind(visits)
export const pages = visits.pages.bind(visits)
export const everything = visits.everything.bind(visits)
export const forget = visits.forget.bind(visits)
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { randomUUID } = require('node:crypto');
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Visits', ${OPTIONS});

/** @param {string} site @param {number} time @param {string} page */
async function note(site, time, page) {
  await client.createEntity({ partitionKey: site, rowKey: new Date(time).toISOString() + randomUUID(), at: new Date(time), page });
}

/** @param {string} site */
async function pages(site) {
  const all = [];
  for await (const visit of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${site}\` } })) {
    all.push(visit.page);
  }
  return all;
}

async function everything() {
  const all = [];
  for await (const visit of client.listEntities()) all.push(\`\${visit.partitionKey}: \${visit.page}\`);
  return all;
}

/** @param {Date} before */
async function forget(before) {
  const queryOptions = { filter: \`at lt datetime'\${before.toISOString()}'\` };
  for await (const { partitionKey: partition, rowKey } of client./*here*/listEntities({ queryOptions })) {
    await client.deleteEntity(/** @type {string} */ (partition), /** @type {string} */ (rowKey));
  }
}

module.exports = { note, pages, everything, forget };
`,
  },
  'wrapper-in-another-file': {
    'data/table.ts': `import { randomUUID } from 'node:crypto';
import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Visits', ${OPTIONS});

export interface Visit {
  at: Date;
  page: string;
}

export async function insert(site: string, { at, page }: Visit): Promise<void> {
  await client.createEntity({ partitionKey: site, rowKey: \`\${at.toISOString()}_\${randomUUID()}\`, at, page });
}

export async function* select(filter: string): AsyncGenerator<{ site: string; page: string }> {
  for await (const { partitionKey, page } of client.listEntities<Visit>({ queryOptions: { filter } }))
    yield { site: partitionKey!, page };
}

export async function deleteBefore(time: Date): Promise<void> {
  for await (const one of client./*here*/listEntities({
    queryOptions: { filter: odata\`at lt \${time}\`, select: ['partitionKey', 'rowKey'] },
  })) {
    await client.deleteEntity(one.partitionKey!, one.rowKey!);
  }
}
`,
    'main.ts': `import { odata } from '@azure/data-tables';
import { deleteBefore, insert, select } from './data/table.ts';

export async function note(site: string, time: number, page: string): Promise<void> {
  await insert(site, { at: new Date(time), page });
}

export async function pages(site: string): Promise<string[]> {
  const all: string[] = [];
  for await (const { page } of select(odata\`PartitionKey eq \${site}\`)) all.push(page);
  return all;
}

export async function everything(): Promise<string[]> {
  const all: string[] = [];
  for await (const { site, page } of select('')) all.push(\`\${site}: \${page}\`);
  return all;
}

export async function forget(before: Date): Promise<void> {
  await deleteBefore(before);
}
`,
  },
};

/** A program that keeps a log for some time, by its style: the last file exports the functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, ['factory', 'closure', 'class-in-commonjs', 'base-class', 'package']),
};

interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
}

const MAIN = cells.functions?.['main.ts'] ?? '';

const changed = (from: string, to: string): Program => ({ 'main.ts': MAIN.replace(from, to) });

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, Refused>> = {
  'for what is younger': { program: changed('at lt', 'at gt'), why: undefined },
  'where the loop does more': {
    program: changed(
      'await client.deleteEntity(one.partitionKey!, one.rowKey!);',
      'await client.deleteEntity(one.partitionKey!, one.rowKey!);\n    console.log(one.rowKey);',
    ),
    why: 'The loop does more than to delete each entity that it lists, by its keys.',
  },
  'where the time is put together': {
    program: changed(
      'odata`at lt ${before}`',
      "`at lt datetime'${before.toISOString().slice(0, 10)}T12:00:00Z'`",
    ),
    why: "The call itself doesn't show the time that the property is compared with.",
  },
  'where an entity might have no time': {
    program: changed('_${randomUUID()}`, at, page', '_${randomUUID()}`, page'),
    why: 'main.ts:14 might create an entity whose at is not a Date.',
  },
  'where a RowKey comes again': {
    program: changed('rowKey: `${at.toISOString()}_${randomUUID()}`', 'rowKey: page'),
    why: "main.ts:14 doesn't create an entity whose RowKey is a random id or a time that is written there.",
  },
  'where entities are changed': {
    program: {
      'main.ts': `${MAIN}
export const rename = async (site: string, id: string, page: string): Promise<void> => {
  await client.updateEntity({ partitionKey: site, rowKey: id, page }, 'Merge');
};
`,
    },
    why: 'main.ts:40 changes or deletes entities, and nothing says in which period they are.',
  },
  'where one entity is read': {
    program: {
      'main.ts': `${MAIN}
export const one = (site: string, id: string) => client.getEntity<Visit>(site, id);
`,
    },
    why: 'main.ts:39 reads one entity, and nothing says in which period that is.',
  },
  'where callers give the entity': {
    program: {
      'main.ts': `${MAIN}
export async function add(visit: { partitionKey: string; rowKey: string }): Promise<void> {
  await client.createEntity(visit);
}

export const now = (site: string) => add({ partitionKey: site, rowKey: new Date().toISOString() });
`,
    },
    why: 'main.ts:40 might create an entity whose at is not a Date.',
  },
  'where a list is passed on': {
    program: {
      'main.ts': `${MAIN}
export const all = () => client.listEntities<Visit>();
`,
    },
    why: 'main.ts:39 passes its list on, reads it by the page, or waits within its call.',
  },
  'where a list has no keys': {
    program: changed(
      'queryOptions: { filter: odata`PartitionKey eq ${site}` }',
      "queryOptions: { filter: odata`PartitionKey eq ${site}`, select: ['page'] }",
    ),
    why: "main.ts:19 doesn't select the keys, by which the lists of periods are merged.",
  },
};
