import assert from 'node:assert/strict';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { readDeclarations } from '../../src/lens/model/oracle.ts';
import { allOf, newEngine, provide, type Source } from './material.ts';
import { Random } from './random.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
/** Engines that live through events, each compared so often with a new one. */
const LIVES = 150;
const COMPARED = 5;
/** Events between two comparisons. */
const EVENTS = 40;

const CLIENT = `import { TableClient } from '@azure/data-tables';\n`;
const made = (table: string): string => `new TableClient(u, '${table}', k)`;

/**
 * What each file may hold. They lead to each other in every way that links follow: imports, names of one's own choice,
 * `export *`, circles, wrappers of wrappers deeper than are followed, wrappers of the same name in several files, files that
 * say nothing of tables but call wrappers, packages of one name, `paths`, tokens of a container.
 */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
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
const NAMES = Object.keys(VARIANTS);

/** What the editor's TypeScript may say of a name: it depends on the text alone, as it is asked of the text. */
const DECLARATIONS = [
  [
    {
      file: '/node_modules/@azure/data-tables/types/index.d.ts',
      text: 'export declare class TableClient {}',
      offset: 21,
    },
  ],
  [{ file: '/node_modules/typeorm/index.d.ts', text: 'export declare class Repository {}', offset: 21 }],
] as const;

/** An engine, what the disk has, and works under way that nobody has finished. */
class Life {
  readonly disk = new Map<string, string>();
  readonly engine = newEngine();
  readonly #works: Iterator<void>[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
    for (const file of NAMES) if (random.below(4) > 0) this.write(file);
  }

  write(file: string): void {
    const text = this.#random.pick(VARIANTS[file] ?? []);
    this.disk.set(file, text);
    this.engine.setFile(file, text);
  }

  /** One thing that may happen between two steps of a work. */
  event(): string {
    const random = this.#random;
    const { engine, disk } = this;
    const file = random.pick(NAMES);
    switch (random.below(13)) {
      case 0:
      case 1:
        this.write(file);
        return `write ${file}`;
      case 2:
        disk.delete(file);
        engine.removeFile(file);
        return `remove ${file}`;
      case 3: {
        if (!disk.has(file)) engine.markMissing(file);
        return `missing ${file}`;
      }
      case 4:
        engine.forgetFacts();
        return 'forget';
      case 5:
        this.provideOne();
        return 'provide one';
      case 6:
        engine.wantedFiles();
        return 'wanted';
      case 7:
        engine.analyze(file);
        return `analyze ${file}`;
      case 8:
        answer(engine, file, disk.get(file), random.below(2));
        return `answer ${file}`;
      case 9:
        this.#works.push(engine.steps()[Symbol.iterator]());
        return 'begin';
      default: {
        if (this.#works.length === 0) return 'nothing';
        const at = random.below(this.#works.length);
        for (let left = 1 + random.below(4); left > 0; left--) {
          if (this.#works[at]?.next().done !== true) continue;
          this.#works.splice(at, 1);
          break;
        }
        return 'step';
      }
    }
  }

  provideOne(): void {
    const wanted = this.engine.wantedFiles();
    if (wanted.length === 0) return;
    const candidates = this.#random.pick(wanted);
    const found = candidates.find((file) => this.disk.has(file));
    if (found === undefined) for (const file of candidates) this.engine.markMissing(file);
    else this.engine.setFile(found, this.disk.get(found) ?? '');
  }

  files(): Source[] {
    return [...this.disk].map(([file, text]) => ({ file, text }));
  }
}

/** Tells an engine what the oracle says of every name that it asks about. */
function answer(engine: Engine, file: string, text: string | undefined, which: number): void {
  if (text === undefined) return;
  const said = readDeclarations(DECLARATIONS[which] ?? DECLARATIONS[0]);
  engine.setAnswers(file, text, new Map(engine.undecided(file).map((offset) => [offset, said])));
}

function answerAll(engine: Engine, files: readonly Source[]): void {
  for (const { file, text } of files) answer(engine, file, text, 0);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}

describe('an engine in which nothing comes in order', () => {
  it(`says what a new one says: ${LIVES} lives of ${COMPARED * EVENTS} events`, function () {
    this.timeout(180_000);
    let operations = 0;
    for (let nth = 0; nth < LIVES; nth++) {
      const random = new Random(SEED + nth);
      const life = new Life(random);
      for (let turn = 0; turn < COMPARED; turn++) {
        const events = Array.from({ length: EVENTS }, () => life.event());
        const files = life.files();
        const fresh = newEngine();
        for (const { file, text } of shuffled(files, random)) fresh.setFile(file, text);
        for (const engine of [life.engine, fresh]) {
          provide(engine, files);
          answerAll(engine, files);
        }
        const where = `life ${nth}, turn ${turn} of seed ${SEED}: ${events.join(', ')}`;
        assert.deepEqual(allOf(life.engine, NAMES), allOf(fresh, NAMES), where);
        operations += fresh.filesWithOperations().length;
      }
    }
    // the files lead to each other often enough that something is compared
    assert.ok(operations > LIVES * COMPARED * 2, `${operations}`);
  });
});
