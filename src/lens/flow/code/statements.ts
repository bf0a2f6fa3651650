import type { Place } from '../../../core/text/segments.ts';
import type { Statement } from '../../syntax/program/program.ts';
import { isListType } from '../../link/values/abstract.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Handler, Target } from '../activation.ts';
import { classOf, closureOf, fillStatics, newFrame } from './closures.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  casesOf,
  choose,
  each,
  either,
  type Env,
  goOn,
  type Machine,
  nextSymbol,
  step,
  throwHere,
  under,
  unknownOf,
  write,
} from '../machine.ts';
import { escape } from '../entities/answers.ts';
import { noteCompared } from '../entities/asked.ts';
import { loopThrough } from '../entities/loops.ts';
import { noteThrough } from '../entities/through.ts';
import { keyOf, noteAct, noteLeave, testing } from '../entities/turn.ts';
import { elementsOf, seenOf } from '../values/elements.ts';
import { exactly, type ListSize, UNKNOWN, type Loop } from '../values/list-size.ts';
import { assign } from './patterns.ts';
import { constantOf, inLoop, sizeOf } from '../values/sizes.ts';
import { positionsOf } from '../values/positions.ts';
import type { Element } from '../values/store.ts';
import { typeSeenFrom } from './type-arguments.ts';
import { piecedText } from '../values/pieced-text.ts';
import { castTo, listOf, memberPlace, openList } from '../values/symbols.ts';
import { noteBareError } from '../conditions/instance-of.ts';
import { equality, truthOf } from '../conditions/truth.ts';
import { type Atom, type Case, type Symbolic, UNDEFINED, type Value } from '../values/values.ts';

/** Runs statements in order, as far as they are reached. */
export function runAll(machine: Machine, statements: readonly Statement[], env: Env): void {
  for (const statement of statements) {
    if (machine.reached === NEVER) return;
    runStatement(machine, statement, env);
  }
}

function runStatement(machine: Machine, code: Statement, env: Env): void {
  step(machine);
  const { evaluate } = machine.run;
  switch (code.kind) {
    case 'expression':
      machine.dropped = code.expression;
      evaluate(machine, code.expression, env);
      break;
    case 'declare': {
      const value = code.init === undefined ? UNDEFINED : evaluate(machine, code.init, env);
      const type = code.type && typeSeenFrom(machine, code.type, env);
      const typed = type === undefined ? value : castTo(machine, value, type, env.file);
      assign(machine, code.pattern, typed, env);
      break;
    }
    case 'block':
      runAll(machine, code.body, inside(machine, code.scope, env));
      break;
    case 'function':
      write(machine, env.frame.first + code.index, closureOf(machine, code.fn, env));
      break;
    case 'class': {
      const cls = classOf(machine, code.cls, env);
      write(machine, env.frame.first + code.index, cls);
      fillStatics(machine, cls, env);
      break;
    }
    case 'if':
      runIf(machine, code, env);
      break;
    case 'for':
      runFor(machine, code, inside(machine, code.scope, env));
      break;
    case 'for-of':
      runForOf(machine, code, env);
      break;
    case 'switch':
      runSwitch(machine, code, env);
      break;
    case 'try':
      runTry(machine, code, env);
      break;
    case 'return': {
      const value = code.value === undefined ? UNDEFINED : evaluate(machine, code.value, env);
      noteLeave(machine, { file: env.file, span: code.span }, undefined);
      machine.activation.returns.push(...under(machine, value, machine.reached));
      machine.reached = NEVER;
      break;
    }
    case 'throw':
      runThrow(machine, machine.run.evaluate(machine, code.value, env), code.value.kind === 'new');
      break;
    case 'break':
    case 'continue':
      leave(machine, code, env);
      break;
    case 'labeled':
      runLabeled(machine, code, env);
      break;
  }
}

function inside(machine: Machine, scope: Extract<Statement, { kind: 'block' }>['scope'], env: Env): Env {
  return scope === undefined ? env : { ...env, frame: newFrame(machine, scope, env.frame) };
}

