import { relative } from 'node:path/posix';
import type { FileEvent } from 'vscode-languageserver';
import type { DeclaredClients } from '../core/config/declared-clients.ts';
import { type FolderLevels, levelsAt } from '../core/config/folder-levels.ts';
import type { Level } from '../core/config/settings.ts';
import {
  CONFIG_FILE,
  declaredOf,
  readConfig,
  type TableConfig,
  type TableConfigs,
} from '../core/config/table-config.ts';
import { excluderOf } from '../lens/workspace/exclude.ts';
import { isWithin } from '../lens/workspace/paths.ts';
import type { Workspace } from '../lens/workspace/workspace.ts';
import type { Client } from './client.ts';
import { fileOf } from './file-names.ts';
import type { Trouble } from './trouble.ts';

/** What each folder's `.partitionlens.json` says of its tables. What is wrong in it is told where it is edited. */
export interface Declarations {
  /** Reads the files of all folders again. */
  readonly refresh: () => void;
  /** Takes changes on disk over. */
  readonly changed: (events: readonly FileEvent[]) => void;
  /** Resolved when what was asked for last is known. */
  readonly ready: () => Promise<void>;
  /** For the tables that a file uses, by their names in any case. */
  readonly of: (file: string) => (table: string) => TableConfig | undefined;
  /** The tables of all folders; of two of one name that of the innermost folder. */
  readonly all: () => TableConfigs;
  /** Whether the findings of a file are left out. */
  readonly excludes: (file: string) => boolean;
  /** How loud rules are in a file, as far as its folder declares that. */
  readonly levelsOf: (file: string) => ReadonlyMap<string, Level>;
}

/** What is known of one folder. */
interface Declared {
  readonly folder: string;
  readonly tables: TableConfigs;
  readonly clients: DeclaredClients;
  readonly levels: readonly FolderLevels[];
  readonly excludes: (file: string) => boolean;
}

/** What declarations are read through. */
interface Surroundings {
  readonly workspace: Workspace;
  readonly client: Client;
  readonly trouble: Trouble;
}

/** Only folders on disk have declarations; they hold codecs, severities, and names of files and tables alone, so folders that are not trusted may have them. */
export function createDeclarations({ workspace, client, trouble }: Surroundings): Declarations {
  let byFolder: readonly Declared[] = [];
  let reading = Promise.resolve();

  const read = async (uri: string): Promise<Declared> => {
    const folder = fileOf(uri).replace(/\/$/, '');
    const text = await workspace.textOf(`${folder}/${CONFIG_FILE}`);
    const { tables, clients, levels, exclude } = readConfig(text ?? '');
    return { folder, tables, clients, levels, excludes: excluderOf(folder, exclude) };
  };
  const readAll = async (): Promise<void> => {
    const folders = client.folders.filter((uri) => uri.startsWith('file:'));
    const all = await Promise.all(folders.map(read));
    // the innermost folder first
    byFolder = all.sort((a, b) => b.folder.length - a.folder.length);
    workspace.declareClients(byFolder);
  };
  const refresh = (): void => {
    reading = reading.then(readAll).catch((error: unknown) => {
      trouble('declarations', error);
    });
  };

  const around = (file: string): Declared | undefined =>
    byFolder.find(({ folder }) => isWithin(folder, file));

  return {
    refresh,
    changed: (events) => {
      if (events.some(({ uri }) => uri.endsWith(`/${CONFIG_FILE}`))) refresh();
    },
    ready: () => reading,
    of: (file) => {
      const tables = around(file)?.tables;
      return (table) => tables && declaredOf(tables, table);
    },
    all: () => new Map(byFolder.toReversed().flatMap(({ tables }) => [...tables])),
    excludes: (file) => around(file)?.excludes(file) ?? false,
    levelsOf: (file) => {
      const declared = around(file);
      return declared ? levelsAt(declared.levels, relative(declared.folder, file)) : new Map();
    },
  };
}
