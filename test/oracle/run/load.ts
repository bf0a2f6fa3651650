import { webcrypto } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { Script } from 'node:vm';
import ts from 'typescript';
import { withoutRunningSyntax } from './typescript-syntax.ts';
import type { SourceFile } from '../program.ts';

declare module 'node:module' {
  /** Node 24 has it; the types are of an older one. */
  function stripTypeScriptTypes(code: string): string;
}

/** What a module exports, by name. */
export type Exports = Record<string, unknown>;

type Body = (
  load: (name: string) => Exports | Promise<Exports>,
  require: (name: string) => unknown,
  module: { exports: Exports },
  exports: Exports,
  console: unknown,
  process: Surroundings,
  crypto: RandomIds,
) => unknown;

/** What a program can see of where it runs. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
}

/** What a program makes random ids with. */
export interface RandomIds {
  readonly randomUUID: () => string;
}

/** A program whose files are compiled; each call of `start` runs them anew. Throws a SyntaxError where a file cannot be read. */
export interface Loaded {
  /** Runs the entry's module code, and what it imports, with these packages; gives what it exports. */
  readonly start: (
    entry: string,
    packages: Readonly<Record<string, unknown>>,
    console: unknown,
    process?: Surroundings,
    crypto?: RandomIds,
  ) => Promise<{
    readonly exports: Exports;
    /** The exports of every module that was run, by file. */
    readonly all: ReadonlyMap<string, Exports>;
  }>;
}

/** Before a file's path in the names of scripts: tells the program's frames in a stack from the harness's. */
export const SCRIPT = 'program:';

const HEAD = 'function ($load, require, module, exports, console, process, crypto) {';

/** Compiles every file. Characters stay at their line and column, so that places in a stack are places in the source. */
export function loadProgram(files: readonly SourceFile[]): Loaded {
  const parsed = files.map(parse);
  const doesWait = parsed.some(({ tree }) => tree !== undefined && waits(tree));
  const bodies = new Map(parsed.map((file) => [file.file, compile(file, doesWait)]));
  return {
    start: async (entry, packages, console, process = { env: {} }, crypto = webcrypto) => {
      const modules = new Map<string, Exports>();
      const running = new Map<string, Promise<Exports>>();
      /** Runs a file; where no file waits it is done when this returns. */
      const begin = (file: string): unknown => {
        const module = { exports: {} };
        modules.set(file, module.exports);
        const required = (name: string): unknown => {
          const found = packages[name];
          if (found !== undefined) return found;
          const other = fileOf(bodies, file, name);
          if (!modules.has(other)) begin(other);
          return modules.get(other);
        };
        const load = (name: string): Exports | Promise<Exports> => {
          if (!doesWait) return required(name) as Exports;
          const found = packages[name];
          return found === undefined ? run(fileOf(bodies, file, name)) : (found as Exports);
        };
        const done = bodies.get(file)?.(load, required, module, module.exports, console, process, crypto);
        modules.set(file, module.exports);
        return done;
      };
      const run = (file: string): Promise<Exports> => {
        const known = running.get(file);
        if (known !== undefined) return known;
        const ended = Promise.resolve(modules.has(file) ? undefined : begin(file)).then(
          () => modules.get(file) ?? {},
        );
        running.set(file, ended);
        return ended;
      };
      if (doesWait) await run(entry);
      else begin(entry);
      return { exports: modules.get(entry) ?? {}, all: modules };
    },
  };
}

function fileOf(files: ReadonlyMap<string, unknown>, from: string, name: string): string {
  const path = posix.join(posix.dirname(from), name);
  const found = [path, `${path}.ts`, `${path}.js`, path.replace(/\.js$/, '.ts'), `${path}/index.ts`].find(
    (each) => files.has(each),
  );
  if (found === undefined) throw new Error(`${from} imports ${name}, which is not there`);
  return found;
}

/** A file without types, and its tree where it is a module that can import, export, and wait. */
interface Parsed extends SourceFile {
  readonly tree: ts.SourceFile | undefined;
}

function parse({ file, text }: SourceFile): Parsed {
  const plain = file.endsWith('.ts') ? stripTypeScriptTypes(withoutRunningSyntax(file, text)) : text;
  const isModule = /^(?:import|export)\b/m.test(plain);
  const tree = isModule
    ? ts.createSourceFile(file, plain, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS)
    : undefined;
  return { file, text: plain, tree };
}

