import ts from 'typescript';

/** A part of a text and what stands there instead: as many lines, so that what is behind it stays where it is. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replaces what TypeScript has and runs: enums, namespaces, and parameters of a constructor that are properties. Everything else keeps
 * its line, and its column where none of these stands before it in that line.
 */
export function withoutRunningSyntax(file: string, text: string): string {
  if (!/\b(?:enum|namespace|constructor)\b/.test(text)) return text;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const edits: Edit[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isEnumDeclaration(node)) edits.push(enumEdit(node, tree));
    else {
      if (ts.isModuleDeclaration(node)) edits.push(...namespaceEdits(node, tree));
      if (ts.isConstructorDeclaration(node)) edits.push(...propertyEdits(node, tree));
      ts.forEachChild(node, visit);
    }
  };
  visit(tree);
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end), text);
}

function linesOf(text: string): string {
  return '\n'.repeat(text.split('\n').length - 1);
}

/** Behind `const`, as that is not written by anybody again. */
function isExported(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && has(node, ts.SyntaxKind.ExportKeyword);
}

function has(node: ts.HasModifiers, wanted: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === wanted) === true;
}

function enumEdit(node: ts.EnumDeclaration, tree: ts.SourceFile): Edit {
  const name = node.name.text;
  const before: string[] = [];
  let next: string | undefined = '0';
  const members = node.members.map(({ name: member, initializer }) => {
    const key = JSON.stringify(ts.isStringLiteralLike(member) ? member.text : member.getText(tree));
    const names = before.map((one) => `${one} = $e.${one}`).join(', ');
    const within = names === '' ? '' : `const ${names};`;
    const value = initializer?.getText(tree) ?? next ?? '0';
    if (/^"[\w$]+"$/.test(key)) before.push(key.slice(1, -1));
    next = `$e[${key}] + 1`;
    return `{ ${within} const $v = ${value}; $e[${key}] = $v; if (typeof $v === 'number') $e[$v] = ${key}; }`;
  });
  const start = node.getStart(tree);
  const made = `${isExported(node) ? 'export ' : ''}const ${name} = (($e) => { ${members.join(' ')} return $e; })({});`;
  return { start, end: node.end, text: made.replaceAll('\n', ' ') + linesOf(text(node, tree)) };
}

function text(node: ts.Node, tree: ts.SourceFile): string {
  return tree.text.slice(node.getStart(tree), node.end);
}

function namespaceEdits(node: ts.ModuleDeclaration, tree: ts.SourceFile): Edit[] {
  const { body } = node;
  if (body === undefined || !ts.isModuleBlock(body) || !ts.isIdentifier(node.name)) return [];
  const exported: string[] = [];
  const blanks = body.statements.flatMap((statement) => {
    const keyword = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : undefined;
    if (keyword === undefined) return [];
    exported.push(...namesOf(statement));
    // that of an enum is within its own edit
    if (ts.isEnumDeclaration(statement)) return [];
    const start = keyword.getStart(tree);
    return [{ start, end: keyword.end, text: ' '.repeat(keyword.end - start) }];
  });
  const getters = exported.map(
    (name) => `Object.defineProperty($n, '${name}', { enumerable: true, get: () => ${name} });`,
  );
  const start = node.getStart(tree);
  const head = `${isExported(node) ? 'export ' : ''}const ${node.name.text} = (($n) => {${getters.join('')}`;
  return [
    {
      start,
      end: body.getStart(tree) + 1,
      text: head + linesOf(tree.text.slice(start, body.getStart(tree))),
    },
    ...blanks,
    { start: body.end - 1, end: body.end, text: 'return $n; })({});' },
  ];
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const { name } = statement as { name?: ts.Node };
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return !isType && name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

const OF_PROPERTIES = new Set([
  ts.SyntaxKind.PublicKeyword,
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.ReadonlyKeyword,
]);

function propertyEdits({ parameters, body }: ts.ConstructorDeclaration, tree: ts.SourceFile): Edit[] {
  const names: string[] = [];
  const blanks = parameters.flatMap((parameter) => {
    const words = (ts.getModifiers(parameter) ?? []).filter(({ kind }) => OF_PROPERTIES.has(kind));
    if (words.length > 0) names.push(parameter.name.getText(tree));
    return words.map((word) => {
      const start = word.getStart(tree);
      return { start, end: word.end, text: ' '.repeat(word.end - start) };
    });
  });
  if (names.length === 0 || body === undefined) return blanks;
  const above = body.statements.find(
    (one) =>
      ts.isExpressionStatement(one) &&
      ts.isCallExpression(one.expression) &&
      one.expression.expression.kind === ts.SyntaxKind.SuperKeyword,
  );
  const at = above?.end ?? body.getStart(tree) + 1;
  return [...blanks, { start: at, end: at, text: names.map((name) => `this.${name} = ${name};`).join('') }];
}
