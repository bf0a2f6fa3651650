import { findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import type { KeyDeclaration, PartDeclaration } from '../keys/declare.ts';
import { applyEdits, type TextEdit } from '../text/edit.ts';
import { onOneLine } from '../text/one-line.ts';
import { shortened } from '../text/shortened.ts';
import { folderOf } from './folder-levels.ts';
import type { PlannedType } from './planned.ts';
import type { Level } from './settings.ts';
import { readConfig } from './table-config.ts';

/** Which key of a table. */
export type KeyProperty = 'partitionKey' | 'rowKey';

/**
 * The edits that declare a key of a table, or of a series of tables, in the text of `.partitionlens.json`, which may be empty; no
 * declarations take away what was declared, and the table where nothing else is said of it, which would hide its series. All else stays
 * as it is, comments included. Undefined where the text is no JSON: nothing can be put into it safely.
 */
export function declareKey(
  text: string,
  table: string,
  key: KeyProperty,
  declarations: readonly KeyDeclaration[],
): readonly TextEdit[] | undefined {
  const { tables, isJson } = readConfig(text);
  if (!isJson) return undefined;
  const whole: JSONPath = ['tables', tables.get(table.toLowerCase())?.name ?? table];
  const all = declarations.map(keyJson);
  const isLast = all.length === 0 && isAlone(text, [...whole, key]);
  return edited(text, isLast ? whole : [...whole, key], all.length < 2 ? all[0] : all);
}

/** What is planned of a table that no code uses yet, as the file has it. */
export interface TablePlan {
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly partitionKey: string;
        readonly rowKey: string;
        readonly properties: Readonly<Record<string, PlannedType>>;
        readonly entities?: number;
      }
    >
  >;
  readonly accessPatterns: readonly {
    readonly kind: string;
    readonly equal: readonly string[];
    readonly range?: string;
    readonly to?: string;
    /** With - before it the largest, or newest, first. */
    readonly order?: string;
    readonly first?: number;
    readonly deletes?: true;
    readonly perSecond?: number;
  }[];
}

/** Gives the edits that plan a table of which the text of `.partitionlens.json` says nothing yet; undefined where it is no JSON. */
export function planTable(text: string, table: string, plan: TablePlan): readonly TextEdit[] | undefined {
  if (!readConfig(text).isJson) return undefined;
  return edited(text, ['tables', table], plan);
}

/** A severity that a person chose for a rule, for a reason. */
export interface ChosenSeverity {
  readonly rule: string;
  readonly level: Level;
  /** From the folder of the file down; empty for all of it. */
  readonly folder: string;
  readonly reason: string;
}

/** Characters of a reason that are kept. */
const MOST_REASON = 300;

/**
 * Gives the edit that writes a severity into the text of `.partitionlens.json`, with the reason as a comment before it. All else stays as it
 * is. Undefined where the text is no JSON.
 */
export function chooseSeverity(text: string, chosen: ChosenSeverity): readonly TextEdit[] | undefined {
  if (!readConfig(text).isJson) return undefined;
  const { folder, rule, level } = chosen;
  const path: JSONPath =
    folder === '' ? ['rules', rule] : ['folders', memberFor(text, folder), 'rules', rule];
  const after = applyEdits(text, edited(text, path, level));
  const why = shortened(onOneLine(chosen.reason.trim()), MOST_REASON);
  const at = parseTree(after);
  const member = at && findNodeAtLocation(at, path)?.parent;
  if (why === '' || member === undefined) return [replacing(text, after)];
  const { offset } = member;
  const indent = /(?:^|\n)([ \t]*)$/.exec(after.slice(0, offset))?.[1];
  const { eol } = formatOf(after);
  // a member that begins no line has its reason within it
  const comment = indent === undefined ? `/* ${why.replaceAll('*/', '* /')} */ ` : `// ${why}${eol}${indent}`;
  return [replacing(text, after.slice(0, offset) + comment + after.slice(offset))];
}

/** What a folder is called in the file, if it is there by another way to write it. */
function memberFor(text: string, folder: string): string {
  const root = parseTree(text);
  const members = root && findNodeAtLocation(root, ['folders'])?.children;
  const names = members?.map(({ children }): unknown => children?.[0]?.value) ?? [];
  return (
    names.find((name): name is string => typeof name === 'string' && folderOf(name) === folder) ?? folder
  );
}

/** One edit that makes one text of another, where they differ. */
function replacing(before: string, after: string): TextEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return {
    span: { start, end: before.length - end },
    text: after.slice(start, after.length - end),
  };
}

function edited(text: string, path: JSONPath, value: unknown): readonly TextEdit[] {
  return modify(text, path, value, { formattingOptions: formatOf(text) }).map(
    ({ offset, length, content }) => ({ span: { start: offset, end: offset + length }, text: content }),
  );
}

/** Whether an object has one member alone: that at a path. */
function isAlone(text: string, path: JSONPath): boolean {
  const root = parseTree(text);
  return root !== undefined && findNodeAtLocation(root, path)?.parent?.parent?.children?.length === 1;
}

/** A declaration as the file has it, in its shortest form. */
export function keyJson({ separator, parts }: KeyDeclaration): unknown {
  const [only, ...others] = parts;
  if (only?.kind === 'codec' && others.length === 0 && only.name === undefined) return only.codec;
  return { ...(separator !== '' && { separator }), parts: parts.map(partJson) };
}

function partJson(part: PartDeclaration): unknown {
  switch (part.kind) {
    case 'constant':
      return { constant: part.text };
    case 'text':
      return part.name === undefined ? {} : { name: part.name };
    case 'codec':
      return part.name === undefined ? part.codec : { name: part.name, codec: part.codec };
  }
}

/** As the file is indented already; two spaces where it is not. */
function formatOf(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
