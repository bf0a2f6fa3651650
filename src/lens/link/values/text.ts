import { constantOf, type Place, type Segment } from '../../../core/text/segments.ts';
import type { LiteralText } from '../../syntax/facts/expr.ts';
import {
  type Abstract,
  alternativesOf,
  choose,
  isChoice,
  settingOfEnvironment,
  toValue,
  unknown,
} from './abstract.ts';
import { costOf, MOST_CHARACTERS, MOST_COMBINATIONS, MOST_SEGMENTS } from '../limits.ts';
import { type Linker, spend } from '../linker.ts';
import type { NumberFact, TextForm, Value } from './value.ts';

export type TextValue = Extract<Value, { kind: 'text' }>;

export function literalSegment(file: string, literal: LiteralText): Segment<Value> {
  const { text, span, offsets } = literal;
  return { kind: 'literal', text, place: { file, span }, ...(offsets !== undefined && { offsets }) };
}

/** A constant text, found at a place that cannot be divided. */
export function wholeText(text: string, place: Place): TextValue {
  return { kind: 'text', segments: [{ kind: 'literal', text, place, whole: true }], form: 'literal', place };
}

/** The characters of a text without holes. */
export function constantText(value: Abstract): string | undefined {
  return value.kind === 'text' ? constantOf(value.segments) : undefined;
}

/** What a value is inside a text: `\`${value}\``, `'' + value`. One for each alternative. */
export function pieces(value: Abstract, place: Place): readonly Piece[] {
  if (!isChoice(value)) return [{ segments: piece(value, place) }];
  return alternativesOf(value).map((choice) => ({ segments: piece(choice.value, place) }));
}

function piece(value: Abstract, place: Place): readonly Segment<Value>[] {
  if (value.kind === 'text') return value.segments;
  if (value.kind === 'number' && value.number.constant !== undefined) {
    return wholeText(String(value.number.constant), place).segments;
  }
  if (value.kind === 'boolean' && value.value !== undefined)
    return wholeText(String(value.value), place).segments;
  const setting = settingOfEnvironment(value);
  const hole = asText(value);
  return [
    {
      kind: 'hole',
      hole: hole.kind === 'unknown' && setting !== undefined ? { ...hole, setting } : hole,
      place,
    },
  ];
}

/** A value turned into text, as `String(value)` does. */
export function asText(value: Abstract): Value {
  if (value.kind === 'number') return numberText(value.number);
  const plain = toValue(value);
  if (plain.kind === 'unknown') {
    return plain.is === 'string' ? plain : { ...plain, is: 'string', isMadeText: true };
  }
  return plain.kind === 'number' ? numberText(plain.number) : plain;
}

/** How a Date is written as a text; behind that stands the name of the time zone. */
const DATE_TEXT = "EEE MMM dd yyyy HH:mm:ss 'GMT'xx";

function numberText(number: NumberFact): Value {
  return number.representation === 'date'
    ? { kind: 'time-text', format: number.isOfLibrary === true ? 'date' : DATE_TEXT }
    : { kind: 'number-text', number };
}

/** A piece of a text that is put together: one of its alternatives. */
export interface Piece {
  readonly segments: readonly Segment<Value>[];
}

/**
 * Puts texts together in order, in every combination of their alternatives: the one way to do so. What has more
 * segments, characters or combinations than are followed is a text of which nothing more is known.
 */
export function concatenate(
  linker: Linker,
  parts: readonly (readonly Piece[])[],
  form: TextForm,
  place: Place,
): Abstract {
  let combined: readonly GrowingText[] = [new GrowingText()];
  for (const alternatives of parts) {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) {
      for (const before of combined) before.add(only.segments);
    } else {
      combined = combined.flatMap((before) =>
        alternatives.map((next) => new GrowingText(before).add(next.segments)),
      );
      spend(linker, combined.length);
    }
    if (combined.length > MOST_COMBINATIONS || combined.some((text) => text.isTooLong)) return SOME_TEXT;
  }
  for (const { segments } of combined) spend(linker, costOf(segments.length));
  return choose(combined.map((text) => ({ value: text.valueOf(form, place) })));
}

/** A text that is known to be one, and to be longer than is followed. */
const SOME_TEXT: Value = { ...unknown('too-complex'), is: 'string' };

/** A text to which others are added; copying it is left to who needs another one. */
export class GrowingText {
  readonly segments: Segment<Value>[] = [];
  #characters = 0;
  #hasHole = false;

  constructor(before?: GrowingText) {
    if (before) this.add(before.segments);
  }

  get isTooLong(): boolean {
    return this.segments.length > MOST_SEGMENTS || this.#characters > MOST_CHARACTERS;
  }

  add(segments: readonly Segment<Value>[]): this {
    for (const segment of segments) {
      this.segments.push(segment);
      if (segment.kind === 'hole') this.#hasHole = true;
      else this.#characters += segment.text.length;
    }
    return this;
  }

  /** A text all of whose characters are constants needs no escaping, however it is put together. */
  valueOf(form: TextForm, place: Place): Value {
    if (this.isTooLong) return SOME_TEXT;
    const { segments } = this;
    return { kind: 'text', segments, form: form === 'odata' || this.#hasHole ? form : 'literal', place };
  }
}

/**
 * What the `odata` tag makes of its holes [seen in 13.3.2]: a text has its quotes doubled, and is put into
 * quotes unless the characters before the hole end in one. A constant is written out as the service gets it.
 */
export function odataPieces(value: Abstract, before: string, place: Place): readonly Piece[] {
  const quoted = before === '' || before.endsWith("'");
  return alternativesOf(value).map(({ value: one }) => {
    const text = constantText(one);
    const known = text !== undefined && before !== '';
    const segments: readonly Segment<Value>[] = known
      ? wholeText(quoted ? double(text) : `'${double(text)}'`, place).segments
      : isWrittenOut(one)
        ? piece(one, place)
        : [{ kind: 'hole', hole: toValue(one), tagged: true, place }];
    return { segments };
  });
}

function isWrittenOut(value: Abstract): boolean {
  return (
    (value.kind === 'number' && value.number.constant !== undefined) ||
    (value.kind === 'boolean' && value.value !== undefined)
  );
}

function double(text: string): string {
  return text.replaceAll("'", "''");
}
