import type { Span } from '../../../core/text/span.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import { ANY_NAME, type Binding, type BindingWrite } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  type ArrayElement,
  choose,
  type Choice,
  type Context,
  givenOf,
  givenTo,
  mapChoices,
  opened,
  typedAs,
  unknown,
} from '../values/abstract.ts';
import { assignedTogether } from '../library/entries.ts';
import type { FoundBinding } from './find-binding.ts';
import { withElement } from '../values/join.ts';
import { costOf, MOST_WRITES } from '../limits.ts';
import { type Linker, spend } from '../linker.ts';
import { withElementType } from '../values/lists.ts';
import { typeIn } from '../calls/type-parameters.ts';
import { valueOfType } from '../calls/types.ts';

/**
 * The value of a binding: its initialiser, and all that is written to it anywhere: any of that may be the last. What it is at a place is
 * asked of the flow.
 */
export function bindingValue(
  linker: Linker,
  { binding }: FoundBinding,
  name: Extract<Expr, { kind: 'name' }>,
  context: Context,
): Abstract {
  const plain = initialValue(linker, binding, name.name, context);
  const value = binding.writes.length === 0 ? plain : writtenValue(linker, plain, binding, name, context);
  return withElementType(linker, value, binding.type, context.file);
}

/**
 * The writes in whose values a name stands. That of a transaction stands before what a call adds to it, which has the span of
 * the call.
 */
export function writesAround(writes: readonly BindingWrite[], { start, end }: Span): readonly BindingWrite[] {
  const around: BindingWrite[] = [];
  for (const write of writes) {
    const { operator, value } = write;
    if (value.span.start > start || value.span.end < end) continue;
    if (operator !== 'push' || value.kind !== 'array' || value.span.start < start) around.push(write);
  }
  return around;
}

function writtenValue(
  linker: Linker,
  plain: Abstract,
  binding: Binding,
  { name, span }: Extract<Expr, { kind: 'name' }>,
  context: Context,
): Abstract {
  spend(linker, costOf(binding.writes.length));
  if (binding.writes.length > MOST_WRITES) return vaguely(plain, name);
  // what is handed to a call, or written anew from itself, is as it was before
  const around = writesAround(binding.writes, span);
  const writes = around.length === 0 ? binding.writes : binding.writes.filter((one) => !around.includes(one));
  return anyOf(linker, withProperties(plain, binding, context), { ...binding, writes }, context);
}

/** What is left of a value that changes too often. */
function vaguely({ kind }: Abstract, name: string): Abstract {
  const is = kind === 'array' ? kind : kind === 'text' ? 'string' : undefined;
  return { ...unknown('too-complex', name), ...(is && { is }) };
}

/** A parameter of which nothing is known but what is put into it: an object with whatever it had. */
function withProperties(value: Abstract, { init, writes }: Binding, context: Context): Abstract {
  const isGiven = init?.kind === 'parameter' && (value.kind === 'typed' || value.kind === 'unknown');
  const isFilled = writes.some(({ operator, path }) => operator === '=' && path.length > 0);
  if (!isGiven || !isFilled) return value;
  return { kind: 'object', properties: [{ kind: 'spread', value: init }], context, overlays: [] };
}

function initialValue(linker: Linker, binding: Binding, name: string, context: Context): Abstract {
  const value: Abstract = binding.init ? linker.evaluate(binding.init, context) : { kind: 'nothing' };
  const isVague = value.kind === 'unknown' || (value.kind === 'nothing' && binding.init === undefined);
  if (!isVague || binding.type === undefined) return value;
  const type = typeIn(linker, binding.type, context);
  const typed = givenTo(valueOfType(linker, type, context.file, name), givenOf(value));
  // a type says more than "unknown", but only a client says more than "not assigned yet"
  if (value.kind === 'unknown') return typedAs(value, typed);
  return typed.kind === 'client' ? typed : value;
}

function anyOf(linker: Linker, initial: Abstract, binding: Binding, context: Context): Abstract {
  const { writes } = binding;
  const isInside = (write: BindingWrite): boolean => write.path.length > 0 || write.operator === 'open';
  const inside = writes.filter(isInside);
  const isPushed = (write: BindingWrite): boolean => write.operator === 'push' && write.path.length === 0;
  const pushed = writes.filter(isPushed);
  const whole = writes.filter((write) => !isInside(write) && !isPushed(write));
  if (whole.some((write) => write.operator !== '=' && write.operator !== '??='))
    return unknown('too-complex');
  const values = whole.map((write) => ({ value: linker.evaluate(write.value, context) }));
  const before = whole.length === 0 ? initial : assignedOf(initial, binding, values);
  const filled = pushed.reduce((value, write) => pushedTo(linker, value, write, context), before);
  return inside.reduce((value, write) => changedInside(linker, value, write, context.file), filled);
}

/** What another function adds to a list may be in it any number of times. */
function pushedTo(linker: Linker, before: Abstract, write: BindingWrite, context: Context): Abstract {
  const place = { file: context.file, span: write.value.span };
  return mapChoices(before, (list) => {
    if (list.kind !== 'array') return list;
    const value = linker.evaluate(write.value, context);
    return withElement(linker, partsOf(list), { value, many: true, place });
  });
}

/** One of what is assigned, and the initial value where there is one. */
function assignedOf(initial: Abstract, binding: Binding, values: readonly Choice[]): Abstract {
  // a variable that is filled later holds what it is filled with, whatever its type says
  const isEmpty = binding.init === undefined || initial.kind === 'nothing';
  return choose(isEmpty ? values : [{ value: initial }, ...values]);
}

/** What is in a list; of a text that is split the parts behind the first are not seen. */
function partsOf({ elements, splitOf }: Extract<Abstract, { kind: 'array' }>): readonly ArrayElement[] {
  return splitOf === undefined ? elements : [...elements, { value: unknown('call-result'), many: true }];
}

/** A write of another function: what it puts in is only known to be one of what an unnamed property holds. */
function changedInside(linker: Linker, before: Abstract, write: BindingWrite, file: string): Abstract {
  if (write.operator === 'open') {
    const together = write.value.kind === 'call' && assignedTogether(linker, write.value, { file });
    return together ? choose([{ value: before }, { value: together }]) : opened(before);
  }
  const isUnnamed = write.path.length === 1 && write.path[0] === ANY_NAME;
  const value = isUnnamed ? linker.evaluate(write.value, { file }) : unknown('too-complex');
  return mapChoices(before, (one) => inside(one, value, write, file));
}

function inside(
  before: Abstract,
  value: Abstract,
  { path, span, value: { span: valueSpan }, loops, isConditional }: BindingWrite,
  file: string,
): Abstract {
  if (before.kind === 'array') return opened(before);
  // what is below the fields of an instance is left to its class
  const isSeen = before.kind === 'object' || (before.kind === 'instance' && path.length === 1);
  if (!isSeen) return before;
  const assigned = { place: { file, span }, value: { file, span: valueSpan }, loops };
  return { ...before, overlays: [...(before.overlays ?? []), { path, value, isConditional, assigned }] };
}
