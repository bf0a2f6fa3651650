import type { ListedAt, Place } from '../../../core/text/segments.ts';
import type { Activation, Target } from '../activation.ts';
import { type Guard, type Guards, NEVER } from '../conditions/guards.ts';
import type { Answer } from './marks.ts';
import type { Value } from '../values/values.ts';
import type { Demanded, RowsState } from './results.ts';

/** One turn of a loop through entities, or one call of a function for one of them: what it does, and what it asks before. */
export interface Turn {
  readonly of: Answer;
  readonly about: Value;
  /** The entities that it is about. */
  readonly entities: ReadonlySet<number>;
  readonly activation: Activation;
  /** Names and objects of a smaller number are older than the turn. */
  readonly first: number;
  /** Loops that run around what stands in the turn itself. */
  readonly loops: number;
  readonly entered: Guard;
  /** Of a loop what `break` leaves. */
  readonly target?: Target | undefined;
  /** When it does something that is seen outside of it, and when it only counts, or logs. */
  acted: Guard;
  counted: Guard;
  logged: Guard;
  /** What it counts with. */
  readonly counters: Set<number>;
  /** When it puts something of the entity into an array. */
  kept: Guard;
  readonly asked: Asked[];
  readonly tests: Tested[];
  readonly leaves: Leave[];
  /** What catches what is thrown in it, of as many as were there before it began. */
  readonly handlers: number;
  /** When something is thrown that is caught outside of it. */
  thrown: Guard;
  /** The arrays that begin with something of the entity. */
  readonly begun: Set<number>;
  /** What had been done to the array that its loop goes through. */
  readonly ofRows: RowsState;
  /** Too many conditions were made to tell anything of it. */
  isLost: boolean;
}

/** What a loop has turns for, as far as they were run. */
export interface Through {
  /** The calls of list queries for whose entities it has one each, or for something that is made of one. */
  readonly lists: ListedAt[];
  /** It has some for anything else. */
  isOfOthers: boolean;
}

/** Where the code decides: an `if`, or what stands before `&&`. */
interface Tested {
  readonly place: Place;
  readonly reached: Guard;
  readonly guard: Guard;
  /** What was asked by then. */
  readonly asked: number;
}

/** A `break` or `return` out of the loop. */
interface Leave {
  readonly place: Place;
  readonly guard: Guard;
  /** Whether it ends the loop around that one, too. */
  readonly isReturn: boolean;
}

/** A question that a turn asks of the entity that it is about, or of how many there were. */
export interface Asked {
  readonly guard: Guard;
  readonly place: Place;
  /** What it demands of an entity for which it holds, or of one for which it does not; undefined for what the service has no word for. */
  readonly condition: (holds: boolean) => Demanded | undefined;
  /** It asks of what kind a value is. */
  readonly isOfKind?: boolean;
  /** It asks whether there are so many by now; `most` where that is a constant. */
  readonly isCount?: { readonly most: number | undefined };
}

/** Whoever runs turns: every machine does. */
export interface TurnRunner {
  readonly guards: Guards;
  readonly turns: Turn[];
  readonly reached: Guard;
  readonly activation: Activation;
  readonly handlers: readonly unknown[];
  minor: Minor | undefined;
}

/** What is done that changes nothing but a number, or a log. */
export type Minor = 'count' | 'log';

/** Conditions that are left to the rest of a run: turns take none of those. */
const LEAST_LEFT = 3_000;

/** Whether so many conditions were made that nothing more is told of turns. */
export function isFull({ guards }: TurnRunner): boolean {
  return guards.left() < LEAST_LEFT;
}

/** Notes that something is done here that is seen outside of turns; `place` is the name or object that it is done to. */
export function noteAct(machine: TurnRunner, place = -1): void {
  if (machine.turns.length === 0 || machine.reached === NEVER) return;
  const { or } = machine.guards;
  for (const turn of machine.turns) {
    if (place >= turn.first || turn.isLost) continue;
    if (isFull(machine)) turn.isLost = true;
    else if (machine.minor === 'log') turn.logged = or(turn.logged, machine.reached);
    else if (machine.minor === 'count') {
      turn.counted = or(turn.counted, machine.reached);
      turn.counters.add(place);
    } else turn.acted = or(turn.acted, machine.reached);
  }
}

/** Does something of which no more is noted than that. */
export function minorly<T>(machine: TurnRunner, minor: Minor, work: () => T): T {
  const before = machine.minor;
  machine.minor ??= minor;
  const result = work();
  machine.minor = before;
  return result;
}

/** Runs what decides, and notes it: what was decided on the way is a part of that. */
export function testing(machine: TurnRunner, place: Place, test: () => Guard): Guard {
  const { turns } = machine;
  if (turns.length === 0) return test();
  const before = turns.map(({ tests }) => tests.length);
  const { reached } = machine;
  const guard = test();
  turns.forEach((turn, index) => {
    turn.tests.length = before[index] ?? 0;
    turn.tests.push({ place, reached, guard, asked: turn.asked.length });
  });
  return guard;
}

/** Notes a `break` out of `target`, or a `return`. */
export function noteLeave(machine: TurnRunner, place: Place, target: Target | undefined): void {
  const { activation, guards } = machine;
  const index = target === undefined ? -1 : activation.targets.indexOf(target);
  for (const turn of machine.turns) {
    if (turn.activation !== activation || turn.target === undefined) continue;
    if (activation.targets.indexOf(turn.target) < index) continue;
    turn.acted = guards.or(turn.acted, machine.reached);
    turn.leaves.push({ place, guard: machine.reached, isReturn: target !== turn.target });
  }
}

/** Notes that something is thrown on the ways of `guard`, to the innermost that catches it. */
export function noteThrown({ turns, handlers, guards }: TurnRunner, guard: Guard): void {
  for (const turn of turns) if (handlers.length <= turn.handlers) turn.thrown = guards.or(turn.thrown, guard);
}

/** Equal for the same place. */
export function keyOf({ file, span }: Place): string {
  return `${span.start} ${span.end} ${file}`;
}
