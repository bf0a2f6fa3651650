import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './files.ts';

const core = [
  ...['core/text', 'core/odata', 'core/edm', 'core/keys', 'core/shape', 'core/config'],
  'core/rehearsal',
];
const findings = ['lens/model', 'lens/syntax', ...core];
const lens = [
  ...['lens/syntax', 'lens/link', 'lens/flow', 'lens/model', 'lens/rules', 'lens/patterns'],
  ...['lens/design', 'lens/engine', 'lens/ide', 'lens/workspace'],
];

/** "The house" of ARCHITECTURE.md: each area of `src/` and the areas that it may import besides itself. */
export const house: Readonly<Record<string, readonly string[]>> = {
  'core/text': [],
  'core/odata': ['core/text', 'core/edm'],
  'core/edm': ['core/text'],
  'core/keys': [],
  'core/shape': ['core/odata', 'core/edm', 'core/text'],
  'core/config': ['core/keys', 'core/text'],
  'core/rehearsal': ['core/shape', 'core/odata', 'core/edm', 'core/keys', 'core/text'],
  'lens/syntax': core,
  'lens/link': ['lens/syntax', ...core],
  'lens/flow': ['lens/link', 'lens/syntax', ...core],
  'lens/model': ['lens/flow', 'lens/link', 'lens/syntax', ...core],
  'lens/rules': findings,
  'lens/design': ['lens/model', 'lens/link', 'lens/syntax', ...core],
  'lens/engine': ['lens/rules', 'lens/model', 'lens/link', 'lens/syntax', ...core],
  'lens/patterns': ['lens/design', 'lens/engine', 'lens/link', ...findings],
  'lens/ide': [...lens, ...core],
  'lens/workspace': ['lens/engine', ...core],
  protocol: core,
  server: ['protocol', ...lens, ...core],
  api: [...lens, ...core],
  cli: ['api', 'data', ...lens, ...core],
  data: core,
  extension: ['data', 'protocol', ...core],
  webview: ['protocol', ...core],
};

/** Packages that one area alone may import. */
const exclusive: readonly (readonly [pattern: RegExp, area: string])[] = [
  [/^typescript$/, 'lens/syntax'],
  [/^vscode$/, 'extension'],
  [/^vscode-languageclient(\/|$)/, 'extension'],
  [/^vscode-languageserver(\/|$)/, 'server'],
  [/^@azure\//, 'data'],
  [/^valibot$/, 'protocol'],
  [/^(@modelcontextprotocol\/|zod$)/, 'cli'],
];

/** Names of the global scope that do I/O, or tell the time. */
const outside = new Set(['process', 'console', 'fetch', 'performance', 'setTimeout', 'setInterval']);

/** Every import of a file that the house does not have, and every use of the outer world in a pure area. */
export function forbidden(file: SourceFile): string[] {
  const area = areaOf(file.path);
  if (area === undefined) return [`${file.path} stands in no area of the house`];
  const test = file.path.endsWith('.test.ts');
  const imports = ts.preProcessFile(file.text).importedFiles.map(({ fileName }) => fileName);
  const wrong = imports.filter((name) => !allowed(file.path, area, name, test));
  return [
    ...wrong.map((name) => `${file.path} imports ${name}`),
    ...(isPure(area) && !test ? impurities(file).map((use) => `${file.path} uses ${use}`) : []),
  ];
}

function allowed(path: string, area: string, name: string, test: boolean): boolean {
  if (name.startsWith('.')) {
    const target = posix.join(posix.dirname(path), name);
    // A host may say which version it is.
    if (target === 'package.json') return area === 'cli' || area === 'server';
    if (!target.startsWith('src/')) return test;
    const to = areaOf(target);
    return to !== undefined && (to === area || (house[area] ?? []).includes(to));
  }
  if (name.startsWith('node:')) return test || !isPure(area);
  const owner = exclusive.find(([pattern]) => pattern.test(name))?.[1];
  if (owner === undefined || area === owner) return true;
  return test && area === 'lens/patterns' && owner === 'data';
}

/** The deepest area that holds a path. */
function areaOf(path: string): string | undefined {
  return Object.keys(house)
    .filter((area) => path.startsWith(`src/${area}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Areas without I/O, clock and protocol. */
function isPure(area: string): boolean {
  return /^(core|lens)\//.test(area) && area !== 'lens/workspace';
}

function impurities({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const said = `${node.expression.getText()}.${node.name.text}`;
      if (said === 'Date.now' || said === 'Math.random') found.push(said);
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'Date') {
      if ((node.arguments ?? []).length === 0) found.push('new Date()');
    } else if (ts.isIdentifier(node) && outside.has(node.text) && isValue(node)) {
      found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether a name stands for the value in scope: neither a member's name nor a declaration's or a type's. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isVariableDeclaration(parent)
    ? !('name' in parent && parent.name === node)
    : false;
}
