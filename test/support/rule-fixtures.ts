import assert from 'node:assert/strict';
import { applyEdits } from '../../src/core/text/edit.ts';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import type { Finding } from '../../src/lens/engine/finding.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { syntaxErrorCount } from '../../src/lens/syntax/parse.ts';
import { updateLater, type LineChanges } from './update-carets.ts';

/**
 * Fixtures are small sources with marks below the code:
 *
 *     // file: staff.ts
 *     client.listEntities();
 *     //     ^^^^^^^^^^^^ warning table-scan/only-properties: Age
 *
 * The id of the message and part of its data may be left out. `// file:` begins a file (without one there is `main.ts`), carets stand below exactly what a finding
 * underlines in the line above, and lines of marks are taken out before the source is analysed.
 */
interface FixtureFile {
  readonly file: string;
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Of each line of `text`, which line of the fixture it is, from 0. */
  readonly lines: readonly number[];
}

interface Mark {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly severity: string;
  readonly rule: string;
  readonly messageId: string | undefined;
  /** A part of the message's data. */
  readonly part: string;
  /** Which line of the fixture it is, from 0. */
  readonly at: number;
}

const MARK = /^\s*\/\/\s*(\^+) (error|warning|information|hint) ([\w-]+)(?:\/([\w-]+))?(?:: (.*))?$/;

/**
 * Checks that the findings in a fixture are exactly those that it marks. Information, hints and writes without
 * `await` count only of the rules that it marks somewhere: they stand at much that is not what a fixture is about
 * ({@link checkSilent}). With `UPDATE_CARETS=1` in the environment it writes the marks that are wrong again, into the test.
 */
export function check(fixture: string): void {
  const files = readFixture(fixture);
  const found = countedFindings(files);
  if (process.env.UPDATE_CARETS === '1') {
    updateLater(check, fixture, changesOf(fixture, files, found));
    return;
  }
  for (const { file, text, marks } of files) {
    const findings = found(file);
    assert.deepEqual(
      findings.map((finding) => describe(text, finding)),
      marks.map((mark) => `${mark.line}:${mark.column}+${mark.length} ${mark.severity} ${mark.rule}`),
      file + findings.map(({ message }) => `\n  ${message}`).join(''),
    );
    for (const [i, { messageId, data, message, help = '' }] of findings.entries()) {
      const mark = marks[i];
      assert.equal(messageId, mark?.messageId ?? messageId, message);
      const part = mark?.part ?? '';
      assert.ok(data.join(', ').includes(part), `"${data.join(', ')}" lacks "${part}"`);
      assert.doesNotMatch(message + help, /\{\d\}/, 'a placeholder was not filled');
    }
  }
}

/** The findings that count in each file of a fixture. */
function countedFindings(files: readonly FixtureFile[]): (file: string) => readonly Finding[] {
  const engine = engineOver(files);
  const marked = new Set(files.flatMap(({ marks }) => marks.map(({ rule }) => rule)));
  return (file) =>
    engine.analyze(file).findings.filter((finding) => isWeighty(finding) || marked.has(finding.rule));
}

/** How the lines of marks change so that {@link check} passes: of each line of code whose marks are wrong, all of them. */
export function markChanges(fixture: string): LineChanges {
  const files = readFixture(fixture);
  return changesOf(fixture, files, countedFindings(files));
}

function changesOf(
  fixture: string,
  files: readonly FixtureFile[],
  found: (file: string) => readonly Finding[],
): LineChanges {
  const indent = indentOf(fixture);
  const wrong = files.flatMap(({ file, text, marks, lines }) =>
    lines.flatMap((below, i) => {
      const old = marks.filter(({ line }) => line === i + 1);
      const findings = found(file).filter(({ span }) => lineOf(text, span.start) === i + 1);
      const added = findings.map((finding) => indent + markOf(text, finding, old));
      const removed = old.map(({ at }) => at);
      const isRight =
        old.length === findings.length && findings.every((finding, k) => isSaid(old[k], text, finding));
      return isRight ? [] : [{ removed, added: added.map((line) => ({ below, text: line })) }];
    }),
  );
  return { removed: wrong.flatMap(({ removed }) => removed), added: wrong.flatMap(({ added }) => added) };
}

/** The line of marks for a finding: it says as much of the message as a mark that was there, if that is still true. */
function markOf(text: string, finding: Finding, old: readonly Mark[]): string {
  const { span, severity, rule, messageId, data } = finding;
  const column = span.start - (text.lastIndexOf('\n', span.start - 1) + 1);
  assert.ok(column > 1, `no carets can stand below ${rule} at the beginning of a line: ${finding.message}`);
  const before = old.find((mark) => mark.rule === rule && mark.column === column);
  const id = before !== undefined && before.messageId === undefined ? rule : `${rule}/${messageId}`;
  const part = before?.part ?? '';
  const said = part !== '' && data.join(', ').includes(part) ? `: ${part}` : '';
  return `//${' '.repeat(column - 2)}${'^'.repeat(span.end - span.start)} ${severity} ${id}${said}`;
}

/** Whether a mark is right about a finding, however it is written. */
function isSaid(mark: Mark | undefined, text: string, finding: Finding): boolean {
  if (mark === undefined) return false;
  const { line, column, length, severity, rule, messageId = finding.messageId, part } = mark;
  return (
    describe(text, finding) === `${line}:${column}+${length} ${severity} ${rule}` &&
    messageId === finding.messageId &&
    finding.data.join(', ').includes(part)
  );
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
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
  return engineOver([{ file, text, marks: [], lines: [] }]).analyze(file).findings;
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
  // an empty first line is not of the text
  const first = fixture.startsWith('\n') ? 1 : 0;
  if (parts.length === 1) return [readFile('/main.ts', parts[0] ?? '', first)];
  const files: FixtureFile[] = [];
  let at = first + countLines(parts[0] ?? '');
  for (let i = 1; i < parts.length; i += 2) {
    const text = parts[i + 1] ?? '';
    files.push(readFile(`/${parts[i] ?? ''}`, text, at + 1));
    at += 1 + countLines(text);
  }
  return files;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** Reads a file whose first line is line `first` of the fixture. */
function readFile(file: string, source: string, first: number): FixtureFile {
  const kept: string[] = [];
  const lines: number[] = [];
  const marks: Mark[] = [];
  for (const [i, line] of source.split('\n').entries()) {
    const mark = MARK.exec(line);
    if (mark === null) {
      kept.push(line);
      lines.push(first + i);
      continue;
    }
    const [, carets = '', severity = '', rule = '', messageId, part = ''] = mark;
    marks.push({
      line: kept.length,
      column: line.indexOf('^'),
      length: carets.length,
      severity,
      rule,
      messageId,
      part,
      at: first + i,
    });
  }
  return { file, text: kept.join('\n'), marks, lines };
}

/** The indentation of a fixture's first line, which all lines have. */
function indentOf(fixture: string): string {
  return /^[^\S\n]*/.exec(fixture.replace(/^\n/, ''))?.[0] ?? '';
}

/** Takes the indentation of the first line off all lines, and the empty line before it. */
function dedent(text: string): string {
  const body = text.replace(/^\n/, '').replace(/[^\S\n]*$/, '');
  const indent = indentOf(text);
  return body
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n');
}
