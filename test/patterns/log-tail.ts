import type { Program } from '../support/assisted.ts';
import { inStylesOf } from '../support/in-style.ts';

/** A program, and what it has in its last file. */
interface Cell {
  readonly program: Program;
  /** The name of an object that it exports, which has the functions. */
  readonly of?: string;
  /** Its keys put the newest first before. */
  readonly isKept?: true;
  /** Its loop leaves out entities, so that a page is no smaller than before. */
  readonly isSome?: true;
}

const TABLE = `TableClient.fromConnectionString(process.env.TABLES ?? '', 'Readings', { allowInsecureConnection: true })`;

const CLIENT = `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';

const client = ${TABLE};
`;

const READING = `
export interface Reading {
  value: number;
  at: Date;
}
`;

const FILTER = `{ queryOptions: { filter: odata\`PartitionKey eq \${device}\` } }`;

const written: Readonly<Record<string, Cell>> = {
  function: {
    program: {
      'main.ts': `${CLIENT}${READING}
export async function add(device: string, time: number, value: number): Promise<void> {
  const at = new Date(time);
  await client.createEntity({ partitionKey: device, rowKey: randomUUID(), value, at });
}

/** The newest readings of a device. */
export async function latest(device: string): Promise<number[]> {
  const readings: Reading[] = [];
  for await (const reading of client./*here*/listEntities<Reading>(${FILTER})) readings.push(reading);
  readings.sort((a, b) => b.at.getTime() - a.at.getTime());
  return readings.slice(0, 10).map((one) => one.value);
}
`,
    },
  },
  'a-property-of-the-name-of-a-variable': {
    program: {
      'main.ts': `${CLIENT}
export async function add(device: string, time: number, value: number): Promise<void> {
  const at = new Date(time);
  await client.createEntity({ partitionKey: device, rowKey: randomUUID(), value, at });
}

export async function latest(device: string): Promise<number[]> {
  const at = new Date(0);
  if (at > new Date()) return [];
  const newest: { value: number; at: Date }[] = [];
  for await (const row of client./*here*/listEntities<{ value: number; at: Date }>(${FILTER}))
    newest.push({ value: row.value, at: row.at });
  newest.sort((a, b) => b.at.getTime() - a.at.getTime());
  return newest.slice(0, 10).map((one) => one.value);
}
`,
    },
  },
  class: {
    of: 'store',
    isSome: true,
    program: {
      'main.ts': `import { odata, type TableClient } from "@azure/data-tables"
import * as tables from "@azure/data-tables"
import { randomUUID } from "node:crypto"

export class Readings {
    constructor(private readonly table: TableClient) {}

    async add(device: string, time: number, value: number) {
        const when = new Date(time)
        const rowKey = \`\${when.toISOString()}_\${randomUUID()}\`
        const id = randomUUID()
        await this.table.upsertEntity({ partitionKey: device, rowKey: id, value, at: when.toISOString() }, "Replace")
        return rowKey
    }

    async latest(device: string, count = 10): Promise<number[]> {
        const found: { value: number; at: string }[] = []
        const all = this.table./*here*/listEntities<{ value: number; at: string }>(${FILTER})
        for await (const { value, at } of all) {
            if (value < 0) continue
            found.push({ value, at })
        }
        return found.sort((a, b) => b.at.localeCompare(a.at)).slice(0, count).map(({ value }) => value)
    }
}

export const store = new Readings(tables.${TABLE.replaceAll("'", '"')})
`,
    },
  },
  factory: {
    of: 'store',
    program: {
      'main.ts': `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';

export const readingsIn = (table: TableClient) => ({
  async add(device: string, time: number, value: number) {
    const now = new Date(time);
    const entity = {
      partitionKey: device,
      rowKey: randomUUID(),
      at: now,
      value,
    };
    await table.createEntity(entity);
  },
  async latest(device: string) {
    const all: { value: number; at: Date }[] = [];
    for await (const one of table./*here*/listEntities<{ value: number; at: Date }>(${FILTER})) {
      all.push(one);
    }
    return [...all].sort((a, b) => +b.at - +a.at).slice(0, 10).map((one) => one.value);
  },
});

export const store = readingsIn(${TABLE});
`,
    },
  },
  commonjs: {
    program: {
      'main.cjs': `'use strict';
const { odata, TableClient } = require('@azure/data-tables');
const { randomUUID } = require('node:crypto');

const client = ${TABLE};

/**
 * @param {string} device
 * @param {number} time
 * @param {number} value
 */
async function add(device, time, value) {
  const at = new Date(time);
  await client.createEntity({ partitionKey: device, rowKey: randomUUID(), value, at });
}

/** @param {string} device */
async function latest(device) {
  /** @type {{ value: number, at: Date }[]} */
  const all = [];
  for await (const one of client./*here*/listEntities(${FILTER})) {
    all.push({ value: Number(one.value), at: /** @type {Date} */ (one.at) });
  }
  all.sort((a, b) => b.at.getTime() - a.at.getTime());
  return all.slice(0, 10).map((one) => one.value);
}

module.exports = { add, latest };
`,
    },
  },
  wrapper: {
    program: {
      'store.ts': `import { TableClient } from '@azure/data-tables';

export const client = ${TABLE};

export async function save<T extends { partitionKey: string; rowKey: string }>(entity: T): Promise<void> {
  await client.createEntity(entity);
}
`,
      'main.ts': `import { odata } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
import { client, save } from './store.js';
${READING}
export async function add(device: string, time: number, value: number): Promise<void> {
  const at = new Date(time);
  const rowKey = randomUUID();
  await save({ partitionKey: device, rowKey, value, at });
}

export async function latest(device: string): Promise<number[]> {
  const readings: Reading[] = [];
  for await (const reading of client./*here*/listEntities<Reading>(${FILTER})) readings.push(reading);
  return readings
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, 10)
    .map((one) => one.value);
}
`,
    },
  },
  'newest-first-already': {
    isKept: true,
    program: {
      'main.ts': `${CLIENT}${READING}
export async function add(device: string, time: number, value: number): Promise<void> {
  const at = new Date(time);
  const rowKey = String(8640000000000000 - at.getTime()).padStart(16, '0') + '_' + randomUUID();
  await client.createEntity({ partitionKey: device, rowKey, value, at });
}

export async function latest(device: string): Promise<number[]> {
  const readings: Reading[] = [];
  for await (const reading of client./*here*/listEntities<Reading>(${FILTER})) readings.push(reading);
  readings.sort((a, b) => b.at.getTime() - a.at.getTime());
  return readings.slice(0, 10).map((one) => one.value);
}
`,
    },
  },
};

