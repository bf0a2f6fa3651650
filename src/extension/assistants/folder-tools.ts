import * as vscode from 'vscode';
import type { AssistantTool, ToolQuestion } from '../window/assistant-tools.ts';
import { callServer } from './call-server.ts';
import { serverFor } from './servers.ts';

/** Tools that read the source of one folder, or nothing, as the server for assistants has them. */
const TOOLS = [
  'classify_filter',
  'list_operations',
  'check_files',
  'table_design',
  'explain_rule',
  'list_patterns',
  'apply_pattern',
] as const;

type ToolName = (typeof TOOLS)[number];

/** Those that need no folder. */
const WITHOUT_FOLDER: ReadonlySet<ToolName> = new Set(['classify_filter', 'explain_rule']);

/** What the manifest puts before the names of tools, which all extensions share. */
export const PREFIX = 'partition_lens_';

/** The tools of `partition-lens mcp` as tools of VS Code. Each call starts that server for one folder, which it reads alone. */
export function folderTools(extensionUri: vscode.Uri): readonly AssistantTool[] {
  return TOOLS.map((tool) => ({
    name: `${PREFIX}${tool}`,
    ask: (input) => questionOf(tool, folderOf(input)?.name),
    run: async (input, signal) => {
      const folder = folderOf(input);
      if (folder === undefined && !WITHOUT_FOLDER.has(tool)) throw new Error(noFolder(input));
      const { folder: _, ...rest } = asObject(input);
      const server = serverFor(extensionUri, (folder?.uri ?? extensionUri).fsPath);
      const { text, isError } = await callServer({ ...server, tool, input: rest, signal });
      if (isError) throw new Error(text);
      return text;
    },
  }));
}

/** Folders of the workspace that a server can read. */
function folders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** The folder that an input names, or the first. */
function folderOf(input: unknown): vscode.WorkspaceFolder | undefined {
  const { folder } = asObject(input);
  return folder === undefined ? folders()[0] : folders().find(({ name }) => name === folder);
}

function noFolder(input: unknown): string {
  const names = folders().map(({ name }) => name);
  if (names.length === 0) return vscode.l10n.t('No folder is open on this computer. Open one.');
  const { folder } = asObject(input);
  return vscode.l10n.t(
    'There is no folder "{0}" in the workspace. Use one of: {1}.',
    String(folder),
    names.join(', '),
  );
}

function asObject(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function questionOf(tool: ToolName, folder = ''): ToolQuestion {
  const reads = vscode.l10n.t(
    'Partition Lens reads source files of the folder {0}. It changes nothing.',
    folder,
  );
  switch (tool) {
    case 'classify_filter':
      return {
        doing: vscode.l10n.t('Classifying a filter'),
        title: vscode.l10n.t('Classify a filter?'),
        detail: [vscode.l10n.t('Partition Lens says what the filter reads. No service is used.')],
      };
    case 'explain_rule':
      return {
        doing: vscode.l10n.t('Reading the page of a rule'),
        title: vscode.l10n.t('Explain a rule?'),
        detail: [vscode.l10n.t('Partition Lens shows the page of one of its rules.')],
      };
    case 'list_operations':
      return {
        doing: vscode.l10n.t('Listing reads and writes of tables'),
        title: vscode.l10n.t('List reads and writes of tables?'),
        detail: [reads],
      };
    case 'check_files':
      return {
        doing: vscode.l10n.t('Checking code that uses tables'),
        title: vscode.l10n.t('Check code that uses tables?'),
        detail: [reads],
      };
    case 'table_design':
      return {
        doing: vscode.l10n.t('Reading how a table is used'),
        title: vscode.l10n.t('Show how a table is used and could be designed?'),
        detail: [reads],
      };
    case 'list_patterns':
      return {
        doing: vscode.l10n.t('Listing patterns'),
        title: vscode.l10n.t('List patterns of the design guide?'),
        detail: [reads],
      };
    case 'apply_pattern':
      return {
        doing: vscode.l10n.t('Writing a pattern as a diff'),
        title: vscode.l10n.t('Show a pattern as a diff?'),
        detail: [reads],
      };
  }
}
