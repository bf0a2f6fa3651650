import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConnectionNode } from '../../src/extension/sidebar/nodes.ts';
import type { Api } from '../../src/extension/main.ts';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { seedTable, tableOf } from '../support/tables.ts';
import { answering as answersOf } from './answers.ts';
import { suiteFolder } from './lens-files.ts';
import { until } from './until.ts';

const TABLE = 'RunSuite';

const SOURCE = `import { TableClient, odata } from '@azure/data-tables';
const client = new TableClient('https://shop.table.core.windows.net', '${TABLE}', credential);
export const rows = (from: string) => client.listEntities({ queryOptions: { filter: odata\`RowKey ge \${from} and RowKey lt 'r000002'\` } });
`;

/** Where `listEntities` stands. */
const POSITION = { line: 2, character: SOURCE.split('\n')[2]?.indexOf('listEntities') ?? 0 };

describe('from source to data', () => {
  const connectionString = process.env.PARTITION_LENS_TEST_CONNECTION ?? '';
  const folder = suiteFolder('run-suite');
  let browser: Api['browser'];
  let other: ConnectionNode;

  before(async () => {
    await seedTable(connectionString, TABLE, tableOf([1_200, 5]));
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ browser } = await extension.activate());
    await browser.connect('Data', connectionString);
    // so that there is a choice, whatever other suites leave
    other = await browser.connect('Another', connectionString);
  });
  after(async () => {
    await answersOf([{ press: 'Remove' }], () =>
      vscode.commands.executeCommand('partitionLens.disconnect', other),
    );
    await folder.remove();
  });

  it('offers at a query to run it and to explain it', async () => {
    const { uri } = await folder.show('query.ts', SOURCE);
    const titles = await until(async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
      );
      return lenses.length > 2 ? lenses.map(({ command }) => command?.title) : undefined;
    }, 'the lenses');
    assert.ok(titles.includes('Run') && titles.includes('Explain'), titles.join());
  });

  it('asks for the hole with the values of the table, and opens the grid', async () => {
    void vscode.commands.executeCommand(
      'partitionLens.runQuery',
      folder.uri('query.ts').toString(),
      POSITION,
    );
    const panel = await answering(() => browser.grid.panels.find(({ title }) => title === TABLE));
    assert.equal(panel.title, TABLE);
    const shown = await until(
      () => browser.grid.panels.find(({ title, rowsShown }) => title === TABLE && rowsShown > 0),
      'rows in the grid',
    );
    // of 1,205: those that the filter lets through
    assert.equal(shown.rowsShown, 4);
  });

  it('counts what the query touches, and what a better one would', async () => {
    void vscode.commands.executeCommand(
      'partitionLens.explainQuery',
      folder.uri('query.ts').toString(),
      POSITION,
    );
    const report = await answering(() => reports()[0]);
    const text = report.getText();
    assert.match(text, /\*\*Table scan\\\.\*\*/);
    assert.match(text, /RowKey ge 'r000000' and RowKey lt 'r000002'/);
    assert.match(text, /\| Entities that match \| 4 \| 4 \|/);
    assert.match(text, /\| Entities that the service reads \| 1,205 \| 4 \|/);
    assert.match(text, /PartitionKey eq 'p00001' and RowKey ge 'r000000'/);
  });

  it('offers the answer of last time first', async () => {
    const uri = folder.uri('query.ts').toString();
    await answerHole(uri, "'r000004'");
    const { offered } = await answerHole(uri, "'r000003'");
    const [first] = offered;
    assert.deepEqual([first?.label, first?.description], ["'r000004'", 'as last time']);
  });

  it('takes what was pasted where VS Code names the row that stood there before', async () => {
    const uri = folder.uri('query.ts').toString();
    await answerHole(uri, "'r000004'", 'runQuery', "'r000003'");
    const { offered } = await answerHole(uri, "'r000004'");
    assert.deepEqual([offered[0]?.label, offered[0]?.description], ["'r000003'", 'as last time']);
  });

  it('says in its questions what the query is wanted for', async () => {
    const uri = folder.uri('query.ts').toString();
    const titles = [await answerHole(uri, undefined), await answerHole(uri, undefined, 'explainQuery')];
    assert.deepEqual(
      titles.map(({ title }) => title.replace(/:.*/, '')),
      [`Run on ${TABLE}`, `Explain on ${TABLE}`],
    );
  });

  it('says what to do where no query stands', async () => {
    const place = { line: 0, character: 0 };
    const [said] = await answersOf([], () =>
      vscode.commands.executeCommand('partitionLens.explainQuery', folder.uri('query.ts').toString(), place),
    );
    assert.match(said?.message ?? '', /^There is no query of Azure Tables here\. Put the cursor in a call/);
    assert.equal(reports().length, 1);
  });
});

