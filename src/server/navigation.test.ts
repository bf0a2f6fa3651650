import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  DefinitionRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  type Location,
  ReferencesRequest,
  type SymbolInformation,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';

const STORE = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
export async function hire(id: string, email: string): Promise<void> {
  await client.createEntity({ partitionKey: 'Sales', rowKey: id, email, age: 30 });
}
`;
const QUERIES = `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
const others = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Suppliers');
export const byEmail = (email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'Sales' and email eq \${email}\`, select: ['email', 'age'] } });
export const supplier = (email: string) => others.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } });
`;
const ITEMS = `import { odata, TableClient } from '@azure/data-tables';
import { itemKey } from './item-key';
const items = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Items');
export const add = (shop: string, order: string, item: string) =>
  items.createEntity({ partitionKey: shop, rowKey: \`\${order}_\${item}\` });
export const close = (shop: string, closed: string) => items.upsertEntity({ partitionKey: shop, rowKey: closed + '_end' });
export const one = (shop: string, o: string, i: string) => items.getEntity(shop, itemKey(o, i));
export const ofOrder = (shop: string, wanted: string) =>
  items.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${shop} and RowKey ge \${wanted + '_'} and RowKey lt \${wanted + '\\\`'}\` } });
export const byWhole = (shop: string, whole: string) => items.deleteEntity(shop, whole);
export const known = () => [items.getEntity('a', 'o7_i8'), items.getEntity('a', 'o7_i8_x'), items.getEntity('a', 'o7')];
`;
const ITEM_KEY = 'export const itemKey = (order: string, second: string) => order + "_" + second;\n';

describe('navigation in the language server', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;

  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const texts = new Map([
    ['store.ts', STORE],
    ['queries.ts', QUERIES],
    ['items.ts', ITEMS],
    ['item-key.ts', ITEM_KEY],
  ]);
  const positionOf = (name: string, of: string, nth = 0): { line: number; character: number } => {
    const text = texts.get(name) ?? '';
    let offset = text.indexOf(of);
    for (let count = 0; count < nth; count++) offset = text.indexOf(of, offset + 1);
    assert.ok(offset >= 0, of);
    return TextDocument.create('', '', 0, text).positionAt(offset + 1);
  };
  /** What the source has at each location, with the file's name. */
  const shown = (locations: readonly Location[] | null): string[] =>
    (locations ?? []).map(({ uri: at, range }) => {
      const name = at.slice(at.lastIndexOf('/') + 1);
      return `${name}: ${TextDocument.create('', '', 0, texts.get(name) ?? '').getText(range)}`;
    });
  const definition = async (name: string, of: string, nth?: number): Promise<string[]> =>
    shown(
      (await client.connection.sendRequest(DefinitionRequest.type, {
        textDocument: { uri: uri(name) },
        position: positionOf(name, of, nth),
      })) as Location[],
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    for (const [name, text] of texts) await writeFile(join(folder, name), text);
    client = await serveHere(folder);
    await client.open(uri('queries.ts'), QUERIES);
    await client.indexed;
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('goes from a property in a filter, or in select, to the writes that make it, in another file', async () => {
    assert.deepEqual(await definition('queries.ts', 'email eq'), ['store.ts: email']);
    assert.deepEqual(await definition('queries.ts', "age'"), ['store.ts: age: 30']);
  });

  it('goes from a key in a filter to what writes give it', async () => {
    assert.deepEqual(await definition('queries.ts', 'PartitionKey eq'), ["store.ts: partitionKey: 'Sales'"]);
  });

  describe('on one part of a compound key', () => {
    const referencesAt = async (name: string, of: string, nth?: number): Promise<string[]> =>
      shown(
        await client.connection.sendRequest(ReferencesRequest.type, {
          textDocument: { uri: uri(name) },
          position: positionOf(name, of, nth),
          context: { includeDeclaration: true },
        }),
      ).sort();
    beforeEach(async () => {
      await client.open(uri('items.ts'), ITEMS);
      await client.open(uri('item-key.ts'), ITEM_KEY);
    });

    it('goes from a read to what writes give that part, through the function that makes the key', async () => {
      assert.deepEqual(await definition('item-key.ts', 'second;'), ['items.ts: item']);
      assert.deepEqual(await definition('items.ts', "wanted + '_'"), ['items.ts: order', 'items.ts: closed']);
    });

    it('lists the part wherever a key has it, in ranges and constants, and no other part', async () => {
      const ofItem = ['item-key.ts: second', 'items.ts: i8', 'items.ts: item'];
      assert.deepEqual(await referencesAt('items.ts', 'item}'), ofItem);
      const ofOrder = ['item-key.ts: order', 'items.ts: closed', 'items.ts: o7', 'items.ts: order'];
      assert.deepEqual(await referencesAt('items.ts', 'order}'), [
        ...[...ofOrder, 'items.ts: wanted', 'items.ts: wanted'],
      ]);
      assert.deepEqual(await referencesAt('items.ts', '_end'), ['items.ts: _end']);
    });

    it('lists the whole key where a value is all of it', async () => {
      const all = await referencesAt('items.ts', 'whole);');
      assert.ok(all.includes('items.ts: rowKey: `${order}_${item}`'));
      assert.ok(all.includes("items.ts: rowKey: closed + '_end'"));
    });
  });

  it('keeps tables apart, and says nothing where no operation names a property', async () => {
    assert.deepEqual(await definition('queries.ts', 'email eq', 1), []);
    assert.deepEqual(await definition('queries.ts', 'process.env'), []);
  });

  it('lists where a property is used, with the writes only if they are asked for', async () => {
    const references = async (includeDeclaration: boolean): Promise<string[]> =>
      shown(
        await client.connection.sendRequest(ReferencesRequest.type, {
          textDocument: { uri: uri('queries.ts') },
          position: positionOf('queries.ts', 'email eq'),
          context: { includeDeclaration },
        }),
      );
    const used = ['queries.ts: email', "queries.ts: 'email'"];
    assert.deepEqual((await references(false)).sort(), used.sort());
    assert.deepEqual((await references(true)).sort(), [...used, 'store.ts: email'].sort());
  });

  it('outlines the operations of a document', async () => {
    const symbols = (await client.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: uri('queries.ts') },
    })) as DocumentSymbol[];
    assert.deepEqual(
      symbols.map(({ name }) => name),
      [
        "Partition scan · Employees · PartitionKey is 'Sales'",
        'Table scan · Suppliers · no key in the filter',
      ],
    );
  });

  it('finds operations of the workspace by their words', async () => {
    const search = async (query: string): Promise<string[]> => {
      const found = await client.connection.sendRequest(WorkspaceSymbolRequest.type, { query });
      return ((found ?? []) as SymbolInformation[]).map(({ name }) => name);
    };
    assert.deepEqual(await search('scan suppl'), ['Table scan · Suppliers · no key in the filter']);
    assert.deepEqual(await search('createEmpl'), ['createEntity · Employees']);
    assert.equal((await search('')).length, 11);
  });
});