/** Whether the code of a module itself waits for something, and not only a function of it. */
function waits(tree: ts.SourceFile): boolean {
  const isWaiting = (node: ts.Node): boolean => {
    if (ts.isAwaitExpression(node)) return true;
    if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) return true;
    return !ts.isFunctionLike(node) && ts.forEachChild(node, isWaiting) === true;
  };
  return tree.text.includes('await') && isWaiting(tree);
}

function compile({ file, text, tree }: Parsed, doesWait: boolean): Body {
  const { exporting, body } =
    tree === undefined
      ? { exporting: '', body: text }
      : withoutModuleSyntax(tree, doesWait ? 'await $load' : '$load');
  const head = `(${tree !== undefined && doesWait ? 'async ' : ''}${HEAD}${exporting}`;
  const options = { filename: SCRIPT + file, columnOffset: -head.length };
  return new Script(`${head}${body}\n})`, options).runInThisContext() as Body;
}

/** Replaces `import` and `export` by what a function can do, leaving everything else at its line and column. */
function withoutModuleSyntax(tree: ts.SourceFile, load: string): { exporting: string; body: string } {
  const edits: { start: number; end: number; text: string }[] = [];
  const exported = new Map<string, string>();
  for (const statement of tree.statements) {
    const start = statement.getStart(tree);
    const whole = { start, end: statement.end };
    if (ts.isImportDeclaration(statement)) edits.push({ ...whole, text: importOf(statement, load) });
    else if (ts.isExportDeclaration(statement)) {
      edits.push({ ...whole, text: exportOf(statement, exported, load) });
    } else if (ts.isExportAssignment(statement)) {
      edits.push({ start, end: statement.expression.getStart(tree), text: 'exports.default = ' });
    } else {
      const keyword = keywordsOf(statement, tree);
      if (keyword === undefined) continue;
      edits.push({ ...keyword, text: ' '.repeat(keyword.end - keyword.start) });
      for (const name of declaredNames(statement)) exported.set(keyword.isDefault ? 'default' : name, name);
    }
  }
  const getters = [...exported].map(
    ([name, local]) => `Object.defineProperty(exports,'${name}',{enumerable:true,get:()=>${local}});`,
  );
  const body = edits.reduceRight(
    (all, { start, end, text: by }) => all.slice(0, start) + by + all.slice(end),
    tree.text,
  );
  return { exporting: getters.join(''), body };
}

function importOf({ importClause, moduleSpecifier }: ts.ImportDeclaration, load: string): string {
  const source = `${load}(${JSON.stringify((moduleSpecifier as ts.StringLiteral).text)})`;
  if (importClause === undefined) return `${source};`;
  const { name, namedBindings } = importClause;
  if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings)) {
    return `const ${namedBindings.name.text} = ${source};`;
  }
  const named = namedBindings?.elements ?? [];
  const all = [
    ...(name === undefined ? [] : [`default: ${name.text}`]),
    ...named.map((each) => `${each.propertyName?.text ?? each.name.text}: ${each.name.text}`),
  ];
  return `const { ${all.join(', ')} } = ${source};`;
}

function exportOf(statement: ts.ExportDeclaration, exported: Map<string, string>, load: string): string {
  const { exportClause: clause, moduleSpecifier } = statement;
  const source =
    moduleSpecifier === undefined
      ? undefined
      : `${load}(${JSON.stringify((moduleSpecifier as ts.StringLiteral).text)})`;
  if (clause === undefined) return `Object.assign(exports, ${source ?? '{}'});`;
  if (ts.isNamespaceExport(clause)) return `exports.${clause.name.text} = ${source ?? '{}'};`;
  if (source === undefined) {
    for (const { name, propertyName } of clause.elements)
      exported.set(name.text, (propertyName ?? name).text);
    return '';
  }
  const names = clause.elements.map(
    ({ name, propertyName }) => `${name.text}: $m.${(propertyName ?? name).text}`,
  );
  return `{ const $m = ${source}; Object.assign(exports, { ${names.join(', ')} }); }`;
}

/** Where `export`, and `default`, stand before a declaration. */
function keywordsOf(
  statement: ts.Statement,
  tree: ts.SourceFile,
): { start: number; end: number; isDefault: boolean } | undefined {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const found = modifiers.filter(
    ({ kind }) => kind === ts.SyntaxKind.ExportKeyword || kind === ts.SyntaxKind.DefaultKeyword,
  );
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { start: first.getStart(tree), end: last.end, isDefault: found.length > 1 };
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => namesOf(name));
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}
