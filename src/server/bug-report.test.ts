import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CodeAction, CodeActionRequest, CodeActionTriggerKind } from 'vscode-languageserver/node';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';
import { BUG_REPORT, type BugReportAnswer, type BugReportParams } from '../protocol/messages.ts';

const STORE = `import { TableClient } from '@azure/data-tables';
class Store {
  constructor(private readonly client: TableClient) {}
  search(filter: string) { return this.client.listEntities({ queryOptions: { filter } }); }
}
export const patients = new Store(TableClient.fromConnectionString(process.env.HOSPITAL ?? '', 'Patients'));
`;
const USE = `import { patients } from './store';
export const old = () => patients.search('Age gt 80');
`;

describe('bug reports of the language server', () => {
  let folder: string;
  let client: ServedHere;
  const uri = (file: string): string => pathToFileURL(join(folder, file)).href;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    await writeFile(join(folder, 'store.ts'), STORE);
    client = await serveHere(folder, { options: { reportCommand: 'copyReport' } });
    await client.open(uri('use.ts'), USE);
  });
  after(async () => {
    await client.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are offered at a finding when a menu is opened, and made of the files that it rests on', async () => {
    const { diagnostics } = await client.diagnostics(uri('use.ts'), (one) => one.diagnostics.length > 0);
    const [finding] = diagnostics;
    assert.equal(finding?.code, 'table-scan');
    const offered = async (triggerKind: CodeActionTriggerKind): Promise<readonly CodeAction[]> => {
      const answer = await client.connection.sendRequest(CodeActionRequest.type, {
        textDocument: { uri: uri('use.ts') },
        range: finding.range,
        context: { diagnostics, triggerKind },
      });
      return (answer ?? []).filter((each): each is CodeAction => each.title.startsWith('Copy as'));
    };
    assert.deepEqual(await offered(CodeActionTriggerKind.Automatic), []);
    const [action, ...others] = await offered(CodeActionTriggerKind.Invoked);
    assert.deepEqual(others, []);
    assert.deepEqual(action?.command, {
      title: 'Copy as Bug Report (table-scan)',
      command: 'copyReport',
      arguments: [uri('use.ts'), finding.range.start, 'table-scan'],
    });
    const report = await ask({ position: finding.range.start, rule: 'table-scan' });
    assert.ok(report.kind === 'made');
    assert.match(report.text, /^Partition Lens 9\.9\.9 reports table-scan\//);
    assert.match(report.text, /report\/file2\.ts/);
    assert.doesNotMatch(report.text, /patients|store|hospital|age|old/i);
  });

  it('are not made of a finding that is no longer there', async () => {
    const report = await ask({ position: { line: 0, character: 0 }, rule: 'table-scan' });
    assert.deepEqual(report, { kind: 'gone' });
  });

  function ask({ position, rule }: Pick<BugReportParams, 'position' | 'rule'>): Promise<BugReportAnswer> {
    const params: BugReportParams = { uri: uri('use.ts'), position, rule, version: '9.9.9' };
    return client.connection.sendRequest<BugReportAnswer>(BUG_REPORT, params);
  }
});
