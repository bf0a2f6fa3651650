import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CreateFile,
  PrepareRenameRequest,
  RenameRequest,
  TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';

const STORE = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
export async function hire(id: string, email: string): Promise<void> {
  await client.createEntity({ partitionKey: 'Sales', rowKey: id, email, age: 30 });
}
export const other = (x: any) => x.email;
`;
const QUERIES = `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
declare const others: TableClient;
export const byEmail = (email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'Sales' and email eq \${email}\`, select: ['email', 'age'] } });
export const open = () => others.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'a' and name eq 'x'\` } });
`;

describe('renaming a property in the language server', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;
  const texts = { 'store.ts': STORE, 'queries.ts': QUERIES };
  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const site = (
    of: string,
  ): { textDocument: { uri: string }; position: { line: number; character: number } } => ({
    textDocument: { uri: uri('queries.ts') },
    position: TextDocument.create('', '', 0, QUERIES).positionAt(QUERIES.indexOf(of) + 1),
  });
  const renameAt = (of: string, newName: string): Promise<WorkspaceEdit | null> =>
    client.connection.sendRequest(RenameRequest.type, { ...site(of), newName });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
    client = await serveHere(folder);
    await client.open(uri('queries.ts'), QUERIES);
    await client.indexed;
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('gives the name, without quotes, that is renamed', async () => {
    const prepared = await client.connection.sendRequest(PrepareRenameRequest.type, site("email', 'age"));
    assert.ok(prepared !== null && 'placeholder' in prepared);
    assert.equal(prepared.placeholder, 'email');
    assert.equal(TextDocument.create('', '', 0, QUERIES).getText(prepared.range), 'email');
  });

  it('says why a name stays', async () => {
    const prepare = (of: string): Promise<unknown> =>
      client.connection.sendRequest(PrepareRenameRequest.type, site(of));
    await assert.rejects(prepare('PartitionKey eq'), /service gives “PartitionKey” its name/);
    await assert.rejects(prepare('process.env'), /No operation names/);
    await assert.rejects(prepare('name eq'), /table's name isn't known/);
    await assert.rejects(renameAt('email eq', 'Timestamp'), /reserved name/);
    await assert.rejects(renameAt('email eq', "a' or 'b"), /Invalid property name/);
    await assert.rejects(renameAt('email eq', 'age'), /already has a property/);
  });

  it('changes all files in one group that asks first, and shows what it leaves', async () => {
    const edit = await renameAt('email eq', 'mail');
    const annotations = edit?.changeAnnotations ?? {};
    // what is certain is ticked in the preview that the others open
    assert.deepEqual(
      Object.entries(annotations).map(([id, { needsConfirmation }]) => [id, needsConfirmation]),
      [
        ['renamed', false],
        ['listed0', true],
        ['script', true],
      ],
    );
    assert.match(annotations.renamed?.description ?? '', /stored in Employees keep “email”/);
    const ofSources = (edit?.documentChanges ?? []).filter(
      (change) => TextDocumentEdit.is(change) && !change.textDocument.uri.endsWith('copy-email-to-mail.ts'),
    );
    const shown = ofSources.flatMap((change) => {
      assert.ok(TextDocumentEdit.is(change));
      const name = change.textDocument.uri.endsWith('store.ts') ? 'store.ts' : 'queries.ts';
      const document = TextDocument.create('', '', 0, texts[name]);
      return change.edits.map((one) => {
        assert.ok('annotationId' in one && 'newText' in one);
        return `${name} ${document.getText(one.range)} → ${one.newText}: ${annotations[one.annotationId]?.description ?? ''}`;
      });
    });
    const renamed =
      'Entities that are stored in Employees keep “email”: copy their values before you use the new name.';
    assert.deepEqual(shown.sort(), [
      `queries.ts email → mail: ${renamed}`,
      `queries.ts email → mail: ${renamed}`,
      `store.ts email → email: No type says whose property this is.`,
      `store.ts email → mail: email: ${renamed}`,
    ]);
  });

  it('offers a script for what is stored, in a group of its own, and changes what is declared', async () => {
    await writeFile(
      join(folder, '.partitionlens.json'),
      '{ // ours\n"tables": { "employees": { "entityType": { "property": "email" }, "cardinality": { "email": 3 } } } }',
    );
    const edit = await renameAt('email eq', 'mail');
    const changes = edit?.documentChanges ?? [];
    const ends = (ending: string): TextDocumentEdit[] =>
      changes.filter(TextDocumentEdit.is).filter(({ textDocument }) => textDocument.uri.endsWith(ending));
    const [declared] = ends('.partitionlens.json');
    assert.deepEqual(
      declared?.edits.map((one) => [
        'newText' in one && one.newText,
        'annotationId' in one && one.annotationId,
      ]),
      [
        ['"mail"', 'renamed'],
        ['"mail"', 'renamed'],
      ],
    );
    const created = changes.filter((change) => CreateFile.is(change));
    assert.deepEqual(
      created.map(({ uri: made, annotationId, options }) => [made, annotationId, options]),
      [[uri('copy-email-to-mail.ts'), 'script', undefined]],
    );
    assert.match(
      edit?.changeAnnotations?.script?.label ?? '',
      /copies “email” to “mail” in the entities of Employees/,
    );
    assert.equal(ends('copy-email-to-mail.ts').length, 1);
    await writeFile(join(folder, 'copy-email-to-mail.ts'), '');
    const again = await renameAt('email eq', 'mail');
    assert.ok(!again?.documentChanges?.some((change) => CreateFile.is(change)));
  });

  it('renames a part of keys in the same way, and offers a script that moves what is stored', async () => {
    const prepared = await client.connection.sendRequest(PrepareRenameRequest.type, site("Sales' and"));
    assert.ok(prepared !== null && 'placeholder' in prepared);
    assert.equal(prepared.placeholder, 'Sales');
    await writeFile(
      join(folder, '.partitionlens.json'),
      JSON.stringify({
        tables: {
          Employees: {
            kinds: {
              one: { partitionKey: 'Sales', rowKey: '{id}' },
              other: { partitionKey: 'Sales_{id}', rowKey: 'Sales' },
            },
          },
        },
      }),
    );
    const edit = await renameAt("Sales' and", 'Marketing');
    const annotations = edit?.changeAnnotations ?? {};
    assert.match(annotations.renamed?.description ?? '', /Employees keep their PartitionKey with “Sales”/);
    const changes = (edit?.documentChanges ?? []).filter(TextDocumentEdit.is);
    const ofFile = (ending: string): readonly string[] =>
      changes
        .filter(({ textDocument }) => textDocument.uri.endsWith(ending))
        .flatMap(({ edits }) => edits.map((one) => ('newText' in one ? one.newText : '')));
    assert.deepEqual(ofFile('/store.ts'), ['Marketing']);
    assert.deepEqual(ofFile('/queries.ts'), ['Marketing']);
    assert.deepEqual(ofFile('.partitionlens.json'), ['"Marketing"']);
    assert.match(ofFile('/move-Sales-to-Marketing.ts').join(''), /PartitionKey eq 'Sales'/);
    await assert.rejects(renameAt("Sales' and", "x' or true"), /Invalid part of a key/);
  });

  it('offers a script for a part inside a key, or says why there is none', async () => {
    const source = (rowKey: string): string =>
      `import { TableClient } from '@azure/data-tables';\nconst client = TableClient.fromConnectionString('', 'Members');\nexport const put = (a: string, b: string) => client.createEntity({ partitionKey: 'x', rowKey: ${rowKey} });\n`;
    const renamed = async (
      name: string,
      rowKey: string,
      part: string,
      to: string,
    ): Promise<WorkspaceEdit> => {
      const text = source(rowKey);
      await client.open(uri(name), text);
      const edit = await client.connection.sendRequest(RenameRequest.type, {
        textDocument: { uri: uri(name) },
        position: TextDocument.create('', '', 0, text).positionAt(text.indexOf(part) + 1),
        newName: to,
      });
      assert.ok(edit);
      return edit;
    };
    const certain = await renamed('a.ts', '`${a}_emp_${b}`', '_emp_', '_person_');
    const script = (certain.documentChanges ?? [])
      .filter(TextDocumentEdit.is)
      .find(({ textDocument }) => textDocument.uri.endsWith('/move-emp-to-person.ts'));
    assert.match(JSON.stringify(script?.edits), /whose RowKey has .{0,4}_emp_/);
    assert.doesNotMatch(certain.changeAnnotations?.renamed?.description ?? '', /no script/);
    const open = await renamed('a.ts', '`${a}emp${b}`', 'emp', 'person');
    assert.match(
      open.changeAnnotations?.renamed?.description ?? '',
      /Members keep their RowKey with “emp”: move them\. There is no script that moves them\. Nothing separates/,
    );
    assert.ok(!open.documentChanges?.some((change) => CreateFile.is(change)));
  });

  it('writes the script as the module beside it is written', async () => {
    const call = `const client = TableClient.fromConnectionString('', 'Members');
exports.put = (id, mail) => client.createEntity({ partitionKey: 'team_' + id, rowKey: id, mail });
`;
    const scriptBeside = async (name: string, head: string): Promise<string> => {
      const text = head + call;
      await client.open(uri(name), text);
      const edit = await client.connection.sendRequest(RenameRequest.type, {
        textDocument: { uri: uri(name) },
        position: TextDocument.create('', '', 0, text).positionAt(text.indexOf('team_') + 1),
        newName: 'group_',
      });
      const script = (edit?.documentChanges ?? [])
        .filter(TextDocumentEdit.is)
        .find(({ textDocument }) => textDocument.uri.includes('/move-team-to-group.'));
      const [made] = script?.edits ?? [];
      const [first] = made !== undefined && 'newText' in made ? made.newText.split('\n') : [];
      return `${script?.textDocument.uri.slice(script.textDocument.uri.lastIndexOf('.')) ?? ''} ${first ?? ''}`;
    };
    const required = "const { TableClient } = require('@azure/data-tables');\n";
    const imported = "import { TableClient } from '@azure/data-tables';\n";
    assert.match(await scriptBeside('a.js', required), /^\.js const \{ readFile,/);
    assert.match(await scriptBeside('a.js', imported), /^\.js import \{ readFile,/);
    assert.match(await scriptBeside('0.cjs', required), /^\.cjs const \{ readFile,/);
  });
});
