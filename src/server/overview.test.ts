import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  CodeLensRequest,
  type Diagnostic,
  DidChangeConfigurationNotification,
  DiagnosticSeverity,
  DidChangeWorkspaceFoldersNotification,
  FileChangeType,
} from 'vscode-languageserver/node';
import { type ClientOptions, type ServedHere, serveHere } from '../../test/support/language-client.ts';
import type { NamedProperty } from '../core/shape/named-property.ts';
import { placedCode } from '../core/text/code-place.ts';
import {
  CHANGED,
  FINDINGS,
  type Findings,
  INSERTION,
  type InsertionAnswer,
  type Location,
  NAMED_PROPERTIES,
  type NamedTable,
  type Runnable,
  RUNNABLE,
  SUMMARY,
  type Summary,
  TABLE_OPERATIONS,
  type TableOperations,
  type TableQuestion,
  TABLES,
  UNKNOWN_OPERATIONS,
  type UnknownOperation,
  VIEW,
} from '../protocol/messages.ts';

const client = (table: string): string => `import { TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, '${table}');
`;
const SCAN = `${client('Employees')}client.listEntities({ queryOptions: { filter: "Age gt 30" } });\n`;
const WRITE = `${client('employees')}client.createEntity({ partitionKey: 'Sales', rowKey: '1' });\n`;
const UNKNOWN = `${client('Expenses')}export const find = (filter: string) =>\n  client.listEntities({ queryOptions: { filter } });\n`;
const UNSURE = 'export const f = (thing) => thing.listEntities();\n';

