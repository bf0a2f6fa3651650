import * as l10n from '@vscode/l10n';
import { DECLARABLE_CODECS, type KeyDeclaration, type PartDeclaration } from '../keys/declare.ts';
import { nearest } from '../text/near.ts';

/** What a person typed of how a key is put together, or what is wrong with it and what to write. */
export type TypedKeys =
  | { readonly kind: 'keys'; readonly declarations: readonly KeyDeclaration[] }
  | { readonly kind: 'invalid'; readonly message: string };

/** Between the kinds of keys of one table, as lists of suggestions have them. */
const KINDS = ' | ';

/**
 * Reads declared keys as `declarationText` writes them: values in braces, what is always the same between them, kinds of keys
 * apart by ` | `. `{department}` is any text with a name, `{inverted-ticks}` a codec, `{written:inverted-ticks}` a codec with a name,
 * `{id:6}` a number padded to 6 digits. Never throws.
 */
export function readTypedKeys(text: string): TypedKeys {
  const declarations: KeyDeclaration[] = [];
  for (const kind of text.split(KINDS)) {
    const read = readKind(kind.trim());
    if (typeof read === 'string') return { kind: 'invalid', message: read };
    declarations.push(read);
  }
  return { kind: 'keys', declarations };
}

/** What stands in a pattern: a value's braces, or a text that is always the same. */
type Piece = PartDeclaration | { readonly kind: 'literal'; readonly text: string };

/** The declaration, or what is wrong. */
function readKind(text: string): KeyDeclaration | string {
  const pieces: Piece[] = [];
  for (const [written, inner] of text.matchAll(/\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (inner !== undefined) {
      const value = readValue(inner);
      if (typeof value === 'string') return value;
      pieces.push(value);
    } else if (written === '{' || written === '}') {
      return l10n.t('A brace is missing. Write each value in a pair of them, such as {0}.', '{department}');
    } else pieces.push({ kind: 'literal', text: written });
  }
  const values = pieces.filter((piece) => piece.kind === 'text' || piece.kind === 'codec');
  if (values.length === 0) {
    return l10n.t(
      'Write what differs from key to key in braces, such as {0} or {1}.',
      '{department}',
      'empid_{id:6}',
    );
  }
  const names = values.flatMap(({ name }) => name ?? []);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    return l10n.t('Two values are named “{0}”. Give each value a name of its own.', twice);
  }
  return declarationOf(pieces);
}

function readValue(inner: string): PartDeclaration | string {
  const [first = '', second, ...more] = inner.split(':').map((part) => part.trim());
  if (more.length > 0) {
    return l10n.t(
      '“{0}” has more than one colon. Write a name, a colon and a codec, such as {1}.',
      inner,
      '{id:6}',
    );
  }
  if (second !== undefined) return readCodec(first, second);
  if (DECLARABLE_CODECS.has(first)) return { kind: 'codec', codec: first };
  const meant = first.length < SURE_LENGTH ? undefined : nearest(first, DECLARABLE_CODECS.keys());
  if (meant !== undefined) {
    return l10n.t('There is no key codec “{0}”. Did you mean “{1}”?', first, meant);
  }
  return first === '' || first === '…' ? { kind: 'text' } : { kind: 'text', name: first };
}

/** A name without a codec that is shorter may look like one by chance. */
const SURE_LENGTH = 8;

function readCodec(name: string, written: string): PartDeclaration | string {
  const codec = /^\d+$/.test(written) ? `padded-${Number(written)}` : written;
  if (DECLARABLE_CODECS.has(codec)) return { kind: 'codec', codec, ...(name !== '' && { name }) };
  if (codec !== written) {
    return l10n.t('Numbers are padded to 2 to 21 digits, not to {0}.', written);
  }
  const meant = nearest(written, DECLARABLE_CODECS.keys());
  return meant === undefined
    ? l10n.t(
        'There is no key codec “{0}”. Write the digits of a padded number, or the name of a codec; “Another codec…” lists all of them.',
        written,
      )
    : l10n.t('There is no key codec “{0}”. Did you mean “{1}”?', written, meant);
}

/** One separator stands between all parts where the pattern has but one, else the parts follow one another. */
function declarationOf(pieces: readonly Piece[]): KeyDeclaration | string {
  const separator = separatorOf(pieces);
  const parts = separator === '' ? pieces.map(asPart) : splitAt(pieces, separator);
  const open = separator === '' ? parts.slice(0, -1).find(({ kind }) => kind === 'text') : undefined;
  if (open === undefined) return { separator, parts };
  const name = open.kind === 'text' ? (open.name ?? '…') : '';
  return l10n.t(
    "The end of {0} can't be found. Put the same separator, such as “_”, between all parts, or use a codec of known length, such as {1}.",
    `{${name}}`,
    `{${name}:6}`,
  );
}

/** What is neither letter nor digit beside values, if it is everywhere the same; empty where it is not. */
function separatorOf(pieces: readonly Piece[]): string {
  const beside = new Set<string>();
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'literal') {
      if (index > 0) beside.add(/^[^\p{L}\p{N}]*/u.exec(piece.text)?.[0] ?? '');
      if (index < pieces.length - 1) beside.add(behindWords(piece.text));
    } else if (index > 0 && pieces[index - 1]?.kind !== 'literal') beside.add('');
  }
  const [only = '', ...others] = beside;
  return others.length === 0 ? only : '';
}

/** What stands behind the last letter or digit. */
function behindWords(text: string): string {
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) end = index + word.length;
  return text.slice(end);
}

/** Texts between separators are parts of their own; those that only separate are none. */
function splitAt(pieces: readonly Piece[], separator: string): PartDeclaration[] {
  return pieces.flatMap((piece, index): PartDeclaration[] => {
    if (piece.kind !== 'literal') return [piece];
    const texts = piece.text.split(separator);
    const from = index > 0 ? 1 : 0;
    const to = index < pieces.length - 1 ? -1 : texts.length;
    return texts.slice(from, to).map((text) => ({ kind: 'constant', text }));
  });
}

function asPart(piece: Piece): PartDeclaration {
  return piece.kind === 'literal' ? { kind: 'constant', text: piece.text } : piece;
}
