import type { Place } from '../../core/text/segments.ts';
import type { Expr } from '../syntax/facts/expr.ts';
import {
  type Abstract,
  type ClientValue,
  alternativesOf,
  type ArrayElement,
  choose,
  type Context,
  givenOf,
  givenTo,
  isChoice,
  mapChoices,
  orElse,
  typedAs,
  unknown,
  withoutNothing,
} from './values/abstract.ts';
import { bindingValue, writesAround } from './names/binding.ts';
import { findBinding } from './names/find-binding.ts';
import { callValue } from './calls/call.ts';
import { clientFromCallers, givenClient, givenToCallback } from './calls/callback.ts';
import { injectedClient } from './calls/injection.ts';
import { anyClient, anyElement, elementAt, elementOfType, indexOfType } from './values/lists.ts';
import { listOf } from './values/join.ts';
import { keptByKey } from './names/kept-by-key.ts';
import { BUDGET, costOf, MOST_DEPTH, MOST_SEGMENTS } from './limits.ts';
import { type Files, type Linker, type Memory, newMemory, once, spend } from './linker.ts';
import { memberValue, nameOf } from './calls/member.ts';
import { moduleValue } from './modules/modules.ts';
import { anyProperty } from './values/object.ts';
import { constant, globalValue } from './values/number.ts';
import { withoutNames } from './values/rest.ts';
import { concatenate, constantText, GrowingText, literalSegment, pieces } from './values/text.ts';
import { templateValue } from './values/template.ts';
import { typeIn } from './calls/type-parameters.ts';
import { valueOfType } from './calls/types.ts';

export function newLinker(files: Files, memory: Memory): Linker {
  const linker: Linker = {
    files,
    memory,
    evaluate: (expr, context) => evaluate(linker, expr, context),
    member: (object, name) => memberValue(linker, object, name),
    budget: Math.min(BUDGET, memory.work.left),
    depth: 0,
    visiting: [],
  };
  return linker;
}

/** Makes linkers for what is only asked later. They keep nothing of this one's memory, and share what work is left. */
export function linkerLater({ files, memory: { later } }: Linker): () => Linker {
  return () => newLinker(files, newMemory(later, later));
}

/** What an expression is worth, as far as the source tells. `unknown` is always an answer. */
function evaluate(linker: Linker, expr: Expr, context: Context): Abstract {
  if (linker.budget <= 0 || linker.depth >= MOST_DEPTH) return unknown('too-complex');
  spend(linker, 1);
  linker.depth += 1;
  const value = valueOf(linker, expr, context);
  linker.depth -= 1;
  return value;
}

function valueOf(linker: Linker, expr: Expr, context: Context): Abstract {
  // no closure stands here: for one alone, every call would have to put its parameters on the heap
  switch (expr.kind) {
    case 'string':
      return {
        kind: 'text',
        segments: [literalSegment(context.file, expr.text)],
        form: 'literal',
        place: { file: context.file, span: expr.span },
      };
    case 'template':
      return templateValue(linker, expr, context, { file: context.file, span: expr.span });
    case 'number':
      return constant(expr.value);
    case 'bigint':
      return constant(BigInt(expr.value));
    case 'boolean':
      return { kind: 'boolean', value: expr.value };
    case 'nothing':
      return { kind: 'nothing' };
    case 'name':
      return nameValue(linker, expr, context);
    case 'parameter':
      return parameterValue(linker, expr, context);
    case 'rest':
      return restValue(linker, expr, context);
    case 'this':
      return thisValue(expr, context);
    case 'member':
      return (
        exportsOfModule(linker, expr, context) ??
        memberOf(linker, evaluate(linker, expr.object, context), expr)
      );
    case 'index':
      return indexOf(linker, expr, context);
    case 'call':
      return callValue(linker, expr, context);
    case 'object':
      return { kind: 'object', properties: expr.properties, context, overlays: [] };
    case 'array':
      return arrayValue(linker, expr, context);
    case 'spread':
      return expr.without === undefined
        ? unknown('not-supported')
        : withoutNames(linker, evaluate(linker, expr.operand, context), expr.without);
    case 'conditional':
      return conditionalValue(linker, expr, context);
    case 'binary':
      return binaryValue(linker, expr, context);
    case 'unary':
    case 'other':
      return unknown('not-supported');
    case 'function':
      return {
        kind: 'function',
        file: context.file,
        fn: expr.fn,
        env: context.env,
        self: context.env?.self,
      };
    case 'class':
      return { kind: 'class', file: context.file, cls: expr.cls, env: context.env };
    case 'typed': {
      const operand = evaluate(linker, expr.operand, context);
      return operand.kind === 'unknown'
        ? givenTo(
            valueOfType(linker, typeIn(linker, expr.type, context), context.file, operand.name),
            operand.given,
          )
        : operand;
    }
    case 'element':
      return mapChoices(evaluate(linker, expr.of, context), (of) => elementOf(linker, of));
    case 'require':
      return moduleValue(linker, context.file, expr.module);
  }
}

