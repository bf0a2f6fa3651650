import type { Span } from '../../core/text/span.ts';
import { ANY_NAME, type Binding, type BindingWrite, type Expr, type FileFacts } from '../syntax/facts.ts';
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
} from './abstract.ts';
import { isCut, negate } from '../syntax/conditions.ts';
import { conditionText } from './condition-text.ts';
import { assign, Branches, relativeTo } from './conditions.ts';
import { assignedTogether } from './entries.ts';
import { withElement } from './join.ts';
import { costOf, MOST_ADDITIONS, MOST_ASSIGNMENTS } from './limits.ts';
import { type Linker, spend } from './linker.ts';
import { withElementType } from './lists.ts';
import { numberFrom } from './number.ts';
import { asText, concatenate, pieces } from './text.ts';
import { settle } from './truth.ts';
import { valueOfType } from './types.ts';

export interface FoundBinding {
  readonly binding: Binding;
  /** The scope it was found in, and the function that scope belongs to. */
  readonly scope: number;
  readonly fn: number | undefined;
}

/** The binding that a name means in a scope. */
export function findBinding(facts: FileFacts, name: string, scope: number): FoundBinding | undefined {
  let at: number | undefined = scope;
  while (at !== undefined) {
    const found: FileFacts['scopes'][number] | undefined = facts.scopes[at];
    const binding = found?.bindings[name];
    if (binding !== undefined) return { binding, scope: at, fn: found?.fn };
    at = found?.parent;
  }
  return undefined;
}

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
  const binding = inTurns(linker, found, context);
  const value = writtenValue(linker, found.fn, binding, name, useFn, context);
  return withElementType(linker, value, binding.type, context.file);
}

function writtenValue(
  linker: Linker,
  ownFn: number | undefined,
  binding: Binding,
  name: Extract<Expr, { kind: 'name' }>,
  useFn: number | undefined,
  context: Context,
): Abstract {
  const plain = initialValue(linker, binding, name.name, context);
  if (binding.writes.length === 0) return plain;
  spend(linker, costOf(binding.writes.length));
  if (binding.writes.some(isCount)) return numberFrom({ kind: 'counter' });
  if (isTooMuch(binding) || isCut(context.use?.when ?? [])) return unknown('too-complex', name.name);
  const inOrder =
    binding.writes.every((write) => write.fn === ownFn) &&
    // a closure that is made after all writes sees what they left
    (useFn === ownFn || binding.writes.every((write) => reaches(write, name.span, binding)));
  if (!inOrder) return anyOf(linker, plain, binding, context);
  const initial = withProperties(plain, binding, context);
  const use = new Set(context.use?.fn === ownFn ? context.use?.when : []);
  let value = initial;
  const assigned = new Branches();
  for (const write of unrolled(binding)) {
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
  return otherwiseKept(value, assigned);
}

/** More is written to a name than is followed, or under more conditions than are kept. */
function isTooMuch({ writes }: Binding): boolean {
  const added = writes.filter(({ operator, path }) => path.length > 0 || operator === 'push');
  return (
    added.length > MOST_ADDITIONS ||
    writes.length - added.length > MOST_ASSIGNMENTS ||
    writes.some(({ when }) => isCut(when))
  );
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

/** Functions that an array calls for each of its elements are as loops where they stand. */
function inTurns(linker: Linker, { binding, fn }: FoundBinding, context: Context): Binding {
  if (binding.writes.every((write) => write.fn === fn)) return binding;
  const callbacks = linker.files.facts(context.file)?.callbacks ?? [];
  const writes = binding.writes.map((write): BindingWrite => {
    const around = callbacks.find((callback) => callback.fn === write.fn && callback.outer === fn);
    if (around?.method !== 'forEach' && around?.method !== 'map') return write;
    const { fn: _, ...rest } = write;
    return {
      ...rest,
      ...(fn !== undefined && { fn }),
      loops: [...around.loops, around.call.span, ...write.loops],
    };
  });
  return { ...binding, writes };
}

const isCount = (write: BindingWrite): boolean => write.operator === '++' && write.path.length === 0;

const isBefore = (write: BindingWrite, use: Span): boolean => write.span.end <= use.start;

/** Whether a write may have happened when the value is used at `use`. */
function reaches(write: BindingWrite, use: Span, binding: Binding): boolean {
  return (
    isBefore(write, use) ||
    (!contains(write.span, use) && turns(write, binding).some((loop) => contains(loop, use)))
  );
}

/** Whether a write may happen several times to the same variable. */
function isRepeated(write: BindingWrite, binding: Binding): boolean {
  return turns(write, binding).length > 0;
}

/**
 * The writes in the order in which they happen. A text that grows in a loop grows twice there: enough to show how
 * one part is joined with the next. That the loop may not turn at all is left aside: nobody asks with an empty list.
 */
function unrolled(binding: Binding): readonly BindingWrite[] {
  const { writes } = binding;
  if (!writes.some((write) => write.operator === '+=' && isRepeated(write, binding))) return writes;
  const groups: BindingWrite[][] = [];
  for (const write of writes) {
    const last = groups.at(-1);
    const [loop] = turns(write, binding);
    const before = last?.[0] && turns(last[0], binding)[0];
    if (last !== undefined && loop !== undefined && loop.start === before?.start) last.push(write);
    else groups.push([write]);
  }
  return groups.flatMap((group) => {
    if (!group.some((write) => write.operator === '+=' && isRepeated(write, binding))) return group;
    const once = group.map((write) => ({
      ...write,
      when: besidesHeads(write.when),
      loops: write.loops.filter((loop) => contains(loop, binding.span)),
    }));
    return [...once, ...once];
  });
}

/** Conditions other than that a loop turns at all. */
function besidesHeads(when: readonly string[]): readonly string[] {
  return when.filter((condition) => !condition.startsWith('for '));
}

/** The loops around a write that do not make the variable anew in every turn. */
function turns(write: BindingWrite, binding: Binding): readonly Span[] {
  return write.loops.filter((loop) => !contains(loop, binding.span));
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function initialValue(linker: Linker, binding: Binding, name: string, context: Context): Abstract {
  const value: Abstract = binding.init ? linker.evaluate(binding.init, context) : { kind: 'nothing' };
  const isVague = value.kind === 'unknown' || (value.kind === 'nothing' && binding.init === undefined);
  if (!isVague || binding.type === undefined) return value;
  const typed = givenTo(valueOfType(linker, binding.type, context.file, name), givenOf(value));
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