/** A chain of `else if` is gone through without recursion. */
function runIf(machine: Machine, first: Extract<Statement, { kind: 'if' }>, env: Env): void {
  const { and, or, not } = machine.guards;
  const entered = machine.reached;
  let done: Guard = NEVER;
  for (let next: Statement | undefined = first; next !== undefined && machine.reached !== NEVER;) {
    if (next.kind !== 'if') {
      runStatement(machine, next, env);
      break;
    }
    step(machine);
    const where = { file: env.file, span: next.test.span };
    const { test: asked } = next;
    const test = testing(machine, where, () =>
      truthOf(machine, machine.run.evaluate(machine, asked, env), where),
    );
    const before = machine.reached;
    goOn(machine, before, and(before, test));
    if (machine.reached !== NEVER) runStatement(machine, next.then, env);
    done = or(done, machine.reached);
    machine.reached = and(before, not(test));
    next = next.otherwise;
  }
  goOn(machine, entered, or(done, machine.reached));
}

function leave(
  machine: Machine,
  { kind, label, span }: Extract<Statement, { kind: 'break' | 'continue' }>,
  env: Env,
): void {
  const { targets } = machine.activation;
  const target = targets.findLast((one) =>
    label === undefined ? one.isLoop || (kind === 'break' && one.label === undefined) : one.label === label,
  );
  if (target !== undefined) {
    const { or } = machine.guards;
    if (kind === 'break' || target !== targets.findLast(({ isLoop }) => isLoop))
      noteLeave(machine, { file: env.file, span }, target);
    if (kind === 'break') target.broken = or(target.broken, machine.reached);
    else target.continued = or(target.continued, machine.reached);
  }
  machine.reached = NEVER;
}

function runLabeled(
  machine: Machine,
  { label, body }: Extract<Statement, { kind: 'labeled' }>,
  env: Env,
): void {
  const isLoop = body.kind === 'for' || body.kind === 'for-of';
  if (isLoop) {
    machine.labels.set(body, label);
    runStatement(machine, body, env);
    return;
  }
  within(machine, { label, isLoop: false, broken: NEVER, continued: NEVER }, () => {
    runStatement(machine, body, env);
  });
}

/** Runs something that `break` may leave. */
function within(machine: Machine, target: Target, work: () => void): void {
  const { targets } = machine.activation;
  const entered = machine.reached;
  targets.push(target);
  work();
  targets.pop();
  goOn(machine, entered, machine.guards.or(machine.reached, target.broken));
}

/** Turns of a loop that nothing seen decides: what happens in two of them happens in more. */
const TURNS = 2;

/** Turns of a loop that constants decide. */
const MOST_TURNS = 40;

function runFor(machine: Machine, code: Extract<Statement, { kind: 'for' }>, env: Env): void {
  runAll(machine, code.init, env);
  const place = { file: env.file, span: code.span };
  inLoop(machine, place, turnsOf(machine, code, env), (loop) => {
    runTurns(machine, code, env, loop);
    // what counts in other steps has one turn for several
    if (code.update !== undefined && code.update.kind !== 'update') machine.throughs.delete(keyOf(place));
  });
}

/** How many turns a loop has that counts from a constant up to another, or to the length of a list. */
function turnsOf(machine: Machine, { test, update }: ForCode, env: Env): ListSize {
  if (test?.kind !== 'binary' || update === undefined || !/^<=?$/.test(test.operator)) return UNKNOWN;
  const { left: counter, right: end } = test;
  const counted = update.kind === 'update' && update.isUp ? update.target : undefined;
  const isIts =
    counter.kind === 'local' &&
    counted?.kind === 'local' &&
    counted.index === counter.index &&
    counted.hops === counter.hops;
  if (!isIts || !/^(number|local|member)$/.test(end.kind)) return UNKNOWN;
  const { evaluate } = machine.run;
  const start = constantOf(evaluate(machine, counter, env));
  const to = evaluate(machine, end, env);
  const last = constantOf(to);
  const [first] = casesOf(machine, to);
  if (first?.value.kind === 'number' && first.value.lengthOf !== undefined)
    return start === 0 && test.operator === '<' ? sizeOf(machine, first.value.lengthOf) : UNKNOWN;
  if (start === undefined || last === undefined) return UNKNOWN;
  return exactly(Math.max(last - start + (test.operator === '<=' ? 1 : 0), 0), {
    file: env.file,
    span: end.span,
  });
}

type ForCode = Extract<Statement, { kind: 'for' }>;

