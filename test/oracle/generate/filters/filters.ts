import { writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { operand } from '../text.ts';
import { branches } from './branches.ts';
import { calls } from './calls.ts';
import { classes } from './classes.ts';
import { constants } from './constants.ts';
import { exceptions } from './exceptions.ts';
import { functions } from './functions.ts';
import { growing } from './growing.ts';
import { idioms } from './idioms.ts';
import { kinds } from './kinds.ts';
import { lists } from './lists.ts';
import type { Maker } from './maker.ts';
import { names } from './names.ts';
import { objects } from './objects.ts';
import { orders } from './orders.ts';
import { requests } from './requests.ts';
import { sequences } from './sequences.ts';
import { stores } from './stores.ts';
import { tables } from './tables.ts';

const MAKERS: readonly (readonly [name: string, maker: Maker])[] = Object.entries({
  constants,
  branches,
  growing,
  idioms,
  lists,
  calls,
  objects,
  exceptions,
  names,
  tables,
  sequences,
  stores,
  classes,
  functions,
  kinds,
  requests,
  orders,
}).flatMap(([group, makers]) =>
  Object.entries(makers).map(([name, maker]) => [`${group}.${name}`, maker] as const),
);

/** What people write now and then. */
const RARE: ReadonlySet<string> = new Set([
  'branches.andAlone',
  'branches.switchFallThrough',
  'branches.switchTrue',
  'calls.awaitedThen',
  'calls.bound',
  'calls.curried',
  'calls.functionTable',
  'calls.generatorOverList',
  'calls.generatorYields',
  'calls.piped',
  'calls.taggedOwn',
  'classes.classTable',
  'classes.definedProperty',
  'classes.iterable',
  'classes.madeOf',
  'classes.mixin',
  'classes.staticBlock',
  'constants.asText',
  'constants.json',
  'constants.mapSetLater',
  'constants.toText',
  'exceptions.nested',
  'exceptions.parsed',
  'functions.argumentsObject',
  'functions.awaitedInLoop',
  'functions.counter',
  'functions.finallyDecides',
  'functions.generatorReturns',
  'functions.once',
  'functions.partial',
  'functions.settled',
  'functions.throughIndexFile',
  'functions.twoChecks',
  'functions.visitor',
  'growing.loopDo',
  'growing.loopForgotten',
  'growing.loopLabelled',
  'growing.loopNested',
  'growing.recursionCounted',
  'growing.recursionOverList',
  'idioms.assignedByDestructuring',
  'idioms.cutToLength',
  'idioms.filledArray',
  'idioms.messageOfError',
  'idioms.prototypeMethod',
  'idioms.registeredSymbol',
  'idioms.replacedByFunction',
  'kinds.asyncGenerated',
  'kinds.borrowedMethod',
  'kinds.bySymbol',
  'kinds.cachedByWeakMap',
  'kinds.destructuredComputed',
  'kinds.emitted',
  'kinds.genericBox',
  'kinds.labelledCharacters',
  'kinds.mixedIn',
  'kinds.ownTag',
  'kinds.usingSession',
  'lists.byLength',
  'lists.popped',
  'lists.reversed',
  'lists.setOfClauses',
  'lists.unshifted',
  'names.assignedInCondition',
  'names.block',
  'names.chained',
  'names.comma',
  'names.deadCode',
  'names.declaredTwice',
  'names.postfix',
  'objects.aliasInList',
  'objects.computedName',
  'objects.entriesBack',
  'objects.getterOfState',
  'objects.jsonCopy',
  'objects.modulePattern',
  'objects.setter',
  'objects.swapped',
  'objects.symbolKey',
  'objects.toText',
  'orders.endsAtOne',
  'orders.frozen',
  'orders.inherited',
  'orders.rejected',
  'orders.taken',
  'orders.turnedRound',
  'sequences.forever',
  'sequences.iterated',
  'sequences.iteratorHelpers',
  'sequences.labelledBoth',
  'sequences.spliced',
  'sequences.untilFound',
  'tables.bits',
  'tables.elementSetLater',
  'tables.mapDeleted',
  'tables.proxied',
  'tables.proxiedWithDefault',
  'tables.valueSetLater',
]);

const OFTEN = MAKERS.filter(([name]) => !RARE.has(name));
const SELDOM = MAKERS.filter(([name]) => RARE.has(name));

/** A filter, made in one of the ways there are, in which `depth` - 1 others may be nested; with 0 it is only written down. */
export function filter(scope: Scope, depth: number): string {
  if (depth <= 0) return writtenFilter(scope);
  const [name, maker] = scope.writer.choices.pickUsual(OFTEN, SELDOM);
  scope.writer.uses(name);
  return operand(maker(scope, (inner) => filter(inner, depth - 1)));
}
