import { isListType } from '../../link/values/abstract.ts';
import { partOfAnyDate } from '../../link/library/libraries.ts';
import { escape, markOf } from '../entities/answers.ts';
import { rowsOf } from '../entities/rows.ts';
import type { Guard } from '../conditions/guards.ts';
import type { Extent } from '../values/list-size.ts';
import { dateArguments } from '../library/date-arguments.ts';
import { listMethod } from '../library/lists.ts';
import { goesThrough, ofPairs } from '../library/maps.ts';
import { type CallPlace, decide, either, keptPlace, type Machine, settled } from '../machine.ts';
import { nextOf, pagesOf } from '../library/parts.ts';
import { readProperty } from '../values/properties.ts';
import { noteGiven } from '../values/sizes.ts';
import { fromAbstract, isMade, listOf, memberPlace } from '../values/symbols.ts';
import { doublesQuotes, textMethod } from '../library/strings.ts';
import { argumentKeys, noteHashed } from '../values/identities.ts';
import { changeKey, mayChange, noteChange } from '../values/changes.ts';
import { testOfMethod } from '../conditions/value-tests.ts';
import { constantText, wholeText } from '../values/texts.ts';
import { booleanOf, truthOfTest } from '../conditions/truth.ts';
import { isFalsyOn } from '../conditions/settled.ts';
import { type Atom, type Symbolic, UNDEFINED, type Value } from '../values/values.ts';
import { abstractArgument, unknownCall } from './outside.ts';
import { ofMethod, valueMethod, isKnown, notePart } from './value-methods.ts';

/** Methods that leave what they are called on, and give the same for the same. */
const PURE: ReadonlySet<string> = new Set([
  ...[
    'includes',
    'startsWith',
    'endsWith',
    'indexOf',
    'trim',
    'toLowerCase',
    'toUpperCase',
    'toString',
    'valueOf',
  ],
  ...[
    'slice',
    'substring',
    'charAt',
    'replace',
    'replaceAll',
    'split',
    'padStart',
    'padEnd',
    'match',
    'at',
    'has',
  ],
  ...['toISOString', 'getTime', 'toFixed', 'concat'],
]);

/** Methods that dates have, which `setDate` or `add` of a library may change. */
const OF_DATES: ReadonlySet<string> = new Set(['toISOString', 'getTime', 'toString', 'valueOf']);

/** Methods that give a part of a date. */
const PART_OF_DATE = /^get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds)$/;

const OF_LISTS: ReadonlySet<string> = new Set([
  ...[
    'map',
    'flatMap',
    'forEach',
    'filter',
    'find',
    'some',
    'every',
    'reduce',
    'join',
    'entries',
    'values',
    'keys',
  ],
  ...['push', 'flat', 'toSorted', 'toReversed'],
]);

/** Methods of an answer that is not waited for. */
const OF_QUERIES: ReadonlySet<string> = new Set(['next', 'byPage']);

/** Methods of it that give the same again. */
const ITSELF: ReadonlySet<string> = new Set(['@@Symbol.asyncIterator', '@@Symbol.iterator']);

/** Whether it has the parts of a text that is made of more than one value: which of them pass a test is not seen. */
function isOfMadeText({ splits }: Machine, { symbol }: { readonly symbol: number }): boolean {
  return splits.get(symbol)?.of.kind === 'text';
}

/** Methods that only a Date has and that take a locale. */
const BY_LOCALE: ReadonlySet<string> = new Set(['toLocaleTimeString', 'toLocaleDateString']);