/** `module.exports`, of the file itself. */
function exportsOfModule(
  linker: Linker,
  { object, name }: Extract<Expr, { kind: 'member' }>,
  { file }: Context,
): Abstract | undefined {
  if (name !== 'exports' || object.kind !== 'name' || object.name !== 'module') return undefined;
  const facts = linker.files.facts(file);
  const isOwn = facts !== undefined && findBinding(facts, object.name, object.scope) === undefined;
  return isOwn ? { kind: 'module', file } : undefined;
}

function memberOf(linker: Linker, object: Abstract, expr: Extract<Expr, { kind: 'member' }>): Abstract {
  if (!isChoice(object)) return memberValue(linker, object, expr.name, expr);
  const there = expr.isOptional === true ? object : withoutNothing(object);
  return mapChoices(there, (one) => memberValue(linker, one, expr.name, expr));
}

function indexOf(linker: Linker, expr: Extract<Expr, { kind: 'index' }>, context: Context): Abstract {
  const facts = linker.files.facts(context.file);
  const kept = facts && keptByKey(facts, expr.object, expr.index);
  if (kept !== undefined) return evaluate(linker, kept, context);
  return mapChoices(evaluate(linker, expr.object, context), (object) =>
    indexValue(linker, object, evaluate(linker, expr.index, context), expr),
  );
}

function arrayValue(linker: Linker, expr: Extract<Expr, { kind: 'array' }>, context: Context): Abstract {
  const value = (inner: Expr): Abstract => evaluate(linker, inner, context);
  return listOf(linker, expr.elements, (element) => arrayElements(linker, value, element, context.file));
}

function elementOf(linker: Linker, of: Abstract): Abstract {
  if (of.kind === 'array') return anyElement(linker, of);
  return elementOfType(linker, of) ?? givenTo(unknown('property'), givenOf(of));
}

function conditionalValue(
  linker: Linker,
  { whenTrue, whenFalse }: Extract<Expr, { kind: 'conditional' }>,
  context: Context,
): Abstract {
  return choose(
    [whenTrue, whenFalse].flatMap((branch) =>
      alternativesOf(evaluate(linker, branch, context)).map(({ value }) => ({
        value,
        isBranch: true as const,
      })),
    ),
  );
}

function nameValue(linker: Linker, expr: Extract<Expr, { kind: 'name' }>, context: Context): Abstract {
  const facts = linker.files.facts(context.file);
  const found = facts && findBinding(facts, expr.name, expr.scope);
  if (facts === undefined || found === undefined)
    return expr.name === 'exports' ? { kind: 'module', file: context.file } : globalValue([expr.name]);
  const { binding } = found;
  const { env } = context;
  const { writes } = binding;
  const read = (): Abstract => bindingValue(linker, found, expr, context);
  // without arguments, and outside of what is written to it, a name means the same wherever it stands
  const isSteady = env === undefined && writesAround(writes, expr.span).length === 0;
  if (!isSteady) return named(once(linker, binding, expr.span.start, read, env?.fn), expr);
  const { names } = linker.memory;
  const known = names.get(binding) ?? once(linker, binding, '', read);
  // an unknown may be one only because the work was cut here, and what is asked on the way to something else may be cut as well
  const isWhole = writes.length === 0 || (linker.visiting.length === 0 && linker.budget > 0);
  if (known.kind !== 'unknown' && isWhole) names.set(binding, known);
  return writes.length === 0 && known.kind !== 'unknown' ? known : named(known, expr);
}

