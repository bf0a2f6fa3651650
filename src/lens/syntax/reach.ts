import { type Comment, readLexicalLayers } from './lexical.ts';
import { parseSource } from './parse.ts';
import * as ts from './typescript.ts';
import { walk } from './walk.ts';

/** Code of a file without its comments, which are blanks of the same length. */
export interface Code {
  readonly text: string;
}

/** What one place of a file may run or read. */
export interface Reach {
  /** All of the file. */
  readonly whole: Code;
  /**
   * The outermost statement around an offset, those of the file that name what it declares, as they may call it, and all that declare
   * what any of these names. The same object for offsets in one statement; `whole` for one that is in none.
   */
  readonly from: (offset: number) => Code;
}

/** How many times the length of its file all that is put together from it may have; then `whole` stands for more. */
const MOST_TIMES = 20;

/** Reads which statements of a file name which others. Parses the text: ask only when it is worth it. */
export function readReach(file: string, text: string): Reach {
  const source = parseSource(file, text);
  const code = blanked(source.text, readLexicalLayers(file, text).comments);
  const statements = source.statements.map((statement) => ({
    span: { start: statement.getStart(source), end: statement.end },
    ...namesIn(statement),
  }));
  const declaredBy = indexed(statements.map(({ declared }) => declared));
  const usedBy = indexed(statements.map(({ used }) => used));
  const whole: Code = { text: code };
  const made = new Map<number, Code>();
  let left = MOST_TIMES * code.length;
  const reachedFrom = (first: number): Code => {
    const reached = new Set([first]);
    // a set goes on to what is added while it is gone through
    for (const index of reached) {
      for (const name of statements[index]?.declared ?? []) {
        for (const other of usedBy.get(name) ?? []) reached.add(other);
      }
    }
    for (const index of reached) {
      for (const name of statements[index]?.used ?? []) {
        for (const other of declaredBy.get(name) ?? []) reached.add(other);
      }
    }
    const spans = [...reached].sort((a, b) => a - b).flatMap((index) => statements[index]?.span ?? []);
    left -= spans.reduce((sum, { start, end }) => sum + end - start, 0);
    return { text: spans.map(({ start, end }) => code.slice(start, end)).join('\n') };
  };
  return {
    whole,
    from: (offset) => {
      const index = statements.findIndex(({ span }) => span.start <= offset && offset < span.end);
      if (index < 0) return whole;
      let found = made.get(index);
      if (found === undefined && left <= 0) return whole;
      if (found === undefined) made.set(index, (found = reachedFrom(index)));
      return found;
    },
  };
}

/** Where in a list a name is. */
function indexed(lists: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, names] of lists.entries()) {
    for (const name of names) {
      const known = found.get(name);
      if (known === undefined) found.set(name, [index]);
      else known.push(index);
    }
  }
  return found;
}

function blanked(text: string, comments: readonly Comment[]): string {
  let [code, end] = ['', 0];
  for (const { span } of comments) {
    code += text.slice(end, span.start) + ' '.repeat(span.end - span.start);
    end = span.end;
  }
  return code + text.slice(end);
}

/** The names that an outermost statement declares for others, and all that it names. */
function namesIn(statement: ts.Statement): {
  readonly declared: ReadonlySet<string>;
  readonly used: ReadonlySet<string>;
} {
  const declared = new Set<string>();
  const used = new Set<string>();
  const declare = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) declared.add(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) declare(element.name);
  };
  if (ts.isVariableStatement(statement)) {
    for (const { name } of statement.declarationList.declarations) declare(name);
  } else if (
    (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
    statement.name !== undefined
  ) {
    declared.add(statement.name.text);
  }
  const isImport = ts.isImportDeclaration(statement);
  walk(statement, (node) => {
    if (ts.isIdentifier(node)) (isImport ? declared : used).add(node.text);
  });
  return { declared, used };
}
