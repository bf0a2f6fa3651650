import { constantOf, type Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Value } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { codeOfFile, expressionAt } from './code-at.ts';
import { comparisonsOf, sides } from './filters.ts';
import { onceForEach } from './once.ts';

/** A value in a template of the `odata` tag, and what the tag sees around it. */
export interface TaggedHole {
  /** In the flattened text; a constant is written out there. */
  readonly span: Span;
  readonly place: Place;
  /** Absent for a constant text. */
  readonly value?: Value;
  /** The characters of the template since the hole before, or since its beginning. */
  readonly before: string;
  /** Whether it is the template's first hole, with nothing before it. */
  readonly isFirst: boolean;
  /** Whether a quote is open that the template itself has written. */
  readonly isQuoted: boolean;
}

/** The holes that the `odata` tag fills in a filter, in order, and the constant texts that it has put into quotes. */
export const taggedHoles = onceForEach(
  (context, { text, form }: FilterAlternative): readonly TaggedHole[] => {
    if (!text.segments.some((segment) => segment.kind === 'hole' && segment.tagged) && form !== 'odata')
      return [];
    const found: TaggedHole[] = [];
    let start = 0;
    let isQuoted = false;
    for (const segment of text.segments) {
      const { place } = segment;
      const isHole = segment.kind === 'hole';
      const span = { start, end: start + (isHole ? 1 : segment.text.length) };
      const isConstant =
        !isHole && segment.whole === true && form === 'odata' && segment.text.startsWith("'");
      if (isConstant || (isHole && segment.tagged === true)) {
        const before = chunkBefore(context, place);
        const isFirst = before === '' && start === 0;
        found.push({ span, place, before, isFirst, isQuoted, ...(isHole && { value: segment.hole }) });
      }
      if (!isHole && text.text.slice(span.start, span.end).split("'").length % 2 === 0) isQuoted = !isQuoted;
      start = span.end;
    }
    return found;
  },
);

/** The characters of the template since the hole before, or since its beginning. */
function chunkBefore(context: RuleContext, hole: Place): string {
  const code = expressionAt(context, hole)?.expression;
  return (code && chunksIn(context, hole.file).get(code)) ?? '';
}

/** What stands before each hole of a file's templates. */
const chunksIn = onceForEach((context: RuleContext, file: string): ReadonlyMap<Expression, string> => {
  const chunks = new Map<Expression, string>();
  for (const part of codeOfFile(context, file).parts) {
    if (part.kind !== 'expression' || part.expression.kind !== 'template') continue;
    const { texts, holes } = part.expression;
    for (const [i, hole] of holes.entries()) chunks.set(hole, texts[i]?.text ?? '');
  }
  return chunks;
});

/** What is wrong with a hole, and whether that is certain or only so if its value is a text. */
export interface BrokenHole {
  readonly hole: TaggedHole;
  /** A part of a longer text, a Date in quotes, or no value at all but a condition, a name, an operator. */
  readonly problem: 'part' | 'date' | 'no-value';
  readonly isSure: boolean;
}

/**
 * Holes that the tag does not fill as it is meant [seen in 13.3.2]: a text has its quotes doubled and is put into
 * quotes, unless nothing stands before it or a quote does; a Date becomes `datetime'…'`. Of one text the first.
 */
export const brokenHoles = onceForEach((context, filter: FilterAlternative): readonly BrokenHole[] => {
  const holes = taggedHoles(context, filter);
  if (holes.length === 0) return [];
  const operands = operandsOf(filter);
  const texts = new Set<number>();
  return holes.flatMap((hole) => {
    const operand = operands.find(({ span }) => contains(span, hole.span));
    const problem = problemOf(hole, operand?.role);
    const isSure = certaintyOf(hole.value);
    // of a filter that cannot be read nobody knows what stands where
    if (problem === 'no-value' && !isReadUpTo(filter, hole, holes)) return [];
    const text = operand?.span.start ?? hole.span.start;
    if (problem === undefined || isSure === undefined || texts.has(text)) return [];
    texts.add(text);
    return [{ hole, problem, isSure }];
  });
});

