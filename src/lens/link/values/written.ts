import type { Span } from '../../../core/text/span.ts';
import type { Binding, BindingWrite } from '../../syntax/facts/facts.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import type { FoundBinding } from '../names/find-binding.ts';
import { costOf, MOST_BRANCHES, MOST_WRITES } from '../limits.ts';
import { type Linker, spend } from '../linker.ts';
import type { Written } from '../names/writes-of-name.ts';

export function writtenTo(linker: Linker, found: FoundBinding, file: string): Written {
  const { written } = linker.memory;
  const known = written.get(found.binding);
  if (known !== undefined) return known;
  spend(linker, costOf(found.binding.writes.length));
  const binding = inTurns(linker, found, file);
  const { writes } = binding;
  const all: Written = {
    binding,
    isCounted: writes.some(isCount),
    isTooMuch: isTooMuch(binding),
    isOwn: writes.every((write) => write.fn === found.fn),
    isStraight: writes.every(
      (write, index) => !isRepeated(write, binding) && write.span.end >= (writes[index - 1]?.span.end ?? 0),
    ),
  };
  written.set(found.binding, all);
  return all;
}

function isTooMuch({ writes }: Binding): boolean {
  const isAdded = ({ operator, path }: BindingWrite): boolean =>
    path.length > 0 || operator === 'push' || operator === 'open';
  const branches = writes.filter((write) => write.isConditional === true && !isAdded(write));
  return writes.length > MOST_WRITES || branches.length > MOST_BRANCHES;
}

/** Functions that an array calls for each of its elements are as loops where they stand. */
function inTurns(linker: Linker, { binding, fn }: FoundBinding, file: string): Binding {
  if (binding.writes.every((write) => write.fn === fn)) return binding;
  const facts = linker.files.facts(file);
  const writes = binding.writes.map((write): BindingWrite => {
    const around = facts && callbackOf(facts, write.fn);
    if (around === undefined || around.outer !== fn) return write;
    if (around.method !== 'forEach' && around.method !== 'map') return write;
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

export const isBefore = (write: BindingWrite, use: Span): boolean => write.span.end <= use.start;

/** Whether a write may have happened when the value is used at `use`. */
export function reaches(write: BindingWrite, use: Span, binding: Binding): boolean {
  return (
    isBefore(write, use) ||
    (!contains(write.span, use) && turns(write, binding).some((loop) => contains(loop, use)))
  );
}

/** Whether a write may happen several times to the same variable. */
export function isRepeated(write: BindingWrite, binding: Binding): boolean {
  return turns(write, binding).length > 0;
}

/** The loops around a write that do not make the variable anew in every turn. */
function turns(write: BindingWrite, binding: Binding): readonly Span[] {
  return write.loops.filter((loop) => !contains(loop, binding.span));
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
