import assert from 'node:assert/strict';
import { applyEdits } from '../../src/core/text/edit.ts';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import type { Finding } from '../../src/lens/engine/finding.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { syntaxErrorCount } from '../../src/lens/syntax/parse.ts';

/**
 * Fixtures are small sources with marks below the code:
 *
 *     // file: staff.ts
 *     client.listEntities();
 *     //     ^^^^^^^^^^^^ warning table-scan: part of the message
 *
 * `// file:` begins a file (without one there is `main.ts`), carets stand below exactly what a finding
 * underlines in the line above, and lines of marks are taken out before the source is analysed.
 */
interface FixtureFile {
  readonly file: string;
  readonly text: string;
  readonly marks: readonly Mark[];
}

interface Mark {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly severity: string;
  readonly rule: string;
  readonly part: string;
}

const MARK = /^\s*\/\/\s*(\^+) (error|warning|information|hint) ([\w-]+)(?:: (.*))?$/;

/**
 * Checks that the findings in a fixture are exactly those that it marks. Information, hints and writes without
 * `await` count only of the rules that it marks somewhere: they stand at much that is not what a fixture is about
 * ({@link checkSilent}).
 */
export function check(fixture: string): void {
  const files = readFixture(fixture);
  const engine = engineOver(files);
  const marked = new Set(files.flatMap(({ marks }) => marks.map(({ rule }) => rule)));
  for (const { file, text, marks } of files) {
    const findings = engine
      .analyze(file)
      .findings.filter((finding) => isWeighty(finding) || marked.has(finding.rule));
    assert.deepEqual(
      findings.map((finding) => describe(text, finding)),
      marks.map((mark) => `${mark.line}:${mark.column}+${mark.length} ${mark.severity} ${mark.rule}`),
      file + findings.map(({ message }) => `\n  ${message}`).join(''),
    );
    for (const [i, { message }] of findings.entries()) {
      assert.ok(message.includes(marks[i]?.part ?? ''), `"${message}" lacks "${marks[i]?.part ?? ''}"`);
      assert.doesNotMatch(message, /\{\d\}/, 'a placeholder was not filled');
    }
  }
}

/** Checks that `rule` says nothing about any file of a fixture. */
export function checkSilent(rule: string, fixture: string): void {
  const files = readFixture(fixture);
  const engine = engineOver(files);
  for (const { file, text } of files) {
    const findings = engine.analyze(file).findings.filter((finding) => finding.rule === rule);
    assert.deepEqual(
      findings.map((finding) => `${describe(text, finding)}: ${finding.message}`),
      [],
      file,
    );
  }
}

/** Sources that are about something else leave `await` out. */
function isWeighty({ rule, severity }: Finding): boolean {
  return rule !== 'unawaited-write' && (severity === 'error' || severity === 'warning');
}

/**
 * Checks that a fix of `rule` makes `after` of the first file of `before`, and leaves the other findings
 * to the engine's own check. `title` chooses among several fixes.
 */
export function checkFix(rule: string, before: string, after: string, title?: string): void {
  const files = readFixture(before);
  const [main] = files;
  assert.ok(main !== undefined);
  const fixes = fixesOf(rule, files);
  const fix = fixes.find((candidate) => title === undefined || candidate.title.includes(title));
  assert.ok(fix !== undefined, `no such fix; offered: ${fixes.map((other) => other.title).join(', ')}`);
  assert.equal(applyEdits(main.text, fix.edits), dedent(after));
}

/** Checks that `rule` reports the first file, and offers no fix (with this in its title). */
export function checkNoFix(rule: string, fixture: string, title = ''): void {
  const offered = fixesOf(rule, readFixture(fixture)).map((fix) => fix.title);
  assert.deepEqual(
    offered.filter((other) => other.includes(title)),
    [],
  );
}

/** Findings of one source; fails if it does not parse. */
export function findingsOf(file: string, text: string): readonly Finding[] {
  assert.equal(syntaxErrorCount(file, text), 0, 'the source has a syntax error');
  return engineOver([{ file, text, marks: [] }]).analyze(file).findings;
}

function fixesOf(rule: string, files: readonly FixtureFile[]): ReturnType<Finding['fixes']> {
  const engine = engineOver(files);
  const finding = engine.analyze(files[0]?.file ?? '').findings.find((other) => other.rule === rule);
  assert.ok(finding !== undefined, `${rule} reports nothing`);
  return finding.fixes();
}

function engineOver(files: readonly FixtureFile[]): Engine {
  const engine = createEngine({
    rules,
    onRuleError: (_rule, _file, error) => {
      throw error;
    },
  });
  for (const { file, text } of files) engine.setFile(file, text);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const found = files.find(({ file }) => candidates.includes(file));
      if (found !== undefined) engine.setFile(found.file, found.text);
      else for (const file of candidates) engine.markMissing(file);
    }
  }
  return engine;
}

function describe(text: string, { span, severity, rule }: Finding): string {
  const before = text.slice(0, span.start).split('\n');
  const column = before.at(-1)?.length ?? 0;
  return `${before.length}:${column}+${span.end - span.start} ${severity} ${rule}`;
}

function readFixture(fixture: string): FixtureFile[] {
  const parts = dedent(fixture).split(/^\/\/ file: (\S+)\n/m);
  const named = parts.length === 1 ? ['main.ts', parts[0] ?? ''] : parts.slice(1);
  return named.flatMap((name, i) => (i % 2 === 0 ? [readFile(`/${name}`, named[i + 1] ?? '')] : []));
}

function readFile(file: string, source: string): FixtureFile {
  const lines: string[] = [];
  const marks: Mark[] = [];
  for (const line of source.split('\n')) {
    const mark = MARK.exec(line);
    if (mark === null) {
      lines.push(line);
      continue;
    }
    const [, carets = '', severity = '', rule = '', part = ''] = mark;
    marks.push({
      line: lines.length,
      column: line.indexOf('^'),
      length: carets.length,
      severity,
      rule,
      part,
    });
  }
  return { file, text: lines.join('\n'), marks };
}

/** Takes the indentation of the first line off all lines, and the empty line before it. */
function dedent(text: string): string {
  const body = text.replace(/^\n/, '').replace(/[^\S\n]*$/, '');
  const indent = /^[^\S\n]*/.exec(body)?.[0] ?? '';
  return body
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n');
}
