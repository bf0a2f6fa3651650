import assert from 'node:assert/strict';
import type { Operation } from '../model/operations/operation.ts';
import { createEngine } from './create.ts';
import type { Engine } from './engine.ts';

const PACKAGE = `import { TableClient } from '@azure/data-tables';\n`;
const factory = (table: string): string =>
  `${PACKAGE}export const make = () => new TableClient(u, '${table}', k);`;
const USER = `import { make } from './make.js';\nmake().listEntities();`;

function engineWith(files: Readonly<Record<string, string>>): Engine {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  for (const [name, text] of Object.entries(files)) engine.setFile(`/${name}`, text);
  load(engine, files);
  return engine;
}

/** Answers what the engine asks for, as its owner does. */
function load(engine: Engine, files: Readonly<Record<string, string>>): void {
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const found = candidates.find((file) => files[file.slice(1)] !== undefined);
      if (found === undefined) for (const file of candidates) engine.markMissing(file);
      else engine.setFile(found, files[found.slice(1)] ?? '');
    }
  }
}

function only(engine: Engine, file: string): Operation {
  const [operation, ...others] = engine.analyze(file).operations;
  assert(operation !== undefined && others.length === 0);
  return operation;
}

describe('files to check', () => {
  it('are those with operations, and those that only make clients, as they are now', () => {
    const engine = engineWith({
      'make.ts': factory('Employees'),
      'main.ts': USER,
      'other.ts': `${PACKAGE}export type Client = TableClient;`,
    });
    assert.deepEqual(engine.filesToCheck(), ['/make.ts', '/main.ts']);
    engine.forgetFacts();
    assert.deepEqual(engine.filesToCheck(), ['/make.ts', '/main.ts']);
    engine.setFile('/make.ts', `${PACKAGE}export const make = other;`);
    load(engine, {});
    assert.ok(!engine.filesToCheck().includes('/make.ts'));
  });
});

describe('facts that are forgotten', () => {
  it('are those of files that no other rests on, and are made again when such a file is looked at', () => {
    const engine = engineWith({
      'db.ts': factory('Employees'),
      'main.ts': `import { make } from './db.ts'; make().listEntities();`,
    });
    const before = engine.analyze('/main.ts').operations;
    const parses = engine.parseCount();
    engine.forgetFacts();
    assert.deepEqual(engine.analyze('/main.ts').operations, before);
    engine.setFile('/main.ts', `import { make } from './db.ts'; make().listEntities(); // edited`);
    assert.equal(only(engine, '/main.ts').table, 'Employees');
    assert.ok(engine.parseCount() <= parses + 2);
  });
});

