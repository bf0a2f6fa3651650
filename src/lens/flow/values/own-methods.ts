import type { Changer } from '../../syntax/program/program.ts';
import type { Store } from './store.ts';
import type { ClassAtom, Value } from './values.ts';

/** Whether instances of a class, or of one that it extends, have a member of a name. */
export function hasMember(cls: ClassAtom, name: string): boolean {
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of))
    if (of.cls.named.get(name)?.some(({ isStatic }) => !isStatic) === true) return true;
  return false;
}

/** The class that a class extends, where its code is seen. */
export function baseOf({ base }: ClassAtom): ClassAtom | undefined {
  return base?.kind === 'class' ? base : undefined;
}

/**
 * Whether what changes a value are methods of its own class, none of which assigns a field: `store.delete(id)` of a store that deletes a row
 * leaves the store as it is.
 */
export function isLeftBy(store: Store, value: Value, by: ReadonlySet<Changer>): boolean {
  const cls = value.kind === 'object' ? store.object(value.id).cls : undefined;
  if (cls === undefined) return false;
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of))
    if (of.cls.changed.size > 0) return false;
  return [...by].every((method) => method !== undefined && hasMember(cls, method));
}