function runTurns(machine: Machine, code: ForCode, env: Env, loop: Loop): void {
  const { and, or, not } = machine.guards;
  const target: Target = { label: machine.labels.get(code), isLoop: true, broken: NEVER, continued: NEVER };
  const isEndless = code.test === undefined || (code.test.kind === 'boolean' && code.test.value);
  let left: Guard = NEVER;
  let limited: Guard = NEVER;
  const numbers = new Set<number>();
  const entered = machine.reached;
  const outside = machine.store.allocate(0);
  machine.written.push(numbers);
  within(machine, target, () => {
    let [open, runs] = [0, 0];
    for (let turn = 0; machine.reached !== NEVER; turn += 1) {
      if (turn > 0 || !code.isLate) {
        const test = isEndless ? ALWAYS : testOf(machine, code, env);
        const goes = and(machine.reached, test);
        if (isEndless || (goes !== NEVER && goes !== machine.reached)) open += 1;
        left = or(left, and(machine.reached, not(test)));
        machine.reached = goes;
      }
      loop.more = open >= TURNS || turn >= MOST_TURNS - 1 ? ALWAYS : NEVER;
      // one without a test leaves itself in a turn that it has begun
      if (open > (isEndless ? TURNS + 1 : TURNS) || turn >= MOST_TURNS) {
        if (!isEndless) limited = machine.reached;
        machine.reached = NEVER;
        break;
      }
      if (machine.reached !== NEVER) runs += 1;
      beginTurn(machine, loop, turn, numbers, outside);
      runStatement(machine, code.body, env);
      machine.reached = or(machine.reached, target.continued);
      target.continued = NEVER;
      if (code.update !== undefined) machine.run.evaluate(machine, code.update, env);
    }
    if (runs <= 1) noteOneTurn(loop);
    goOn(machine, entered, or(machine.reached, or(left, limited)));
  });
  finishLoop(machine, numbers, limited, loop.place);
}

/** Notes which turn begins, and what names outside of the loop, whose places are below `outside`, have from those before it. */
function beginTurn(
  machine: Machine,
  loop: Loop,
  turn: number,
  written: ReadonlySet<number>,
  outside: number,
): void {
  loop.turn = turn;
  const carried = new Set<number | object>();
  for (const place of written) {
    const value = place > 0 && place < outside ? machine.store.get(place) : undefined;
    for (const { value: atom } of value === undefined ? [] : casesOf(machine, value)) {
      if (atom.kind === 'text') carried.add(atom);
      else if ('symbol' in atom) carried.add(atom.symbol);
    }
  }
  loop.carried = carried;
}

/** A loop that nothing leads into a second turn: what runs in the first leaves it, or there is no other. */
function noteOneTurn(loop: Loop): void {
  if (loop.size.kind !== 'most' || loop.size.count > 1) loop.size = exactly(1);
}

function testOf(machine: Machine, { test }: ForCode, env: Env): Guard {
  if (test === undefined) return ALWAYS;
  const where = { file: env.file, span: test.span };
  return truthOf(machine, machine.run.evaluate(machine, test, { ...env, isLoopTest: true }), where);
}

/** What a loop counted, or put together, is not known where it may have had more turns than were run. */
function finishLoop(machine: Machine, numbers: ReadonlySet<number>, more: Guard, loop: Place): void {
  machine.written.pop();
  const outer = machine.written.at(-1);
  for (const place of numbers) outer?.add(place);
  if (more === NEVER) return;
  for (const place of numbers) {
    const value = machine.store.get(place);
    const pieced = value && piecedText(machine, value, loop);
    if (pieced !== undefined) {
      machine.store.set(place, pieced);
      continue;
    }
    const counted = value && counters(machine, value);
    if (value !== undefined && counted !== value)
      machine.store.set(place, either(machine, more, counted ?? value, value));
  }
}

/** A name of the loop's own has a value only where the loop had turns, which says nothing of where the code goes on. */
function counters(machine: Machine, value: Value): Value {
  if (value.kind !== 'choice') return counter(machine, value);
  const cases = value.cases.map((one): Case => ({ ...one, value: counter(machine, one.value) }));
  return cases.some((one, index) => one.value !== value.cases[index]?.value) ? choose(machine, cases) : value;
}

function counter(machine: Machine, atom: Atom): Atom {
  if (atom.kind !== 'number' || typeof atom.number.constant !== 'number') return atom;
  const { constant, ...number } = atom.number;
  return {
    kind: 'number',
    number: { ...number, origin: { kind: 'counter' } },
    least: constant,
    symbol: nextSymbol(machine),
  };
}

