import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { createEngine } from './create.ts';
import type { Engine } from './engine.ts';

const STORE = `${PACKAGE}export class Store {
  constructor(private readonly client: TableClient) {}
  one(id: string) { return this.client.getEntity('a', id); }
}
`;
const MAIN = `import { Store } from './store.ts';
import { TableClient } from '@azure/data-tables';
export const store = new Store(new TableClient(url, 'Staff', credential));
`;

function engineWith(files: Readonly<Record<string, string>>): Engine {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  for (const [file, text] of Object.entries(files)) engine.setFile(file, text);
  engine.wantedFiles();
  return engine;
}

function tablesOf(engine: Engine): string {
  return engine
    .analyze('/store.ts')
    .operations.map(({ table }) => table ?? '?')
    .join();
}

describe('tables that other files give', () => {
  it('change with the file that gives them', () => {
    const engine = engineWith({ '/store.ts': STORE, '/main.ts': MAIN });
    assert.equal(tablesOf(engine), 'Staff');
    engine.setFile('/main.ts', MAIN.replace('Staff', 'Rooms'));
    assert.equal(tablesOf(engine), 'Rooms');
    engine.setFile('/other.ts', MAIN);
    assert.equal(tablesOf(engine), '?');
    engine.removeFile('/main.ts');
    assert.equal(tablesOf(engine), 'Staff');
    engine.removeFile('/other.ts');
    assert.equal(tablesOf(engine), '?');
  });

  it('stay where the file that is given them is edited', () => {
    const engine = engineWith({ '/store.ts': STORE, '/main.ts': MAIN });
    engine.setFile('/store.ts', `// before\n${STORE.replace("'a'", "'b'")}`);
    assert.equal(tablesOf(engine), 'Staff');
    engine.setFile(
      '/store.ts',
      STORE.replaceAll('client:', 'table:').replaceAll('this.client', 'this.table'),
    );
    assert.equal(tablesOf(engine), 'Staff');
    assert.equal(engine.table('Staff')?.operations.length, 1);
  });

  it('come from a file that says nothing of tables', () => {
    const clients = `${PACKAGE}export const staff = new TableClient(url, 'Staff', credential);`;
    const main = `import { staff } from './clients.ts'; import { Store } from './store.ts'; new Store(staff);`;
    const engine = engineWith({ '/store.ts': STORE, '/clients.ts': clients, '/main.ts': main });
    for (const [file] of engine.wantedFiles()) if (file !== undefined) engine.setFile(file, main);
    engine.wantedFiles();
    assert.equal(tablesOf(engine), 'Staff');
  });
});
