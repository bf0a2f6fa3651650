import { casesOf, type Machine, type Observation, unknownOf } from './machine.ts';
import type { ClassCode, Expression, FunctionCode, Root } from '../syntax/program/program.ts';
import type { Span } from '../../core/text/span.ts';
import { isBased, memberOf, originOf, someInstance } from './some-instance.ts';
import { isGivenUp, newMachine, parametersOf, renew, storeAbove, type World } from './interpreter.ts';
import { type Atom, type ClassAtom, type FunctionAtom, UNDEFINED, type Value } from './values/values.ts';
import { valueOf } from './values/symbols.ts';
import { escape } from './entities/answers.ts';
import { spanOf } from './code/patterns.ts';
import { noteGiven } from './values/sizes.ts';
import { isStream } from './code/outside.ts';
import { ALWAYS } from './conditions/guards.ts';
import { forgetChanged } from './code/forget.ts';

/** Runs a function, and the closures that it makes; those of these that were given up, or undefined where it was itself. */
export function runRoot(
  machine: Machine,
  file: string,
  { fn, cls, isStatic }: Root,
  isWide: boolean,
): readonly Span[] | undefined {
  const made = cls && machine.classes.get(cls);
  const target =
    cls === undefined ? machine.closures.get(fn) : made && memberOf(machine, fn, made, isStatic, file);
  if (target === undefined) return [];
  return runItself(machine, target) ? runLater(machine, file, isWide) : undefined;
}

/** Runs a method for some instance of a class that inherits it; what it saw, or undefined where that is not all. */
export function runInHeir(
  world: World,
  heir: { readonly file: string; readonly start: number },
  file: string,
  { fn, cls }: Root,
): readonly Observation[] | undefined {
  const machine = newMachine(world, storeAbove(world));
  const home = cls && machine.classes.get(cls);
  const own = [...machine.classes.values()].find(
    (one) => one.file === heir.file && one.cls.span.start === heir.start,
  );
  if (home === undefined || own === undefined || !isBased(own, home)) return undefined;
  try {
    const self = someInstance(machine, own, heir.file, undefined);
    const given = givenToHeir(machine, fn, file, own);
    const isWhole = runItself(machine, { kind: 'function', file, fn, frame: home.frame, self, home }, given);
    return isWhole && machine.lost.length === 0 ? machine.observed : undefined;
  } catch (error) {
    if (isGivenUp(error)) return undefined;
    throw error;
  }
}

/** What a method is given for a class that inherits it: where it takes what the class leaves open, what the methods of that are given. */
function givenToHeir(machine: Machine, fn: FunctionCode, file: string, heir: ClassAtom): readonly Value[] {
  const types = heir.cls.members.flatMap((member) =>
    member.isStatic ? [] : ((member.fn ?? functionIn(member.init))?.parameters[0]?.type ?? []),
  );
  const [type] = types.filter(({ name }) => !SCALARS.has(name));
  return givenTo(machine, fn, file).map((value, index) => {
    const parameter = fn.parameters[index];
    const isOpen = parameter?.type !== undefined && TYPE_PARAMETER.test(parameter.type.name);
    if (!isOpen || type === undefined) return value;
    return valueOf(machine, {
      type,
      file: heir.file,
      name: parameter.name,
      given: originOf(machine, file, fn),
    });
  });
}

function functionIn(init: Expression | undefined): FunctionCode | undefined {
  return init?.kind === 'function' ? init.fn : undefined;
}

/** `T`, `TItem`: as everybody calls the parameters of types. */
const TYPE_PARAMETER = /^[A-Z]$|^T[A-Z]/;

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'Date']);

/** Runs a function as somebody calls it who is not seen; whether it came to its end. */
function runItself(machine: Machine, target: FunctionAtom, values?: readonly Value[]): boolean {
  const { file, fn } = target;
  const at = { file, span: fn.span, nameStart: -1, isNew: false };
  renew(machine);
  const given = values ?? givenTo(machine, fn, file, isOfStream(machine, target));
  const self = target.self ?? unknownOf(machine, 'parameter', { name: 'this' });
  const value = machine.run.enter(machine, target, given, self, at);
  noteHandedOut(machine, value);
  escape(machine, value, self);
  return !machine.lost.some((calls) => calls.length === 1 && calls[0] === at);
}

/** Notes the functions that callers get: `return { get, set }`. */
function noteHandedOut(machine: Machine, value: Value): void {
  const note = (atom: Atom): void => {
    if (atom.kind === 'function') machine.handedOut.add(atom.fn);
  };
  for (const { value: atom } of casesOf(machine, value)) {
    note(atom);
    if (atom.kind !== 'object') continue;
    for (const property of machine.store.object(atom.id).properties.values())
      for (const one of casesOf(machine, property)) note(one.value);
  }
}

