import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 1 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { randomUUID } from 'node:crypto';
import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'AuditLog', ${OPTIONS});

interface Entry {
  text: string;
  size: bigint;
  at: Date;
  raw: Uint8Array;
  level: number;
}

export async function log(service: string, time: Date, entry: Entry): Promise<void> {
  await client./*here*/createEntity({ ...entry, partitionKey: service, rowKey: \`\${time.toISOString()}_\${randomUUID()}\` });
}

export async function all(service: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const { text, size, at, raw, level } of client.listEntities<Entry>({
    queryOptions: { filter: odata\`PartitionKey eq \${service}\` },
  })) {
    found.push({ text, size, at, raw, level });
  }
  return found;
}

export async function between(service: string, from: string, to: string): Promise<string[]> {
  const texts: string[] = [];
  const entries = client.listEntities<Entry>({
    queryOptions: { filter: odata\`PartitionKey eq \${service} and RowKey ge \${from} and RowKey lt \${to}\`, select: ['text'] },
  });
  for await (const { text } of entries) texts.push(text);
  return texts;
}
`,
  },
  class: {
    'log.ts': `import { randomUUID } from "node:crypto"
import { TableClient, odata } from "@azure/data-tables"

export interface Entry {
    text: string
    size: bigint
    at: Date
    raw: Uint8Array
    level: number
}

export class AuditLog {
    constructor(private readonly table: TableClient) {}

    async log(service: string, time: Date, entry: Entry): Promise<void> {
        const rowKey = \`\${time.toISOString()}_\${randomUUID()}\`
        await this.table.createEntity<Entry>({ partitionKey: service, rowKey, ...entry })
    }

    async all(service: string): Promise<Entry[]> {
        const found: Entry[] = []
        for await (const { text, size, at, raw, level } of this.table./*here*/listEntities<Entry>({ queryOptions: { filter: odata\`PartitionKey eq \${service}\` } }))
            found.push({ text, size, at, raw, level })
        return found
    }

    async between(service: string, from: string, to: string): Promise<string[]> {
        const texts: string[] = []
        const filter = odata\`PartitionKey eq \${service} and RowKey ge \${from} and RowKey lt \${to}\`
        for await (const { text } of this.table.listEntities<Entry>({ queryOptions: { filter: odata\`PartitionKey eq \${service} and RowKey lt \${to} and RowKey ge \${from}\` } }))
            texts.push(text)
        return filter === "" ? [] : texts
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { AuditLog } from "./log.ts"

const audit = new AuditLog(
    TableClient.fromConnectionString(process.env.TABLES!, "AuditLog", { allowInsecureConnection: true, retryOptions: { maxRetries: 1 } }),
)

export const log = audit.log.bind(audit)
export const all = audit.all.bind(audit)
export const between = audit.between.bind(audit)
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { randomUUID } = require('node:crypto');
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'AuditLog', ${OPTIONS});

/** @param {string} service @param {Date} time @param {object} entry */
async function log(service, time, entry) {
  await client./*here*/createEntity({ ...entry, partitionKey: service, rowKey: \`\${time.getTime()}_\${randomUUID()}\` });
}

/** @param {string} service */
async function all(service) {
  const found = [];
  for await (const { text, size, at, raw, level } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${service}\` } })) {
    found.push({ text, size, at, raw, level });
  }
  return found;
}

/** @param {string} service @param {string} from @param {string} to */
async function between(service, from, to) {
  const texts = [];
  const entries = client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${service} and RowKey ge \${String(Date.parse(from))} and RowKey lt \${String(Date.parse(to))}\` },
  });
  for await (const { text } of entries) texts.push(text);
  return texts;
}

module.exports = { log, all, between };
`,
  },
  'wrapper-in-another-file': {
    'data/log.ts': `import { TableClient, type TableEntity, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'AuditLog', ${OPTIONS});

export interface Entry {
  text: string;
  size: bigint;
  at: Date;
  raw: Uint8Array;
  level: number;
}

export async function insert(entry: TableEntity<Entry>): Promise<void> {
  await client./*here*/createEntity(entry);
}

export async function* ofService(service: string): AsyncGenerator<Entry> {
  for await (const { text, size, at, raw, level } of client.listEntities<Entry>({ queryOptions: { filter: odata\`PartitionKey eq \${service}\` } }))
    yield { text, size, at, raw, level };
}

export async function* inRange(service: string, from: string, to: string): AsyncGenerator<string> {
  const filter = { queryOptions: { filter: odata\`PartitionKey eq \${service} and RowKey ge \${from} and RowKey lt \${to}\` } };
  void filter;
  for await (const { text } of client.listEntities<Entry>({
    queryOptions: { filter: odata\`PartitionKey eq \${service} and RowKey ge \${from} and RowKey lt \${to}\` },
  }))
    yield text;
}
`,
    'main.ts': `import { randomUUID } from 'node:crypto';
import { type Entry, inRange, insert, ofService } from './data/log.ts';

export const log = (service: string, time: Date, entry: Entry): Promise<void> =>
  insert({ ...entry, partitionKey: service, rowKey: \`\${time.toISOString()}_\${randomUUID()}\` });

export async function all(service: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const one of ofService(service)) found.push(one);
  return found;
}

export async function between(service: string, from: string, to: string): Promise<string[]> {
  const found: string[] = [];
  for await (const one of inRange(service, from, to)) found.push(one);
  return found;
}
`,
  },
  // nothing in the program reads it
  'written-alone': {
    'main.ts': `import { randomUUID } from 'node:crypto';
import { TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'AuditLog', ${OPTIONS});

export async function log(service: string, time: Date, entry: object): Promise<void> {
  await client./*here*/createEntity({ ...entry, partitionKey: service, rowKey: \`\${time.toISOString()}_\${randomUUID()}\` });
}
`,
  },
};

/** A program that keeps a log, by its style: the last file exports the functions that a test calls. */
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

/** A program whose log can't be kept in blobs with certainty, and what is said of it. */
interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
}

