import type { Code } from '../../syntax/program/code.ts';
import { type Given, givenIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type FunctionPart, someCode } from '../../syntax/program/walk.ts';
import { matchesNoQuote } from './checked-by-hand.ts';
import { SDK } from './code.ts';

/** What a helper is called that escapes, where its body is not in the file. */
const ESCAPER =
  /(?:^|_)(?:esc(?:ape)?|saniti[sz]e|quote|safe)(?![a-z])|[a-z](?:Esc(?:ape)?|Saniti[sz]e|Quote|Safe)(?![a-z])|[oO][dD]ata(?:Str(?:ing)?|Lit(?:eral)?|Value|Text)(?![a-z])/;

/** Names and helpers that lead to each other are followed this far, and so many of them. */
const MAX_STEPS = 3;
const MAX_NAMES = 20;

/** What tells of one file's code whether values in it are escaped by hand. */
export interface Escaping {
  /**
   * Whether an expression doubles the quotes in its value or leaves none: itself, in the variable that it names, or in the helper
   * that it calls. Some of it is a guess from names: it only ever makes a rule silent.
   */
  readonly isEscaped: (part: ExpressionPart) => boolean;
  /**
   * What an expression hands on once its quotes are doubled, for a place where that is done anyway: `value` of
   * `value.replace(/'/g, "''")`; undefined where it cannot be told apart.
   */
  readonly without: (part: ExpressionPart) => Expression | undefined;
}

/** Reads what tells of code whether it escapes. */
export function escapingIn(code: Code): Escaping {
  let takes: boolean | undefined;
  const search: Search = {
    givenTo: givenIn(code.parts),
    methods: methodsIn(code),
    takesTag: () => (takes ??= takesTag(code)),
    names: 0,
  };
  const isEscaped = (part: ExpressionPart): boolean => escapes({ ...search }, part, MAX_STEPS);
  return {
    isEscaped,
    without(part) {
      const receiver = doubledIn(part.expression);
      if (receiver !== undefined && !isEscaped({ ...part, expression: receiver })) return receiver;
      return isEscaped(part) ? undefined : part.expression;
    },
  };
}

interface Search {
  readonly givenTo: (name: ExpressionPart) => readonly Given[];
  readonly methods: ReadonlyMap<string, FunctionPart>;
  readonly takesTag: () => boolean;
  /** That were followed. */
  names: number;
}

/** Methods by their names: nothing says whose an object is. */
function methodsIn({ parts }: Code): ReadonlyMap<string, FunctionPart> {
  const methods = new Map<string, FunctionPart>();
  for (const part of parts)
    if (part.kind === 'function' && part.fn.name !== undefined) methods.set(part.fn.name, part);
  return methods;
}

function escapes(search: Search, part: ExpressionPart, steps: number): boolean {
  const { expression } = part;
  const inner = (one: Expression, left = steps): boolean =>
    escapes(search, { ...part, expression: one }, left);
  switch (expression.kind) {
    case 'typed':
      return inner(expression.operand);
    case 'member':
    case 'index':
      return inner(expression.object) && expression.object.kind === 'call';
    case 'conditional':
      if (doublesQuote(expression)) return true;
      return [expression.whenTrue, expression.whenFalse].every((one) => isHarmless(one) || inner(one));
    case 'logical':
      return expression.operator === '&&'
        ? inner(expression.right)
        : [expression.left, expression.right].every((one) => isHarmless(one) || inner(one)) &&
            !isHarmless(expression.left);
    case 'template':
      return expression.holes.length > 0 && expression.holes.every((hole) => inner(hole));
    case 'binary':
      return (
        expression.operator === '+' &&
        [expression.left, expression.right].every((one) => isHarmless(one) || inner(one))
      );
    case 'local':
      if (steps === 0 || search.names++ >= MAX_NAMES) return false;
      return search
        .givenTo(part)
        .some((given) => given.kind === 'expression' && escapes(search, given, steps - 1));
    case 'call':
      return escapesByCall(search, part, expression, steps);
    default:
      return false;
  }
}

/** `c === "'" ? "''" : c` of one character. */
function doublesQuote({ test, whenTrue }: Extract<Expression, { kind: 'conditional' }>): boolean {
  return test.kind === 'binary' && isText(test.right, "'") && isText(whenTrue, "''");
}

/** `undefined`, and a constant without a quote. */
function isHarmless(expression: Expression): boolean {
  return expression.kind === 'nothing' || (expression.kind === 'text' && !expression.text.text.includes("'"));
}

function escapesByCall(search: Search, part: ExpressionPart, call: CallCode, steps: number): boolean {
  if (isEscapingCall(search, part, call)) return true;
  const { callee, args } = call;
  const inner = (one: Expression): boolean => escapes(search, { ...part, expression: one }, steps);
  // what is made of an escaped text, and what is given one
  if (callee.kind === 'member' && callee.object.kind === 'call' && inner(callee.object)) return true;
  if (args.some((arg) => arg.kind === 'call' && inner(arg))) return true;
  const name = calledName(callee);
  if (name === undefined) return false;
  const helper = helperOf(search, part, callee, name);
  if (helper === undefined)
    return ESCAPER.test(name) || (name === 'odata' && isOwn(search, { ...part, expression: callee }));
  return steps > 0 && search.names++ < MAX_NAMES && returnsEscaped(search, helper, steps - 1);
}

/** Whether a name is not said to be the SDK's, whose tag escapes nothing when it is called. */
function isOwn(search: Search, part: ExpressionPart): boolean {
  return (
    part.expression.kind !== 'global' &&
    !search.takesTag() &&
    ![part, ...search.givenTo(part)].some((one) => one.kind === 'expression' && isOfSdk(one.expression))
  );
}

