import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

describe('what files make that others import', () => {
  it('is asked again once a file changes, be it another one', () => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    const RULE = 'table-created-per-request';
    const client = `import { TableClient } from '${PACKAGE}';
export const orders = new TableClient(url, 'Orders', credential);`;
    const caller = `import { TableClient } from '${PACKAGE}';
import { ensure } from './store';
const own = new TableClient(url, 'Bills', credential);
web.post('/orders/:id', async (req, res) => {
  await ensure();
  await own.createEntity({ partitionKey: req.params.shop, rowKey: req.params.id });
  res.end();
});`;
    const files = {
      'client.ts': client,
      'store.ts': `import { RestError } from '${PACKAGE}';
import { orders } from './client';
export async function ensure() {
  await orders.createTable();
}
export const isConflict = (error: unknown) => error instanceof RestError;`,
      'main.ts': caller,
      'other.ts': caller,
    };
    for (const [name, text] of Object.entries(files)) engine.setFile(`/code/${name}`, text);
    const found = (): readonly string[] =>
      ['/code/main.ts', '/code/other.ts'].flatMap((file) =>
        engine.analyze(file).findings.flatMap(({ rule }) => (rule === RULE ? [file] : [])),
      );
    assert.deepEqual(found(), ['/code/main.ts', '/code/other.ts']);
    engine.setFile('/code/client.ts', 'export const orders = new Files();');
    assert.deepEqual(found(), []);
    engine.setFile('/code/client.ts', client);
    assert.deepEqual(found(), ['/code/main.ts', '/code/other.ts']);
  });
});
