import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';
import { newRule } from '../scripts/lib/new-rule.ts';
import { root } from '../scripts/lib/paths.ts';

const registry = readFileSync(join(root, 'src/lens/rules/registry.ts'), 'utf8');
const folder = 'src/lens/rules/no-such-mistake';
const files = newRule('no-such-mistake', registry);
const text = (path: string): string => files.get(path) ?? assert.fail(path);

describe('npm run new-rule', () => {
  it('makes rule, messages, test and page, and changes the registry alone', () => {
    assert.deepEqual([...files.keys()].sort(), [
      `${folder}/messages.ts`,
      `${folder}/no-such-mistake.test.ts`,
      `${folder}/page.md`,
      `${folder}/rule.ts`,
      'src/lens/rules/registry.ts',
    ]);
  });

  it('adds an import in the order of the alphabet, and the rule once at the end', () => {
    const before = registry.split('\n');
    const after = text('src/lens/rules/registry.ts').split('\n');
    const added = after.filter((line) => !before.includes(line));
    assert.deepEqual(added, [
      "import { rule as noSuchMistake } from './no-such-mistake/rule.ts';",
      '  noSuchMistake,',
    ]);
    assert.deepEqual(
      after.filter((line) => !added.includes(line)),
      before,
    );
    const at = after.indexOf(added[0] ?? '');
    assert.ok((after[at - 1] ?? '') < (after[at] ?? '') && (after[at] ?? '') < (after[at + 1] ?? ''));
    assert.equal(after[after.lastIndexOf('];') - 1], '  noSuchMistake,');
  });

  it('writes code that the compiler takes, formatted as the rest', async () => {
    const config = await prettier.resolveConfig(join(root, 'package.json'));
    for (const [path, code] of files) {
      if (!path.endsWith('.ts')) continue;
      assert.ok(await prettier.check(code, { ...config, filepath: path }), path);
    }
    assert.deepEqual(complaints(), []);
  }).timeout(120_000);

  it('writes a page with the headings and examples that pages have', () => {
    const page = text(`${folder}/page.md`);
    assert.deepEqual(
      [...page.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading),
      ['What', 'Why', 'Bad', 'Good', 'When to silence'],
    );
    assert.equal(page.match(/^```ts$/gm)?.length, 2);
  });

  it('takes only new ids', () => {
    assert.throws(() => newRule('table-scan', registry), /already a rule table-scan/);
    for (const id of ['', 'Table-Scan', '../x', 'scan', 'a b', 'table-scan/']) {
      assert.throws(() => newRule(id, registry), /isn't the id of a rule/, id);
    }
  });
});

/** What the compiler says of the new files, where they would be. */
function complaints(): readonly string[] {
  const path = join(root, 'tsconfig.json');
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path, (name) => readFileSync(name, 'utf8')).config,
    ts.sys,
    root,
  );
  const host = ts.createCompilerHost(config.options);
  const made = new Map([...files].map(([name, code]) => [join(root, name), code]));
  const onDisk = ts.createCompilerHost(config.options);
  // the folder of the rule is none on the disk
  host.directoryExists = () => true;
  host.fileExists = (name) => made.has(name) || onDisk.fileExists(name);
  host.readFile = (name) => made.get(name) ?? onDisk.readFile(name);
  host.getSourceFile = (name, options) => {
    const code = made.get(name);
    return code === undefined
      ? onDisk.getSourceFile(name, options)
      : ts.createSourceFile(name, code, options);
  };
  const names = [...made.keys()].filter((name) => name.endsWith('.ts'));
  const program = ts.createProgram(names, config.options, host);
  return names.flatMap((name) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(name)),
      ...program.getSemanticDiagnostics(program.getSourceFile(name)),
    ].map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
}
