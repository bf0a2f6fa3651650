import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { MAX_TICKS, UNIX_EPOCH } from '../../src/core/keys/time.ts';
import type { BrowserNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import type { FakeEntity } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { answering } from './answers.ts';
import { textOf } from './text-of.ts';
import { until } from './until.ts';

const HOUR = 3_600_000;
/** 2026-01-02T03:00:00Z. */
const START = Date.UTC(2026, 0, 2, 3);

/** Newest first: `web_` and inverted ticks, one entity an hour. */
function logRows(hours: number): FakeEntity[] {
  return Array.from({ length: hours }, (_, hour) => {
    const ticks = UNIX_EPOCH + BigInt(START + hour * HOUR) * 10_000n;
    return {
      PartitionKey: '20260102',
      RowKey: `web_${MAX_TICKS - ticks}`,
      properties: [{ name: 'Text', value: { type: 'String', value: 'canary-value-8843' } }],
    } satisfies FakeEntity;
  });
}

/** A key of another kind, left over from before. */
const OTHER: FakeEntity = { PartitionKey: '20260102', RowKey: 'another-key' };

describe('tables, keys and connections in the sidebar', () => {
  let fake: FakeTableService;
  let browser: Api['browser'];
  let connection: BrowserNode;

  before(async () => {
    const day = (name: string): [string, FakeEntity[]] => [name, [{ PartitionKey: 'a', RowKey: 'b' }]];
    fake = await startFakeTableService({
      TimedLogs: [...logRows(10), OTHER],
      ...Object.fromEntries(['Daily20260101', 'Daily20260102', 'Daily20260103'].map(day)),
    });
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    connection = await browser.connect('Tables suite', fake.connectionString);
  });
  after(async () => {
    await vscode.workspace.fs.delete(config()).then(undefined, () => undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await fake.stop();
  });

  it('puts tables that differ by a date into one row', async () => {
    assert.deepEqual(await labels(connection), ['Daily…', 'TimedLogs']);
    const [series] = await children(connection);
    assert.deepEqual(await labels(series), ['Daily20260101', 'Daily20260102', 'Daily20260103']);
    const { accessibilityInformation } = await item(series);
    assert.equal(accessibilityInformation?.label, 'Group · Daily… · 20260101 – 20260103 · 3 tables');
  });

  it('filters tables by a part of their names', async () => {
    await answering([{ type: 'timed' }], () => command('filterTables', connection));
    assert.deepEqual(await labels(connection), ['TimedLogs']);
    await command('clearTableFilter', connection);
    assert.equal((await labels(connection)).length, 2);
  });

  it('has a row drawn anew by the node that VS Code has of it, whichever one is at hand', async () => {
    const given = await root('Tables suite');
    assert.notEqual(given, connection);
    const told: unknown[] = [];
    const listening = browser.tree.onDidChangeTreeData?.((node) => told.push(node));
    await command('clearTableFilter', connection);
    listening?.dispose();
    assert.ok(told.length > 0 && told.every((node) => node === given));
  });

  it('goes to a time that the keys seen tell, where none is declared', async () => {
    const partition = await child(await child(connection, 'TimedLogs'), '20260102');
    await child(partition, 'web_');
    await answering([{ type: '2026-01-02 05:30 UTC' }], () => command('goToTime', partition));
    const [rows] = await children(partition);
    assert.equal((await item(rows)).label, 'Up to 2026-01-02T05:30:00Z, newest first');
    await command('closeSearch', rows);
  });

  it('declares a key codec by what the keys suggest, in the folder’s file, and reads keys by it at once', async () => {
    const partition = await child(await child(connection, 'TimedLogs'), '20260102');
    const entity = await child(partition, 'web_');
    const shown = await answering([{ pick: 'web_{inverted-ticks}' }], () =>
      command('declareKeyCodec', entity),
    );
    assert.match(shown[0]?.items[0]?.description ?? '', /fits 10 of 11 keys/);
    assert.match(shown[0]?.items[0]?.detail ?? '', /→ 2026-01-02T12:00:00Z$/);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(config()));
    assert.deepEqual(JSON.parse(text), {
      tables: {
        TimedLogs: { rowKey: { separator: '_', parts: [{ constant: 'web' }, 'inverted-ticks'] } },
      },
    });
    const row = await item(await child(partition, 'web_'));
    assert.match(textOf(row.tooltip), /“\d+” is:/);
    assert.equal((await item(partition)).contextValue, 'partition.timed');
  });

  it('changes nothing else in a file that is there', async () => {
    const before = new TextDecoder().decode(await vscode.workspace.fs.readFile(config()));
    const noted = before.replace('{', '{ // ours, see the wiki\n');
    await vscode.workspace.fs.writeFile(config(), new TextEncoder().encode(noted));
    const table = await child(connection, 'TimedLogs');
    const answers = [{ pick: 'PartitionKey' }, { pick: 'yyyyMMdd' }];
    await answering(answers, () => command('declareKeyCodec', table));
    const after = new TextDecoder().decode(await vscode.workspace.fs.readFile(config()));
    assert.match(after, /^\{ \/\/ ours, see the wiki\n/);
    assert.match(after, /"partitionKey": "yyyyMMdd"/);
    assert.match(after, /"inverted-ticks"/);
    assert.equal((await item(table)).contextValue, 'table.timed');
  });

  it('declares a compound key as it is typed, which must be right', async () => {
    const table = await child(connection, 'TimedLogs');
    const way = [{ pick: 'RowKey' }, { pick: 'Enter how it is built' }];
    await assert.rejects(
      answering([...way, { type: 'web_{written:invertd-ticks}' }], () => command('declareKeyCodec', table)),
      /refused.*Did you mean “inverted-ticks”/s,
    );
    const shown = await answering([...way, { type: '{source}_{written:inverted-ticks}' }], () =>
      command('declareKeyCodec', table),
    );
    assert.equal(shown[2]?.message, 'web_{inverted-ticks}', 'what is declared is offered');
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(config()));
    assert.match(text, /"name": "source"/);
    await answering([...way, { type: 'web_{inverted-ticks}' }], () => command('declareKeyCodec', table));
  });

  it('declares a key of all tables of a series at once', async () => {
    const [series] = await children(connection);
    assert.ok(series);
    const partition = await child(await child(series, 'Daily20260102'), 'a');
    const answers = [{ pick: 'Another codec' }, { pick: 'yyyyMMdd' }, { pick: 'Daily{yyyyMMdd}' }];
    await answering(answers, () => command('declareKeyCodec', partition));
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(config()));
    assert.match(text, /"Daily\{yyyyMMdd\}": \{\s*"partitionKey": "yyyyMMdd"/);
    for (const table of ['Daily20260101', 'Daily20260103']) {
      assert.equal((await item(await child(series, table))).contextValue, 'table.timed');
    }
  });

  it('leads from a partition to the declaration of RowKey, and back', async () => {
    const partition = await child(await child(connection, 'TimedLogs'), '20260102');
    const shown = await answering(
      [{ pick: 'Declare RowKey instead' }, { pick: 'Declare PartitionKey instead' }, { pick: 'yyyyMMdd' }],
      () => command('declareKeyCodec', partition),
    );
    assert.match(shown[1]?.items[0]?.description ?? '', /fits 10 of 11 keys/);
    assert.match(shown[3]?.message ?? '', /^PartitionKey of TimedLogs is declared/);
  });

  it('goes to a time: the listing begins there', async () => {
    const partition = await child(await child(connection, 'TimedLogs'), '20260102');
    await answering([{ type: '2026-01-02 06:30 UTC' }], () => command('goToTime', partition));
    const [rows] = await children(partition);
    assert.equal((await item(rows)).label, 'Up to 2026-01-02T06:30:00Z, newest first');
    assert.deepEqual(
      await labels(rows),
      ['06', '05', '04', '03'].map((hour) => `2026-01-02T${hour}:00:00Z`),
    );
    assert.match(
      fake.requests.at(-1)?.filter ?? '',
      /^PartitionKey eq '20260102' and RowKey ge 'web_\d+' and RowKey lt 'web`'$/,
    );
    await command('closeSearch', rows);
    assert.notEqual((await children(partition))[0]?.kind, 'rows');
  });

  it('closes a search below a partition that was read anew since', async () => {
    const table = await child(connection, 'TimedLogs');
    const before = await child(table, '20260102');
    await answering([{ type: '2026-01-02 06:30 UTC' }], () => command('goToTime', before));
    await command('refresh', table);
    const partition = await child(table, '20260102');
    assert.notEqual(partition, before);
    const [rows] = await children(partition);
    const told: unknown[] = [];
    const listening = browser.tree.onDidChangeTreeData?.((node) => told.push(node));
    await command('closeSearch', rows);
    listening?.dispose();
    assert.ok(told.length > 0 && told.every((node) => node === partition));
  });

  it('follows the file, and marks what is wrong in it', async () => {
    await vscode.workspace.fs.writeFile(
      config(),
      new TextEncoder().encode('{"tables":{"TimedLogs":{"rowKey":"invertd-ticks"}}}'),
    );
    const [problem] = await until(() => {
      const found = vscode.languages
        .getDiagnostics(config())
        .filter(({ source }) => source === 'Partition Lens');
      return found.length > 0 ? found : undefined;
    }, 'a problem in the file');
    assert.match(problem?.message ?? '', /Did you mean "inverted-ticks"/);
    const partition = await child(await child(connection, 'TimedLogs'), '20260102');
    await until(async () => (await item(partition)).contextValue === 'partition', 'the declaration to go');
  });

  it('counts entities on demand and shows the count on the row', async () => {
    const table = await child(connection, 'TimedLogs');
    const shown = await answering([], () => command('countEntities', table));
    assert.equal(shown[0]?.message, 'TimedLogs: 11 entities in 1 partition, 1 request');
    assert.match(
      textOf((await item(table)).description),
      /^counted 11 entities in 1 partition, 1 request · all shown · /,
    );
  });

  it('creates a table whose name was checked, and deletes it once its name was typed', async () => {
    const logs = await child(connection, 'TimedLogs');
    await labels(await child(logs, '20260102'));
    const before = fake.requests.length;
    await answering([{ type: 'Audit' }], () => command('createTable', connection));
    const table = await child(connection, 'Audit');
    await labels(await child(logs, '20260102'));
    const [created, listed] = fake.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    assert.match(created ?? '', /^POST .*Tables$/);
    assert.match(listed ?? '', /^GET .*Tables$/);
    assert.deepEqual(fake.requests.slice(before + 2), [], 'what was read of other tables is kept');
    await assert.rejects(
      answering([{ type: 'my-table' }], () => command('createTable', connection)),
      /refused/,
    );
    await assert.rejects(
      answering([{ type: 'audit' }], () => command('deleteTable', table)),
      /refused/,
    );
    assert.ok((await labels(connection)).includes('Audit'));
    await answering([{ type: 'Audit' }], () => command('deleteTable', table));
    assert.ok(!(await labels(connection)).includes('Audit'));
  });

  it('connects with an account and its key, renames, moves and removes it', async () => {
    const answers = [{ pick: 'Account and key' }, { type: fake.url }, { type: fake.key }, { type: 'By key' }];
    await answering(answers, () => command('connect'));
    const added = await root('By key');
    assert.ok((await labels(added)).includes('TimedLogs'));
    const again = [
      { pick: 'Account and key' },
      { type: fake.url },
      { type: fake.key },
      { type: 'By its key' },
    ];
    await answering(again, () => command('reconnect', added));
    assert.ok((await labels(await root('By its key'))).includes('TimedLogs'));
    assert.ok(!(await labels(undefined)).includes('By key'));
    await answering([{ type: 'Renamed' }], () => command('renameConnection', added));
    await command('moveConnectionUp', await root('Renamed'));
    const roots = await labels(undefined);
    assert.equal(roots.indexOf('Renamed') + 1, roots.indexOf('Tables suite'));
    await answering([{ press: 'Remove' }], () => command('disconnect', added));
    assert.ok(!(await labels(undefined)).includes('Renamed'));
  });

  it('offers connection strings of the workspace by their names', async () => {
    const env = vscode.Uri.joinPath(folder(), '.env');
    await vscode.workspace.fs.writeFile(
      env,
      new TextEncoder().encode(`SHOP_TABLES=${fake.connectionString}\n`),
    );
    try {
      const shown = await answering([{ pick: 'SHOP_TABLES' }, { type: 'Found' }], () => command('connect'));
      const texts = JSON.stringify(
        shown.map(({ items }) => items.map(({ label, description }) => [label, description])),
      );
      assert.match(texts, /\.env · 127\.0\.0\.1/);
      assert.ok(!texts.includes(fake.key));
      assert.equal(shown[1]?.message, 'SHOP_TABLES');
      const settings = JSON.stringify(vscode.workspace.getConfiguration('partitionLens'));
      assert.ok(!settings.includes(fake.key));
      await answering([{ press: 'Remove' }], async () => command('disconnect', await root('Found')));
    } finally {
      await vscode.workspace.fs.delete(env);
    }
  });

  it('signs in with Microsoft Entra ID where that is chosen, and not otherwise', async () => {
    const asked: unknown[] = [];
    const { getSession } = vscode.authentication;
    const session = {
      id: '1',
      accessToken: 'canary-token-1177',
      account: { id: '1', label: 'Jo' },
      scopes: [],
    };
    const fakeSession = (...args: unknown[]): Promise<vscode.AuthenticationSession> => {
      asked.push(args);
      return Promise.resolve(session);
    };
    Object.assign(vscode.authentication, { getSession: fakeSession });
    try {
      const answers = [
        { pick: 'Microsoft Entra ID' },
        { type: 'https://shop01.table.core.invalid' },
        { press: 'Save Anyway' },
        { type: 'Mine' },
      ];
      await answering(answers, () => command('connect'));
      const scope = 'https://storage.azure.com/.default';
      assert.deepEqual(asked[0], ['microsoft', [scope], { createIfNone: true }]);
      const added = await root('Mine');
      const { description, iconPath } = await item(added);
      assert.match(textOf(description), /^Azure · shop01\.table\.core\.invalid/);
      assert.ok(iconPath instanceof vscode.ThemeIcon);
      assert.deepEqual(iconPath.color, new vscode.ThemeColor('charts.orange'));
      await answering([{ press: 'Remove' }], () => command('disconnect', added));
    } finally {
      Object.assign(vscode.authentication, { getSession });
    }
  });

  function folder(): vscode.Uri {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first, 'no folder is open');
    return first.uri;
  }

  function config(): vscode.Uri {
    return vscode.Uri.file(join(folder().fsPath, '.partitionlens.json'));
  }

  function command(name: string, ...args: unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(`partitionLens.${name}`, ...args);
  }

  async function children(node: BrowserNode | undefined): Promise<BrowserNode[]> {
    return (await browser.tree.getChildren(node)) ?? [];
  }

  async function item(node: BrowserNode | undefined): Promise<vscode.TreeItem> {
    assert.ok(node, 'no such row');
    return browser.tree.getTreeItem(node);
  }

  async function labels(node: BrowserNode | undefined): Promise<string[]> {
    const items = await Promise.all((await children(node)).map(item));
    return items.map(({ label }) => textOf(label));
  }

  /** The first row whose label or description has this text. */
  async function child(parent: BrowserNode | undefined, text: string): Promise<BrowserNode> {
    for (const node of await children(parent)) {
      const { label, description } = await item(node);
      if (`${textOf(label)} ${textOf(description)}`.includes(text)) return node;
    }
    throw new Error(`no row “${text}” among ${JSON.stringify(await labels(parent))}`);
  }

  function root(name: string): Promise<BrowserNode> {
    return child(undefined, name);
  }
});
