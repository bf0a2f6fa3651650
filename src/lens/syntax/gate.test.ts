import assert from 'node:assert/strict';
import { mayConcernTables } from './gate.ts';

describe('the gate before the parser', () => {
  const concerning: readonly string[] = [
    `import { TableClient } from '@azure/data-tables';`,
    `const { createTableService } = require("azure-storage");`,
    'await import(`azure-storage`);',
    'rows.getEntity(a, b);',
    `const { getEntity } = rows;`,
    `rows["getEntity"](a, b);`,
    'getEntityNotFound(); rows.getEntity?.(a, b)',
    `'AccountKey=abc'`,
  ];
  for (const text of concerning) {
    it(`lets through ${text}`, () => {
      assert.equal(mayConcernTables('/a.ts', text), true);
    });
  }

  const others: readonly string[] = [
    '// https://learn.microsoft.com/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services',
    'errors.getEntityNotFound(context);',
    'this.forgetEntity(); this._updateEntity1(); updateEntity$();',
    'const image = `mcr.microsoft.com/azure-storage/azurite:${tag}`;',
  ];
  for (const text of others) {
    it(`stops ${text}`, () => {
      assert.equal(mayConcernTables('/a.ts', text), false);
    });
  }

  it('knows functions by their bindings', () => {
    assert.equal(mayConcernTables('/f/function.json', '{ "type": "table" }'), true);
    assert.equal(mayConcernTables('/f/function.json', '{ "type": "queue" }'), false);
  });
});
