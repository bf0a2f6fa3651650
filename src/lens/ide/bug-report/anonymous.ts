import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { leavingOut, shrink } from '../../../core/text/shrink.ts';
import { type WordPlace, wordPlaces } from '../../syntax/edits/word-places.ts';
import { KEPT_MODULES, KEPT_NUMBERS, KEPT_WORDS, OPERATORS, SMALL } from './kept-words.ts';
import type { Sources } from './program.ts';

/** A program in which nothing is of the one that it was made of, but the names that it names. */
export interface Anonymous {
  readonly sources: Sources;
  /** Names without which it is no longer wanted. Texts are never kept. */
  readonly kept: readonly string[];
}

/** Lists of names that are tried at most. */
const MOST_LISTS = 200;

/** What may be a key or token in Base64, an escape, something like a name, a number, or one other character. */
const WORDS = /([A-Za-z0-9+/_-]{40,}={0,2})|(\\[^])|[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|[^]/gu;

/** Made up, and as random as keys are. */
const ENCODED = 'k7Qz1xV9mB3nL5pR8sT2uW4yA6cE0gHjJdFqZbXoNiMvKwGhYtUeSrOaPlDfCkIx+/';

/** Characters that are written as numbers. */
const CODES = /\\(?:u\{?[\da-fA-F]+\}?|x[\da-fA-F]{2})/g;

/**
 * Puts other names, texts and numbers into a program, and gives it no comments and no paths. The same word is the same again wherever it
 * is, so that a filter and an entity still agree. Undefined where no such program is wanted without texts of the given one.
 */
export async function withoutNames(
  given: Sources,
  isWanted: (sources: Sources) => Promise<boolean>,
): Promise<Anonymous | undefined> {
  const all = renamed(given, new Set());
  if (await isWanted(all)) return { sources: all, kept: [] };
  const names = namesIn(given);
  const withNames = (kept: readonly string[]): Sources => renamed(given, new Set(kept));
  if (!(await isWanted(withNames(names)))) return undefined;
  const kept = await shrink(
    names,
    (list) => isWanted(withNames(list)),
    leavingOut<string>(names.length, MOST_LISTS),
  );
  return { sources: withNames(kept), kept };
}

/** The names of the code; words that are in texts alone are none. */
function namesIn(sources: Sources): readonly string[] {
  const names = [...sources].flatMap(([file, text]) =>
    wordPlaces(file, text)
      .filter(({ kind }) => kind === 'name')
      .map(({ span }) => text.slice(span.start, span.end)),
  );
  return [...new Set(names)].filter((name) => !KEPT_WORDS.has(name));
}

function renamed(given: Sources, kept: ReadonlySet<string>): Sources {
  const numbers = new Map<string, number>();
  const rename = (name: string): string => {
    if (KEPT_WORDS.has(name) || kept.has(name)) return name;
    // words that differ in case alone, and operators in another case, are mistakes that a finding may be about
    const same = name.toLowerCase();
    if (OPERATORS.has(same)) return name;
    const number = numbers.get(same) ?? numbers.size + 1;
    numbers.set(same, number);
    return `${/^\p{Lu}/u.test(name) ? 'N' : 'n'}${number}`;
  };
  const named = new Set(namesIn(given));
  const renameText = (word: string): string =>
    // a compound key, unless it is a name
    named.has(word)
      ? rename(word)
      : word
          .split('_')
          .map((part) => renamePart(part, rename))
          .join('_');
  const paths = new Map([...given.keys()].map((file, index) => [file, pathOf(file, index)]));
  return new Map(
    [...given].map(([file, text]) => {
      const edits = wordPlaces(file, text).map(({ kind, span }): TextEdit => {
        const written = text.slice(span.start, span.end);
        return {
          span,
          text: replacement(kind, written, kind === 'text' ? renameText : rename, (name) =>
            moduleFor(name, file, paths),
          ),
        };
      });
      return [paths.get(file) ?? file, applyEdits(text, edits)];
    }),
  );
}

function replacement(
  kind: WordPlace['kind'],
  written: string,
  rename: (name: string) => string,
  moduleOf: (name: string) => string | undefined,
): string {
  switch (kind) {
    case 'name':
      return rename(written);
    case 'number':
      return KEPT_NUMBERS.has(written) || Number(written) <= SMALL ? written : digits(written);
    case 'module':
      return KEPT_MODULES.has(written)
        ? written
        : (moduleOf(written) ?? rename(written.replace(/\W+/g, '_')));
    case 'pattern':
      return `/n/${written.slice(written.lastIndexOf('/') + 1)}`;
    case 'comment':
      return '';
    case 'text':
      return textFor(written, rename);
  }
}

/** Texts keep their punctuation and lengths of numbers, which filters, dates and compound keys are known by. */
function textFor(written: string, rename: (name: string) => string): string {
  return written
    .replace(CODES, 'x')
    .replace(WORDS, (word, key: string | undefined, escape: string | undefined) => {
      if (key !== undefined && /\d/.test(key)) return encoded(key);
      if (escape !== undefined) return /[nrt\\'"`$]/.test(escape[1] ?? '') ? escape : 'x';
      if (/^\p{N}/u.test(word)) return digits(word);
      if (/^[\p{L}_$]/u.test(word)) return rename(word.replace(/[+/=-]/g, '_'));
      return /^[\x20-\x7e\s]$/.test(word) ? word : 'x';
    });
}

function renamePart(part: string, rename: (name: string) => string): string {
  return part === '' ? '' : /^\p{N}/u.test(part) ? digits(part) : rename(part);
}

/** A key of as many bytes. */
function encoded(key: string): string {
  const end = key.indexOf('=');
  const padding = end < 0 ? 0 : key.length - end;
  const length = key.length - padding;
  return ENCODED.repeat(Math.ceil(length / ENCODED.length)).slice(0, length) + '='.repeat(padding);
}

function digits(number: string): string {
  return number.replace(/[\da-fA-F]/g, '1').replace(/[^1.n_]/g, '1');
}

/** Files have letters for names and lie in one folder. */
function pathOf(file: string, index: number): string {
  const [ending = '.ts'] = /\.[cm]?[jt]sx?$/.exec(file) ?? [];
  return `/report/file${index + 1}${ending}`;
}

/** What imports the file that a module's name seems to mean: the one whose path ends like it. */
function moduleFor(name: string, from: string, paths: ReadonlyMap<string, string>): string | undefined {
  const stem = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
  const folder = from.slice(0, from.lastIndexOf('/'));
  const wanted = stem(name.startsWith('.') ? resolved(folder, name) : `/${name.replace(/^[@~#]?\//, '')}`);
  const found = [...paths].find(([file]) =>
    name.startsWith('.') ? stem(file) === wanted : stem(file).endsWith(wanted),
  );
  // by the folder's name, too: a file that calls a function is known by names of modules, and one may hand on what another has
  return found && `..${found[1].replace(/\.[cm]?[jt]sx?$/, '')}`;
}

function resolved(folder: string, relative: string): string {
  const parts = folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