function runForOf(machine: Machine, code: Extract<Statement, { kind: 'for-of' }>, env: Env): void {
  const through = machine.run.evaluate(machine, code.of, env);
  const place = { file: env.file, span: code.span };
  const { and, or, not } = machine.guards;
  const target: Target = { label: machine.labels.get(code), isLoop: true, broken: NEVER, continued: NEVER };
  const numbers = new Set<number>();
  const outside = machine.store.allocate(0);
  machine.written.push(numbers);
  let more: Guard = NEVER;
  within(machine, target, () => {
    each(machine, through, (atom) => {
      const { elements, grown } = code.isIn ? namesOf(machine, atom) : elementsOf(machine, atom);
      more = or(more, and(machine.reached, grown));
      const turns = elements.slice(0, MOST_TURNS);
      escape(machine, ...elements.slice(MOST_TURNS).map(({ value }) => value));
      inLoop(machine, place, code.isIn ? UNKNOWN : sizeOf(machine, atom), (loop) => {
        const results = loopThrough(
          machine,
          atom,
          place,
          target,
          code.target.kind === 'array-pattern',
          leftAt(code.body, env.file),
        );
        noteThrough(machine, loop.place, turns);
        const first = turns.find(({ guard }) => and(machine.reached, guard) !== NEVER);
        let isOne = grown === NEVER || turns.length > 1;
        for (const [index, element] of turns.entries()) {
          beginTurn(machine, loop, index, numbers, outside);
          if (machine.reached === NEVER) break;
          if (element === turns.at(-1)) loop.more = turns.length < elements.length ? ALWAYS : grown;
          const before = machine.reached;
          const passed = and(before, not(element.guard));
          machine.reached = and(machine.reached, element.guard);
          if (machine.reached !== NEVER) {
            if (element !== first) isOne = false;
            const turn = results.begin(element.value);
            const here = inside(machine, code.scope, env);
            assign(machine, code.target, element.value, here);
            runStatement(machine, code.body, here);
            machine.reached = or(machine.reached, target.continued);
            target.continued = NEVER;
            results.end(turn);
          }
          goOn(machine, before, or(machine.reached, passed));
        }
        results.finish();
        if (isOne) noteOneTurn(loop);
      });
      return UNDEFINED;
    });
  });
  finishLoop(machine, numbers, more, place);
}

/** Where a loop's body ends with a `break` or `return` that every turn comes to which nothing ends before: its first is its last. */
function leftAt(body: Statement, file: string): Place | undefined {
  const last = body.kind === 'block' ? body.body.at(-1) : body;
  if (last?.kind === 'block') return continuesIn(body) ? undefined : leftAt(last, file);
  const isLeft = last?.kind === 'return' || (last?.kind === 'break' && last.label === undefined);
  return isLeft && !continuesIn(body) ? { file, span: last.span } : undefined;
}

/** Whether something in a body may begin another turn: `continue`, also one with a label. */
function continuesIn(statement: Statement | undefined): boolean {
  switch (statement?.kind) {
    case 'continue':
      return true;
    case 'block':
      return statement.body.some(continuesIn);
    case 'if':
      return continuesIn(statement.then) || continuesIn(statement.otherwise);
    case 'for':
    case 'for-of':
    case 'labeled':
      return continuesIn(statement.body);
    case 'switch':
      return statement.clauses.some(({ body }) => body.some(continuesIn));
    case 'try':
      return [statement.body, statement.handler?.body, statement.last].some(continuesIn);
    default:
      return false;
  }
}

/** The names of an object's properties, for `for … in`. */
function namesOf(
  machine: Machine,
  atom: Atom,
): { readonly elements: readonly Element[]; readonly grown: Guard } {
  const through = isGoneThrough(machine, atom) ? listOf(machine, atom) : atom;
  const state = through.kind === 'object' ? machine.store.object(through.id) : undefined;
  // whoever knows the names reads what has them
  escape(machine, atom);
  if (state?.kind === 'array' && state.open === undefined && state.grown === NEVER) {
    const positions = positionsOf(machine, state.elements, true);
    const elements = state.elements.map(({ guard }, index): Element => {
      const name = each(machine, positions[index] ?? UNDEFINED, (one) => {
        const number = one.kind === 'number' ? one.number.constant : undefined;
        return number === undefined ? someName(machine) : textOfName(String(number));
      });
      return { value: name, guard };
    });
    return { elements, grown: NEVER };
  }
  // there are as many as there are elements
  if (state?.kind === 'array' && state.open === undefined) {
    const elements = state.elements.map(({ guard }): Element => ({ value: someName(machine), guard }));
    return { elements, grown: state.grown };
  }
  if (state?.kind !== 'object' || state.open !== undefined)
    return seenOf(machine, openList(machine, TEXTS, '', undefined, undefined));
  const elements = [...state.properties].map(([name, value]): Element => {
    const isThere = casesOf(machine, value).reduce(
      (all, { guard, value: one }) =>
        one.kind === 'nothing' && one.isAbsent === true ? all : machine.guards.or(all, guard),
      NEVER,
    );
    return { value: textOfName(name), guard: isThere };
  });
  return { elements, grown: NEVER };
}

