/**
 * What a text calls or imports, and where from, as hashes of the names: enough to tell, without keeping or parsing
 * the text, that it does not call a function of a file.
 */
export type WordPrint = Uint32Array;

const CALLED = /([A-Za-z_$][\w$]*)(?:\?\.)?(?:<[^<>(){};]{0,80}>)?\(/g;
const NAMED = /\{([^{}]{1,500})\}\s*(?:from\b|=\s*(?:await\s+)?(?:require|import)\b)/g;
const IMPORTED = /(?:\bfrom|\brequire\s*\(|\bimport\s*\(?)\s*['"]([^'"\n]{1,200})['"]/g;

/** A name of a module is that of its file or folder: `./data/tables.js` is `tables` and `data`. */
export function wordPrint(text: string): WordPrint {
  const hashes = new Set<number>();
  for (const [, name = ''] of text.matchAll(CALLED)) hashes.add(hash(called(name)));
  for (const [, list = ''] of text.matchAll(NAMED)) {
    for (const [name] of list.matchAll(/[\w$]+/g)) hashes.add(hash(called(name)));
  }
  for (const [, module = ''] of text.matchAll(IMPORTED)) {
    for (const name of moduleNames(module)) hashes.add(hash(imported(name)));
  }
  return Uint32Array.from(hashes);
}

/** Whether a text may call a function by its name, or by any name, where `undefined`, that it gets from the file. */
export function mayCall(print: WordPrint, name: string | undefined, file: string): boolean {
  if (name !== undefined && !print.includes(hash(called(name)))) return false;
  return moduleNames(file).some((word) => print.includes(hash(imported(word))));
}

const called = (name: string): string => `${name}(`;
const imported = (name: string): string => `/${name}`;

/** The last two parts of a path, without the file's ending. */
function moduleNames(path: string): readonly string[] {
  const parts = path.replace(/\.[cm]?[jt]sx?$/, '').split('/');
  const names = parts.at(-1) === 'index' ? parts.slice(0, -1) : parts;
  return names.slice(-2).filter((part) => part !== '.' && part !== '..' && part !== '');
}

/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
