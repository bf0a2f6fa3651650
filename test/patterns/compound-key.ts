import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const TABLE = `TableClient.fromConnectionString(process.env.TABLES ?? '', 'Reviews', { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } })`;

const HEAD = `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';

const client = ${TABLE};
`;

const REVIEW = `
export interface Review {
  employee: string;
  rating: number;
}
`;

const ADD = `
export async function add(department: string, employee: string, rating: number): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: randomUUID(), employee, rating });
}
`;

const OF = `
/** The ratings of an employee. */
export async function of(department: string, employee: string): Promise<number[]> {
  const ratings: number[] = [];
  const reviews = client./*here*/listEntities<Review>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and employee eq \${employee}\` },
  });
  for await (const { rating } of reviews) ratings.push(rating);
  return ratings;
}
`;

const ALL = `
export async function all(department: string): Promise<number> {
  let sum = 0;
  const options = { queryOptions: { filter: odata\`PartitionKey eq \${department} and rating gt 0\` } };
  for await (const { rating } of client.listEntities<Review>(options)) sum += rating;
  return sum;
}
`;

const written: Readonly<Record<string, Program>> = {
  functions: { 'main.ts': HEAD + REVIEW + ADD + OF + ALL },
  class: {
    'store.ts': `import { odata, type TableClient } from "@azure/data-tables"
import { randomUUID } from "node:crypto"

interface Review {
    employee: string
    rating: number
}

export class Reviews {
    constructor(private readonly table: TableClient) {}

    async add(department: string, review: Review): Promise<void> {
        const rowKey = randomUUID()
        await this.table.upsertEntity({
            partitionKey: department,
            rowKey,
            employee: review.employee,
            rating: review.rating,
        }, "Replace")
    }

    async *of(department: string, employee: string): AsyncGenerator<Review> {
        yield* this.table./*here*/listEntities<Review>({
            queryOptions: { filter: odata\`employee eq \${employee} and PartitionKey eq \${department}\`, select: ["rating"] },
        })
    }

    async total(department: string): Promise<number> {
        let sum = 0
        for await (const { rating } of this.table.listEntities<Review>({
            queryOptions: { filter: odata\`PartitionKey eq \${department} and rating gt 0\` },
        }))
            sum += rating
        return sum
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { Reviews } from "./store.ts"

const store = new Reviews(${TABLE.replaceAll("'", '"')})

export const add = (department: string, employee: string, rating: number): Promise<void> =>
    store.add(department, { employee, rating })

export async function of(department: string, employee: string): Promise<number[]> {
    const ratings: number[] = []
    for await (const { rating } of store.of(department, employee)) ratings.push(rating)
    return ratings
}

export const all = store.total.bind(store)
`,
  },
  factory: {
    'main.ts': `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';

type Review = { employee: string; rating: number };

const reviewsIn = (table: TableClient) => ({
  async add(department: string, employee: string, rating: number): Promise<void> {
    await table.createEntity({ partitionKey: department, rowKey: randomUUID(), employee, rating });
  },
  of: async (department: string, employee: string): Promise<number[]> => {
    const filter = odata\`PartitionKey eq \${department} and rating gt 0\`;
    const all: number[] = [];
    for await (const { rating } of table./*here*/listEntities<Review>({
      queryOptions: { filter: odata\`PartitionKey eq \${department} and employee eq \${employee}\` },
    })) {
      all.push(rating);
    }
    return filter === '' ? [] : all;
  },
  all: async (department: string): Promise<number> => {
    let sum = 0;
    for await (const { rating } of table.listEntities<Review>({
      queryOptions: { filter: odata\`PartitionKey eq \${department} and rating gt 0\` },
    }))
      sum += rating;
    return sum;
  },
});

export const { add, of, all } = reviewsIn(
  ${TABLE},
);
`,
  },
  commonjs: {
    'main.cjs': `'use strict';
const { odata, TableClient } = require('@azure/data-tables');
const { randomUUID } = require('node:crypto');

const client = ${TABLE};

/** @param {string} department @param {string} employee @param {number} rating */
async function add(department, employee, rating) {
  await client.createEntity({ partitionKey: department, rowKey: randomUUID(), employee, rating });
}

/** @param {string} department @param {string} employee */
async function of(department, employee) {
  const ratings = [];
  for await (const review of client./*here*/listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and employee eq \${employee}\` },
  })) {
    ratings.push(review.rating);
  }
  return ratings;
}

/** @param {string} department */
async function all(department) {
  let sum = 0;
  for await (const { rating } of client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and rating gt 0\` },
  }))
    sum += Number(rating);
  return sum;
}

module.exports = { add, of, all };
`,
  },
  wrapper: {
    'data/table.ts': `import { TableClient } from '@azure/data-tables';

export const client = ${TABLE};

export async function save<T extends { partitionKey: string; rowKey: string }>(entity: T): Promise<void> {
  await client.createEntity(entity);
}
`,
    'main.ts': `import { odata } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
import { client, save } from './data/table.ts';
${REVIEW}
export async function add(department: string, employee: string, rating: number): Promise<void> {
  const rowKey = randomUUID();
  await save({ partitionKey: department, rowKey, employee, rating });
}
${OF}${ALL}`,
  },
  // RowKeys by kind: other entities of the partition have keys of their own
  'several-kinds': {
    'main.ts': `${HEAD}${REVIEW}
export async function add(department: string, employee: string, rating: number): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: randomUUID(), kind: 'review', employee, rating });
  await client.createEntity({ partitionKey: department, rowKey: randomUUID(), kind: 'visit', employee, minutes: 5 });
  await client.upsertEntity({ partitionKey: department, rowKey: 'review_of_all', rating: 0 });
}

/** The ratings of an employee. */
export async function of(department: string, employee: string): Promise<number[]> {
  const ratings: number[] = [];
  const reviews = client./*here*/listEntities<Review>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and kind eq 'review'\` },
  });
  for await (const review of reviews) if (review.employee === employee) ratings.push(review.rating);
  return ratings;
}
${ALL}`,
  },
};

