import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeLensRequest,
  DidChangeConfigurationNotification,
  FileChangeType,
  InlayHintRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';

const filterIn = (filter: string): string => `export const FILTER = "${filter}";\n`;
const TEXT = `import { TableClient } from '@azure/data-tables';
import { FILTER } from './filter';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
export const all = () => client.listEntities({ queryOptions: { filter: FILTER } });
export const one = () => client.getEntity('a', 'b');
export const put = () => client.createEntity({ partitionKey: 'a', rowKey: 'b' });
`;

describe('shapes as inlay hints', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;
  let shapes: string;
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const document = TextDocument.create('', '', 0, TEXT);
  const hints = async (from = 0, to = TEXT.length): Promise<string[]> => {
    const range = { start: document.positionAt(from), end: document.positionAt(to) };
    const textDocument = { uri: uri('a.ts') };
    const found = await client.connection.sendRequest(InlayHintRequest.type, { textDocument, range });
    return (found ?? []).map(({ position, label }) => {
      assert.equal(typeof label, 'string');
      const line = TEXT.split('\n')[position.line] ?? '';
      return `${line.slice(line.indexOf('client.'), position.character)} ${label as string}`;
    });
  };
  /** Asks for hints until they are so, each time after the server says that there are others. */
  const until = async (isSo: (found: readonly string[]) => boolean): Promise<void> => {
    for (;;) {
      const again = once(client.events, 'hints');
      if (isSo(await hints())) return;
      await again;
    }
  };
  const lenses = async (): Promise<number> =>
    (
      (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: uri('a.ts') } })) ??
      []
    ).length;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    await writeFile(join(folder, 'a.ts'), TEXT);
    await writeFile(join(folder, 'filter.ts'), filterIn('Age gt 30'));
    shapes = 'inlayHint';
    client = await serveHere(folder, { settings: () => ({ shapes }) });
    await client.open(uri('a.ts'), TEXT);
    await client.indexed;
    await client.diagnostics(uri('a.ts'));
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('stand after the calls that read, and take the place of the lines above', async () => {
    const scan = 'client.listEntities({ queryOptions: { filter: FILTER } }) Table scan';
    const point = "client.getEntity('a', 'b') Point query";
    assert.deepEqual(await hints(), [scan, point]);
    assert.deepEqual(await hints(TEXT.indexOf('export const one')), [point]);
    assert.equal(await lenses(), 0);
  });

  it('are asked for again when another file, or the setting, changes them', async () => {
    await until(([first]) => first?.endsWith('Table scan') === true);
    await writeFile(join(folder, 'filter.ts'), filterIn("PartitionKey eq 'a'"));
    await client.onDisk(uri('filter.ts'), FileChangeType.Changed);
    await until(([first]) => first?.endsWith('Partition scan') === true);

    shapes = 'codeLens';
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await until((found) => found.length === 0);
    assert.equal(await lenses(), 2);
  });
});
