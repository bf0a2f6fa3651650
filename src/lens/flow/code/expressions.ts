import type { Place } from '../../../core/text/segments.ts';
import { constant, globalValue, toDouble } from '../../link/values/number.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import type { LiteralText } from '../../syntax/facts/expr.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { escape, markOf, noteDerived, tellUndefined } from '../entities/answers.ts';
import { argumentValues, callExpression } from './calls.ts';
import { construct } from './construct.ts';
import { classOf, closureOf, fillStatics } from './closures.ts';
import { mayReject } from './promises.ts';
import { countWith } from '../entities/counted-with.ts';
import { ALWAYS, NEVER } from '../conditions/guards.ts';
import {
  deriveRows,
  noteCounterRead,
  noteIndexRead,
  noteMemberRead,
  noteSizeRead,
  noteUse,
} from '../entities/rows.ts';
import { noteKind } from '../entities/asked.ts';
import { minorly, noteAct, testing } from '../entities/turn.ts';
import { noteJson } from '../library/json.ts';
import { waitedFor } from '../library/result-types.ts';
import { exactly, type ListSize, sum, times } from '../values/list-size.ts';
import { isOfEntity } from '../entities/marks.ts';
import type { Rows } from '../entities/results.ts';
import {
  casesOf,
  each,
  either,
  type Env,
  type Machine,
  nextSymbol,
  settled,
  step,
  unknownOf,
} from '../machine.ts';
import { constantKey, literal, readIndex } from '../values/indexes.ts';
import { assign, placeOf, readTarget } from './patterns.ts';
import { iterated } from '../values/iterated.ts';
import { ownText } from '../values/own-text.ts';
import { copyProperties } from '../values/copied-properties.ts';
import { inherit } from '../values/prototypes.ts';
import { define, defineUnnamed } from '../values/property-writes.ts';
import { baseProperty, readOptional, readProperty } from '../values/properties.ts';
import { constantOf, sizeOf } from '../values/sizes.ts';
import { derive } from '../entities/sources.ts';
import { noteCounted } from '../entities/through.ts';
import { restList, spreadOf } from '../values/spread.ts';
import type { Element } from '../values/store.ts';
import { typeSeenFrom } from './type-arguments.ts';
import { fromAbstract, castTo, newList } from '../values/symbols.ts';
import { concatenate, odataPiece, piece, pieces, wholeText } from '../values/texts.ts';
import { isFalsyOn, textsOn } from '../conditions/settled.ts';
import { booleanOf, equality, isTextAlone, truthOf } from '../conditions/truth.ts';
import { branchesOf } from '../conditions/ways.ts';
import {
  ABSENT,
  type Atom,
  type FunctionAtom,
  NULL,
  isSymbolic,
  TRUE,
  UNDEFINED,
  type Value,
  type Written,
} from '../values/values.ts';
import {
  operatorValue,
  added,
  toNumber,
  operatorAtoms,
  counted,
  operandOf,
  isConstant,
  someCounter,
  placeIn,
  vagueNumber,
} from './operators.ts';