/**
 * Programs of the guide's reviews by their style: \`add(department, employee, rating)\` writes one, \`of(department, employee)\` gives the ratings of
 * an employee, \`all(department)\` their sum.
 */
export const cells: Readonly<Record<string, Program>> = {
  ...written,
  ...inStyles(written.functions ?? {}, ['closure', 'base-class', 'base-class-that-writes', 'package']),
};

const program = (code: string): Program => ({ 'main.ts': HEAD + REVIEW + code });

/** Programs in which it is not certain, and what is said. */
export const refused: Readonly<Record<string, { readonly program: Program; readonly why: string }>> = {
  'where a read knows the RowKey': {
    program: program(`${ADD}${OF}
export const one = (department: string, id: string) => client.getEntity(department, id);
`),
    why: 'main.ts:25 uses a RowKey of today.',
  },
  'where an entity is changed': {
    program: program(`${ADD}${OF}
export const change = (department: string, id: string, employee: string) =>
  client.updateEntity({ partitionKey: department, rowKey: id, employee }, 'Merge');
`),
    why: "main.ts:26 doesn't create an entity whose RowKey is a random id or a time that is written there.",
  },
  'where an upsert may change an entity that is there': {
    program: program(`${ADD}${OF}
export const rate = (department: string, id: string, rating: number) =>
  client.upsertEntity({ partitionKey: department, rowKey: id, rating }, 'Merge');
`),
    why: "main.ts:26 doesn't create an entity whose RowKey is a random id or a time that is written there.",
  },
  'where an entity might be without the value': {
    program: program(`${ADD.replace('employee: string', 'employee: string | undefined')}${OF}`),
    why: "It isn't certain that employee is always text.",
  },
  'where the value has no name beside the key': {
    program: program(`${ADD.replace('employee, rating }', 'employee: employee.trim(), rating }')}${OF}`),
    why: "main.ts:12 doesn't spell out employee as a constant or a name beside the RowKey.",
  },
  'where another list is in the order of time': {
    program: program(`${ADD.replace('randomUUID()', 'new Date().toISOString()')}${OF}${ALL}`),
    why: 'main.ts:28 reads entities in the order of their RowKeys of today.',
  },
  'where the property might be a number': {
    program: program(`
export async function add(department: string, employee: string | number) {
  await client.createEntity({ partitionKey: department, rowKey: randomUUID(), employee });
}
export async function of(department: string, employee: any) {
  const all = [];
  for await (const one of client./*here*/listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and employee eq \${employee}\` },
  }))
    all.push(one);
  return all;
}
`),
    why: "It isn't certain that employee is always text.",
  },
  'where nothing is written': {
    program: program(OF),
    why: "No write of this table is seen, so its RowKeys can't be changed.",
  },
  'where the value is worked out in the filter': {
    program: program(`${ADD}${OF.replace('eq ${employee}', 'eq ${employee.trim()}')}`),
    why: "The filter isn't written with odata in the call itself, with a name for the value.",
  },
};
