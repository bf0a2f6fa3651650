import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeLensRequest,
  type CompletionItem,
  CompletionRequest,
  DidSaveTextDocumentNotification,
  type Position,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';
import { CURSOR } from '../protocol/messages.ts';

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Orders');
`;
const query = (filter: string): string =>
  `${HEAD}client.listEntities({ queryOptions: { filter: "${filter}" } });\n`;

describe('the server while a filter is written', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;
  let uri: string;

  const positionOf = (text: string, part: string): Position =>
    TextDocument.create(uri, 'typescript', 1, text).positionAt(text.indexOf(part) + part.length);
  const lenses = async (): Promise<readonly string[]> => {
    const answer = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    return (answer ?? []).map((lens) => lens.command?.title ?? '');
  };
  /** The rules of the next document that is checked after the first: what the first has by then. */
  const rulesAfter = async (act: () => Promise<void>): Promise<readonly unknown[]> => {
    await act();
    const other = uri.replace('a.ts', `${Math.random()}.ts`);
    await client.open(other, query('Age gt 30'));
    await client.diagnostics(other);
    await client.close(other);
    const last = client.published.findLast((params) => params.uri === uri);
    return (last?.diagnostics ?? []).map(({ code }) => code);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    uri = pathToFileURL(join(folder, 'a.ts')).href;
    client = await serveHere(folder);
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('offers what the filter may have next, each with the place that it takes', async () => {
    const text = query('Pa');
    await client.open(uri, text);
    const items = (await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: positionOf(text, '"Pa'),
    })) as CompletionItem[];
    const key = items.find(({ label }) => label === 'PartitionKey');
    assert.ok(key?.textEdit && 'range' in key.textEdit);
    assert.equal(key.textEdit.newText, 'PartitionKey ');
    const document = TextDocument.create(uri, 'typescript', 1, text);
    assert.equal(document.getText(key.textEdit.range), 'Pa');
    const nowhere = await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: positionOf(text, "'Ord"),
    });
    assert.deepEqual(nowhere, []);
  });

  it('says nothing of a condition at the cursor until it could be complete, and keeps the lens', async () => {
    const whole = "PartitionKey eq 'Sales'";
    await client.open(uri, query(whole));
    assert.deepEqual(await lenses(), ["Partition scan · Orders · PartitionKey is 'Sales'"]);
    let version = 1;
    for (const more of [
      ' ',
      ' a',
      ' and',
      ' and ',
      ' and R',
      ' and RowKey',
      ' and RowKey n',
      ' and RowKey ne ',
    ]) {
      const rules = await rulesAfter(() => client.change(uri, query(whole + more), ++version));
      assert.deepEqual(rules, [], more);
      assert.deepEqual(await lenses(), ["Partition scan · Orders · PartitionKey is 'Sales'"], more);
    }
    const complete = `${whole} and Age == 3`;
    const rules = await rulesAfter(() => client.change(uri, query(complete), ++version));
    assert.deepEqual(rules, ['invalid-filter']);
  });

  const asked = (options: string): string =>
    `declare const dept: string;\n${HEAD}await client.upsertEntity({ partitionKey: dept, rowKey: 'a', total: 5 });
client.listEntities({ queryOptions: { ${options} } });\n`;
  /** What is told while a document becomes each of these in turn, after the first. */
  const rulesWhile = async (texts: readonly string[]): Promise<readonly unknown[]> => {
    const [first = '', ...others] = texts.map(asked);
    await client.open(uri, first);
    const seen: unknown[] = [];
    for (const [index, text] of others.entries()) {
      const rules = await rulesAfter(() => client.change(uri, text, index + 2));
      if (rules.length > 0) seen.push([texts[index + 1], ...rules]);
    }
    return seen;
  };
  /** From a text without its end to all of it, character by character. */
  const typed = (before: string, more: string, after: string): readonly string[] =>
    Array.from({ length: more.length + 1 }, (_, n) => before + more.slice(0, n) + after);

  it("says nothing of what is written where the code can't be parsed, nor of a quote before it is closed", async () => {
    const concatenated = typed('filter: "', `PartitionKey eq '" + dept.replaceAll("'", "''") + "'"`, '');
    assert.deepEqual(await rulesWhile(concatenated), []);
    await client.close(uri);
    const escaped = typed("filter: '", "PartitionKey eq \\'a\\'", "'");
    assert.deepEqual(await rulesWhile(escaped), []);
    await client.close(uri);
    const expression = typed('filter: `', "PartitionKey eq '${dept.replaceAll(\"'\", \"''\")}'", '`');
    assert.deepEqual(await rulesWhile(expression), []);
    await client.close(uri);
    assert.deepEqual(await rulesWhile(typed('filter: odata`', 'PartitionKey eq ${dept}', '`')), []);
  });

  it('says nothing of an expression, a name in select or a word before another while it is written', async () => {
    const filter = 'filter: odata`PartitionKey eq ${dept}`';
    assert.deepEqual(await rulesWhile(typed(`${filter}, select: ['`, "partitionKey', 'tota", "']")), []);
    await client.close(uri);
    assert.deepEqual(await rulesWhile(typed("filter: \"PartitionKey eq 'a' and ", 'Pa', 'total gt 5"')), []);
    await client.close(uri);
    const value = typed("filter: `PartitionKey eq '${", 'dept', "}'`");
    assert.deepEqual(await rulesWhile(value), []);
    const away = { uri, position: { line: 0, character: 0 } };
    const leave = (): Promise<void> => client.connection.sendNotification(CURSOR, away);
    assert.deepEqual(await rulesAfter(leave), ['unescaped-interpolation']);
  });

  it('tells what is wrong when the cursor left before that was known', async () => {
    const [before = '', ...others] = typed("filter: `PartitionKey eq '${", 'de', "}'`");
    await client.open(uri, asked(before));
    const rules = await rulesAfter(async () => {
      for (const [index, options] of others.entries()) await client.change(uri, asked(options), index + 2);
      await client.connection.sendNotification(CURSOR, { uri, position: { line: 0, character: 0 } });
    });
    assert.deepEqual(rules, ['unescaped-interpolation']);
  });

  for (const [how, leave] of [
    [
      'the cursor leaves',
      () => client.connection.sendNotification(CURSOR, { uri, position: { line: 0, character: 0 } }),
    ],
    [
      'the document is saved',
      () =>
        client.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } }),
    ],
    ['something else is edited', () => client.change(uri, `\n${query('PartitionKey eq ')}`, 3)],
  ] as const) {
    it(`tells what is missing when ${how}`, async () => {
      await client.open(uri, query('PartitionKey eq'));
      assert.deepEqual(await rulesAfter(() => client.change(uri, query('PartitionKey eq '), 2)), []);
      assert.deepEqual(await rulesAfter(leave), ['invalid-filter']);
    });
  }

  it('tells at once what is wrong in a file that is opened', async () => {
    await client.open(uri, query('PartitionKey eq '));
    const { diagnostics } = await client.diagnostics(uri);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['invalid-filter'],
    );
  });

  it('goes on telling of other queries', async () => {
    const two = (filter: string): string =>
      `${query('Age gt 30')}client.listEntities({ queryOptions: { filter: "${filter}" } });\n`;
    await client.open(uri, two(''));
    assert.deepEqual(await rulesAfter(() => client.change(uri, two('P'), 2)), ['table-scan']);
  });
});
