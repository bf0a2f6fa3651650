import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { bundles, writeBundle } from '../../scripts/lib/bundles.ts';
import { root } from '../../scripts/lib/paths.ts';

describe('what is shipped of TypeScript', () => {
  const folder = mkdtempSync(join(tmpdir(), 'partition-lens-typescript-'));
  const load = (file: string): typeof ts => createRequire(import.meta.url)(join(folder, file)) as typeof ts;

  before(async () => {
    for (const bundle of bundles.filter(({ entry }) => entry === 'typescript'))
      await writeBundle(bundle, folder, true);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  for (const file of ['typescript-parser.js', 'typescript.js']) {
    it(`gives the trees, and the nodes their methods, that TypeScript gives: ${file}`, () => {
      const used = load(file);
      for (const name of ['src/lens/flow/flow.ts', 'src/webview/grid/app.ts', 'eslint.config.js']) {
        const text = `${readFileSync(join(root, name), 'utf8')}\n/** @type {Map<string, number>} */ class A { #b = <T,>(c) => <d>{c}</d> }`;
        const kind = ts.ScriptKind.JSX;
        const [own, other] = [used, ts].map((from) =>
          shape(from, from.createSourceFile(name, text, ts.ScriptTarget.Latest, false, kind)),
        );
        assert.deepEqual(own, other);
      }
    });
  }

  it('is the parser alone where nothing but that is needed', () => {
    const [parser, all] = ['typescript-parser.js', 'typescript.js'].map(
      (file) => statSync(join(folder, file)).size,
    );
    assert.ok((parser ?? 0) < 1_000_000 && (all ?? 0) < 3_000_000, `${parser} and ${all}`);
    const { checker } = program(load('typescript.js'));
    assert.equal(checker, 'string');
  });
});

/** What a program with one file says of a type. */
function program(used: typeof ts): { readonly checker: string } {
  const source = used.createSourceFile(
    '/a.ts',
    'const a = { b: "c" }; const d = a.b;',
    ts.ScriptTarget.Latest,
    true,
  );
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === '/a.ts' ? source : undefined),
    getDefaultLibFileName: () => '/lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
    fileExists: (name) => name === '/a.ts',
    readFile: () => undefined,
    useCaseSensitiveFileNames: () => true,
    writeFile: () => undefined,
  };
  const checker = used.createProgram(['/a.ts'], { noLib: true, types: [] }, host).getTypeChecker();
  const [, statement] = source.statements;
  assert.ok(statement !== undefined && ts.isVariableStatement(statement));
  const [declaration] = statement.declarationList.declarations;
  assert.ok(declaration !== undefined);
  return { checker: checker.typeToString(checker.getTypeAtLocation(declaration)) };
}

/** All nodes of a tree with what the lens asks of them. */
function shape(used: typeof ts, source: ts.SourceFile): readonly unknown[] {
  const nodes: unknown[] = [];
  const visit = (node: ts.Node): void => {
    const { kind, pos, end } = node;
    const name = used.isIdentifier(node) || used.isPrivateIdentifier(node) ? node.text : '';
    const children = node.getChildren(source).length;
    nodes.push([
      kind,
      pos,
      end,
      node.getFullStart(),
      node.getStart(source),
      node.getText(source).length,
      name,
      children,
    ]);
    used.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}
