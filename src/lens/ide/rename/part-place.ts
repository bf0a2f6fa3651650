import * as l10n from '@vscode/l10n';
import type { FlatText } from '../../../core/text/segments.ts';
import type { KeyFlat } from '../../model/keys/key-flats.ts';
import { givenKeys, keySchemaOf } from '../../model/keys/key-schema.ts';
import type { Operation, Value } from '../../model/operations/operation.ts';
import type { KeyPart } from './key-part.ts';

/** A piece of a key: its text, so many characters, or any text. */
export type KeyPiece = string | number | null;

/** A key around a part of it. */
export interface AroundPart {
  readonly before: readonly KeyPiece[];
  readonly after: readonly KeyPiece[];
}

/** Where stored keys have a part. */
export type PartPlace =
  /** They are the part. */
  | { readonly kind: 'whole' }
  /** They begin with it. */
  | { readonly kind: 'start' }
  /** Before and after it is one of these. `others` are keys without it. */
  | {
      readonly kind: 'inside';
      readonly around: readonly AroundPart[];
      readonly others: readonly (readonly KeyPiece[])[];
    }
  /** That isn't certain. */
  | { readonly kind: 'open'; readonly why: string };

/** Ways to make a key that a script tells apart. */
const MOST_FORMS = 16;

/**
 * Says where stored keys have a part that gets the text `to`. `flats` are all that the table's operations say of that key; what callers
 * give to one of them is among them itself, so that one is left out.
 */
export function partPlace(
  { before, text, isWhole }: KeyPart,
  to: string,
  flats: readonly KeyFlat[],
  operations: readonly Operation[],
): PartPlace {
  if (before === '') return { kind: isWhole ? 'whole' : 'start' };
  const made = flats.filter(isMade);
  const have = made.filter(({ text: one }) => one.text.startsWith(before + text));
  if (have.length === 0)
    return open(l10n.t('No write here makes keys with this part, so a script could change others.'));
  const around = distinct(
    have.map(({ text: one }) => ({
      before: piecesOf(one, 0, before.length),
      after: piecesOf(one, before.length + text.length, one.text.length),
    })),
  );
  const others = distinct(
    made.filter((one) => !have.includes(one)).map(({ text: one }) => piecesOf(one, 0, one.text.length)),
  );
  if (keySchemaOf(operations).isPartial || others.some((pieces) => pieces.every((one) => one === null)))
    return open(l10n.t("Some writes give keys that aren't known here, so a script could change those."));
  if (around.length + others.length > MOST_FORMS)
    return open(l10n.t('There are too many ways in which keys are made, so a script could change others.'));
  if (!around.every((one) => isApart(one, text)))
    return open(
      l10n.t('Nothing separates the part from what is beside it, so a script could change others.'),
    );
  if (to.includes(text))
    return open(l10n.t('The new text contains the old one, so a script could change a key twice.'));
  return { kind: 'inside', around, others };
}

function open(why: string): PartPlace {
  return { kind: 'open', why };
}

/** Whether a key is that of an entity that is made, and not that of one which is there. */
function isMade({ operation, key, how, place }: KeyFlat): boolean {
  if (operation.kind !== 'write' || how === 'bound') return false;
  return givenKeys(operation).some(
    (one) =>
      one.key === key &&
      one.how === 'written' &&
      one.place.file === place.file &&
      one.place.span.start === place.span.start,
  );
}

/** Whether a part is at one place by its number of characters, or is separated from what may be any text. */
function isApart({ before, after }: AroundPart, text: string): boolean {
  if (!before.includes(null) || !after.includes(null)) return true;
  return isSeparator(text.at(0)) && isSeparator(text.at(-1));
}

function isSeparator(character: string | undefined): boolean {
  return character !== undefined && !/[\p{L}\p{N}]/u.test(character);
}

/** The pieces of a part of a key. */
function piecesOf({ text, holes }: FlatText<Value>, start: number, end: number): readonly KeyPiece[] {
  const pieces: KeyPiece[] = [];
  for (let at = start; at < end;) {
    const hole = holes.get(at);
    if (hole !== undefined) {
      pieces.push(widthOf(hole) ?? null);
      at += 1;
      continue;
    }
    let next = at + 1;
    while (next < end && !holes.has(next)) next += 1;
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}

/** The characters that a value always has; a padded number can have more, and then the key isn't one of these. */
function widthOf(value: Value): number | undefined {
  switch (value.kind) {
    case 'number-text':
      return value.width;
    case 'time-text':
      return value.format === 'iso' && value.isCut !== true && value.isChanged !== true
        ? ISO_CHARACTERS
        : undefined;
    default:
      return undefined;
  }
}

/** Of `2026-01-02T03:04:05.000Z`. */
const ISO_CHARACTERS = 24;

function distinct<T>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}
