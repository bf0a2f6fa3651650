import { isCut } from '../syntax/conditions.ts';
import type { Expr } from '../syntax/expr.ts';
import type { BindingWrite, CallSite, FileFacts } from '../syntax/facts.ts';
import { calledName } from './size-origins.ts';

/** A comparison of a length with anything but nothing at all. */
const COMPARED = /\.(?:length|size)\s*(?:[<>]=?|[!=]==?)(?![=\s]*[01]\b)/;

/** One that says that there are enough: a list that is sent once it has so many. */
const AT_LEAST = /^[\w$.]+\.(?:length|size)\s*(?:>=?\s*[\w$.]+|===?\s*\d{3,})$/;

/** Whether a call stands under a test of a length that may keep long lists away from it. */
export function isGuarded({ when }: CallSite): boolean {
  if (isCut(when)) return true;
  return when.some(
    (condition) =>
      !/^(for|while)\b/.test(condition) && COMPARED.test(condition) && !AT_LEAST.test(condition.trim()),
  );
}

/** What a list's length is compared with, in one function, to see whether there are enough. */
export interface Flush {
  readonly limit: Expr;
  /** It is sent when it has more than that. */
  readonly isOver: boolean;
}

/** The tests of a function that ask whether the list of this name has enough elements. */
export function flushesOf(facts: FileFacts, fn: number | undefined, name: string): readonly Flush[] {
  const prefix = `${fn ?? ''}:`;
  return Object.entries(facts.tests).flatMap(([key, test]) =>
    key.startsWith(prefix) ? flushIn(test, name) : [],
  );
}

function flushIn(test: Expr, name: string): readonly Flush[] {
  if (test.kind !== 'binary') return [];
  const { left, right, operator } = test;
  if (operator === '||' || operator === '&&') return [...flushIn(left, name), ...flushIn(right, name)];
  const isLength = left.kind === 'member' && left.name === 'length' && left.object.kind === 'name';
  if (!isLength || left.object.name !== name || !/^(>=?|===?)$/.test(operator)) return [];
  return [{ limit: right, isOver: operator === '>' }];
}

/** `rows.length = 0`, `rows.splice(0, 100)` */
export function empties({ operator, path, value }: BindingWrite): boolean {
  if (path[0] === 'length') return true;
  return operator === 'open' && /^(splice|shift|pop)$/.test(calledName(value));
}

/** What orders a list or prints it, or may change what is in it, but hardly its length. */
export function isHarmless({ operator, value }: BindingWrite): boolean {
  return operator === 'open' && HARMLESS.test(calledName(value));
}

const HARMLESS = /^(?:sort|reverse|fill|log|info|debug|warn|error|trace|verbose)$/;
