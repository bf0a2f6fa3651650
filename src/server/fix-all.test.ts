import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import { type EditsAnswer, FIX_ALL_OF_RULE } from '../protocol/messages.ts';
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

  it('is offered for all files, where the client has a command for that', async () => {
    await client.stop();
    await writeFile(join(folder, 'b.ts'), BEFORE);
    await writeFile(join(folder, 'c.ts'), HEAD);
    client = await serveHere(folder, { options: { fixAllCommand: 'all' } });
    await client.indexed;
    await client.open(uri, `// unsaved\n${BEFORE}`);
    const answer = await client.connection.sendRequest<EditsAnswer>(FIX_ALL_OF_RULE, {
      rule: 'invalid-filter',
    });
    const byName = new Map(answer?.map((one) => [one.uri.slice(one.uri.lastIndexOf('/') + 1), one]));
    assert.deepEqual([...byName.keys()].sort(), ['a.ts', 'b.ts']);
    assert.equal(byName.get('a.ts')?.version, 1);
    const [own, other] = ['a.ts', 'b.ts'].map((name) => [...(byName.get(name)?.edits ?? [])]);
    const after = AFTER.replace("PartitionKey eq 'b'", "partitionKey eq 'b'");
    const edit = (text: string, edits: Parameters<typeof TextDocument.applyEdits>[1] = []): string =>
      TextDocument.applyEdits(TextDocument.create(uri, '', 0, text), edits);
    assert.equal(edit(`// unsaved\n${BEFORE}`, own), `// unsaved\n${after}`);
    assert.equal(edit(BEFORE, other), after);
    assert.equal(await client.connection.sendRequest(FIX_ALL_OF_RULE, { rule: 'no-rule' }), null);
  });
});