/** Whether what stands up to a hole can be read; or is a constant, in the quotes of the tag, all that cannot. */
function isReadUpTo(
  { parsed: { errors } }: FilterAlternative,
  hole: TaggedHole,
  holes: readonly TaggedHole[],
): boolean {
  if (errors.length === 0) return true;
  const isQuoting = errors.every(({ span }) =>
    holes.some((other) => other.value === undefined && contains(other.span, span)),
  );
  return isQuoting && errors.some(({ span }) => hole.span.end <= span.start || contains(hole.span, span));
}

function problemOf(hole: TaggedHole, role: Role | undefined): BrokenHole['problem'] | undefined {
  const { value, before, isFirst, isQuoted } = hole;
  if (isDate(value)) return isQuoted ? 'date' : undefined;
  if (isQuoted) return before === '' || before.endsWith("'") ? undefined : 'part';
  // the second of two holes that touch is not put into quotes
  if (role === 'value') return before === '' && !isFirst ? 'part' : undefined;
  // nothing is put round what comes first; quotes in it are doubled
  if (isFirst && (role === 'name' || isWithoutQuote(value))) return undefined;
  return 'no-value';
}

function isDate(value: Value | undefined): boolean {
  return value?.kind === 'number' && value.number.representation === 'date';
}

function isWithoutQuote(value: Value | undefined): boolean {
  const text = value?.kind === 'text' ? constantOf(value.segments) : undefined;
  return text !== undefined && !text.includes("'");
}

/** Whether the tag treats a value as a text, or a Date; undefined where it does not, or something else is wrong. */
function certaintyOf(value: Value | undefined): boolean | undefined {
  switch (value?.kind) {
    case undefined:
    case 'text':
    case 'time-text':
    case 'random-text':
    case 'number-text':
      return true;
    case 'number':
      return isDate(value) ? true : undefined;
    case 'unknown':
      if (value.is === undefined) return false;
      return value.is === 'string' ? true : undefined;
    case 'oneOf': {
      const each = value.values.map((alternative) => certaintyOf(alternative.value));
      return each.includes(undefined) ? undefined : !each.includes(false);
    }
    case 'boolean':
    case 'nothing':
      return undefined;
  }
}

/** The property that a value is compared with. */
export function comparedBy({ parsed }: FilterAlternative, hole: Span): string | undefined {
  const found = comparisonsOf(parsed.filter)
    .map(sides)
    .find((each) => each !== undefined && contains(each.value.span, hole));
  return found?.property;
}

type Role = 'value' | 'name';

/** What is compared, each a value, or a hole in the place of a property's name. */
function operandsOf({ parsed }: FilterAlternative): { readonly span: Span; readonly role: Role }[] {
  return comparisonsOf(parsed.filter).flatMap(({ left, right }) => {
    const isMirrored = right.kind === 'property';
    const [name, value] = isMirrored ? [right, left] : [left, right];
    return [
      { span: value.span, role: 'value' as const },
      { span: name.span, role: 'name' as const },
    ];
  });
}

/** Whether `odata` is called like a function, which gives back its argument as it is. */
export function isCalled(context: RuleContext, { form, expression }: FilterAlternative): boolean {
  return form !== 'odata' && expression !== undefined && callAround(context, expression) !== undefined;
}

/** The call of `odata` whose argument is an expression. */
export function callAround(context: RuleContext, place: Place): Span | undefined {
  const code = expressionAt(context, place)?.expression;
  return code && callsIn(context, place.file).get(code);
}

/** The calls of `odata` in a file, by what they are given. */
const callsIn = onceForEach((context: RuleContext, file: string): ReadonlyMap<Expression, Span> => {
  const calls = new Map<Expression, Span>();
  for (const part of codeOfFile(context, file).parts) {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') continue;
    const { callee, args, span } = part.expression;
    const [first] = args;
    if (first !== undefined && nameIn(callee) === 'odata') calls.set(first, span);
  }
  return calls;
});
