import type { KeyCodec, Ticks } from './codec.ts';
import { DECLARABLE_CODECS, type KeyDeclaration, type PartDeclaration, readDeclared } from './declare.ts';
import { isNear } from './rank.ts';
import { readKey } from './read.ts';
import { type Piece, splitKey } from './split.ts';

/** A way in which the keys seen may be put together. */
export interface Suggestion {
  /** Several where the table has several kinds of rows, told apart by the text that they begin with. */
  readonly declarations: readonly KeyDeclaration[];
  /** How many of the keys seen fit it. */
  readonly fits: number;
}

/** Codecs of one part that are offered; more would be as likely as chance. */
const MOST_CODECS = 4;

/** Kinds of rows that one table may have: the design guide's tables have two to five. */
const MOST_KINDS = 12;

/** A suggestion must fit nearly all keys: a few may be left over from before. */
const MOST_MISFITS = 0.1;

/**
 * What the keys of a table seem to be made of, the likeliest first; empty where no part of them is in an encoding
 * that tells anything. By `now` likely times are told from unlikely ones.
 */
export function suggestDeclarations(keys: readonly string[], now: Ticks): Suggestion[] {
  const all = [...new Set(keys)];
  const found = [...alternatives(all, now), ...byKind(all, now)].map((declarations) => ({
    declarations,
    fits: all.filter((key) => readDeclared(key, declarations) !== undefined).length,
  }));
  return found
    .filter(({ fits }) => fits > 0 && fits >= all.length * (1 - MOST_MISFITS))
    .sort((a, b) => b.fits - a.fits);
}

/** Declarations of all keys alike: the likeliest, and those that differ from it in one part. */
function alternatives(keys: readonly string[], now: Ticks): KeyDeclaration[][] {
  for (const { separator, columns } of layoutsOf(keys)) {
    const parts = columns.map((column) => partsOf(column, now));
    const likeliest = parts.map(([first]) => first);
    if (!likeliest.some(({ kind }) => kind === 'codec')) continue;
    const others = parts.flatMap(([, ...rest], index) => rest.map((part) => likeliest.with(index, part)));
    return [likeliest, ...others].map((each) => [{ separator, parts: each }]);
  }
  return [];
}

const FIRST_WORD = /^\p{L}[\p{L}\d]*(?=[^\p{L}\p{N}])/u;

/** One declaration for each text that keys begin with, where they begin with a few. */
function byKind(keys: readonly string[], now: Ticks): KeyDeclaration[][] {
  const kinds = new Map<string, string[]>();
  for (const key of keys) {
    const kind = FIRST_WORD.exec(key)?.[0] ?? '';
    kinds.set(kind, [...(kinds.get(kind) ?? []), key]);
    if (kinds.size > MOST_KINDS) return [];
  }
  if (kinds.has('')) return [];
  // one row alone is no kind
  const several = [...kinds].filter(([, members]) => members.length > 1);
  if (several.length < 2) return [];
  const declared = several.flatMap(([kind, members]) => {
    const best = alternatives(members, now)[0]?.[0];
    if (best !== undefined) return [best];
    const separator = members[0]?.charAt(kind.length) ?? '';
    return [{ separator, parts: [{ kind: 'constant', text: kind }, TEXT] as const }];
  });
  return declared.some(({ parts }) => parts.some(({ kind }) => kind === 'codec')) ? [declared] : [];
}

const TEXT: PartDeclaration = { kind: 'text' };

/** Keys cut at a separator: for each part, its text in every key. */
interface Layout {
  readonly separator: string;
  readonly columns: readonly (readonly string[])[];
}

/** Whole keys first, then cut at each character that cuts nearly all of them into as many parts. */
function layoutsOf(keys: readonly string[]): Layout[] {
  const pieces = keys.map(splitKey);
  const separators = new Set(keys.flatMap((key, index) => gapsOf(key, pieces[index] ?? []).map(textOf)));
  return [
    { separator: '', columns: [keys] },
    ...[...separators].flatMap((separator) => {
      const rows = keys.map((key, index) => cut(key, pieces[index] ?? [], separator));
      const width = mostCommon(rows.map(({ length }) => length));
      const alike = rows.filter((row) => row.length === width);
      if (width < 2 || alike.length < keys.length * (1 - MOST_MISFITS)) return [];
      const columns = Array.from({ length: width }, (_, index) => alike.map((row) => row[index] ?? ''));
      return [{ separator, columns }];
    }),
  ];
}

/** 0 where there is none. */
function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}

interface Gap {
  readonly start: number;
  readonly text: string;
}

/** What stands between the pieces of a key that may carry values. */
function gapsOf(key: string, pieces: readonly Piece[]): Gap[] {
  return pieces.slice(1).map(({ start }, index) => {
    const before = pieces[index];
    const end = before === undefined ? 0 : before.start + before.text.length;
    return { start: end, text: key.slice(end, start) };
  });
}

function textOf({ text }: Gap): string {
  return text;
}

function cut(key: string, pieces: readonly Piece[], separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, text } of gapsOf(key, pieces)) {
    if (text !== separator) continue;
    parts.push(key.slice(from, start));
    from = start + separator.length;
  }
  return [...parts, key.slice(from)];
}

/** What a part may be, the likeliest first: an encoding of all its texts, what all of them are, or any text. */
function partsOf(texts: readonly string[], now: Ticks): [PartDeclaration, ...PartDeclaration[]] {
  const [first = ''] = texts;
  const codecs = codecsOf(texts, now).map(({ id }): PartDeclaration => ({ kind: 'codec', codec: id }));
  const [likeliest, ...others] = codecs;
  if (likeliest !== undefined) return [likeliest, ...others];
  const isConstant = texts.length > 1 && texts.every((text) => text === first);
  return [isConstant ? { kind: 'constant', text: first } : TEXT];
}

/** The codecs that read nearly all texts, by how often they are what the text says without any declaration. */
function codecsOf(texts: readonly string[], now: Ticks): KeyCodec[] {
  const enough = texts.length * (1 - MOST_MISFITS);
  const guessed = new Map<string, number>();
  for (const text of texts) {
    const [part, ...others] = readKey(text, { now }).parts;
    if (part === undefined || others.length > 0 || part.text !== text) continue;
    part.readings.forEach(({ codec, decoded }, index) => {
      // the likeliest counts more, a time near now most
      const weight = (index === 0 ? 2 : 1) + (isNear(decoded, now) ? 2 : 0);
      guessed.set(codec.id, (guessed.get(codec.id) ?? 0) + weight);
    });
  }
  const fitting = [...DECLARABLE_CODECS.values()].filter((codec) => {
    const decoded = texts.map((text) => codec.decode(text)).filter((one) => one !== undefined);
    if (decoded.length < enough || decoded.length === 0) return false;
    return guessed.has(codec.id) || decoded.every((one) => isNear(one, now));
  });
  // what needs a declaration to be read is worth offering only where nothing else is there
  const recognised = fitting.filter(({ id }) => guessed.has(id));
  return (recognised.length > 0 ? recognised : fitting)
    .sort((a, b) => (guessed.get(b.id) ?? 0) - (guessed.get(a.id) ?? 0))
    .slice(0, MOST_CODECS);
}