/** Whether a value is a list by its type, or was asked for its length. */
function isGoneThrough(machine: Machine, atom: Atom): atom is Symbolic {
  if (atom.kind === 'typed') return isListType(atom.type);
  return atom.kind === 'unknown' && machine.store.get(memberPlace(machine, atom, 'length')) !== undefined;
}

const TEXTS: TypeRef = { name: 'Array', args: [{ name: 'string', args: [] }] };

function someName(machine: Machine): Atom {
  return unknownOf(machine, 'property', { is: 'string' });
}

function textOfName(text: string): Atom {
  const place = { file: '', span: { start: 0, end: 0 } };
  return { kind: 'text', segments: [{ kind: 'literal', text, place, whole: true }], form: 'literal' };
}

function runSwitch(machine: Machine, code: Extract<Statement, { kind: 'switch' }>, env: Env): void {
  const subject = machine.run.evaluate(machine, code.subject, env);
  const here = inside(machine, code.scope, env);
  runAll(machine, code.hoisted, here);
  const { and, or, not } = machine.guards;
  let rest = machine.reached;
  const entries: Guard[] = code.clauses.map(({ test }) => {
    if (test === undefined || rest === NEVER) return NEVER;
    const where = { file: env.file, span: test.span };
    const to = machine.run.evaluate(machine, test, here);
    const isIt = equality(machine, subject, to, false, where);
    noteCompared(machine, '===', [subject, to], isIt, [where, where], where);
    const entry = and(rest, isIt);
    rest = and(rest, not(isIt));
    return entry;
  });
  const hasDefault = code.clauses.some(({ test }) => test === undefined);
  within(machine, { isLoop: false, broken: NEVER, continued: NEVER }, () => {
    machine.reached = NEVER;
    code.clauses.forEach(({ test, body }, index) => {
      machine.reached = or(machine.reached, test === undefined ? rest : (entries[index] ?? NEVER));
      runAll(machine, body, here);
    });
    if (!hasDefault) machine.reached = or(machine.reached, rest);
  });
}

function runThrow(machine: Machine, value: Value, isNew: boolean): void {
  escape(machine, value);
  noteAct(machine);
  const { and } = machine.guards;
  for (const { guard, value: atom } of casesOf(machine, value)) {
    const way = and(machine.reached, guard);
    if (isNew) noteBareError(machine, atom);
    if (way !== NEVER) machine.handlers.at(-1)?.values.push({ guard: way, value: atom });
  }
  throwHere(machine);
}

/** What a `catch` is given. */
function thrownTo(machine: Machine, { values, count }: Handler): Value {
  // what others throw may be anything
  const why = count > 0 ? 'call-result' : 'not-supported';
  return values.reduce<Value>(
    (others, { guard, value }) => either(machine, guard, value, others),
    unknownOf(machine, why, { is: 'object' }),
  );
}

function runTry(
  machine: Machine,
  { body, handler, last }: Extract<Statement, { kind: 'try' }>,
  env: Env,
): void {
  const { and, or } = machine.guards;
  const entered = machine.reached;
  const caught: Handler = { thrown: NEVER, values: [], count: 0 };
  machine.handlers.push(caught);
  runStatement(machine, body, env);
  machine.handlers.pop();
  let thrown = and(entered, caught.thrown);
  if (handler !== undefined && thrown !== NEVER) {
    const after = machine.reached;
    machine.reached = thrown;
    const again: Handler = { thrown: NEVER, values: [], count: 0 };
    if (last !== undefined) machine.handlers.push(again);
    const here = inside(machine, handler.scope, env);
    if (handler.target !== undefined) assign(machine, handler.target, thrownTo(machine, caught), here);
    runStatement(machine, handler.body, here);
    if (last !== undefined) machine.handlers.pop();
    goOn(machine, entered, or(after, machine.reached));
    thrown = again.thrown;
  }
  if (last === undefined) return;
  // it is run however the rest was left
  const after = machine.reached;
  machine.reached = entered;
  runStatement(machine, last, env);
  const through = machine.reached;
  machine.reached = and(through, thrown);
  if (machine.reached !== NEVER) throwHere(machine);
  machine.reached = and(through, after);
}
