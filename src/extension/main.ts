import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { NamedProperty } from '../core/shape/named-property.ts';
import { writeNumbersAs } from '../core/text/numbers.ts';
import { assistantTools } from './assistants/index.ts';
import { assistantServers, offerToAssistants } from './assistants/servers.ts';
import { activateBrowser, type Browser } from './sidebar/index.ts';
import { activateDesign, type Design } from './design/index.ts';
import { activateLens, type Lens } from './lens/index.ts';
import { registerSilencing } from './lens/silencing.ts';
import { Reports } from './explain/explain.ts';
import { registerRun } from './explain/index.ts';
import { type AssistantTool, registerAssistantTools } from './window/assistant-tools.ts';
import { commandsOf } from './window/commands.ts';
import { createLog } from './window/log.ts';
import type { ServerStart } from './window/mcp-servers.ts';
import { INSERTION, type InsertionAnswer, NAMED_PROPERTIES } from '../protocol/messages.ts';

let lens: Lens | undefined;
let browser: Browser | undefined;

/** What the extension's own tests see of it; not an interface for other extensions. */
export interface Api {
  readonly browser: Browser;
  readonly design: Design;
  readonly lens: Pick<Lens, 'isAsked'>;
  readonly assistantServers: () => readonly ServerStart[];
  readonly assistantTools: readonly AssistantTool[];
}

export function activate(context: vscode.ExtensionContext): Api {
  writeNumbersAs(vscode.env.language);
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const output = createLog('Partition Lens');
  const registerCommand = commandsOf(context.extension, output);
  context.subscriptions.push(output, offerToAssistants(context));
  const ours = activateLens(context, output, registerCommand);
  lens = ours;
  const { running } = ours;
  const reports = new Reports((connection) => sidebar.accounts.nameOf(connection));
  const sidebar: Browser = activateBrowser(context, output, {
    registerCommand,
    reports,
    propertiesOf: async (table) =>
      (await running()).sendRequest<readonly NamedProperty[]>(NAMED_PROPERTIES, { table }),
    insertionAt: async ({ uri }, { line, character }, table) =>
      (await running()).sendRequest<InsertionAnswer>(INSERTION, {
        uri: uri.toString(),
        position: { line, character },
        table,
      }),
  });
  context.subscriptions.push(
    reports.register(),
    registerRun(registerCommand, {
      running,
      accounts: sidebar.accounts,
      memory: context.workspaceState,
      show: ({ connection, table, filter }) => {
        sidebar.grid.show({ connection, table, filter, scope: undefined });
      },
      explain: reports.explain,
    }),
  );
  context.subscriptions.push(registerSilencing(running, sidebar.declaredKeys, registerCommand));
  browser = sidebar;
  const design = activateDesign(
    context,
    { running, output, declaredKeys: sidebar.declaredKeys, accounts: sidebar.accounts },
    registerCommand,
  );
  const tools = assistantTools(context.extensionUri, sidebar.accounts);
  context.subscriptions.push(registerAssistantTools(tools));
  return {
    ...{ browser, design, lens: ours },
    assistantServers: () => assistantServers(context.extensionUri),
    assistantTools: tools,
  };
}

export async function deactivate(): Promise<void> {
  await Promise.all([lens?.stop(), browser?.stop()]);
}
