import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionTriggerKind,
  type Diagnostic,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';

const HEAD = `import { TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
`;
const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: "${filter}" } });\n`;
const BEFORE = `${HEAD}${list("PartitionKey == 'a'")}${list("partitionKey eq 'b'")}${list("PartitionKey == 'c'")}`;
const AFTER = `${HEAD}${list("PartitionKey eq 'a'")}${list("PartitionKey eq 'b'")}${list("PartitionKey eq 'c'")}`;

describe('fixing all in the language server', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;
  let uri: string;

  const actions = async (
    only: string[] | undefined,
    diagnostics: Diagnostic[],
    triggerKind: CodeActionTriggerKind,
  ): Promise<CodeAction[]> =>
    ((await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: { start: { line: 3, character: 0 }, end: { line: 3, character: 60 } },
      context: { diagnostics, triggerKind, ...(only && { only }) },
    })) ?? []) as CodeAction[];
  const applied = ({ edit }: CodeAction): string =>
    TextDocument.applyEdits(TextDocument.create(uri, '', 0, BEFORE), edit?.changes?.[uri] ?? []);
  const found = async (): Promise<Diagnostic[]> => {
    const { diagnostics } = await client.diagnostics(uri, (one) => one.diagnostics.length === 3);
    return diagnostics;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    uri = pathToFileURL(join(folder, 'a.ts')).href;
    client = await serveHere(folder);
    await client.open(uri, BEFORE);
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('is one source action of everything that is safe to fix', async () => {
    for (const kind of ['source', 'source.fixAll', 'source.fixAll.partitionLens']) {
      const [action, ...others] = await actions([kind], [], CodeActionTriggerKind.Automatic);
      assert.equal(others.length, 0);
      assert.equal(action?.kind, 'source.fixAll.partitionLens');
      assert.equal(applied(action), AFTER);
    }
    assert.deepEqual(await actions(['source.fixAll.eslint'], [], CodeActionTriggerKind.Automatic), []);
  });

  it('is offered for a rule that has several findings, where a menu is opened', async () => {
    const diagnostics = await found();
    const titles = async (kind: CodeActionTriggerKind): Promise<CodeAction[]> =>
      (await actions(undefined, diagnostics, kind)).filter(({ title }) => title.startsWith('Fix all'));
    assert.deepEqual(await titles(CodeActionTriggerKind.Automatic), []);
    const [action, ...others] = await titles(CodeActionTriggerKind.Invoked);
    assert.equal(others.length, 0);
    assert.equal(action?.title, 'Fix all invalid-filter in this file');
    assert.equal(applied(action), AFTER.replace("PartitionKey eq 'b'", "partitionKey eq 'b'"));
  });
});
