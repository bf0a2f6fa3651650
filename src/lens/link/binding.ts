import type { Binding, BindingWrite, Expr, FileFacts } from '../syntax/facts.ts';
import {
  type Abstract,
  alternativesOf,
  choose,
  type Choice,
  type Context,
  mapChoices,
  type ObjectValue,
  unknown,
} from './abstract.ts';
import { conditionText, coverAll, relativeTo } from './conditions.ts';
import type { Linker } from './linker.ts';
import { numberFrom } from './number.ts';
import { asText, concatenate, pieces } from './text.ts';
import { valueOfType } from './types.ts';

export interface FoundBinding {
  readonly binding: Binding;
  /** The scope it was found in, and the function that scope belongs to. */
  readonly scope: number;
  readonly fn?: number;
}

/** The binding that a name means in a scope. */
export function findBinding(facts: FileFacts, name: string, scope: number): FoundBinding | undefined {
  let at: number | undefined = scope;
  while (at !== undefined) {
    const found: FileFacts['scopes'][number] | undefined = facts.scopes[at];
    const binding = found?.bindings[name];
    if (binding !== undefined)
      return { binding, scope: at, ...(found?.fn !== undefined && { fn: found.fn }) };
    at = found?.parent;
  }
  return undefined;
}

/**
 * The value of a binding where it is used: its initialiser, and what writes before that place made of it.
 * Code of another function may run at any time, so there every assignment may be the last one.
 */
export function bindingValue(
  linker: Linker,
  found: FoundBinding,
  name: Extract<Expr, { kind: 'name' }>,
  useFn: number | undefined,
  context: Context,
): Abstract {
  const { binding } = found;
  const initial = initialValue(linker, binding, name.name, context);
  if (binding.writes.length === 0) return initial;
  const sameFunction = useFn === found.fn && binding.writes.every((write) => write.fn === found.fn);
  if (!sameFunction) return anyOf(linker, initial, binding, context);
  const use = context.use?.fn === found.fn ? (context.use?.when ?? []) : [];
  let value = initial;
  const assigned: (readonly string[])[] = [];
  for (const write of binding.writes) {
    if (write.operator === '++') return numberFrom({ kind: 'counter' });
    if (write.span.start >= name.span.start) continue;
    const when = relativeTo(use, write.when);
    if (when === undefined) continue;
    if (write.operator === '=' && write.path.length === 0) assigned.push(when);
    value = applyWrite(linker, value, write, when, assigned, context);
  }
  return value;
}

function initialValue(linker: Linker, binding: Binding, name: string, context: Context): Abstract {
  const value: Abstract = binding.init ? linker.evaluate(binding.init, context) : { kind: 'nothing' };
  const isVague = value.kind === 'unknown' || (value.kind === 'nothing' && binding.init === undefined);
  if (!isVague || binding.type === undefined) return value;
  const typed = valueOfType(linker, binding.type, context.file, name);
  // a type says more than "unknown", but only a client says more than "not assigned yet"
  return value.kind === 'unknown' || typed.kind === 'client' ? typed : value;
}

function anyOf(linker: Linker, initial: Abstract, binding: Binding, context: Context): Abstract {
  const { writes } = binding;
  if (writes.some((write) => write.operator === '++')) return numberFrom({ kind: 'counter' });
  const whole = writes.filter((write) => write.path.length === 0);
  if (whole.length === 0) return initial;
  if (whole.some((write) => write.operator !== '=')) return unknown('too-complex');
  const values = whole.map((write) => ({ value: linker.evaluate(write.value, { file: context.file }) }));
  // a variable that is filled later holds what it is filled with, whatever its type says
  const isEmpty = binding.init === undefined || initial.kind === 'nothing';
  return choose(isEmpty ? values : [{ value: initial }, ...values]);
}

function applyWrite(
  linker: Linker,
  before: Abstract,
  write: BindingWrite,
  when: readonly string[],
  assigned: readonly (readonly string[])[],
  context: Context,
): Abstract {
  const added = linker.evaluate(write.value, context);
  if (write.path.length > 0) {
    return mapChoices(before, (value) =>
      value.kind === 'object' && write.operator === '=' ? overlay(value, write.path, added, when) : value,
    );
  }
  switch (write.operator) {
    case '=':
      return assign(before, added, when, assigned);
    case '+=':
      if (write.inLoop) return unknown('too-complex');
      return conditionally(before, append(before, added, write, context), when);
    case 'push':
      return mapChoices(before, (value) =>
        value.kind === 'array'
          ? {
              kind: 'array',
              elements: [...value.elements, { value: added, many: write.inLoop, ...conditionText(when) }],
            }
          : value,
      );
    case '++':
    case 'other':
      return unknown('too-complex');
  }
}

function assign(
  before: Abstract,
  added: Abstract,
  when: readonly string[],
  assigned: readonly (readonly string[])[],
): Abstract {
  if (when.length === 0) return added;
  const next: Choice = { value: added, ...conditionText(when) };
  // once every branch has assigned, the first value is never seen
  const stillSeen = coverAll(assigned)
    ? alternativesOf(before).filter((choice) => choice.when !== undefined)
    : alternativesOf(before);
  return choose([...stillSeen, next]);
}

function append(before: Abstract, added: Abstract, write: BindingWrite, context: Context): Abstract {
  const place = { file: context.file, span: write.value.span };
  const isText = (value: Abstract): boolean => asText(value).kind === 'text' || value.kind === 'unknown';
  if (!alternativesOf(before).some(({ value }) => isText(value))) return unknown('too-complex');
  return concatenate([pieces(before, place), pieces(added, place)], 'mixed', place);
}

/** Both what was, and what is there when the condition holds. */
function conditionally(before: Abstract, after: Abstract, when: readonly string[]): Abstract {
  if (when.length === 0) return after;
  const { when: condition } = conditionText(when);
  const changed = alternativesOf(after).map((choice) => ({
    value: choice.value,
    when: [choice.when, condition].filter((text) => text !== undefined).join(' && '),
  }));
  return choose([...alternativesOf(before), ...changed]);
}

function overlay(
  object: ObjectValue,
  path: readonly string[],
  value: Abstract,
  when: readonly string[],
): ObjectValue {
  return { ...object, overlays: [...object.overlays, { path, value, ...conditionText(when) }] };
}
