import type { Program } from '../support/assisted.ts';
import { inStylesOf } from '../support/in-style.ts';

/** A program, and how its functions are called. */
interface Cell {
  readonly program: Program;
  /** Where the functions are: a name of the last file's exports, or one of an object that it exports. */
  readonly of?: string;
  /** What they are given before what says which part is wanted. */
  readonly given: readonly unknown[];
  /** What only the old function is given then, for all. */
  readonly part?: readonly unknown[];
}

const TABLE = `TableClient.fromConnectionString(process.env.TABLES ?? '', 'Students', { allowInsecureConnection: true })`;

const CLIENT = `import { odata, TableClient } from '@azure/data-tables';

const client = ${TABLE};
`;

const STUDENT = `
export interface Student {
  name: string;
  year: number;
}
`;

const written: Readonly<Record<string, Cell>> = {
  function: {
    given: ['a'],
    program: {
      'main.ts': `${CLIENT}${STUDENT}
/** All students of a school. */
export async function list(school: string): Promise<Student[]> {
  const students: Student[] = [];
  const all = client./*here*/listEntities<Student>({ queryOptions: { filter: odata\`PartitionKey eq \${school}\` } });
  for await (const student of all) students.push(student);
  return students;
}
`,
    },
  },
  offset: {
    given: ['a'],
    part: [0, 10_000],
    program: {
      'main.ts': `${CLIENT}${STUDENT}
export async function list(school: string, page: number, pageSize: number): Promise<readonly string[]> {
  const start = page * pageSize;
  if (school === '') return [];
  const students: Student[] = [];
  for await (const student of client./*here*/listEntities<Student>({ queryOptions: { filter: odata\`PartitionKey eq \${school}\` } })) {
    if (student.year < 3) continue;
    students.push(student);
  }
  return students.slice(start, start + pageSize).map((one) => one.name);
}
`,
    },
  },
  pages: {
    given: ['a'],
    program: {
      'main.ts': `import { odata, TableClient } from "@azure/data-tables"

const client = ${TABLE.replaceAll("'", '"')}

export const list = async (school: string) => {
    const names = [] as string[]
    const filter = odata\`PartitionKey eq \${school}\`
    for await (const page of client./*here*/listEntities<{ name: string }>({ queryOptions: { filter } }).byPage({ maxPageSize: 500 })) {
        names.push(...page.map((one) => one.name))
    }
    return names
}
`,
    },
  },
  class: {
    of: 'school',
    given: ['a', 2],
    program: {
      'main.ts': `import { odata, type TableClient } from '@azure/data-tables';
import * as tables from '@azure/data-tables';
${STUDENT}
export class Students {
  readonly #client: TableClient;

  constructor(client: TableClient) {
    this.#client = client;
  }

  /** Those of a school. */
  async list(school: string, year = 1): Promise<Array<Student>> {
    try {
      const found: Student[] = [];
      for await (const { name, year: of } of this.#client./*here*/listEntities<Student>({
        queryOptions: { filter: odata\`PartitionKey eq \${school}\` },
      })) {
        const is = of >= year;
        if (is) {
          found.push({ name, year: of });
        }
      }
      return found;
    } catch (error) {
      throw new Error('not listed', { cause: error });
    }
  }

  close(): void {}
}

export const school = new Students(tables.${TABLE});
`,
    },
  },
  factory: {
    of: 'school',
    given: [],
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';

export function studentsIn(table: TableClient) {
  return {
    list: async () => {
      const all: Record<string, unknown>[] = [];
      for await (const one of table./*here*/listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) all.push(one);
      return all;
    },
  };
}

export const school = studentsIn(${TABLE});
`,
    },
  },
  'factory-of-functions': {
    of: 'school',
    given: [],
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';

export function studentsIn(table: TableClient) {
  async function list() {
    const all: Record<string, unknown>[] = [];
    for await (const one of table./*here*/listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) all.push(one);
    return all;
  }

  const count = async () => (await list()).length;

  return { list, count };
}

export const school = studentsIn(${TABLE});
`,
    },
  },
  commonjs: {
    given: ['a'],
    part: [0, 10_000],
    program: {
      'main.cjs': `'use strict';
const { odata, TableClient } = require('@azure/data-tables');

const client = ${TABLE};

/**
 * The students of a school.
 *
 * @param {string} school its name
 * @param {number} offset
 * @param {number} limit
 * @returns {Promise<string[]>}
 */
async function list(school, offset, limit) {
  const names = [];
  for await (const one of client./*here*/listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${school}\` } })) {
    names.push(String(one.name));
  }
  return names.slice(offset, offset + limit);
}

module.exports = { list };
`,
    },
  },
  'without-types': {
    given: ['a'],
    program: {
      'main.cjs': `// @ts-nocheck
const tables = require('@azure/data-tables')

const client = tables.${TABLE}

exports.list = async school => {
\tconst names = []
\tfor await (const one of client./*here*/listEntities({ queryOptions: { filter: tables.odata\`PartitionKey eq \${school}\` } })) {
\t\tnames.push(one.name)
\t}
\treturn names
}
`,
    },
  },
  wrapper: {
    given: ['a'],
    program: {
      'store.ts': `${CLIENT.replace('odata, ', '')}
export async function collect<T extends object>(filter: string): Promise<T[]> {
  const all: T[] = [];
  for await (const one of client.listEntities<T>({ queryOptions: { filter } })) all.push(one);
  return all;
}
`,
      'main.ts': `import { odata } from '@azure/data-tables';
import { collect } from './store.js';
${STUDENT}
export async function list(school: string): Promise<string[]> {
  const students = await /*here*/collect<Student>(odata\`PartitionKey eq \${school}\`);
  return students.map((one) => one.name);
}
`,
    },
  },
  'repository-base': {
    of: 'school',
    given: ['a'],
    program: {
      'main.ts': `import { odata, TableClient } from '@azure/data-tables';
${STUDENT}
class Repository<T extends object> {
  constructor(private readonly client: TableClient) {}

  protected async all(filter: string): Promise<T[]> {
    const found: T[] = [];
    for await (const one of this.client.listEntities<T>({ queryOptions: { filter } })) {
      found.push(one);
    }
    return found;
  }
}

class Students extends Repository<Student> {
  async list(school: string): Promise<Student[]> {
    return this./*here*/all(odata\`PartitionKey eq \${school}\`);
  }
}

export const school = new Students(${TABLE});
`,
    },
  },
};

