import type { Decoded, KeyCodec } from './codec.ts';
import { KEY_CODECS } from './codecs.ts';
import { PADDED_NUMBER_CODECS, wholeNumber } from './padded-number.ts';
import { MAX_KEY, readKey, type KeyPart, type KeyReading, type ReadContext } from './read.ts';

/** How the keys of one kind of entity are put together: parts with a separator between each two. */
export interface KeyDeclaration {
  /** What stands between the parts; may be empty where their lengths tell them apart. */
  readonly separator: string;
  readonly parts: readonly PartDeclaration[];
}

/** One part of a declared key: a value in an encoding, a text that is always the same, or any text. */
export type PartDeclaration =
  | { readonly kind: 'codec'; readonly codec: string; readonly name?: string }
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'text'; readonly name?: string };

/**
 * The codecs that a table may declare, by id. Numbers are read there without leading zeroes too: that they are
 * padded is declared and need not be seen.
 */
export const DECLARABLE_CODECS: ReadonlyMap<string, KeyCodec> = new Map(
  [...KEY_CODECS, ...PADDED_NUMBER_CODECS.map(wholeNumber)].map((codec) => [codec.id, codec]),
);

/**
 * Reads a key as its table declares it, by the first declaration that the whole key fits; undefined where none
 * does. Times are read over the codec's whole domain, as nothing has to be guessed.
 */
export function readDeclared(key: string, declarations: readonly KeyDeclaration[]): KeyReading | undefined {
  if (key.length > MAX_KEY) return undefined;
  for (const declaration of declarations) {
    const parts = partsOf(key, declaration);
    if (parts !== undefined) {
      return { key, parts: parts.flatMap((part) => part.value ?? []) };
    }
  }
  return undefined;
}

/**
 * Reads a key as its table declares it; as it looks where nothing is declared or, which `fits` tells, no declaration
 * fits it.
 */
export function readKeyAs(
  key: string,
  declarations: readonly KeyDeclaration[],
  context: ReadContext,
): { readonly reading: KeyReading; readonly fits: boolean } {
  const declared = readDeclared(key, declarations);
  if (declared !== undefined) return { reading: declared, fits: true };
  return { reading: readKey(key, context), fits: declarations.length === 0 };
}

/** A declaration on one line, values in braces: `log_{customer}_{written:inverted-ticks}`. */
export function declarationText({ separator, parts }: KeyDeclaration): string {
  return parts.map(partText).join(separator);
}

function partText(part: PartDeclaration): string {
  switch (part.kind) {
    case 'constant':
      return part.text;
    case 'text':
      return `{${part.name ?? '…'}}`;
    case 'codec':
      return `{${part.name === undefined ? '' : `${part.name}:`}${part.codec}}`;
  }
}

/** The texts of a key's parts in the order of its declaration; undefined where the key does not fit it. */
export function splitDeclared(key: string, declaration: KeyDeclaration): readonly string[] | undefined {
  return partsOf(key, declaration)?.map(({ text }) => text);
}

interface Part {
  readonly text: string;
  /** What it says; absent for constants and texts. */
  readonly value?: KeyPart;
}

/** Tries the ends that each part may have, the nearest first, until the rest fits too. */
function partsOf(
  key: string,
  { separator, parts }: KeyDeclaration,
  index = 0,
  start = 0,
): readonly Part[] | undefined {
  const declared = parts[index];
  if (declared === undefined) return undefined;
  if (index === parts.length - 1) {
    const last = partOf(declared, key, start, key.length);
    return last && [last];
  }
  for (const end of endsOf(key, separator, start)) {
    const part = partOf(declared, key, start, end);
    if (part !== undefined) {
      const rest = partsOf(key, { separator, parts }, index + 1, end + separator.length);
      if (rest !== undefined) return [part, ...rest];
    }
    // only what an encoding writes may hold the separator: it is known how that ends
    if (declared.kind === 'text' && separator !== '') return undefined;
  }
  return undefined;
}

function* endsOf(key: string, separator: string, start: number): Generator<number> {
  for (let end = key.indexOf(separator, start); end >= 0; end = key.indexOf(separator, end + 1)) {
    yield end;
    if (end >= key.length) return;
  }
}

function partOf(declared: PartDeclaration, key: string, start: number, end: number): Part | undefined {
  const text = key.slice(start, end);
  switch (declared.kind) {
    case 'constant':
      return text === declared.text ? { text } : undefined;
    case 'text':
      return { text };
    case 'codec': {
      const codec = DECLARABLE_CODECS.get(declared.codec);
      const decoded = codec?.decode(text);
      if (codec === undefined || decoded === undefined) return undefined;
      return { text, value: valueOf(text, { start, end }, codec, decoded) };
    }
  }
}

function valueOf(text: string, span: KeyPart['span'], codec: KeyCodec, decoded: Decoded): KeyPart {
  return { span, text, readings: [{ codec, decoded }], common: decoded, likely: undefined };
}

/** The time that keys of a declaration are sorted by within what stands before it. */
export interface TimePart {
  readonly codec: KeyCodec;
  /** The parts before it, whose texts must be known to go to a time. */
  readonly before: readonly PartDeclaration[];
}

/** The first time in a declared key; undefined where there is none, or its text does not sort by time. */
export function timePartOf({ parts }: KeyDeclaration): TimePart | undefined {
  for (const [index, part] of parts.entries()) {
    const codec = part.kind === 'codec' ? DECLARABLE_CODECS.get(part.codec) : undefined;
    if (codec?.kind !== 'time') continue;
    return codec.order === 'none' ? undefined : { codec, before: parts.slice(0, index) };
  }
  return undefined;
}

/** From where on keys are, and how those begin that belong to the same parts. */
export interface KeyBound {
  /** The least key at the time; with an inverted time those at and before it follow, else those at and after it. */
  readonly from: string;
  /** What all keys of the listing begin with; empty where nothing stands before the time. */
  readonly prefix: string;
}

/**
 * The bound of keys at a moment, in ticks. `texts` are those of the parts before the time that are not constant, in order. A
 * RangeError where the codec cannot write that time.
 */
export function boundAt(declaration: KeyDeclaration, ticks: bigint, texts: readonly string[]): KeyBound {
  const time = timePartOf(declaration);
  if (time === undefined) throw new RangeError('the declared key has no time that sorts');
  const left = [...texts];
  const before = time.before.map((part) => (part.kind === 'constant' ? part.text : (left.shift() ?? '')));
  const prefix = before.map((text) => text + declaration.separator).join('');
  return { prefix, from: prefix + time.codec.encode(ticks) };
}