/** Runs an expression: what it is worth on every way, after all that it does. */
export function evaluate(machine: Machine, code: Expression, env: Env): Value {
  step(machine);
  if (machine.reached === NEVER) return UNDEFINED;
  const place: Place = { file: env.file, span: code.span };
  switch (code.kind) {
    case 'text':
      return textValue(code.text, env, place);
    case 'template':
      return templateValue(machine, code, env, place);
    case 'number':
      return fromAbstract(machine, constant(code.value));
    case 'bigint':
      return fromAbstract(machine, constant(BigInt(code.value)));
    case 'boolean':
      return { kind: 'boolean', value: code.value };
    case 'nothing':
      return code.isNull ? NULL : UNDEFINED;
    case 'pattern':
      return { kind: 'pattern', source: code.source, flags: code.flags };
    case 'local': {
      const value = localValue(machine, code, env);
      if (code.isAwaited === true) mayReject(machine, value, place);
      return value;
    }
    case 'global':
      return globalOf(machine, code.name, env);
    case 'import':
      return imported(machine, code, env);
    case 'this':
      return env.self ?? UNDEFINED;
    case 'super':
    case 'new.target':
      return unknownOf(machine, 'not-supported');
    case 'member': {
      if (code.object.kind === 'super' && env.home !== undefined && env.self !== undefined)
        return baseProperty(machine, env.home, env.self, code.name);
      const object = evaluate(machine, code.object, env);
      if (code.name === 'length' || code.name === 'size') noteSizeRead(machine, object, place);
      if (code.name === 'length' && env.isLoopTest === true) noteCounted(machine, object);
      noteMemberRead(machine, object, code.name, place);
      const called = nameOf(code);
      return code.isOptional || isInOptionalChain(code.object)
        ? readOptional(machine, object, code.name, called)
        : readProperty(machine, object, code.name, called);
    }
    case 'index':
      return indexValue(machine, code, env);
    case 'call':
      return callExpression(machine, code, env);
    case 'new':
      return newExpression(machine, code, env);
    case 'object':
      return objectValue(machine, code, env);
    case 'array':
      return arrayValue(machine, code, env);
    case 'spread':
      return evaluate(machine, code.operand, env);
    case 'conditional': {
      const test = truthOf(machine, evaluate(machine, code.test, env), placeIn(env, code.test));
      return branchesOf(
        machine,
        test,
        () => evaluate(machine, code.whenTrue, env),
        () => evaluate(machine, code.whenFalse, env),
      );
    }
    case 'logical':
      return logicalValue(machine, code, env);
    case 'binary':
      return binaryChain(machine, code, env);
    case 'unary':
      return unaryValue(machine, code, env, place);
    case 'assign':
      return assignment(machine, code, env, place);
    case 'update': {
      const before = readTarget(machine, code.target, env);
      if (!casesOf(machine, before).every(({ value }) => isConstant(value))) {
        const counter = vagueNumber(machine, someCounter(before));
        const next = derive(machine, vagueNumber(machine, counter), [before], 'made');
        minorly(machine, 'count', () => {
          assign(machine, code.target, next, env);
        });
        return counter;
      }
      const after = each(machine, before, (atom) =>
        counted(machine, operatorAtoms(machine, code.isUp ? '+' : '-', atom, toNumber(1), place), code.isUp),
      );
      minorly(machine, 'count', () => {
        assign(machine, code.target, after, env);
      });
      return code.isPrefix ? after : before;
    }
    case 'delete':
      assign(machine, code.target, ABSENT, env);
      return TRUE;
    case 'sequence': {
      let last: Value = UNDEFINED;
      for (const part of code.parts) last = evaluate(machine, part, env);
      return last;
    }
    case 'function':
      return closureOf(machine, code.fn, env);
    case 'class': {
      const cls = classOf(machine, code.cls, env);
      fillStatics(machine, cls, env);
      return cls;
    }
    case 'yield':
      return yielded(machine, code, env);
    case 'typed':
      return castTo(
        machine,
        evaluate(machine, code.operand, env),
        typeSeenFrom(machine, code.type, env),
        env.file,
      );
    case 'other':
      for (const part of code.parts) escape(machine, evaluate(machine, part, env));
      // `declare const x: string` is something from elsewhere
      return unknownOf(machine, code.parts.length === 0 ? 'not-resolved' : 'not-supported');
  }
}

function textValue({ text, span, offsets }: LiteralText, { file }: Env, place?: Place): Atom {
  const segment = {
    kind: 'literal' as const,
    text,
    place: { file, span },
    ...(offsets !== undefined && { offsets }),
  };
  return { kind: 'text', segments: [segment], form: 'literal', place: place ?? { file, span } };
}

/** How the source calls a value: `input.department`; undefined for what is not a chain of names. */
function nameOf(code: Expression): string | undefined {
  switch (code.kind) {
    case 'local':
    case 'global':
      return code.name;
    case 'import':
      return code.name;
    case 'this':
      return 'this';
    case 'member': {
      const object = nameOf(code.object);
      return object === undefined ? code.name : `${object}.${code.name}`;
    }
    default:
      return undefined;
  }
}

/** `a?.b.c` is nothing as a whole where `a` is. */
function isInOptionalChain(code: Expression): boolean {
  return (
    ((code.kind === 'member' || code.kind === 'index' || code.kind === 'call') && code.isOptional) ||
    (code.kind === 'member' && isInOptionalChain(code.object)) ||
    (code.kind === 'index' && isInOptionalChain(code.object)) ||
    (code.kind === 'call' && isInOptionalChain(code.callee))
  );
}

