import { casesOf, type Machine } from '../machine.ts';
import type { Atom, Value } from '../values/values.ts';
import { markOf } from './answers.ts';
import { type Answer, type Mark } from './marks.ts';
import { sourcesWithin } from './sources.ts';

/** The answer of which a value is an entity, a property of one, or an object that is made of one. */
export function madeOf(machine: Machine, value: Value): Answer | undefined {
  let found: Answer | undefined;
  for (const { value: atom } of casesOf(machine, value)) {
    if (atom.kind === 'nothing') continue;
    const of = madeOfAtom(machine, atom);
    if (of === undefined || (found !== undefined && of !== found)) return undefined;
    found = of;
  }
  return found;
}

function madeOfAtom(machine: Machine, atom: Atom): Answer | undefined {
  const own = markOf(machine, atom);
  if (own !== undefined) return isOfOne(own) ? own.of : undefined;
  if (atom.kind !== 'object') return undefined;
  const { kind, properties, open } = machine.store.object(atom.id);
  if (kind !== 'object') return undefined;
  if (open?.some !== undefined && isOfOne(open.some)) return open.some.of;
  for (const value of properties.values()) {
    for (const one of casesOf(machine, value)) {
      const mark = markOf(machine, one.value);
      if (mark !== undefined && isOfOne(mark)) return mark.of;
    }
  }
  return undefined;
}

/** Whether it is an entity, or something of one. */
function isOfOne({ kind }: Mark): boolean {
  return kind === 'entity' || kind === 'property' || kind === 'key' || kind === 'derived';
}

/** Which entities those are. */
export function entitiesIn(machine: Machine, value: Value): ReadonlySet<number> {
  return new Set(sourcesWithin(machine, [value]).map(({ entity }) => entity));
}