/** What is unknown is called as the source calls it. */
function named(value: Abstract, { name }: { readonly name: string }): Abstract {
  const isVague = value.kind === 'unknown' || value.kind === 'typed';
  return isVague && value.name === undefined ? { ...value, name } : value;
}

function parameterValue(
  linker: Linker,
  expr: Extract<Expr, { kind: 'parameter' }>,
  context: Context,
): Abstract {
  for (let env = context.env; env !== undefined; env = env.parent) {
    if (env.fn !== expr.fn || env.file !== context.file) continue;
    const given = env.args[expr.index];
    if (given === undefined || given.kind === 'nothing') {
      return expr.fallback ? evaluate(linker, expr.fallback, context) : (given ?? { kind: 'nothing' });
    }
    if (given.kind !== 'unknown') return given;
    // what others decide stays theirs
    const known = givenTo(declaredAs(linker, expr, context), given.given);
    if (known.kind === 'unknown') return given;
    // a type tells more than nothing, but the caller's name is the one that people know
    return typedAs(
      given,
      known.kind === 'typed' && given.name !== undefined ? { ...known, name: given.name } : known,
    );
  }
  const known = typeOfParameter(linker, expr, context);
  const client = known.kind === 'unknown' ? typeOfFallback(linker, expr, context) : known;
  if (client?.kind === 'client')
    return injectedClient(linker, expr, context) ?? givenClient(linker, expr, client, context);
  if (known.kind !== 'unknown') return known;
  return givenToCallback(linker, expr, context) ?? clientFromCallers(linker, expr, context) ?? known;
}

/** The arguments that a rest parameter gets; behind `...list` in the call nobody knows how many those are. */
function restValue(
  linker: Linker,
  { fn, index, name }: Extract<Expr, { kind: 'rest' }>,
  context: Context,
): Abstract {
  for (let env = context.env; env !== undefined; env = env.parent) {
    if (env.fn !== fn || env.file !== context.file) continue;
    const given = env.args.slice(index);
    if (given.some((value) => value.kind === 'unknown' && value.why === 'not-resolved')) break;
    return listOf(linker, given, (value) => [{ value, many: false }]);
  }
  return givenTo({ ...unknown('parameter', name), is: 'array' }, { file: context.file, fn });
}

/** What the type of a parameter tells, of which callers decide the rest. */
function typeOfParameter(
  linker: Linker,
  expr: Extract<Expr, { kind: 'parameter' }>,
  context: Context,
): Abstract {
  return givenTo(declaredAs(linker, expr, context), { file: context.file, fn: expr.fn });
}

function declaredAs(
  linker: Linker,
  { name, type }: Extract<Expr, { kind: 'parameter' }>,
  context: Context,
): Abstract {
  return type
    ? valueOfType(linker, typeIn(linker, type, context), context.file, name)
    : unknown('parameter', name);
}

/** A parameter without a type has that of its default: a client, which callers may give another one of. */
function typeOfFallback(
  linker: Linker,
  { type, fallback }: Extract<Expr, { kind: 'parameter' }>,
  context: Context,
): ClientValue | undefined {
  const value = type === undefined && fallback ? evaluate(linker, fallback, context) : undefined;
  if (value?.kind !== 'client') return undefined;
  const { table: _, connection: __, ...client } = value;
  return client;
}

function thisValue(expr: Extract<Expr, { kind: 'this' }>, context: Context): Abstract {
  for (let env = context.env; env !== undefined; env = env.parent) {
    if (env.self !== undefined) return env.self;
  }
  return expr.cls === undefined
    ? unknown('not-resolved', 'this')
    : { kind: 'instance', file: context.file, cls: expr.cls };
}

