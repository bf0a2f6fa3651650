import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Window } from './harness.ts';

/** What an extension calls a tool with, by VS Code's API, as an assistant does. */
export interface ToolCall {
  readonly tool: string;
  readonly input: object;
}

const CALL = '.call.json';
const ANSWER = '.answer.json';

const COMMAND = 'Call a Tool of an Assistant';

/**
 * The files of an extension that calls a tool on request. It has no assistant's chat behind it, so VS Code asks the tool's question in a
 * dialog in place of the chat.
 */
export const TOOL_CALLER: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    ...{ name: 'tool-caller', publisher: 'test', version: '1.0.0', engines: { vscode: '^1.95.0' } },
    main: './extension.js',
    contributes: { commands: [{ command: 'toolCaller.call', title: COMMAND }] },
  }),
  'extension.js': `const vscode = require('vscode');
exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.commands.registerCommand('toolCaller.call', async () => {
      const [{ uri }] = vscode.workspace.workspaceFolders;
      const at = (name) => vscode.Uri.joinPath(uri, name);
      const { tool, input } = JSON.parse(String(await vscode.workspace.fs.readFile(at('${CALL}'))));
      const said = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined }).then(
        ({ content }) => ({ text: content.map(({ value }) => value).join('') }),
        (error) => ({ error: error.name + ': ' + error.message }),
      );
      await vscode.workspace.fs.writeFile(at('${ANSWER}'), Buffer.from(JSON.stringify(said)));
    }),
  );
};
`,
};

/** What a call gave: the tool's text, or why there is none. */
export interface ToolSaid {
  readonly text?: string;
  readonly error?: string;
}

/** Calls a tool; `answer` answers what the window asks meanwhile. Rejects if nothing comes of it. */
export async function callTool(
  { folder, command }: Window,
  call: ToolCall,
  answer: () => Promise<void>,
): Promise<ToolSaid> {
  await rm(join(folder, ANSWER), { force: true });
  await writeFile(join(folder, CALL), JSON.stringify(call));
  await command(COMMAND);
  await answer();
  for (let triesLeft = 100; ; triesLeft--) {
    const said = await readFile(join(folder, ANSWER), 'utf8').catch(() => '');
    if (said !== '') return JSON.parse(said) as ToolSaid;
    if (triesLeft === 0) throw new Error('the tool gave nothing');
    await delay(200);
  }
}
