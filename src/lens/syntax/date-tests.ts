import { functionAround } from './number-uses.ts';
import { parseSource } from './parse.ts';
import * as ts from './typescript.ts';
import { walk } from './walk.ts';

/** Whether code in the outermost function around a place checks that a path is a date with the year in front. */
export type DateTests = (offset: number, path: string) => boolean;

/**
 * The paths (`date`, `body.date`) that a file checks to be dates, themselves or in a variable made of them: by a
 * pattern, or by a function of the file that uses one. It is parsed once, and only if it has such a pattern.
 */
export function dateTests(file: string, text: string): DateTests {
  if (!YEAR_FIRST.test(text)) return () => false;
  const source = parseSource(file, text);
  const known = testsIn(source);
  const found = new Map<ts.Node, Tested>();
  return (offset, path) => {
    const around = functionAround(source, offset);
    let tested = found.get(around);
    if (tested === undefined) found.set(around, (tested = testedIn(source, around, known)));
    const { subjects, variables } = tested;
    const names = variables.flatMap(({ name, made }) => (mentions(made, path) ? [name] : []));
    return subjects.some((subject) => [path, ...names].some((name) => mentions(subject, name)));
  };
}

/** What is tested in a function, and what its variables are made of. */
interface Tested {
  readonly subjects: readonly string[];
  readonly variables: readonly { readonly name: string; readonly made: string }[];
}

function testedIn(source: ts.SourceFile, around: ts.Node, known: ReadonlySet<string>): Tested {
  const subjects: string[] = [];
  const variables: { name: string; made: string }[] = [];
  walk(around, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const made = node.initializer.getText(source);
      if (made.length < MOST_CHARACTERS) variables.push({ name: node.name.text, made });
    }
    const subject = ts.isCallExpression(node) ? testedBy(source, node, known) : undefined;
    if (subject !== undefined) subjects.push(subject.getText(source));
  });
  return { subjects, variables };
}

/** `\d{4}-` at the beginning of a pattern. */
const YEAR_FIRST = /\/\^\(?\\d\{4\}\)?(?:\\?-|\\d)/;

/** Of what makes a variable: `(body.date ?? '').trim()`, and no more. */
const MOST_CHARACTERS = 80;

function mentions(code: string, path: string): boolean {
  const at = code.indexOf(path);
  return at >= 0 && !/[\w$.]/.test(code[at - 1] ?? ' ') && !/[\w$]/.test(code[at + path.length] ?? ' ');
}

/** Names of patterns, and of functions, that tell whether a text is a date. */
function testsIn(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const note = (name: ts.Node | undefined, within: ts.Node | undefined): void => {
    if (name === undefined || within === undefined || !ts.isIdentifier(name)) return;
    const code = within.getText(source);
    if (code.length < 2 * MOST_CHARACTERS && YEAR_FIRST.test(code)) names.add(name.text);
  };
  walk(source, (node) => {
    if (ts.isFunctionDeclaration(node)) note(node.name, node.body);
    else if (ts.isVariableDeclaration(node)) note(node.name, node.initializer);
  });
  return names;
}

/** What a call tests to be a date: of `/…/.test(date)`, `date.match(/…/)`, `isDate(date)` the date. */
function testedBy(
  source: ts.SourceFile,
  { expression, arguments: [first] }: ts.CallExpression,
  known: ReadonlySet<string>,
): ts.Expression | undefined {
  const isKnown = (node: ts.Expression | undefined): boolean =>
    node !== undefined &&
    (ts.isIdentifier(node)
      ? known.has(node.text)
      : node.kind === ts.SyntaxKind.RegularExpressionLiteral && YEAR_FIRST.test(node.getText(source)));
  if (!ts.isPropertyAccessExpression(expression)) return isKnown(expression) ? first : undefined;
  const { name, expression: object } = expression;
  if (name.text === 'test' && isKnown(object)) return first;
  return name.text === 'match' && isKnown(first) ? object : undefined;
}
