import * as vscode from 'vscode';
import { addressOf, DEVELOPMENT_STORAGE, parseConnectionString } from '../../data/connection.ts';
import type { Endpoint } from '../../data/connection.ts';
import { readBytes } from '../bounded-files.ts';
import type { Surroundings } from './connections.ts';
import { proxyFor } from './proxy.ts';
import { tokensOf } from './sign-in.ts';

/** Bytes: a certificate has 2 kB, all that a machine trusts 250 kB. */
const LARGEST_CERTIFICATE = 1_000_000;

/** What connections take from VS Code: its settings, its sign-in, its files. */
export const editorSurroundings: Surroundings = {
  azurite: () => {
    // what a workspace sets counts only where it is trusted: the manifest restricts both settings
    const settings = vscode.workspace.getConfiguration('partitionLens.azurite');
    const url = textIn(settings, 'endpoint').trim();
    const certificate = textIn(settings, 'certificate').trim();
    return { endpoint: azuriteAt(url), isSet: url !== '', ...(certificate !== '' && { certificate }) };
  },
  proxyFor: (address) => {
    const settings = vscode.workspace.getConfiguration('http');
    const noProxy: unknown = settings.get('noProxy');
    return proxyFor(address, {
      proxy: textIn(settings, 'proxy'),
      noProxy: Array.isArray(noProxy) ? noProxy.filter((entry) => typeof entry === 'string') : [],
      support: textIn(settings, 'proxySupport'),
    });
  },
  readText: async (path) =>
    new TextDecoder().decode(
      await readBytes(vscode.workspace.fs, vscode.Uri.file(path), LARGEST_CERTIFICATE),
    ),
  getToken: tokensOf(vscode.authentication, Date.now),
};

/** A setting as VS Code has it: it marks what is of another type in the file of settings, and hands it over all the same. */
function textIn(settings: vscode.WorkspaceConfiguration, name: string): string {
  const value: unknown = settings.get(name);
  return typeof value === 'string' ? value : '';
}

/** Azurite's account at another address; at the usual one where none, or no address, is set. */
function azuriteAt(url: string): Endpoint {
  const parsed = parseConnectionString(DEVELOPMENT_STORAGE);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  const { endpoint } = parsed;
  const isAddress = /^https?:\/\//i.test(url) && URL.canParse(url);
  return isAddress ? { ...endpoint, url: addressOf(new URL(url)) } : endpoint;
}
