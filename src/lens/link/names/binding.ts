import type { Expr } from '../../syntax/facts/expr.ts';
import { ANY_NAME, type Binding, type BindingWrite } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  alternativesOf,
  type ArrayElement,
  choose,
  type Choice,
  type Context,
  givenOf,
  givenTo,
  mapChoices,
  opened,
  orElse,
  type Overlay,
  typedAs,
  unknown,
} from '../values/abstract.ts';
import { isCut, negate } from '../../syntax/facts/conditions.ts';
import { conditionText } from '../values/condition-text.ts';
import { assign, Branches, relativeTo } from '../values/conditions.ts';
import { assignedTogether } from '../library/entries.ts';
import type { FoundBinding } from './find-binding.ts';
import { withElement } from '../values/join.ts';
import { type Linker, spend } from '../linker.ts';
import { withElementType } from '../values/lists.ts';
import { numberFrom } from '../values/number.ts';
import { asText, concatenate, pieces } from '../values/text.ts';
import { settle } from '../values/truth.ts';
import { besidesHeads, isBefore, isRepeated, reaches, useKey, writtenTo } from '../values/written.ts';
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
  if (written.isTooMuch || isCut(context.use?.when ?? [])) return vaguely(plain, name.name);
  const inOrder =
    written.isOwn &&
    // a closure that is made after all writes sees what they left
    (useFn === found.fn || binding.writes.every((write) => reaches(write, name.span, binding)));
  if (!inOrder) return anyOf(linker, plain, binding, context);
  const { value, assigned } = followed(linker, found, written, plain, name, context);
  return otherwiseKept(value, assigned);
}

/** What is left of a value that changes too often. */
function vaguely({ kind }: Abstract, name: string): Abstract {
  const is = kind === 'array' ? kind : kind === 'text' ? 'string' : undefined;
  return { ...unknown('too-complex', name), ...(is && { is }) };
}

/** What the writes make of a value up to where it is used: where one use follows the other, going on from there. */
function followed(
  linker: Linker,
  found: FoundBinding,
  written: Written,
  plain: Abstract,
  name: Extract<Expr, { kind: 'name' }>,
  context: Context,
): Progress {
  const { steps, isStraight, progress } = written;
  const key = isStraight && context.env === undefined ? useKey(context) : undefined;
  const before = key === undefined ? undefined : progress.get(key);
  const last = steps[(before?.count ?? 0) - 1];
  const isOn = before !== undefined && (last === undefined || isBefore(last, name.span));
  const from = isOn
    ? before
    : { count: 0, value: withProperties(plain, written.binding, context), assigned: new Branches() };
  const to = applied(linker, found, written, from, name, context);
  // what is asked on the way to something else may have been cut there
  const isWhole = linker.visiting.length === 1 && linker.budget > 0;
  if (key !== undefined && isWhole && to.count >= (before?.count ?? 0)) progress.set(key, to);
  return to;
}

function applied(
  linker: Linker,
  { fn: ownFn }: FoundBinding,
  { binding, steps, isStraight }: Written,
  from: Progress,
  name: Extract<Expr, { kind: 'name' }>,
  context: Context,
): Progress {
  const use = new Set(context.use?.fn === ownFn ? context.use?.when : []);
  const { assigned } = from;
  let { value, count } = from;
  for (let write = steps[count]; write !== undefined; write = steps[count]) {
    if (isStraight && !isBefore(write, name.span)) break;
    count += 1;
    spend(linker, 1);
    if (!reaches(write, name.span, binding)) continue;
    const relative = relativeTo(use, write.when);
    const when = relative && settle(linker, relative, write.fn, context, { name: name.name, value });
    if (when === undefined) continue;
    if (write.operator === '=' && write.path.length === 0) assigned.add(when);
    const after = applyWrite(
      linker,
      value,
      { ...write, when },
      isRepeated(write, binding),
      assigned,
      context,
    );
    // in the first turn of a loop what stands further down has not happened yet
    value = isBefore(write, name.span) ? after : choose([{ value }, { value: after }]);
  }
  return { count, value, assigned };
}

