import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { npmBundles } from '../../scripts/lib/bundles.ts';
import { currentVersion, tarballPath } from '../../scripts/lib/manifest.ts';
import { patterns } from '../../src/lens/patterns/registry.ts';
import { rules } from '../../src/lens/rules/registry.ts';

const SOURCE = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES, 'Staff');
client.listEntities({ queryOptions: { filter: "partitionKey eq 'a'" } });
`;

describe('the npm package', () => {
  let folder: string;
  let installed: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'partition-lens-npm-'));
    installed = join(folder, 'node_modules/partition-lens');
    write('package.json', '{ "name": "empty", "version": "1.0.0", "private": true }');
    mkdirSync(join(folder, 'src'));
    write('src/a.ts', SOURCE);
    // without a connection: it needs nothing else
    const { status, stderr } = shell(`npm install --offline --no-audit --no-fund "${tarballPath}"`);
    assert.equal(status, 0, stderr);
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes no more than 2.5 MB', () => {
    assert.ok(statSync(tarballPath).size <= 2_500_000, `${statSync(tarballPath).size} bytes`);
  });

  it('has these files, no more and no fewer', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => statSync(join(installed, name)).isFile());
    const expected = [
      ...['LICENSE', 'README.md', 'package.json', 'dist/ThirdPartyNotices.txt', 'dist/assistants.md'],
      ...['dist/analyze.d.ts', 'dist/types.d.ts'],
      ...npmBundles.map(({ file }) => `dist/${file}`),
      ...[...rules, ...patterns].map(({ id }) => `dist/pages/${id}.md`),
      ...['design-report', 'partitionlens'].map((name) => `schemas/${name}.schema.json`),
    ];
    assert.deepEqual(files.sort(), expected.sort());
  });

  it('brings nothing along and runs nothing when it is installed', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
    for (const field of ['scripts', 'dependencies', 'optionalDependencies', 'peerDependencies', 'gypfile'])
      assert.ok(!(field in manifest), field);
    assert.deepEqual(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['partition-lens'],
    );
  });

  it('has none of VS Code’s parts', () => {
    for (const { file } of npmBundles) {
      const text = readFileSync(join(installed, 'dist', file), 'utf8');
      assert.ok(!text.includes('require("vscode') && !text.includes('viewsContainers'), file);
    }
  });

  it('checks the project, and says which version it is', () => {
    const { status, stdout, stderr } = shell('npx --no-install partition-lens check');
    assert.match(stdout, /^src\/a\.ts:3:48: error: .*\[key-name-case\]/m, stderr);
    assert.equal(status, 1);
    assert.equal(shell('npx --no-install partition-lens --version').stdout.trim(), currentVersion);
  });

  it('has the pages of the rules for SARIF', () => {
    const { stdout } = shell('npx --no-install partition-lens check --format sarif');
    const { runs } = JSON.parse(stdout) as {
      runs: { tool: { driver: { rules: { help?: { markdown: string } }[] } } }[];
    };
    assert.match(runs[0]?.tool.driver.rules[0]?.help?.markdown ?? '', /^# /);
  });

  for (const [name, how] of [
    ['use.mjs', `import { analyze } from 'partition-lens';`],
    ['use.cjs', `const { analyze } = require('partition-lens');`],
  ] as const) {
    it(`is used by a program: ${name}`, () => {
      const files = JSON.stringify([{ file: 'a.ts', text: SOURCE }]);
      write(name, `${how}\nconsole.log(JSON.stringify(analyze({ files: ${files} }).findings[0]));\n`);
      const { stdout, stderr } = shell(`node ${name}`);
      const finding = JSON.parse(stdout || stderr) as { rule: string; fixes: { edits: object[] }[] };
      assert.equal(finding.rule, 'key-name-case');
      assert.equal(finding.fixes[0]?.edits.length, 1);
    });
  }

  for (const [module, moduleResolution] of [
    [ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    [ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ] as const) {
    it(`has types, found as ${ts.ModuleResolutionKind[moduleResolution]} finds them`, () => {
      const problemsOf = (line: string): readonly string[] => {
        write(
          'typed.ts',
          `import { analyze, type Finding, type Shape } from 'partition-lens';
           const { findings, operations } = analyze({ files: [{ file: 'a.ts', text: '' }], only: [] });
           export const [first]: readonly Finding[] = findings;
           export const shapes: (Shape | undefined)[] = operations.map(({ shape }) => shape);
           ${line}\n`,
        );
        const program = ts.createProgram([join(folder, 'typed.ts')], {
          module,
          moduleResolution,
          target: ts.ScriptTarget.ES2023,
          strict: true,
          noEmit: true,
          types: [],
        });
        return ts
          .getPreEmitDiagnostics(program)
          .map((each) => ts.flattenDiagnosticMessageText(each.messageText, ' '));
      };
      assert.deepEqual(problemsOf(''), []);
      assert.match(problemsOf('export const wrong: number = first?.message;').join(), /not assignable/);
    });
  }

  describe('driven by the command line of the published inspector', () => {
    const INSPECTOR = fileURLToPath(
      new URL('../../node_modules/@modelcontextprotocol/inspector-cli/build/cli.js', import.meta.url),
    );

    /** It looks for the package that it is in from where it runs: that has to be below a folder with a package. */
    function inspect(method: string, ...args: readonly string[]): Record<string, unknown> {
      const server = ['node', '../node_modules/partition-lens/dist/cli.js', 'mcp', '..'];
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [INSPECTOR, '--cli', ...server, '--method', method, ...args],
        { cwd: join(folder, 'src'), encoding: 'utf8' },
      );
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout) as Record<string, unknown>;
    }
    const call = (tool: string, ...given: readonly string[]): Record<string, unknown> =>
      inspect('tools/call', '--tool-name', tool, ...given.flatMap((one) => ['--tool-arg', one]));

    it('lists tools and resources', () => {
      const { tools } = inspect('tools/list') as {
        tools: { name: string; outputSchema: { type: string } }[];
      };
      assert.deepEqual(tools.map(({ name }) => name).sort(), [
        ...['apply_pattern', 'check_files', 'classify_filter', 'explain_rule', 'list_operations'],
        ...['list_patterns', 'table_design'],
      ]);
      assert.ok(tools.every(({ outputSchema }) => outputSchema.type === 'object'));
      const { resources } = inspect('resources/list') as { resources: { uri: string }[] };
      assert.equal(resources.length, rules.length);
    });

    it('calls tools, and reads the page of a rule', () => {
      const found = call('check_files', 'paths=["src/a.ts"]', 'fixes=true').structuredContent as {
        findings: { rule: string; line: number; fixes: object[] }[];
      };
      assert.deepEqual(found.findings.map(({ rule, line, fixes }) => [rule, line, fixes.length > 0])[0], [
        'key-name-case',
        3,
        true,
      ]);
      const { shape } = call('classify_filter', "filter=PartitionKey eq 'a'").structuredContent as {
        shape: string;
      };
      assert.equal(shape, 'partition-scan');
      const page = inspect('resources/read', '--uri', 'partition-lens://rules/table-scan');
      assert.match(JSON.stringify(page), /# `table-scan`/);
    });

    it('gets words for a path outside the folder, and for a tool that is not there', () => {
      for (const path of ['../', '/etc', 'src/../../x']) {
        const { isError, content } = call('check_files', `paths=${JSON.stringify([path])}`);
        assert.equal(isError, true, path);
        assert.match(JSON.stringify(content), /outside the workspace folder/);
      }
      const { isError } = call('count_query', 'table=Staff', "filter=PartitionKey eq 'a'");
      assert.equal(isError, true);
    });
  });

  it('gives programs no other of its files', () => {
    assert.ok(existsSync(join(installed, 'dist/cli.js')));
    const { status, stderr } = shell(`node -e "require('partition-lens/dist/cli.js')"`);
    assert.equal(status, 1);
    assert.match(stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
  });

  function write(name: string, text: string): void {
    writeFileSync(join(folder, name), text);
  }

  function shell(command: string): SpawnSyncReturns<string> {
    return spawnSync(command, { cwd: folder, shell: true, encoding: 'utf8' });
  }
});
