const CLIENT = `import { TableClient } from '@azure/data-tables';\n`;
const made = (table: string): string => `new TableClient(u, '${table}', k)`;

/**
 * What each file may hold. They lead to each other in every way that links follow: imports, names of one's own choice,
 * `export *`, circles, wrappers of wrappers deeper than are followed, wrappers of the same name in several files, files that
 * say nothing of tables but call wrappers, packages of one name, `paths`, tokens of a container.
 */
export const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  '/w/client.ts': [
    `${CLIENT}export const client = ${made('Orders')};`,
    `${CLIENT}export const client = ${made('People')};`,
    `export * from './other-client';`,
    `export const client = nobodyKnows();`,
  ],
  '/w/other-client.ts': [
    `${CLIENT}export const client = ${made('Other')};`,
    `export * from './client';`,
    `// partition-lens-disable-next-line nothing\nexport const client = 1;`,
  ],
  '/w/find.ts': [
    `import { client } from './client';\nexport const find = (filter: string) => client.listEntities({ queryOptions: { filter } });`,
    `import { find as deep } from './deep1';\nexport const find = (filter: string) => deep(filter);`,
    `import { client } from './client';\nexport const seek = (filter: string) => client.listEntities({ queryOptions: { filter } });`,
    `export const find = (filter: string) => [filter];`,
    `import { client } from './client';\nimport { find as deep } from './deep1';\nexport const find = (filter: string) => { deep(filter); return client.listEntities({ queryOptions: { filter } }); };`,
  ],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((nth) => [
      `/w/deep${nth}.ts`,
      [
        `import { find as next } from './deep${nth + 1}';\nexport const find = (filter: string) => next(filter);`,
        `import { find } from './find';\nexport { find };`,
        `import { seek } from './find';\nexport const find = (filter: string) => seek(filter);`,
        `${CLIENT}const c = ${made(`Deep${nth}`)};\nexport const find = (filter: string) => c.listEntities({ queryOptions: { filter } });`,
      ],
    ]),
  ),
  '/w/deep6.ts': [
    `${CLIENT}const c = ${made('Deep')};\nexport const find = (filter: string) => c.listEntities({ queryOptions: { filter } });`,
    `import { find as next } from './deep1';\nexport const find = (filter: string) => next(filter);`,
  ],
  '/w/caller.ts': [
    `import { find } from './find';\nfind("Age gt 30");`,
    `import { find as q } from './find';\nq("PartitionKey eq 'a'");`,
    `import { find } from './deep1';\nfind("Age gt 30");`,
    `import { find } from './deep2';\nfind("Age gt 30");\n// partition-lens-disable-next-line nothing`,
    `import q from './whole';\nq("Age gt 31");`,
    `const { find } = require('./find');\nfind("Age gt 32");`,
    `import { find } from './find';\nimport { Orders } from './service';\nfind('x');\nnew Orders(1).by("Age gt 30");`,
  ],
  '/w/whole.ts': [
    `import { client } from './client';\nexport default (filter: string) => client.listEntities({ queryOptions: { filter } });`,
    `import { find } from './find';\nexport default (filter: string) => find(filter);`,
    `export default 1;`,
  ],
  '/w/uses.ts': [
    `${CLIENT}import { client } from './client';\nclient.listEntities({ queryOptions: { filter: "Age gt 30" } });\nclient.createEntity({ partitionKey: 'a', rowKey: String(Date.now()) });`,
    `import { client } from './client';\n// partition-lens-disable-next-line nothing\nclient.getEntity('a', 'b');`,
    `import { client } from 'clients';\nclient.upsertEntity({ partitionKey: 'a', rowKey: 'b', n: 1 });`,
    `import { client } from '@acme/db';\nclient.listEntities();`,
    `// partition-lens-disable-next-line nothing\nimport { client } from './client';`,
    `declare const client: Repository;\nclient.listEntities({ queryOptions: { filter: "Age gt 30" } });`,
  ],
  '/w/service.ts': [
    `${CLIENT}export class Orders { constructor(@Inject('TABLE') private readonly table: Mystery) {}\n by(filter: string) { return this.table.listEntities({ queryOptions: { filter } }); } }`,
    `import { client } from './client';\nexport class Orders { table = client;\n by(filter: string) { return this.table.listEntities({ queryOptions: { filter } }); } }`,
  ],
  '/w/module.ts': [
    `${CLIENT}export const module = { providers: [{ provide: 'TABLE', useValue: ${made('Given')} }] };`,
    `${CLIENT}export const module = { providers: [{ provide: 'TOKEN', useValue: ${made('Given')} }] };`,
  ],
  '/w/other-module.ts': [
    `${CLIENT}export const module = { providers: [{ provide: 'TABLE', useValue: ${made('GivenElsewhere')} }] };`,
  ],
  '/w/tsconfig.json': [
    JSON.stringify({ compilerOptions: { paths: { clients: ['./client.ts'] } } }),
    JSON.stringify({ compilerOptions: { paths: { clients: ['./other-client.ts'] } } }),
    JSON.stringify({ extends: './base.json' }),
    '{',
  ],
  '/w/base.json': [
    JSON.stringify({ compilerOptions: { baseUrl: '.', paths: { clients: ['client'] } } }),
    JSON.stringify({ compilerOptions: { baseUrl: './a', paths: { clients: ['index'] } } }),
  ],
  '/w/a/package.json': [
    JSON.stringify({ name: '@acme/db', main: 'index.js' }),
    JSON.stringify({ name: '@acme/x' }),
  ],
  '/w/b/package.json': [JSON.stringify({ name: '@acme/db', main: 'index.js' })],
  '/w/a/index.ts': [`${CLIENT}export const client = ${made('A')};`, `export { client } from '../client';`],
  '/w/b/index.ts': [`${CLIENT}export const client = ${made('B')};`],
  '/w/create.ts': [
    `import { client } from './client';\nimport { find } from './find';\nclient.deleteTable();\nclient.createTable();\nfind('x');`,
    `import { client } from './client';\nclient.deleteTable();\nclient.createTable();`,
  ],
};
