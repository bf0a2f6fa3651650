import { markOf } from '../entities/answers.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Handler } from '../activation.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import {
  type CallPlace,
  casesOf,
  decide,
  either,
  type Machine,
  mayThrow,
  onWays,
  unknownOf,
} from '../machine.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';

/** A promise that was made elsewhere, and is waited for here, may be rejected here, where somebody catches that. */
export function mayReject(machine: Machine, promise: Value, at: Place): void {
  const { and, not, or } = machine.guards;
  const before = machine.reached;
  const cases = casesOf(machine, promise).filter(({ value }) => isPromise(value));
  const where = cases.reduce((all, { guard }) => or(all, guard), NEVER);
  if (where === NEVER) return;
  mayThrow(machine, at, where);
  const rejected = and(before, not(machine.reached));
  for (const { guard, value } of cases) {
    const mark = markOf(machine, value);
    if (mark?.kind === 'entity' && mark.of.isOne)
      mark.of.rejected = or(mark.of.rejected, and(guard, rejected));
  }
}

/** Whether a call asks what is called in it for its error: `load(id).catch(…)`, `load(id).then(use, …)`. */
function asksForError({ callee, args }: Call): boolean {
  return callee.kind === 'member' && (callee.name === 'catch' || (callee.name === 'then' && args.length > 1));
}

/** Runs a call: where it asks for the error of the one that it is a method of, what that throws is one. */
export function withError<T>(machine: Machine, call: Call, run: () => T): T {
  const asked = asksForError(call) ? stepsBefore(call) : [];
  const { rejected } = machine;
  const before = asked.map((one) => rejected.get(one));
  for (const one of asked) rejected.set(one, NEVER);
  const made = run();
  asked.forEach((one, index) => {
    const was = before[index];
    if (was === undefined) rejected.delete(one);
    else rejected.set(one, was);
  });
  return made;
}

/** `load(id).then(use)` and `load(id)` of `load(id).then(use).catch(…)`: an error of one passes through those behind it. */
function stepsBefore({ callee }: Call): readonly Call[] {
  const before = callee.kind === 'member' ? callee.object : undefined;
  if (before?.kind !== 'call') return [];
  const isStep = before.callee.kind === 'member' && STEPS.has(before.callee.name) && !asksForError(before);
  return isStep ? [before, ...stepsBefore(before)] : [before];
}

const STEPS: ReadonlySet<string> = new Set(['then', 'finally']);

type Call = Extract<Expression, { kind: 'call' }>;

/** Runs the body of an async function; of one whose error somebody asks for at once, gives the ways on which it throws. */
export function thrownWithin(machine: Machine, call: Expression | undefined, run: () => void): Guard {
  if (call === undefined) {
    run();
    return NEVER;
  }
  // what others throw in it is told where it is asked for
  const handler: Handler = { thrown: NEVER, values: [], count: Infinity };
  machine.handlers.push(handler);
  run();
  machine.handlers.pop();
  addRejected(machine, call, handler.thrown);
  return handler.thrown;
}

function addRejected({ rejected, guards }: Machine, call: Expression, ways: Guard): void {
  rejected.set(call, guards.or(rejected.get(call) ?? NEVER, ways));
}

/** The ways on which the promise that a method is called on is rejected, as far as a function that is seen throws. */
function rejectedBefore({ rejected }: Machine, { code }: CallPlace): Guard {
  return code?.callee.kind === 'member' ? (rejected.get(code.callee.object) ?? NEVER) : NEVER;
}

/** What a step gives is rejected where what it is called on is. */
function passOn(machine: Machine, { code }: CallPlace, ways: Guard): void {
  if (code !== undefined && machine.rejected.has(code)) addRejected(machine, code, ways);
}

/** Whether a value may be a promise, and not what a function that was followed has given, which threw there if it did. */
function isPromise({ kind }: Atom): boolean {
  return kind === 'unknown' || kind === 'typed';
}

/** A promise is what it is of: that it must be waited for does not matter here. */
export function ofPromise(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  if (name !== 'then' && name !== 'catch' && name !== 'finally') return undefined;
  if (receiver.kind === 'module' || receiver.kind === 'class') return undefined;
  const [first = UNDEFINED] = args;
  const { not, or } = machine.guards;
  const rejected = rejectedBefore(machine, at);
  if (name === 'then' && args.length < 2) {
    const given = onWays(machine, not(rejected), () => machine.run.call(machine, first, [receiver], at));
    passOn(machine, at, rejected);
    return either(machine, rejected, UNDEFINED, given ?? UNDEFINED);
  }
  if (name === 'finally') {
    machine.run.call(machine, first, [], at);
    passOn(machine, at, rejected);
    return receiver;
  }
  const [onValue, onError] = name === 'then' ? [args[0], args[1] ?? UNDEFINED] : [undefined, first];
  const throws = or(rejected, decide(machine, { kind: 'throws', file: at.file, span: at.span }));
  const mark = markOf(machine, receiver);
  if (mark?.kind === 'entity' && mark.of.isOne) mark.of.rejected = or(mark.of.rejected, throws);
  const instead = onWays(machine, throws, () =>
    machine.run.call(machine, onError, [unknownOf(machine, 'not-supported')], at),
  );
  const value =
    onValue === undefined
      ? receiver
      : onWays(machine, not(throws), () => machine.run.call(machine, onValue, [receiver], at));
  return either(machine, throws, instead ?? UNDEFINED, value ?? UNDEFINED);
}