/** A method of something of which nothing, or no more than its type, is known. */
export function unknownMethod(
  machine: Machine,
  receiver: Extract<Atom, { kind: 'unknown' | 'typed' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const isText = receiver.kind === 'unknown' ? receiver.is === 'string' : receiver.type.name === 'string';
  const isList = receiver.kind === 'unknown' ? receiver.is === 'array' : isListType(receiver.type);
  const kind = markOf(machine, receiver)?.kind;
  if (ITSELF.has(name) && (kind === 'list' || kind === 'pages')) return receiver;
  const isAny = receiver.kind === 'unknown' && receiver.is === undefined;
  const ofDate =
    isAny && (args.length === 0 || BY_LOCALE.has(name))
      ? partOfAnyDate(
          name,
          dateArguments(machine, receiver, name, args, at).args.map((arg) => abstractArgument(machine, arg)),
        )
      : undefined;
  if (ofDate !== undefined) {
    const at = keptPlace(machine, callKey(machine, receiver, name, args));
    const part = machine.store.get(at) ?? fromAbstract(machine, ofDate);
    machine.store.set(at, part);
    return part;
  }
  const isOfAnswer = kind === 'list' && !OF_QUERIES.has(name);
  if (
    isOfAnswer ||
    (OF_LISTS.has(name) && !isText) ||
    (isList && (name === 'slice' || name === 'includes'))
  ) {
    rowsOf(machine, receiver);
    const list = listOf(machine, receiver);
    const isMap = isList && receiver.kind === 'typed' && receiver.type.name.endsWith('Map');
    if (isMap && list.kind === 'object' && goesThrough(name)) return ofPairs(machine, list, name, args, at);
    const made = list.kind === 'object' ? listMethod(machine, list, name, args, at) : undefined;
    if (name === 'filter' && isOfMadeText(machine, receiver) && made?.kind === 'object')
      machine.store.change(made.id).split = {};
    if (made !== undefined) return made;
  }
  if (name === 'byPage') return pagesOf(machine, receiver, args, at);
  if (name === 'next') {
    const next = nextOf(machine, receiver, at);
    if (next !== undefined) return next;
  }
  escape(machine, receiver);
  const part =
    args.length === 1 && args[0] !== undefined ? constantText(settled(machine, args[0])) : undefined;
  const test = part === undefined || (name === 'includes' && !isText) ? undefined : testOfMethod(name, part);
  if (test !== undefined) return booleanOf(machine, truthOfTest(machine, receiver, test, at));
  if (name === 'includes' && part !== undefined && part !== '')
    return booleanOf(machine, textOrListHas(machine, receiver, part, at));
  const ofEmpty =
    OF_TEXTS.has(name) && isFalsyOn(machine, receiver.symbol, machine.reached)
      ? methodOfEmpty(machine, name, args, at)
      : undefined;
  if (ofEmpty !== undefined) return ofEmpty;
  if (!PURE.has(name) && !PART_OF_DATE.test(name)) {
    if (mayChange(name)) noteChange(machine, receiver.symbol);
    const own = machine.store.get(memberPlace(machine, receiver, name));
    if (own?.kind === 'function') return machine.run.enter(machine, own, args, receiver, at);
    const made = valueMethod(machine, receiver, name, args, at);
    if (isKnown(made)) escape(machine, ...args);
    const called = part !== undefined && GIVES_BY_NAME.has(name) && isName(part) ? part : name;
    const plain = isKnown(made) ? made : unknownCall(machine, args, at, called);
    const found = ofMade(receiver, ofMethod(machine, plain, name, receiver, args));
    if (FROM_OUTSIDE.has(name)) noteGiven(machine, found, outside(at));
    notePart(machine, found, name, args, at);
    return noteHashed(machine, found, receiver, name, args);
  }
  escape(machine, ...args);
  const place = keptPlace(machine, callKey(machine, receiver, name, args));
  let value = machine.store.get(place);
  if (value === undefined) {
    value = ofMethod(machine, valueMethod(machine, receiver, name, args, at), name, receiver, args);
    if (doublesQuotes(machine, name, args)) {
      value = called(value, receiver);
      if (value.kind === 'unknown') machine.doubled.set(value.symbol, receiver.symbol);
    }
    machine.store.set(place, value);
    // how many lines there are, nobody knows who has not seen the text
    if (name === 'split' && isLineBreak(machine, args[0])) noteGiven(machine, value, outside(at));
    notePart(machine, value, name, args, at);
  }
  // where it is equal to a constant, so is what is made of it
  for (const [text, guard] of machine.equalities.get(receiver.symbol) ?? []) {
    if (!text.startsWith('"')) continue;
    const made = textMethod(
      machine,
      wholeText(JSON.parse(text) as string, at),
      name,
      args.map((arg) => settled(machine, arg)),
      at,
    );
    if (made !== undefined) value = either(machine, guard, made, value);
  }
  return value;
}

/** A text whose quotes are doubled for a filter means the same there: it is called the same, in the form that it was put into before. */
function called(made: Value, receiver: Symbolic): Value {
  if (made.kind !== 'unknown' || made.name !== undefined || receiver.kind !== 'unknown') return made;
  const { name, through, inCase, putIn } = receiver;
  if (name === undefined) return made;
  return {
    ...made,
    name,
    ...(through !== undefined && { through }),
    ...(inCase !== undefined && { inCase }),
    ...(putIn !== undefined && { putIn }),
  };
}

/** Equal for the same call of the same thing, while nothing changed that. */
function callKey(machine: Machine, { symbol }: Symbolic, name: string, args: readonly Value[]): string {
  const isOfDate = OF_DATES.has(name) || PART_OF_DATE.test(name);
  const after = isOfDate ? changeKey(machine, symbol) : '';
  return `call ${symbol}.${name}(${argumentKeys(machine, args)})${after}`;
}

/** What a value gives, or its methods, that the program makes in a way that is not followed, is made so as well. */
export function ofMade(receiver: Symbolic, given: Value): Value {
  if (receiver.kind !== 'unknown' || !isMade(receiver)) return given;
  return given.kind === 'unknown' && given.why === 'call-result' ? { ...given, why: receiver.why } : given;
}

/** Whether something that may be a text or a list has a part: then it is not empty. */
function textOrListHas(
  machine: Machine,
  receiver: Extract<Atom, { kind: 'unknown' | 'typed' }>,
  part: string,
  at: CallPlace,
): Guard {
  const { asked, guards } = machine;
  const key = `has:${receiver.symbol}:${part}`;
  const known = asked.get(key);
  if (known !== undefined) return known;
  const { file, span } = at;
  const has = decide(machine, { kind: 'condition', file, span });
  const length =
    markOf(machine, receiver) === undefined ? readProperty(machine, receiver, 'length') : UNDEFINED;
  const symbol = length.kind === 'number' ? length.symbol : undefined;
  const any = symbol === undefined ? undefined : asked.get(`t:${symbol}`);
  const guard = any === undefined ? has : guards.and(any, has);
  if (symbol !== undefined && any === undefined) {
    const more = decide(machine, { kind: 'elements', name: receiver.name, least: 1 });
    asked.set(`t:${symbol}`, guards.or(has, more));
  }
  asked.set(key, guard);
  return guard;
}

/** Methods that texts have, and no other value that is falsy: of what is falsy they are called on the empty text. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  ...['slice', 'substring', 'charAt', 'charCodeAt', 'at', 'replace', 'replaceAll', 'split', 'concat'],
  ...['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'padStart', 'padEnd', 'repeat'],
]);

function methodOfEmpty(
  machine: Machine,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const given = args.map((arg) => settled(machine, arg));
  return textMethod(machine, wholeText('', at), name, given, at);
}

/** Methods that hand out a value by its name, which says more of it than theirs does: `request.query.get('userId')`. */
const GIVES_BY_NAME: ReadonlySet<string> = new Set([
  ...['get', 'header', 'getHeader', 'param', 'query', 'cookie', 'searchParam'],
]);

/** Whether a text can be what a value is called: a name of a program, or of a header. */
function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && /^\p{L}[\p{L}\p{N}_-]*$/u.test(text);
}

const LONGEST_NAME = 60;

/** Methods that read what a request brought. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['json', 'parse', 'readBody']);

/** Whether a text is split into its lines. */
function isLineBreak(machine: Machine, by: Value | undefined): boolean {
  const text = by === undefined ? undefined : constantText(settled(machine, by));
  return text !== undefined && /^\r?\n$/.test(text);
}

function outside({ file, span }: CallPlace): Extent {
  return { by: 'caller', inside: 'caller', place: { file, span } };
}
