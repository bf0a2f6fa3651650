import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { openTableService } from '../../src/data/service.ts';
import { parseConnectionString } from '../../src/data/connection.ts';
import { countTool } from '../../src/extension/assistants/count-tool.ts';
import type { AssistantTool } from '../../src/extension/window/assistant-tools.ts';
import { type FakeTableService, startFakeTableService } from '../fake-service/service.ts';
import { answering, type Answer } from './answers.ts';
import { suiteFolder } from './lens-files.ts';
import type { Api } from '../../src/extension/main.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};

describe('assistants', function () {
  this.timeout(60_000);

  it('are offered a server for the folder, which this Node can start', async () => {
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    await extension.activate();
    assert.ok('McpStdioServerDefinition' in vscode, 'this VS Code knows no such servers');
    const [server, ...others] = extension.exports.assistantServers();
    assert.ok(server !== undefined);
    assert.equal(others.length, (vscode.workspace.workspaceFolders?.length ?? 0) - 1);
    const child = spawn(server.command, server.args, { env: { ...process.env, ...server.env } });
    try {
      child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const { result } = JSON.parse(line) as {
        result: { serverInfo: { name: string }; instructions: string };
      };
      assert.equal(result.serverInfo.name, 'partition-lens');
      assert.match(result.instructions, /^# For assistants/);
    } finally {
      child.kill();
    }
  });

  describe('are given tools', () => {
    const folder = suiteFolder('assistants-suite');
    const forever = new AbortController().signal;
    let tools: readonly AssistantTool[];

    before(async () => {
      const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
      assert.ok(extension, 'the extension is not there');
      tools = (await extension.activate()).assistantTools;
      await folder.write({
        'staff.ts': `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
export const all = () => staff.listEntities({ queryOptions: { filter: "Name eq 'a'" } });
`,
      });
    });
    after(() => folder.remove());

    const run = (name: string, input: object, signal = forever): Promise<string> =>
      tools.find((one) => one.name === `partition_lens_${name}`)?.run(input, signal) ?? assert.fail(name);

    it('that this VS Code knows, each with words that it asks with', async () => {
      const { lm } = vscode as unknown as { lm: { tools: readonly { name: string }[] } };
      const known = lm.tools.map(({ name }) => name);
      const ours = tools.map(({ name }) => name);
      assert.deepEqual(
        ours.filter((name) => !known.includes(name)),
        [],
      );
      assert.equal(ours.length, 8);
      for (const tool of tools) {
        const { doing, title, detail } = await tool.ask({ connection: 'no', table: 'Staff' });
        assert.match(title, /\?$/);
        assert.ok(doing !== '' && detail.length > 0 && detail.every((line) => line !== ''));
      }
    });

    // VS Code's own question is taken as answered with yes in tests; a journey answers it
    it('that are called by the API that assistants use, with VS Code’s check of what they are given', async () => {
      const { lm } = vscode as unknown as {
        lm: {
          invokeTool: (
            name: string,
            options: { input: object; toolInvocationToken: undefined },
            token?: vscode.CancellationToken,
          ) => Thenable<{ content: readonly { value: string }[] }>;
        };
      };
      const invoke = async (
        name: string,
        input: object,
        token?: vscode.CancellationToken,
      ): Promise<Record<string, unknown>> => {
        const options = { input, toolInvocationToken: undefined };
        const { content } = await lm.invokeTool(`partition_lens_${name}`, options, token);
        return JSON.parse(content.map(({ value }) => value).join('')) as Record<string, unknown>;
      };
      const calls: readonly (readonly [name: string, input: object, has: string])[] = [
        ['classify_filter', { filter: "RowKey eq 'a'" }, 'shape'],
        ['explain_rule', { rule: 'table-scan' }, 'page'],
        ['list_operations', { paths: ['assistants-suite'] }, 'operations'],
        ['check_files', { paths: ['assistants-suite'], fixes: true }, 'findings'],
        ['table_design', { table: 'Staff', paths: ['assistants-suite'] }, 'tables'],
        ['list_patterns', {}, 'patterns'],
      ];
      for (const [name, input, has] of calls) assert.ok(has in (await invoke(name, input)), name);
      await assert.rejects(invoke('check_files', { paths: ['/etc'] }), /is outside the workspace folder/);
      await assert.rejects(
        invoke('count_query', { connection: 'Nobody’s', table: 'Staff' }),
        /no account|There is no account/i,
      );
      const source = new vscode.CancellationTokenSource();
      const running = invoke('check_files', {}, source.token);
      source.cancel();
      await assert.rejects(running);
      source.dispose();
    });

    it('that answer as the server does, of the folder alone', async () => {
      const found = JSON.parse(await run('check_files', { paths: ['assistants-suite'] })) as {
        findings: readonly { rule: string; file: string }[];
      };
      assert.ok(found.findings.some(({ rule }) => rule === 'table-scan'));
      const filter = JSON.parse(await run('classify_filter', { filter: "RowKey eq 'a'" })) as object;
      assert.equal(Reflect.get(filter, 'shape'), 'table-scan');
      await assert.rejects(run('check_files', { paths: ['../..'] }), /is outside the workspace folder/);
      await assert.rejects(run('check_files', { folder: 'nowhere' }), /no folder "nowhere" in the workspace/);
      await assert.rejects(run('check_files', { paths: 1 }), /array/);
      const [one, other] = await Promise.all([
        run('explain_rule', { rule: 'table-scan' }),
        run('list_operations', {}),
      ]);
      assert.ok(one.includes('table-scan') && other.includes('staff.ts'));
    });

    it('that end when they are cancelled', async () => {
      const aborting = new AbortController();
      const running = run('check_files', {}, aborting.signal);
      aborting.abort();
      await assert.rejects(running, /cancelled|aborted/);
    });
  });

  describe('are given a count of entities', () => {
    let fake: FakeTableService;
    before(async () => {
      const rows = Array.from({ length: 1_500 }, (_, i) => ({
        PartitionKey: `p${i % 2}`,
        RowKey: `secret ${i}`,
      }));
      fake = await startFakeTableService({ Staff: rows });
    });
    after(() => fake.stop());

    /** Counts on the account called Ours, which is at this host; the person gives these answers. */
    const countAt = async (
      host: string,
      inputs: readonly object[],
      answers: readonly Answer[],
    ): Promise<{
      readonly answers: readonly string[];
      readonly requests: number;
      readonly asked: readonly string[];
    }> => {
      const parsed = parseConnectionString(fake.connectionString);
      assert.ok(parsed.kind !== 'invalid');
      const connection = { id: 'a', name: 'Ours', host, origin: 'saved' } as const;
      const tool = countTool({
        list: () => Promise.resolve([{ kind: 'connection', id: 'a', connection, startsExpanded: false }]),
        open: () => Promise.resolve({ kind: 'service', service: openTableService(parsed.endpoint) }),
        foundPartitions: () => [],
        nameOf: ({ name }) => name,
      });
      const before = fake.requests.length;
      const said: string[] = [];
      const shown = await answering(answers, async () => {
        for (const input of inputs)
          said.push(
            await tool
              .run({ connection: 'Ours', table: 'Staff', ...input }, new AbortController().signal)
              .catch((error: unknown) => `error: ${error instanceof Error ? error.message : ''}`),
          );
      });
      return {
        answers: said,
        requests: fake.requests.length - before,
        asked: shown.map(({ message }) => message),
      };
    };

    it('on this computer without a question, as numbers alone', async () => {
      const { answers, asked } = await countAt('127.0.0.1:10002', [{ filter: "PartitionKey eq 'p1'" }], []);
      assert.deepEqual(asked, []);
      assert.deepEqual(JSON.parse(answers[0] ?? ''), {
        ...{ entities: 750, complete: true, partitions: 1, requests: 1, requestsLeft: 99 },
        shape: 'partition-scan',
      });
    });

    it('elsewhere only once the person agreed, and then without another question', async () => {
      const host = 'ours.table.core.windows.net';
      const denied = await countAt(host, [{}], [{ press: '' }]);
      assert.deepEqual([denied.answers, denied.requests], [["error: The person didn't allow it."], 0]);
      assert.match(denied.asked[0] ?? '', /^Let assistants count entities of Staff of Ours \(ours\.table/);
      const { answers, asked } = await countAt(host, [{}, { requests: 1 }], [{ press: 'Count' }]);
      assert.equal(asked.length, 1);
      assert.deepEqual(
        answers.map((one) => (JSON.parse(one) as { entities: number }).entities),
        [1_500, 1_000],
      );
      assert.doesNotMatch(answers.join(''), /secret|p0/);
    });

    it('and nothing where the input is wrong', async () => {
      const { answers, requests } = await countAt(
        'ours.table.core.windows.net',
        [
          ...[{ table: '../x' }, { table: "Staff'" }, { filter: 'x'.repeat(40_000) }, { filter: "a = 'b'" }],
          ...[{ connection: 'Other' }, { requests: 0 }, { requests: 1.5 }, { table: 1 }],
        ],
        [],
      );
      assert.ok(
        answers.every((one) => one.startsWith('error: ')),
        answers.join('\n'),
      );
      assert.equal(requests, 0);
      assert.match(answers[4] ?? '', /Use one of: Ours/);
    });
  });
});
