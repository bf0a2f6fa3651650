import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TableClient } from '@azure/data-tables';
import type { BrowserNode, ListNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import { seedTable, tableOf } from '../support/tables.ts';
import { textOf } from './text-of.ts';
import { until } from './until.ts';

const TABLE = 'SidebarSuite';
const PARTITIONS = 130;

/** `DateTime.MaxValue.Ticks` of .NET, and the ticks of 1970. */
const MAX_TICKS = 3_155_378_975_999_999_999n;
const UNIX_EPOCH = 621_355_968_000_000_000n;

describe('sidebar', () => {
  const connectionString = process.env.PARTITION_LENS_TEST_CONNECTION ?? '';
  const written = new Date();
  const rowKey = String(MAX_TICKS - (UNIX_EPOCH + BigInt(written.getTime()) * 10_000n));
  let browser: Api['browser'];
  let connection: BrowserNode;

  before(async () => {
    assert.notEqual(connectionString, '', 'PARTITION_LENS_TEST_CONNECTION is not set');
    await seedTable(connectionString, TABLE, tableOf(Array<number>(PARTITIONS).fill(2)));
    const client = TableClient.fromConnectionString(connectionString, TABLE, {
      allowInsecureConnection: true,
    });
    await client.createEntity({
      partitionKey: 'a-claim',
      rowKey,
      Amount: { type: 'Double', value: '120.0' },
      Reference: 9_007_199_254_740_993n,
      At: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' },
      Id: { type: 'Guid', value: '0a0a0a0a-1111-2222-3333-444444444444' },
      Bytes: new Uint8Array([0, 1, 255]),
    });
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    connection = await browser.connect('Suite', connectionString);
  });

  it('lists the connection and its tables', async () => {
    const roots = await children(undefined);
    assert.ok(roots.some(({ id }) => id === connection.id));
    assert.ok((await labels(await children(connection))).includes(TABLE));
    assert.match(await description(connection), /^127\.0\.0\.1:\d+ · \d+ tables? · 1 request$/);
  });

  it('lists partitions beyond the first page, and says what that cost', async () => {
    const table = await child(connection, TABLE);
    const first = await until(async () => {
      const rows = await children(table);
      return rows.length === 101 ? rows : undefined;
    }, 'a page of partitions');
    assert.deepEqual(await row(first.at(-1)), ['Show more', '100 partitions · 2 requests']);
    assert.equal(await description(table), '100+ partitions · 2 requests');
    await browser.showMore(table);
    const all = await labels(await children(table));
    assert.equal(all.length, PARTITIONS + 1);
    assert.ok(all.includes('p00129'));
    assert.equal(await description(table), '131 partitions · 2 requests');
  });

  it('shows the second at which a RowKey was written, and the key beside it', async () => {
    const entity = await entityNode();
    const item = await treeItem(entity);
    const second = written.toISOString().slice(0, 19);
    assert.equal(item.description, rowKey);
    assert.ok(textOf(item.label).startsWith(second), `${textOf(item.label)} is not ${second}`);
    assert.match(textOf(item.tooltip), /MaxValue.*local time/s);
  });

  it('shows properties with their exact values', async () => {
    const rows = await Promise.all((await children(await entityNode())).map(row));
    assert.deepEqual(rows, [
      ['Amount', '120.0 · Double'],
      ['Reference', '9007199254740993 · Int64'],
      ['At', '2026-01-02T03:04:05.1234567Z · DateTime'],
      ['Id', '0a0a0a0a-1111-2222-3333-444444444444 · Guid'],
      ['Bytes', '0001FF · Binary'],
    ]);
  });

  it('opens an entity as a read-only JSON document with its types', async () => {
    await vscode.commands.executeCommand('partitionLens.openEntity', await entityNode());
    const editor = await until(() => {
      const active = vscode.window.activeTextEditor;
      return active?.document.uri.scheme === 'partition-lens-entity' ? active : undefined;
    }, 'the document of the entity');
    assert.equal(editor.document.languageId, 'json');
    const text = editor.document.getText();
    assert.match(text, /"Amount@odata.type": "Edm.Double",\s+"Amount": 120.0/);
    assert.match(text, /"Reference@odata.type": "Edm.Int64",\s+"Reference": "9007199254740993"/);
    assert.match(text, /"At@odata.type": "Edm.DateTime",\s+"At": "2026-01-02T03:04:05.1234567Z"/);
    assert.match(text, /"Id@odata.type": "Edm.Guid",\s+"Id": "0a0a0a0a-1111-2222-3333-444444444444"/);
    assert.match(text, /"Bytes@odata.type": "Edm.Binary",\s+"Bytes": "AAH\/"/);
    assert.match(text, /"Timestamp@odata.type": "Edm.DateTime",\s+"Timestamp": "\d{4}-[^"]+Z"/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('copies keys as a call and as a filter', async () => {
    const entity = await entityNode();
    await vscode.commands.executeCommand('partitionLens.copyGetEntity', entity);
    assert.equal(await vscode.env.clipboard.readText(), `await client.getEntity('a-claim', '${rowKey}')`);
    await vscode.commands.executeCommand('partitionLens.copyFilter', entity);
    const filter = `PartitionKey eq 'a-claim' and RowKey eq '${rowKey}'`;
    assert.equal(await vscode.env.clipboard.readText(), filter);
  });

  it('shows a wrong key as a row that says what to do', async () => {
    const wrong = await browser.connect(
      'Wrong',
      connectionString.replace(/AccountKey=[^;]+/, 'AccountKey=d3Jvbmc='),
    );
    const [failure] = await children(wrong);
    const [label, details] = await row(failure);
    assert.equal(label, 'Access denied: connect again');
    assert.match(details, /^Access was denied .* · 1 request$/);
    assert.ok(failure);
    const { tooltip, command } = await treeItem(failure);
    assert.match(textOf(tooltip), /connect again/);
    const known = await vscode.commands.getCommands(true);
    assert.ok(known.includes(command?.command ?? ''), 'a click explains nothing');
    assert.match(await description(wrong), /^127\.0\.0\.1:\d+ · 1 request$/);
  });

  function children(node: BrowserNode | undefined): Promise<BrowserNode[]> {
    return Promise.resolve(browser.tree.getChildren(node)).then((nodes) => nodes ?? []);
  }

  /** The child whose row says this, first or second. */
  async function child(parent: BrowserNode, text: string): Promise<ListNode> {
    for (const node of await children(parent)) {
      if ((await row(node)).includes(text)) return node as ListNode;
    }
    throw new Error(`no row “${text}”`);
  }

  async function entityNode(): Promise<BrowserNode> {
    return child(await child(await child(connection, TABLE), 'a-claim'), rowKey);
  }

  async function treeItem(node: BrowserNode): Promise<vscode.TreeItem> {
    return browser.tree.getTreeItem(node);
  }

  async function row(node: BrowserNode | undefined): Promise<[label: string, description: string]> {
    assert.ok(node, 'no such row');
    const { label, description: beside } = await treeItem(node);
    return [textOf(label), textOf(beside)];
  }

  async function description(node: BrowserNode): Promise<string> {
    return (await row(node))[1];
  }

  function labels(nodes: readonly BrowserNode[]): Promise<string[]> {
    return Promise.all(nodes.map(async (node) => (await row(node))[0]));
  }
});
