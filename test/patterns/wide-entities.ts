import type { Program } from '../support/assisted.ts';
import { inStyles } from '../support/in-style.ts';

const OPTIONS = '{ allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }';

const written: Readonly<Record<string, Program>> = {
  functions: {
    'main.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Surveys', ${OPTIONS});

interface Survey {
  owner: string;
  [question: string]: unknown;
}

function rowOf(team: string, id: string, owner: string, answers: Record<string, number>) {
  const row: Record<string, unknown> & { partitionKey: string; rowKey: string } = { partitionKey: team, rowKey: id, owner };
  for (const [question, answer] of Object.entries(answers)) row[\`q\${question}\`] = answer;
  return row;
}

export async function add(team: string, id: string, owner: string, answers: Record<string, number>): Promise<void> {
  const row = rowOf(team, id, owner, answers);
  await client./*here*/createEntity(row);
}

export async function put(team: string, id: string, owner: string, answers: Record<string, number>): Promise<void> {
  await client.upsertEntity(rowOf(team, id, owner, answers), 'Replace');
}

export async function answer(team: string, id: string, question: string): Promise<void> {
  const survey = await client.getEntity<Survey>(team, id);
  const name = \`q\${question}\`;
  const count = Number(survey[name] ?? 0) + 1;
  await client.updateEntity({ partitionKey: team, rowKey: id, [name]: count }, 'Merge', { etag: survey.etag });
}

export async function get(team: string, id: string): Promise<Record<string, unknown>> {
  const { etag, timestamp, 'odata.metadata': metadata, ...survey } = await client.getEntity<Survey>(team, id);
  return survey;
}

export async function ownerOf(team: string, id: string): Promise<string> {
  const { owner } = await client.getEntity<Survey>(team, id);
  return owner;
}

export async function between(team: string, from: string, to: string): Promise<Record<string, unknown>[]> {
  const all: Record<string, unknown>[] = [];
  for await (const { etag, timestamp, ...survey } of client.listEntities<Survey>({
    queryOptions: { filter: odata\`PartitionKey eq \${team} and RowKey ge \${from} and RowKey lt \${to}\` },
  })) {
    all.push(survey);
  }
  return all;
}

export async function remove(team: string, id: string): Promise<void> {
  await client.deleteEntity(team, id);
}
`,
  },
  class: {
    'surveys.ts': `import { TableClient, odata } from "@azure/data-tables"

type Answers = Record<string, number>

export class Surveys {
    constructor(private readonly table: TableClient) {}

    async add(team: string, id: string, owner: string, answers: Answers): Promise<void> {
        await this.table.createEntity(this.toRow(team, id, owner, answers))
    }

    async put(team: string, id: string, owner: string, answers: Answers): Promise<void> {
        const row = this.toRow(team, id, owner, answers)
        await this.table./*here*/upsertEntity(row, "Replace")
    }

    async answer(team: string, id: string, question: string): Promise<void> {
        const survey = await this.table.getEntity(team, id)
        const name = "q" + question
        await this.table.updateEntity({ partitionKey: team, rowKey: id, [name]: Number(survey[name] ?? 0) + 1 }, "Merge", { etag: survey.etag })
    }

    async get(team: string, id: string): Promise<Record<string, unknown>> {
        const { etag, timestamp, 'odata.metadata': metadata, ...survey } = await this.table.getEntity(team, id)
        return survey
    }

    async ownerOf(team: string, id: string): Promise<string> {
        const survey = await this.table.getEntity<{ owner: string }>(team, id)
        return survey.owner
    }

    async between(team: string, from: string, to: string): Promise<Record<string, unknown>[]> {
        const all: Record<string, unknown>[] = []
        const surveys = this.table.listEntities({
            queryOptions: { filter: odata\`PartitionKey eq \${team} and RowKey ge \${from} and RowKey lt \${to}\` },
        })
        for await (const survey of surveys) {
            const { etag, timestamp, ...rest } = survey
            all.push(rest)
        }
        return all
    }

    async remove(team: string, id: string): Promise<void> {
        await this.table.deleteEntity(team, id)
    }

    private toRow(team: string, id: string, owner: string, answers: Answers) {
        const row: { partitionKey: string; rowKey: string; owner: string; [name: string]: unknown } = { partitionKey: team, rowKey: id, owner }
        for (const question in answers) row["q" + question] = answers[question]
        return row
    }
}
`,
    'main.ts': `import { TableClient } from "@azure/data-tables"
import { Surveys } from "./surveys.ts"

const surveys = new Surveys(
    TableClient.fromConnectionString(process.env.TABLES!, "Surveys", { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } }),
)
export const add = surveys.add.bind(surveys)
export const put = surveys.put.bind(surveys)
export const answer = surveys.answer.bind(surveys)
export const get = surveys.get.bind(surveys)
export const ownerOf = surveys.ownerOf.bind(surveys)
export const between = surveys.between.bind(surveys)
export const remove = surveys.remove.bind(surveys)
`,
  },
  commonjs: {
    'main.cjs': `// @ts-nocheck
'use strict';
const { TableClient, odata } = require('@azure/data-tables');

const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Surveys', ${OPTIONS});

async function add(team, id, owner, answers) {
  const survey = { partitionKey: team, rowKey: id, owner };
  for (const question of Object.keys(answers)) survey['q' + question] = answers[question];
  await client./*here*/createEntity(survey);
}

async function put(team, id, owner, answers) {
  const survey = { partitionKey: team, rowKey: id, owner };
  for (const question of Object.keys(answers)) survey['q' + question] = answers[question];
  await client.upsertEntity(survey, 'Replace');
}

async function answer(team, id, question) {
  const survey = await client.getEntity(team, id);
  const name = 'q' + question;
  await client.updateEntity({ partitionKey: team, rowKey: id, [name]: (survey[name] ?? 0) + 1 }, 'Merge', { etag: survey.etag });
}

async function get(team, id) {
  const { etag, timestamp, 'odata.metadata': metadata, ...survey } = await client.getEntity(team, id);
  return survey;
}

async function ownerOf(team, id) {
  return (await client.getEntity(team, id)).owner;
}

async function between(team, from, to) {
  const all = [];
  for await (const { etag, timestamp, ...survey } of client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${team} and RowKey ge \${from} and RowKey lt \${to}\` },
  })) {
    all.push(survey);
  }
  return all;
}

async function remove(team, id) {
  await client.deleteEntity(team, id);
}

module.exports = { add, put, answer, get, ownerOf, between, remove };
`,
  },
  'wrapper-in-another-file': {
    'data/table.ts': `import { TableClient, odata } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Surveys', ${OPTIONS});

export interface Survey {
  partitionKey: string;
  rowKey: string;
  [name: string]: unknown;
}

export const create = async (survey: Survey): Promise<void> => {
  await client.createEntity(survey);
};

export const replace = async (survey: Survey): Promise<void> => {
  await client.upsertEntity(survey, 'Replace');
};

export const merge = async (survey: Survey, etag: string): Promise<void> => {
  await client.updateEntity(survey, 'Merge', { etag });
};

export const read = async (team: string, id: string) => client.getEntity<Survey>(team, id);

export async function* range(team: string, from: string, to: string): AsyncGenerator<Survey> {
  for await (const { etag, timestamp, ...survey } of client.listEntities<Survey>({
    queryOptions: { filter: odata\`PartitionKey eq \${team} and RowKey ge \${from} and RowKey lt \${to}\` },
  }))
    yield survey;
}

export const drop = async (team: string, id: string): Promise<void> => {
  await client.deleteEntity(team, id);
};
`,
    'main.ts': `import { create, drop, merge, range, read, replace, type Survey } from './data/table.ts';

function rowOf(team: string, id: string, owner: string, answers: Record<string, number>): Survey {
  const row: Survey = { partitionKey: team, rowKey: id, owner };
  for (const [question, answer] of Object.entries(answers)) row['q' + question] = answer;
  return row;
}

export async function add(team: string, id: string, owner: string, answers: Record<string, number>): Promise<void> {
  await /*here*/create(rowOf(team, id, owner, answers));
}

export async function put(team: string, id: string, owner: string, answers: Record<string, number>): Promise<void> {
  await replace(rowOf(team, id, owner, answers));
}

export async function answer(team: string, id: string, question: string): Promise<void> {
  const survey = await read(team, id);
  const name = 'q' + question;
  await merge({ partitionKey: team, rowKey: id, [name]: Number(survey[name] ?? 0) + 1 }, survey.etag);
}

export async function get(team: string, id: string): Promise<Record<string, unknown>> {
  const { etag, timestamp, 'odata.metadata': metadata, ...survey } = await read(team, id);
  return survey;
}

export async function ownerOf(team: string, id: string): Promise<unknown> {
  return (await read(team, id)).owner;
}

export async function between(team: string, from: string, to: string): Promise<Survey[]> {
  const all: Survey[] = [];
  for await (const survey of range(team, from, to)) all.push(survey);
  return all;
}

export const remove = (team: string, id: string): Promise<void> => drop(team, id);
`,
  },
};

/** A program that keeps answers to any number of questions, by its style: the last file exports the functions that a test calls. */
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
  'where all names are spelled out': {
    program: {
      'main.ts': MAIN.replace('row[`q${question}`]', 'row.question')
        .replace(/export async function answer[\s\S]*?\n}\n/, '')
        .replace('[question, answer]', '[, answer]'),
    },
    why: undefined,
  },
  'where a RowKey has the mark of parts': {
    program: changed('rowKey: id, owner', 'rowKey: `s!${id}`, owner'),
    why: 'The RowKey of main.ts:18 has ! in it, which the RowKeys of parts have.',
  },
  'where a list asks for values': {
    program: changed('RowKey lt ${to}`', "owner eq 'me'`"),
    why: "main.ts:44 has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
  },
  'where a list has no conditions': {
    program: added(
      'export async function all() {\n  for await (const one of client.listEntities()) console.log(one);\n}',
    ),
    why: "main.ts:57 has other conditions than one PartitionKey and bounds of RowKey, or their values aren't seen.",
  },
  'where it is written in a transaction': {
    program: added(
      "export const two = (a: { partitionKey: string; rowKey: string }) => client.submitTransaction([['create', a]]);",
    ),
    why: 'main.ts:56 writes in a transaction.',
  },
  'where what a write returns is used': {
    program: added(
      'export const touch = (team: string, id: string) => client.upsertEntity({ partitionKey: team, rowKey: id });',
    ),
    why: 'main.ts:56 uses what the write returns.',
  },
};