/**
 * What a function is given by callers that are not seen, who bring as much as they like; `ofStream`: what comes through a stream, of which
 * each is as large as whoever puts it in makes it.
 */
function givenTo(machine: Machine, fn: FunctionCode, file: string, ofStream = false): readonly Value[] {
  const values = parametersOf(machine, fn, file, originOf(machine, file, fn));
  fn.parameters.forEach(({ pattern }, index) => {
    const place = { file, span: spanOf(pattern) ?? fn.span };
    const by = ofStream ? {} : { by: 'caller' as const };
    noteGiven(machine, values[index] ?? UNDEFINED, { ...by, inside: 'caller', place });
  });
  return values;
}

/** Whether a function is what a stream gives one chunk after the other: a method of its class, or one that it was made with. */
function isOfStream({ ofStreams }: Machine, { fn, home }: FunctionAtom): boolean {
  if (ofStreams.has(fn)) return true;
  const base = home?.base;
  if (base?.kind !== 'external' || !isStream(base)) return false;
  return ['_write', '_transform'].some((name) => home?.cls.named.get(name)?.some((one) => one.fn === fn));
}

/**
 * Closures that were made and not run may be run by anybody, at any time later, and where a call was given up that has come to them
 * all may: it might have run them in another way. Gives those of which not all is seen.
 */
function runLater(machine: Machine, file: string, isWide: boolean): readonly Span[] {
  const byThemselves = new Set<FunctionCode>();
  const isKept = (machine.run.moduleOf(machine, file)?.program.scope.changed.size ?? 0) > 0;
  const isAgain = (): boolean => machine.isStrayed || (isKept && machine.lost.length > 0);
  const ranBefore = new Set(machine.ran);
  // what callers get they call, too, whatever of it calls another
  const isLent = (fn: FunctionCode): boolean => machine.handedOut.has(fn) && !ranBefore.has(fn);
  const isToRun = (fn: FunctionCode): boolean =>
    (isWide || fn.isNear) && !byThemselves.has(fn) && (isAgain() || !machine.ran.has(fn) || isLent(fn));
  const isLeft = ({ file: of, fn }: FunctionAtom): boolean => of === file && isToRun(fn);
  const memberLeft = (): FunctionAtom | undefined => {
    for (const cls of machine.madeClasses.toReversed()) {
      const code = cls.file === file ? methodsOf(cls.cls).find(({ fn }) => isToRun(fn)) : undefined;
      const member = code && memberOf(machine, code.fn, cls, code.isStatic, file);
      if (member !== undefined) return member;
    }
    return undefined;
  };
  const unseen: Span[] = [];
  for (let count = 0; count < MOST_CLOSURES; count += 1) {
    const one = machine.made.findLast(isLeft) ?? memberLeft();
    if (one === undefined) return unseen;
    byThemselves.add(one.fn);
    machine.reached = ALWAYS;
    forgetChanged(machine, one.frame);
    if (!runItself(machine, one)) unseen.push(one.fn.span);
  }
  const members = machine.madeClasses.flatMap(({ file: of, cls }) =>
    of === file ? methodsOf(cls).flatMap(({ fn }) => (isToRun(fn) ? [fn.span] : [])) : [],
  );
  return [...unseen, ...machine.made.filter(isLeft).map(({ fn }) => fn.span), ...members];
}

/** The functions of a class that somebody may call who is not seen. */
function methodsOf({ construct, members }: ClassCode): readonly Pick<Root, 'fn' | 'isStatic'>[] {
  const methods = members.flatMap(({ fn, isStatic }) => (fn === undefined ? [] : [{ fn, isStatic }]));
  return construct === undefined ? methods : [...methods, { fn: construct }];
}

/** What a run made and left: nobody ran it, and nothing in it is near a table. */
export function leftBy({ made, madeClasses, ran }: Machine, file: string): readonly Span[] {
  const closures = made.flatMap((one) => (one.file === file ? [one.fn] : []));
  const methods = madeClasses.flatMap((one) => (one.file === file ? methodsOf(one.cls) : []));
  const all = new Set([...closures, ...methods.map(({ fn }) => fn)]);
  return [...all].flatMap((fn) => (fn.isNear || ran.has(fn) ? [] : [fn.span]));
}

/** Closures of one function that are run by themselves. */
const MOST_CLOSURES = 60;
