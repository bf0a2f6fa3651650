import ts from 'typescript';

/** Characters of a path that is read: longer ones nobody writes. */
const LONGEST = 300;

/**
 * The names of a path that is all of a piece of code: `employee.department`, `this.#client!`; undefined for anything else. An assertion
 * says nothing of the value.
 */
export function pathOfCode(code: string): readonly string[] | undefined {
  if (code.length > LONGEST) return undefined;
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code);
  const path: string[] = [];
  for (;;) {
    const token = scanner.scan();
    if (!(path.length === 0 ? BEGINS.has(token) : isName(token))) return undefined;
    path.push(scanner.getTokenText());
    let next = scanner.scan();
    while (next === ts.SyntaxKind.ExclamationToken) next = scanner.scan();
    if (next === ts.SyntaxKind.EndOfFileToken) return path;
    if (next !== ts.SyntaxKind.DotToken && next !== ts.SyntaxKind.QuestionDotToken) return undefined;
  }
}

/** Whether a name may be among those of a piece of code: a look that is cheap before the code is read. */
export function mayName(code: string, name: string): boolean {
  return code.includes(name);
}

const BEGINS: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.Identifier, ts.SyntaxKind.ThisKeyword]);

/** What may follow a dot: any word is a name there. */
function isName(token: ts.SyntaxKind): boolean {
  return (
    token === ts.SyntaxKind.Identifier ||
    token === ts.SyntaxKind.PrivateIdentifier ||
    (token >= ts.SyntaxKind.FirstKeyword && token <= ts.SyntaxKind.LastKeyword)
  );
}
