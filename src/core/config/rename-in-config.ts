import { getNodeValue, type Node, parseTree } from 'jsonc-parser';
import type { TextEdit } from '../text/edit.ts';
import { HOLE } from '../text/segments.ts';
import { isNestedTooDeep } from './json-nesting.ts';
import { readConfig } from './table-config.ts';

/**
 * Gives the edits that rename a property of a table in the text of `.partitionlens.json`: where it tells kinds apart, and in kinds, keys,
 * access patterns and writes that are planned. None where the table isn't named, or the text has both names or can't be read as it was.
 */
export function renameInConfig(text: string, table: string, from: string, to: string): readonly TextEdit[] {
  const declared = declaredIn(text, table);
  if (declared === undefined) return [];
  const edits: TextEdit[] = [];
  const change = (node: Node | undefined, renamed: (written: string) => string): void => {
    const written: unknown = node && getNodeValue(node);
    if (node === undefined || typeof written !== 'string') return;
    const after = renamed(written);
    const span = { start: node.offset, end: node.offset + node.length };
    if (after !== written) edits.push({ span, text: JSON.stringify(after) });
  };
  const changeName = (node: Node | undefined): void => {
    change(node, (written) => attribute(written, from, to));
  };
  const changeNames = (node: Node | undefined): void => {
    node?.children?.forEach(changeName);
  };
  const changeKeys = (node: Node | undefined): void => {
    for (const member of membersOf(node)) changeName(member.children?.[0]);
  };
  change(at(at(declared, 'entityType'), 'property'), (written) => (written === from ? to : written));
  for (const { children } of membersOf(at(declared, 'kinds'))) {
    const kind = children?.[1];
    for (const key of ['partitionKey', 'rowKey'])
      change(at(kind, key), (written) => inKey(written, from, to));
    changeKeys(at(kind, 'properties'));
    changeKeys(at(kind, 'refersTo'));
  }
  for (const pattern of at(declared, 'accessPatterns')?.children ?? []) {
    changeNames(at(pattern, 'equal'));
    for (const name of ['range', 'from', 'to']) changeName(at(pattern, name));
    change(at(pattern, 'order'), (written) =>
      written.startsWith('-') ? `-${attribute(written.slice(1), from, to)}` : attribute(written, from, to),
    );
  }
  for (const write of at(declared, 'writes')?.children ?? []) changeNames(at(write, 'changes'));
  changeKeys(at(declared, 'cardinality'));
  return hasBoth(declared, from, to) ? [] : edits;
}

/** A part of keys that gets another text: `before` it is what keys begin with, an expression as one {@link HOLE}. */
interface RenamedPart {
  readonly before: string;
  readonly from: string;
  readonly to: string;
  readonly isWhole: boolean;
}

/**
 * Gives the edits that rename a part of planned keys of a table, or keys that it is as a whole. None where the table isn't named, or the
 * text can't be read as it was.
 */
export function renameKeyInConfig(
  text: string,
  table: string,
  key: 'partitionKey' | 'rowKey',
  { before, from, to, isWhole }: RenamedPart,
): readonly TextEdit[] {
  return membersOf(at(declaredIn(text, table), 'kinds')).flatMap(({ children }) => {
    const node = at(children?.[1], key);
    const written: unknown = node && getNodeValue(node);
    if (node === undefined || typeof written !== 'string') return [];
    const start = isWhole && written !== from ? undefined : partIn(written, before, from);
    if (start === undefined) return [];
    const span = { start: node.offset, end: node.offset + node.length };
    const renamed = `${written.slice(0, start)}${to}${written.slice(start + from.length)}`;
    return [{ span, text: JSON.stringify(renamed) }];
  });
}

/** Where a planned key has a part, of which values in braces are before it; undefined where it hasn't. */
function partIn(written: string, before: string, part: string): number | undefined {
  let start = 0;
  for (const piece of before.split(/(\uFFFC)/)) {
    const value = piece === HOLE ? /^\{[^{}]*\}/.exec(written.slice(start))?.[0] : piece;
    if (value === undefined || !written.startsWith(value, start)) return undefined;
    start += value.length;
  }
  return written.startsWith(part, start) ? start : undefined;
}

/** What a text declares of a table. */
function declaredIn(text: string, table: string): Node | undefined {
  if (isNestedTooDeep(text)) return undefined;
  const { isJson, tables } = readConfig(text);
  const name = tables.get(table.toLowerCase())?.name;
  const root = isJson && name !== undefined ? parseTree(text, [], { allowTrailingComma: true }) : undefined;
  return root && name !== undefined ? at(at(root, 'tables'), name) : undefined;
}

/** An attribute, or one of what the entity refers to by it: `seller.region`. */
function attribute(written: string, from: string, to: string): string {
  return written === from || written.startsWith(`${from}.`) ? `${to}${written.slice(from.length)}` : written;
}

/** `emp_{id:6}` */
function inKey(written: string, from: string, to: string): string {
  return written.replace(/\{([^{}:]*)/g, (whole, name: string) => (name === from ? `{${to}` : whole));
}

/** Whether somewhere both names are members of one object, of which one would be lost. */
function hasBoth(node: Node, from: string, to: string): boolean {
  const names = new Set(membersOf(node).map(({ children }): unknown => children?.[0]?.value));
  return (names.has(from) && names.has(to)) || (node.children ?? []).some((each) => hasBoth(each, from, to));
}

function membersOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' ? (node.children ?? []) : [];
}

function at(node: Node | undefined, name: string): Node | undefined {
  return membersOf(node).find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}
