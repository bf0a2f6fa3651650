import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type AnnotatedTextEdit,
  CreateFile,
  SnippetTextEdit,
  TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { designServer } from '../../../test/support/design-server.ts';
import { ASSIST, type AssistAnswer, type AssistQuestion } from '../../protocol/assist.ts';
import { DESIGN, type DesignAnswer } from '../../protocol/design.ts';

const HEAD = `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
declare const connection: string;
`;

interface Row {
  /** What the design adds. */
  readonly title: RegExp;
  readonly pattern: string;
  /** The read or write that it is shown at, and its call. */
  readonly id: string;
  readonly at: string;
  readonly table: string;
  readonly source: string;
}

const rows: Readonly<Record<string, Row>> = {
  'RowKeys that put the newest first': {
    ...{
      title: /^New keys for reading$/,
      pattern: 'log-tail',
      id: 'R1',
      at: 'listEntities',
      table: 'Readings',
    },
    source: `const readings = TableClient.fromConnectionString(connection, 'Readings');
export async function add(device: string, value: number): Promise<void> {
  const at = new Date();
  await readings.createEntity({ partitionKey: device, rowKey: randomUUID(), value, at });
}
export async function latest(device: string): Promise<number[]> {
  const found: { value: number; at: Date }[] = [];
  const all = readings.listEntities<{ value: number; at: Date }>({ queryOptions: { filter: odata\`PartitionKey eq \${device}\` } });
  for await (const { value, at } of all) found.push({ value, at });
  found.sort((a, b) => b.at.getTime() - a.at.getTime());
  return found.slice(0, 10).map(({ value }) => value);
}
`,
  },
  buckets: {
    ...{
      title: /^New keys for signal$/,
      pattern: 'spread-partition',
      id: 'W1',
      at: 'createEntity',
      table: 'Signals',
    },
    source: `const signals = TableClient.fromConnectionString(connection, 'Signals');
export async function add(text: string): Promise<string> {
  const rowKey = randomUUID();
  await signals.createEntity({ partitionKey: 'signal', rowKey, text });
  return rowKey;
}
export async function get(rowKey: string): Promise<string | undefined> {
  const { text } = await signals.getEntity<{ text: string }>('signal', rowKey);
  return text;
}
`,
  },
  'copied properties of another table': {
    ...{
      title: /^product\.name in each order$/,
      pattern: 'denormalization',
      id: 'R1',
      at: 'getEntity',
      table: 'Orders',
    },
    source: `const orders = TableClient.fromConnectionString(connection, 'Orders');
const products = TableClient.fromConnectionString(connection, 'Products');
export async function product(id: string, name: string): Promise<void> {
  await products.upsertEntity({ partitionKey: 'product', rowKey: id, name });
}
export async function order(customer: string, id: string, productId: string, amount: number): Promise<void> {
  await orders.createEntity({ partitionKey: customer, rowKey: id, productId, amount });
}
export async function bill(customer: string): Promise<string[]> {
  const lines: string[] = [];
  const all = orders.listEntities<{ productId: string; amount: number }>({ queryOptions: { filter: odata\`PartitionKey eq \${customer}\` } });
  for await (const order of all) {
    const { name } = await products.getEntity<{ name: string }>('product', order.productId);
    lines.push(\`\${order.amount} \${name}\`);
  }
  return lines;
}
`,
  },
  'an index in partitions of its own': {
    ...{
      title: /^A copy of employee by email in other partitions$/,
      pattern: 'inter-partition-index',
      id: 'R1',
      at: 'listEntities',
      table: 'Employees',
    },
    source: `const employees = TableClient.fromConnectionString(connection, 'Employees');
export async function hire(department: string, id: string, email: string): Promise<void> {
  await employees.createEntity({ partitionKey: department, rowKey: id, email });
}
export async function byEmail(email: string): Promise<string | undefined> {
  const found = employees.listEntities<{ email: string }>({ queryOptions: { filter: odata\`email eq \${email}\` } });
  for await (const { partitionKey } of found) return partitionKey;
  return undefined;
}
`,
  },
};

describe('language server, "Apply" of a design', function () {
  this.timeout(30_000);
  const served = designServer();
  const { restart, uri } = served;
  const start = (source: string): Promise<void> => served.start({ 'main.ts': `${HEAD}${source}` });
  const ask = (table: string): Promise<DesignAnswer> =>
    served.server.connection.sendRequest(DESIGN, { table });
  const assistAt = (question: AssistQuestion): Promise<AssistAnswer> =>
    served.server.connection.sendRequest(ASSIST, question);

  for (const [what, { title, pattern, id, at, table, source }] of Object.entries(rows)) {
    it(`writes ${what}, and the design that they are of is today's`, async () => {
      await start(source);
      const { shown, locations } = await ask(table);
      const design = shown?.designs.find((one) => title.test(one.title));
      const titles = shown?.designs.map((one) => one.title);
      const assist = design?.assists.find((one) => one.pattern === pattern);
      assert.ok(assist, JSON.stringify([titles, design?.assists]));
      assert.equal(assist.site.words.split(':')[0], id);
      const location = locations[assist.site.index];
      assert.ok(location);
      const { start: position } = location.range;
      const line = (await readFile(join(served.folder, 'main.ts'), 'utf8')).split('\n')[position.line] ?? '';
      assert.ok(line.startsWith(at, position.character), line);
      const answer = await assistAt({ site: { uri: location.uri, position }, pattern, answers: {} });
      assert.equal(answer?.kind, 'change', JSON.stringify(answer));
      await write(answer.edit);
      await restart();
      const after = (await ask(table)).shown;
      assert.ok(after);
      const again = after.designs.flatMap(({ assists }) => assists.map((one) => one.pattern));
      assert.ok(!again.includes(pattern), JSON.stringify(after.designs.map((one) => one.title)));
    });
  }

  it('says why where nothing can be written', async () => {
    await start(`const signals = TableClient.fromConnectionString(connection, 'Signals');
export const add = (text: string) => signals.createEntity({ partitionKey: 'signal', rowKey: randomUUID(), text });
`);
    const text = await readFile(join(served.folder, 'main.ts'), 'utf8');
    const position = TextDocument.create('', '', 0, text).positionAt(text.indexOf('createEntity'));
    const site = { uri: uri('main.ts'), position };
    const answer = await assistAt({ site, pattern: 'log-tail', answers: {} });
    assert.deepEqual(answer, { kind: 'refused', why: 'It has nothing to do at this call.', questions: [] });
    const elsewhere = { uri: uri('main.ts'), position: { line: 0, character: 0 } };
    assert.equal(await assistAt({ site: elsewhere, pattern: 'log-tail', answers: {} }), null);
  });
});

/** Writes an edit to the disk. */
async function write({ documentChanges = [] }: WorkspaceEdit): Promise<void> {
  for (const change of documentChanges) {
    if (CreateFile.is(change)) await writeFile(fileURLToPath(change.uri), '');
    if (!TextDocumentEdit.is(change)) continue;
    const { uri } = change.textDocument;
    const file = fileURLToPath(uri);
    const document = TextDocument.create(uri, '', 0, await readFile(file, 'utf8'));
    const edits = change.edits.filter((one): one is AnnotatedTextEdit | TextEdit => !SnippetTextEdit.is(one));
    await writeFile(file, TextDocument.applyEdits(document, edits));
  }
}