function isOfSdk(expression: Expression): boolean {
  if (expression.kind === 'member') return isOfSdk(expression.object);
  return expression.kind === 'import' && expression.module === SDK;
}

/** Whether code takes the tag out of the SDK: `const { odata } = require(…)`. */
function takesTag({ parts }: Code): boolean {
  return parts.some((part) => {
    const statement = part.kind === 'statement' ? part.statement : undefined;
    if (statement?.kind !== 'declare' || statement.init === undefined || !isOfSdk(statement.init))
      return false;
    const { pattern } = statement;
    return pattern.kind === 'object-pattern' && pattern.parts.some(({ key }) => key === 'odata');
  });
}

type CallCode = Extract<Expression, { kind: 'call' }>;

function calledName(callee: Expression): string | undefined {
  return callee.kind === 'member' ||
    callee.kind === 'local' ||
    callee.kind === 'global' ||
    callee.kind === 'import'
    ? callee.name
    : undefined;
}

/** The function that is called, where the code has it. */
function helperOf(
  search: Search,
  part: ExpressionPart,
  callee: Expression,
  name: string,
): FunctionPart | undefined {
  if (callee.kind === 'member') return search.methods.get(name);
  return functionOf(search, { ...part, expression: callee });
}

/** The function that an expression is, or names. */
function functionOf(search: Search, part: ExpressionPart): FunctionPart | undefined {
  for (const given of [part, ...search.givenTo(part)]) {
    if (given.kind === 'function') return given;
    if (given.expression.kind === 'function')
      return { kind: 'function', fn: given.expression.fn, frames: given.frames };
  }
  return undefined;
}

/** Whether something that is given back in a function is escaped. */
function returnsEscaped(search: Search, helper: FunctionPart, steps: number): boolean {
  return someCode(helper, (part) => {
    const value =
      part.kind === 'statement' && part.statement.kind === 'return' ? part.statement.value : undefined;
    return (
      value !== undefined &&
      escapes(search, { kind: 'expression', expression: value, frames: part.frames }, steps)
    );
  });
}

/** `value.replace(/'/g, "''")`, `value.replace(/[^\w-]/g, '_')`, `value.split("'").join("''")`; `value.match(/\w+/)` and `value.split("'")`. */
function isEscapingCall(search: Search, part: ExpressionPart, call: CallCode): boolean {
  const { callee, args } = call;
  if (doubledIn(call) !== undefined) return true;
  if (callee.kind !== 'member') return false;
  if (callee.name === 'split') return isText(args[0], "'");
  if (callee.name === 'map') {
    const [each] = args;
    const made = each && functionOf(search, { ...part, expression: each });
    return made !== undefined && returnsEscaped(search, made, 0);
  }
  if (callee.name === 'match') return args[0]?.kind === 'pattern' && matchesNoQuote(args[0].source);
  if (!REPLACES.has(callee.name)) return false;
  const [what, by] = args.map((arg) => constantOf(search, { ...part, expression: arg }));
  if (what === undefined || by === undefined) return false;
  const pattern = patternOf(what);
  const isAll = pattern?.flags.includes('g') === true && ALL_QUOTES.test(pattern.source);
  // what a function makes of a quote, nobody knows: it was thought of
  if (by.kind === 'function') return isAll || (callee.name === 'replaceAll' && isText(what, "'"));
  if (by.kind !== 'text' || !isAll) return false;
  const { text } = by.text;
  return text.includes("'")
    ? text === "''" && QUOTE.test(pattern.source)
    : !AGAIN.test(text) || isTwice(text);
}

/** What stands for a match, or a group of it, in what replaces it. */
const AGAIN = /\$[&\d<]/;

/** A match that is doubled. */
function isTwice(text: string): boolean {
  return text === '$&$&' || text === '$1$1';
}

const REPLACES: ReadonlySet<string> = new Set(['replace', 'replaceAll']);

/** One quote. */
const QUOTE = /^\(?(?:\\?'|\[\\?'\])\)?$/;

/** Characters of which a quote is one, or all but some of which it is none. */
const ALL_QUOTES = /^\(?(?:\\?'|\[(?!\^)[^\]']*'[^\]]*\]|\[\^[^\]']*\]|\\[DW])[+*]?\)?$/;

function patternOf(expression: Expression): { readonly source: string; readonly flags: string } | undefined {
  if (expression.kind === 'pattern') return expression;
  if (expression.kind !== 'new' || expression.callee.kind !== 'global' || expression.callee.name !== 'RegExp')
    return undefined;
  const [source, flags] = expression.args;
  return source?.kind === 'text' && flags?.kind === 'text'
    ? { source: source.text.text, flags: flags.text.text }
    : undefined;
}

/** What a name stands for that gets one value alone. */
function constantOf(search: Search, part: ExpressionPart): Expression {
  const [only, ...others] = search.givenTo(part);
  return only?.kind === 'expression' && others.length === 0 ? only.expression : part.expression;
}

/** What the quotes are doubled of, as the `odata` tag does it, where an expression does no more than that. */
function doubledIn(expression: Expression): Expression | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return undefined;
  const { callee, args } = expression;
  const [first, second] = args;
  if (callee.name === 'join') {
    const split = callee.object;
    if (split.kind !== 'call' || split.callee.kind !== 'member' || split.callee.name !== 'split')
      return undefined;
    return isText(split.args[0], "'") && isText(first, "''") ? split.callee.object : undefined;
  }
  if (!REPLACES.has(callee.name) || !isText(second, "''")) return undefined;
  const isQuote =
    isText(first, "'") || (first?.kind === 'pattern' && first.source === "'" && first.flags === 'g');
  return isQuote ? callee.object : undefined;
}

function isText(expression: Expression | undefined, text: string): boolean {
  return expression?.kind === 'text' && expression.text.text === text;
}
