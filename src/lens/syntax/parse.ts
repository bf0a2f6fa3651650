import { editBetween } from '../../core/text/edit.ts';
import { codeOf, languageOf } from './script-blocks.ts';
import { addDocTypes, mayHaveDocTypes } from './doc-types.ts';
import * as ts from './typescript.ts';

/** What making the fixes of a file asks about again and again; nobody changes it. */
let asked: { readonly file: string; readonly text: string; readonly source: ts.SourceFile } | undefined;

/**
 * The syntax tree of one text, without parent pointers. Never throws: broken code gives a tree with gaps,
 * and code nested deeper than the stack allows the empty tree.
 * `file` decides by its ending whether JSX is read; JavaScript is read with JSX, as editors do. Of markup only the
 * scripts in it are read, where they stand.
 */
export function parseSource(file: string, text: string): ts.SourceFile {
  if (asked?.file !== file || asked.text !== text) asked = { file, text, source: parseAnew(file, text) };
  return asked.source;
}

function parseAnew(file: string, text: string): ts.SourceFile {
  const [code, kind] = [codeOf(file, text), scriptKind(file, text)];
  const hasTypes = hasDocTypes(code, kind);
  const options: ts.CreateSourceFileOptions = {
    languageVersion: ts.ScriptTarget.Latest,
    // of doc comments only the types of JavaScript are read, and a file full of them takes a third longer
    jsDocParsingMode: hasTypes ? ts.JSDocParsingMode.ParseAll : ts.JSDocParsingMode.ParseNone,
  };
  try {
    const source = ts.createSourceFile(file, code, options, false, kind);
    if (hasTypes) addDocTypes(source);
    return source;
  } catch (error) {
    if (error instanceof RangeError && text !== '') return parseAnew(file, '');
    throw error;
  }
}

function hasDocTypes(code: string, kind: ts.ScriptKind): boolean {
  return kind === ts.ScriptKind.JSX && mayHaveDocTypes(code);
}

export type Parse = typeof parseSource;

/**
 * A way to parse one text of a file after the other. What it gave last must not be used any more: all of it that an
 * edit did not touch is moved into the new tree. Only trees without errors are taken over, and only into such: with
 * them TypeScript tells the same of any text, however it came about. One that is for edits begins with the tree that
 * fixes of the file were made of, if there is one.
 */
export function createParser(isForEdits = false): Parse {
  let last: Parsed | undefined;
  return (file, text) => {
    const [code, kind] = [codeOf(file, text), scriptKind(file, text)];
    const before = last?.source.fileName === file || !isForEdits ? last : takeAsked(file, kind);
    last = undefined;
    const isSame = before?.source.fileName === file && before.kind === kind && !hasDocTypes(code, kind);
    const source = (isSame ? updated(before.source, code) : undefined) ?? parseAnew(file, text);
    // a comment is not where what it says of is: what an edit does not touch can have another type
    if (syntaxErrorsOf(source).length === 0 && !hasDocTypes(code, kind)) last = { source, kind };
    return source;
  };
}

/** The tree that was asked about last, where it is of this file; whoever asks again has it made anew. */
function takeAsked(file: string, kind: ts.ScriptKind): Parsed | undefined {
  const found = asked?.file === file ? asked : undefined;
  if (found === undefined || scriptKind(file, found.text) !== kind) return undefined;
  if (hasDocTypes(found.source.text, kind) || syntaxErrorsOf(found.source).length > 0) return undefined;
  asked = undefined;
  return { source: found.source, kind };
}

interface Parsed {
  readonly source: ts.SourceFile;
  readonly kind: ts.ScriptKind;
}

function updated(before: ts.SourceFile, code: string): ts.SourceFile | undefined {
  const { span, text } = editBetween(before.text, code);
  const length = span.end - span.start;
  try {
    const source = ts.updateSourceFile(before, code, {
      span: { start: span.start, length },
      newLength: text.length,
    });
    return syntaxErrorsOf(source).length === 0 ? source : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** How a file is read. */
export function scriptKind(file: string, text: string): ts.ScriptKind {
  switch (languageOf(file, text)) {
    case 'ts':
      return ts.ScriptKind.TS;
    case 'tsx':
      return ts.ScriptKind.TSX;
    case 'js':
      return ts.ScriptKind.JSX;
    case 'json':
      return ts.ScriptKind.JSON;
  }
}

/** How many syntax errors the parser met: a fix must not add one. */
export function syntaxErrorCount(file: string, text: string): number {
  return syntaxErrorsOf(parseSource(file, text)).length;
}

/** What the parser complained of, in source order; it goes on after each. */
export function syntaxErrorsOf(
  source: ts.SourceFile & { readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[] },
): readonly ts.DiagnosticWithLocation[] {
  return source.parseDiagnostics ?? [];
}
