import assert from 'node:assert/strict';
import { operationsOf } from '../../test/support/operations.ts';
import { linesOf } from '../core/text/lines.ts';
import { operationData } from './operation-data.ts';

describe('an operation as data', () => {
  it('has no shape where the SDK is the retired one, but the reason', () => {
    const source = `require('azure-storage').createTableService().retrieveEntity('People', 'a', 'b', done);`;
    const [operation] = operationsOf({ 'main.js': source });
    assert(operation);
    assert.deepEqual(
      operationData({ name: 'main.js', lines: linesOf(source) }, operation, () => undefined),
      {
        file: 'main.js',
        line: 1,
        column: 47,
        method: 'retrieveEntity',
        evidence: 'rejected',
        unknownBecause: 'azure-storage is the retired SDK; only @azure/data-tables is analyzed',
      },
    );
  });

  it('has the shape of a binding', () => {
    const source = `{ "bindings": [ { "type": "table", "direction": "in", "tableName": "T", "partitionKey": "{pk}" } ] }`;
    const [operation] = operationsOf({ 'f/function.json': source });
    assert(operation);
    const data = operationData({ name: 'f/function.json', lines: linesOf(source) }, operation, ({ span }) =>
      source.slice(span.start, span.end),
    );
    assert.equal(data.method, 'function.json');
    assert.equal(data.shape, 'partition-scan');
    assert.equal(data.filter, "PartitionKey eq '${{pk}}'");
  });
});
