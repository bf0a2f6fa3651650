import { parse } from 'jsonc-parser';
import { DEVELOPMENT_STORAGE, parseConnectionString } from '../../../data/connection.ts';

/** A connection string that stands in a file of the workspace. */
export interface FoundString {
  /** What it is called there. */
  readonly name: string;
  readonly connectionString: string;
  /** Host of its table endpoint. */
  readonly host: string;
}

/** Names of files in which programs keep connection strings while they are developed. */
export const FILES_WITH_STRINGS = '**/{local.settings.json,.env,.env.local,.env.development}';

/** Connection strings of accounts with tables in the text of such a file, but the emulator's. Never throws. */
export function connectionStringsIn(path: string, text: string): FoundString[] {
  const named = path.endsWith('.json') ? settingsIn(text) : variablesIn(text);
  return named.flatMap(([name, value]) => {
    const parsed = parseConnectionString(value);
    if (parsed.kind === 'invalid' || value.trim().startsWith(DEVELOPMENT_STORAGE)) return [];
    return [{ name, connectionString: value, host: new URL(parsed.endpoint.url).host }];
  });
}

/** `Values` and `ConnectionStrings` of Azure Functions' `local.settings.json`, which may have comments. */
function settingsIn(text: string): [string, string][] {
  const root: unknown = parse(text);
  if (!isRecord(root)) return [];
  return [root.Values, root.ConnectionStrings]
    .flatMap((part) => (isRecord(part) ? Object.entries(part) : []))
    .map(([name, value]): [string, unknown] => [name, isRecord(value) ? value.ConnectionString : value])
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** `NAME=value` on lines of their own, quoted or not, `export` before them or not. */
function variablesIn(text: string): [string, string][] {
  return [...text.matchAll(VARIABLE)].map(({ groups }) => {
    const value = groups?.value ?? '';
    const quoted = /^(["'])(.*)\1$/.exec(value);
    return [groups?.name ?? '', quoted?.[2] ?? value];
  });
}

const VARIABLE = /^[ \t]*(?:export[ \t]+)?(?<name>[A-Za-z_][\w.]*)[ \t]*=[ \t]*(?<value>.*?)[ \t]*\r?$/gm;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
