import * as l10n from '@vscode/l10n';
import {
  type Connection,
  DidChangeConfigurationNotification,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { defaultSettings, readSettings, type Settings } from '../core/config/settings.ts';
import { isWithin } from '../lens/workspace/paths.ts';
import type { Client } from './client.ts';
import { fileOf } from './file-names.ts';
import type { Trouble } from './trouble.ts';

/** The name under which all settings of this product stand. */
const SECTION = 'partitionLens';

/** What the person set, for every file. */
export interface SettingsStore {
  /** Asks to be told of changes, and for what is set now. */
  readonly start: () => void;
  /** Reads all settings again; `sent` is what a client that cannot be asked has sent along. */
  readonly refresh: (sent?: unknown) => Promise<void>;
  /** Resolved when what was asked for last is known. */
  readonly ready: () => Promise<void>;
  /** Of a file, or those of the whole window. */
  readonly of: (file?: string) => Settings;
}

/** What settings are read through. */
interface Surroundings {
  readonly connection: Connection;
  readonly client: Client;
  readonly trouble: Trouble;
}

/** `rules` are the ids that there are. What cannot be used is told to the person once. */
export function createSettings(
  { connection, client, trouble }: Surroundings,
  rules: ReadonlySet<string>,
): SettingsStore {
  const told = new Set<string>();
  let byFolder: readonly (readonly [folder: string, settings: Settings])[] = [];
  let ofWindow = defaultSettings;
  let reading = Promise.resolve();

  const read = (value: unknown): Settings => {
    const { settings, problems } = readSettings(value, rules);
    for (const problem of problems) {
      if (told.has(problem)) continue;
      told.add(problem);
      void connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message: l10n.t('Partition Lens: {0}', problem),
      });
    }
    return settings;
  };

  const ask = async (sent: unknown): Promise<void> => {
    if (!client.canAnswerSettings) {
      ofWindow = read(sent);
      return;
    }
    const folders = client.folders;
    const items = [{ section: SECTION }, ...folders.map((scopeUri) => ({ scopeUri, section: SECTION }))];
    const [window, ...values] = (await connection.workspace.getConfiguration(items)) as unknown[];
    ofWindow = read(window);
    byFolder = folders
      .map((uri, i) => [fileOf(uri), read(values[i])] as const)
      // the innermost folder first
      .sort(([a], [b]) => b.length - a.length);
  };

  const refresh = (sent?: unknown): Promise<void> => {
    reading = ask(sent).catch((error: unknown) => {
      trouble('settings', error);
    });
    return reading;
  };

  return {
    start: () => {
      if (!client.canAnswerSettings) return;
      void refresh();
      if (!client.canTellOfSettings) return;
      void connection.client.register(DidChangeConfigurationNotification.type, { section: SECTION });
    },
    refresh,
    ready: () => reading,
    of: (file) =>
      (file === undefined ? undefined : byFolder.find(([folder]) => isWithin(folder, file))?.[1]) ?? ofWindow,
  };
}
