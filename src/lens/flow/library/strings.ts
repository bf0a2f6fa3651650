import type { Segment } from '../../../core/text/segments.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import { MOST_CHARACTERS } from '../../link/limits.ts';
import { constant } from '../../link/values/number.ts';
import { ALWAYS, NEVER } from '../conditions/guards.ts';
import { argumentPlace, decide, type Machine, settled } from '../machine.ts';
import type { CallPlace } from '../machine.ts';
import { fromAbstract, newList } from '../values/symbols.ts';
import { concatenate, constantText, countedText, piece, pieces, wholeText } from '../values/texts.ts';
import { booleanOf } from '../conditions/truth.ts';
import { type Atom, isSame, type TextAtom, type Value } from '../values/values.ts';

/** What a method of a text gives, as far as its characters tell; undefined where they do not. */
export function textMethod(
  machine: Machine,
  text: TextAtom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const known = constantText(text);
  const cut = cutBeforeEnd(machine, text, name, args);
  if (cut !== undefined) return textMethod(machine, text, 'slice', cut, at);
  const made = known === undefined ? undefined : ofConstant(machine, known, name, args, at);
  const counted = text.segments.flatMap((one) =>
    one.kind === 'literal' && one.counted ? [one.counted] : [],
  );
  const [first] = counted;
  if (first !== undefined && made?.kind === 'text' && PADS.has(name)) return countedText(made, widthIn(args));
  return made ?? ofSegments(machine, text, name, args, at);
}

const PADS: ReadonlySet<string> = new Set(['padStart', 'padEnd']);

function widthIn([width]: readonly Value[]): number | undefined {
  const constant = width?.kind === 'number' ? width.number.constant : undefined;
  return constant === undefined ? undefined : Number(constant);
}

/** `text.substring(0, text.length - 5)` is `text.slice(0, -5)`. */
function cutBeforeEnd(
  machine: Machine,
  text: TextAtom,
  name: string,
  [from, to]: readonly Value[],
): readonly Value[] | undefined {
  if (name !== 'slice' && name !== 'substring' && name !== 'substr') return undefined;
  const start = constantOf(from);
  if (to?.kind !== 'number' || to.end === undefined || from === undefined) return undefined;
  const isSameEnd = isSame(to.end.of, text) && (start === 0 || (name !== 'substr' && Number(start) > 0));
  if (!isSameEnd) return undefined;
  return to.end.before === 0 ? [from] : [from, fromAbstract(machine, constant(-to.end.before))];
}

function ofConstant(
  machine: Machine,
  text: string,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const whole = (made: string): Value => wholeText(made, at);
  const number = (made: number): Value => fromAbstract(machine, constant(made));
  const truth = (made: boolean): Value => booleanOf(machine, made ? ALWAYS : NEVER);
  const [first, second] = [constantOf(args[0]), constantOf(args[1])];
  if (args.length > 0 && first === undefined) return undefined;
  if (args.length > 1 && second === undefined) return undefined;
  switch (name) {
    case 'trim':
      return whole(text.trim());
    case 'trimStart':
      return whole(text.trimStart());
    case 'trimEnd':
      return whole(text.trimEnd());
    case 'toLowerCase':
      return whole(text.toLowerCase());
    case 'toUpperCase':
      return whole(text.toUpperCase());
    case 'toString':
    case 'valueOf':
      return whole(text);
    case 'slice':
      return whole(text.slice(asNumber(first), asNumber(second)));
    case 'substring':
      return whole(text.substring(asNumber(first) ?? 0, asNumber(second)));
    case 'charAt':
      return whole(text.charAt(asNumber(first) ?? 0));
    case 'charCodeAt':
      return number(text.charCodeAt(asNumber(first) ?? 0));
    case 'repeat': {
      const times = asNumber(first) ?? 0;
      return times >= 0 && text.length * times <= MOST_CHARACTERS ? whole(text.repeat(times)) : undefined;
    }
    case 'padStart':
    case 'padEnd': {
      const width = asNumber(first) ?? 0;
      if (width > MOST_CHARACTERS) return undefined;
      const fill = typeof second === 'string' ? second : ' ';
      return whole(name === 'padStart' ? text.padStart(width, fill) : text.padEnd(width, fill));
    }
    case 'startsWith':
      return typeof first === 'string' ? truth(text.startsWith(first)) : undefined;
    case 'endsWith':
      return typeof first === 'string' ? truth(text.endsWith(first)) : undefined;
    case 'includes':
      return typeof first === 'string' ? truth(text.includes(first)) : undefined;
    case 'indexOf':
      return typeof first === 'string' ? number(text.indexOf(first)) : undefined;
    case 'lastIndexOf':
      return typeof first === 'string' ? number(text.lastIndexOf(first)) : undefined;
    case 'split': {
      if (typeof first !== 'string' || second !== undefined) return undefined;
      const parts = text.split(first);
      return parts.length > 100
        ? undefined
        : newList(
            machine,
            parts.map((part) => ({ value: whole(part), guard: ALWAYS })),
          );
    }
    case 'replace':
    case 'replaceAll':
      if (typeof first !== 'string' || typeof second !== 'string' || second.includes('$')) return undefined;
      if (text.length + (text.split(first).length - 1) * second.length > MOST_CHARACTERS) return undefined;
      return whole(name === 'replace' ? text.replace(first, second) : text.replaceAll(first, second));
    default:
      return undefined;
  }
}

