import assert from 'node:assert/strict';
import { toPlaces } from '../../core/text/segments.ts';
import { operationsOf, summary } from '../../../test/support/operations.ts';
import type { Query } from './operations/operation.ts';

const FUNCTIONS = `import { app, input, output } from '@azure/functions';\n`;
const binding = (settings: string): Readonly<Record<string, string>> => ({
  'main.ts': `${FUNCTIONS}const rows = input.table({ tableName: 'People', connection: 'X', ${settings} });`,
});
const functionFile = (...bindings: readonly object[]): Readonly<Record<string, string>> => ({
  'People/function.json': JSON.stringify({ bindings, scriptFile: '../dist/people.js' }, undefined, 2),
});
const IN = { name: 'people', type: 'table', direction: 'in', tableName: 'People' };

function filterText({ filter }: Query): string | undefined {
  return filter.kind === 'known' ? filter.worst.text.text : undefined;
}

function onlyQuery(files: Readonly<Record<string, string>>): Query {
  const [operation, ...others] = operationsOf(files);
  assert.deepEqual(others, []);
  assert(operation?.kind === 'query');
  return operation;
}

describe('table input bindings of Azure Functions', () => {
  const cases: readonly (readonly [settings: string, shape: string, filter?: string])[] = [
    [`partitionKey: 'a', rowKey: '{id}'`, 'point', `PartitionKey eq 'a' and RowKey eq '\uFFFC'`],
    [`partitionKey: '%Region%'`, 'partition-scan', `PartitionKey eq '\uFFFC'`],
    [`partitionKey: 'O\\'Neil'`, 'partition-scan', `PartitionKey eq 'O''Neil'`],
    [`filter: "Age gt 5"`, 'table-scan', 'Age gt 5'],
    [
      `filter: "PartitionKey eq '{pk}' and Age gt 5"`,
      'partition-scan',
      `PartitionKey eq '\uFFFC' and Age gt 5`,
    ],
    [
      `partitionKey: 'a', filter: "RowKey ge '{from}' or Age gt 5"`,
      'partition-scan',
      `PartitionKey eq 'a' and (RowKey ge '\uFFFC' or Age gt 5)`,
    ],
    [`partitionKey: 'a', filter: "RowKey ge 'x'"`, 'row-range', `PartitionKey eq 'a' and (RowKey ge 'x')`],
    [`partitionKey: '', filter: ''`, 'table-scan'],
    [`take: 5`, 'table-scan'],
    [`take: '5'`, 'table-scan'],
    [`rowKey: 'a'`, 'unknown: the binding has a rowKey, but no partitionKey'],
    [`partitionKey: key`, 'partition-scan', `PartitionKey eq '\uFFFC'`],
    [`filter`, "unknown: the filter is written in a way that can't be followed"],
  ];
  for (const [settings, shape, filter] of cases) {
    it(`read { ${settings} }`, () => {
      assert.deepEqual(summary(binding(settings)), [`input.table People proved ${shape}`]);
      const query = onlyQuery(binding(settings));
      assert.equal(filterText(query), filter);
      assert.equal(query.consumption.limit?.count, settings.startsWith('take') ? 5 : undefined);
    });
  }

  const ways: Readonly<Record<string, string>> = {
    'a namespace': `import * as func from '@azure/functions'; func.input.table({ tableName: 'People' });`,
    CommonJS: `const { input } = require('@azure/functions'); input.table({ tableName: 'People' });`,
    'options in a constant': `${FUNCTIONS}const options = { tableName: 'People' }; input.table(options);`,
    'a function of the app': `${FUNCTIONS}app.http('x', { extraInputs: [input.table({ tableName: 'People' })], handler });`,
  };
  for (const [name, source] of Object.entries(ways)) {
    it(`are seen through ${name}`, () => {
      assert.deepEqual(summary({ 'main.ts': source }), ['input.table People proved table-scan']);
    });
  }

  const others: Readonly<Record<string, string>> = {
    'output bindings': `${FUNCTIONS}output.table({ tableName: 'People' });`,
    'tables of something else': `const input = prompt(); input.table({ tableName: 'People' }); console.table({ filter: 'x' });`,
    'another module': `import { input } from './forms'; input.table({ tableName: 'People' });`,
  };
  for (const [name, source] of Object.entries(others)) {
    it(`are not ${name}`, () => {
      assert.deepEqual(operationsOf({ 'main.ts': source }), []);
    });
  }

  it('are read from function.json, where those of other kinds stand beside them', () => {
    const files = functionFile(
      { name: 'req', type: 'httpTrigger', direction: 'in', route: 'people/{id}' },
      { ...IN, partitionKey: 'a', rowKey: '{id}' },
      { ...IN, filter: "Name eq '{name}'", take: 50 },
      { ...IN, direction: 'out', partitionKey: 'a' },
    );
    assert.deepEqual(summary(files), [
      'function.json People proved point',
      'function.json People proved table-scan',
    ]);
  });

  it('are no scans where the function may be given the table itself', () => {
    const bindings = [IN];
    const json = (scriptFile?: string): string => JSON.stringify({ bindings, scriptFile });
    const scan = ['function.json People proved table-scan'];
    const unknown = [
      'function.json People proved unknown: the function might get the table itself and choose its own query',
    ];
    assert.deepEqual(summary({ 'f/function.json': json() }), unknown);
    assert.deepEqual(summary({ 'f/function.json': json('../bin/app.dll') }), unknown);
    assert.deepEqual(summary({ 'f/function.json': json('main.py') }), scan);
    assert.deepEqual(summary({ 'f/index.js': '', 'f/function.json': json() }), scan);
  });

  it('lead back to their places in JSON, through its escapes', () => {
    const source = `{ "bindings": [ { "type": "table", "direction": "in", "name": "p", "tableName": "%T%",
      "filter": "Na\\u006de eq '\\u0041{name}'" } ] }`;
    const query = onlyQuery({ 'f/function.json': source });
    assert.equal(query.table, undefined);
    assert.equal(source.slice(query.nameSpan.start, query.nameSpan.end), '"table"');
    assert.equal(query.receiver.text, 'p');
    assert(query.filter.kind === 'known');
    const { text } = query.filter.worst;
    assert.equal(text.text, `Name eq 'A\uFFFC'`);
    const found = (start: number, end: number): readonly string[] =>
      toPlaces(text, { start, end }).map(({ span }) => source.slice(span.start, span.end));
    assert.deepEqual(found(0, 4), ['Na\\u006de']);
    assert.deepEqual(found(9, 10), ['\\u0041']);
    assert.deepEqual(found(10, 11), ['{name}']);
  });

  it('of a broken function.json are those that can be read', () => {
    const source = `{ "bindings": [ { "type": "table", "direction": "in", "tableName": "People", "partitionKey": "a" }, { `;
    assert.deepEqual(summary({ 'f/function.json': source }), ['function.json People proved partition-scan']);
    assert.deepEqual(operationsOf({ 'f/function.json': `["table", 1]` }), []);
    assert.deepEqual(operationsOf({ 'f/function.json': `"table"` }), []);
  });
});

