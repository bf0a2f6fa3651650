import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
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
});
