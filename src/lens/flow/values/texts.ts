import { constantOf, type Place, type Segment } from '../../../core/text/segments.ts';
import { MOST_CHARACTERS } from '../../link/limits.ts';
import { isListType } from '../../link/values/abstract.ts';
import { asText } from '../../link/values/text.ts';
import type { TextForm, Value as Plain } from '../../link/values/value.ts';
import { casesOf, choose, type Machine, under, unknownOf } from '../machine.ts';
import { isWithSymbol, toAbstract, toPlain } from './symbols.ts';
import type { Atom, Case, TextAtom, Value } from './values.ts';

/** The characters of an atom that is a constant text. */
export function constantText(value: Value | undefined): string | undefined {
  return value?.kind === 'text' ? constantOf(value.segments) : undefined;
}

/** A constant text, found at a place that cannot be divided. */
export function wholeText(text: string, { file, span }: Place): TextAtom {
  const place = { file, span };
  return { kind: 'text', segments: [{ kind: 'literal', text, place, whole: true }], form: 'literal', place };
}

/** What an atom is inside a text: `\`${value}\``, `'' + value`. */
export function piece(atom: Atom, place: Place): readonly Segment<Plain>[] {
  if (atom.kind === 'text') return atom.segments;
  return constantOfAtom(atom, place)?.segments ?? [{ kind: 'hole', hole: holeOf(atom), place }];
}

/** The text of a constant that is none; undefined where it is not known. */
function constantOfAtom(atom: Atom, place: Place): TextAtom | undefined {
  const constant = constantPiece(atom);
  const text = constant === undefined ? undefined : wholeText(constant, place);
  return text && atom.kind === 'number' && atom.varies !== undefined ? countedText(text) : text;
}

/** A text that a loop counts, as one piece. */
export function countedText(text: TextAtom, width?: number): TextAtom {
  const counted = width === undefined ? {} : { width };
  const segments = text.segments.map((one) => (one.kind === 'literal' ? { ...one, counted } : one));
  return { ...text, segments };
}

/** The value of a hole into which an atom is put as a text. */
function holeOf(atom: Atom): Plain {
  const text = asText(toAbstract(atom));
  const symbol = 'symbol' in atom ? atom.symbol : undefined;
  return symbol === undefined || !isWithSymbol(text) ? text : { ...text, symbol };
}

function constantPiece(atom: Atom): string | undefined {
  if (atom.kind === 'boolean') return String(atom.value);
  if (atom.kind !== 'number' || atom.least !== undefined) return undefined;
  return atom.number.constant === undefined ? undefined : String(atom.number.constant);
}

/** What the `odata` tag makes of a hole [seen in 13.3.2]: see `odataPieces` of `lens/link/values/text.ts`. */
export function odataPiece(atom: Atom, before: string, place: Place): readonly Segment<Plain>[] {
  const isQuoted = before === '' || before.endsWith("'");
  const text = constantText(atom);
  if (text !== undefined && before !== '') {
    const doubled = text.replaceAll("'", "''");
    return wholeText(isQuoted ? doubled : `'${doubled}'`, place).segments;
  }
  const constant = constantPiece(atom);
  if (constant !== undefined) return wholeText(constant, place).segments;
  return [{ kind: 'hole', hole: toPlain(atom), tagged: true, place }];
}

/** Most pieces of one text; a longer one is not followed. */
const MOST_SEGMENTS = 400;

/** Whether a text has more pieces, or more characters, than are followed. */
export function isTooLong(segments: readonly Segment<Plain>[]): boolean {
  let characters = 0;
  for (const segment of segments) if (segment.kind === 'literal') characters += segment.text.length;
  return segments.length > MOST_SEGMENTS || characters > MOST_CHARACTERS;
}

/** Texts put together in order, on every way on which their parts can meet. */
export function concatenate(
  machine: Machine,
  parts: readonly (readonly { readonly guard: number; readonly segments: readonly Segment<Plain>[] }[])[],
  form: TextForm,
  place: Place,
): Value {
  const { and } = machine.guards;
  let all: { readonly guard: number; readonly segments: readonly Segment<Plain>[] }[] = [
    { guard: 1, segments: [] },
  ];
  for (const part of parts) {
    all = all.flatMap((before) =>
      part.flatMap((next) => {
        const guard =
          and(and(before.guard, next.guard), machine.reached) === 0 ? 0 : and(before.guard, next.guard);
        return guard === 0 ? [] : [{ guard, segments: [...before.segments, ...next.segments] }];
      }),
    );
    if (all.length > mostWays(machine) || all.some(({ segments }) => isTooLong(segments)))
      return unknownOf(machine, 'too-complex', { is: 'string' });
  }
  return choose(
    machine,
    all.map(({ guard, segments }): Case => ({
      guard,
      value: { kind: 'text', segments, form: formOf(segments, form), place },
    })),
  );
}

/** Ways of one text that are followed while it is put together. In a crowded run they are fewer. */
export function mostWays({ guards }: Machine): number {
  return guards.isCrowded() ? FEW_WAYS : MOST_WAYS;
}

const MOST_WAYS = 64;
const FEW_WAYS = 8;

/** A text all of whose characters are constants needs no escaping, however it is put together. */
function formOf(segments: readonly Segment<Plain>[], form: TextForm): TextForm {
  return form === 'odata' || segments.some(({ kind }) => kind === 'hole') ? form : 'literal';
}

/** The pieces of each case of a value. */
export function pieces(
  machine: Machine,
  value: Value,
  place: Place,
  make: (atom: Atom, place: Place) => readonly Segment<Plain>[] = piece,
): { readonly guard: number; readonly segments: readonly Segment<Plain>[] }[] {
  return casesOf(machine, value).map(({ guard, value: atom }) => ({ guard, segments: make(atom, place) }));
}

/** A value made a text, as `String(value)` does. */
export function textOf(machine: Machine, value: Value, place: Place): Value {
  return choose(
    machine,
    casesOf(machine, value).flatMap(({ guard, value: atom }) =>
      under(machine, textOfAtom(machine, atom, place), guard),
    ),
  );
}

function textOfAtom(machine: Machine, atom: Atom, place: Place): Value {
  if (atom.kind === 'text') return atom;
  const constant = constantOfAtom(atom, place);
  if (constant !== undefined) return constant;
  const text = holeOf(atom);
  if (text.kind === 'unknown') {
    // the text of a list is another value than the list
    const isOfList =
      atom.kind === 'typed' ? isListType(atom.type) : atom.kind === 'unknown' && atom.is === 'array';
    const symbol = isOfList ? undefined : text.symbol;
    return { ...text, symbol: symbol ?? (machine.symbols.next += 1) };
  }
  switch (text.kind) {
    case 'time-text':
    case 'number-text':
    case 'random-text':
    case 'text':
      return text;
    default:
      return isBoolean(atom)
        ? { kind: 'text', segments: piece(atom, place), form: 'template', place }
        : unknownOf(machine, 'call-result', { is: 'string' });
  }
}

/** Whether a value is true or false by its type: as a text it has nothing to escape. */
export function isBoolean(atom: Atom): boolean {
  return atom.kind === 'typed' && atom.type.name === 'boolean';
}