describe('TableServiceClient', () => {
  const SERVICE = `import { TableServiceClient } from '@azure/data-tables';\n`;

  it('has no operations on entities', () => {
    const source = `${SERVICE}const service = TableServiceClient.fromConnectionString(x);
      await service.createTable('People'); await service.deleteTable('People');
      for await (const t of service.listTables({ queryOptions: { filter: "TableName eq 'a'" } })) use(t);`;
    assert.deepEqual(operationsOf({ 'main.ts': source }), []);
  });

  const clients: Readonly<Record<string, string>> = {
    'from a connection string': `TableServiceClient.fromConnectionString(x).getTableClient('People').listEntities();`,
    'made by new': `const service = new TableServiceClient(url, key); service.getTableClient('People').listEntities();`,
    'of which only the type is known': `function f(service: TableServiceClient) { service.getTableClient('People').listEntities(); }`,
  };
  for (const [name, source] of Object.entries(clients)) {
    it(`gives a client of a table: ${name}`, () => {
      assert.deepEqual(summary({ 'main.ts': SERVICE + source }), ['listEntities People inferred table-scan']);
    });
  }
});

describe('the retired SDK', () => {
  const REASON = 'azure-storage is the retired SDK; only @azure/data-tables is analyzed';
  const calls = `tables.queryEntities('People', new azure.TableQuery().where('PartitionKey eq ?', x), null, done);
    tables.retrieveEntity('People', 'a', 'b', done);\ntables.deleteEntity('People', task, done);`;
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'in its own file': {
      'main.js': `const azure = require('azure-storage');\nconst tables = azure.createTableService();\n${calls}`,
    },
    'by a declared type': {
      'main.ts': `import * as azure from 'azure-storage';\nfunction f(tables: azure.TableService) {\n${calls} }`,
    },
    'through another file': {
      'service.js': `const { createTableService } = require('azure-storage');\nmodule.exports = { tables: createTableService(x) };`,
      'main.js': `const { tables } = require('./service');\n${calls} // input.table`,
    },
  };
  for (const [name, files] of Object.entries(cases)) {
    it(`is told apart ${name}`, () => {
      const operations = operationsOf(files);
      assert.deepEqual(
        operations.map(({ method, evidence, because }) => `${method} ${evidence} ${because}`),
        ['queryEntities', 'retrieveEntity', 'deleteEntity'].map((method) => `${method} rejected ${REASON}`),
      );
      const [query] = operations;
      assert(query?.kind === 'query');
      assert.deepEqual(query.filter, { kind: 'unknown', why: REASON, alternatives: [] });
    });
  }

  it('is not every function that is named like one of its', () => {
    const source = `import azure from 'azure-storage';
      class Store { queryEntities(filter: string) { return []; } } new Store().queryEntities('x');
      function f(store: Unknown) { store.retrieveEntity('a', 'b'); }`;
    assert.deepEqual(operationsOf({ 'main.ts': source }), []);
  });
});
