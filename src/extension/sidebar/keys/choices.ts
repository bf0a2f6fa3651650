import * as l10n from '@vscode/l10n';
import { readTypedKeys } from '../../../core/config/key-text.ts';
import type { Ticks } from '../../../core/keys/codec.ts';
import {
  DECLARABLE_CODECS,
  declarationText,
  readDeclared,
  type KeyDeclaration,
} from '../../../core/keys/declare.ts';
import { meaningOf } from '../../../core/keys/describe.ts';
import { suggestDeclarations } from '../../../core/keys/suggest.ts';
import { grouped } from '../../../core/text/numbers.ts';

/** One way to declare a key, as it is offered. */
export interface Choice {
  readonly label: string;
  readonly description: string;
  /** A key that was seen and what it then says. */
  readonly detail: string;
  readonly declarations: readonly KeyDeclaration[];
}

/** What the keys seen suggest, the likeliest first. */
export function suggestedChoices(keys: readonly string[], now: Ticks): Choice[] {
  const distinct = new Set(keys).size;
  return suggestDeclarations(keys, now).map(({ declarations, fits }) => ({
    label: declarations.map(declarationText).join(' | '),
    description: fitsText(fits, distinct),
    detail: exampleOf(keys, declarations),
    declarations,
  }));
}

/** Every codec for the whole key; those that fit keys seen come first. */
export function codecChoices(keys: readonly string[]): Choice[] {
  const all = [...DECLARABLE_CODECS.values()].map(({ id, title }): Choice => {
    const declarations: KeyDeclaration[] = [{ separator: '', parts: [{ kind: 'codec', codec: id }] }];
    return { label: id, description: title(), detail: exampleOf(keys, declarations), declarations };
  });
  return [...all.filter(({ detail }) => detail !== ''), ...all.filter(({ detail }) => detail === '')];
}

/** What a person typed, and how many keys seen fit it; or what is wrong with it. */
export type TypedChoice =
  | { readonly kind: 'choice'; readonly choice: Choice & { readonly fits: number } }
  | { readonly kind: 'invalid'; readonly message: string };

/** A way to declare a key that is typed. */
export function typedChoice(text: string, keys: readonly string[]): TypedChoice {
  const typed = readTypedKeys(text);
  if (typed.kind === 'invalid') return typed;
  const { declarations } = typed;
  const distinct = [...new Set(keys)];
  const fits = distinct.filter((key) => readDeclared(key, declarations) !== undefined).length;
  const choice = {
    label: declarations.map(declarationText).join(' | '),
    description: fitsText(fits, distinct.length),
    detail: exampleOf(keys, declarations),
    declarations,
    fits,
  };
  return { kind: 'choice', choice };
}

function fitsText(fits: number, seen: number): string {
  return l10n.t('fits {0} of {1} keys seen', grouped(fits), grouped(seen));
}

/** The first key that fits and what it says; empty where none does. */
function exampleOf(keys: readonly string[], declarations: readonly KeyDeclaration[]): string {
  for (const key of keys) {
    const reading = readDeclared(key, declarations);
    const meaning = reading && meaningOf(reading);
    if (meaning !== undefined) return `${key} → ${meaning}`;
  }
  return '';
}
