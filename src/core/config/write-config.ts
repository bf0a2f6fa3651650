import { findNodeAtLocation, type JSONPath, modify, parseTree } from 'jsonc-parser';
import type { KeyDeclaration, PartDeclaration } from '../keys/declare.ts';
import type { TextEdit } from '../text/edit.ts';
import type { PlannedType } from './planned.ts';
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
      }
    >
  >;
  readonly accessPatterns: readonly {
    readonly kind: string;
    readonly equal: readonly string[];
    readonly perSecond?: number;
  }[];
}

/** Gives the edits that plan a table of which the text of `.partitionlens.json` says nothing yet; undefined where it is no JSON. */
export function planTable(text: string, table: string, plan: TablePlan): readonly TextEdit[] | undefined {
  if (!readConfig(text).isJson) return undefined;
  return edited(text, ['tables', table], plan);
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
