import ts from 'typescript';

/** Characters of a path that is read: longer ones nobody writes. */
const LONGEST = 300;

/** The names of a path that is all of a piece of code: `employee.department`, `this.partition`; undefined for anything else. */
export function pathOfCode(code: string): readonly string[] | undefined {
  if (code.length > LONGEST) return undefined;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code);
  const path: string[] = [];
  for (;;) {
    const token = scanner.scan();
    const isName = token === ts.SyntaxKind.Identifier || token === ts.SyntaxKind.ThisKeyword;
    // behind a dot any word is a name
    if (
      !isName &&
      (path.length === 0 || token < ts.SyntaxKind.FirstKeyword || token > ts.SyntaxKind.LastKeyword)
    )
      return undefined;
    path.push(scanner.getTokenText());
    const next = scanner.scan();
    if (next === ts.SyntaxKind.EndOfFileToken) return path;
    if (next !== ts.SyntaxKind.DotToken && next !== ts.SyntaxKind.QuestionDotToken) return undefined;
  }
}
