import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replace, rulesOf, suiteFolder, untilRules } from './lens-files.ts';
import { until } from './until.ts';

const SDK = `export interface ListTableEntitiesOptions { queryOptions?: { filter?: string } }
export declare class TableClient {
  listEntities(options?: ListTableEntitiesOptions): AsyncIterable<object>;
}
`;
/** Which of the two a name stands for is said by a type that is worked out, not written. */
const CLIENTS = `import { TableClient } from '@azure/data-tables';
export declare class SearchClient {
  listEntities(): AsyncIterable<object>;
}
declare const made: { expenses: () => TableClient; search: () => SearchClient };
export declare function open<K extends keyof typeof made>(name: K): ReturnType<(typeof made)[K]>;
`;
const MAIN = `import { open } from 'clients';
const first = open('expenses');
export const all = first.listEntities();
`;

/** VS Code's own TypeScript takes its time to start. */
const SECONDS = 100;

describe('TypeScript as an oracle', () => {
  const folder = suiteFolder('oracle-suite');
  const main = folder.uri;

  before(async () => {
    const manifest = (name: string): string =>
      JSON.stringify({ name, version: '1.0.0', types: 'index.d.ts' });
    await folder.write({
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext' } }),
      'package.json': JSON.stringify({ name: 'oracle-suite', type: 'module' }),
      'node_modules/@azure/data-tables/package.json': manifest('@azure/data-tables'),
      'node_modules/@azure/data-tables/index.d.ts': SDK,
      'node_modules/clients/package.json': manifest('clients'),
      'node_modules/clients/index.d.ts': CLIENTS,
    });
  });
  after(() => folder.remove());

  it('decides what only types can: a client is one, and its query is judged', async () => {
    await folder.show('main.ts', MAIN);
    await until(() => rulesOf(main('main.ts')).includes('table-scan'), 'the finding', SECONDS);
  });

  it('decides again when the code says something else', async () => {
    const document = await folder.show('main.ts');
    await untilRules(main('main.ts'), ['table-scan']);
    await replace(document, "open('expenses')", "open('search')");
    await untilRules(main('main.ts'), []);
    await replace(document, "open('search')", "open('expenses')");
    await untilRules(main('main.ts'), ['table-scan']);
    await document.save();
  });

  it('is not waited for: an answer that is late costs nobody else theirs', async () => {
    const late = vscode.languages.registerTypeDefinitionProvider(
      { scheme: 'file', pattern: '**/oracle-suite/late.ts' },
      { provideTypeDefinition: () => new Promise(() => undefined) },
    );
    try {
      await folder.show('late.ts', MAIN);
      const document = await vscode.workspace.openTextDocument(main('main.ts'));
      await replace(document, "open('expenses')", "open('search')");
      await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
      await untilRules(main('main.ts'), []);
      await replace(document, "open('search')", "open('expenses')");
      await untilRules(main('main.ts'), ['table-scan']);
      assert.deepEqual(rulesOf(main('late.ts')), []);
    } finally {
      late.dispose();
    }
  });
});
