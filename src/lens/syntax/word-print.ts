import { grouped } from './facts/grouped.ts';

/**
 * What a text calls or imports, and where from, as hashes of the names: enough to tell, without keeping or parsing
 * the text, that it does not call a function of a file.
 */
export type WordPrint = Uint32Array;

const IMPORTS = /\b(?:from|require\s*\(|import(?:\s*\()?)\s*['"]([^'"\n]{1,200})['"]/g;

/**
 * A name of a module is that of its file or folder: `./data/tables.js` is `tables` and `data`. It may be a folder, or a package, that
 * gives on what files below it have: `@acme/data`, and `./index.js` of a file in `data`.
 */
export function wordPrint(text: string, file = ''): WordPrint {
  const hashes = new Set<number>();
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    const end = beforeTypeArguments(text, at);
    const start = wordStart(text, end);
    if (start < end) hashes.add(hash(text, start, end, CALLED));
  }
  for (const { index, 1: module = '' } of text.matchAll(IMPORTS)) {
    for (const name of moduleNames(module)) hashes.add(hash(name, 0, name.length, IMPORTED));
    const folder = folderNames(pathFrom(file, module)).at(-1);
    if (folder !== undefined) hashes.add(hash(folder, 0, folder.length, FOLDER));
    for (const name of namesBefore(text, index)) hashes.add(hash(name, 0, name.length, CALLED));
  }
  return Uint32Array.from(hashes);
}

/** A function that callers know by a name, or by any, where it is `default`, which they get from its file. */
interface Callee {
  readonly name: string;
  readonly file: string;
}

/** Which of these functions a text may call, by its print: each name of that is looked at once. */
export function callsBy<T extends Callee>(callees: readonly T[]): (print: WordPrint) => readonly T[] {
  const byModule = new Map<number, T[]>();
  for (const [file, inFile] of grouped(callees, (callee) => callee.file)) {
    const words = [...new Set(moduleNames(file))].map((word) => hash(word, 0, word.length, IMPORTED));
    const folders = folderNames(file).slice(0, -1).slice(-MOST_ABOVE);
    const above = [...new Set(folders)].map((word) => hash(word, 0, word.length, FOLDER));
    for (const module of [...words, ...above]) {
      const others = byModule.get(module);
      if (others === undefined) byModule.set(module, [...inFile]);
      else others.push(...inFile);
    }
  }
  return (print) => {
    const imported = new Set<T>();
    for (const module of print) for (const callee of byModule.get(module) ?? NONE) imported.add(callee);
    if (imported.size === 0) return NONE;
    const called = new Set(print);
    return [...imported].filter(
      ({ name }) => name === 'default' || called.has(hash(name, 0, name.length, CALLED)),
    );
  };
}

const NONE: readonly never[] = [];

/** Longest list of type arguments, or of imported names, that is looked through. */
const FAR = 500;

/** Where a called name ends: `find` of `find<Employee>(` and of `find?.(`. */
function beforeTypeArguments(text: string, call: number): number {
  if (text.startsWith('?.', call - 2)) return call - 2;
  if (text[call - 1] !== '>') return call;
  const near = Math.max(0, call - FAR);
  const open = text.slice(near, call).lastIndexOf('<');
  return open < 0 ? call : near + open;
}

function wordStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && isWordCharacter(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** Letters, digits, `_` and `$`. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36
  );
}

/** The names in the braces before `from '…'` or `= require('…')`. */
function namesBefore(text: string, at: number): readonly string[] {
  const head = text.slice(Math.max(0, at - FAR), at);
  const [, list = ''] = /\{([^{}]*)\}\s*(?:=\s*(?:await\s+)?)?$/.exec(head) ?? [];
  return list.match(/[\w$]+/g) ?? [];
}

/** The last two parts of a path, without the file's ending. */
function moduleNames(path: string): readonly string[] {
  return partsOf(path)
    .slice(-2)
    .filter((part) => part !== '.' && part !== '..' && part !== '');
}

function partsOf(path: string): readonly string[] {
  const parts = path.replace(/\.[cm]?[jt]sx?$/, '').split('/');
  return parts.at(-1) === 'index' ? parts.slice(0, -1) : parts;
}

/** The parts of a path, without those that lead up. */
function folderNames(path: string): readonly string[] {
  const names: string[] = [];
  for (const part of partsOf(path)) {
    if (part === '..') names.pop();
    else if (part !== '.' && part !== '') names.push(part);
  }
  return names;
}

/** The path of a module that a file names by one that begins there. */
function pathFrom(file: string, module: string): string {
  return module.startsWith('.') ? `${file.slice(0, file.lastIndexOf('/') + 1)}${module}` : module;
}

/** Folders above a file whose names are known: `packages/data/src/tables/orders.ts` has three in a package. */
const MOST_ABOVE = 4;

const CALLED = 40;
const IMPORTED = 47;
const FOLDER = 46;

/** FNV-1a of a part of a text and a mark: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string, start: number, end: number, mark: number): number {
  let value = Math.imul(0x811c9dc5 ^ mark, 0x01000193);
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
