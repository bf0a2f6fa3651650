import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createEngine } from '../src/lens/engine/create.ts';
import { rules } from '../src/lens/rules/registry.ts';
import { readMarks } from './support/carets.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const marks = readMarks(read('test/fixtures/bad-sample.carets.txt'));

interface Found {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** What the lens finds in one version of the sample, by file and position. */
function findingsOf(version: 'good' | 'bad'): Found[] {
  const engine = createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} threw on ${file}`, { cause: error });
    },
  });
  const folder = `samples/${version}/src`;
  const files = readdirSync(new URL(`../${folder}`, import.meta.url)).sort();
  for (const file of files) engine.setFile(`/${folder}/${file}`, read(`${folder}/${file}`));
  for (const candidates of engine.wantedFiles()) candidates.forEach(engine.markMissing);
  return files.flatMap((file) =>
    engine.analyze(`/${folder}/${file}`).findings.map(({ span, rule }) => {
      const before = read(`${folder}/${file}`).slice(0, span.start).split('\n');
      const start = before.at(-1)?.length ?? 0;
      return { file: `src/${file}`, line: before.length, start, end: start + span.end - span.start, rule };
    }),
  );
}

describe('the defects of the bad sample', () => {
  it('are marked where the source stands', () => {
    for (const { file, line, text } of marks) {
      assert.equal(read(`samples/bad/${file}`).split('\n')[line - 1], text, `${file}:${line}`);
    }
  });

  it('are those that DEFECTS.md lists', () => {
    const rows = read('samples/DEFECTS.md').matchAll(/^\| `(src\/.+?)` \| (\d+) \| `([a-z-]+)` \|/gm);
    const listed = [...rows].map(([, file, line, rule]) => `${file}:${line} ${rule}`);
    assert.deepEqual(
      marks.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
      listed,
    );
  });

  it('have each rule of the catalogue at least once', () => {
    const missing = rules.filter(({ id }) => !marks.some(({ rule }) => rule === id));
    assert.deepEqual(missing, []);
  });

  it('are found, each where it is marked, and nothing else', () => {
    const expected = marks.map(({ file, line, start, end, rule }) => ({ file, line, start, end, rule }));
    assert.deepEqual(findingsOf('bad'), expected);
  });

  it('are not in the good sample', () => {
    assert.deepEqual(findingsOf('good'), []);
  });
});