describe('Explain on data of a query that takes long', () => {
  const { withProgress } = vscode.window;
  const folder = suiteFolder('explain-suite');
  let fake: FakeTableService;
  let connection: ConnectionNode;

  before(async () => {
    fake = await startFakeTableService({ Long: generatedRows({ partitions: 10, rows: 1_000 }) });
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    connection = await (await extension.activate()).browser.connect('Explain suite', fake.connectionString);
  });
  afterEach(() => {
    Object.assign(vscode.window, { withProgress });
  });
  after(async () => {
    await answersOf([{ press: 'Remove' }], () =>
      vscode.commands.executeCommand('partitionLens.disconnect', connection),
    );
    await fake.stop();
    await folder.remove();
  });

  it('asks for the columns that the source asks for, and is left when it is cancelled', async () => {
    const call = "client.listEntities({ queryOptions: { select: ['rowKey', 'Stock'] } })";
    const source = `import { TableClient } from '@azure/data-tables';
const client = new TableClient('https://shop.table.core.windows.net', 'Long', credential);
export const rows = ${call};
`;
    const { uri } = await folder.show('long.ts', source);
    const cancelling = new vscode.CancellationTokenSource();
    const told: string[] = [];
    Object.assign(vscode.window, {
      withProgress: (
        options: vscode.ProgressOptions,
        task: Parameters<typeof withProgress<unknown>>[1],
      ): unknown => {
        // the sidebar's own
        if (options.cancellable !== true) return withProgress(options, task);
        const report = ({ message = '' }): void => {
          told.push(message);
          if (told.length === 2) cancelling.cancel();
        };
        return task({ report }, cancelling.token);
      },
    });
    const before = fake.requests.length;
    await answersOf([{ pick: 'Explain suite' }], () =>
      vscode.commands.executeCommand('partitionLens.explainQuery', uri.toString(), {
        line: 2,
        character: source.split('\n')[2]?.indexOf('listEntities'),
      }),
    );
    assert.deepEqual(told.slice(0, 2), ['1,000 entities, 1 request', '2,000 entities, 2 requests']);
    const sent = fake.requests.slice(before).filter(({ path }) => path.includes('Long'));
    assert.deepEqual(new Set(sent.map(({ select }) => select)), new Set(['PartitionKey,RowKey,Stock']));
    assert.ok(sent.length < 4, `${sent.length} requests were sent`);
    const report = await until(
      () => reports().find((document) => document.getText().includes('reads in Long')),
      'the report',
    );
    assert.match(report.getText(), /The count is incomplete: Cancelled/);
    assert.match(report.getText(), /\| Entities that match \| at least 2,000 \|/);
  });
});

function reports(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'partition-lens-report');
}

/**
 * Runs the query with this value for its hole, once it is offered, or leaves the question; what was asked and offered then.
 * `typed` stands there meanwhile.
 */
async function answerHole(
  uri: string,
  label: string | undefined,
  command: 'runQuery' | 'explainQuery' = 'runQuery',
  typed = '',
): Promise<{ readonly title: string; readonly offered: readonly vscode.QuickPickItem[] }> {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  let offered: readonly vscode.QuickPickItem[] = [];
  const picker = {
    title: '',
    value: typed,
    busy: true,
    selectedItems: [] as readonly vscode.QuickPickItem[],
    set items(items: readonly vscode.QuickPickItem[]) {
      const wanted = items.filter((item) => item.label === label);
      if (this.busy || wanted.length === 0) return;
      offered = items;
      this.selectedItems = wanted;
      setImmediate(() => {
        accepted.fire();
      });
    },
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: new vscode.EventEmitter<string>().event,
    show: () => {
      if (label === undefined) hidden.fire();
    },
    hide: () => {
      hidden.fire();
    },
    dispose: () => undefined,
  };
  const { createQuickPick } = vscode.window;
  Object.assign(vscode.window, { createQuickPick: () => picker });
  try {
    await answersOf([{ pick: 'Data' }], () =>
      vscode.commands.executeCommand(`partitionLens.${command}`, uri, POSITION),
    );
  } finally {
    Object.assign(vscode.window, { createQuickPick });
  }
  return { title: picker.title, offered };
}

/** Takes the first choice of whatever is asked, until there is an outcome. */
function answering<T>(outcome: () => T | undefined): Promise<NonNullable<T>> {
  return until(async () => {
    const found = outcome();
    if (found === undefined) {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    }
    return found;
  }, 'an outcome of the questions');
}
