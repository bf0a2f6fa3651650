import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionKind,
  CodeActionRequest,
  CodeActionTriggerKind,
  CodeLensRequest,
  type Diagnostic,
  DidChangeConfigurationNotification,
  FileChangeType,
  HoverRequest,
  type MarkupContent,
  type Range,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type EditsAnswer, SILENCE } from '../protocol/messages.ts';
import { type ServedHere, serveHere, startLanguageClient } from '../../test/support/language-client.ts';

const CLIENT = `import { TableClient, odata } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
`;
const SCAN = `${CLIENT}client.listEntities({ queryOptions: { filter: "Age gt 30" } });\n`;
const GOOD = `${CLIENT}client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales'" } });\n`;
const INVALID = `${CLIENT}client.listEntities({ queryOptions: { filter: "PartitionKey == 'Sales'" } });\n`;

const WHOLE: Range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };

describe('language server', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;

  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  const rules = (diagnostics: readonly Diagnostic[]): unknown[] => diagnostics.map(({ code }) => code);
  const actions = async (at: string, range: Range, diagnostics: Diagnostic[] = []): Promise<CodeAction[]> => {
    const answer = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: at },
      range,
      context: { diagnostics },
    });
    return (answer ?? []) as CodeAction[];
  };
  const lenses = async (at: string): Promise<string[]> => {
    const answer = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: at } });
    return (answer ?? []).map((lens) => lens.command?.title ?? '');
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('says at initialisation what it offers', async () => {
    client = await serveHere(folder);
    const { capabilities } = client.introduction;
    assert.equal(capabilities.hoverProvider, true);
    assert.deepEqual(capabilities.codeLensProvider, {});
    assert.deepEqual(capabilities.codeActionProvider, {
      codeActionKinds: [
        CodeActionKind.QuickFix,
        CodeActionKind.RefactorRewrite,
        'source.fixAll.partitionLens',
      ],
    });
  });

  it('offers a pattern where a menu is opened, as one edit of all files', async () => {
    const store = `${CLIENT}export const load = async (id: string) => client.getEntity<{ n: number }>('a', id);
export const save = (entity: any) => client.updateEntity(entity, 'Merge');
`;
    const bump = `import { load, save } from './store';
export async function bump(id: string) {
  const counter = await load(id);
  counter.n += 1;
  await save(counter);
}
`;
    await write('store.ts', store);
    client = await serveHere(folder);
    await client.open(uri('a.ts'), bump);
    const { diagnostics } = await client.diagnostics(uri('a.ts'), (one) => one.diagnostics.length > 0);
    assert.deepEqual(rules(diagnostics), ['lost-update']);
    const [finding] = diagnostics;
    assert.ok(finding !== undefined);
    const found = await actions(uri('a.ts'), finding.range, diagnostics);
    const [rewrite, ...others] = found.filter(({ kind }) => kind === CodeActionKind.RefactorRewrite);
    assert.deepEqual([rewrite?.title, others], ['Send the ETag and retry on conflict', []]);
    assert.deepEqual(rewrite?.diagnostics, diagnostics);
    const { documentChanges = [], changeAnnotations } = rewrite.edit ?? {};
    const changed = documentChanges.map((change) =>
      'kind' in change
        ? [change.kind, 'uri' in change && change.uri]
        : [change.textDocument.uri, change.textDocument.version],
    );
    assert.deepEqual(changed, [
      [uri('a.ts'), 1],
      [uri('store.ts'), null],
      ['create', uri('retry-on-conflict.ts')],
      [uri('retry-on-conflict.ts'), null],
    ]);
    const [here, ...more] = Object.values(changeAnnotations ?? {});
    assert.match(here?.description ?? '', /^Consistency: no update is lost/);
    assert.deepEqual(
      [here, ...more].map((one) => [one?.label, one?.needsConfirmation]),
      [
        ['Send the ETag and retry on conflict', true],
        ['Changes in other files', true],
        ['New files', true],
      ],
    );
    const again = await actions(uri('a.ts'), finding.range, diagnostics);
    assert.deepEqual(again, found);
    const automatic = await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uri('a.ts') },
      range: finding.range,
      context: { diagnostics, triggerKind: CodeActionTriggerKind.Automatic },
    });
    assert.ok((automatic ?? []).length > 0);
    assert.ok((automatic ?? []).every((one) => 'kind' in one && one.kind === CodeActionKind.QuickFix));
  });

  it('publishes findings of an opened document, each with a link to its page in the editor', async () => {
    client = await serveHere(folder, { options: { uriScheme: 'code-oss' } });
    await client.open(uri('a.ts'), SCAN);
    const { diagnostics, version } = await client.diagnostics(uri('a.ts'));
    assert.equal(version, 1);
    assert.deepEqual(rules(diagnostics), ['table-scan']);
    const [found] = diagnostics;
    assert.equal(found?.source, 'Partition Lens');
    assert.equal(found.codeDescription?.href, 'code-oss://partition-lens.partition-lens/rules/table-scan');
    assert.deepEqual(found.range.start.line, 3);
  });

  it('answers a burst of changes once, for the last of them', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), GOOD);
    for (let version = 2; version <= 6; version++) {
      await client.change(uri('a.ts'), '\n'.repeat(version) + SCAN, version);
    }
    const { version, diagnostics } = await client.diagnostics(uri('a.ts'));
    assert.equal(version, 6);
    assert.equal(diagnostics[0]?.range.start.line, 9);
    assert.equal(client.published.length, 1);
  });

  it('does not publish again what the client has', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), SCAN);
    await client.diagnostics(uri('a.ts'));
    await client.change(uri('a.ts'), `${SCAN}// the same findings\n`, 2);
    // what is opened later is checked after what was changed before
    await client.open(uri('b.ts'), SCAN);
    await client.diagnostics(uri('b.ts'));
    assert.equal(client.published.filter((params) => params.uri === uri('a.ts')).length, 1);
  });

  it('takes findings back when they are gone, and when the document closes', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), SCAN);
    await client.diagnostics(uri('a.ts'));
    await client.change(uri('a.ts'), GOOD, 2);
    const gone = await client.diagnostics(uri('a.ts'), ({ diagnostics }) => diagnostics.length === 0);
    assert.equal(gone.version, 2);
    await client.change(uri('a.ts'), SCAN, 3);
    await client.diagnostics(uri('a.ts'), ({ version }) => version === 3);
    const before = client.published.length;
    await client.close(uri('a.ts'));
    const closed = await client.diagnostics(uri('a.ts'), () => true, before);
    assert.deepEqual(closed.diagnostics, []);
  });

  it('publishes nothing of files that the folder excludes, and does when it no longer does', async () => {
    await write('.partitionlens.json', '{ "exclude": ["seed/"] }');
    client = await serveHere(folder);
    await client.open(uri('seed/a.ts'), SCAN);
    await client.open(uri('b.ts'), SCAN);
    await client.diagnostics(uri('b.ts'));
    assert.deepEqual(
      client.published.filter((params) => params.uri === uri('seed/a.ts')),
      [],
    );
    assert.deepEqual(await actions(uri('seed/a.ts'), WHOLE), []);
    await write('.partitionlens.json', '{}');
    await client.onDisk(uri('.partitionlens.json'), FileChangeType.Changed);
    const { diagnostics } = await client.diagnostics(uri('seed/a.ts'));
    assert.deepEqual(rules(diagnostics), ['table-scan']);
  });

  it('offers a fix that removes the finding', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), INVALID);
    const { diagnostics } = await client.diagnostics(uri('a.ts'));
    const [found] = diagnostics;
    assert.equal(found?.code, 'invalid-filter');
    const fix = (await actions(uri('a.ts'), found.range, diagnostics)).find((action) => action.isPreferred);
    assert.deepEqual(fix?.diagnostics, [found]);
    await client.change(uri('a.ts'), applied(INVALID, uri('a.ts'), fix), 2);
    const after = await client.diagnostics(uri('a.ts'), ({ version }) => version === 2);
    assert.deepEqual(after.diagnostics, []);
  });

  it('offers a comment that silences the rule for one line', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), SCAN);
    const { diagnostics } = await client.diagnostics(uri('a.ts'));
    assert.ok(diagnostics[0]);
    const offers = await actions(uri('a.ts'), diagnostics[0].range, diagnostics);
    const silence = offers.find((action) => action.title === 'Disable table-scan for this line');
    const edited = applied(SCAN, uri('a.ts'), silence);
    assert.match(edited, /^\/\/ partition-lens-disable-next-line table-scan$/m);
    await client.change(uri('a.ts'), edited, 2);
    const after = await client.diagnostics(uri('a.ts'), ({ version }) => version === 2);
    assert.deepEqual(after.diagnostics, []);
  });

  it('has the client ask for the reason, and writes it', async () => {
    const options = { silenceCommand: 'why', severityCommand: 'loud', fixAllCommand: 'all' };
    client = await serveHere(folder, { options });
    await client.open(uri('a.ts'), SCAN);
    const { diagnostics } = await client.diagnostics(uri('a.ts'));
    const [found] = diagnostics;
    assert.ok(found);
    const offers = await actions(uri('a.ts'), found.range, diagnostics);
    const titles = offers.map(({ title }) => title);
    const at = titles.indexOf('Disable table-scan for this line');
    assert.deepEqual(titles.slice(at, at + 3), [
      'Disable table-scan for this line',
      'Disable table-scan for this file',
      'Change the severity of table-scan…',
    ]);
    const args = [uri('a.ts'), found.range.start, 'table-scan', 'next-line'];
    const silence = offers[at];
    assert.deepEqual(silence?.command?.arguments, args);
    assert.equal(silence.edit, undefined);
    assert.deepEqual(offers[at + 2]?.command?.arguments, [uri('a.ts'), 'table-scan']);
    const ask = (position: object, rule = 'table-scan'): Promise<EditsAnswer> =>
      client.connection.sendRequest<EditsAnswer>(SILENCE, {
        ...{ uri: uri('a.ts'), position, rule, scope: 'next-line', reason: 'a */ b' },
      });
    const [edits] = (await ask(found.range.start)) ?? [];
    assert.equal(edits?.version, 1);
    assert.match(
      edits.edits.map(({ newText }) => newText).join(),
      /^\/\/ partition-lens-disable-next-line table-scan -- a \* \/ b\n$/,
    );
    assert.equal(await ask({ line: 0, character: 0 }), null);
    assert.equal(await ask(found.range.start, 'no-rule'), null);
  });

  it('shows shape, table and pinned key above a query', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), GOOD);
    const [line] = await lenses(uri('a.ts'));
    assert.match(line ?? '', /^Partition scan · Employees · PartitionKey .*'Sales'/);
  });

  it('reads keys as their folder declares them, and notices when that changes', async () => {
    const declare = (codec: string): Promise<void> =>
      write('.partitionlens.json', `{ "tables": { "employees": { "partitionKey": "${codec}" } } }`);
    const text = `${CLIENT}client.getEntity('123456', 'a');\n`;
    const said = async (): Promise<string> => {
      const hover = await client.connection.sendRequest(HoverRequest.type, {
        textDocument: { uri: uri('a.ts') },
        position: TextDocument.create('', '', 0, text).positionAt(text.indexOf("'123456'") + 2),
      });
      return (hover?.contents as MarkupContent).value;
    };
    await declare('padded-6');
    client = await serveHere(folder);
    await client.open(uri('a.ts'), text);
    assert.match(await said(), /padded to 6 digits: 123456/);
    await declare('padded-8');
    await client.onDisk(uri('.partitionlens.json'), FileChangeType.Changed);
    assert.match(await said(), /doesn't match the key that its table declares/);
  });

  it('reads keys of a dated table as its series is declared', async () => {
    const dated = `${CLIENT.replace('Employees', 'Audit20261122')}client.getEntity('123456', 'a');\n`;
    await write('.partitionlens.json', '{ "tables": { "Audit{yyyyMMdd}": { "partitionKey": "padded-6" } } }');
    client = await serveHere(folder);
    await client.open(uri('a.ts'), dated);
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uri('a.ts') },
      position: TextDocument.create('', '', 0, dated).positionAt(dated.indexOf("'123456'") + 2),
    });
    assert.match((hover?.contents as MarkupContent).value, /padded to 6 digits: 123456/);
  });

  it('explains a query where the pointer rests on it', async () => {
    client = await serveHere(folder, { options: { ruleCommand: 'openRule' } });
    await client.open(uri('a.ts'), SCAN);
    const at = TextDocument.create('', '', 0, SCAN).positionAt(SCAN.indexOf('listEntities') + 2);
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uri('a.ts') },
      position: at,
    });
    const { value } = hover?.contents as MarkupContent;
    assert.match(value, /Table scan/);
    assert.match(value, /\(command:openRule\?%5B%22table-scan%22%5D\)/);
    const beside = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uri('a.ts') },
      position: { line: 0, character: 0 },
    });
    assert.equal(beside, null);
  });

  it('finds clients in files that only the disk has, and follows their changes', async () => {
    await write('client.ts', `${CLIENT}export { client };\n`);
    client = await serveHere(folder);
    const use = `import { client } from './client.ts';\nclient.listEntities();\n`;
    await client.open(uri('use.ts'), use);
    const { diagnostics } = await client.diagnostics(uri('use.ts'));
    assert.deepEqual(rules(diagnostics), ['table-scan']);

    await client.indexed;
    await write('client.ts', 'export const client = { listEntities() {} };\n');
    await client.onDisk(uri('client.ts'), FileChangeType.Changed);
    await client.diagnostics(uri('use.ts'), (params) => params.diagnostics.length === 0);

    const before = client.published.length;
    await write('client.ts', `${CLIENT}export { client };\n`);
    await client.onDisk(uri('client.ts'), FileChangeType.Changed);
    const again = await client.diagnostics(uri('use.ts'), () => true, before);
    assert.deepEqual(rules(again.diagnostics), ['table-scan']);
  });

  it('follows the configuration on disk: another path, other findings', async () => {
    const paths = (target: string): string =>
      JSON.stringify({ compilerOptions: { paths: { clients: [target] } } });
    await write('real.ts', `${CLIENT}export { client };\n`);
    await write('fake.ts', 'export const client = { listEntities() {} };\n');
    await write('tsconfig.json', paths('./real.ts'));
    client = await serveHere(folder);
    await client.open(uri('use.ts'), `import { client } from 'clients';\nclient.listEntities();\n`);
    const { diagnostics } = await client.diagnostics(uri('use.ts'));
    assert.deepEqual(rules(diagnostics), ['table-scan']);

    await client.indexed;
    await write('tsconfig.json', paths('./fake.ts'));
    await client.onDisk(uri('tsconfig.json'), FileChangeType.Changed);
    await client.diagnostics(uri('use.ts'), (params) => params.diagnostics.length === 0);
  });

  it('looks into the scripts of components and the bindings of functions', async () => {
    client = await serveHere(folder);
    const script = `<template><p>it's</p></template>\n<script setup lang="ts">\n${CLIENT}client.listEntities();\n</script>\n`;
    await client.open(uri('Staff.vue'), script);
    const { diagnostics } = await client.diagnostics(uri('Staff.vue'));
    assert.deepEqual(rules(diagnostics), ['table-scan']);
    const { start } = diagnostics[0]?.range ?? {};
    assert.equal(script.split('\n')[start?.line ?? 0]?.slice(start?.character), 'listEntities();');

    const binding = `{ "scriptFile": "index.js", "bindings": [ { "type": "table", "direction": "in", "name": "staff", "tableName": "Staff" } ] }`;
    await client.open(uri('staff/function.json'), binding);
    const found = await client.diagnostics(uri('staff/function.json'));
    assert.deepEqual(rules(found.diagnostics), ['table-scan']);
  });

  it('lists findings of files that no editor shows, as long as that is asked for', async () => {
    await write('closed.ts', SCAN);
    await write('fine.ts', GOOD);
    let scope = 'workspace';
    client = await serveHere(folder, { settings: () => ({ scope }) });
    const { diagnostics, version } = await client.diagnostics(uri('closed.ts'));
    assert.deepEqual(rules(diagnostics), ['table-scan']);
    assert.equal(version, undefined);

    await write('closed.ts', GOOD);
    await client.onDisk(uri('closed.ts'), FileChangeType.Changed);
    await client.diagnostics(uri('closed.ts'), (params) => params.diagnostics.length === 0);

    let before = client.published.length;
    await write('closed.ts', SCAN);
    await client.onDisk(uri('closed.ts'), FileChangeType.Changed);
    await client.diagnostics(uri('closed.ts'), ({ diagnostics: found }) => found.length === 1, before);

    before = client.published.length;
    scope = 'openFiles';
    await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    await client.diagnostics(uri('closed.ts'), ({ diagnostics: found }) => found.length === 0, before);
    assert(!client.published.some((params) => params.uri === uri('fine.ts')));
  });

  it('leaves what is listed of a file when its editor closes, unless it is of no folder', async () => {
    await write('in/a.ts', SCAN);
    await write('out/b.ts', SCAN);
    client = await serveHere(join(folder, 'in'), { settings: () => ({ scope: 'workspace' }) });
    await client.diagnostics(uri('in/a.ts'));
    for (const name of ['in/a.ts', 'out/b.ts']) await client.open(uri(name), SCAN);
    await client.diagnostics(uri('out/b.ts'));
    for (const name of ['in/a.ts', 'out/b.ts']) await client.close(uri(name));
    const isGone = ({ diagnostics }: { diagnostics: readonly Diagnostic[] }): boolean =>
      diagnostics.length === 0;
    await client.diagnostics(uri('out/b.ts'), isGone);
    assert.deepEqual(client.published.filter((params) => params.uri === uri('in/a.ts')).map(isGone), [false]);
  });

  it('checks open documents again when another open document changes, and refreshes their lenses', async () => {
    client = await serveHere(folder);
    await client.open(uri('filter.ts'), `export const filter = "PartitionKey eq 'Sales'";\n`);
    const use = `${CLIENT}import { filter } from './filter.ts';\nclient.listEntities({ queryOptions: { filter } });\n`;
    await client.open(uri('use.ts'), use);
    assert.match((await lenses(uri('use.ts'))).join(), /^Partition scan/);
    await client.change(uri('filter.ts'), `export const filter = "Age gt 30";\n`, 2);
    const { diagnostics } = await client.diagnostics(uri('use.ts'));
    assert.deepEqual(rules(diagnostics), ['table-scan']);
    await client.refreshed();
    assert.match((await lenses(uri('use.ts'))).join(), /^Table scan/);
  });

  it('analyses a file outside the workspace', async () => {
    client = await serveHere(folder);
    const outside = pathToFileURL(join(tmpdir(), 'partition-lens-elsewhere', 'a.ts')).href;
    await client.open(outside, SCAN);
    assert.deepEqual(rules((await client.diagnostics(outside)).diagnostics), ['table-scan']);
  });

  it('analyses a document that no disk has', async () => {
    client = await serveHere(folder);
    for (const name of ['untitled:Untitled-1', 'vscode-vfs://github/someone/project/a.ts']) {
      await client.open(name, `interface Typed { a: string }\n${SCAN}`);
      assert.deepEqual(rules((await client.diagnostics(name)).diagnostics), ['table-scan']);
    }
  });

  it('serves what it can of broken code', async () => {
    client = await serveHere(folder);
    await client.open(uri('a.ts'), `${SCAN}function broken( {\n  if (\n`);
    assert.deepEqual(rules((await client.diagnostics(uri('a.ts'))).diagnostics), ['table-scan']);
    assert.match((await lenses(uri('a.ts'))).join(), /^Table scan/);
  });

  it('says nothing about installed packages', async () => {
    client = await serveHere(folder);
    await client.open(uri('node_modules/p/a.ts'), SCAN);
    await client.open(uri('b.ts'), SCAN);
    await client.diagnostics(uri('b.ts'));
    assert.deepEqual(await lenses(uri('node_modules/p/a.ts')), []);
    assert.deepEqual(
      client.published.map((params) => params.uri),
      [uri('b.ts')],
    );
  });
});

describe('a language server in a process of its own', function () {
  this.timeout(20_000);

  it('serves by its standard streams, and ends well when it is told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    const client = await startLanguageClient(folder);
    const uri = pathToFileURL(join(folder, 'a.ts')).href;
    await client.open(uri, SCAN);
    const { diagnostics } = await client.diagnostics(uri);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['table-scan'],
    );
    assert.equal(await client.stop(), 0);
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('ends when its client is gone', async () => {
    const { process } = await startLanguageClient(import.meta.dirname);
    const ended = once(process, 'exit');
    process.stdin?.end();
    const [code] = (await ended) as [number | null];
    assert.equal(code, 1);
  });
});

/** The text after an action's edit. */
function applied(text: string, uri: string, action: CodeAction | undefined): string {
  const edits = action?.edit?.changes?.[uri];
  assert.ok(edits, 'the action has no edit');
  return TextDocument.applyEdits(TextDocument.create(uri, '', 0, text), edits);
}
