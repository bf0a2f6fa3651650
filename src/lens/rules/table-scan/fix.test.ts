import { checkFix, checkNoFix } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
// file: main.ts
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('table-scan', () => {
  describe('fix', () => {
    it('leaves a placeholder where nothing is at hand, and none where nothing is asked for', () => {
      checkFix(
        'table-scan',
        `${HEAD}client.listEntities({ queryOptions: { filter: 'Age gt 5' } });\n`,
        `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey} and Age gt 5\` } });
`,
      );
      checkNoFix('table-scan', `${HEAD}client.listEntities();\n`);
      checkNoFix('table-scan', `${HEAD}client.listEntities({ queryOptions: { select: ['Age'] } });\n`);
    });

    it('leaves none in a function that takes nothing: no caller could fill it', () => {
      checkNoFix(
        'table-scan',
        `${HEAD}export const all = async () => { for await (const e of client.listEntities()) print(e.Age); };\n`,
      );
      checkFix(
        'table-scan',
        `${HEAD}export const some = (age: number) => () => client.listEntities({ queryOptions: { filter: odata\`Age gt \${age}\` } });\n`,
        `${HEAD.replace('// file: main.ts\n', '')}export const some = (age: number) => () => client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey} and Age gt \${age}\` } });\n`,
      );
    });

    it('writes a key of another file so that all of it is seen, and nothing turned around', () => {
      const key = String.raw`\u202e\u2066x\u2028\udb40\udc41\ufeff\ud800\u0000`;
      const query = (options: string): string => `
import { TableClient } from '@azure/data-tables';
import { add } from './other';
const client = new TableClient(url, 'Employees', credential);
client.listEntities(${options});
`;
      const filtered = (filter: string): string => query(`{ queryOptions: { filter: ${filter} } }`);
      const other = `// file: other.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const add = () => client.createEntity({ partitionKey: '${key}', rowKey: 'a' });
`;
      for (const [before, after] of [
        ["'Age gt 5'", `"PartitionKey eq '${key}' and Age gt 5"`],
        ['"Age gt 5"', `"PartitionKey eq '${key}' and Age gt 5"`],
        ['`Age gt ${age}`', `\`PartitionKey eq '${key}' and Age gt \${age}\``],
      ] as const) {
        checkFix('table-scan', `\n// file: main.ts${filtered(before)}${other}`, filtered(after));
      }
      checkFix(
        'table-scan',
        `\n// file: main.ts${query('')}${other}`,
        filtered(`"PartitionKey eq '${key}'"`),
      );
    });

    it('goes into options that are there, and brackets an "or"', () => {
      const after = (line: string): string => `${HEAD.replace('// file: main.ts\n', '')}${line}\n`;
      const writes =
        "const add = (id: string) => client.createEntity({ partitionKey: 'Sales', rowKey: id });\n";
      checkFix(
        'table-scan',
        `${HEAD}${writes}client.listEntities({ queryOptions: { select: ['Age'] } });\n`,
        after(
          `${writes}client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales'", select: ['Age'] } });`,
        ),
      );
      checkFix(
        'table-scan',
        `${HEAD}${writes}client.listEntities({ disableTypeConversion: true });\n`,
        after(
          `${writes}client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales'" }, disableTypeConversion: true });`,
        ),
      );
      checkFix(
        'table-scan',
        `${HEAD}client.listEntities({ queryOptions: { filter: 'Age gt 60 or Age lt 20' } });\n`,
        after(
          `client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey} and (Age gt 60 or Age lt 20)\` } });`,
        ),
      );
      checkFix(
        'table-scan',
        `${HEAD}client.listEntities({ queryOptions: { filter: odata\`Age gt 60 or Age lt \${age}\` } });\n`,
        after(
          `client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${partitionKey} and (Age gt 60 or Age lt \${age})\` } });`,
        ),
      );
    });

    it('leaves it in a template that escapes nothing, too', () => {
      checkFix(
        'table-scan',
        `${HEAD}client.listEntities({ queryOptions: { filter: \`Name eq '\${name}'\` } });\n`,
        `${HEAD.replace('// file: main.ts\n', '')}client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${partitionKey}' and Name eq '\${name}'\` } });\n`,
        'Add a condition',
      );
    });

    it('takes a variable in reach that is named as what the writes put', () => {
      checkFix(
        'table-scan',
        `
// file: main.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const add = (employee: Employee) =>
  client.createEntity({ partitionKey: employee.department, rowKey: employee.id });
export function elders(department: string) {
  return client.listEntities({ queryOptions: { filter: 'Age gt 60' } });
}
`,
        `
import { TableClient, odata } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const add = (employee: Employee) =>
  client.createEntity({ partitionKey: employee.department, rowKey: employee.id });
export function elders(department: string) {
  return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and Age gt 60\` } });
}
`,
        'department',
      );
    });

    it('takes no variable that is empty there', () => {
      for (const list of [
        'department ? client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${department}` } }) : client.listEntities()',
        'department === undefined ? client.listEntities() : client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${department}` } })',
      ])
        checkNoFix(
          'table-scan',
          `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const add = (employee: Employee) =>
  client.createEntity({ partitionKey: employee.department, rowKey: employee.id });
export function staff(department?: string) {
  return ${list};
}
`,
        );
    });

    it('changes no filter that is made for others, where that name is none', () => {
      checkNoFix(
        'table-scan',
        `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const add = (employee: Employee) =>
  client.createEntity({ partitionKey: employee.department, rowKey: employee.id });
const olderThan = (age: number) => \`Age gt \${age}\`;
export function elders(department: string) {
  return client.listEntities({ queryOptions: { filter: olderThan(60) } });
}
`,
      );
    });

    it('takes the field of its class that the writes put, whatever a subclass gives it', () => {
      const file = (filter: string, imports = 'odata, TableClient'): string => `
import { ${imports} } from '@azure/data-tables';
export class Repository<T extends object> {
  constructor(private readonly client: TableClient, protected readonly partition: string) {}
  list(name: string) {
    return this.client.listEntities<T>({ queryOptions: { filter: ${filter} } });
  }
  put(id: string, value: T) {
    return this.client.upsertEntity({ partitionKey: this.partition, rowKey: id, ...value });
  }
}
export const tags = new Repository(TableClient.fromConnectionString(process.env.TABLES!, 'Tags'), 'tag');
`;
      checkFix(
        'table-scan',
        file('odata`name eq ${name}`'),
        file('odata`PartitionKey eq ${this.partition} and name eq ${name}`'),
      );
      checkFix(
        'table-scan',
        file("'age gt 5'", 'TableClient'),
        file('odata`PartitionKey eq ${this.partition} and age gt 5`', 'TableClient, odata'),
      );
    });

    it('takes no key that writes put through a client of another class or function', () => {
      const file = (filter: string): string => `
import { odata, TableClient } from '@azure/data-tables';
export class Tags {
  constructor(private readonly client: TableClient) {}
  list = (name: string) => this.client.listEntities({ queryOptions: { filter: odata\`${filter}name eq \${name}\` } });
}
export class Books {
  constructor(private readonly client: TableClient) {}
  add = (id: string) => this.client.createEntity({ partitionKey: 'book', rowKey: id });
}
`;
      checkFix('table-scan', file(''), file('PartitionKey eq ${partitionKey} and '), 'you fill in the value');
    });

    it('is not offered where writes say how the key is made, and the query has nothing of it', () => {
      checkNoFix(
        'table-scan',
        `import { TableClient, odata } from '@azure/data-tables';
const members = TableClient.fromConnectionString('c', 'Members');
export const add = (club: string, id: string, email: string) =>
  members.createEntity({ partitionKey: club, rowKey: id, email });
export const byEmail = (email: string) =>
  members.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } });
`,
        'PartitionKey',
      );
    });

    it('goes into every filter that the query may have, and not where one is none', () => {
      const source = (
        first: string,
        second: string,
        start = 'let filter',
      ): string => `${HEAD.replace('// file: main.ts\n', '')}
export const add = (id: string) => client.createEntity({ partitionKey: 'all', rowKey: id, isActive: true });
export function active(isPreferred: boolean) {
  ${start}${first};
  if (isPreferred) filter ${second};
  return client.listEntities({ queryOptions: { filter } });
}
`;
      const [one, both] = ['"isActive eq true"', '"isActive eq true and isPreferred eq true"'];
      const [oneAfter, bothAfter] = [one, both].map((text) =>
        text.replace('"', `"PartitionKey eq 'all' and `),
      );
      checkFix(
        'table-scan',
        source(` = ${one}`, `= ${both}`),
        source(` = ${oneAfter ?? ''}`, `= ${bothAfter ?? ''}`),
        "'all'",
      );
      const more = '" and isPreferred eq true"';
      checkFix(
        'table-scan',
        source(` = ${one}`, `+= ${more}`),
        source(` = ${oneAfter ?? ''}`, `+= ${more}`),
        "'all'",
      );
      checkNoFix('table-scan', source('', `= ${both}`));
    });

    it("takes the table's only PartitionKey", () => {
      checkFix(
        'table-scan',
        `
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Settings', credential);
exports.set = (value) => client.upsertEntity({ partitionKey: 'settings', rowKey: 'theme', value });
exports.all = () => client.listEntities();
`,
        `
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Settings', credential);
exports.set = (value) => client.upsertEntity({ partitionKey: 'settings', rowKey: 'theme', value });
exports.all = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'settings'" } });
`,
        "'settings'",
      );
    });

    it('does not take it where a read names another partition', () => {
      for (const read of [
        "client.getEntity(user, 'theme')",
        'client.listEntities({ queryOptions: { filter: "PartitionKey eq \'old\'" } })',
      ]) {
        const source = `
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Settings', credential);
exports.set = (value) => client.upsertEntity({ partitionKey: 'settings', rowKey: 'theme', value });
exports.other = (user) => ${read};
exports.all = () => client.listEntities();
`;
        checkNoFix('table-scan', source);
      }
    });

    it('reads one entity where RowKey is all that is asked for', () => {
      const after = (code: string): string => `${HEAD.replace('// file: main.ts\n', '')}${code}`;
      checkFix(
        'table-scan',
        `${HEAD}
export async function find(id: string) {
  for await (const one of client.listEntities<Employee>({ queryOptions: { filter: odata\`RowKey eq \${id}\` } })) {
    print(one);
  }
}
`,
        after(`
export async function find(id: string) {
  const one = await client.getEntity<Employee>(partitionKey, id).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  });
  if (one !== undefined) {
    print(one);
  }
}
`),
        'getEntity (you fill in the partition)',
      );
      checkFix(
        'table-scan',
        `${HEAD}
export const set = (id: string) => client.upsertEntity({ partitionKey: 'all', rowKey: id });
export async function find(id: string) {
  return (await client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${id}\` } }).next()).value;
}
`,
        after(`
export const set = (id: string) => client.upsertEntity({ partitionKey: 'all', rowKey: id });
export async function find(id: string) {
  return (await client.getEntity('all', id).catch((error) => {
    if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;
    throw error;
  }));
}
`),
        "the partition 'all'",
      );
    });

    it('is not offered for a binding, which has no place for code', () => {
      checkNoFix(
        'table-scan',
        `
import { input } from '@azure/functions';
input.table({ tableName: 'Employees', filter: 'Age gt 60' });
`,
      );
    });

    it('is not offered for RowKey alone where a list is what the code goes on with', () => {
      checkNoFix(
        'table-scan',
        `${HEAD}export const find = (id: string) => client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${id}\` } });\n`,
      );
    });

    it('is not offered for "or" over partitions, nor for options held elsewhere', () => {
      checkNoFix(
        'table-scan',
        `${HEAD}client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' or PartitionKey ge 'B'" } });\n`,
      );
      checkNoFix('table-scan', `${HEAD}const options = {};\nclient.listEntities(options);\n`);
    });
  });
});
