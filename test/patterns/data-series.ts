import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Counts', ${OPTIONS});

interface Count {
  sent: number;
  failed: boolean;
}

/** Stores what was sent in the hour of a time. */
export async function put(user: string, time: number, sent: number, failed: boolean): Promise<void> {
  const rowKey = new Date(time).toISOString().slice(0, 13);
  await client./*here*/upsertEntity({ partitionKey: user, rowKey, sent, failed }, 'Replace');
}

export async function add(user: string, time: number, sent: number, failed: boolean): Promise<void> {
  await client.createEntity({ partitionKey: user, rowKey: new Date(time).toISOString().slice(0, 13), sent, failed });
}

export async function one(user: string, hour: string): Promise<[number, boolean]> {
  const { sent, failed } = await client.getEntity<Count>(user, hour);
  return [sent, failed];
}

export async function between(user: string, from: string, to: string): Promise<[string, number, boolean][]> {
  const all: [string, number, boolean][] = [];
  for await (const count of client.listEntities<Count>({
    queryOptions: { filter: odata\`PartitionKey eq \${user} and RowKey ge \${from} and RowKey le \${to}\` },
  })) {
    all.push([count.rowKey!, count.sent, count.failed]);
  }
  return all;
}

export async function everything(user: string): Promise<number[]> {
  const all: number[] = [];
  const counts = client.listEntities<Count>({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } });
  for await (const { sent } of counts) all.push(sent);
  return all;
}
`,
  },
  class: {
    'counts.ts': `import { TableClient, odata } from "@azure/data-tables"

interface Count {
    sent: number
    failed: boolean
}

export class Counts {
    constructor(private readonly table: TableClient) {}

    async put(user: string, time: number, sent: number, failed: boolean): Promise<void> {
        const at = new Date(time)
        const count = { partitionKey: user, rowKey: this.hourOf(at), sent, failed }
        await this.table.upsertEntity(count, "Merge")
    }

    async add(user: string, time: number, sent: number, failed: boolean): Promise<void> {
        await this.table./*here*/createEntity<Count>({ partitionKey: user, rowKey: this.hourOf(new Date(time)), sent, failed })
    }

    async one(user: string, hour: string): Promise<[number, boolean]> {
        const count = await this.table.getEntity<Count>(user, hour)
        return [count.sent, count.failed]
    }

    async between(user: string, from: string, to: string): Promise<[string, number, boolean][]> {
        const all: [string, number, boolean][] = []
        const counts = this.table.listEntities<Count>({
            queryOptions: { filter: odata\`PartitionKey eq \${user} and RowKey ge \${from} and RowKey le \${to}\` },
        })
        for await (const count of counts) all.push([count.rowKey as string, count.sent, count.failed])
        return all
    }

    async everything(user: string): Promise<number[]> {
        const all: number[] = []
        for await (const { sent } of this.table.listEntities<Count>({
            queryOptions: { filter: odata\`PartitionKey eq \${user}\`, select: ["sent"] },
        }))
            all.push(sent)
        return all
    }

    private hourOf(at: Date): string {
        return at.toISOString().slice(0, 10) + "_" + String(at.getUTCHours()).padStart(2, "0")
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { Counts } from "./counts.ts"

const counts = new Counts(
    TableClient.fromConnectionString(process.env.TABLES!, "Counts", { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }),
)
export const put = counts.put.bind(counts)
export const add = counts.add.bind(counts)
export const one = counts.one.bind(counts)
export const between = counts.between.bind(counts)
export const everything = counts.everything.bind(counts)
`,
  },
  commonjs: {
    'main.cjs': `// @ts-nocheck
'use strict';
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Counts', ${OPTIONS});

/** @param {number} time */
function dayOf(time) {
  return new Date(time).toISOString().slice(0, 10);
}

/** @param {number} time */
function hourOf(time) {
  return String(new Date(time).getUTCHours()).padStart(2, '0');
}

async function put(user, time, sent, failed) {
  await client.upsertEntity({ partitionKey: user, rowKey: \`\${dayOf(time)}T\${hourOf(time)}\`, sent, failed });
}

async function add(user, time, sent, failed) {
  await client.createEntity({ partitionKey: user, rowKey: \`\${dayOf(time)}T\${hourOf(time)}\`, sent, failed });
}

async function one(user, hour) {
  const count = await client.getEntity(user, hour);
  return [count.sent, count.failed];
}

async function between(user, from, to) {
  const all = [];
  for await (const { rowKey, sent, failed } of client./*here*/listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${user} and RowKey ge \${from} and RowKey le \${to}\` },
  })) {
    all.push([rowKey, sent, failed]);
  }
  return all;
}

async function everything(user) {
  const all = [];
  for await (const { sent } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) {
    all.push(sent);
  }
  return all;
}

module.exports = { put, add, one, between, everything };
`,
  },
  'wrapper-in-another-file': {
    'data/table.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Counts', ${OPTIONS});

export interface Count {
  sent: number;
  failed: boolean;
}

export const upsert = async (user: string, hour: string, count: Count): Promise<void> => {
  await client.upsertEntity({ partitionKey: user, rowKey: hour, sent: count.sent, failed: count.failed });
};

export const create = async (user: string, hour: string, count: Count): Promise<void> => {
  await client.createEntity({ partitionKey: user, rowKey: hour, sent: count.sent, failed: count.failed });
};

export const read = async (user: string, hour: string): Promise<Count> => client.getEntity<Count>(user, hour);

export async function* range(user: string, from: string, to: string): AsyncGenerator<{ hour: string; count: Count }> {
  for await (const count of client.listEntities<Count>({
    queryOptions: { filter: odata\`PartitionKey eq \${user} and RowKey ge \${from} and RowKey le \${to}\` },
  }))
    yield { hour: count.rowKey!, count };
}
`,
    'main.ts': `import { create, range, read, upsert } from './data/table.ts';

export async function put(user: string, time: number, sent: number, failed: boolean): Promise<void> {
  await /*here*/upsert(user, hourOf(time), { sent, failed });
}

export async function add(user: string, time: number, sent: number, failed: boolean): Promise<void> {
  await create(user, hourOf(time), { sent, failed });
}

export async function one(user: string, hour: string): Promise<[number, boolean]> {
  const { sent, failed } = await read(user, hour);
  return [sent, failed];
}

export async function between(user: string, from: string, to: string): Promise<[string, number, boolean][]> {
  const all: [string, number, boolean][] = [];
  for await (const { hour, count } of range(user, from, to)) all.push([hour, count.sent, count.failed]);
  return all;
}

export async function everything(user: string): Promise<number[]> {
  const all: number[] = [];
  for await (const { count } of range(user, '', '~')) all.push(count.sent);
  return all;
}

function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, 13);
}
`,
  },
};

/** A program that counts by the hour, by its style: the last file exports the functions that a test calls. */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, ['factory', 'closure', 'class-in-commonjs', 'base-class', 'package']),
};

interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
}

const MAIN = cells.functions?.['main.ts'] ?? '';

const changed = (from: string, to: string): Program => ({ 'main.ts': MAIN.replaceAll(from, to) });

const added = (code: string): Program => ({ 'main.ts': `${MAIN}\n${code}\n` });

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, Refused>> = {
  'for keys without an end of few values': {
    program: changed('.slice(0, 13)', ''),
    why: undefined,
  },
  'where a RowKey ends in another way': {
    program: { 'main.ts': MAIN.replace('.slice(0, 13), sent', '.slice(0, 16), sent') },
    why: "The RowKey of main.ts:17 doesn't end with an hour, a minute, a day, a month or a number of two digits, as the others do.",
  },
  'where a write puts less': {
    program: { 'main.ts': MAIN.replace('.slice(0, 13), sent, failed', '.slice(0, 13), sent') },
    why: "main.ts:17 doesn't put the same properties as the other writes.",
  },
  'where a value is text': {
    program: changed('sent: number, failed', 'sent: string, failed'),
    why: 'main.ts:13 might put something else than a number, a boolean or a time into sent.',
  },
  'where a value may be missing': {
    program: changed('sent: number, failed', 'sent: number | undefined, failed'),
    why: 'main.ts:13 might put something else than a number, a boolean or a time into sent.',
  },
  'where an entity would have too many properties': {
    program: {
      'main.ts': MAIN.replaceAll('.slice(0, 13)', '.slice(0, 16)').replaceAll(
        'sent, failed }',
        'sent, failed, a: sent, b: sent, c: sent }',
      ),
    },
    why: 'A series would have up to 60 readings of so many properties, and an entity has at most 252 properties.',
  },
  'where a reading is deleted': {
    program: added('export const drop = (user: string, hour: string) => client.deleteEntity(user, hour);'),
    why: "main.ts:42 updates or deletes a reading, which isn't an entity of its own then.",
  },
  'where a list asks for values': {
    program: changed('PartitionKey eq ${user}`', 'PartitionKey eq ${user} and sent gt 5`'),
    why: "main.ts:37 has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
  },
  'where an ETag is read': {
    program: {
      'main.ts': MAIN.replace('const { sent } of', 'const { sent, etag } of').replace(
        'all.push(sent)',
        'all.push(sent, etag.length)',
      ),
    },
    why: 'main.ts:37 reads ETags or timestamps, which are those of the series then.',
  },
};