const HEAD = `import { randomUUID } from 'node:crypto';
import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'AuditLog');
`;
const ADD = `export async function log(service: string, text: string): Promise<void> {
  await client./*here*/createEntity({ partitionKey: service, rowKey: \`\${new Date().toISOString()}_\${randomUUID()}\`, text });
}
`;
const program = (code: string, add = ADD): Program => ({ 'main.ts': `${HEAD}${add}${code}` });

export const refused: Readonly<Record<string, Refused>> = {
  'for a table of another name': {
    program: { 'main.ts': `${HEAD.replace('AuditLog', 'Claims')}${ADD}` },
    why: undefined,
  },
  'where entries are deleted': {
    program: program(`export const drop = (service: string, id: string) => client.deleteEntity(service, id);
`),
    why: undefined,
  },
  'where a filter has other conditions': {
    program: program(`export async function errors(service: string): Promise<void> {
  for await (const { text } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${service} and level ge 3\` } })) console.log(text);
}
`),
    why: "main.ts:8 has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
  },
  'where a list is read by the page': {
    program: program(`export async function page(service: string) {
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${service}\` } }).byPage()) return one;
  return [];
}
`),
    why: 'main.ts:8 passes its list on, reads it by the page, or has options that would be lost.',
  },
  'where timestamps are read': {
    program: program(`export async function times(service: string): Promise<void> {
  for await (const { timestamp } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${service}\` } })) console.log(timestamp);
}
`),
    why: "main.ts:8 reads ETags or timestamps, which entries of blobs don't have.",
  },
  'where what a write returns is used': {
    program: program('', ADD.replace('Promise<void>', 'Promise<unknown>').replace('await', 'return')),
    why: 'main.ts:5 uses what the write returns.',
  },
  'where the time has no fixed number of digits': {
    program: program('', ADD.replace('new Date().toISOString()', 'Date.now() * 10')),
    why: "The RowKey of main.ts:5 doesn't begin with an ISO time, or milliseconds of 13 digits.",
  },
};
