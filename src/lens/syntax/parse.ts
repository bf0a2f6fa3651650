import ts from 'typescript';

/**
 * The syntax tree of one text, without parent pointers. Never throws: broken code gives a tree with gaps.
 * `file` decides by its ending whether JSX is read; JavaScript is read with JSX, as editors do.
 */
export function parseSource(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, scriptKind(file));
}

function scriptKind(file: string): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(file)) return ts.ScriptKind.TS;
  return file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;
}

/** How many syntax errors the parser met: a fix must not add one. */
export function syntaxErrorCount(file: string, text: string): number {
  const source: ts.SourceFile & { readonly parseDiagnostics?: readonly unknown[] } = parseSource(file, text);
  return source.parseDiagnostics?.length ?? 0;
}
