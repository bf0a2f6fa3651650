import { constantText, concatenate, piece, pieces, wholeText } from '../values/texts.ts';
import type { Place, Segment } from '../../../core/text/segments.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import { argumentPlace, type CallPlace, casesOf, type Machine, settled, unknownOf } from '../machine.ts';
import type { Atom, Value } from '../values/values.ts';

type External = Extract<Atom, { kind: 'external' }>;

/** What `util.format` of Node.js makes of a constant format; undefined for calls of something else. */
export function formatted(
  machine: Machine,
  { module, path }: External,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const isFormat = /^(?:node:)?util$/.test(module) && path.at(-1) === 'format' && path.length < 3;
  const [first, ...values] = args;
  if (!isFormat || first === undefined) return undefined;
  // of one alone nothing is filled in
  if (values.length === 0) return first;
  const some = (): Value => unknownOf(machine, 'call-result', { is: 'string' });
  const format = constantText(settled(machine, first));
  if (format === undefined || at.code?.args.some(({ kind }) => kind === 'spread') === true) return some();
  const given = values.map((value, index) => ({ value, place: argumentPlace(at, index + 1) }));
  const parts: ReturnType<typeof pieces>[] = [];
  for (const part of format.split(/(%[a-zA-Z%])/)) {
    const next = /^%[a-zA-Z]$/.test(part) ? given.shift() : undefined;
    if (next === undefined) {
      const text = part === '%%' ? '%' : part;
      if (text !== '')
        parts.push(pieces(machine, wholeText(text, argumentPlace(at, 0)), argumentPlace(at, 0)));
      continue;
    }
    const isNumber = NUMBERS.has(part);
    const isReadable = casesOf(machine, next.value).every(({ value }) => isPlain(value));
    if ((part !== '%s' && !isNumber) || !isReadable) return some();
    parts.push(pieces(machine, next.value, next.place, isNumber ? numberPiece : piece));
  }
  // what is left over is put behind it as it would be shown
  return given.length > 0 ? some() : concatenate(machine, parts, 'mixed', at);
}

const NUMBERS: ReadonlySet<string> = new Set(['%d', '%i', '%f']);

/** Whether it is written as a text would have it; a bigint gets an "n", and an object is shown with what it has. */
function isPlain(atom: Atom): boolean {
  switch (atom.kind) {
    case 'number':
      return atom.number.representation !== 'bigint' && atom.number.representation !== 'date';
    case 'text':
    case 'boolean':
    case 'unknown':
      return true;
    case 'typed':
      return PLAIN.has(atom.type.name);
    default:
      return atom.kind.endsWith('-text');
  }
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** A number, whatever is given. */
function numberPiece(atom: Atom, place: Place): readonly Segment<Plain>[] {
  if (atom.kind === 'number') return piece(atom, place);
  return [{ kind: 'hole', hole: SOME_NUMBER, place }];
}

const SOME_NUMBER: Plain = {
  kind: 'number-text',
  number: { representation: 'double', origin: { kind: 'other' }, inverted: false },
};
