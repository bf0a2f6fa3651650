import type { Value } from '../../model/operations/operation.ts';

/** Whether two keys cannot be the same text, whatever the parts are that only the running program knows. */
export function areDifferent(a: Value, b: Value): boolean {
  if (a.kind === 'oneOf') return a.values.every(({ value }) => areDifferent(value, b));
  if (b.kind === 'oneOf') return b.values.every(({ value }) => areDifferent(a, value));
  if (isMoreThan(a, b) || isMoreThan(b, a)) return true;
  if (a.kind !== 'text' || b.kind !== 'text') return false;
  const [left, right] = [endsOf(a), endsOf(b)];
  if (left.isWhole && right.isWhole) return left.start !== right.start;
  const canBegin = fits(
    left,
    right,
    (end) => end.start,
    (text, part) => text.startsWith(part),
  );
  const canEnd = fits(
    left,
    right,
    (end) => end.end,
    (text, part) => text.endsWith(part),
  );
  return !canBegin || !canEnd;
}

/** Whether two keys are one text in every run. */
export function areSame(a: Value, b: Value): boolean {
  if (a.kind === 'unknown') return b.kind === 'unknown' && a.symbol !== undefined && a.symbol === b.symbol;
  if (a.kind !== 'text' || b.kind !== 'text' || a.segments.length !== b.segments.length) return false;
  return a.segments.every((own, i) => {
    const other = b.segments[i];
    if (own.kind === 'literal') return other?.kind === 'literal' && own.text === other.text;
    return other?.kind === 'hole' && areSame(own.hole, other.hole);
  });
}

/** Whether a text has all of another one in it, and constant characters beside that. */
function isMoreThan(text: Value, part: Value): boolean {
  if (text.kind !== 'text' || part.kind !== 'unknown' || part.symbol === undefined) return false;
  return (
    text.segments.some((segment) => segment.kind === 'literal' && segment.text !== '') &&
    text.segments.some(
      (segment) =>
        segment.kind === 'hole' &&
        segment.hole.kind === 'unknown' &&
        segment.hole.symbol === part.symbol &&
        segment.hole.is === 'string',
    )
  );
}

interface Ends {
  /** Constant characters before the first hole, and after the last. */
  readonly start: string;
  readonly end: string;
  readonly isWhole: boolean;
}

function endsOf({ segments }: Extract<Value, { kind: 'text' }>): Ends {
  const holes = segments.flatMap(({ kind }, i) => (kind === 'hole' ? [i] : []));
  const [first = segments.length] = holes;
  const last = holes.at(-1) ?? -1;
  const text = (from: number, to: number): string =>
    segments
      .slice(from, to)
      .map((segment) => (segment.kind === 'literal' ? segment.text : ''))
      .join('');
  return { start: text(0, first), end: text(last + 1, segments.length), isWhole: holes.length === 0 };
}

/** Whether one end can be that of both: the shorter one is a part of the longer, which a whole text must be itself. */
function fits(
  a: Ends,
  b: Ends,
  of: (ends: Ends) => string,
  has: (text: string, part: string) => boolean,
): boolean {
  return (!b.isWhole && has(of(a), of(b))) || (!a.isWhole && has(of(b), of(a)));
}

/** Whether a part of a key is random. */
export function hasRandomPart(value: Value): boolean {
  if (value.kind === 'random-text') return true;
  return (
    value.kind === 'text' && value.segments.some((part) => part.kind === 'hole' && hasRandomPart(part.hole))
  );
}
