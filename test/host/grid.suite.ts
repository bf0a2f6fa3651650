import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { GridPanel } from '../../src/extension/grid/panels.ts';
import type { Api } from '../../src/extension/main.ts';
import { seedTable, tableOf } from '../support/tables.ts';
import { until } from './until.ts';

const TABLE = 'GridSuite';

describe('entity grid', () => {
  const connectionString = process.env.PARTITION_LENS_TEST_CONNECTION ?? '';
  let browser: Api['browser'];

  before(async () => {
    assert.notEqual(connectionString, '', 'PARTITION_LENS_TEST_CONNECTION is not set');
    await seedTable(connectionString, TABLE, tableOf([150, 5]));
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('shows the first page of a table, in a page that runs nothing but its own script', async () => {
    await vscode.commands.executeCommand('partitionLens.openEntities', await table());
    const { html } = await shown(TABLE, 100);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'nonce-(\w{32})'; style-src 'nonce-\1'$/);
    assert.deepEqual([...html.matchAll(/\bon\w+=|style=|<script>/g)], []);
  });

  it('shows one partition, in a panel of its own that is opened once', async () => {
    const node = await table();
    const partition = await until(async () => {
      const partitions = await children(node);
      return partitions.find((each) => each.kind === 'partition' && each.partition.seen === 5);
    }, 'the second partition');
    await vscode.commands.executeCommand('partitionLens.openEntities', partition);
    await shown(`${TABLE} · p00001`, 5);
    await vscode.commands.executeCommand('partitionLens.openEntities', partition);
    await shown(`${TABLE} · p00001`, 5);
    assert.equal(browser.grid.panels.length, 2);
  });

  it('forgets a panel that is closed', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => browser.grid.panels.length === 0, 'panels to be gone');
  });

  function shown(title: string, rows: number): Promise<GridPanel> {
    return until(
      () => browser.grid.panels.find((panel) => panel.title === title && panel.rowsShown === rows),
      () =>
        `${rows} rows in ${title}: ${JSON.stringify(browser.grid.panels.map((panel) => panel.rowsShown))}`,
    );
  }

  async function children(node: Parameters<Api['browser']['tree']['getChildren']>[0]) {
    return (await browser.tree.getChildren(node)) ?? [];
  }

  async function table() {
    const connection = await browser.connect('Grid', connectionString);
    const found = (await children(connection)).find((node) => node.kind === 'table' && node.table === TABLE);
    assert.ok(found, `no table ${TABLE}`);
    return found;
  }
});
