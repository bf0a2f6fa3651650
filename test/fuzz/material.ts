import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import type { Material } from './mutate.ts';

export interface Source {
  readonly file: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = `import { TableClient, odata } from '@azure/data-tables';\n`;

function filesIn(folder: string, ending: string): Source[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .sort()
    .map((name) => ({ file: `/${name}`, text: readFileSync(root + name, 'utf8') }));
}

/** The sources that tests hold in templates. */
function templatesIn({ text }: Source): Source[] {
  return [...text.matchAll(/`((?:[^`\\]|\\.)*Entit(?:[^`\\]|\\.)*)`/g)].map(([, template = '']) => ({
    file: '/fuzz/case.ts',
    text: PACKAGE + template.replaceAll(/\\([`$\\])/g, '$1'),
  }));
}

/** The demo, whose files know each other. */
export const samples = filesIn('samples', '.ts');
/** Our own code, as if it spoke of tables. */
export const own = filesIn('src', '.ts').map(({ file, text }) => ({ file, text: PACKAGE + text }));
/** What the tests of the lens read. */
export const cases = filesIn('src/lens', '.test.ts').flatMap(templatesIn);

export const MATERIAL: Material = {
  cut: (text) => text.match(/\s+|[\w$]+|=>|\?\.|\.{3}|[=!<>&|?*+]{2,3}|\$\{|[^]/g) ?? [],
  insertions: [
    ...'( ) [ ] { } < > ` \' " ${ } ; , . ?. ... => = += ?? ! # @ \\ / /* */ // : ? & |'.split(' '),
    ...'async await yield function class extends new return if else for while switch case default'.split(' '),
    ...'try catch finally throw import export const let var this super static get set enum of in as'.split(
      ' ',
    ),
    ...'undefined null true 1n 1e999 0x 08 /a/ \uD83D \uFFFC \u2028 <!-- #!'.split(' '),
    'client.listEntities({ queryOptions: { filter } })',
    'for await (const e of new TableClient(u, t, c).listEntities()) break;',
    "odata`PartitionKey eq ${x} and RowKey eq '${y}'`",
    'module.exports = { ...exports, f }',
    '// partition-lens-disable-next-line',
    '/* partition-lens-disable table-scan */',
  ],
  longOnceIn: 40,
  nestings: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['{ a: ', ' }'],
    ['`${', '}`'],
    ['() => ', ''],
    ['f(', ')'],
    ['if (x) ', ''],
    ['for await (const e of c.listEntities()) { ', ' }'],
    ['class A { m() { ', ' } }'],
    ['x ? y : ', ''],
    ['a + ', ''],
    ['await ', ''],
    ['a.b(', ').c'],
    ['filter += ', ';'],
    ['try { ', ' } finally {}'],
  ],
};

/** An engine in which no rule may throw. */
export function newEngine(): Engine {
  return createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} failed on ${file}`, { cause: error });
    },
  });
}

/** Gives the engine all that it asks for, of these files; what none of them is, is missing. */
export function provide(engine: Engine, files: readonly Source[] = samples): void {
  for (let round = 0; ; round++) {
    const wanted = engine.wantedFiles();
    if (wanted.length === 0) return;
    assert.ok(round < 20, 'the engine goes on asking for files');
    for (const candidates of wanted) {
      const found = files.find(({ file }) => candidates.includes(file));
      if (found) engine.setFile(found.file, found.text);
      else for (const file of candidates) engine.markMissing(file);
    }
  }
}

/** Every value that a part of an analysis has, once it is asked for; fixes are left out, which read the file again. */
function told(value: unknown): unknown {
  if (typeof value === 'function')
    return value.length === 0 && value.name !== 'fixes' ? told((value as () => unknown)()) : undefined;
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map) return [...value].map(told);
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (name === 'fixes' ? [] : [[name, told(part)]])),
  );
}

/** All that an engine says of the files that it would check, and of others. */
export function allOf(engine: Engine, others: readonly string[] = []): unknown {
  const checked = engine.filesToCheck();
  return [...new Set([...checked, ...others])]
    .sort()
    .map((file) => [file, checked.includes(file), told(engine.analyze(file))]);
}
