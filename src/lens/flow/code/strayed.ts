import type { CallPlace, Machine } from '../machine.ts';
import { casesOf } from '../machine.ts';
import type { Atom, FunctionAtom, Value } from '../values/values.ts';

/** How far into what a call is given functions are looked for. */
const DEPTH = 2;

/** Notes where the code of another file comes to functions of the file that is looked at: it may keep them, and run them later. */
export function noteLent(
  machine: Machine,
  target: FunctionAtom,
  args: readonly Value[],
  self: Value | undefined,
  { file: from }: CallPlace,
): void {
  const own = machine.calls[0]?.at.file;
  if (machine.isLent || own === undefined || (from === own) === (target.file === own)) return;
  machine.isLent = from !== own || hasOwn(machine, args, self, own);
}

/** Notes that a call was given up which may have run functions of the file that is looked at. */
export function noteStrayed(
  machine: Machine,
  target: FunctionAtom,
  args: readonly Value[],
  self: Value | undefined,
): void {
  const own = machine.calls[0]?.at.file;
  if (machine.isStrayed) return;
  machine.isStrayed =
    own === undefined || target.file === own || machine.isLent || hasOwn(machine, args, self, own);
}

function hasOwn(machine: Machine, args: readonly Value[], self: Value | undefined, own: string): boolean {
  return [...args, ...(self === undefined ? [] : [self])].some((value) =>
    hasFunction(machine, value, own, DEPTH),
  );
}

/** Whether a value is a function of a file, or has one: whoever is given it may run it. */
function hasFunction(machine: Machine, value: Value, file: string, depth: number): boolean {
  const isIt = (atom: Atom): boolean => {
    switch (atom.kind) {
      case 'function':
      case 'class':
        return atom.file === file;
      case 'object': {
        const { cls, getters, setters, properties, elements } = machine.store.object(atom.id);
        if (cls?.file === file || (cls?.base !== undefined && hasFunction(machine, cls.base, file, depth)))
          return true;
        if (depth === 0) return false;
        const inner = [...properties.values(), ...elements.map((one) => one.value)];
        return (
          inner.some((one) => hasFunction(machine, one, file, depth - 1)) ||
          [getters, setters].some((all) => [...(all?.values() ?? [])].some((one) => one.file === file))
        );
      }
      default:
        return false;
    }
  };
  return value.kind === 'choice' ? casesOf(machine, value).some((one) => isIt(one.value)) : isIt(value);
}
