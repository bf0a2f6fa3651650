import * as vscode from 'vscode';
import { LENGTH, plain } from './plain.ts';

/** What starts a Model Context Protocol server. */
export interface ServerStart {
  /** As people see it in the list of servers. */
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The part of VS Code's API, since 1.101, that lists such servers. */
interface Host {
  readonly lm: {
    readonly registerMcpServerDefinitionProvider: (
      id: string,
      provider: {
        readonly onDidChangeMcpServerDefinitions: vscode.Event<unknown>;
        readonly provideMcpServerDefinitions: () => readonly object[];
      },
    ) => vscode.Disposable;
  };
  readonly McpStdioServerDefinition: new (
    label: string,
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    version: string,
  ) => object;
}

/**
 * Lists servers under an id of the manifest, again whenever `changed` fires. VS Code starts one only if the person turns it on, and
 * asks whether to trust it. An older VS Code lists none.
 */
export function listMcpServers(
  id: string,
  version: string,
  changed: vscode.Event<unknown>,
  servers: () => readonly ServerStart[],
): vscode.Disposable {
  const api: object = vscode;
  if (!knowsServers(api)) return new vscode.Disposable(() => undefined);
  return api.lm.registerMcpServerDefinitionProvider(id, {
    onDidChangeMcpServerDefinitions: changed,
    provideMcpServerDefinitions: () => mcpServerDefinitions(servers(), version),
  });
}

/** Servers as VS Code knows them; none in an older one. */
export function mcpServerDefinitions(servers: readonly ServerStart[], version: string): readonly object[] {
  const api: object = vscode;
  if (!knowsServers(api)) return [];
  return servers.map(
    ({ label, command, args, env }) =>
      new api.McpStdioServerDefinition(plain(label, LENGTH.label), command, args, env, version),
  );
}

function knowsServers(api: object): api is Host {
  if (!('McpStdioServerDefinition' in api) || !('lm' in api)) return false;
  const { lm } = api;
  return typeof lm === 'object' && lm !== null && 'registerMcpServerDefinitionProvider' in lm;
}