function localValue(machine: Machine, code: Extract<Expression, { kind: 'local' }>, env: Env): Value {
  const place = placeOf(env.frame, code);
  if (place !== undefined && machine.counters.size > 0)
    noteCounterRead(machine, place, { file: env.file, span: code.span });
  const value = place === undefined ? undefined : machine.store.get(place);
  if (value === undefined) return UNDEFINED;
  const one = settled(machine, value);
  // what can only be empty here is the empty text
  const isEmpty = isTextAlone(one) && isFalsyOn(machine, one.symbol, machine.reached);
  if (isEmpty) return wholeText('', { file: env.file, span: code.span });
  // and what was compared with one text, and is equal to it here, is that
  const [text, ...others] = isSymbolic(one) ? (textsOn(machine, one.symbol, machine.reached) ?? []) : [];
  return text === undefined || others.length > 0 ? one : wholeText(text, { file: env.file, span: code.span });
}

function globalOf(machine: Machine, name: string, env: Env): Value {
  if (name === 'module') return env.module;
  if (name === 'arguments') return argumentsOf(machine);
  if (name === 'exports') return readProperty(machine, env.module, 'exports');
  return fromAbstract(machine, globalValue([name]));
}

/** `arguments`: what the function around the code is given, where its call is seen. */
function argumentsOf(machine: Machine): Value {
  const { calls } = machine;
  for (const { args } of calls) escape(machine, ...args);
  const index = calls.findLastIndex(({ fn }) => !fn.isArrow);
  const args = index > 0 ? calls[index]?.args : undefined;
  return args === undefined
    ? unknownOf(machine, 'parameter', { name: 'arguments', is: 'array' })
    : restList(machine, args);
}

function imported(
  machine: Machine,
  { module, name }: Extract<Expression, { kind: 'import' }>,
  env: Env,
): Value {
  const file = machine.files.resolve(env.file, module);
  if (file === undefined) return { kind: 'external', module, path: name === undefined ? [] : [name] };
  if (name !== undefined) return machine.run.exported(machine, file, name);
  return machine.run.whole(machine, file);
}

function logicalValue(
  machine: Machine,
  { operator, left, right }: Extract<Expression, { kind: 'logical' }>,
  env: Env,
): Value {
  const where = placeIn(env, left);
  if (operator !== '&&' || machine.turns.length === 0) {
    const first = evaluate(machine, left, env);
    return shortCircuit(machine, operator, first, where, () => evaluate(machine, right, env));
  }
  let first: Value = UNDEFINED;
  const test = testing(machine, where, () => {
    first = evaluate(machine, left, env);
    return truthOf(machine, first, where);
  });
  return branchesOf(
    machine,
    test,
    () => evaluate(machine, right, env),
    () => falsy(machine, first),
  );
}

function shortCircuit(
  machine: Machine,
  operator: string,
  first: Value,
  where: Place,
  second: () => Value,
): Value {
  if (operator === '??') {
    const isThere = machine.guards.not(equality(machine, first, UNDEFINED, true, where));
    return branchesOf(machine, isThere, () => first, second);
  }
  const test = truthOf(machine, first, where);
  return operator === '&&'
    ? branchesOf(machine, test, second, () => falsy(machine, first))
    : branchesOf(machine, test, () => first, second);
}

/** What is known of a value where it is falsy: a text is empty there. */
function falsy(machine: Machine, value: Value): Value {
  return each(machine, value, (atom) => {
    // of what a query gives that is what was not there
    const own = markOf(machine, atom);
    if (own !== undefined && !isOfEntity(own)) return UNDEFINED;
    const isText = atom.kind === 'text' || (atom.kind === 'typed' && atom.type.name === 'string');
    if (!isText || (atom.kind === 'typed' && atom.type.isOptional !== false)) return atom;
    return { kind: 'text', segments: [], form: 'literal' };
  });
}

