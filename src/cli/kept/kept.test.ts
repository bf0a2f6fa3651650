import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliFolder } from '../../../test/support/cli-folder.ts';
import { digestOf } from '../../lens/workspace/noted.ts';
import { outputOf } from '../output.ts';
import { run } from '../run.ts';
import { toolIn } from './place.ts';
import { repeated } from './repeated.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const FILTER = (filter: string): string => `export const filter = ${JSON.stringify(filter)};\n`;
const ASKS = `import { filter } from '@lib/filter';\nimport { staff } from './client.ts';
for await (const one of staff.listEntities({ queryOptions: { filter } })) console.log(one);\n`;
const SCAN = `import { staff } from './client.ts';\nfor await (const one of staff.listEntities()) console.log(one);\n`;
const CONFIG = (folder: string): string =>
  JSON.stringify({ compilerOptions: { paths: { '@lib/*': [`./${folder}/*`] } } });

interface Result {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
}

describe('check --cache', function () {
  this.timeout(20_000);
  const { folder, write } = cliFolder();
  let caches = '';
  let tool = 'a build';

  beforeEach(async () => {
    caches = await mkdtemp(join(tmpdir(), 'partition-lens-kept-'));
    tool = 'a build';
    await write({
      'package.json': '{}',
      'tsconfig.json': CONFIG('lib'),
      'lib/filter.ts': FILTER('Age gt 5'),
      'other/filter.ts': FILTER("PartitionKey eq 'a' and RowKey eq 'b'"),
      'src/client.ts': CLIENT,
      'src/a.ts': ASKS,
    });
  });
  afterEach(() => rm(caches, { recursive: true, force: true }));

  const written = async (
    work: (terminal: Parameters<typeof run>[1]) => Promise<number | undefined>,
  ): Promise<Result> => {
    let [out, err] = ['', ''];
    const code = await work({
      folder: folder(),
      write: (text) => void (out += text),
      complain: (text) => void (err += text),
      kept: () => Promise.resolve({ folder: caches, tool }),
    });
    return { code, out, err };
  };
  /** What is written without reading the sources; its code is undefined where they are to be read. */
  const repeat = (...args: string[]): Promise<Result> =>
    written((terminal) =>
      repeated(
        ['check', ...args],
        folder(),
        () => Promise.resolve({ folder: caches, tool }),
        () => outputOf(terminal),
      ),
    );
  const check = (...args: string[]): Promise<Result> =>
    written((terminal) => run(['check', ...args], terminal));
  const slots = (): readonly string[] => readdirSync(join(caches, 'check'));
  const slot = (): string => join(caches, 'check', slots()[0] ?? '');

  for (const format of ['text', 'json', 'sarif', 'github', 'junit']) {
    it(`writes as ${format} what it wrote before, where nothing changed`, async () => {
      const args = ['--cache', '--format', format];
      const first = await check(...args);
      assert.equal(first.code, 1);
      assert.notEqual(first.out, '');
      assert.deepEqual(await repeat(...args), first);
    });
  }

  it('writes again what it complained of', async () => {
    await write({ '.partitionlens.json': '{ "excludes": [] }', 'src/b.ts': SCAN });
    const first = await check('--cache', '--max-warnings', '0');
    assert.match(first.err, /"excludes" isn't valid here/);
    assert.deepEqual(await repeat('--cache', '--max-warnings', '0'), first);
  });

  const changes: Readonly<Record<string, () => Promise<void> | void>> = {
    'a file that is imported': () =>
      write({ 'lib/filter.ts': FILTER("PartitionKey eq 'a' and RowKey eq 'b'") }),
    'the configuration that says where modules are': () => write({ 'tsconfig.json': CONFIG('other') }),
    '.partitionlens.json': () => write({ '.partitionlens.json': '{ "exclude": ["src/a.ts"] }' }),
    'the baseline': () => write({ '.partitionlens-baseline': 'src/a.ts table-scan 0123456789abcdef:0\n' }),
    'what git ignores': () => write({ '.gitignore': 'src/a.ts\n' }),
    'a new file': () => write({ 'src/b.ts': SCAN }),
    'a file that is gone': () => {
      rmSync(join(folder(), 'lib/filter.ts'));
    },
    'the build of the tool': () => {
      tool = 'another build';
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`reads everything again after a change of ${what}`, async () => {
      await check('--cache');
      assert.equal((await repeat('--cache')).code, 1);
      await change();
      assert.deepEqual(await repeat('--cache'), { code: undefined, out: '', err: '' });
      assert.deepEqual(await check('--cache'), await check());
    });
  }

  it('notices a file that an import looked for in vain, and where a link leads', async () => {
    rmSync(join(folder(), 'lib/filter.ts'));
    await write({ 'far/filter.ts': FILTER('Age gt 5') });
    await check('--cache', 'src');
    assert.notEqual((await repeat('--cache', 'src')).code, undefined);
    symlinkSync(join(folder(), 'other/filter.ts'), join(folder(), 'lib/filter.ts'));
    assert.equal((await repeat('--cache', 'src')).code, undefined);
    await check('--cache', 'src');
    assert.equal((await repeat('--cache', 'src')).code, (await check('src')).code);
    rmSync(join(folder(), 'lib/filter.ts'));
    symlinkSync(join(folder(), 'far/filter.ts'), join(folder(), 'lib/filter.ts'));
    assert.equal((await repeat('--cache', 'src')).code, undefined);
  });

  it('takes a text that was written again for the same', async () => {
    const first = await check('--cache');
    await write({ 'src/a.ts': ASKS, 'notes.md': 'nothing that is read' });
    assert.deepEqual(await repeat('--cache'), first);
  });

  it('knows each list of arguments apart, and only with --cache', async () => {
    await check('--cache');
    assert.equal((await repeat('--cache', '--quiet')).code, undefined);
    assert.equal((await repeat()).code, undefined);
    assert.equal((await repeat('--cache')).code, 1);
  });

  it('keeps nothing of a check that writes, that rests on more than files, or that failed', async () => {
    for (const args of [['--fix'], ['--update-baseline'], ['--stdin-filename', 'src/a.ts']]) {
      await check('--cache', ...args);
      assert.equal((await repeat('--cache', ...args)).code, undefined, args.join(' '));
    }
    assert.equal((await check('--cache', 'package.json')).code, 2);
    assert.equal((await repeat('--cache', 'package.json')).code, undefined);
  });

  it('says where nothing can be kept', async () => {
    const bare = await written((terminal) =>
      run(['check', '--cache'], { ...terminal, kept: () => Promise.resolve(undefined) }),
    );
    assert.match(bare.err, /no folder for --cache/);
    assert.equal(bare.code, 1);
    writeFileSync(join(caches, 'check'), 'a file');
    const { err, code } = await check('--cache');
    assert.match(err, /couldn't be kept/);
    assert.equal(code, 1);
  });

  describe('with a file that somebody else made', () => {
    /** As it would be written: with the right digest. */
    const forge = (change: (kept: Record<string, unknown>) => void): void => {
      const [, text = ''] = readFileSync(slot(), 'utf8').split('\n');
      const kept = JSON.parse(text) as Record<string, unknown>;
      change(kept);
      const forged = JSON.stringify(kept);
      writeFileSync(slot(), `${digestOf(forged)}\n${forged}`);
    };

    beforeEach(async () => {
      await check('--cache');
      assert.equal((await repeat('--cache')).code, 1);
    });

    for (const [what, content] of Object.entries({
      nothing: '',
      garbage: '\0\u00ff{"',
      'nested JSON': '['.repeat(100_000),
      'another digest': `${digestOf('')}\n{}`,
      'a digest alone': digestOf(''),
    })) {
      it(`reads everything again: ${what}`, async () => {
        writeFileSync(slot(), content);
        assert.equal((await repeat('--cache')).code, undefined);
        assert.deepEqual(await check('--cache'), await check());
        assert.equal((await repeat('--cache')).code, 1);
      });
    }

    it('reads everything again: cut, or with one bit another', async () => {
      const whole = readFileSync(slot());
      writeFileSync(slot(), whole.subarray(0, whole.length - 2));
      assert.equal((await repeat('--cache')).code, undefined);
      const bit = Buffer.from(whole);
      bit[100] = (bit[100] ?? 0) ^ 1;
      writeFileSync(slot(), bit);
      assert.equal((await repeat('--cache')).code, undefined);
    });

    for (const [what, change] of Object.entries<Record<string, unknown>>({
      'an exit code that there is not': { code: 3 },
      'another folder': { folder: '/elsewhere' },
      'another format': { format: 0 },
      'no list': { said: 'x' },
      'something to write elsewhere': { said: [{ to: 'message', line: 'x' }] },
      'lines that are no texts': { said: [{ to: 'lines', lines: [{}] }] },
      'a command in a property': {
        said: [{ to: 'annotation', annotation: { kind: 'error', properties: { 'a::b': 1 }, lines: [] } }],
      },
      'answers that are none': { answers: [['bytes', 1, 2, 3]] },
      'questions that nobody asks': { answers: [['exec', 'a', 0, 'b']] },
    })) {
      it(`reads everything again: ${what}`, async () => {
        forge((kept) => Object.assign(kept, change));
        assert.deepEqual(await repeat('--cache'), { code: undefined, out: '', err: '' });
      });
    }

    it('lets nothing in it act on a terminal or a pipeline', async () => {
      forge((kept) => {
        const lines = ['\u001b[2J', '::set-output name=a::b'];
        kept.said = [
          { to: 'lines', lines },
          { to: 'complain', line: '##vso[task.complete]' },
        ];
      });
      const { out, err } = await repeat('--cache');
      assert.ok(!out.includes('\u001b') && !/^::/m.test(out), out);
      assert.ok(!err.includes('##vso['), err);
    });

    it('reads none where others can write, or a link leads', async function () {
      if (process.platform !== 'win32') {
        chmodSync(join(caches, 'check'), 0o777);
        assert.equal((await repeat('--cache')).code, undefined);
        assert.match((await check('--cache')).err, /couldn't be kept/);
      }
      rmSync(join(caches, 'check'), { recursive: true });
      await mkdir(join(folder(), 'mine'), { mode: 0o700 });
      symlinkSync(join(folder(), 'mine'), join(caches, 'check'), 'junction');
      assert.match((await check('--cache')).err, /couldn't be kept/);
      assert.deepEqual(readdirSync(join(folder(), 'mine')), []);
    });
  });

  it('keeps a bounded number of results', async () => {
    await write({ 'src/a.ts': '', 'src/client.ts': '' });
    for (let i = 0; i < 90; i++) await check('--cache', '--max-warnings', String(i));
    assert.ok(slots().length <= 64, String(slots().length));
  });
});

describe('the build of the tool', () => {
  it('is told by the bytes of its parts, and is none where one is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partition-lens-tool-'));
    try {
      assert.equal(await toolIn(folder), undefined);
      mkdirSync(join(folder, 'pages'));
      writeFileSync(join(folder, 'command-line.js'), '1');
      assert.equal(await toolIn(folder), undefined);
      writeFileSync(join(folder, 'typescript-parser.js'), '1');
      const first = await toolIn(folder);
      assert.equal(await toolIn(folder), first);
      writeFileSync(join(folder, 'command-line.js'), '2');
      assert.notEqual(await toolIn(folder), first);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
