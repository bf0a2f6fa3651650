import { negate } from '../../syntax/facts/conditions.ts';
import { type FileFacts, testKey } from '../../syntax/facts/facts.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import { type Abstract, alternativesOf, type Context } from './abstract.ts';
import { findBinding } from '../names/find-binding.ts';
import type { Linker } from '../linker.ts';
import { constantText } from './text.ts';

/** A variable of which is known what it holds at the condition. */
export interface Held {
  readonly name: string;
  readonly value: Abstract;
}

/**
 * Whether a condition holds, where constants or the arguments of a call decide it: `filter`, `!filter`,
 * `filter !== undefined`, `clauses.length > 0`.
 */
export function truthOf(linker: Linker, test: Expr, context: Context, held?: Held): boolean | undefined {
  switch (test.kind) {
    case 'unary':
      return test.operator === '!' ? not(truthOf(linker, test.operand, context, held)) : undefined;
    case 'binary':
      return comparison(linker, test, context, held);
    case 'member':
      return test.name === 'length'
        ? hasElements(linker, test.object, context, held)
        : truthOfValue(linker, test, context, held);
    case 'name':
      return truthOfValue(linker, test, context, held);
    default:
      return undefined;
  }
}

/** What is left of the conditions of a function where some are decided; undefined where they do not all hold. */
export function settle(
  linker: Linker,
  when: readonly string[],
  fn: number | undefined,
  context: Context,
  held?: Held,
): readonly string[] | undefined {
  if (when.length === 0) return when;
  const tests = linker.files.facts(context.file)?.tests ?? {};
  const truths = when.map((condition) => {
    const found = testOf(tests, fn, condition);
    const truth = found && truthOf(linker, found.test, context, held);
    return found?.isOpposite === true ? not(truth) : truth;
  });
  return truths.includes(false) ? undefined : when.filter((_, index) => truths[index] === undefined);
}

/** The expression that a condition of a function stands for, or whose opposite it is; undefined where that is not kept. */
function testOf(
  tests: FileFacts['tests'],
  fn: number | undefined,
  condition: string,
): { readonly test: Expr; readonly isOpposite: boolean } | undefined {
  const own = tests[testKey(fn, condition)];
  const test = own ?? tests[testKey(fn, negate(condition))] ?? tests[testKey(fn, inner(condition))];
  return test && { test, isOpposite: own === undefined };
}

/** `a` of `!(a)`, which {@link negate} made of it. */
function inner(condition: string): string {
  return condition.startsWith('!(') && condition.endsWith(')') ? condition.slice(2, -1) : '';
}

function not(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth;
}

function comparison(
  linker: Linker,
  { operator, left, right }: Extract<Expr, { kind: 'binary' }>,
  context: Context,
  held: Held | undefined,
): boolean | undefined {
  const isLength = left.kind === 'member' && left.name === 'length';
  if (isLength && right.kind === 'number' && right.value === 0) {
    const some = hasElements(linker, left.object, context, held);
    if (operator === '>' || operator === '!==' || operator === '!=') return some;
    return operator === '===' || operator === '==' ? not(some) : undefined;
  }
  if (right.kind !== 'nothing' || !/^[!=]==?$/.test(operator)) return undefined;
  const isNothing = same(valueOf(linker, left, context, held), (one) =>
    isSeen(one) && isSteady(linker, left, one, context) ? one.kind === 'nothing' : undefined,
  );
  return operator.startsWith('!') ? not(isNothing) : isNothing;
}

function truthOfValue(
  linker: Linker,
  test: Expr,
  context: Context,
  held: Held | undefined,
): boolean | undefined {
  return same(valueOf(linker, test, context, held), (one) =>
    isSteady(linker, test, one, context) ? isTrue(one) : undefined,
  );
}

function valueOf(linker: Linker, test: Expr, context: Context, held: Held | undefined): Abstract {
  return test.kind === 'name' && test.name === held?.name ? held.value : linker.evaluate(test, context);
}

/** What all alternatives agree on. */
function same(value: Abstract, of: (one: Abstract) => boolean | undefined): boolean | undefined {
  const truths = alternativesOf(value).map((choice) => of(choice.value));
  const [first] = truths;
  return truths.every((truth) => truth === first) ? first : undefined;
}

/** Of a variable that is filled later (`client ??= make()`) it is not known whether it is already. */
function isSteady(linker: Linker, test: Expr, value: Abstract, context: Context): boolean {
  if (value.kind === 'text' || value.kind === 'array') return true;
  if (test.kind !== 'name') return false;
  const facts = linker.files.facts(context.file);
  const found = facts && findBinding(facts, test.name, test.scope);
  return found?.binding.writes.length === 0;
}

function isSeen(value: Abstract): boolean {
  return value.kind !== 'unknown' && value.kind !== 'typed';
}

function hasElements(
  linker: Linker,
  list: Expr,
  context: Context,
  held: Held | undefined,
): boolean | undefined {
  return same(valueOf(linker, list, context, held), (value) => {
    if (value.kind === 'text') return isTrue(value);
    if (value.kind !== 'array') return undefined;
    if (value.elements.length === 0) return false;
    return value.elements.some((element) => !element.many && element.when === undefined) || undefined;
  });
}

function isTrue(value: Abstract): boolean | undefined {
  switch (value.kind) {
    case 'nothing':
      return false;
    case 'boolean':
      return value.value;
    case 'number':
      return value.number.constant === undefined ? undefined : Boolean(value.number.constant);
    case 'text':
      if (constantText(value) === '') return false;
      return value.segments.some((segment) => segment.kind === 'literal' && segment.text !== '') || undefined;
    case 'array':
    case 'object':
    case 'client':
    case 'instance':
    case 'function':
    case 'class':
      return true;
    default:
      return undefined;
  }
}
