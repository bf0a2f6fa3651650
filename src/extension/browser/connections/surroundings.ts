import * as vscode from 'vscode';
import { addressOf, DEVELOPMENT_STORAGE, parseConnectionString } from '../../../data/connection.ts';
import type { Endpoint } from '../../../data/connection.ts';
import type { Surroundings } from './connections.ts';
import { proxyFor } from './proxy.ts';
import { tokensOf } from './sign-in.ts';

/** What connections take from VS Code: its settings, its sign-in, its files. */
export const editorSurroundings: Surroundings = {
  azurite: () => {
    // what a workspace sets counts only where it is trusted: the manifest restricts both settings
    const settings = vscode.workspace.getConfiguration('partitionLens.azurite');
    const url = settings.get<string>('endpoint', '').trim();
    const certificate = settings.get<string>('certificate', '').trim();
    return { endpoint: azuriteAt(url), isSet: url !== '', ...(certificate !== '' && { certificate }) };
  },
  proxyFor: (address) => {
    const settings = vscode.workspace.getConfiguration('http');
    return proxyFor(address, {
      proxy: settings.get<string>('proxy'),
      noProxy: settings.get<readonly string[]>('noProxy'),
      support: settings.get<string>('proxySupport'),
    });
  },
  readText: async (path) =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path))),
  getToken: tokensOf(vscode.authentication, Date.now),
};

/** Azurite's account at another address; at the usual one where none, or no address, is set. */
function azuriteAt(url: string): Endpoint {
  const parsed = parseConnectionString(DEVELOPMENT_STORAGE);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  const { endpoint } = parsed;
  const isAddress = /^https?:\/\//i.test(url) && URL.canParse(url);
  return isAddress ? { ...endpoint, url: addressOf(new URL(url)) } : endpoint;
}