function templateValue(
  machine: Machine,
  code: Extract<Expression, { kind: 'template' }>,
  env: Env,
  place: Place,
): Value {
  const tag = code.tag === undefined ? undefined : settled(machine, evaluate(machine, code.tag, env));
  const isOdata = tag !== undefined && isOdataTag(tag);
  const isRaw = tag?.kind === 'global' && tag.path.join('.') === 'String.raw';
  const parts: ReturnType<typeof pieces>[] = [];
  const values: Value[] = [];
  code.texts.forEach(({ text, span, offsets }, index) => {
    if (text !== '') {
      const segment = {
        kind: 'literal' as const,
        text,
        place: { file: env.file, span },
        ...(offsets !== undefined && { offsets }),
      };
      parts.push([{ guard: ALWAYS, segments: [segment] }]);
    }
    const hole = code.holes[index];
    if (hole === undefined) return;
    const there = placeIn(env, hole);
    const value = ownText(machine, evaluate(machine, hole, env), there);
    values.push(value);
    if (tag === undefined || isOdata || isRaw) escape(machine, value);
    parts.push(
      isOdata
        ? pieces(machine, value, there, (atom, where) => odataPiece(atom, text, where))
        : pieces(machine, value, there, piece),
    );
  });
  if (tag !== undefined && !isOdata && !isRaw) {
    const strings = newList(
      machine,
      code.texts.map((text) => ({ value: textValue(text, env), guard: ALWAYS })),
    );
    return machine.run.call(machine, tag, [strings, ...values], { ...place, nameStart: -1, isNew: false });
  }
  return concatenate(machine, parts, isOdata ? 'odata' : 'template', place);
}