describe('language server, over many files', function () {
  this.timeout(20_000);
  let folders: string[];
  let server: ServedHere;

  const uri = (name: string, folder = 0): string => pathToFileURL(join(folders[folder] ?? '', name)).href;
  const start = async (files: Readonly<Record<string, string>>, options?: ClientOptions): Promise<void> => {
    const [first = '', ...others] = folders;
    for (const [name, text] of Object.entries(files)) await writeFile(join(first, name), text);
    server = await serveHere(first, { folders: others, ...options });
    await server.indexed;
  };
  const ask = <T>(method: string, params: object): Promise<T> =>
    server.connection.sendRequest(method, params);
  const place = ({ uri, range }: Location): string =>
    `${uri.slice(uri.lastIndexOf('/') + 1)}:${range.start.line + 1}:${range.start.character + 1}`;

  beforeEach(async () => {
    folders = [await mkdtemp(join(tmpdir(), 'partition-lens-'))];
  });
  afterEach(async () => {
    await server.stop();
    assert.deepEqual(server.logged, []);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  it('takes severities and the tables of clients from the folder, also once they change', async () => {
    const given = `import { TableClient } from '@azure/data-tables';
export const all = (staff: TableClient) => staff.listEntities({ queryOptions: { filter: 'Age gt 30' } });\n`;
    await start({ 'a.ts': given, '.partitionlens.json': '{ "rules": { "table-scan": "error" } }' });
    const told = (severity: DiagnosticSeverity): Promise<unknown> =>
      server.diagnostics(uri('a.ts'), ({ diagnostics }) =>
        diagnostics.some((each) => each.code === 'table-scan' && each.severity === severity),
      );
    const first = told(DiagnosticSeverity.Error);
    await server.open(uri('a.ts'), given);
    await first;
    assert.equal(await ask<TableOperations | null>(TABLE_OPERATIONS, { table: 'Staff' }), null);
    const again = told(DiagnosticSeverity.Hint);
    const config = join(folders[0] ?? '', '.partitionlens.json');
    await writeFile(
      config,
      '{ "folders": {}, "rules": { "table-scan": "hint" }, "clients": { "staff": "Staff" } }',
    );
    await server.onDisk(pathToFileURL(config).href, FileChangeType.Changed);
    await again;
    const named = await ask<TableOperations | null>(TABLE_OPERATIONS, { table: 'Staff' });
    assert.equal(named?.operations.length, 1);
  });

  it('counts and lists the findings of all files once they are checked, and again when one is edited', async () => {
    const point = `${client('Employees')}client.getEntity('Sales', '1');\n`;
    await start({ 'scan.ts': SCAN, 'point.ts': point });
    assert.equal(await ask<Findings>(FINDINGS, {}), null);
    const counted = (wanted: object): Promise<NonNullable<Findings>> =>
      new Promise((resolve, reject) => {
        server.connection.onNotification(CHANGED, () => {
          ask<Findings>(FINDINGS, {}).then((findings) => {
            if (findings && isDeepStrictEqual(findings.tally, wanted)) resolve(findings);
          }, reject);
        });
      });
    const first = counted({ scans: 1, risks: 0, notes: 0 });
    await server.connection.sendNotification(VIEW, { visible: [], types: 'restricted' });
    const [finding] = (await first).listed;
    assert.ok(finding);
    assert.equal(place(finding.location), 'scan.ts:4:48');
    assert.deepEqual([finding.kind, finding.rule], ['scans', 'table-scan']);
    const second = counted({ scans: 2, risks: 0, notes: 0 });
    await server.open(uri('point.ts'), point);
    await server.change(uri('point.ts'), SCAN, 2);
    assert.equal((await second).listed.length, 2);
  });

  it('counts the operations of a file and of the workspace, and lists what is unknown with its reason', async () => {
    await start({ 'scan.ts': SCAN, 'unknown.ts': UNKNOWN, 'unsure.ts': UNSURE });
    const whole = await ask<Summary>(SUMMARY, {});
    assert.deepEqual(whole, { operations: 3, classified: 1, unknown: 2 });
    const one = await ask<Summary>(SUMMARY, { uri: uri('scan.ts') });
    assert.deepEqual(one, { operations: 1, classified: 1, unknown: 0 });
    const unknown = await ask<readonly UnknownOperation[]>(UNKNOWN_OPERATIONS, {});
    assert.deepEqual(
      unknown.map(({ location, code, table, kind }) => [place(location), code, table, kind]),
      [
        ['unknown.ts:5:10', 'client.listEntities', 'Expenses', 'unknown'],
        ['unsure.ts:1:35', 'thing.listEntities', undefined, 'not-sure'],
      ],
    );
    assert.match(unknown[0]?.why ?? '', /filter/);
    assert.equal(unknown[1]?.why, 'only the name of the method suggests a TableClient');
    const here = await ask<readonly UnknownOperation[]>(UNKNOWN_OPERATIONS, { uri: uri('scan.ts') });
    assert.deepEqual(here, []);
  });

  it('finds all operations of a table, by its name or from one of them', async () => {
    await start({ 'scan.ts': SCAN, 'write.ts': WRITE, 'other.ts': UNKNOWN });
    const places = async (question: TableQuestion): Promise<readonly string[] | undefined> =>
      (await ask<TableOperations | null>(TABLE_OPERATIONS, question))?.operations.map(place);
    const expected = ['scan.ts:4:8', 'write.ts:4:8'];
    assert.deepEqual(await places({ table: 'EMPLOYEES' }), expected);
    await server.open(uri('write.ts'), `\n${WRITE}`);
    const moved = ['scan.ts:4:8', 'write.ts:5:8'];
    assert.deepEqual(await places({ uri: uri('write.ts'), position: { line: 4, character: 20 } }), moved);
    assert.equal(await places({ uri: uri('write.ts'), position: { line: 0, character: 0 } }), undefined);
    assert.equal(await places({ table: 'Nothing' }), undefined);
    assert.deepEqual(await ask<readonly NamedTable[]>(TABLES, {}), [
      { name: 'Employees', operations: 2 },
      { name: 'Expenses', operations: 1 },
    ]);
  });

  it('leads from a lens to data and to the other operations, where the client can go there', async () => {
    const [tableCommand, runCommand, explainCommand] = ['showTable', 'run', 'explain'];
    const designCommand = 'design';
    await start(
      { 'write.ts': WRITE },
      { options: { tableCommand, runCommand, explainCommand, designCommand } },
    );
    await server.open(uri('scan.ts'), SCAN);
    const lenses = await server.connection.sendRequest(CodeLensRequest.type, {
      textDocument: { uri: uri('scan.ts') },
    });
    assert.deepEqual(
      lenses?.map(({ command }) => command),
      [
        {
          title: 'Table scan · Employees · no key in the filter',
          tooltip: 'Show all operations on Employees',
          command: tableCommand,
          arguments: [uri('scan.ts'), { line: 3, character: 7 }, 'Employees'],
        },
        {
          title: 'Run',
          tooltip: 'Run this query on a table and show its rows',
          command: runCommand,
          arguments: [uri('scan.ts'), { line: 3, character: 7 }],
        },
        {
          title: 'Explain',
          tooltip: 'Count what this query reads in a table',
          command: explainCommand,
          arguments: [uri('scan.ts'), { line: 3, character: 7 }],
        },
        {
          title: 'Design',
          tooltip: 'Show better designs for this table',
          command: designCommand,
          arguments: [uri('scan.ts'), { line: 3, character: 7 }],
        },
      ],
    );
    assert.deepEqual(
      lenses.map(({ data }) => data as unknown),
      [{ cost: 'table-scan' }, undefined, undefined, undefined],
    );
  });

  it('gives the properties that the source names of a table', async () => {
    await start({ 'write.ts': WRITE });
    await server.open(uri('scan.ts'), SCAN);
    const named = (table: string) => ask<readonly NamedProperty[]>(NAMED_PROPERTIES, { table });
    assert.deepEqual(await named('employees'), [{ name: 'Age', types: [] }]);
    assert.deepEqual(await named('Nothing'), []);
  });

  it('gives the query at a position as it can be run', async () => {
    await start({});
    await server.open(uri('scan.ts'), SCAN);
    const runnable = (line: number, character = 9): Promise<Runnable> =>
      ask<Runnable>(RUNNABLE, { uri: uri('scan.ts'), position: { line, character } });
    assert.deepEqual(await runnable(3), {
      table: 'Employees',
      branches: [
        { filter: { parts: [{ kind: 'text', text: 'Age gt 30' }], holes: [] }, shape: 'table-scan' },
      ],
    });
    assert.deepEqual(await runnable(3, 0), await runnable(3));
    assert.equal(await runnable(0), null);
  });

  it('gives the place of a call at a position, and the name of the client there', async () => {
    const orders =
      "import { TableClient } from '@azure/data-tables';\nexport const orders = TableClient.fromConnectionString('', 'Orders');\n";
    const unused = `import { orders as table } from './orders.js';
export function add(id: string) {
  log(id);
}
export function other(table: string) {
  log(table);
}
`;
    const code = `import { orders } from './orders.js';
export async function find(text: string) {
  return orders.getEntity(text, '1');
}
class Store {
  private readonly table = orders;
  async all() {
    await this.table.deleteEntity('a', '1');
  }
}
const other = (orders: unknown[]) => orders.length;
`;
    await start({ 'orders.ts': orders });
    await server.open(uri('code.ts'), code);
    await server.open(uri('unused.ts'), unused);
    const written = async (
      line: number,
      character: number,
      table: string,
      file = 'code.ts',
    ): Promise<string | undefined> => {
      const position = { line, character };
      const answer = await ask<InsertionAnswer>(INSERTION, { uri: uri(file), position, table });
      return answer ? placedCode(answer.place, `${answer.client ?? '?'}.listEntities()`) : undefined;
    };
    assert.equal(await written(2, 0, 'Orders'), '  orders.listEntities();\n');
    assert.equal(await written(1, 0, 'orders'), 'orders.listEntities();\n');
    assert.equal(await written(7, 0, 'Orders'), '    this.table.listEntities();\n');
    assert.equal(await written(2, 0, 'Others'), '  ?.listEntities();\n');
    assert.equal(await written(2, 0, 'Orders', 'unused.ts'), '  table.listEntities();\n');
    assert.equal(await written(5, 0, 'Orders', 'unused.ts'), '  ?.listEntities();\n');
    const inArrow = code.replace('orders.length', '{\n\n}');
    await server.open(uri('shadow.ts'), inArrow);
    const shadowed = await ask<InsertionAnswer>(INSERTION, {
      uri: uri('shadow.ts'),
      position: { line: 11, character: 0 },
      table: 'Orders',
    });
    assert.equal(shadowed?.client, undefined);
    assert.equal(
      await ask(INSERTION, { uri: uri('a.md'), position: { line: 0, character: 0 }, table: 'a' }),
      null,
    );
  });

  const severities = (diagnostics: readonly Diagnostic[]): unknown[] =>
    diagnostics.map(({ code, severity }) => [code, severity]);

  it('gives rules the severities that are set for the folder of a file', async () => {
    folders.push(await mkdtemp(join(tmpdir(), 'partition-lens-')));
    let second: string | undefined = 'off';
    await start(
      {},
      {
        settings: (folder) => {
          if (folder === undefined) return { rules: { 'table-scan': 'hint' } };
          return folder === pathToFileURL(folders[0] ?? '').href
            ? { rules: { 'table-scan': 'error' } }
            : { rules: { 'table-scan': second } };
        },
      },
    );
    const outside = pathToFileURL(join(tmpdir(), 'partition-lens-elsewhere', 'a.ts')).href;
    for (const each of [uri('a.ts'), uri('a.ts', 1), outside]) await server.open(each, SCAN);
    const inFirst = await server.diagnostics(uri('a.ts'));
    assert.deepEqual(severities(inFirst.diagnostics), [['table-scan', DiagnosticSeverity.Error]]);
    const elsewhere = await server.diagnostics(outside);
    assert.deepEqual(severities(elsewhere.diagnostics), [['table-scan', DiagnosticSeverity.Hint]]);
    assert(!server.published.some((params) => params.uri === uri('a.ts', 1)));
    second = 'information';
    await server.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    const inSecond = await server.diagnostics(uri('a.ts', 1));
    assert.deepEqual(severities(inSecond.diagnostics), [['table-scan', DiagnosticSeverity.Information]]);
  });

  it('tells once of settings that it cannot use', async () => {
    await start({}, { settings: () => ({ rules: { 'table-scam': 'off' } }) });
    await server.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await server.open(uri('a.ts'), SCAN);
    const { diagnostics } = await server.diagnostics(uri('a.ts'));
    assert.deepEqual(severities(diagnostics), [['table-scan', DiagnosticSeverity.Warning]]);
    const [problem, ...others] = server.told;
    assert.match(problem ?? '', /^Partition Lens: The setting partitionLens\.rules names "table-scam"/);
    assert.deepEqual(others, []);
  });

  it('follows a client from one folder into another, and forgets a folder that is closed', async () => {
    const [parent = ''] = folders;
    folders = [join(parent, 'a'), join(parent, 'b')];
    for (const folder of folders) await mkdir(folder);
    const factory = join(parent, 'b', 'factory.ts');
    await writeFile(factory, `${client('Employees')}export { client };\n`);
    await writeFile(join(parent, 'b', 'write.ts'), WRITE);
    await start({ 'scan.ts': "import { client } from '../b/factory';\nclient.listEntities();\n" });
    await server.open(uri('scan.ts'), "import { client } from '../b/factory';\nclient.listEntities();\n");
    const { diagnostics } = await server.diagnostics(uri('scan.ts'));
    assert.deepEqual(severities(diagnostics), [['table-scan', DiagnosticSeverity.Warning]]);
    assert.equal((await ask<Summary>(SUMMARY, {})).operations, 2);

    await writeFile(factory, 'export const client = { listEntities() {} };\n');
    await server.onDisk(uri('factory.ts', 1), FileChangeType.Changed);
    await server.diagnostics(uri('scan.ts'), (params) => params.diagnostics.length === 0);

    await server.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, {
      event: { added: [], removed: [{ uri: uri('', 1), name: 'b' }] },
    });
    assert.equal((await ask<Summary>(SUMMARY, {})).operations, 0);
    folders = [parent];
  });
});
