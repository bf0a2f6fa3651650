import type { Expr } from '../../syntax/facts/expr.ts';
import { ANY_NAME, type Binding, type BindingWrite } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  type ArrayElement,
  assign,
  choose,
  type Choice,
  type Context,
  givenOf,
  givenTo,
  mapChoices,
  opened,
  orElse,
  typedAs,
  unknown,
} from '../values/abstract.ts';
import { assignedTogether } from '../library/entries.ts';
import type { FoundBinding } from './find-binding.ts';
import { withElement } from '../values/join.ts';
import { type Linker, spend } from '../linker.ts';
import { withElementType } from '../values/lists.ts';
import { numberFrom } from '../values/number.ts';
import { isBefore, isRepeated, reaches, writtenTo } from '../values/written.ts';
import type { Progress, Written } from './writes-of-name.ts';
import { typeIn } from '../calls/type-parameters.ts';
import { valueOfType } from '../calls/types.ts';

/**
 * The value of a binding where it is used: its initialiser, and what writes before that place made of it; in a
 * loop also those after it. Code of another function may run at any time, so there every assignment may be
 * the last one.
 */
export function bindingValue(
  linker: Linker,
  found: FoundBinding,
  name: Extract<Expr, { kind: 'name' }>,
  useFn: number | undefined,
  context: Context,
): Abstract {
  const { binding } = found;
  const plain = initialValue(linker, binding, name.name, context);
  const value =
    binding.writes.length === 0 ? plain : writtenValue(linker, found, plain, name, useFn, context);
  return withElementType(linker, value, binding.type, context.file);
}

function writtenValue(
  linker: Linker,
  found: FoundBinding,
  plain: Abstract,
  name: Extract<Expr, { kind: 'name' }>,
  useFn: number | undefined,
  context: Context,
): Abstract {
  const written = writtenTo(linker, found, context.file);
  const { binding } = written;
  if (written.isCounted) return numberFrom({ kind: 'counter' });
  if (written.isTooMuch) return vaguely(plain, name.name);
  const inOrder =
    written.isOwn &&
    // a closure that is made after all writes sees what they left
    (useFn === found.fn || binding.writes.every((write) => reaches(write, name.span, binding)));
  if (!inOrder) return anyOf(linker, plain, binding, context);
  return followed(linker, written, plain, name, context);
}

/** What is left of a value that changes too often. */
function vaguely({ kind }: Abstract, name: string): Abstract {
  const is = kind === 'array' ? kind : kind === 'text' ? 'string' : undefined;
  return { ...unknown('too-complex', name), ...(is && { is }) };
}

/** What the writes make of a value up to where it is used: where one use follows the other, going on from there. */
function followed(
  linker: Linker,
  written: Written,
  plain: Abstract,
  name: Extract<Expr, { kind: 'name' }>,
  context: Context,
): Abstract {
  const { isStraight, progress: before } = written;
  const isKept = isStraight && context.env === undefined;
  const last = written.binding.writes[(before?.count ?? 0) - 1];
  const isOn = isKept && before !== undefined && (last === undefined || isBefore(last, name.span));
  const from = isOn ? before : { count: 0, value: withProperties(plain, written.binding, context) };
  const to = applied(linker, written, from, name, context);
  // what is asked on the way to something else may have been cut there
  const isWhole = linker.visiting.length === 1 && linker.budget > 0;
  if (isKept && isWhole && to.count >= (before?.count ?? 0)) written.progress = to;
  return to.value;
}

function applied(
  linker: Linker,
  { binding, isStraight }: Written,
  from: Progress,
  name: Extract<Expr, { kind: 'name' }>,
  context: Context,
): Progress {
  let { value, count } = from;
  for (let write = binding.writes[count]; write !== undefined; write = binding.writes[count]) {
    if (isStraight && !isBefore(write, name.span)) break;
    count += 1;
    spend(linker, 1);
    if (!reaches(write, name.span, binding)) continue;
    const after = applyWrite(linker, value, write, isRepeated(write, binding), context);
    // in the first turn of a loop what stands further down has not happened yet
    value = isBefore(write, name.span) ? after : choose([{ value }, { value: after }]);
  }
  return { count, value };
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
  const values = whole.map((write) => ({ value: linker.evaluate(write.value, { file: context.file }) }));
  const before = whole.length === 0 ? initial : assignedOf(initial, binding, values);
  const filled = pushed.reduce((value, write) => pushedTo(linker, value, write, context.file), before);
  return inside.reduce((value, write) => changedInside(linker, value, write, context.file), filled);
}

/** What another function adds to a list may be in it any number of times. */
function pushedTo(linker: Linker, before: Abstract, write: BindingWrite, file: string): Abstract {
  const place = { file, span: write.value.span };
  return mapChoices(before, (list) => {
    if (list.kind !== 'array') return list;
    const value = linker.evaluate(write.value, { file });
    return withElement(linker, partsOf(list), { value, many: true, place });
  });
}

/** One of what is assigned, and the initial value where there is one. */
function assignedOf(initial: Abstract, binding: Binding, values: readonly Choice[]): Abstract {
  // a variable that is filled later holds what it is filled with, whatever its type says
  const isEmpty = binding.init === undefined || initial.kind === 'nothing';
  return choose(isEmpty ? values : [{ value: initial }, ...values]);
}

function applyWrite(
  linker: Linker,
  before: Abstract,
  write: BindingWrite,
  isRepeated: boolean,
  context: Context,
): Abstract {
  const { isConditional } = write;
  const added = write.operator === 'open' ? before : linker.evaluate(write.value, context);
  if (write.path.length > 0) {
    const isKnown = write.operator === '=' || write.operator === '??=';
    const value = isKnown ? added : unknown('too-complex');
    return mapChoices(before, (one) => inside(one, value, write, context.file));
  }
  switch (write.operator) {
    case '=':
      return assign(before, added, isConditional);
    case '??=':
      return assign(before, orElse(before, added), isConditional);
    case 'open': {
      const { value } = write;
      const together =
        value.kind === 'call' ? assignedTogether(linker, value, context, isConditional) : undefined;
      return together ?? opened(before);
    }
    case 'push':
      return mapChoices(before, (value) =>
        value.kind === 'array'
          ? withElement(linker, partsOf(value), {
              value: added,
              many: isRepeated || isConditional === true,
              place: { file: context.file, span: write.value.span },
            })
          : value,
      );
    // what grows is read by the flow
    case '+=':
    case '++':
    case 'other':
      return unknown('too-complex');
  }
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
