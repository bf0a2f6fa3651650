import type { Place } from '../../../core/text/segments.ts';
import { bare, bindingOf, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Pattern } from '../../syntax/program/program.ts';
import {
  type ExpressionPart,
  type FunctionPart,
  type Part,
  someCode,
  walkCode,
} from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, givenToNames } from '../shared/code-at.ts';
import { functionOf, type GivenOf } from '../shared/function-of.ts';

/** Steps from a name to what it is made of. */
const MOST_STEPS = 6;

interface Search {
  readonly parts: readonly Part[];
  readonly given: GivenOf;
  readonly functions: readonly FunctionPart[];
}

/**
 * Whether what stands at a place is made of one more than a property of an entity that was read: `counter.value + 1`, under a name of its
 * own, or as a function of the file gives it.
 */
export function isCountOfRow(context: RuleContext, place: Place): boolean {
  const code = expressionAt(context, place);
  if (code === undefined) return false;
  const all = codeOfFile(context, place.file);
  const functions = all.parts.filter((part): part is FunctionPart => part.kind === 'function');
  const search: Search = { parts: all.parts, given: givenToNames(context, all), functions };
  return writtenIn(code).some((one) => isCounted(search, one, MOST_STEPS));
}

/** What code makes a text of, as it is: nothing that another function makes of it. */
function writtenIn({ expression, frames }: ExpressionPart): readonly ExpressionPart[] {
  const inside = (one: Expression): readonly ExpressionPart[] =>
    writtenIn({ kind: 'expression', expression: one, frames });
  switch (expression.kind) {
    case 'typed':
      return inside(expression.operand);
    case 'template':
      return expression.tag === undefined ? expression.holes.flatMap(inside) : [];
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind === 'global' && callee.name === 'String') return args.flatMap(inside);
      if (callee.kind === 'member' && AS_TEXT.has(callee.name)) return inside(callee.object);
      break;
    }
    default:
  }
  return [{ kind: 'expression', expression, frames }];
}

const AS_TEXT: ReadonlySet<string> = new Set(['toString', 'toFixed', 'padStart']);

function isCounted(search: Search, part: ExpressionPart, steps: number): boolean {
  const { expression, frames } = part;
  if (steps === 0) return false;
  const inner = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  switch (expression.kind) {
    case 'typed':
      return isCounted(search, inner(expression.operand), steps);
    case 'binary':
      return (
        expression.operator === '+' && isOne(expression.right) && isOfRow(search, inner(expression.left))
      );
    case 'member':
      return isOfRow(search, part) && search.parts.some((one) => isCountedUp(one, part));
    case 'local': {
      const [only, ...others] = search.given(part);
      if (only?.kind !== 'expression' || others.length > 0) return false;
      return isCounted(search, only, steps - 1);
    }
    case 'call': {
      const called = functionOf(inner(expression.callee), search.given, search.functions);
      return called !== undefined && returnedBy(called).some((one) => isCounted(search, one, steps - 1));
    }
    default:
      return false;
  }
}

function isOne(code: Expression): boolean {
  return code.kind === 'number' && code.value === 1;
}

/** `counter.value += 1`, `counter.value++` */
function isCountedUp(part: Part, path: ExpressionPart): boolean {
  if (part.kind !== 'expression') return false;
  const { expression, frames } = part;
  const isUp =
    (expression.kind === 'update' && expression.isUp) ||
    (expression.kind === 'assign' && expression.operator === '+' && isOne(expression.value));
  if (!isUp || !('target' in expression) || expression.target.kind !== 'member') return false;
  return isSamePath({ kind: 'expression', expression: expression.target, frames }, path);
}

/** What the function itself returns, not those in it. */
function returnedBy({ fn, frames }: FunctionPart): readonly ExpressionPart[] {
  const found: ExpressionPart[] = [];
  const inside: FunctionPart[] = [];
  walkCode({ kind: 'function', fn, frames }, (part) => {
    if (part.kind === 'function' && part.fn !== fn) inside.push(part);
    if (part.kind !== 'statement' || part.statement.kind !== 'return') return;
    const { value, span } = part.statement;
    const isOther = inside.some((one) => one.fn.span.start <= span.start && span.end <= one.fn.span.end);
    if (value !== undefined && !isOther)
      found.push({ kind: 'expression', expression: value, frames: part.frames });
  });
  return found;
}

/** `counter.value`, `(counter?.value ?? 0)`, or the name that a pattern gives that, of an entity that `getEntity` gave. */
function isOfRow(search: Search, { expression, frames }: ExpressionPart): boolean {
  const code = bare(expression);
  const inner = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  switch (code.kind) {
    case 'logical':
      return code.operator !== '&&' && isOfRow(search, inner(code.left));
    // `Number(counter.value)`
    case 'call': {
      const [only, ...others] = code.args;
      const isNumber = code.callee.kind === 'global' && code.callee.name === 'Number';
      return isNumber && only !== undefined && others.length === 0 && isOfRow(search, inner(only));
    }
    case 'member': {
      const of = inner(bare(code.object));
      if (of.expression.kind !== 'local') return false;
      return search.given(of).some((one) => one.kind === 'expression' && isRead(one));
    }
    case 'local':
      return search.parts.some((part) => takesFromRow(part, inner(code)));
    default:
      return false;
  }
}

/** `const { value } = await client.getEntity(…)` */
function takesFromRow(part: Part, name: ExpressionPart): boolean {
  if (part.kind !== 'statement' || part.statement.kind !== 'declare') return false;
  const { pattern, init } = part.statement;
  if (pattern.kind !== 'object-pattern' || init === undefined) return false;
  const binding = name.expression.kind === 'local' ? bindingOf(name.expression, name.frames) : undefined;
  const isIt = (target: Pattern): boolean => {
    if (target.kind !== 'local') return false;
    const own = bindingOf(target, part.frames);
    return own !== undefined && own.scope === binding?.scope && own.index === binding.index;
  };
  return (
    pattern.parts.some(({ target }) => isIt(target)) &&
    isRead({ kind: 'expression', expression: init, frames: part.frames })
  );
}

/** Whether code reads an entity by its keys: `await client.getEntity(…)`, with or without `catch`. */
function isRead(code: ExpressionPart): boolean {
  return someCode(
    code,
    (part) =>
      part.kind === 'expression' &&
      part.expression.kind === 'call' &&
      nameIn(part.expression.callee) === 'getEntity',
  );
}
