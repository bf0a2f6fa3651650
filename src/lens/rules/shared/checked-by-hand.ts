import type { Code } from '../../syntax/program/code.ts';
import { bare, bindingOf, type Given, givenIn, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type FunctionPart, walkCode } from '../../syntax/program/walk.ts';

/** What a helper is called that refuses values, where its body is not in the file: it only ever makes a rule silent. */
const CHECKER = /^(?:assert|ensure|check|valid|verify)|[a-z](?:Valid|Checked)/;

/**
 * Reads what tells of code whether it looks at values before it uses them, so that none with a quote in it goes on: with a pattern that
 * matches no quote, among values that are spelled out, or in a helper that does so. Says so of a name or path where it is used behind that.
 */
export function checkedIn(code: Code): (value: ExpressionPart) => boolean {
  const { parts } = code;
  const search: Search = { givenTo: givenIn(parts), checkers: new Map() };
  const functions = parts.filter((part) => part.kind === 'function');
  for (const part of functions) search.checkers.set(part.fn.name ?? '', part);
  const checked = parts.flatMap((part) =>
    part.kind === 'expression' ? checkedBy(search, part, MAX_STEPS) : [],
  );
  return (value) => {
    const path = { ...value, expression: bare(value.expression) };
    return checked.some(
      (one) => one.expression.span.start < path.expression.span.start && isSamePath(one, path),
    );
  };
}

interface Search {
  readonly givenTo: (name: ExpressionPart) => readonly Given[];
  readonly checkers: Map<string, FunctionPart>;
}

/** Helpers that lead to each other are followed this far. */
const MAX_STEPS = 2;

/** The values of which an expression asks whether they are what they may be. */
function checkedBy(search: Search, part: ExpressionPart, steps: number): readonly ExpressionPart[] {
  const { expression } = part;
  const of = (one: Expression): ExpressionPart => ({ ...part, expression: bare(one) });
  switch (expression.kind) {
    case 'call':
      return checkedByCall(search, part, expression, steps);
    // `view in VIEWS`
    case 'binary':
      return expression.operator === 'in' && isSpelledOut(search, of(expression.right))
        ? [of(expression.left)]
        : [];
    default:
      return [];
  }
}

type CallCode = Extract<Expression, { kind: 'call' }>;

function checkedByCall(
  search: Search,
  part: ExpressionPart,
  { callee, args }: CallCode,
  steps: number,
): readonly ExpressionPart[] {
  const of = (one: Expression): ExpressionPart => ({ ...part, expression: bare(one) });
  const [argument] = args;
  if (argument === undefined) return [];
  if (callee.kind === 'member') {
    const receiver = of(callee.object);
    switch (callee.name) {
      case 'test':
      case 'exec':
        return tellsOfQuotes(patternOf(search, receiver)) ? [of(argument)] : [];
      case 'match':
      case 'search':
        return tellsOfQuotes(patternOf(search, of(argument))) ? [receiver] : [];
      case 'has':
        return isSpelledOut(search, receiver) ? [of(argument)] : [];
      case 'includes':
      case 'indexOf':
        if (argument.kind === 'text' && argument.text.text === "'") return [receiver];
        return isSpelledOut(search, receiver) ? [of(argument)] : [];
      case 'hasOwn': {
        const [object, key] = args;
        return object && key && isSpelledOut(search, of(object)) ? [of(key)] : [];
      }
      default:
    }
  }
  const helper = helperOf(search, part, callee);
  if (helper === undefined) {
    const name = nameIn(callee);
    return name !== undefined && CHECKER.test(name) ? args.map(of) : [];
  }
  return steps === 0 ? [] : args.filter((_, i) => checks(search, helper, i, steps - 1)).map(of);
}

/** The function that is called, where the code has it. */
function helperOf(search: Search, part: ExpressionPart, callee: Expression): FunctionPart | undefined {
  if (callee.kind === 'member') return search.checkers.get(callee.name);
  for (const given of search.givenTo({ ...part, expression: callee })) {
    if (given.kind === 'function') return given;
    if (given.expression.kind === 'function')
      return { kind: 'function', fn: given.expression.fn, frames: given.frames };
  }
  return undefined;
}

