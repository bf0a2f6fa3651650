import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const written: Readonly<Record<string, Program>> = {
  // all in one partition
  functions: {
    'main.ts': `import { randomUUID } from 'node:crypto';
import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Events', ${OPTIONS});

interface LogEvent {
  level: number;
  text: string;
}

/** Logs an event. */
export async function log(day: string, time: number, level: number, text: string): Promise<string> {
  const rowKey = \`\${new Date(time).toISOString()}_\${randomUUID()}\`;
  await client./*here*/createEntity({ partitionKey: 'log', rowKey, day, level, text });
  return rowKey;
}

export async function of(day: string): Promise<string[]> {
  const texts: string[] = [];
  const events = client.listEntities<LogEvent & { day: string }>({
    queryOptions: { filter: odata\`PartitionKey eq 'log' and day eq \${day}\` },
  });
  for await (const event of events) texts.push(event.text);
  return texts;
}

export async function severe(day: string, least: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text, partitionKey } of client.listEntities<LogEvent>({
    queryOptions: { filter: odata\`PartitionKey eq \${'log'} and RowKey ge '2026' and level ge \${least} and day eq \${day}\` },
  })) {
    texts.push(\`\${partitionKey} \${text}\`);
  }
  return texts;
}

export async function first(day: string): Promise<string | undefined> {
  for await (const { day: one, text } of client.listEntities<LogEvent & { day: string }>({ queryOptions: { filter: "PartitionKey eq 'log'" } }))
    if (one === day) return text;
  return undefined;
}

export async function get(day: string, rowKey: string): Promise<[string, string | undefined]> {
  const event = await client.getEntity<LogEvent>('log', rowKey);
  return [event.text, event.partitionKey];
}
`,
  },
  // a partition for each day
  class: {
    'store.ts': `import { randomUUID } from "node:crypto"
import { TableClient, odata } from "@azure/data-tables"

interface LogEvent {
    level: number
    text: string
}

export class EventLog {
    constructor(private readonly table: TableClient) {}

    async log(day: string, time: number, level: number, text: string): Promise<string> {
        const at = new Date(time).toISOString()
        const event = { partitionKey: at.slice(0, 10), rowKey: at + "_" + randomUUID(), level, text }
        await this.table./*here*/upsertEntity(event, "Replace")
        return event.rowKey
    }

    async of(day: string): Promise<string[]> {
        const texts: string[] = []
        for await (const { text } of this.list(day)) texts.push(text)
        return texts
    }

    async severe(day: string, least: number): Promise<string[]> {
        const texts: string[] = []
        const events = this.table.listEntities<LogEvent>({
            queryOptions: {
                filter: odata\`PartitionKey eq \${day} and RowKey ge '2026' and level ge \${least}\`,
                select: ["rowKey", "text"],
            },
        })
        for await (const { text } of events) texts.push("log " + text)
        return texts
    }

    async first(day: string): Promise<string | undefined> {
        const found = await this.table.listEntities<LogEvent>({ queryOptions: { filter: odata\`PartitionKey eq \${day}\` } }).next()
        return found.done ? undefined : found.value.text
    }

    async get(day: string, rowKey: string): Promise<[string, string]> {
        const { text, partitionKey } = await this.table.getEntity<LogEvent>(day, rowKey)
        return [text, partitionKey === day ? "log" : "?"]
    }

    private async *list(day: string): AsyncGenerator<LogEvent> {
        yield* this.table.listEntities<LogEvent>({ queryOptions: { filter: odata\`PartitionKey eq \${day}\` } })
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { EventLog } from "./store.ts"

const store = new EventLog(
    TableClient.fromConnectionString(process.env.TABLES!, "Events", { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }),
)
export const log = store.log.bind(store)
export const of = store.of.bind(store)
export const severe = store.severe.bind(store)
export const first = store.first.bind(store)
export const get = store.get.bind(store)
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { randomUUID } = require('node:crypto');
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Events', ${OPTIONS});

/** @param {string} day @param {number} time @param {number} level @param {string} text */
async function log(day, time, level, text) {
  const rowKey = \`\${new Date(time).toISOString()}_\${randomUUID()}\`;
  await client./*here*/createEntity({ partitionKey: 'log', rowKey, day, level, text });
  return rowKey;
}

/** @param {string} day */
async function of(day) {
  const texts = [];
  for await (const event of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'log' and day eq \${day}\` } })) {
    texts.push(event.text);
  }
  return texts;
}

/** @param {string} day @param {number} least */
async function severe(day, least) {
  const texts = [];
  const filter = odata\`RowKey ge '2026' and level ge \${least} and PartitionKey eq 'log' and day eq \${day}\`;
  void filter;
  for await (const event of client.listEntities({
    queryOptions: { filter: odata\`level ge \${least} and day eq \${day} and PartitionKey eq 'log'\` },
  })) {
    texts.push(\`log \${event.text}\`);
  }
  return texts;
}

/** @param {string} day */
async function first(day) {
  for await (const event of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${'log'}\` } })) {
    if (event.day === day) return event.text;
  }
  return undefined;
}

/** @param {string} day @param {string} rowKey */
async function get(day, rowKey) {
  const event = await client.getEntity('log', rowKey);
  return [event.text, event.partitionKey];
}

module.exports = { log, of, severe, first, get };
`,
  },
  'wrapper-in-another-file': {
    'data/table.ts': `import { TableClient } from '@azure/data-tables';

export const events = TableClient.fromConnectionString(process.env.TABLES!, 'Events', ${OPTIONS});

export type Stored = { partitionKey: string; rowKey: string; level?: number; text?: string };

export async function insert(entity: Stored): Promise<void> {
  await events.createEntity(entity);
}

export async function read(partitionKey: string, rowKey: string): Promise<Stored> {
  return events.getEntity<Stored>(partitionKey, rowKey);
}
`,
    'main.ts': `import { randomUUID } from 'node:crypto';
import { odata } from '@azure/data-tables';
import { events, insert, read, type Stored } from './data/table.ts';

export async function log(day: string, time: number, level: number, text: string): Promise<string> {
  const at = new Date(time);
  const rowKey = \`\${at.toISOString()}_\${randomUUID()}\`;
  await /*here*/insert({ partitionKey: at.toISOString().slice(0, 10), rowKey, level, text });
  return rowKey;
}

export async function of(day: string): Promise<unknown[]> {
  const texts: unknown[] = [];
  for await (const { text } of events.listEntities<Stored>({ queryOptions: { filter: odata\`PartitionKey eq \${day}\` } })) texts.push(text);
  return texts;
}

export async function severe(day: string, least: number): Promise<string[]> {
  const texts: string[] = [];
  const found = events.listEntities<Stored>({ queryOptions: { filter: odata\`PartitionKey eq \${day} and level ge \${least}\` } });
  for await (const { text } of found) texts.push(\`log \${text}\`);
  return texts;
}

export async function first(day: string): Promise<string | undefined> {
  for await (const { text } of events.listEntities<Stored>({ queryOptions: { filter: odata\`PartitionKey eq \${day}\` } })) return text;
  return undefined;
}

export async function get(day: string, rowKey: string): Promise<unknown[]> {
  const { text, partitionKey } = await read(day, rowKey);
  return [text, partitionKey === day ? 'log' : '?'];
}
`,
  },
};

