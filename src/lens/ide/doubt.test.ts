import assert from 'node:assert/strict';
import { operationsOf } from '../../../test/support/operations.ts';
import { doubtOf } from './doubt.ts';
import { countOperations } from './summary.ts';

describe('what is not classified', () => {
  it('lists queries of the retired SDK with the reason, and nothing that is no table at all', () => {
    const operations = operationsOf({
      'main.js': `const azure = require('azure-storage'); const { TableClient } = require('@azure/data-tables');
        azure.createTableService().queryEntities('People', null, null, done);
        new TableClient(url, 'People', key).listEntities();
        class Fake { listEntities() {} } new Fake().listEntities();`,
    });
    assert.deepEqual(
      operations.map((operation) => doubtOf(operation, 'asked')),
      [
        { kind: 'unknown', why: 'azure-storage is the retired SDK; only @azure/data-tables is analyzed' },
        undefined,
        undefined,
      ],
    );
    assert.deepEqual(countOperations(operations), { operations: 2, classified: 1, unknown: 1 });
  });
});
