import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import { type Code, type CodeIndex, indexCode } from '../../syntax/program/code.ts';
import { mayName, pathOfCode } from '../../syntax/path-of-code.ts';
import { givenIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, FunctionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { checkedIn } from './checked-by-hand.ts';
import { type Escaping, escapingIn } from './escaped-by-hand.ts';
import { onceForEach } from './once.ts';
import { textAt } from './place.ts';

/** The expression that stands at a place; undefined where the file is not known, or something else stands there. */
export function expressionAt(context: RuleContext, { file, span }: Place): ExpressionPart | undefined {
  return codeOf(context, file)?.expressionAt(span);
}

/**
 * The names of the path that stands at a place; undefined where something else does. Many places of other files are asked about:
 * their programs need not be read again for that.
 */
export function pathAt(context: RuleContext, place: Place): readonly string[] | undefined {
  return pathOfCode(textAt(context, place));
}

/**
 * The same of a call of a function of the language by its name, for which the program of another file is read only where a place has that
 * name at all.
 */
export function globalCallAt(
  context: RuleContext,
  place: Place,
  name: string,
): Extract<Expression, { readonly kind: 'call' }> | undefined {
  if (!mayName(textAt(context, place), name)) return undefined;
  const code = expressionAt(context, place)?.expression;
  const isIt = code?.kind === 'call' && code.callee.kind === 'global' && code.callee.name === name;
  return isIt ? code : undefined;
}

/**
 * The code that a place may run: the function or class around it and what of the file that names. What stands elsewhere says nothing of
 * the place.
 */
export function codeAround(context: RuleContext, { file, span }: Place): Code {
  return codeOf(context, file)?.reachOf(span.start) ?? NOTHING;
}

/** The outermost function around a place. */
export function functionAround(context: RuleContext, { file, span }: Place): Code {
  return codeOf(context, file)?.functionAround(span.start) ?? NOTHING;
}

/** The innermost function around a place; undefined for the module's own code. */
export function innerFunctionAround(context: RuleContext, { file, span }: Place): FunctionPart | undefined {
  return codeOfFile(context, file).parts.reduce<FunctionPart | undefined>((last, part) => {
    if (part.kind !== 'function' || !contains(part.fn.span, span)) return last;
    return last !== undefined && contains(part.fn.span, last.fn.span) ? last : part;
  }, undefined);
}

/** Whether the code that a place may run has something: looked for once, however many findings ask. */
export function codeHas(context: RuleContext, place: Place, isIt: (part: Part) => boolean): boolean {
  return has(context, isIt)(codeAround(context, place));
}

/** What stands in a function between two of its places: the pieces of code that begin there. */
export function codeBetween(context: RuleContext, { file, span }: Place, end: number): readonly Part[] {
  return codeOf(context, file)?.beginningIn(span.start, { start: span.end, end }) ?? [];
}

/** All code of a file. */
export function codeOfFile(context: RuleContext, file: string): Code {
  return codeOf(context, file)?.whole ?? NOTHING;
}

/** What names get in some code: read once, however many names are asked about. */
export const givenToNames = onceForEach((_: RuleContext, code: Code) => givenIn(code.parts));

/** Whether the code of a file has something. */
export function fileHas(context: RuleContext, file: string, isIt: (part: Part) => boolean): boolean {
  return has(context, isIt)(codeOfFile(context, file));
}

/** What tells whether values are escaped by hand that a place has. */
export function escapingAround(context: RuleContext, place: Place): Escaping {
  return escapingOf(context, codeAround(context, place));
}

/** Whether the code around a place looks at the value there before it is used, so that none with a quote goes on. */
export function isCheckedAt(context: RuleContext, place: Place): boolean {
  const written = expressionAt(context, place);
  return written !== undefined && checkedOf(context, codeAround(context, place))(written);
}

const checkedOf = onceForEach((_: RuleContext, code: Code) => checkedIn(code));

const escapingOf = onceForEach((_: RuleContext, code: Code) => escapingIn(code));

const NOTHING: Code = { parts: [] };

const codeOf = onceForEach((context: RuleContext, file: string): CodeIndex | undefined => {
  const program = context.programOf(file);
  return program && indexCode(file, program);
});

const has = onceForEach((_: RuleContext, isIt: (part: Part) => boolean) => {
  const known = new Map<Code, boolean>();
  return (code: Code): boolean => {
    let answer = known.get(code);
    if (answer === undefined) known.set(code, (answer = code.parts.some(isIt)));
    return answer;
  };
});
