import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { applyEdits, type TextEdit } from '../../src/core/text/edit.ts';

/** What changes in a fixture: lines that go, and lines that come below another; lines from 0. */
export interface LineChanges {
  readonly removed: readonly number[];
  readonly added: readonly { readonly below: number; readonly text: string }[];
}

/** Where a function was called, lines and columns from 1 as stacks have them. */
export interface CallSite {
  readonly line: number;
  readonly column: number;
}

/** A part of a template that is written in the source: where it is in the text that it makes, and in the source. */
interface Written {
  readonly start: number;
  readonly end: number;
  readonly source: number;
  readonly raw: string;
}

const waiting = new Map<string, Map<number, TextEdit>>();

/** Writes the changes of a fixture into the test that called `checked`, when the process ends: other calls are at their places until then. */
export function updateLater(checked: (fixture: string) => void, fixture: string, changes: LineChanges): void {
  if (changes.removed.length + changes.added.length === 0) return;
  const { file, site } = callerOf(checked);
  if (waiting.size === 0) process.once('exit', writeAll);
  const edits = waiting.get(file) ?? new Map<number, TextEdit>();
  for (const edit of editsFor(readFileSync(file, 'utf8'), site, fixture, changes))
    edits.set(edit.span.start, edit);
  waiting.set(file, edits);
}

function writeAll(): void {
  for (const [file, edits] of waiting) {
    writeFileSync(file, applyEdits(readFileSync(file, 'utf8'), [...edits.values()]));
  }
}

function callerOf(checked: (fixture: string) => void): { readonly file: string; readonly site: CallSite } {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, checked);
  const [, url = '', line, column] = /(file:\/\/\S+?):(\d+):(\d+)/.exec(at.stack ?? '') ?? [];
  return { file: fileURLToPath(url), site: { line: Number(line), column: Number(column) } };
}

/**
 * The edits of a test's source that change the fixture at a call. Throws with a sentence where the fixture, or a line that changes, isn't
 * written there.
 */
export function editsFor(
  source: string,
  site: CallSite,
  fixture: string,
  { removed, added }: LineChanges,
): readonly TextEdit[] {
  const written = partsOf(fixtureAt(source, site), fixture);
  const starts = lineStarts(fixture);
  const endOf = (line: number): number => (starts[line + 1] ?? fixture.length + 1) - 1;
  // with the line break before, so that an addition below the line above is apart from it
  const gone = removed.map((line) => {
    const start = (starts[line] ?? 0) - 1;
    return { start, end: endOf(line), below: line };
  });
  const edits = new Map<number, { start: number; end: number; text: string }>();
  for (const { start, end } of gone) edits.set(start, { start, end, text: '' });
  for (const { below, text } of added) {
    const start = endOf(below);
    const edit = edits.get(start) ?? { start, end: start, text: '' };
    edits.set(start, { ...edit, text: `${edit.text}\n${escaped(text)}` });
  }
  return [...edits.values()].map(({ start, end, text }) => ({
    span: { start: sourceOffset(written, start), end: sourceOffset(written, end) },
    text,
  }));
}

function fixtureAt(source: string, { line, column }: CallSite): ts.TemplateLiteral {
  const file = ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest, true);
  const offset = file.getPositionOfLineAndCharacter(line - 1, column - 1);
  let found: ts.TemplateLiteral | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getStart(file) === offset) {
      const [fixture] = node.arguments;
      if (
        fixture !== undefined &&
        (ts.isTemplateExpression(fixture) || ts.isNoSubstitutionTemplateLiteral(fixture))
      ) {
        found = fixture;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  if (found === undefined)
    throw new Error('UPDATE_CARETS changes a fixture that is a template at the call. Change this by hand.');
  return found;
}

/** Finds the written parts of a template in the text that it made. */
function partsOf(template: ts.TemplateLiteral, fixture: string): readonly Written[] {
  const pieces = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template];
  const parts: Written[] = [];
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    const isLast = i === pieces.length - 1;
    const start = i === 0 ? 0 : isLast ? fixture.length - piece.text.length : fixture.indexOf(piece.text, at);
    at = start + piece.text.length;
    if (start < 0 || fixture.slice(start, at) !== piece.text)
      throw new Error('The fixture is not what the template makes.');
    // between backticks and braces
    const raw = piece.getText().slice(1, isLast ? -1 : -2);
    parts.push({ start, end: at, source: piece.getStart() + 1, raw });
  }
  return parts;
}

function sourceOffset(parts: readonly Written[], offset: number): number {
  const part = parts.find(({ start, end }) => start <= offset && offset <= end);
  if (part === undefined)
    throw new Error('A line that changes comes from an expression of the template. Change it by hand.');
  let raw = 0;
  for (let cooked = part.start; cooked < offset; cooked += 1) raw += part.raw[raw] === '\\' ? 2 : 1;
  return part.source + raw;
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

/** A line as a template has it. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`]|\$\{/g, '\\$&');
}