/** Programs by their style: \`add(device, at, value)\` writes a reading, \`latest(device)\` gives the values of the newest ten. */
export const cells: Readonly<Record<string, Cell>> = {
  ...written,
  ...(written.function &&
    inStylesOf(written.function, ['closure', 'class-in-commonjs', 'base-class', 'package'])),
};

interface Refused {
  readonly program: Program;
  readonly why: string;
}

interface Parts {
  readonly add?: string;
  readonly latest?: string;
  readonly more?: string;
  readonly list?: string;
}

const ADD = `await client.createEntity({ partitionKey: device, rowKey: randomUUID(), value: 1, at: new Date() });`;

const SORTED = `readings.sort((a, b) => b.at.getTime() - a.at.getTime());
  return readings.slice(0, 10);`;

const inside = ({ add = ADD, latest = SORTED, more = '', list = FILTER }: Parts): Program => ({
  'main.ts': `${CLIENT}${READING}
export async function add(device: string, id: string, when: string) {
  ${add}
}
export async function latest(device: string, count?: number) {
  const readings: Reading[] = [];
  for await (const reading of client./*here*/listEntities<Reading>(${list})) readings.push(reading);
  ${latest}
}
${more}
`,
});

/** Programs in which the order can't be left to the keys with certainty. */
export const refused: Readonly<Record<string, Refused>> = {
  'where the key is an id that others know': {
    program: inside({ add: ADD.replace('randomUUID()', 'id') }),
    why: "main.ts:12 doesn't create an entity whose RowKey is a random id or a time that is written there.",
  },
  'where an entity changes': {
    program: inside({
      more: `export const close = (id: string) => client.updateEntity({ partitionKey: 'a', rowKey: id, open: false }, 'Merge');`,
    }),
    why: "main.ts:20 doesn't create an entity whose RowKey is a random id or a time that is written there.",
  },
  'where an entity is read by its key': {
    program: inside({ more: `export const read = (id: string) => client.getEntity('a', id);` }),
    why: 'main.ts:20 uses a RowKey of today.',
  },
  'where it is not known how the time is written': {
    program: inside({ add: ADD.replace('new Date()', 'when') }),
    why: "main.ts:12 doesn't write at as a Date, milliseconds or an ISO text that has a name there.",
  },
  'where others read the oldest first': {
    program: inside({
      add: ADD.replace('randomUUID()', '`${new Date().toISOString()}_${randomUUID()}`'),
      more: `export async function all(device: string) {
  const found: number[] = [];
  for await (const { value } of client.listEntities<Reading>({ queryOptions: { filter: odata\`PartitionKey eq \${device}\`, select: ['value'] } })) found.push(value);
  return [found, randomUUID()];
}`,
    }),
    why: 'main.ts:22 reads the oldest entities first, and would read the newest first.',
  },
  'where nobody is seen to write': {
    program: inside({ add: 'return [device, id, when, randomUUID()];' }),
    why: "No write of this table is seen, so its RowKeys can't be changed.",
  },
  'where the filter has more': {
    program: inside({
      list: `{ queryOptions: { filter: odata\`PartitionKey eq \${device} and value gt 3\` } }`,
    }),
    why: "The filter isn't one PartitionKey alone.",
  },
  'where it is not certain how many are wanted': {
    program: inside({ latest: SORTED.replace('10', 'count') }),
    why: '"count" doesn\'t say in a way that is certain how many entities are wanted.',
  },
  'where all are counted': {
    program: inside({ latest: SORTED.replace('return', 'console.log(readings.length);\n  return') }),
    why: '"console.log(readings.length);" is more than to sort the list and return it.',
  },
};
