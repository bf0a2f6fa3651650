import * as l10n from '@vscode/l10n';
import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { isDevelopmentStorage, parseConnectionString } from '../../data/connection.ts';
import { type Files, readBytes } from '../bounded-files.ts';

/** A connection string that stands in a file of the workspace. */
export interface FoundString {
  /** What it is called there. */
  readonly name: string;
  readonly connectionString: string;
  /** Host of its table endpoint. */
  readonly host: string;
}

/** What was found in a file. */
export interface FoundFile<F> {
  readonly file: F;
  readonly strings: readonly FoundString[];
  /** Why it could not be read, or not whole, and what to do; nothing of what is in it. */
  readonly problem?: string;
}

/** Bytes of a file that is read: ours is a measure against what only has such a name. */
const LARGEST = 1_000_000;

/** Names of files in which programs keep connection strings while they are developed. */
export const FILES_WITH_STRINGS = '**/{local.settings.json,.env,.env.local,.env.development}';

/** Looks for connection strings in files, each of which fails by itself. Never throws. */
export function stringsIn<F extends { readonly path: string }>(
  files: readonly F[],
  disk: Files<F>,
): Promise<FoundFile<F>[]> {
  return Promise.all(
    files.map(async (file) => {
      try {
        const bytes = await readBytes(disk, file, LARGEST);
        const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        const problem = file.path.endsWith('.json') ? jsonProblem(text) : undefined;
        return { file, strings: connectionStringsIn(file.path, text), ...(problem && { problem }) };
      } catch (error) {
        return { file, strings: [], problem: problemOf(error) };
      }
    }),
  );
}

/** By VS Code's names for what is wrong with files; messages may hold anything, and are not repeated. */
function problemOf(error: unknown): string {
  const name = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : '';
  switch (name) {
    case 'TooLarge':
      return l10n.t('It is larger than 1 MB. Keep connection strings in a smaller file.');
    case 'NoPermissions':
      return l10n.t("You don't have permission to read it. Change its permissions, then try again.");
    case 'FileIsADirectory':
      return l10n.t('It is a folder, not a file.');
    case 'FileNotFound':
      return l10n.t('It no longer exists, or is a broken link.');
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return l10n.t("It isn't UTF-8 text. Save it with that encoding, then try again.");
    default:
      return l10n.t("It can't be read ({0}).", name);
  }
}

/** Where a text is no JSON; what stands before and behind is looked through all the same. */
function jsonProblem(text: string): string | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first === undefined) return undefined;
  const line = text.slice(0, first.offset).split(/\r\n|\r|\n/).length;
  return l10n.t(
    "It isn't valid JSON: see line {0}. Some connection strings might be missing here. Fix the line, then try again.",
    line,
  );
}

/** Connection strings of accounts with tables in the text of such a file, but the emulator's. Never throws. */
export function connectionStringsIn(path: string, text: string): FoundString[] {
  const named = path.endsWith('.json') ? settingsIn(text) : variablesIn(text);
  return named.flatMap(([name, value]) => {
    const parsed = parseConnectionString(value);
    if (parsed.kind === 'invalid' || isDevelopmentStorage(parsed.endpoint)) return [];
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

/** `NAME=value` on lines of their own, quoted or not, `export` before them or not, a comment behind them or not. */
function variablesIn(text: string): [string, string][] {
  return [...text.matchAll(VARIABLE)].map(({ groups }) => {
    const value = groups?.value?.trim() ?? '';
    const quoted = /^(["'`])(.*?)\1/.exec(value);
    return [groups?.name ?? '', quoted?.[2] ?? value.replace(/\s#[^]*/, '')];
  });
}

const VARIABLE = /^[ \t]*(?:export[ \t]+)?(?<name>[A-Za-z_][\w.]*)[ \t]*=(?<value>.*)$/gm;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
