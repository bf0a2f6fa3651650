import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { KILLED_LATE } from './support/killed-late.ts';
import { cliBundle } from './support/cli-bundle.ts';
import { cliFolder } from './support/cli-folder.ts';
import { read } from './support/samples.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(read('action.yml')) as Action;

const SCAN = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
for await (const one of staff.listEntities()) console.log(one);
`;

/** A comment as GitHub has it. */
interface Comment {
  readonly id: number;
  readonly user: { readonly type: string };
  body: string;
}

describe('the GitHub Action', function () {
  this.timeout(60_000);
  const bundle = cliBundle();
  let folder: string;
  let temp: string;
  let server: Server;
  let comments: Comment[];
  let isReadOnly: boolean;

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-action-'));
    temp = await mkdtemp(join(tmpdir(), 'partition-lens-runner-'));
    git('init', '-q', '-b', 'main');
    comments = [{ id: 1, user: { type: 'User' }, body: '<!-- partition-lens design -->\nmine' }];
    isReadOnly = false;
    server = createServer((incoming, response) => {
      const { method, url = '' } = incoming;
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        assert.equal(incoming.headers.authorization, 'Bearer t0ken');
        assert.ok(url.startsWith('/repos/o/r/issues/'), url);
        response.statusCode = isReadOnly && method !== 'GET' ? 403 : 200;
        const given = text === '' ? undefined : (JSON.parse(text) as { body: string });
        const [, id] = /comments\/(\d+)$/.exec(url) ?? [];
        const known = comments.find((one) => String(one.id) === id);
        if (response.statusCode === 200 && given !== undefined) {
          if (known === undefined)
            comments.push({ id: comments.length + 1, user: { type: 'Bot' }, ...given });
          else known.body = given.body;
        }
        response.end(JSON.stringify(method === 'GET' ? comments : {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
    await rm(temp, { recursive: true, force: true });
  });

  /** In place of npm: the command line that the test built. */
  function fakeNpm(): string {
    const bin = join(temp, 'bin');
    mkdirSync(bin);
    const lens = `#!/bin/sh\nexec "${process.execPath}" "${bundle()}" "$@"\n`;
    writeFileSync(join(bin, 'lens'), lens);
    writeFileSync(
      join(bin, 'npm'),
      `#!/bin/sh\necho "$@" > "${temp}/npm.txt"\nmkdir -p node_modules/.bin\ncp "${bin}/lens" node_modules/.bin/partition-lens\n`,
    );
    for (const name of ['lens', 'npm']) chmodSync(join(bin, name), 0o755);
    return bin;
  }

  /** Runs the steps as a runner does, with these inputs; gives what they print, and how the first that fails ends. */
  async function runSteps(
    inputs: Readonly<Record<string, string>>,
    event: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly code: number; readonly out: string; readonly uploaded: string | undefined }> {
    const output = join(temp, 'output.txt');
    writeFileSync(output, '');
    const given = new Map(Object.entries(action.inputs).map(([name, { default: value }]) => [name, value]));
    for (const [name, value] of Object.entries({ token: 't0ken', ...inputs })) given.set(name, value);
    const valueOf = (expression: string): string => {
      const [, input] = /^inputs\.(.+)$/.exec(expression) ?? [];
      if (input !== undefined) return given.get(input) ?? assert.fail(input);
      if (expression === 'steps.check.outputs.code')
        return /^code=(\d)$/m.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
      if (expression === 'github.action_path') return ROOT;
      if (expression === 'runner.temp') return temp;
      return event[expression] ?? '';
    };
    const filled = (text: string): string =>
      text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => valueOf(expression));
    const isWanted = ({ if: condition = '' }: Step): boolean =>
      condition
        .split(' && ')
        .filter((part) => part !== '')
        .every((part) => {
          const [left = '', right] = part.split(' == ');
          return `'${valueOf(left)}'` === right;
        });
    const { port } = server.address() as AddressInfo;
    const path = `${fakeNpm()}${delimiter}${process.env.PATH ?? ''}`;
    let [out, uploaded]: [string, string | undefined] = ['', undefined];
    for (const step of action.runs.steps.filter(isWanted)) {
      if (step.run === undefined) {
        uploaded = readFileSync(filled(step.with?.sarif_file ?? ''), 'utf8');
        continue;
      }
      const env = {
        ...process.env,
        PATH: path,
        RUNNER_TEMP: temp,
        GITHUB_OUTPUT: output,
        GITHUB_API_URL: `http://127.0.0.1:${port}`,
        GITHUB_REPOSITORY: 'o/r',
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value)])),
      };
      const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
        cwd: join(folder, given.get('working-directory') ?? '.'),
        env,
        ...KILLED_LATE,
      });
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
      const code = await new Promise<number>((resolve) =>
        child.on('close', (ended) => {
          resolve(ended ?? -1);
        }),
      );
      if (code !== 0) return { code, out, uploaded };
    }
    return { code: 0, out, uploaded };
  }

  const write = (name: string, text: string): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const commit = (): string => {
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
    return git('rev-parse', 'HEAD');
  };
  const pullRequest = (base: string): Record<string, string> => ({
    'github.event_name': 'pull_request',
    'github.event.pull_request.base.sha': base,
    'github.event.pull_request.number': '7',
  });

  it('gives no script what somebody else can write, but in variables', () => {
    for (const { run = '' } of action.runs.steps) assert.ok(!run.includes('${{'), run);
    assert.equal(action.runs.using, 'composite');
  });

  it('uploads the findings, and fails after that', async () => {
    write('src/a.ts', SCAN);
    const { code, uploaded = '' } = await runSteps({});
    assert.equal(code, 1);
    assert.match(uploaded, /"uri": "src\/a\.ts"/);
    assert.equal(comments.length, 1);
    assert.match(readFileSync(join(temp, 'npm.txt'), 'utf8'), /--ignore-scripts .*partition-lens@latest/);
  });

  it('shows annotations, of these paths, of this severity', async () => {
    write('a b/a.ts', SCAN);
    write('c/c.ts', SCAN);
    const { code, out, uploaded } = await runSteps({
      report: 'annotations',
      paths: 'a b\n',
      'fail-on': 'error',
    });
    assert.deepEqual([code, uploaded], [0, undefined]);
    assert.match(out, /^::warning file=a b\/a\.ts,line=3/m);
    assert.doesNotMatch(out, /c\.ts/);
  });

  it('comments on a pull request once, and updates that', async () => {
    write('a.ts', 'export {};\n');
    const base = commit();
    write('a.ts', SCAN);
    commit();
    const inputs = { 'fail-on': 'never' };
    assert.equal((await runSteps(inputs, pullRequest(base))).code, 0);
    assert.deepEqual(
      comments.map(({ id, body }) => [id, body.split('\n')[0]]),
      [
        [1, '<!-- partition-lens design -->'],
        [2, '<!-- partition-lens design -->'],
      ],
    );
    assert.match(comments[1]?.body ?? '', /\*\*Table design\*\* Since [\da-f]{40}: worse 1/);
    write('a.ts', 'export {};\n');
    await rm(join(temp, 'bin'), { recursive: true });
    await runSteps(inputs, pullRequest(base));
    assert.equal(comments.length, 2);
    assert.match(comments[1]?.body ?? '', /worse 0/);
    assert.equal(comments[0]?.body, '<!-- partition-lens design -->\nmine');
  });

  it('does not fail where the token may only read', async () => {
    write('a.ts', 'export {};\n');
    const base = commit();
    isReadOnly = true;
    const { code, out } = await runSteps({}, pullRequest(base));
    assert.equal(code, 0);
    assert.match(
      out,
      /^::warning::The comment on the design of tables couldn't be written: POST 7\/comments: 403$/m,
    );
  });

  it('takes no input for a command or an option', async () => {
    write('a.ts', SCAN);
    commit();
    for (const inputs of [
      { paths: '$(touch hacked)' },
      { paths: '--format=text' },
      { since: '--output=hacked' },
      { since: '$(touch hacked)' },
      { 'fail-on': '"; touch hacked; "' },
      { report: 'x; touch hacked' },
    ]) {
      await rm(join(temp, 'bin'), { recursive: true, force: true });
      const { code, uploaded } = await runSteps(inputs);
      assert.deepEqual([code, uploaded], [2, undefined], JSON.stringify(inputs));
      assert.ok(!existsSync(join(folder, 'hacked')));
    }
  });
});

describe('docs/builds.md', () => {
  const { write, partitionLens } = cliFolder();
  const page = read('docs/builds.md');
  const snippets = [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text = '']) => text);

  it('has snippets of YAML', () => {
    assert.equal(snippets.length, 3);
    for (const snippet of snippets) assert.equal(typeof parse(snippet), 'object');
  });

  it('has commands that run', async () => {
    await write({ 'a.ts': SCAN });
    const commands = [...page.matchAll(/npx (?:--yes )?partition-lens ([^\n`>]+)/g)].map(
      ([, args = '']) => args,
    );
    assert.equal(commands.length, 3);
    for (const args of commands) {
      const { code, err } = await partitionLens(...args.trim().split(' '));
      assert.equal(code, 0, `${args}: ${err}`);
    }
  });

  it('names every input of the action, with its default', () => {
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (?:`(.+?)`)?/gm)].map(([, name, value = '']) => [
      name,
      value,
    ]);
    assert.deepEqual(
      rows.filter(([name]) => name !== 'token'),
      Object.entries(action.inputs)
        .filter(([name]) => name !== 'token')
        .map(([name, { default: value }]) => [name, value]),
    );
  });
});
