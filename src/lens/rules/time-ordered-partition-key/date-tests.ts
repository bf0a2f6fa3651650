import type { Place } from '../../../core/text/segments.ts';
import type { Code } from '../../syntax/program/code.ts';
import { type Given, givenIn, pathOf } from '../../syntax/program/names.ts';
import { type ExpressionPart, type Part, someCode, walkCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, functionAround } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/**
 * Whether code in the outermost function around a place checks that a path (`date`, `body.date`) is a date with the year in front,
 * itself or in a variable made of it: by a pattern, or by a function of the file that uses one.
 */
export function isTestedDate(context: RuleContext, place: Place, path: string): boolean {
  const code = functionAround(context, place);
  const names = givenInFile(context, place.file);
  return subjectsIn(context, code).some(
    (subject) =>
      mentions(subject, path) ||
      someCode(subject, (part) =>
        givenTo(names, part).some((given) => sizeOf(given) <= MOST_PARTS && mentions(given, path)),
      ),
  );
}

/** Of what makes a variable (`(body.date ?? '').trim()`), or a test: no more than that. */
const MOST_PARTS = 16;

type GivenTo = (name: ExpressionPart) => readonly Given[];

const givenInFile = onceForEach((context: RuleContext, file: string): GivenTo =>
  givenIn(codeOfFile(context, file).parts),
);

function givenTo(names: GivenTo, part: Part): readonly Given[] {
  return part.kind === 'expression' && part.expression.kind === 'local' ? names(part) : [];
}

/** What calls in code test to be dates. */
const subjectsIn = onceForEach((context: RuleContext, { parts }: Code): readonly ExpressionPart[] => {
  const names = givenInFile(context, context.file);
  return parts.flatMap((part) => (part.kind === 'expression' ? testedBy(names, part) : []));
});

/** Of `/…/.test(date)`, `date.match(/…/)`, `isDate(date)` the date. */
function testedBy(names: GivenTo, part: ExpressionPart): readonly ExpressionPart[] {
  const { expression, frames } = part;
  if (expression.kind !== 'call') return [];
  const { callee, args } = expression;
  const as = (one: ExpressionPart['expression']): ExpressionPart => ({
    kind: 'expression',
    expression: one,
    frames,
  });
  const [first] = args;
  if (first === undefined) return [];
  if (callee.kind === 'local') return isTest(names, as(callee)) ? [as(first)] : [];
  if (callee.kind !== 'member') return [];
  if (callee.name === 'test' && isTest(names, as(callee.object))) return [as(first)];
  return callee.name === 'match' && isTest(names, as(first)) ? [as(callee.object)] : [];
}

/** A pattern of dates, or a name of one, or of a function that has one. */
function isTest(names: GivenTo, part: ExpressionPart): boolean {
  if (isDatePattern(part)) return true;
  return givenTo(names, part).some((given) => sizeOf(given) <= MOST_PARTS && someCode(given, isDatePattern));
}

/** `\d{4}-` at the beginning of a pattern. */
function isDatePattern(part: Part): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'pattern') return false;
  return /^\^\(?\\d\{4\}\)?(?:\\?-|\\d)/.test(part.expression.source);
}

function mentions(code: Part, path: string): boolean {
  return someCode(code, (part) => part.kind === 'expression' && pathOf(part.expression)?.join('.') === path);
}

function sizeOf(code: Part): number {
  let size = 0;
  walkCode(code, () => (size += 1));
  return size;
}