describe('what an edit makes stale', () => {
  it('is what was worked out from the edited file, which alone is parsed again', () => {
    const engine = engineWith({ 'make.ts': factory('A'), 'main.ts': USER, 'other.ts': `${PACKAGE}f();` });
    assert.equal(only(engine, '/main.ts').table, 'A');
    const before = engine.parseCount();
    engine.setFile('/make.ts', factory('B'));
    assert.equal(only(engine, '/main.ts').table, 'B');
    assert.equal(engine.parseCount() - before, 1);
  });

  it('is nothing when a file is set to the text it has', () => {
    const engine = engineWith({ 'make.ts': factory('A'), 'main.ts': USER });
    const { operations } = engine.analyze('/main.ts');
    engine.setFile('/make.ts', factory('A'));
    assert.equal(engine.analyze('/main.ts').operations, operations);
  });

  it('leaves files alone that do not use the edited one', () => {
    const engine = engineWith({
      'make.ts': factory('A'),
      'main.ts': USER,
      'b.ts': `${PACKAGE}new TableClient(u, 'B', k).listEntities();`,
    });
    const { operations } = engine.analyze('/b.ts');
    engine.analyze('/main.ts');
    engine.setFile('/make.ts', factory('C'));
    assert.equal(engine.analyze('/b.ts').operations, operations);
  });

  it('is what used a file that is removed, and added again', () => {
    const engine = engineWith({ 'make.ts': factory('A'), 'main.ts': USER });
    assert.equal(only(engine, '/main.ts').evidence, 'proved');
    engine.removeFile('/make.ts');
    load(engine, {});
    assert.equal(only(engine, '/main.ts').evidence, 'shape-only');
    assert.deepEqual(engine.filesWithOperations(), ['/main.ts']);
    engine.setFile('/make.ts', factory('B'));
    assert.equal(only(engine, '/main.ts').table, 'B');
  });

  it('is what missed a file that is created later', () => {
    const engine = engineWith({ 'main.ts': USER });
    assert.equal(only(engine, '/main.ts').evidence, 'shape-only');
    engine.setFile('/make.ts', factory('A'));
    assert.equal(only(engine, '/main.ts').table, 'A');
  });

  it('is what took a file that another one now comes before', () => {
    const engine = engineWith({ 'make.js': factory('A'), 'main.ts': USER });
    assert.equal(only(engine, '/main.ts').table, 'A');
    engine.setFile('/make.ts', factory('B'));
    assert.equal(only(engine, '/main.ts').table, 'B');
    engine.removeFile('/make.ts');
    assert.equal(only(engine, '/main.ts').table, 'A');
  });

  it('reaches through files that have nothing to do with tables themselves', () => {
    const names = { 'names.ts': `export const NAME = 'A';` };
    const files = {
      ...names,
      'main.ts': `${PACKAGE}import { NAME } from './names';\nnew TableClient(u, NAME, k).listEntities();`,
    };
    const engine = engineWith(files);
    assert.equal(only(engine, '/main.ts').table, 'A');
    engine.setFile('/names.ts', `export const NAME = 'B';`);
    assert.equal(only(engine, '/main.ts').table, 'B');
    engine.setFile('/names.ts', `export * from './deeper';`);
    load(engine, {});
    assert.equal(only(engine, '/main.ts').table, undefined);
    const deeper = { 'deeper.ts': `export const NAME = 'C';` };
    engine.setFile('/deeper.ts', deeper['deeper.ts']);
    load(engine, deeper);
    assert.equal(only(engine, '/main.ts').table, 'C');
  });

  it('takes in a file that is only imported once its importer is edited', () => {
    const files = {
      'names.ts': `export const NAME = 'A';`,
      'main.ts': `${PACKAGE}new TableClient(u, 'X', k).listEntities();`,
    };
    const engine = engineWith(files);
    const edited = `${PACKAGE}import { NAME } from './names';\nnew TableClient(u, NAME, k).listEntities();`;
    engine.setFile('/main.ts', edited);
    load(engine, files);
    assert.equal(only(engine, '/main.ts').table, 'A');
  });

  it('forgets the operations of a file that no longer has any', () => {
    const engine = engineWith({ 'make.ts': factory('A'), 'main.ts': USER });
    assert.deepEqual(engine.filesWithOperations(), ['/main.ts']);
    engine.setFile('/main.ts', '');
    assert.deepEqual(engine.filesWithOperations(), []);
    assert.deepEqual(engine.analyze('/main.ts').operations, []);
  });

  it('has the tables of rules follow the writes of other files', () => {
    const seen: number[] = [];
    const engine = createEngine({
      rules: [
        {
          id: 'count',
          severity: 'hint',
          title: () => 'count',
          check: (context) => {
            seen.push(context.table('t')?.writes.length ?? 0);
            return [];
          },
        },
      ],
      onRuleError: (rule) => assert.fail(rule),
    });
    const client = `${PACKAGE}const c = new TableClient(u, 'T', k);\n`;
    const write = `c.upsertEntity({ partitionKey: 'p', rowKey: 'r' });\n`;
    engine.setFile('/read.ts', `${client}c.listEntities();`);
    engine.setFile('/write.ts', client + write);
    engine.analyze('/read.ts');
    engine.setFile('/write.ts', client + write + write);
    engine.analyze('/read.ts');
    engine.removeFile('/write.ts');
    engine.analyze('/read.ts');
    assert.deepEqual(seen, [1, 2, 0]);
  });
});