/** Programs by their style. Each has \`list\` and, once the assist was applied, \`listPage\`. The school \`a\` has 230 students. */
export const cells: Readonly<Record<string, Cell>> = {
  ...written,
  ...(written.function && inStylesOf(written.function, ['closure', 'javascript', 'package'])),
};

interface Refused {
  readonly program: Program;
  readonly why: string;
}

const inside = (body: string, parameters = 'school: string'): Program => ({
  'main.ts': `${CLIENT}${STUDENT}
export async function list(${parameters}) {
${body}
}
`,
});

const QUERY = `client./*here*/listEntities<Student>({ queryOptions: { filter: odata\`PartitionKey eq \${school}\` } })`;

/** Programs of which a page would be something else. */
export const refused: Readonly<Record<string, Refused>> = {
  'where a factory says what it returns': {
    program: {
      'main.ts': `import { TableClient } from '@azure/data-tables';
export function studentsIn(table: TableClient): { list: () => Promise<object[]> } {
  async function list() {
    const all: object[] = [];
    for await (const one of table./*here*/listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) all.push(one);
    return all;
  }
  return { list };
}
`,
    },
    why: "list isn't exported, so nobody could call a new function beside it.",
  },
  'where it has a page of its own': {
    program: inside(
      `  const all: Student[] = [];\n  for await (const page of ${QUERY}) all.push(page);\n  return all;`,
    ),
    why: 'A name that the new function needs is in use: page.',
  },
  'where all are sorted': {
    program: inside(
      `  const all: Student[] = [];\n  for await (const one of ${QUERY}) all.push(one);\n  return all.sort((a, b) => a.year - b.year);`,
    ),
    why: '"return all.sort((a, b) => a.year - b.year);" needs all entities: a page would have another result.',
  },
  'where all are counted': {
    program: inside(
      `  const all: Student[] = [];\n  for await (const one of ${QUERY}) all.push(one);\n  return { all, total: all.length };`,
    ),
    why: '"return { all, total: all.length };" needs all entities: a page would have another result.',
  },
  'where one is left out that was there already': {
    program: inside(
      `  const all: Student[] = [];\n  const seen = new Set<string>();\n  for await (const one of ${QUERY}) {\n    if (seen.has(one.name)) continue;\n    seen.add(one.name);\n    all.push(one);\n  }\n  return all;`,
    ),
    why: '"seen" keeps something from one entity to the next, which pages would lose.',
  },
  'where the loop counts': {
    program: inside(
      `  const all: Student[] = [];\n  let total = 0;\n  for await (const one of ${QUERY}) {\n    total += one.year;\n    all.push({ ...one, year: total });\n  }\n  return all;`,
    ),
    why: '"total += one.year" keeps something from one entity to the next, which pages would lose.',
  },
  'where the loop ends early': {
    program: inside(
      `  const all: Student[] = [];\n  for await (const one of ${QUERY}) {\n    if (one.year > 3) break;\n    all.push(one);\n  }\n  return all;`,
    ),
    why: '"break;" leaves the loop: whether it does can depend on entities of other pages.',
  },
  'where its type is no array': {
    program: {
      'main.ts': `${CLIENT}${STUDENT}
type Students = Student[];
export async function list(school: string): Promise<Students> {
  const all: Students = [];
  for await (const one of ${QUERY}) all.push(one);
  return all;
}
`,
    },
    why: 'Its type "Promise<Students>" isn\'t a promise of an array.',
  },
  'where nobody could call it': {
    program: {
      'main.ts': `${CLIENT}${STUDENT}
async function list(school: string) {
  const all: Student[] = [];
  for await (const one of ${QUERY}) all.push(one);
  return all;
}
export const names = async () => (await list('a')).map((one) => one.name);
`,
    },
    why: "list isn't exported, so nobody could call a new function beside it.",
  },
  'where what decides on the part is used elsewhere': {
    program: inside(
      `  console.log(from);\n  const all: Student[] = [];\n  for await (const one of ${QUERY}) all.push(one);\n  return all.slice(from);`,
      'school: string, from: number',
    ),
    why: '"from" decides on more than which part of the list is returned.',
  },
};