/** A program that logs what happens, by its style: the last file exports the functions that a test calls. */
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

/** A program whose partition can't be spread with certainty, and what is said of it. */
interface Refused {
  readonly program: Program;
  readonly why: string | undefined;
}

const HEAD = `import { randomUUID } from 'node:crypto';
import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Events');
export async function log(text: string): Promise<void> {
  await client./*here*/createEntity({ partitionKey: 'log', rowKey: randomUUID(), text });
}
`;
const program = (code: string): Program => ({ 'main.ts': `${HEAD}${code}` });

export const refused: Readonly<Record<string, Refused>> = {
  'where callers give the partition': {
    program: {
      'main.ts': `import { randomUUID } from 'node:crypto';
import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Events');
export const log = async (tenant: string, text: string): Promise<void> => {
  await client./*here*/createEntity({ partitionKey: tenant, rowKey: randomUUID(), text });
};
`,
    },
    why: undefined,
  },
  'where entities have ids that people know': {
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Events');
export const log = async (id: string, text: string): Promise<void> => {
  await client./*here*/createEntity({ partitionKey: 'log', rowKey: id, text });
};
`,
    },
    why: "main.ts:4 doesn't create an entity whose RowKey is a random id or a time that is written there.",
  },
  'where entities change': {
    program: program(`export const change = async (rowKey: string, text: string): Promise<void> => {
  await client.updateEntity({ partitionKey: 'log', rowKey, text });
};
`),
    why: 'main.ts:8 changes or deletes entities, which might be of before and in no bucket.',
  },
  'where entities are deleted': {
    program: program(`export const drop = async (rowKey: string): Promise<void> => {
  await client.deleteEntity('log', rowKey);
};
`),
    why: 'main.ts:8 changes or deletes entities, which might be of before and in no bucket.',
  },
  'where a transaction writes several': {
    program: program(`export const two = async (text: string): Promise<void> => {
  await client.submitTransaction([['create', { partitionKey: 'log', rowKey: randomUUID(), text }], ['create', { partitionKey: 'log', rowKey: randomUUID(), text }]]);
};
`),
    why: 'main.ts:8 writes a transaction, and several buckets are several partitions.',
  },
  'where a list is of all partitions': {
    program: program(`export async function* all() {
  for await (const one of client.listEntities()) yield one;
}
`),
    why: "main.ts:8 reads several partitions, or it isn't known which.",
  },
  'where a filter is given': {
    program: program(`export async function* all(filter: string) {
  for await (const one of client.listEntities({ queryOptions: { filter } })) yield one;
}
`),
    why: "main.ts:8 reads several partitions, or it isn't known which.",
  },
  'where a filter is made somewhere else': {
    program: program(`export async function* all(partition: string) {
  const filter = odata\`PartitionKey eq \${partition}\`;
  for await (const one of client.listEntities({ queryOptions: { filter } })) yield one;
}
`),
    why: "main.ts:9 doesn't spell out its PartitionKey in a string or an odata template in the call itself.",
  },
  'where a list waits for something in its options': {
    program: program(`declare const least: () => Promise<number>;
export async function* all(partition: string) {
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partition} and level ge \${await least()}\` } }))
    yield one;
}
`),
    why: "main.ts:9 doesn't spell out its PartitionKey in a string or an odata template in the call itself.",
  },
  'where the RowKey is not selected': {
    program: program(`export async function* texts(partition: string) {
  for await (const { text } of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partition}\`, select: ['text'] } })) yield text;
}
`),
    why: "main.ts:8 doesn't select the RowKey, by which buckets are merged.",
  },
  'where a list is read by the page': {
    program: program(`export async function page(partition: string) {
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partition}\` } }).byPage()) return one;
}
`),
    why: 'main.ts:8 passes its list on, or reads it by the page.',
  },
  'where a PartitionKey has what buckets have': {
    program: program(`export const warn = async (text: string): Promise<void> => {
  await client.createEntity({ partitionKey: 'log~01', rowKey: randomUUID(), text });
};
`),
    why: 'main.ts:8 writes a PartitionKey with a "~", which buckets have.',
  },
};