function indexValue(linker: Linker, object: Abstract, index: Abstract, expr: Expr): Abstract {
  const name = constantText(index);
  const exact = name === undefined ? undefined : memberValue(linker, object, name, expr);
  if (exact !== undefined && exact.kind !== 'unknown') return exact;
  if (object.kind === 'object') {
    const values = anyProperty(linker, object) ?? [];
    const given = givenOf(index);
    // whoever gives the name decides which of several it is
    const chosen = given && values.length > 1 ? [givenTo(unknown('property', nameOf(expr)), given)] : [];
    return values.length === 0
      ? unknown('property', nameOf(expr))
      : choose([...values, ...chosen].map((value) => ({ value })));
  }
  const position = index.kind === 'number' ? index.number.constant : undefined;
  const found =
    object.kind === 'array'
      ? (elementAt(linker, object, position) ?? anyClient(linker, object))
      : indexOfType(linker, object, position);
  if (found !== undefined) return found;
  return givenTo(unknown('property', nameOf(expr)), givenOf(object));
}

function arrayElements(
  linker: Linker,
  value: (expr: Expr) => Abstract,
  element: Expr,
  file: string,
): readonly ArrayElement[] {
  const place = { file, span: element.span };
  if (element.kind !== 'spread') return [{ value: value(element), many: false, place }];
  const spread = value(element.operand);
  if (spread.kind === 'array') return spread.elements;
  // `...(condition ? [clause] : [])`
  if (spread.kind === 'choice' && spread.values.every((choice) => choice.value.kind === 'array')) {
    return spread.values.flatMap((choice) =>
      choice.value.kind === 'array' ? choice.value.elements.map((inner) => ({ ...inner, many: true })) : [],
    );
  }
  return [{ value: elementOfType(linker, spread) ?? unknown('not-resolved'), many: true }];
}

function binaryValue(linker: Linker, expr: Extract<Expr, { kind: 'binary' }>, context: Context): Abstract {
  // a chain such as `a + b + c …` is as deep as it is long
  const chain = [expr];
  for (let { left } = expr; left.kind === 'binary'; { left } = left) chain.push(left);
  if (chain.length > MOST_SEGMENTS) return unknown('too-complex');
  let left = evaluate(linker, chain.at(-1)?.left ?? expr.left, context);
  let growing: { readonly text: GrowingText; readonly as: Abstract } | undefined;
  for (const outer of chain.reverse()) {
    const right = evaluate(linker, outer.right, context);
    if (outer.operator !== '+' || left.kind !== 'text' || isChoice(right)) {
      left = operatorValue(linker, outer, left, right, context);
      continue;
    }
    // what is only a step on the way is not copied
    const text = growing?.as === left ? growing.text : new GrowingText().add(left.segments);
    for (const { segments } of pieces(right, { file: context.file, span: outer.right.span }))
      text.add(segments);
    left = text.valueOf('mixed', { file: context.file, span: outer.span });
    growing = { text, as: left };
  }
  if (growing?.as === left) spend(linker, costOf(growing.text.segments.length));
  return left;
}

function operatorValue(
  linker: Linker,
  expr: Extract<Expr, { kind: 'binary' }>,
  left: Abstract,
  right: Abstract,
  context: Context,
): Abstract {
  const place: Place = { file: context.file, span: expr.span };
  switch (expr.operator) {
    case '??':
    case '||':
      return orElse(left, right);
    case '??=':
      // what is kept there was made here
      return right.kind === 'client' ? right : orElse(left, right);
    case '+':
      return sumOrText(linker, expr, left, right, context, place);
    default:
      return unknown('not-supported');
  }
}

function sumOrText(
  linker: Linker,
  expr: Extract<Expr, { kind: 'binary' }>,
  left: Abstract,
  right: Abstract,
  context: Context,
  place: Place,
): Abstract {
  const isText = (side: Abstract): boolean => alternativesOf(side).some(({ value }) => isTextual(value));
  if (!isText(left) && !isText(right)) return unknown('not-supported');
  const at = (side: Expr): Place => ({ file: context.file, span: side.span });
  return concatenate(linker, [pieces(left, at(expr.left)), pieces(right, at(expr.right))], 'mixed', place);
}

/** Whether a value is a text, by what makes it or by its type. */
function isTextual(value: Abstract): boolean {
  if (value.kind === 'typed') return value.type.name === 'string';
  if (value.kind === 'unknown') return value.is === 'string';
  return ['text', 'time-text', 'number-text', 'random-text'].includes(value.kind);
}
