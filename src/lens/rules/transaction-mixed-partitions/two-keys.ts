import type { Place } from '../../../core/text/segments.ts';
import type { KeyExpression, TransactionAction, Value } from '../../model/operations/operation.ts';
import { bare, type Binding, bindingOf, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Pattern } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { pairsOf, placeOf, type Transaction } from '../shared/actions.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';
import { constantKey } from '../shared/key-values.ts';

/** Two actions of one transaction whose PartitionKeys are given apart from each other, and where those stand. */
export interface TwoKeys {
  readonly first: TransactionAction;
  readonly second: TransactionAction;
  readonly keys: readonly [Place, Place];
}

/**
 * The first two actions whose PartitionKeys are two parameters, two properties of one thing, two names taken out of one thing, or such
 * a property or a parameter and a constant, and that nothing compares.
 */
export function twoKeys(context: RuleContext, { write, actions }: Transaction): TwoKeys | undefined {
  for (const [first, second] of pairsOf(actions)) {
    const [a, b] = [givenAs(context, first.partitionKey), givenAs(context, second.partitionKey)];
    if (a === undefined || b === undefined || !areApart(a, b)) continue;
    if (a.kind === 'parameter' && (first.many || second.many) && a.fn !== write.fn) continue;
    const place = placeOf(write, second);
    const names = [a, b].flatMap((one) => (one.kind === 'constant' ? [] : [one.name]));
    if (isCompared(context, place, names)) continue;
    return { first, second, keys: [a.place, b.place] };
  }
  return undefined;
}

/** Where a PartitionKey is from, if it is as it was given there. */
type GivenAs = { readonly place: Place } & (
  | { readonly kind: 'constant' }
  | { readonly kind: 'parameter'; readonly name: string; readonly fn: number }
  | { readonly kind: 'property'; readonly name: string; readonly of: ExpressionPart }
  | { readonly kind: 'taken'; readonly name: string; readonly from: Pattern }
);

function givenAs(context: RuleContext, key: KeyExpression | undefined): GivenAs | undefined {
  // what is spread in, or put as it is, brings a key that was made for it
  if (key === undefined || key.isWithin === true) return undefined;
  const { value, place } = key;
  if (constantKey(value) !== undefined) return { kind: 'constant', place };
  const within = value.kind === 'text' ? onlyParameterIn(value.segments) : undefined;
  if (within !== undefined) return { kind: 'parameter', ...within, place };
  if (value.kind !== 'unknown' || value.texts !== undefined) return undefined;
  const found = expressionAt(context, place);
  if (found === undefined) return undefined;
  const code: ExpressionPart = { ...found, expression: bare(found.expression) };
  const { expression } = code;
  if (expression.kind === 'member') {
    const { name } = expression;
    // whoever calls a property so hands on entities that are made for it
    const isMadeForIt = /partition|^pk$/i.test(name);
    return isMadeForIt
      ? undefined
      : { kind: 'property', name, of: { ...code, expression: bare(expression.object) }, place };
  }
  if (expression.kind !== 'local') return undefined;
  if (value.why === 'parameter' && value.given !== undefined)
    return { kind: 'parameter', name: expression.name, fn: value.given.fn, place };
  const from = patternOf(context, key, bindingOf(expression, code.frames));
  return from && { kind: 'taken', name: expression.name, from, place };
}

/** The one parameter that a text is made of, beside constants: `warehouse-${from}`. */
function onlyParameterIn(
  segments: Extract<Value, { kind: 'text' }>['segments'],
): { readonly name: string; readonly fn: number } | undefined {
  const [only, ...others] = segments.flatMap((segment) => (segment.kind === 'hole' ? [segment.hole] : []));
  if (only?.kind !== 'unknown' || others.length > 0 || only.why !== 'parameter') return undefined;
  const { name, given, texts } = only;
  const isPlain = name !== undefined && !name.includes('.') && given !== undefined && texts === undefined;
  return isPlain ? { name, fn: given.fn } : undefined;
}

function areApart(a: GivenAs, b: GivenAs): boolean {
  switch (a.kind) {
    case 'constant':
      return b.kind === 'property' || b.kind === 'taken' || (b.kind === 'parameter' && isOfCallers(b));
    case 'parameter':
      if (b.kind === 'constant') return isOfCallers(a);
      return b.kind === 'parameter' && a.fn === b.fn && a.name !== b.name;
    case 'property':
      return b.kind === 'constant' || (b.kind === 'property' && isOther(a, b) && isSamePath(a.of, b.of));
    case 'taken':
      return b.kind === 'constant' || (b.kind === 'taken' && isOther(a, b) && a.from === b.from);
  }
}

/** Whether a parameter is called what callers have many of: they may give the constant for a kind, or a part of the table. */
function isOfCallers({ name }: { readonly name: string }): boolean {
  return (
    !/partition/i.test(name) &&
    /id$|^(?:customer|user|account|stream|order|device|tenant|player|email)$/i.test(name)
  );
}

/** `id` and `Id` may be one. */
function isOther({ name: a }: { readonly name: string }, { name: b }: { readonly name: string }): boolean {
  return a.toLowerCase() !== b.toLowerCase();
}

/** The pattern that takes a name out of something, in the function around a key. */
function patternOf(
  context: RuleContext,
  { place }: KeyExpression,
  binding: Binding | undefined,
): Pattern | undefined {
  if (binding === undefined) return undefined;
  for (const part of functionAround(context, place).parts) {
    const all = patternsIn(part);
    const found = all.find(({ pattern, scope }) => scope === binding.scope && takes(pattern, binding.index));
    if (found !== undefined) return found.pattern;
  }
  return undefined;
}

function patternsIn(part: Part): readonly { readonly pattern: Pattern; readonly scope: unknown }[] {
  if (part.kind === 'function')
    return part.fn.parameters.map(({ pattern }) => ({ pattern, scope: part.fn.scope }));
  if (part.kind !== 'statement' || part.statement.kind !== 'declare') return [];
  return [{ pattern: part.statement.pattern, scope: part.frames.scope }];
}

/** Whether a pattern takes a property, as it is, to a name of its own scope. */
function takes(pattern: Pattern, index: number): boolean {
  if (pattern.kind !== 'object-pattern') return false;
  return pattern.parts.some(
    ({ key, target, fallback }) =>
      fallback === undefined &&
      typeof key === 'string' &&
      !/partition|^pk$/i.test(key) &&
      target.kind === 'local' &&
      target.hops === 0 &&
      target.index === index,
  );
}

/** Whether the function around a place compares what goes by one of some names, or the key of an action, with something that may say what it is. */
function isCompared(context: RuleContext, place: Place, names: readonly string[]): boolean {
  const isNamed = (expression: Expression): boolean =>
    names.includes(nameIn(bare(expression)) ?? '') && expression.kind !== 'typed';
  const isKey = (expression: Expression): boolean => nameIn(bare(expression)) === 'partitionKey';
  return functionAround(context, place).parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'binary') return false;
    const { operator, left, right } = part.expression;
    if (!EQUALITY.has(operator)) return false;
    const isOfNothing = [left, right].some((side) => bare(side).kind === 'nothing');
    return [left, right].some((side) => isNamed(side) || (!isOfNothing && isKey(side)));
  });
}

const EQUALITY: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);
