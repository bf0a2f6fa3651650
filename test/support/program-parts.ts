import ts from 'typescript';

/** A client that a program makes for a table of its own: `const orders = TableClient.fromConnectionString(…, 'Orders', …)`. */
export interface ClientPart {
  readonly name: string;
  readonly table: string;
  readonly options: string;
}

/** A function that a program declares, without `export`, and the comment before it. */
export interface FunctionPart {
  readonly name: string;
  readonly comment: string;
  readonly text: string;
  readonly isExported: boolean;
}

/** What a program of plain functions is made of. */
export interface ProgramParts {
  readonly imports: readonly string[];
  readonly clients: readonly ClientPart[];
  readonly functions: readonly FunctionPart[];
  /** Types and constants. */
  readonly others: readonly string[];
}

const MADE =
  /^const (\w+) = TableClient\.fromConnectionString\(process\.env\.TABLES(?:!| \?\? ''), '(\w+)', ([\s\S]*)\);$/;

/** Takes a program in TypeScript apart, whose clients and functions are statements of its file. */
export function partsOf(text: string): ProgramParts {
  const source = ts.createSourceFile('main.ts', text, ts.ScriptTarget.Latest, true);
  const parts = {
    imports: [] as string[],
    clients: [] as ClientPart[],
    functions: [] as FunctionPart[],
    others: [] as string[],
  };
  for (const statement of source.statements) {
    const code = statement.getText(source);
    const whole = statement.getFullText(source).trim();
    const [, name, table, options] = MADE.exec(code) ?? [];
    if (ts.isImportDeclaration(statement)) parts.imports.push(code);
    else if (name !== undefined && table !== undefined && options !== undefined)
      parts.clients.push({ name, table, options });
    else if (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
      parts.functions.push({
        name: statement.name.text,
        comment: whole.slice(0, whole.indexOf(code)),
        text: code.replace(/^export /, ''),
        isExported: code.startsWith('export '),
      });
    else parts.others.push(whole);
  }
  return parts;
}

/** A file of these imports, as far as the code after them uses their names. */
export function assembled(imports: readonly string[], ...code: readonly string[]): string {
  const body = `${code.filter((one) => one !== '').join('\n\n')}\n`;
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body);
  const used = imports.flatMap((one) => {
    const [, lead = '', names, from = ''] = /^import (type )?\{([^}]*)\} (from .*)$/s.exec(one) ?? [];
    if (names === undefined) return [one];
    const kept = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && isUsed(name.replace(/^type /, '')));
    return kept.length === 0 ? [] : [`import ${lead}{ ${kept.join(', ')} } ${from}`];
  });
  return `${used.join('\n')}\n\n${body}`;
}

/** Code of several lines, one level further in. */
export function indented(code: string): string {
  return code.replaceAll(/^(?=.)/gm, '  ');
}

/** The code of a client's own. */
export function clientCode({ table, options }: ClientPart, name = `'${table}'`): string {
  return `TableClient.fromConnectionString(process.env.TABLES!, ${name}, ${options})`;
}

/** A function as a method of a class that has the clients and the other functions. */
export function methodCode({ comment, text }: FunctionPart, { clients, functions }: ProgramParts): string {
  const file = ts.createSourceFile('method.ts', text, ts.ScriptTarget.Latest, true);
  const local = namesDeclaredIn(file);
  const own = [...clients, ...functions].flatMap(({ name }) => (local.has(name) ? [] : [name]));
  const places: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && own.includes(node.text) && isFree(node)) places.push(node.getStart(file));
    ts.forEachChild(node, visit);
  };
  const [declared] = file.statements;
  if (declared !== undefined && ts.isFunctionDeclaration(declared)) declared.body?.forEachChild(visit);
  const code = places.reduceRight((all, at) => `${all.slice(0, at)}this.${all.slice(at)}`, text);
  return `${comment}${code.replace(/^(async )?function /, '$1')}`;
}

/** The names of parameters and variables. */
function namesDeclaredIn(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isDeclaration = ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node);
    if (isDeclaration && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Whether a name is one of a value, and not of a property or of what is declared by it. */
function isFree(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  const isDeclared =
    ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent);
  return !(isDeclared && parent.name === node) && !ts.isTypeNode(parent);
}

/** A file of TypeScript in JavaScript without types, as modules or in CommonJS. */
export function javascriptOf(text: string, isCommonJs: boolean): string {
  const BLANK = '//_\n';
  const { outputText } = ts.transpileModule(text.replaceAll(/^\n/gm, BLANK), {
    compilerOptions: {
      ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
      verbatimModuleSyntax: true,
    },
  });
  const code = outputText
    .replaceAll(/^ *\/\/_\n/gm, '\n')
    .replaceAll(/^ +/gm, (lead) => lead.slice(lead.length / 2))
    .replaceAll(/\/\*here\*\/\s*/g, '/*here*/')
    .replaceAll(/ (?=\/\*here\*\/)/g, (space, at: number, all: string) => (all[at - 1] === '.' ? '' : space))
    .replaceAll(".ts';", ".js';");
  if (!isCommonJs) return `// @ts-nocheck\n${code}`;
  const exported: string[] = [];
  const required = code
    .replaceAll(
      /^import \{(.*)\} from '(.*?)(?:\.js)?';$/gm,
      (_, names: string, from: string) =>
        `const {${names}} = require('${from}${from.startsWith('.') ? '.cjs' : ''}');`,
    )
    .replaceAll(/^export ((?:async )?function\*? |const |class )(\w+)/gm, (_, kind: string, name: string) => {
      exported.push(name);
      return kind + name;
    });
  return `// @ts-nocheck\n'use strict';\n${required}\nmodule.exports = { ${exported.join(', ')} };\n`;
}

/** A call of a write of the SDK on a client, as code has it. */
export interface WriteCall {
  readonly client: string;
  readonly method: string;
  /** Its mode, where it is a constant: with its quotes. */
  readonly mode: string | undefined;
  /** From the client to the bracket. */
  readonly head: readonly [start: number, end: number];
  /** The constant and the comma before it. */
  readonly tail: readonly [start: number, end: number] | undefined;
}

/** The writes that code makes on clients with these names. */
export function writesIn(code: string, clients: readonly string[]): readonly WriteCall[] {
  const source = ts.createSourceFile('writes.ts', code, ts.ScriptTarget.Latest, true);
  const found: WriteCall[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression, name } = node.expression;
    const client = expression.getText(source);
    if (!clients.includes(client) || !/^(?:create|update|upsert|delete)Entity$/.test(name.text)) return;
    const [first, second] = node.arguments;
    const isMode = second !== undefined && /^(?:update|upsert)/.test(name.text) && ts.isStringLiteral(second);
    found.push({
      client,
      method: name.text,
      mode: isMode ? second.getText(source) : undefined,
      head: [expression.getStart(source), name.end],
      tail: isMode && first !== undefined ? [first.end, second.end] : undefined,
    });
  };
  visit(source);
  return found;
}