/** The SDK's `odata`, or an undeclared or unresolved name that can be nothing else. */
function isOdataTag(tag: Value): boolean {
  switch (tag.kind) {
    case 'external':
      return tag.path.at(-1) === 'odata' && (tag.module === PACKAGE || /^[./~@#]/.test(tag.module));
    case 'global':
      return tag.path.length === 1 && tag.path[0] === 'odata';
    default:
      return false;
  }
}

function indexValue(machine: Machine, code: Extract<Expression, { kind: 'index' }>, env: Env): Value {
  const object = evaluate(machine, code.object, env);
  const index = evaluate(machine, code.index, env);
  noteIndexRead(machine, object, constantOf(settled(machine, index)) === 0, placeIn(env, code));
  return readIndex(
    machine,
    object,
    index,
    placeIn(env, code),
    code.isOptional || isInOptionalChain(code.object),
  );
}

function newExpression(machine: Machine, code: Extract<Expression, { kind: 'new' }>, env: Env): Value {
  const callee = evaluate(machine, code.callee, env);
  const args = code.args.flatMap((arg) => argumentValues(machine, arg, env));
  return construct(
    machine,
    callee,
    args,
    { ...placeIn(env, code), nameStart: code.span.start, isNew: true },
    nameOf(code.callee),
  );
}

function objectValue(machine: Machine, code: Extract<Expression, { kind: 'object' }>, env: Env): Value {
  const getters = new Map<string, FunctionAtom>();
  const setters = new Map<string, FunctionAtom>();
  const id = machine.store.add({
    kind: 'object',
    properties: new Map(),
    getters,
    setters,
    elements: [],
    grown: NEVER,
    born: machine.loops.at(-1),
    place: placeIn(env, code),
  });
  // what the object has of its own hides what its prototype has
  const isPrototype = (part: (typeof code.parts)[number]): boolean =>
    part.kind === 'property' && part.name === '__proto__';
  const parts = code.parts.some(isPrototype)
    ? [...code.parts.filter(isPrototype), ...code.parts.filter((part) => !isPrototype(part))]
    : code.parts;
  for (const part of parts) {
    if (part.kind === 'spread') {
      copyProperties(machine, id, evaluate(machine, part.value, env), placeIn(env, part.value));
      continue;
    }
    const name =
      typeof part.name === 'string'
        ? part.name
        : constantKey(settled(machine, evaluate(machine, part.name, env)));
    if (part.kind !== 'property') {
      const accessor = closureOf(machine, part.fn, env, id);
      if (name !== undefined) (part.kind === 'getter' ? getters : setters).set(name, accessor);
      continue;
    }
    const value =
      part.value.kind === 'function'
        ? closureOf(machine, part.value.fn, env, id)
        : evaluate(machine, part.value, env);
    const own: Written = { file: env.file, at: part.span, value: part.value.span, how: 'literal' };
    if (name === undefined || machine.store.object(id).open !== undefined) escape(machine, value);
    if (part.name === '__proto__') {
      inherit(machine, id, value);
      continue;
    }
    // the body of an answer of Azure Functions
    if (name === 'jsonBody') noteJson(machine, value, placeIn(env, part.value));
    if (name !== undefined) define(machine, id, name, value, own);
    else defineUnnamed(machine, id, value, own);
  }
  return { kind: 'object', id };
}

function arrayValue(machine: Machine, code: Extract<Expression, { kind: 'array' }>, env: Env): Value {
  const list: Element[] = [];
  const spread: Rows[] = [];
  const sizes: ListSize[] = [];
  let grown = NEVER;
  let isOpen = false;
  for (const element of code.elements) {
    const value = evaluate(machine, element, env);
    sizes.push(element.kind === 'spread' ? sizeOf(machine, value) : exactly(1));
    if (element.kind !== 'spread') {
      list.push({ value, guard: ALWAYS, place: placeIn(env, element) });
      continue;
    }
    const more = spreadOf(machine, value);
    list.push(...more.elements);
    spread.push(...more.rows);
    grown = machine.guards.or(grown, more.grown);
    isOpen ||= more.isOpen;
  }
  const made = newList(machine, list, grown, sum(sizes), placeIn(env, code));
  if (spread.length === 1 && code.elements.length === 1) deriveRows(machine, spread[0], made);
  else for (const one of spread) noteUse(machine, one, 'other', placeIn(env, code));
  if (isOpen && made.kind === 'object')
    machine.store.change(made.id).open = { why: 'not-resolved', file: env.file };
  return made;
}

/** A chain such as `a + b + c …` is as deep as it is long, so it is gone through without recursion. */
function binaryChain(machine: Machine, code: Extract<Expression, { kind: 'binary' }>, env: Env): Value {
  const chain = [code];
  for (let { left } = code; left.kind === 'binary'; { left } = left) chain.push(left);
  const innermost = chain.at(-1) ?? code;
  let value = evaluate(machine, innermost.left, env);
  for (const outer of chain.reverse()) {
    step(machine);
    const right = evaluate(machine, outer.right, env);
    const isSum = outer.operator === '+';
    const place = placeIn(env, outer);
    const [a, b] = isSum ? [ownText(machine, value, place), ownText(machine, right, place)] : [value, right];
    value = operatorValue(machine, outer, a, b, env);
  }
  return value;
}

function unaryValue(
  machine: Machine,
  { operator, operand }: Extract<Expression, { kind: 'unary' }>,
  env: Env,
  place: Place,
): Value {
  const value = evaluate(machine, operand, env);
  switch (operator) {
    case '!':
      return derive(
        machine,
        booleanOf(machine, machine.guards.not(truthOf(machine, value, placeIn(env, operand)))),
        [value],
        'made',
      );
    case 'void':
      return UNDEFINED;
    case 'typeof':
      return each(machine, value, (atom) => {
        const name = typeName(machine, atom, place);
        noteKind(machine, name, atom);
        return name;
      });
    case '-':
      countWith(machine, [value], place);
      escape(machine, value);
      return derive(
        machine,
        each(machine, value, (atom) => operatorAtoms(machine, '-', toNumber(0), atom, place)),
        [value],
        'made',
      );
    case '+':
      countWith(machine, [value], place);
      escape(machine, value);
      return each(machine, value, (atom) => {
        const number = operandOf(atom);
        const made =
          number === undefined
            ? unknownOf(machine, 'not-supported')
            : fromAbstract(machine, toDouble(number));
        return derive(machine, noteDerived(machine, made, [atom]), [atom], 'like');
      });
    default:
      escape(machine, value);
      return unknownOf(machine, 'not-supported');
  }
}

function typeName(machine: Machine, atom: Atom, place: Place): Value {
  tellUndefined(machine, atom);
  const name = typeNameOf(atom);
  if (name !== undefined) return { kind: 'text', segments: literal(name, place), form: 'literal' };
  if (atom.kind !== 'unknown' && atom.kind !== 'typed')
    return unknownOf(machine, 'call-result', { is: 'string' });
  const text = (of: string): Atom => ({ kind: 'text', segments: literal(of, place), form: 'literal' });
  if (atom.kind === 'typed' && (atom.type.name === 'string' || atom.type.name === 'number')) {
    const isNothing = equality(machine, atom, UNDEFINED, true, place);
    return either(machine, isNothing, text('undefined'), text(atom.type.name));
  }
  const key = `typeof ${atom.symbol}`;
  let symbol = machine.named.get(key);
  if (symbol === undefined) machine.named.set(key, (symbol = nextSymbol(machine)));
  const some: Atom = {
    kind: 'unknown',
    why: 'call-result',
    is: 'string',
    name: `typeof ${atom.name ?? ''}`,
    symbol,
  };
  const missing = machine.asked.get(`n:${atom.symbol}:loose`);
  return missing === undefined
    ? some
    : either(machine, equality(machine, atom, UNDEFINED, false, place), text('undefined'), some);
}

function typeNameOf(atom: Atom): string | undefined {
  switch (atom.kind) {
    case 'text':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return 'string';
    case 'number':
      return atom.number.representation === 'date'
        ? 'object'
        : atom.number.representation === 'bigint'
          ? 'bigint'
          : 'number';
    case 'boolean':
      return 'boolean';
    case 'nothing':
      return atom.isNull === true ? 'object' : 'undefined';
    case 'object':
    case 'client':
    case 'module':
    case 'pattern':
      return 'object';
    case 'function':
    case 'class':
      return 'function';
    case 'typed':
      return atom.type.isOptional !== true && (atom.type.name === 'string' || atom.type.name === 'number')
        ? atom.type.name
        : undefined;
    case 'unknown':
    case 'external':
    case 'global':
    case 'method':
      return undefined;
  }
}

function assignment(
  machine: Machine,
  code: Extract<Expression, { kind: 'assign' }>,
  env: Env,
  place: Place,
): Value {
  const { target, operator, value, span } = code;
  if (operator === undefined) {
    const made = evaluate(machine, value, env);
    assign(machine, target, made, env, code);
    return made;
  }
  const before = readTarget(machine, target, env);
  const where = { file: env.file, span };
  if (operator === '&&' || operator === '||' || operator === '??') {
    return shortCircuit(machine, operator, before, where, () => {
      const made = evaluate(machine, value, env);
      assign(machine, target, made, env, code);
      return made;
    });
  }
  const right = evaluate(machine, value, env);
  escape(machine, before, right);
  countWith(machine, [before, right], where);
  const plain =
    operator === '+'
      ? added(machine, before, right, [where, placeIn(env, value)], place)
      : each(machine, before, (a) =>
          each(machine, right, (b) => operatorAtoms(machine, operator, a, b, place)),
        );
  const result = derive(machine, plain, [before, right], 'made');
  const step = constantOf(settled(machine, right)) ?? 0;
  const made =
    operator === '+' || operator === '-'
      ? counted(machine, result, operator === '+' ? step > 0 : step < 0)
      : result;
  // a text that grows is no number that counts
  if (casesOf(machine, made).some(({ value: one }) => one.kind === 'text')) {
    assign(machine, target, made, env, code);
    return made;
  }
  minorly(machine, 'count', () => {
    assign(machine, target, made, env, code);
  });
  return made;
}

function yielded(
  machine: Machine,
  { operand, isAll, span }: Extract<Expression, { kind: 'yield' }>,
  env: Env,
): Value {
  const value = operand === undefined ? UNDEFINED : evaluate(machine, operand, env);
  const { activation } = machine;
  const { yields, fn } = activation;
  // of an effect it waits for what that gives
  if (fn !== undefined && machine.effects.has(fn)) return waitedFor(machine, value);
  noteAct(machine);
  // nobody is there to take it
  if (fn?.isGenerator !== true) escape(machine, value);
  const { and, or } = machine.guards;
  const loops = machine.loops.slice(activation.loops);
  for (const { more } of loops) activation.grown = or(activation.grown, and(machine.reached, more));
  const own = isAll ? sizeOf(machine, value) : exactly(1);
  activation.given.set(span.start, loops.map(({ size }) => size).reduce(times, own));
  if (!isAll) {
    yields.push({ value, guard: machine.reached });
    return unknownOf(machine, 'call-result');
  }
  each(machine, value, (atom) => {
    const list = iterated(machine, atom);
    if (list.kind !== 'object') return UNDEFINED;
    const { elements, grown, open } = machine.store.object(list.id);
    if (open !== undefined) escape(machine, list);
    activation.grown = or(activation.grown, and(machine.reached, grown));
    for (const one of elements) yields.push({ value: one.value, guard: and(one.guard, machine.reached) });
    return UNDEFINED;
  });
  // what the other generator returns
  return unknownOf(machine, 'call-result');
}
