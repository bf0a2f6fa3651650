import { keptPlace, type Machine, nextSymbol, unknownOf } from '../machine.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Value } from './values.ts';

/** Methods that change the date that they are called on: those of a Date, and of Moment. */
const CHANGING =
  /^(?:set(?:UTC)?(?:FullYear|Month|Date|Hours|Minutes|Seconds|Milliseconds|Time)?|add|subtract|startOf|endOf)$/;

/** Whether a method may change a date that it is called on. */
export function mayChange(name: string): boolean {
  return CHANGING.test(name);
}

/** Whether a type is one of a date that can be changed. */
export function isOfDate({ name }: TypeRef): boolean {
  return /^(?:Date|(?:moment\.)?Moment)$/.test(name);
}

/** Notes that something which goes by a number may be another one from here on. */
export function noteChange(machine: Machine, symbol: number): void {
  machine.store.set(keptPlace(machine, keyOf(symbol)), unknownOf(machine, 'call-result'));
}

/** What tells apart what something was before a change from what it is here; undefined where nothing changed it. */
export function changeOf(machine: Machine, symbol: number | undefined): Value | undefined {
  if (symbol === undefined) return undefined;
  const place = machine.kept.get(keyOf(symbol));
  return place === undefined ? undefined : machine.store.get(place);
}

/** Of the same text for the same thing while nothing changes it. */
export function changeKey(machine: Machine, symbol: number): string {
  const change = changeOf(machine, symbol);
  if (change === undefined) return '';
  // where it is one of several nobody knows which
  const by = change.kind === 'unknown' ? change.symbol : nextSymbol(machine);
  return ` after ${by}`;
}

function keyOf(symbol: number): string {
  return `changed ${symbol}`;
}