/** Whether a function asks whether one of its parameters is what it may be. */
function checks(search: Search, helper: FunctionPart, index: number, steps: number): boolean {
  const target = helper.fn.parameters[index]?.pattern;
  if (target?.kind !== 'local') return false;
  const scope = helper.fn.scope;
  let found = false;
  walkCode(helper, (part) => {
    if (found || part.kind !== 'expression') return;
    found = checkedBy(search, part, steps).some(({ expression, frames }) => {
      const binding = expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
      return binding?.scope === scope && binding.index === target.index;
    });
  });
  return found;
}

/** A pattern that is written as one, there or where its name gets it. */
function patternOf(search: Search, part: ExpressionPart): string | undefined {
  const { expression } = valueOf(search, part);
  if (expression.kind === 'pattern') return expression.source;
  if (expression.kind !== 'new' || expression.callee.kind !== 'global' || expression.callee.name !== 'RegExp')
    return undefined;
  const [source] = expression.args;
  return source?.kind === 'text' ? source.text.text : undefined;
}

/** What a name stands for that gets one value alone. */
function valueOf(search: Search, part: ExpressionPart): ExpressionPart {
  const [only, ...others] = search.givenTo(part);
  const value = only?.kind === 'expression' && others.length === 0 ? only : part;
  return { ...value, expression: bare(value.expression) };
}

/** Whether a pattern matches whole texts alone, and none that has a quote in it, or looks for a quote. */
function tellsOfQuotes(source: string | undefined): boolean {
  if (source === undefined) return false;
  return source.startsWith('^') && source.endsWith('$')
    ? matchesNoQuote(source)
    : withoutClasses(source) === "'";
}

/** Whether what a pattern matches has no quote in it, as far as its characters show. */
export function matchesNoQuote(source: string): boolean {
  const plain = withoutClasses(source);
  return !ANYTHING.test(plain) && (!/^\^|\$$/.test(plain) || !plain.includes('|') || ONE_OF.test(plain));
}

/** A pattern in which each class of characters is one: a quote where it has one, or may. */
function withoutClasses(source: string): string {
  let plain = '';
  for (let at = 0; at < source.length; at++) {
    const first = source.charAt(at);
    if (first === '\\') plain += source.slice(at, ++at + 1);
    else if (first !== '[') plain += first;
    else {
      const end = endOfClass(source, at);
      const inside = source.slice(at + 1, end);
      const isInverted = inside.startsWith('^');
      const hasQuote = inside.includes("'") || (!isInverted && /\\[SDWPpcux]/.test(inside));
      plain += hasQuote === isInverted ? 'c' : "'";
      at = end;
    }
  }
  return plain;
}

function endOfClass(source: string, start: number): number {
  let at = start + 1;
  for (; at < source.length && source.charAt(at) !== ']'; at++) if (source.charAt(at) === '\\') at++;
  return at;
}

/** What a quote may be matched by. */
const ANYTHING = /'|\\[SDWPpucx]|(?<!\\)\./;

/** `^(a|b)$`: else what stands between two bars need not be all. */
const ONE_OF = /^\^\([^()]*\)\$$/;

/** Whether a list, set, map or object has values that code spells out, or comes from another file, where nobody sees them. */
function isSpelledOut(search: Search, part: ExpressionPart): boolean {
  const { expression } = valueOf(search, part);
  switch (expression.kind) {
    case 'import':
    case 'object':
      return true;
    case 'array':
      return expression.elements.every((one) => one.kind === 'text' && !one.text.text.includes("'"));
    case 'new': {
      const [first] = expression.args;
      return first !== undefined && isSpelledOut(search, { ...part, expression: bare(first) });
    }
    case 'member':
      return expression.object.kind === 'import';
    default:
      return false;
  }
}