describe('what is worked out in steps', () => {
  const CLIENT = `${PACKAGE}new TableClient(u, 'T', k).listEntities();`;

  it('has what comes between two of them', () => {
    const engine = engineWith({});
    engine.setFile('/a.ts', CLIENT);
    const steps = engine.steps()[Symbol.iterator]();
    for (let taken = 0; steps.next().done !== true; taken += 1) {
      engine.setFile(`/between${taken}.ts`, CLIENT);
      assert.ok(taken < 20);
      if (taken === 10) break;
    }
    for (const _ of { [Symbol.iterator]: () => steps });
    for (let taken = 0; taken <= 10; taken += 1) only(engine, `/between${taken}.ts`);
  });

  it('has what changes between two of them', () => {
    const engine = engineWith({});
    for (const name of ['a', 'b', 'c']) engine.setFile(`/${name}.ts`, CLIENT);
    const steps = engine.steps()[Symbol.iterator]();
    while (steps.next().done !== true) {
      if (engine.linkCount() === 4) engine.setFile('/a.ts', CLIENT.replace("'T'", "'Other'"));
    }
    assert.equal(only(engine, '/a.ts').table, 'Other');
  });

  it('is done once, however many work on it', () => {
    const engine = engineWith({});
    for (const name of ['a', 'b', 'c']) engine.setFile(`/${name}.ts`, CLIENT);
    const works = [0, 1, 2].map(() => engine.steps()[Symbol.iterator]());
    while (works.map((work) => work.next().done).includes(false));
    assert.equal(engine.linkCount(), 2 * 3);
  });
});

describe('an analysis', () => {
  const files = {
    'find.ts': `${PACKAGE}const c = new TableClient(u, 'T', k);\nexport const find = (filter: string) => c.listEntities({ queryOptions: { filter } });`,
    'main.ts': `import { find } from './find';\nfind("Age gt 30");`,
  };

  it('is kept until something is another one', () => {
    const engine = engineWith(files);
    const before = engine.analyze('/main.ts');
    engine.setFile('/find.ts', files['find.ts']);
    assert.equal(engine.analyze('/main.ts'), before);
    engine.setFile('/other.ts', 'nothing of tables');
    engine.setFile('/find.ts', files['find.ts'].replace("'T'", "'Other'"));
    assert.equal(only(engine, '/main.ts').table, 'Other');
  });

  it('that was made before its file was known to call a wrapper is made again', () => {
    const engine = engineWith({
      ...files,
      'find.ts': `${PACKAGE}export const find = 1;`,
      'use.ts': `${PACKAGE}import './main';`,
    });
    assert.deepEqual(engine.analyze('/main.ts').operations, []);
    engine.setFile('/find.ts', files['find.ts']);
    assert.deepEqual(engine.analyze('/main.ts').operations, []);
    load(engine, files);
    only(engine, '/main.ts');
  });

  it('does not depend on which file came first', () => {
    // a wrapper of a name that another one has as well, which is known by a wrapper of its own
    const all = {
      ...files,
      'deep.ts': `import { find as inner } from './find';\nexport const find = (filter: string) => inner(filter);`,
      'main.ts': `import { find as search } from './deep';\nsearch("Age gt 30");`,
    };
    for (const [from, to] of [
      ['main.ts', 'deep.ts'],
      ['deep.ts', 'main.ts'],
    ] as const) {
      only(engineWith({ [from]: all[from], [to]: all[to], ...all }), '/main.ts');
    }
  });

  it('says nothing of the comments of a file that no longer has to do with tables', () => {
    const comment = '// partition-lens-disable-next-line no-such-rule\n';
    const engine = engineWith({ 'a.ts': `${comment}${PACKAGE}` });
    const rules = (): readonly string[] => engine.analyze('/a.ts').findings.map(({ rule }) => rule);
    assert.deepEqual(rules(), ['unknown-rule']);
    engine.setFile('/a.ts', comment);
    assert.deepEqual(rules(), []);
    engine.setFile('/a.ts', `${comment}${PACKAGE}`);
    assert.deepEqual(rules(), ['unknown-rule']);
  });
});

describe('what the parser could not read', () => {
  it('is told of a file that concerns tables, which is analysed nevertheless', () => {
    const engine = engineWith({ 'main.ts': `${factory('A')}\nmake().listEntities(;`, 'other.ts': '((' });
    assert.equal(only(engine, '/main.ts').table, 'A');
    const { message, offset } = engine.syntaxError('/main.ts') ?? {};
    assert.deepEqual([message, offset], ["')' expected.", 124]);
    assert.equal(engine.syntaxError('/other.ts'), undefined);
    assert.deepEqual(engine.wantedFiles(), []);
  });
});
