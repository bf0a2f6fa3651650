import { addTo } from '../../syntax/facts/grouped.ts';
import { bare, type Binding, bindingOf } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode, ScopeCode } from '../../syntax/program/program.ts';
import type { ExpressionPart, Frames, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, givenToNames } from './code-at.ts';
import { onceForEach } from './once.ts';

/** So many expressions are looked at for one. */
const MOST_LOOKED_AT = 200;

/**
 * Whether all that an expression can be is written out in the file, and passes a test: a constant, a name of one, or the parameter of a
 * function that only calls in this file reach, where each call gives it such a one.
 */
export function isWrittenOut(
  context: RuleContext,
  file: string,
  part: ExpressionPart,
  passes: (constant: Expression) => boolean,
): boolean {
  let left = MOST_LOOKED_AT;
  const isSo = (one: ExpressionPart): boolean => {
    left -= 1;
    const expression = bare(one.expression);
    const of = (inner: Expression): boolean => isSo({ ...one, expression: inner });
    if (left < 0) return false;
    switch (expression.kind) {
      case 'text':
      case 'number':
      case 'boolean':
        return passes(expression);
      case 'conditional':
        return of(expression.whenTrue) && of(expression.whenFalse);
      case 'local': {
        const name = { ...one, expression };
        const given = givenToNames(context, codeOfFile(context, file))(name);
        const args = argumentsFor(context, file, name);
        if (args === undefined)
          return given.length > 0 && given.every((value) => value.kind === 'expression' && isSo(value));
        return given.length === 0 && args.length > 0 && args.every((arg) => arg !== undefined && isSo(arg));
      }
      default:
        return false;
    }
  };
  return isSo(part);
}

/** What each call gives a parameter of a function that nothing else reaches; undefined where a name is none of such a function. */
function argumentsFor(
  context: RuleContext,
  file: string,
  name: ExpressionPart,
): readonly (ExpressionPart | undefined)[] | undefined {
  const binding = name.expression.kind === 'local' ? bindingOf(name.expression, name.frames) : undefined;
  const { parts } = codeOfFile(context, file);
  const fn = binding && functionsByScope(context, parts).get(binding.scope);
  const index = fn?.parameters.findIndex(
    ({ pattern, fallback, isRest }) =>
      !isRest &&
      fallback === undefined &&
      pattern.kind === 'local' &&
      pattern.hops === 0 &&
      pattern.index === binding?.index,
  );
  const taker = fn === undefined || index === undefined || index < 0 ? undefined : { fn, index };
  if (taker === undefined) return undefined;
  const own = namesOfFunctions(context, parts).get(taker.fn);
  if (own === undefined || context.programOf(file)?.enclosed.has(taker.fn) !== true) return [];
  if (isOverwritten(context, parts, binding)) return [];
  const calls = callsByName(context, parts).get(own.scope)?.get(own.index) ?? [];
  return calls.flatMap(({ args, frames }) => {
    const given = args.slice(0, taker.index + 1);
    const arg = given.some(({ kind }) => kind === 'spread') ? undefined : args[taker.index];
    return [arg && { kind: 'expression' as const, expression: arg, frames }];
  });
}

/** Whether a parameter, or a constant, gets another value: through a pattern, in a loop, or by `arguments`. */
export function isOverwritten(
  context: RuleContext,
  parts: readonly Part[],
  binding: Binding | undefined,
): boolean {
  const { targets, withArguments } = writtenIn(context, parts);
  if (binding === undefined || withArguments.length > 0) return true;
  // once it stands among the parameters
  return (targets.get(binding.scope)?.get(binding.index) ?? []).length > 1;
}

/** What names stand where they get a value, and where all arguments are named as one. */
const writtenIn = onceForEach((_: RuleContext, parts: readonly Part[]) => {
  const targets = new Map<ScopeCode, Map<number, ExpressionPart[]>>();
  const withArguments: ExpressionPart[] = [];
  for (const part of parts) {
    if (part.kind !== 'expression') continue;
    const { expression, frames, target } = part;
    if (expression.kind === 'global' && expression.name === 'arguments') withArguments.push(part);
    const binding = target && expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
    if (binding === undefined) continue;
    const own = targets.get(binding.scope) ?? new Map<number, ExpressionPart[]>();
    targets.set(binding.scope, own);
    addTo(own, binding.index, part);
  }
  return { targets, withArguments };
});

const functionsByScope = onceForEach(
  (_: RuleContext, parts: readonly Part[]): ReadonlyMap<ScopeCode, FunctionCode> =>
    new Map(parts.flatMap((part) => (part.kind === 'function' ? [[part.fn.scope, part.fn] as const] : []))),
);

/** The names that functions are declared by. */
const namesOfFunctions = onceForEach((_: RuleContext, parts: readonly Part[]) => {
  const names = new Map<FunctionCode, Binding>();
  for (const part of parts) {
    if (part.kind !== 'statement') continue;
    const { statement, frames } = part;
    if (statement.kind === 'function')
      names.set(statement.fn, { scope: frames.scope, index: statement.index });
    const init = statement.kind === 'declare' ? statement.init : undefined;
    if (statement.kind !== 'declare' || init?.kind !== 'function' || statement.pattern.kind !== 'local')
      continue;
    const binding = bindingOf(statement.pattern, frames);
    if (binding !== undefined) names.set(init.fn, binding);
  }
  return names;
});

interface CallOfName {
  readonly args: readonly Expression[];
  readonly frames: Frames;
}

/** The calls of names, by their scopes and their places there. */
const callsByName = onceForEach((_: RuleContext, parts: readonly Part[]) => {
  const calls = new Map<ScopeCode, Map<number, CallOfName[]>>();
  for (const part of parts) {
    const code = part.kind === 'expression' ? part.expression : undefined;
    if (code?.kind !== 'call' || code.callee.kind !== 'local') continue;
    const binding = bindingOf(code.callee, part.frames);
    if (binding === undefined) continue;
    const own = calls.get(binding.scope) ?? new Map<number, CallOfName[]>();
    calls.set(binding.scope, own);
    addTo(own, binding.index, { args: code.args, frames: part.frames });
  }
  return calls;
});
