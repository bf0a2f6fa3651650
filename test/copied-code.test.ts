import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { TableClient } from '@azure/data-tables';
import ts from 'typescript';
import { getEntityCalls, listEntitiesCall } from '../src/extension/sidebar/copy-text.ts';
import type { EntityKeys } from '../src/protocol/grid.ts';
import { createEngine } from '../src/lens/engine/create.ts';
import { rules } from '../src/lens/rules/registry.ts';
import { queryEntities } from '../src/data/query-entities.ts';
import { startFakeTableService } from './fake-service/service.ts';
import { openTestService } from './support/tables.ts';

/** Keys and texts that are easily broken on their way into source. */
const AWKWARD = [
  "o'x",
  'say "hi"',
  '`${name}`',
  'back\\slash',
  'two\nlines',
  '\u2028',
  'é😀',
  '100%',
  '*/ //',
];

/** What a filter of the grid asks for by key: the lens has nothing to say of it. */
const KEYED = [
  "PartitionKey eq 'Sales' and RowKey ge 'empid_000010' and RowKey lt 'empid_000020'",
  "PartitionKey eq 'Sales' and RowKey ge '2' and RowKey lt '3' and (Age gt 5 or Active eq true)",
  "PartitionKey eq 'o''x' and RowKey ge 'a''b' and RowKey lt 'a''c'",
  `PartitionKey eq 'say "hi"' and RowKey ge 'a' and RowKey lt 'b'`,
  "PartitionKey eq 'a' and RowKey ge '1' and RowKey lt '2' and At ge datetime'2026-01-02T03:04:05.1234567Z'",
  "PartitionKey eq 'a' and RowKey ge '1' and RowKey lt '2' and Big eq 9007199254740993L and Price eq 123.0",
  "PartitionKey eq 'a' and RowKey ge '1' and RowKey lt '2' and Id eq guid'0a0a0a0a-1111-2222-3333-444444444444'",
  "PartitionKey eq 'a' and RowKey ge '1' and RowKey lt '2' and Bytes eq X'00ff'",
];

const SELECTS = [undefined, [], ['Email', 'Timestamp'], ["o'x"]];

/** Calls as “Copy as TypeScript” and “Insert at cursor” write them, each a statement of its own. */
const CALLS = [
  ...AWKWARD.map((key) => getEntityCalls([keysOf(key, key)])),
  getEntityCalls(AWKWARD.map((key) => keysOf(key, key))),
  ...AWKWARD.map((key) => listEntitiesCall(`PartitionKey eq '${key.replaceAll("'", "''")}'`, undefined)),
  ...SELECTS.map((select) => listEntitiesCall('', select)),
  ...KEYED.map((filter) => listEntitiesCall(filter, undefined)),
];

function keysOf(partitionKey: string, rowKey: string): EntityKeys {
  return { partitionKey, rowKey };
}

describe('copied TypeScript', function () {
  this.timeout(60_000);

  it('compiles as it is, whatever is in keys, filters and names of columns', () => {
    const [errors, control] = errorsOf([sourceOf(CALLS), sourceOf(['await client.getEntity(5)'])]);
    assert.deepEqual(errors, []);
    assert.deepEqual(control, ['Expected 2-3 arguments, but got 1.']);
  });

  it('has nothing that the lens would find, where the filter asks by key', () => {
    const calls = [
      ...KEYED.map((filter) => listEntitiesCall(filter, undefined)),
      getEntityCalls([keysOf("o'x", '1')]),
      getEntityCalls([keysOf("o'x", '1'), keysOf("o'x", '2')]),
    ];
    assert.deepEqual(findingsOf(calls), []);
    const [scan] = findingsOf([listEntitiesCall("Email eq 'a'", undefined)]);
    assert.equal(scan, 'table-scan');
  });

  it('asks the service for what the grid asked for, filter and columns', async () => {
    const fake = await startFakeTableService({ Employees: [] });
    try {
      const service = openTestService(fake.connectionString);
      const client = TableClient.fromConnectionString(fake.connectionString, 'Employees', {
        allowInsecureConnection: true,
      });
      for (const filter of KEYED) {
        const select = ['Email', 'Timestamp'];
        assert.equal((await queryEntities(service, 'Employees', { filter, select })).stopped, undefined);
        const listed = runInNewContext(listEntitiesCall(filter, select), {
          client,
        }) as AsyncIterable<unknown>;
        for await (const entity of listed) assert.fail(JSON.stringify(entity));
        const [grid, copied] = fake.requests.slice(-2);
        assert.deepEqual([copied?.filter, copied?.select], [grid?.filter, grid?.select]);
        assert.equal(copied?.filter, filter);
      }
    } finally {
      await fake.stop();
    }
  });
});

function sourceOf(calls: readonly string[]): string {
  return [
    `import { TableClient } from '@azure/data-tables';`,
    `const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');`,
    'export const read = [',
    ...calls.map((call) => `  ${call},`),
    '];',
    '',
  ].join('\n');
}

/** What the compiler says of modules that stand in this repository, of each. */
function errorsOf(texts: readonly string[]): string[][] {
  const files = new Map(
    texts.map((text, index) => [fileURLToPath(new URL(`copied-${index}.ts`, import.meta.url)), text]),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  host.fileExists = (name) => files.has(name) || ts.sys.fileExists(name);
  host.readFile = (name) => files.get(name) ?? ts.sys.readFile(name);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

/** The rules that the lens reports. */
function findingsOf(calls: readonly string[]): string[] {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/copied.ts', sourceOf(calls));
  for (const candidates of engine.wantedFiles()) candidates.forEach(engine.markMissing);
  return engine.analyze('/copied.ts').findings.map(({ rule }) => rule);
}
