import { forgetChanged } from './code/forget.ts';
import { makerOf } from '../link/calls/types.ts';
import type { TypeRef } from '../syntax/facts/expr.ts';
import { ALWAYS } from './conditions/guards.ts';
import { escape } from './entities/answers.ts';
import { isGivenUp, newMachine, parametersOf, type World } from './interpreter.ts';
import { casesOf, type Machine, unknownOf } from './machine.ts';
import { forgetFields, originOf } from './some-instance.ts';
import type { Atom, Frame, FunctionAtom, Value } from './values/values.ts';

/**
 * What callers that are not seen get from the function that a type names, `ReturnType<typeof makeStore>`: its functions, clients and
 * instances, whenever it was called. Anything else in it may be of another call. Undefined where it gives none of these.
 */
export function someResult(world: World, machine: Machine, type: TypeRef, file: string): Value | undefined {
  const maker = makerOf(machine.linker, type, file);
  const fn = maker && world.files.facts(maker.file)?.functions[maker.fn];
  const module = maker && machine.run.moduleOf(machine, maker.file);
  const root = fn && module?.program.roots.find((one) => one.fn.span.start === fn.span.start);
  const target = root && world.shared.closures.get(root.fn);
  if (target === undefined || maker === undefined) return undefined;
  const files = [...new Set([maker.file, type.file ?? file, file])];
  const isElsewhere = (one: string): boolean => {
    const key = `${maker.fn} ${maker.file}\n${one}`;
    const known = world.madeElsewhere.get(key) ?? isMadeElsewhere(machine, maker, one);
    world.madeElsewhere.set(key, known);
    return known;
  };
  if (files.some(isElsewhere)) return undefined;
  const value = resultOnce(world, target);
  return value !== undefined && isChangedIn(machine, value, files) ? undefined : value;
}

/** Whether a file has something else of the type: a function that says that it gives it, or a class that says that it is it. */
function isMadeElsewhere({ linker, files }: Machine, maker: Maker, file: string): boolean {
  const { functions = [], classes = [] } = files.facts(file) ?? {};
  const isIt = (type: TypeRef): boolean => {
    const other = makerOf(linker, type, file);
    return other?.file === maker.file && other.fn === maker.fn;
  };
  const isOther = (id: number): boolean => file !== maker.file || id !== maker.fn;
  return (
    functions.some(({ id, returnType }) => returnType !== undefined && isOther(id) && isIt(returnType)) ||
    classes.some((one) => one.implements?.some(isIt) === true)
  );
}

type Maker = NonNullable<ReturnType<typeof makerOf>>;

/** Whether one of the files puts something else in the place of a member. */
function isChangedIn(machine: Machine, value: Value, files: readonly string[]): boolean {
  if (value.kind !== 'object') return false;
  // what has methods that change it stays what it is
  const names = [...machine.store.object(value.id).properties].flatMap(([name, { kind }]) =>
    kind === 'object' ? [] : [name],
  );
  return files.some((file) => {
    const written = machine.run.moduleOf(machine, file)?.program.written;
    return names.some((name) => written?.has(name) === true);
  });
}

function resultOnce(world: World, target: FunctionAtom): Value | undefined {
  const known = world.results.get(target.fn);
  if (known !== undefined) return known.value;
  if (world.results.size >= MOST_RESULTS) return undefined;
  // while it runs its own type says nothing
  const result: { value?: Value | undefined } = {};
  world.results.set(target.fn, result);
  result.value = resultOf(newMachine(world, world.base), target, world.counter.next);
  world.guards.renew();
  return result.value;
}

/** Functions that are run for the types of their results, in one reading of a file. */
const MOST_RESULTS = 50;

/** Objects from `first` on are made here: others are of the module, which has them as whoever imports them sees them. */
function resultOf(machine: Machine, target: FunctionAtom, first: number): Value | undefined {
  const { file, fn } = target;
  try {
    const args = parametersOf(machine, fn, file, originOf(machine, file, fn));
    const at = { file, span: fn.span, nameStart: -1, isNew: false };
    const value = machine.run.enter(machine, target, args, undefined, at);
    if (machine.lost.length > 0) return undefined;
    machine.reached = ALWAYS;
    escape(machine, value);
    for (const { frame } of machine.made) {
      forgetChanged(machine, frame);
      forgetChoices(machine, frame);
    }
    const [only, ...others] = casesOf(machine, value).filter((one) => one.value.kind !== 'nothing');
    return only === undefined || others.length > 0
      ? undefined
      : handedOut({ machine, first }, only.value, DEEPEST);
  } catch (error) {
    if (isGivenUp(error)) return undefined;
    throw error;
  }
}

/** What the names around a closure hold depends on the call that made it: of several values nobody knows which one it is. */
function forgetChoices(machine: Machine, frame: Frame | undefined): void {
  for (let at = frame; at?.parent !== undefined; at = at.parent) {
    const { first, scope } = at;
    scope.names.forEach((name, index) => {
      const place = first + index;
      const value = machine.store.get(place);
      if (value?.kind === 'choice' && !value.cases.every((one) => KEPT.has(one.value.kind)))
        machine.store.set(place, unknownOf(machine, 'too-complex', { name }));
    });
  }
}

const KEPT: ReadonlySet<Atom['kind']> = new Set(['function', 'client', 'class', 'object', 'nothing']);

/** Objects in objects that a function gives: `{ repositories: { orders } }`. */
const DEEPEST = 3;

interface Call {
  readonly machine: Machine;
  readonly first: number;
}

/** A value of which all is forgotten that another call may give otherwise; undefined where nothing is left. */
function handedOut(call: Call, atom: Atom, depth: number): Atom | undefined {
  const { machine, first } = call;
  if (atom.kind === 'function' || atom.kind === 'client' || atom.kind === 'class') return atom;
  if (atom.kind !== 'object' || depth === 0 || machine.store.object(atom.id).kind !== 'object')
    return undefined;
  if (atom.id < first) return atom;
  const state = machine.store.change(atom.id);
  if (state.cls !== undefined) {
    forgetFields(machine, atom, state.cls, undefined);
    return atom;
  }
  let isAny = false;
  for (const [name, value] of state.properties) {
    const kept = value.kind === 'choice' ? undefined : handedOut(call, value, depth - 1);
    isAny ||= kept !== undefined;
    state.properties.set(name, kept ?? unknownOf(machine, 'parameter', { name }));
  }
  state.open ??= { why: 'parameter', file: '' };
  return isAny ? atom : undefined;
}
