import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import { HOLE, offsetAt, type Place, toPlaces } from '../../../core/text/segments.ts';
import { type KeyFlat, keyFlats } from '../../model/keys/key-flats.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { isSure } from '../../model/tables/tables.ts';

/** A part of a table's keys that the source spells out: `email_` of `email_${email}`. */
export interface KeyPart {
  /** The table's name. */
  readonly table: string;
  readonly key: KeyName;
  readonly text: string;
  /** What is before it in the key, an expression as one {@link HOLE}. */
  readonly before: string;
  /** It is all of the key: keys that only begin like it are others. */
  readonly isWhole: boolean;
}

/** The part at an offset of a file, with where it is written; a reason why it can't be renamed; undefined where there is no key. */
export function keyPartAt(
  operations: readonly Operation[],
  file: string,
  offset: number,
): { readonly part: KeyPart; readonly place: Place } | { readonly why: string } | undefined {
  let why: string | undefined;
  for (const operation of operations.filter(isSure))
    for (const { key, how, text } of keyFlats(operation)) {
      // also right after its last character
      const at = offsetAt(text, file, offset) ?? offsetAt(text, file, offset - 1);
      const piece = at === undefined ? undefined : literalAt(text.text, at);
      if (piece === undefined) continue;
      const [place, ...others] = toPlaces(text, piece);
      const { table } = operation;
      if (table === undefined || place === undefined || others.length > 0)
        why ??= table === undefined ? whyNoTable() : whyInPieces();
      // the end of a range is no key, though it may be made of one
      else if (how === 'bound' && !text.text.includes(HOLE)) why ??= whyBound();
      else {
        const written = text.text.slice(piece.start, piece.end);
        const before = text.text.slice(0, piece.start);
        const isWhole = written === text.text;
        return { part: { table, key, text: written, before, isWhole }, place };
      }
    }
  return why === undefined ? undefined : { why };
}

/** The run of characters without holes around an offset; undefined at a hole. */
function literalAt(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  if (text[at] === HOLE || at >= text.length) return undefined;
  const end = text.indexOf(HOLE, at);
  return { start: text.lastIndexOf(HOLE, at) + 1, end: end < 0 ? text.length : end };
}

function whyNoTable(): string {
  return l10n.t("The table's name isn't known here, so where else its keys are made isn't known.");
}

function whyInPieces(): string {
  return l10n.t("This part of the key isn't written in one place, so it stays as it is.");
}

function whyBound(): string {
  return l10n.t('This is one end of a range of keys. Rename the part where a key is made.');
}

/** Letters, digits, and signs that need no quoting in sources, filters, and addresses. */
const PLAIN = /^[\p{L}\p{N}_\-.:|@=+,; ]+$/u;

/** Characters of a part: a key has 512 at most (Understanding the Table service data model). */
const MOST_CHARACTERS = 255;

/** Why a part can't be called so; undefined where it can. */
export function partProblem({ text, isWhole, before }: KeyPart, to: string): string | undefined {
  if (to === text) return l10n.t('“{0}” is the name that it has.', to);
  if (!isPlain(to))
    return l10n.t(
      'Invalid part of a key. Use letters, digits, spaces, and the characters _ - . : | @ = + , ;',
    );
  const overlaps = to.startsWith(text) || text.startsWith(to);
  // a script that is run again could not tell which keys are new
  if (before === '' && !isWhole && overlaps)
    return l10n.t('One of “{0}” and “{1}” begins with the other. Enter another text.', text, to);
  return undefined;
}

/** Whether a part can be written anywhere as it is. */
export function isPlain(part: string): boolean {
  return part.length <= MOST_CHARACTERS && PLAIN.test(part) && part === part.normalize('NFC');
}

/** The first text after all that begin with a part, as a range ends with it: `email_` → ``email` ``. */
export function endOf(part: string): string {
  return `${part.slice(0, -1)}${String.fromCharCode(part.charCodeAt(part.length - 1) + 1)}`;
}

/** What a key has to do with a part. */
export type Relation =
  /** It has the part there. */
  | { readonly kind: 'has'; readonly start: number }
  /** It is the end of the range of keys with the part. */
  | { readonly kind: 'end'; readonly start: number }
  /** It might have it, or a range might have some keys with it. */
  | { readonly kind: 'open' }
  | { readonly kind: 'none' };

const NONE: Relation = { kind: 'none' };
const OPEN: Relation = { kind: 'open' };

/** Compares a key with a part that is to be called otherwise. */
export function relationOf({ how, text: { text } }: KeyFlat, part: KeyPart, to: string): Relation {
  const wanted = part.before + part.text;
  const start = part.before.length;
  const isBound = how === 'bound';
  if (part.isWhole && part.before === '') {
    if (!isBound && text === wanted) return { kind: 'has', start };
    if (isBound) return isBetween(text, part.text, to) || text.startsWith(wanted) ? OPEN : NONE;
    return isMaybe(text, wanted) ? OPEN : NONE;
  }
  if (text.startsWith(wanted)) return { kind: 'has', start };
  if (isBound && text === part.before + endOf(part.text)) return { kind: 'end', start };
  if (start === 0) return isMaybe(text, wanted) || (isBound && isBetween(text, part.text, to)) ? OPEN : NONE;
  // what is in an expression may be anything
  return text === HOLE || text.includes(part.text) ? OPEN : NONE;
}

/** Whether an expression in a key leaves open that it begins so. */
function isMaybe(text: string, wanted: string): boolean {
  const hole = text.indexOf(HOLE);
  return hole >= 0 && wanted.startsWith(text.slice(0, hole));
}

/** Whether a bound is between keys with both parts: then a range loses or gains them. */
function isBetween(bound: string, from: string, to: string): boolean {
  const constant = bound.split(HOLE, 1)[0] ?? '';
  return from < constant !== to < constant;
}
