import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exportRows, type Export } from '../../src/extension/grid/export-rows.ts';
import { suiteFolder } from './lens-files.ts';

describe('export of rows', () => {
  const folder = suiteFolder('export');
  const file = folder.uri('Stock.csv');
  const real = {
    showSaveDialog: vscode.window.showSaveDialog,
    showInformationMessage: vscode.window.showInformationMessage,
    showErrorMessage: vscode.window.showErrorMessage,
    withProgress: vscode.window.withProgress,
  };
  let said: string[];

  beforeEach(async () => {
    said = [];
    await folder.write({ 'before.txt': '' });
  });
  afterEach(async () => {
    Object.assign(vscode.window, real);
    await folder.remove();
  });

  /** Exports into a file that a person chose, or into none. */
  async function run(target: vscode.Uri | undefined, wanted: Partial<Export> = {}): Promise<void> {
    const say = (message: string): Promise<undefined> => {
      said.push(message);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, {
      showSaveDialog: () => Promise.resolve(target),
      showInformationMessage: say,
      showErrorMessage: say,
    });
    await exportRows({
      table: 'Stock',
      format: 'csv',
      rows: 3,
      more: false,
      partFrom: (from) =>
        Promise.resolve({ text: `from ${from}\r\n`, next: Math.min(3, from + 2), guarded: 0, cut: 0 }),
      ...wanted,
    });
  }

  async function written(): Promise<string | undefined> {
    const names = (await vscode.workspace.fs.readDirectory(folder.uri(''))).map(([name]) => name);
    if (!names.includes('Stock.csv')) return undefined;
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  }

  it('writes the parts one behind the other, and says how many rows they are', async () => {
    await run(file);
    assert.equal(await written(), 'from 0\r\nfrom 2\r\n');
    assert.deepEqual(said, ['3 rows were written to Stock.csv.']);
  });

  it('says that the service has more', async () => {
    await run(file, { more: true });
    assert.match(said.join(), /3 rows were written.*the service has more/);
  });

  it('says how many texts have a quote before them that is not their own', async () => {
    const part = { text: "'=a\\r\\n", guarded: 1, cut: 0 };
    await run(file, { partFrom: (from) => Promise.resolve({ ...part, next: from + 1 }) });
    assert.match(said.join(), /3 rows were written.*3 texts start with an added '/);
    said = [];
    await run(file, { rows: 1, partFrom: () => Promise.resolve({ ...part, next: 1 }) });
    assert.match(said.join(), /1 row was written.*1 text starts with an added '/);
  });

  it('says how many entities are not whole in the file', async () => {
    const part = { text: 'a', guarded: 0, cut: 1 };
    await run(file, { partFrom: (from) => Promise.resolve({ ...part, next: from + 1 }) });
    assert.match(said.join(), /3 rows were written.*3 entities are incomplete/);
    said = [];
    await run(file, { rows: 1, partFrom: () => Promise.resolve({ ...part, next: 1 }) });
    assert.match(said.join(), /1 row was written.*1 entity is incomplete/);
  });

  it('writes nothing when no file is chosen, or the page is closed in the middle', async () => {
    await run(undefined);
    await run(file, {
      partFrom: (from) =>
        Promise.resolve(from === 0 ? { text: 'a', next: 1, guarded: 0, cut: 0 } : undefined),
    });
    assert.equal(await written(), undefined);
    assert.deepEqual(said, []);
  });

  it('ends when it is cancelled, also while the page does not answer', async () => {
    const cancelling = new vscode.CancellationTokenSource();
    const progress = { report: () => undefined };
    Object.assign(vscode.window, {
      withProgress: (_: unknown, task: (...given: readonly unknown[]) => unknown) =>
        task(progress, cancelling.token),
    });
    await run(file, {
      partFrom: () => {
        cancelling.cancel();
        return new Promise(() => undefined);
      },
    });
    assert.equal(await written(), undefined);
    assert.deepEqual(said, []);
  });

  it('tells why a file cannot be written', async () => {
    await run(folder.uri('before.txt/Stock.csv'));
    assert.match(said.join(), /couldn't be written/);
  });
});