function constantOf(value: Value | undefined): string | number | undefined {
  if (value?.kind === 'number')
    return typeof value.number.constant === 'number' && value.least === undefined
      ? value.number.constant
      : undefined;
  return constantText(value);
}

function asNumber(value: string | number | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Of a text with holes: what its first and its last characters tell. */
function ofSegments(
  machine: Machine,
  text: TextAtom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const [first, second] = [constantOf(args[0]), constantOf(args[1])];
  switch (name) {
    case 'toString':
    case 'valueOf':
      return text;
    case 'trim':
      return isBlankAtEnds(text) ? undefined : text;
    case 'concat':
      return concatenate(
        machine,
        [
          pieces(machine, text, at),
          ...args.map((part, index) => pieces(machine, part, argumentPlace(at, index))),
        ],
        'mixed',
        at,
      );
    case 'startsWith':
    case 'endsWith': {
      if (typeof first !== 'string') return undefined;
      const edge = name === 'startsWith' ? text.segments[0] : text.segments.at(-1);
      const known = edge?.kind === 'literal' ? edge.text : '';
      if (name === 'startsWith' ? known.startsWith(first) : known.endsWith(first))
        return booleanOf(machine, ALWAYS);
      const length = Math.min(known.length, first.length);
      const differs =
        name === 'startsWith'
          ? known.slice(0, length) !== first.slice(0, length)
          : known.slice(known.length - length) !== first.slice(first.length - length);
      return booleanOf(machine, differs ? NEVER : decide(machine, { kind: 'condition', ...at }));
    }
    case 'includes':
      return typeof first === 'string' &&
        text.segments.some((one) => one.kind === 'literal' && one.text.includes(first))
        ? booleanOf(machine, ALWAYS)
        : undefined;
    case 'slice':
    case 'substring': {
      const [from, to] = [asNumber(first), asNumber(second)];
      if (from === undefined || from < 0) return undefined;
      const cut = withoutStart(text, from);
      if (args.length < 2) return cut;
      if (name === 'slice' && to !== undefined && to < 0) return cut && withoutEnd(cut, -to);
      return undefined;
    }
    case 'replace':
    case 'replaceAll': {
      const [what, by] = args;
      const isOfQuotes = name === 'replaceAll' ? first === "'" : isPatternOfQuotes(what);
      if (isOfQuotes && second === "''") return withDoubledQuotes(text, at);
      if (typeof first === 'string' && first !== '' && by !== undefined && by.kind !== 'choice') {
        const isThere = text.segments.some((one) => one.kind === 'literal' && one.text.includes(first));
        // a function is called with what is replaced
        const added =
          by.kind === 'function' && isThere ? machine.run.call(machine, by, [wholeText(first, at)], at) : by;
        return added.kind === 'choice'
          ? undefined
          : replacedIn(text, first, added, name === 'replaceAll', by.kind !== 'function', at);
      }
      return name === 'replace' && typeof second === 'string' && what?.kind === 'pattern'
        ? replacedAtEdge(text, what, second, at)
        : undefined;
    }
    default:
      return undefined;
  }
}

function isBlankAtEnds({ segments }: TextAtom): boolean {
  const [start, end] = [segments[0], segments.at(-1)];
  const isBlank = (segment: Segment<Plain> | undefined, atStart: boolean): boolean =>
    segment?.kind === 'literal' && (atStart ? /^\s/ : /\s$/).test(segment.text);
  return isBlank(start, true) || isBlank(end, false);
}

function withoutStart(text: TextAtom, count: number): TextAtom | undefined {
  if (count === 0) return text;
  const [first, ...others] = text.segments;
  if (first?.kind !== 'literal' || first.text.length < count) return undefined;
  return withSegments(text, [cut(first, count, first.text.length), ...others]);
}

function withoutEnd(text: TextAtom, count: number): TextAtom | undefined {
  const last = text.segments.at(-1);
  if (last?.kind !== 'literal' || last.text.length < count) return undefined;
  return withSegments(text, [...text.segments.slice(0, -1), cut(last, 0, last.text.length - count)]);
}

function withSegments({ form }: TextAtom, segments: readonly Segment<Plain>[]): TextAtom {
  return { kind: 'text', segments: segments.filter((one) => one.kind === 'hole' || one.text !== ''), form };
}

function cut(
  segment: Extract<Segment<Plain>, { kind: 'literal' }>,
  from: number,
  to: number,
): Segment<Plain> {
  const text = segment.text.slice(from, to);
  if (segment.whole === true) return { ...segment, text };
  const { file, span } = segment.place;
  const offsets = segment.offsets?.slice(from, to + 1);
  const start = offsets?.[0] ?? span.start + from;
  return {
    kind: 'literal',
    text,
    place: { file, span: { start, end: offsets?.at(-1) ?? span.start + to } },
    ...(offsets !== undefined && { offsets }),
  };
}

/** `text.replace('{0}', value)`: of characters that stand in the constant parts of a text, which are not looked for in its holes. */
function replacedIn(
  text: TextAtom,
  what: string,
  by: Atom,
  isAll: boolean,
  isTemplate: boolean,
  at: CallPlace,
): TextAtom | undefined {
  if (by.kind === 'function') return undefined;
  // to double the quotes of a value is to look for them in its holes
  if (what === "'" && text.segments.some(({ kind }) => kind === 'hole')) return undefined;
  // what is put in may have `$`
  if (
    isTemplate &&
    by.kind === 'text' &&
    by.segments.some((one) => one.kind === 'literal' && one.text.includes('$'))
  )
    return undefined;
  const added = piece(by, at);
  const segments: Segment<Plain>[] = [];
  let isDone = false;
  for (const segment of text.segments) {
    if (segment.kind === 'hole') {
      segments.push(segment);
      continue;
    }
    let from = 0;
    for (let found = segment.text.indexOf(what); found >= 0 && !isDone;) {
      segments.push(cut(segment, from, found), ...added);
      from = found + what.length;
      isDone = !isAll;
      found = segment.text.indexOf(what, from);
    }
    segments.push(cut(segment, from, segment.text.length));
  }
  return {
    ...withSegments(text, segments),
    form: segments.some(({ kind }) => kind === 'hole') ? 'mixed' : text.form,
  };
}

/** Whether a call of a text's method doubles its quotes: `text.replace(/'/g, "''")`. */
export function doublesQuotes(machine: Machine, name: string, args: readonly Value[]): boolean {
  const [what, by] = args.map((arg) => settled(machine, arg));
  if ((name !== 'replace' && name !== 'replaceAll') || by === undefined || constantText(by) !== "''")
    return false;
  return (
    isPatternOfQuotes(what) || (name === 'replaceAll' && what !== undefined && constantText(what) === "'")
  );
}

/** `/'/g` */
function isPatternOfQuotes(what: Value | undefined): boolean {
  return what?.kind === 'pattern' && what.source === "'" && what.flags.includes('g');
}

/** A text as a filter has it between quotes. A value whose quotes are doubled still means itself there. */
function withDoubledQuotes(text: TextAtom, { file, span }: CallPlace): TextAtom | undefined {
  const place = { file, span };
  const segments = text.segments.flatMap((segment): readonly Segment<Plain>[] => {
    if (segment.kind === 'literal') return wholeText(segment.text.replaceAll("'", "''"), place).segments;
    const { hole } = segment;
    if (hole.kind === 'time-text' || hole.kind === 'number-text') return [{ ...segment, place }];
    return hole.kind === 'unknown'
      ? [{ kind: 'hole', hole: { ...hole, why: 'call-result', is: 'string' }, place }]
      : [];
  });
  return segments.length === text.segments.length ? { kind: 'text', segments, form: 'mixed' } : undefined;
}

/** `text.replace(/^ and /, '')`, `text.replace(/ or $/, '')`: of plain characters at one end. */
function replacedAtEdge(
  text: TextAtom,
  { source, flags }: Extract<Atom, { kind: 'pattern' }>,
  by: string,
  at: CallPlace,
): TextAtom | undefined {
  const plain = source.replaceAll('\\s', ' ').replaceAll('\\b', '');
  if (flags !== '' || by.includes('$')) return undefined;
  const isStart = plain.startsWith('^');
  const isEnd = plain.endsWith('$');
  const middle = plain.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  if (isStart === isEnd || /[\\^$.*+?()[\]{}|]/.test(middle)) return undefined;
  const edge = isStart ? text.segments[0] : text.segments.at(-1);
  if (edge?.kind !== 'literal') return undefined;
  const isThere = isStart ? edge.text.startsWith(middle) : edge.text.endsWith(middle);
  if (!isThere) return edge.text.length >= middle.length ? text : undefined;
  const rest = isStart ? withoutStart(text, middle.length) : withoutEnd(text, middle.length);
  if (rest === undefined || by === '') return rest;
  const added = wholeText(by, at).segments;
  return withSegments(rest, isStart ? [...added, ...rest.segments] : [...rest.segments, ...added]);
}
