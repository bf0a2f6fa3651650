import { constantOf, type Place, type Segment } from '../../core/text/segments.ts';
import { negate } from '../syntax/conditions.ts';
import type { LiteralText } from '../syntax/facts.ts';
import { type Abstract, alternativesOf, choose, type Choice, isChoice, toValue } from './abstract.ts';
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
export function pieces(
  value: Abstract,
  place: Place,
): { readonly segments: readonly Segment<Value>[]; readonly when?: string }[] {
  if (!isChoice(value)) return [{ segments: piece(value, place) }];
  return alternativesOf(value).map((choice) => ({
    segments: piece(choice.value, place),
    ...(choice.when !== undefined && { when: choice.when }),
  }));
}

function piece(value: Abstract, place: Place): readonly Segment<Value>[] {
  if (value.kind === 'text') return value.segments;
  if (value.kind === 'number' && value.number.constant !== undefined) {
    return wholeText(String(value.number.constant), place).segments;
  }
  if (value.kind === 'boolean' && value.value !== undefined)
    return wholeText(String(value.value), place).segments;
  return [{ kind: 'hole', hole: asText(value), place }];
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

function numberText(number: NumberFact): Value {
  return number.representation === 'date'
    ? { kind: 'time-text', format: 'date' }
    : { kind: 'number-text', number };
}

/** Puts texts together in order: every combination of their alternatives. */
export function concatenate(
  parts: readonly (readonly { readonly segments: readonly Segment<Value>[]; readonly when?: string }[])[],
  form: TextForm,
  place: Place,
): Abstract {
  if (parts.every((part) => part.length === 1 && part[0]?.when === undefined)) {
    const segments = parts.flatMap((part) => part[0]?.segments ?? []);
    return { kind: 'text', segments, form: formOf(segments, form), place };
  }
  let combined: { segments: readonly Segment<Value>[]; when?: string }[] = [{ segments: [] }];
  for (const alternatives of parts) {
    combined = combined.flatMap((before) =>
      alternatives
        .filter((next) => !contradict(before.when, next.when))
        .map((next) => ({
          segments: [...before.segments, ...next.segments],
          ...joined(before.when, next.when),
        })),
    );
    if (combined.length > 64) break;
  }
  return choose(
    combined.map(({ segments, when }): Choice => ({
      value: { kind: 'text', segments, form: formOf(segments, form), place },
      ...(when !== undefined && { when }),
    })),
  );
}

/** A text all of whose characters are constants needs no escaping, however it is put together. */
function formOf(segments: readonly Segment<Value>[], form: TextForm): TextForm {
  return form === 'odata' || segments.some((segment) => segment.kind === 'hole') ? form : 'literal';
}

function joined(a: string | undefined, b: string | undefined): { readonly when?: string } {
  if (a === undefined || b === undefined || a === b) {
    const when = a ?? b;
    return when === undefined ? {} : { when };
  }
  return { when: `${a} && ${b}` };
}

function contradict(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && (a === negate(b) || b === negate(a));
}

/**
 * What the `odata` tag makes of its holes [seen in 13.3.2]: a text has its quotes doubled, and is put into
 * quotes unless the characters before the hole end in one. A constant is written out as the service gets it.
 */
export function odataPieces(
  value: Abstract,
  before: string,
  place: Place,
): { readonly segments: readonly Segment<Value>[]; readonly when?: string }[] {
  const quoted = before === '' || before.endsWith("'");
  return alternativesOf(value).map(({ value: one, when }) => {
    const text = constantText(one);
    const known = text !== undefined && before !== '';
    const segments: readonly Segment<Value>[] = known
      ? wholeText(quoted ? double(text) : `'${double(text)}'`, place).segments
      : isWrittenOut(one)
        ? piece(one, place)
        : [{ kind: 'hole', hole: toValue(one), tagged: true, place }];
    return { segments, ...(when !== undefined && { when }) };
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
