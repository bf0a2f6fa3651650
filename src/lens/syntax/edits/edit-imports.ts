import type { TextEdit } from '../../../core/text/edit.ts';
import { lineStart } from '../../../core/text/line.ts';
import { parseSource } from '../parse.ts';
import { codeStart, lineBefore, scriptBlocks } from '../script-blocks.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';

export interface ImportedName {
  /** How the code is to call it: `odata`, a local alias of it, or `tables.odata`. */
  readonly reference: string;
  /** What must be written for that; empty when it is imported already. */
  readonly edits: readonly TextEdit[];
  /** Nothing that runs took anything of the module here: whether it is there at run time is not seen in the file. */
  readonly isNewModule?: true;
}

/**
 * How a file can use `name` of `module`: as it is imported already, through a namespace, or by widening or
 * adding an import (a `require` where the file has no imports but requires). Undefined when the file means
 * something else by that name, or is made of several modules.
 */
export function useImport(
  file: string,
  text: string,
  module: string,
  name: string,
): ImportedName | undefined {
  if (file.endsWith('.astro') && (scriptBlocks(file, text)?.length ?? 0) > 1) return undefined;
  const source = parseSource(file, text);
  const code = source.text;
  const seen: Seen = { lastEnd: undefined, requires: false, imports: false };
  for (const statement of source.statements) {
    const found = ts.isImportDeclaration(statement)
      ? fromImport(source, statement, module, name, seen)
      : ts.isVariableStatement(statement)
        ? fromRequire(source, statement, module, name, seen)
        : undefined;
    if (found !== undefined) return found;
  }
  if (new RegExp(`\\b${name}\\b`).test(code)) return undefined;
  if (seen.widen !== undefined) return { reference: name, edits: [seen.widen] };
  const quote = /(?:from\s*|require\()(["'])/.exec(code)?.[1] ?? "'";
  const specifier = `${quote}${module}${quote}`;
  const end = seen.lastEnd === undefined || text.charAt(seen.lastEnd - 1) === ';' ? ';' : '';
  const line =
    seen.requires && !seen.imports
      ? `const { ${name} } = require(${specifier})${end}`
      : `import { ${name} } from ${specifier}${end}`;
  return { reference: name, edits: [newLine(file, text, seen.lastEnd, line)], isNewModule: true };
}

/**
 * How a file of TypeScript can name a type of a module: as it is imported already, or by widening or adding an import. Undefined when the
 * file means something else by that name.
 */
export function useTypeImport(
  file: string,
  text: string,
  module: string,
  name: string,
): ImportedName | undefined {
  const names = new Set<string>();
  walk(parseSource(file, text), (node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
  });
  if (names.has(name)) {
    const reference = importedType(file, text, module, name);
    return reference === undefined ? undefined : { reference, edits: [] };
  }
  const widened = amongTypes(file, text, module, name);
  if (widened !== undefined) return { reference: name, edits: [widened] };
  const used = useImport(file, text, module, `type ${name}`);
  return (
    used && {
      ...used,
      reference: used.reference.replace('type ', ''),
      // of an import of its own nothing is left that runs
      edits: used.edits.map((edit) => ({
        ...edit,
        text: edit.text.replace(`import { type ${name} }`, `import type { ${name} }`),
      })),
    }
  );
}

/** Puts the name into an import that takes nothing but types from the module, if there is one. */
function amongTypes(file: string, text: string, module: string, name: string): TextEdit | undefined {
  const source = parseSource(file, text);
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const clause = statement.importClause;
    const bindings = clause?.namedBindings;
    if (statement.moduleSpecifier.text !== module || clause?.phaseModifier !== ts.SyntaxKind.TypeKeyword)
      continue;
    if (bindings !== undefined && !ts.isNamespaceImport(bindings))
      return widen(source, bindings.elements, bindings.end, name);
  }
  return undefined;
}

/** What a file calls a type that it takes from a module. */
function importedType(file: string, text: string, module: string, name: string): string | undefined {
  for (const statement of parseSource(file, text).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (statement.moduleSpecifier.text !== module || bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) return `${bindings.name.text}.${name}`;
    const found = bindings.elements.find((one) => (one.propertyName ?? one.name).text === name);
    if (found !== undefined) return found.name.text;
  }
  return undefined;
}

interface Seen {
  /** Where the last import or require ends. */
  lastEnd: number | undefined;
  requires: boolean;
  imports: boolean;
  /** Puts the name into a list of names that are taken from the module. */
  widen?: TextEdit;
}

function fromImport(
  source: ts.SourceFile,
  statement: ts.ImportDeclaration,
  module: string,
  name: string,
  seen: Seen,
): ImportedName | undefined {
  seen.lastEnd = statement.end;
  seen.imports = true;
  const clause = statement.importClause;
  if (!ts.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text !== module)
    return undefined;
  if (clause?.namedBindings === undefined || clause.phaseModifier === ts.SyntaxKind.TypeKeyword)
    return undefined;
  const bindings = clause.namedBindings;
  if (ts.isNamespaceImport(bindings)) return { reference: `${bindings.name.text}.${name}`, edits: [] };
  for (const element of bindings.elements) {
    if ((element.propertyName ?? element.name).text === name && !element.isTypeOnly) {
      return { reference: element.name.text, edits: [] };
    }
  }
  seen.widen ??= widen(source, bindings.elements, bindings.end, name);
  return undefined;
}

function fromRequire(
  source: ts.SourceFile,
  statement: ts.VariableStatement,
  module: string,
  name: string,
  seen: Seen,
): ImportedName | undefined {
  for (const declaration of statement.declarationList.declarations) {
    const call = declaration.initializer;
    if (call === undefined || !ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) continue;
    if (call.expression.text !== 'require') continue;
    seen.lastEnd = statement.end;
    seen.requires = true;
    const [argument] = call.arguments;
    if (argument === undefined || !ts.isStringLiteral(argument) || argument.text !== module) continue;
    if (ts.isIdentifier(declaration.name))
      return { reference: `${declaration.name.text}.${name}`, edits: [] };
    if (!ts.isObjectBindingPattern(declaration.name)) continue;
    for (const element of declaration.name.elements) {
      const imported = element.propertyName ?? element.name;
      if (ts.isIdentifier(imported) && imported.text === name && ts.isIdentifier(element.name)) {
        return { reference: element.name.text, edits: [] };
      }
    }
    seen.widen ??= widen(source, declaration.name.elements, declaration.name.end, name);
  }
  return undefined;
}

/** `{ a }` becomes `{ a, name }`; what stands between the last name and the brace stays. */
function widen(
  source: ts.SourceFile,
  elements: ts.NodeArray<ts.Node>,
  braceEnd: number,
  name: string,
): TextEdit {
  const last = elements.at(-1);
  if (last === undefined) return { span: { start: braceEnd - 1, end: braceEnd - 1 }, text: ` ${name} ` };
  const ownLines = source.text.slice(elements.pos, last.getStart(source)).includes('\n');
  const indent = ownLines ? '\n' + blanksBefore(source.text, last.getStart(source)) : ' ';
  return { span: { start: last.end, end: last.end }, text: `,${indent}${name}` };
}

function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1;
  return text.slice(start, end);
}

/** A line of its own, as far in as its neighbour. */
function newLine(file: string, text: string, lastEnd: number | undefined, line: string): TextEdit {
  if (lastEnd === undefined) {
    const start = codeStart(file, text);
    return lineBefore(text, start, (/^[ \t]*(?=\S)/.exec(text.slice(start))?.[0] ?? '') + line);
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^[ \t]*/.exec(text.slice(lineStart(text, lastEnd), lastEnd))?.[0] ?? '';
  return { span: { start: lastEnd, end: lastEnd }, text: eol + indent + line };
}
