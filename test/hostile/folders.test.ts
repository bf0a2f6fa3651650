import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readConfig } from '../../src/core/config/table-config.ts';
import { declareKey } from '../../src/core/config/write-config.ts';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { readConfiguration } from '../../src/lens/link/modules/modules-config.ts';
import { readPackageConfig, readProjectConfig } from '../../src/lens/syntax/read-config.ts';
import { ignoreRulesOf } from '../../src/lens/workspace/ignore-rules.ts';
import type { Unread } from '../../src/lens/workspace/unread.ts';
import { filesBelow } from '../../src/lens/workspace/walk.ts';
import { createWorkspace, type Workspace } from '../../src/lens/workspace/workspace.ts';
import { readFiles, isModule } from '../house/files.ts';
import { hostileFolder, NO_TEXTS } from '../support/hostile-folder.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient(u, 'Staff', k);
`;
const SOURCE = `${CLIENT}staff.getEntity(a, b);\n`;

const list = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));

interface Indexed {
  readonly workspace: Workspace;
  /** What was not read, and why. */
  readonly told: readonly string[];
  /** The files that the engine has. */
  readonly given: readonly string[];
}

describe('folders that are made to do harm', () => {
  const folder = hostileFolder();
  const { write, link, file, path } = folder;

  const indexed = async (within = ''): Promise<Indexed> => {
    const told: string[] = [];
    const given = new Set<string>();
    const name = (one: string): string => one.slice(file().length + 1);
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    const counting: Engine = {
      ...engine,
      setFile: (one, text) => {
        given.add(name(one));
        engine.setFile(one, text);
      },
      removeFile: (one) => {
        given.delete(name(one));
        engine.removeFile(one);
      },
    };
    const workspace = createWorkspace(counting, (one, why: Unread) => told.push(`${name(one)}: ${why.kind}`));
    await workspace.index(file(within));
    return { workspace, told, given: [...given] };
  };
  const operations = ({ workspace }: Indexed, name: string): number =>
    workspace.analyze(file(name)).operations.length;

  const names = [
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'a/f/function.json',
    'store.ts',
    'b/c.vue',
  ];
  for (const name of names) {
    for (const [what, make, why] of NO_TEXTS) {
      it(`serve the rest: ${name} is ${what}`, async () => {
        write({
          'a/package.json': '{}',
          'a/tsconfig.json': '{ "extends": "../tsconfig.base.json" }',
          'a/use.ts': `import { staff as other } from '../store';\nimport '../b/c.vue';\nimport { none } from 'clients';\n${SOURCE}none.getEntity(a, b);\n`,
        });
        make(folder, name);
        const all = await indexed('a');
        assert.equal(operations(all, 'a/use.ts'), 2);
        if (!name.startsWith('a/')) assert.ok(all.told.includes(`${name}: ${why}`), all.told.join());
        assert.ok(!all.given.includes(name));
      });
    }
  }

  for (const name of [
    'package.json',
    'tsconfig.json',
    'jsconfig.json',
    'function.json',
    '.partitionlens.json',
  ]) {
    for (const [what, text] of [
      ['arrays', '['.repeat(200_000)],
      ['objects', '{"a":'.repeat(40_000)],
      ['conditions', `{"exports":${'{"import":'.repeat(20_000)}"a"${'}'.repeat(20_000)}}`],
    ] as const) {
      it(`serve the rest: ${name} is nested deep, ${what}`, async () => {
        write({ [name]: text, 'a.ts': SOURCE });
        const all = await indexed();
        assert.equal(operations(all, 'a.ts'), 1);
        assert.equal(await all.workspace.textOf(file(name)), undefined);
        if (name !== '.partitionlens.json') assert.deepEqual(all.told, [`${name}: nested`]);
      });
    }
  }

  it('are walked once where links make circles', async () => {
    write({ 'a/b/c.ts': SOURCE });
    link('a/b/again', path('a'));
    link('a/self', path('a/self'));
    link('a/c.ts', path('a/b/c.ts'));
    assert.deepEqual((await indexed()).given, ['a/b/c.ts']);
  });

  it('give a file no more than so many names where imports go through circles of links', async () => {
    const through = [1, 2, 3].map((each) => `import './l${each}/a';\n`).join('');
    write({ 'a/a.ts': `${through}${SOURCE}`, 'main/main.ts': `import '../a/a';\n${SOURCE}` });
    for (const each of [1, 2, 3]) link(`a/l${each}`, path('a'));
    const all = await indexed('main');
    assert.equal(operations(all, 'main/main.ts'), 1);
    assert.ok(all.given.length <= 20, `${all.given.length}`);
  });

  it('are read where links lead out of them, as what is imported is', async () => {
    write({
      'out/store.ts': CLIENT,
      'in/use.ts': `import { staff } from './link/store';\nstaff.getEntity(a, b);\n`,
    });
    link('in/link', path('out'));
    assert.equal(operations(await indexed('in'), 'in/use.ts'), 1);
  });

  it('may have names with line breaks, control characters and backslashes', async () => {
    const odd = ['a\nb.ts', 'a\u001b[31m.ts', 'a\\b.ts', '\u202ets.a.ts', ' .ts', 'c\r/d\t.ts', '*?[.ts'];
    write(Object.fromEntries(odd.map((name) => [name, SOURCE])));
    const all = await indexed();
    assert.deepEqual([...all.given].sort(), [...odd].sort());
    for (const name of odd) assert.equal(operations(all, name), 1);
  });

  it('may have paths of 10,000 characters: what the system cannot open is told', async () => {
    const name = 'd'.repeat(200);
    const script = `const fs = require('node:fs');
      for (let i = 0; i < 50; i++) {
        fs.mkdirSync('${name}');
        process.chdir('${name}');
        fs.writeFileSync('a.ts', '');
      }`;
    execFileSync(process.execPath, ['-e', script], { cwd: path() });
    write({ 'a.ts': SOURCE });
    const all = await indexed();
    assert.equal(operations(all, 'a.ts'), 1);
    assert.ok(all.given.length >= 10);
    const [first, ...others] = all.told;
    assert.match(first ?? '', /^d.+: denied$/);
    assert.deepEqual(others, []);
  });

  it('may be nested 1,000 folders deep', async () => {
    write({ [`${'d/'.repeat(1000)}a.ts`]: SOURCE, 'a.ts': SOURCE });
    assert.deepEqual((await indexed()).given, ['a.ts', `${'d/'.repeat(1000)}a.ts`]);
  });

  it('may have folders of any size, of which those entries are kept that matter', async () => {
    write(Object.fromEntries(list(2_000, (index) => [`many/${index}.txt`, ''])));
    write({
      'many/a.ts': '',
      'many/b.ts': '',
      'more/a.ts': '',
      'more/b.ts': '',
      'more/c.ts': '',
      'z.ts': '',
    });
    const found: string[] = [];
    const told: string[] = [];
    const options = {
      maxEntries: 2,
      onUnread: (one: string, why: Unread) => void told.push(`${one}: ${why.kind}`),
    };
    for await (const one of filesBelow(file('many'), await ignoreRulesOf(file()), options)) found.push(one);
    for await (const one of filesBelow(file('more'), await ignoreRulesOf(file()), options)) found.push(one);
    assert.deepEqual(found, [file('many/a.ts'), file('many/b.ts')]);
    assert.deepEqual(told, [`${file('more')}: crowded`]);
  });

  it('are read in one way alone', () => {
    const door = 'src/lens/workspace/disk.ts';
    // it reads modules beside its own, and what it has kept of them in a folder that nobody else can write
    const own = 'src/cli/kept-code.ts';
    const reading = /\b(readFile(Sync)?|createReadStream|open(Sync)?|readv?(Sync)?)\b[^;]*from 'node:fs/;
    const readers = readFiles(['src/lens', 'src/server', 'src/cli'], isModule).filter(
      ({ path: each, text }) => !each.endsWith('.test.ts') && reading.test(text),
    );
    assert.deepEqual(readers.map((each) => each.path).sort(), [own, door]);
  });
});

describe('configurations that are made to do harm', () => {
  /** Configurations by their names in one folder, and how often any of them was looked for or read. */
  const configured = (
    files: Readonly<Record<string, object>>,
  ): { readonly paths: readonly string[]; readonly steps: number } => {
    let steps = 0;
    const texts = new Map(
      Object.entries(files).map(([name, config]) => [`/${name}.json`, JSON.stringify(config)]),
    );
    const { projectOf } = readConfiguration({
      text: (name) => {
        steps++;
        return texts.get(name);
      },
      find: (candidates) => {
        steps++;
        return candidates.find((name) => texts.has(name));
      },
      names: () => texts.keys(),
    });
    const paths = projectOf('/a.ts')?.paths.map(({ pattern }) => pattern) ?? [];
    return { paths, steps };
  };
  const mapped = { compilerOptions: { paths: { found: ['a'] } } };
  const list = <T>(length: number, make: (index: number) => T): T[] =>
    Array.from({ length }, (_, i) => make(i));

  it('extend each other in a circle', () => {
    const { paths, steps } = configured({
      tsconfig: { extends: ['./one', './two'] },
      one: { extends: ['./two', './tsconfig', './one'] },
      two: { extends: ['./one'], ...mapped },
    });
    assert.deepEqual(paths, ['found']);
    assert.ok(steps < 40, `${steps}`);
  });

  it('extend two each of which extends the same two, and so on', () => {
    const levels = list(60, (level): [string, object] => [
      `c${level}`,
      { extends: [`./c${level + 1}`, `./c${level + 1}`, `./c${level + 2}`] },
    ]);
    const { paths, steps } = configured({
      tsconfig: { extends: ['./c0', './c1'] },
      ...Object.fromEntries(levels),
      c60: mapped,
    });
    assert.deepEqual(paths, ['found']);
    assert.ok(steps < 1_000, `${steps}`);
  });

  it('refer to each other as to parts', () => {
    const parts = list(60, (part) => ({ path: `./p${part}.json` }));
    const { paths, steps } = configured({
      tsconfig: { references: parts },
      ...Object.fromEntries(list(60, (part) => [`p${part}`, { references: parts }])),
    });
    assert.deepEqual(paths, []);
    assert.ok(steps < 10_000, `${steps}`);
  });

  it('extend thousands in a row', () => {
    const row = Object.fromEntries(list(5_000, (index) => [`c${index}`, { extends: `./c${index + 1}` }]));
    const { paths, steps } = configured({ tsconfig: { extends: './c0' }, ...row, c5000: mapped });
    assert.deepEqual(paths, []);
    assert.ok(steps < 1_000, `${steps}`);
  });

  it('extend thousands at once', () => {
    const { steps } = configured({ tsconfig: { extends: list(50_000, (index) => `./c${index}`) } });
    assert.ok(steps < 1_000, `${steps}`);
  });

  it('map one name to thousands of files, in conditions in conditions', () => {
    const many = list(50_000, (index) => `./a${index}`);
    const nested = list(90, () => 0).reduce<unknown>((inner) => ({ import: inner, default: [] }), many);
    const { exports, entries } = readPackageConfig(JSON.stringify({ exports: nested, main: many }));
    const { paths } = readProjectConfig(JSON.stringify({ compilerOptions: { paths: { a: many } } }));
    for (const targets of [exports?.[0]?.targets, entries, paths?.[0]?.targets]) {
      assert.deepEqual(targets, many.slice(0, 32));
    }
  });

  it('name one package in thousands of places', () => {
    const texts = new Map(list(5_000, (index) => [`/p${index}/package.json`, '{"name":"same"}']));
    const { packageNamed } = readConfiguration({
      text: (name) => texts.get(name),
      find: () => undefined,
      names: () => texts.keys(),
    });
    assert.equal(packageNamed('same', '/p1/a.ts'), undefined);
  });

  it('are nested deep', () => {
    for (const text of [
      '['.repeat(1_000_000),
      '{"a":'.repeat(200_000),
      `{"exclude":${'['.repeat(100_000)}`,
    ]) {
      assert.deepEqual(readPackageConfig(text).entries, []);
      assert.deepEqual(readProjectConfig(text).extends, []);
      const { tables, exclude, isJson, problems } = readConfig(text);
      assert.deepEqual([tables.size, exclude, isJson, problems.length], [0, [], false, 1]);
      assert.equal(declareKey(text, 'T', 'rowKey', []), undefined);
    }
  });

  it('have more wrong than anybody reads', () => {
    for (const text of [
      'x '.repeat(50_000),
      `{${list(5_000, (index) => `"a${index}":[1,]`).join()}}`,
      `{"tables":{${list(5_000, (index) => `"*${index}":{}`).join()}}}`,
      `{"tables":{"T":{"rowKey":[${list(5_000, () => '"ulidd"').join()}]}}}`,
      `{"exclude":[${list(5_000, () => '1').join()}]}`,
    ]) {
      assert.ok(readConfig(text).problems.length <= 100);
    }
  });

  it('have names of any length, which messages quote in part', () => {
    const long = JSON.stringify('\u001b*x'.repeat(50_000));
    for (const text of [
      `{"tables":{"T":{"rowKey":${long}}}}`,
      `{"tables":{${long}:{}}}`,
      `{"tables":{"T":{${long}:1}}}`,
      `{"tables":{"T":{"rowKey":[[${long}]]}}}`,
    ]) {
      const { problems } = readConfig(text);
      assert.ok(problems.length > 0);
      for (const { message } of problems) assert.ok(message.length < 400, message);
    }
  });

  it('exclude by patterns that cost too much together, and are told at the first that does', () => {
    const patterns = list(300, (index) => `${'**/*a*/'.repeat(10)}${index}`);
    const { exclude, problems } = readConfig(JSON.stringify({ exclude: [...patterns, 'b'] }));
    assert.ok(exclude.join('').length <= 4_000 && exclude.length > 40, `${exclude.length}`);
    assert.match(problems[0]?.message ?? '', /^All patterns together can have 4000 characters/);
  });

  it('declare keys of thousands of parts', () => {
    const parts = list(5_000, () => ({ constant: '' }));
    const { tables, problems } = readConfig(
      JSON.stringify({
        tables: { T: { rowKey: { separator: '_', parts }, partitionKey: list(5_000, () => 'ulid') } },
      }),
    );
    assert.deepEqual([tables.get('t')?.rowKey, tables.get('t')?.partitionKey], [[], []]);
    assert.equal(problems.length, 2);
  });
});
