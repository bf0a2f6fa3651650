import * as l10n from '@vscode/l10n';
import { tableKey } from '../../model/tables/tables.ts';
import { connectionVariables } from '../../syntax/edits/connection-variable.ts';
import { importedFrom } from '../../syntax/edits/imported-from.ts';
import type { Setting, World } from '../pattern.ts';

/** How a module reaches the account that its blobs or queues are in, by the name of an environment variable. */
export interface StorageAccount {
  /** The variable has a connection string, or the address of the service, for which there is a `DefaultAzureCredential`. */
  readonly by: 'connection' | 'identity';
  readonly variable: string;
}

/** The variable that a generated script reads the connection string from, unless the program has one of its own. */
export const VARIABLE = 'AZURE_STORAGE_CONNECTION_STRING';

/**
 * A script with the environment variable from which the program itself takes the connection string of its tables: that of the file beside which
 * it is, or the only one of the program.
 */
export function withOwnVariable(code: string, beside: string, world: Pick<World, 'files' | 'text'>): string {
  if (!code.includes(VARIABLE)) return code;
  const variablesOf = (file: string): readonly string[] => connectionVariables(file, world.text(file) ?? '');
  const [own] = variablesOf(beside);
  const all = own === undefined ? new Set(world.files().flatMap(variablesOf)) : new Set([own]);
  const [variable, ...others] = all;
  return variable === undefined || others.length > 0 || !isVariable(variable)
    ? code
    : code.replaceAll(VARIABLE, variable);
}

/**
 * Code in which a table that a setting of the environment names is that of the setting: the name that the program has in its place is
 * used where it isn't set.
 */
export function withOwnTables(code: string, world: Pick<World, 'files' | 'operations'>): string {
  return code
    .replaceAll(/(?<=fromConnectionString\(connection, |const TABLE = )'([A-Za-z][A-Za-z0-9]*)'/g, tableOf)
    .replace(/(?<=const TABLES(?:: string\[\])? = \[)[^\]\n]*(?=\];)/, (tables) =>
      tables.replaceAll(/'([A-Za-z][A-Za-z0-9]*)'/g, tableOf),
    );

  function tableOf(quoted: string, table: string): string {
    const setting = tableSettingOf(table, world);
    return setting === undefined ? quoted : `process.env.${setting} || ${quoted}`;
  }
}

/** The setting of the environment that names a table wherever the program names it, by the name that stands in its place. */
function tableSettingOf(table: string, world: Pick<World, 'files' | 'operations'>): string | undefined {
  const settings = new Set(
    world
      .files()
      .flatMap((file) => world.operations(file))
      .filter((one) => one.table !== undefined && tableKey(one.table) === tableKey(table))
      .map(({ tableSetting }) => tableSetting),
  );
  const [setting, ...others] = settings;
  return setting !== undefined && others.length === 0 && isVariable(setting) ? setting : undefined;
}

/** How the program reaches its account: as its table clients do, the files in the order given. `wanted` names a variable, or is `auto`. */
export function accountOf(
  world: Pick<World, 'text'>,
  files: readonly string[],
  wanted: string,
  service: 'BLOB' | 'QUEUE' | 'TABLE',
): StorageAccount {
  const texts = files.map((file) => [file, world.text(file) ?? ''] as const);
  const [variable] = texts.flatMap(([file, text]) => connectionVariables(file, text));
  const signsIn = texts.some(
    ([file, text]) => importedFrom(file, text, 'DefaultAzureCredential') === '@azure/identity',
  );
  const by = variable === undefined && signsIn ? 'identity' : 'connection';
  const usual = by === 'identity' ? `AZURE_STORAGE_${service}_URL` : VARIABLE;
  return { by, variable: wanted === 'auto' ? (variable ?? usual) : wanted };
}

/** What is asked of a pattern that uses blobs or queues: how it reaches them, and whether their package is added. */
export function accountSettings(service: 'BLOB' | 'QUEUE'): readonly Setting[] {
  return [
    {
      name: 'connection',
      summary: () =>
        service === 'BLOB'
          ? l10n.t(
              'the environment variable with the connection string of the account, or with the address of its blobs if you sign in; "auto" takes that of your table clients',
            )
          : l10n.t(
              'the environment variable with the connection string of the account, or with the address of its queues if you sign in; "auto" takes that of your table clients',
            ),
      usual: 'auto',
      allows: isVariable,
    },
    {
      name: 'package',
      summary: () =>
        service === 'BLOB'
          ? l10n.t('whether @azure/storage-blob is added to package.json, yes or no')
          : l10n.t('whether @azure/storage-queue is added to package.json, yes or no'),
      usual: 'no',
      allows: (text) => text === 'yes' || text === 'no',
    },
  ];
}

/** What a name of an environment variable can be. */
export function isVariable(text: string): boolean {
  return /^[A-Za-z_]\w{0,254}$/.test(text);
}

/** Code that makes a client of the storage services for a container, a queue or a table of that name. */
export function storageClientCode(client: string, { by, variable }: StorageAccount, name: string): string {
  const value = isVariable(variable) ? `process.env.${variable}` : `process.env['${variable}']`;
  return by === 'connection'
    ? `new ${client}(${value} ?? '', '${name}')`
    : `new ${client}(\`\${${value} ?? ''}/${name}\`, new DefaultAzureCredential())`;
}

/** A container's name: 3 to 63 lower-case letters, digits and single hyphens ("Naming and referencing containers"). */
export function containerName(module: string): string {
  // single hyphens are between its words
  const start = module.slice(0, 63);
  const name = start.endsWith('-') ? start.slice(0, -1) : start;
  return name.length < 3 ? `${name}-blobs` : name;
}