/** A text that only one condition replaces is the first one where that does not hold. */
function otherwiseKept(value: Abstract, assigned: Branches): Abstract {
  const condition = assigned.onlyCondition();
  if (condition === undefined || value.kind !== 'choice') return value;
  const values = value.values.map((choice) =>
    choice.when === undefined && choice.value.kind === 'text'
      ? { ...choice, when: negate(condition) }
      : choice,
  );
  return { ...value, values };
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
  assigned: Branches,
  context: Context,
): Abstract {
  const { when } = write;
  const added = write.operator === 'open' ? before : linker.evaluate(write.value, context);
  if (write.path.length > 0) {
    const isKnown = write.operator === '=' || write.operator === '??=';
    const value = isKnown ? added : unknown('too-complex');
    return mapChoices(before, (one) => inside(one, write.path, value, when, assignedAt(write, context.file)));
  }
  switch (write.operator) {
    case '=':
      return assign(before, added, when, assigned);
    case '??=':
      return conditionally(before, orElse(before, added), when);
    case 'open': {
      const { value } = write;
      const together = value.kind === 'call' ? assignedTogether(linker, value, context, when) : undefined;
      return together ?? opened(before);
    }
    case '+=':
      if (isRepeated) return unknown('too-complex');
      return conditionally(before, append(linker, before, added, write, context), when);
    case 'push':
      return mapChoices(before, (value) =>
        value.kind === 'array'
          ? withElement(linker, partsOf(value), {
              value: added,
              many: isRepeated,
              place: { file: context.file, span: write.value.span },
              ...conditionText(isRepeated ? besidesHeads(when) : when),
            })
          : value,
      );
    case '++':
    case 'other':
      return unknown('too-complex');
  }
}

/** What is in a list; of a text that is split the parts behind the first are not seen. */
function partsOf({ elements, splitOf }: Extract<Abstract, { kind: 'array' }>): readonly ArrayElement[] {
  return splitOf === undefined ? elements : [...elements, { value: unknown('call-result'), many: true }];
}

function append(
  linker: Linker,
  before: Abstract,
  added: Abstract,
  write: BindingWrite,
  context: Context,
): Abstract {
  const place = { file: context.file, span: write.value.span };
  const isText = (value: Abstract): boolean => asText(value).kind === 'text' || value.kind === 'unknown';
  if (!alternativesOf(before).some(({ value }) => isText(value))) return unknown('too-complex');
  return concatenate(linker, [pieces(before, place), pieces(added, place)], 'mixed', place);
}

/** Both what was, and what is there when the condition holds. */
function conditionally(before: Abstract, after: Abstract, when: readonly string[]): Abstract {
  if (when.length === 0) return after;
  const { when: condition } = conditionText(when);
  const changed = alternativesOf(after).map((choice) => ({
    value: choice.value,
    ...conditionText([choice.when, condition]),
  }));
  return choose([...alternativesOf(before), ...changed]);
}

/** A write of another function: what it puts in is only known to be one of what an unnamed property holds. */
function changedInside(linker: Linker, before: Abstract, write: BindingWrite, file: string): Abstract {
  if (write.operator === 'open') {
    const together = write.value.kind === 'call' && assignedTogether(linker, write.value, { file });
    return together ? choose([{ value: before }, { value: together }]) : opened(before);
  }
  const isUnnamed = write.path.length === 1 && write.path[0] === ANY_NAME;
  const value = isUnnamed ? linker.evaluate(write.value, { file }) : unknown('too-complex');
  return mapChoices(before, (one) => inside(one, write.path, value, [], assignedAt(write, file)));
}

function assignedAt({ span, value, loops }: BindingWrite, file: string): Overlay['assigned'] {
  return { place: { file, span }, value: { file, span: value.span }, loops };
}

function inside(
  before: Abstract,
  path: readonly string[],
  value: Abstract,
  when: readonly string[],
  assigned: Overlay['assigned'],
): Abstract {
  if (before.kind === 'array') return opened(before);
  // what is below the fields of an instance is left to its class
  const isSeen = before.kind === 'object' || (before.kind === 'instance' && path.length === 1);
  return isSeen
    ? { ...before, overlays: [...(before.overlays ?? []), { path, value, when, assigned }] }
    : before;
}
