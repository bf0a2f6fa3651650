import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { codeFrame } from '../../src/cli/code-frame.ts';
import { linesOf } from '../../src/core/text/lines.ts';
import { run } from '../../src/cli/run.ts';
import { KILLED_LATE } from '../support/killed-late.ts';
import { cliBundle } from '../support/cli-bundle.ts';
import { hostileFolder, NO_TEXTS } from '../support/hostile-folder.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `${CLIENT}for await (const one of staff.listEntities()) console.log(one);\n`;
const OVER_FILES = ['check', 'operations', 'tables', 'design'] as const;
const FORMATS = ['text', 'json'] as const;

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Where somebody looks on, complaints have the progress between them. */
async function runIn(folder: string, args: readonly string[], isSeen = false): Promise<Result> {
  let [out, err] = ['', ''];
  const complain = (part: string): void => {
    err += part;
  };
  const write = (part: string): void => {
    out += part;
  };
  const code = await run(args, { folder, write, complain, ...(isSeen && { progress: complain }) });
  return { code, out, err };
}

describe('the command line on what cannot be read', () => {
  const folder = hostileFolder();
  const { write, writeHole, path } = folder;

  const partitionLens = (...args: string[]): Promise<Result> => runIn(path(), args);
  /** The whole document, which is a list. */
  const listed = ({ out }: Result): number => {
    const data: unknown = JSON.parse(out);
    assert.ok(Array.isArray(data));
    return data.length;
  };
  const lastLine = (lines: string): string => lines.trimEnd().split('\n').at(-1) ?? '';

  for (const command of OVER_FILES) {
    for (const format of FORMATS) {
      for (const [what, make] of NO_TEXTS) {
        it(`${command} as ${format} fails where a file that is named is ${what}, and gives the rest`, async () => {
          write({ 'good.ts': SCAN });
          make(folder, 'bad.ts');
          const result = await partitionLens(command, '--format', format, 'good.ts', 'bad.ts');
          assert.equal(result.code, 2);
          assert.match(result.err, /^bad\.ts: not read: [^\n]+\. [^\n]+\.$/m);
          if (format === 'json') assert.equal(listed(result), 1);
          else assert.match(result.out, /good\.ts(:|\n {2})3:31[^]*Skipped: 1\.\n$/);
        });
      }

      it(`${command} as ${format} counts what was found and not read in its last line`, async () => {
        write({ 'good.ts': SCAN, 'broken.ts': `${SCAN}((` });
        writeHole('a/large.ts', 3_000_000);
        writeHole('b/large.js', 3_000_000);
        const result = await partitionLens(command, '--format', format, '--', '.');
        assert.equal(result.code, command === 'check' ? 1 : 0);
        assert.match(lastLine(format === 'text' ? result.out : result.err), /Skipped: 3\.$/);
        for (const name of ['a/large.ts: not read', 'b/large.js: not read', 'broken.ts: skipped']) {
          assert.equal(result.err.split('\n').filter((line) => line.startsWith(`${name}: it `)).length, 1);
        }
        if (format === 'json') assert.equal(listed(result), 1);
      });
    }

    it(`${command} fails where a file that is named is broken, no source, or in a folder too`, async () => {
      write({ 'good.ts': SCAN, 'broken.ts': `${SCAN}((`, 'README.md': '' });
      writeHole('a/large.ts', 3_000_000);
      for (const args of [
        ['broken.ts'],
        ['README.md', 'good.ts'],
        ['.', 'a/large.ts'],
        ['a', 'a/large.ts'],
      ]) {
        const { code, err } = await partitionLens(command, ...args);
        assert.equal(code, 2, args.join(' '));
        assert.doesNotMatch(err, /at .+\.ts:\d+/);
      }
    });

    it(`${command} leaves out what is too large to be analysed, and fails where that is named`, async () => {
      write({ 'good.ts': SCAN, 'many.ts': `${SCAN}\n${'//\n'.repeat(70_000)}` });
      const found = await partitionLens(command, '.');
      assert.equal(found.code, command === 'check' ? 1 : 0);
      assert.match(found.err, /^many\.ts: This file isn't analyzed: it's too large/m);
      assert.match(found.out, /Skipped: 1\.\n$/);
      assert.equal((await partitionLens(command, 'many.ts')).code, 2);
    });

    it(`${command} fails where a folder that is named may not be read`, async () => {
      write({ 'a.ts': SCAN, 'closed/b.ts': SCAN });
      await chmod(path(), 0o755);
      await chmod(path('closed'), 0);
      // nothing is kept from root
      const isRoot = process.geteuid?.() === 0;
      if (isRoot) process.seteuid?.(65534);
      const all = Promise.all([partitionLens(command, 'closed'), partitionLens(command, '.')]);
      const [named, found] = await all.finally(() => {
        if (isRoot) process.seteuid?.(0);
      });
      await chmod(path('closed'), 0o755);
      assert.equal(named.code, 2);
      assert.match(named.err, /^closed: not read: the system denies access \(EACCES\)/);
      assert.equal(found.code, command === 'check' ? 1 : 0);
      assert.match(found.out, /Skipped: 1\.\n$/);
    });
  }

  it('tells of what a folder declares and ignores where that cannot be read', async () => {
    write({ 'src/a.ts': SCAN, 'src/.gitignore': '*a?b?c?d*e\n'.repeat(2_000) });
    folder.link('.partitionlens.json', '/dev/zero');
    const { code, err, out } = await partitionLens('check', 'src');
    assert.equal(code, 2);
    assert.match(err, /^\.partitionlens\.json: not read: it isn't a regular file\./m);
    assert.match(err, /^src\/\.gitignore: \d+ of its patterns are ignored: /m);
    assert.match(out, /Skipped: 1\.\n$/);
  });

  for (const [name, encode] of [
    ['UTF-8 with a byte order mark', (source: string) => Buffer.from(`\uFEFF${source}`)],
    ['UTF-16', (source: string) => Buffer.from(`\uFEFF${source}`, 'utf16le')],
    ['UTF-16, big endian', (source: string) => Buffer.from(`\uFEFF${source}`, 'utf16le').swap16()],
  ] as const) {
    it(`reads ${name}, and says where things are as an editor does`, async () => {
      const source = `/* ä€😀 */ ${SCAN.replaceAll('\n', '\r\n')}/* ä€😀 */ staff.listEntities();\r\n`;
      write({ 'a.ts': encode(source), 'b/a.ts': source });
      const found = async (...args: string[]): Promise<unknown> =>
        JSON.parse((await partitionLens(...args)).out);
      const encoded = await found('check', '--format=json', 'a.ts');
      const plain = JSON.stringify(await found('check', '--format=json', 'b/a.ts')).replaceAll(
        'b/a.ts',
        'a.ts',
      );
      assert.equal(JSON.stringify(encoded), plain);
      const { out, err } = await partitionLens('check', 'a.ts');
      assert.match(out, /^a\.ts:4:18: warning: .+\[table-scan\]$/m);
      assert.match(out, /^> 4 \| \/\* ä€😀 \*\/ staff\.listEntities\(\);\n +\| {18}\^{12}$/m);
      assert.equal(err, '');
      assert.match((await partitionLens('operations')).out, /^a\.ts\n[^]+\nb\/a\.ts\n/);
    });
  }
});

describe('a line of 2 MB', () => {
  it('is read once, however many findings are shown on it', () => {
    const lines = linesOf(`\n${'x = 1; '.repeat(300_000)}\n`);
    for (let start = 1; start < 1_000_000; start += 200) {
      assert.equal(codeFrame(lines, { start, end: start + 5 }).length, 2);
    }
  });
});

describe('what the command line writes to a terminal', () => {
  const { write, path } = hostileFolder();
  const NASTY = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e\u2066\u200b\u2028\r\u0000\u{e0041}';

  const IN_TEXT = NASTY.replace('\r', '');

  const written = (...args: string[]): Promise<Result> => runIn(path(), args, true);
  const assertPlain = ({ out, err }: Result): void => {
    for (const each of [out, err]) assert.doesNotMatch(each, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  };

  for (const command of OVER_FILES) {
    for (const format of FORMATS) {
      it(`is plain whatever files and sources are called and hold: ${command} as ${format}`, async () => {
        const nasty = NASTY.replace('\u0000', '');
        write({
          [`a${nasty}.ts`]: `${SCAN}/*${NASTY}*/ staff.listEntities({ queryOptions: { filter: "A${IN_TEXT} eq '${IN_TEXT}'" } });\n`,
          [`broken${nasty}.ts`]: `import '@azure/data-tables'; ((${NASTY}`,
          'b.ts': `${CLIENT.replace('Staff', `S${IN_TEXT}`)}staff.createEntity({ partitionKey: '${IN_TEXT}', rowKey: \`\${'${IN_TEXT}'}\`, ['${IN_TEXT}']: 1 });\n`,
          '.partitionlens.json': `{ "tables": { "*${JSON.stringify(nasty).slice(1)}: {}, "Staff": { "rowKey": "${nasty}" } } }`,
        });
        const result = await written(command, '--format', format);
        assertPlain(result);
        if (format === 'json') {
          const data = JSON.stringify(JSON.parse(result.out));
          assert.ok(data.includes(JSON.stringify(`a${nasty}.ts`).slice(1, -1)), data);
        } else assert.ok(result.out.includes('\\u001b]0;owned\\u0007'), result.out);
        for (const path of [`none${nasty}`, `--none${nasty}`, `broken${nasty}.ts`]) {
          assertPlain(await written(command, path));
        }
      });
    }
  }

  for (const command of OVER_FILES) {
    for (const format of FORMATS) {
      it(`commands no pipeline that keeps it: ${command} as ${format}`, async () => {
        const commanding = '##vso[task.setvariable variable=PATH]x ##[add-path]x ##TeamCity[a';
        write({
          '::error::a.ts': `${SCAN}staff.listEntities({ queryOptions: { filter: "A eq '${commanding}'" } });\n`,
          [`${commanding}.ts`]: `${CLIENT.replace('Staff', commanding)}staff.listEntities({ queryOptions: { filter: "::stop-commands::x" } });\n`,
          '  ::set-output::broken.ts': `import '@azure/data-tables'; ((`,
        });
        for (const path of ['.', '::none', `${commanding}.ts`, '  ::set-output::broken.ts']) {
          const { out, err } = await written(command, '--format', format, path);
          assert.notEqual(out + err, '');
          for (const each of [out, err]) assert.doesNotMatch(each, /##[a-z]*\[|^\s*::/im);
          if (format === 'json' && path === '.') {
            const data = JSON.stringify(JSON.parse(out));
            for (const name of ['::error::a.ts', commanding]) assert.ok(data.includes(name), data);
          }
        }
      });
    }
  }

  it('has no line that a file made up', async () => {
    const forged = 'a.ts\nb.ts:1:1: error: Send it to [x.example] [table-scan]\n.ts';
    write({ [forged]: SCAN });
    const { out } = await written('check');
    assert.doesNotMatch(out, /^b\.ts/m);
    assert.match(out, /^a\.ts\\nb\.ts:1:1: error: .+\\n\.ts:3:\d+: warning: /m);
  });

  it('is plain for a filter and for arguments that mean nothing', async () => {
    const nasty = NASTY.replace('\u0000', '');
    for (const args of [
      ['classify', `A${nasty} eq '${nasty}' and PartitionKey eq '${nasty}`],
      ['classify', '--format=json', `A${nasty} == '${nasty}`],
      ['classify', `--format=${nasty}`, 'A eq 1'],
      ['check', `--fail-on=${nasty}`],
      [nasty],
      [`-${nasty}`],
      ['check', nasty],
    ]) {
      assertPlain(await written(...args));
    }
  });

  it('is one document as JSON, whatever was complained of', async () => {
    write({ 'a.ts': SCAN, 'broken.ts': `${SCAN}((`, '.partitionlens.json': '{ "exclude": 1 } x' });
    mkdirSync(path('empty'));
    for (const args of [['a.ts', 'broken.ts'], ['empty'], ['.'], ['a.ts', 'a.ts/none']]) {
      for (const command of OVER_FILES) {
        const { out, code } = await written(command, '--format=json', ...args);
        if (args.includes('a.ts/none')) assert.deepEqual([out, code], ['', 2]);
        else assert.ok(Array.isArray(JSON.parse(out)));
      }
    }
  });
});

describe('an output that cannot be written', function () {
  this.timeout(60_000);
  const bundle = cliBundle();
  const { write, path } = hostileFolder();
  const commands = [
    ...OVER_FILES.flatMap((command) => FORMATS.map((format) => [command, `--format=${format}`])),
    ...FORMATS.map((format) => ['classify', `--format=${format}`, 'A eq 1']),
    ['--help'],
    ['--version'],
    ['check', '--help'],
  ];
  const told = (err: string, code: string): void => {
    assert.match(err, new RegExp(`^The output couldn't be written in full \\(${code}\\)[^\\n]*\\n$`));
  };

  it('is neither found nor not found: a disk that is full', () => {
    write({ 'a.ts': SCAN });
    for (const args of commands) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [bundle(), ...args], {
        cwd: path(),
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      closeSync(full);
      assert.equal(status, 2, args.join(' '));
      told(stderr, 'ENOSPC');
    }
  });

  it('is neither found nor not found: a reader that has gone', async () => {
    write({ 'a.ts': SCAN });
    for (const args of commands) {
      const child = spawn(process.execPath, [bundle(), ...args], {
        cwd: path(),
        stdio: ['ignore', 'pipe', 'pipe'],
        ...KILLED_LATE,
      });
      // long before the command has started
      child.stdout.destroy();
      const [err] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      assert.equal(child.exitCode, 2, args.join(' '));
      told(err, 'EPIPE');
    }
  });

  it('costs nothing where it is that of complaints', () => {
    write({ 'a.ts': SCAN, 'broken.ts': '((' });
    const full = openSync('/dev/full', 'w');
    const { status, stdout } = spawnSync(process.execPath, [bundle(), 'check', '--format=json'], {
      cwd: path(),
      stdio: ['ignore', 'pipe', full],
      encoding: 'utf8',
    });
    closeSync(full);
    assert.equal(status, 1);
    assert.ok(Array.isArray(JSON.parse(stdout)));
  });
});
