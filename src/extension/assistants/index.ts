import type * as vscode from 'vscode';
import type { Accounts } from '../sidebar/accounts.ts';
import type { AssistantTool } from '../window/assistant-tools.ts';
import { countTool } from './count-tool.ts';
import { folderTools } from './folder-tools.ts';

/** All tools of the manifest. */
export function assistantTools(extensionUri: vscode.Uri, accounts: Accounts): readonly AssistantTool[] {
  return [...folderTools(extensionUri), countTool(accounts)];
}
