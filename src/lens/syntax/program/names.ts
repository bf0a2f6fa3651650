import { addTo } from '../facts/grouped.ts';
import type { Expression, FunctionCode, Local, ScopeCode } from './program.ts';
import { type ExpressionPart, type Frames, type FunctionPart, type Part, walkCode } from './walk.ts';

/** What a name of a scope is, wherever it is used. */
export interface Binding {
  readonly scope: ScopeCode;
  readonly index: number;
}

/** The binding that a name has where it is used. */
export function bindingOf({ hops, index }: Local, frames: Frames): Binding | undefined {
  let at: Frames | undefined = frames;
  for (let left = hops; left > 0 && at !== undefined; left--) at = at.outer;
  return at && { scope: at.scope, index };
}

/** Whether code is a name of a variable or parameter. */
export function isLocal(part: Part): part is ExpressionPart {
  return part.kind === 'expression' && part.expression.kind === 'local';
}

/** Whether two names, or paths of names, are those of one place: `order.id` and `order.id`, each where it is used. */
export function isSamePath(a: ExpressionPart, b: ExpressionPart): boolean {
  const [one, other] = [a.expression, b.expression];
  switch (one.kind) {
    case 'local': {
      const own = bindingOf(one, a.frames);
      const its = other.kind === 'local' ? bindingOf(other, b.frames) : undefined;
      return own !== undefined && own.scope === its?.scope && own.index === its.index;
    }
    case 'member':
      return (
        other.kind === 'member' &&
        one.name === other.name &&
        isSamePath({ ...a, expression: one.object }, { ...b, expression: other.object })
      );
    case 'global':
      return other.kind === 'global' && one.name === other.name;
    case 'import':
      return other.kind === 'import' && one.module === other.module && one.name === other.name;
    case 'this':
      return other.kind === 'this';
    default:
      return false;
  }
}

/** An expression without what is only said of its type. */
export function bare(expression: Expression): Expression {
  return expression.kind === 'typed' ? bare(expression.operand) : expression;
}

/** Whether a path is another one, or what that holds: `order.id` of `order`. */
export function isPathFrom(from: ExpressionPart, path: ExpressionPart): boolean {
  const { expression } = path;
  if (isSamePath(from, path)) return true;
  return expression.kind === 'member' && isPathFrom(from, { ...path, expression: expression.object });
}

/** The name that an expression itself has: the last one of a path. */
export function nameIn(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'local':
    case 'global':
    case 'import':
    case 'member':
      return expression.name;
    default:
      return undefined;
  }
}

/** The names whose values code reads, and those of properties; not those of the functions that it calls. */
export function namesIn(code: Part): readonly string[] {
  return namedIn(code).flatMap(({ expression }) => nameIn(expression) ?? []);
}

/** What has a name in code, but the functions that it calls. */
export function namedIn(code: Part): readonly ExpressionPart[] {
  const called = new Set<Expression>();
  const found: ExpressionPart[] = [];
  walkCode(code, (part) => {
    if (part.kind !== 'expression') return;
    const { expression } = part;
    if (expression.kind === 'call') called.add(expression.callee);
    if (nameIn(expression) !== undefined && !called.has(expression)) found.push(part);
  });
  return found;
}

/** The names of a path, outermost first (`this`, `order`, `id`); undefined for what is none. */
export function pathOf(expression: Expression): readonly string[] | undefined {
  switch (expression.kind) {
    case 'local':
    case 'global':
      return [expression.name];
    case 'import':
      return [expression.name ?? ''];
    case 'this':
      return ['this'];
    case 'member': {
      const outer = pathOf(expression.object);
      return outer && [...outer, expression.name];
    }
    default:
      return undefined;
  }
}

/** What a name gets: the values of its declaration and of assignments, or the function that is declared by it. */
export type Given = ExpressionPart | FunctionPart;

/** Reads what names get in code; gives what one of them does, in the order of the source. */
export function givenIn(parts: readonly Part[]): (name: ExpressionPart) => readonly Given[] {
  const given = new Map<ScopeCode, Map<number, Given[]>>();
  const add = (binding: Binding | undefined, value: Given): void => {
    if (binding === undefined) return;
    const own = given.get(binding.scope);
    if (own === undefined) given.set(binding.scope, new Map([[binding.index, [value]]]));
    else addTo(own, binding.index, value);
  };
  const note = (target: Local, value: Expression, frames: Frames): void => {
    add(bindingOf(target, frames), { kind: 'expression', expression: value, frames });
  };
  for (const part of parts) {
    const { frames } = part;
    if (part.kind === 'statement') {
      const { statement } = part;
      if (statement.kind === 'declare' && statement.pattern.kind === 'local' && statement.init !== undefined)
        note(statement.pattern, statement.init, frames);
      if (statement.kind === 'function')
        add({ scope: frames.scope, index: statement.index }, { kind: 'function', fn: statement.fn, frames });
    } else if (part.kind === 'expression') {
      const { expression } = part;
      if (expression.kind === 'assign' && expression.target.kind === 'local' && expression.operator !== '+')
        note(expression.target, expression.value, frames);
    }
  }
  return ({ expression, frames }) => {
    const binding = expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
    return (binding && given.get(binding.scope)?.get(binding.index)) ?? [];
  };
}

/**
 * Whether two expressions are the same code of the same names, and so of one value while nothing changes those. Of what is called only
 * `withCalls` says so: a function that is given the same may still give something else.
 */
export function isSameCode(a: ExpressionPart, b: ExpressionPart, withCalls = false): boolean {
  const [one, other] = [a.expression, b.expression];
  const same = (left: Expression, right: Expression): boolean =>
    isSameCode({ ...a, expression: left }, { ...b, expression: right }, withCalls);
  const all = (left: readonly Expression[], right: readonly Expression[]): boolean =>
    left.length === right.length &&
    left.every((each, i) => {
      const its = right[i];
      return its !== undefined && same(each, its);
    });
  if (isSamePath(a, b)) return true;
  switch (one.kind) {
    case 'text':
      return other.kind === 'text' && one.text.text === other.text.text;
    case 'number':
    case 'bigint':
    case 'boolean':
      return other.kind === one.kind && one.value === other.value;
    case 'nothing':
      return other.kind === 'nothing' && one.isNull === other.isNull;
    case 'template':
      return (
        other.kind === 'template' &&
        one.tag === undefined &&
        other.tag === undefined &&
        one.texts.every(({ text }, i) => text === other.texts[i]?.text) &&
        all(one.holes, other.holes)
      );
    case 'member':
      return other.kind === 'member' && one.name === other.name && same(one.object, other.object);
    case 'index':
      return other.kind === 'index' && all([one.object, one.index], [other.object, other.index]);
    case 'binary':
      return (
        other.kind === 'binary' &&
        one.operator === other.operator &&
        all([one.left, one.right], [other.left, other.right])
      );
    case 'typed':
      return other.kind === 'typed' && same(one.operand, other.operand);
    case 'call':
      return (
        withCalls &&
        other.kind === 'call' &&
        one.args.length > 0 &&
        all([one.callee, ...one.args], [other.callee, ...other.args])
      );
    default:
      return false;
  }
}

/** The property of what it is given that a function gives back, where it does that alone: `status` of `(order) => order.status`. */
export function propertyGiven({ body: [first, ...others] }: FunctionCode): string | undefined {
  const value = first?.kind === 'return' && others.length === 0 ? first.value : undefined;
  return value?.kind === 'member' ? value.name : undefined;
}
