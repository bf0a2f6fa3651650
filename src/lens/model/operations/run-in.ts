import type { Branch } from '../../syntax/facts/branches.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import type { Callback, CallSite, FileFacts } from '../../syntax/facts/facts.ts';

/** A function, by its number in the file's facts, that has run when something is done, and on which branches of it. */
export interface RunIn {
  readonly fn?: number;
  readonly branches: readonly Branch[];
}

/** Steps of a chain that run what they are given once, when what stands before them has come: of promises, results and effects. */
const STEPS: ReadonlySet<string> = new Set([
  ...['then', 'andThen', 'asyncAndThen', 'andThrough', 'asyncAndThrough', 'andTee', 'orElse'],
  ...['chain', 'chainW', 'chainFirst', 'tap'],
]);

/** What runs a function later: by a timer, or when something happens. */
const LATER: ReadonlySet<string> = new Set([
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'nextTick', 'schedule', 'every'],
  ...['on', 'once', 'addListener', 'addEventListener', 'subscribe'],
]);

/** Functions around each other that are looked at. */
const MOST_LEVELS = 8;

/**
 * The function that a call is run in where the one that it stands in is only written to be run by that, at once: a step of a chain, what
 * is handed over to be tried. Absent where that is the one it stands in.
 */
export function runIn(facts: FileFacts, site: CallSite): { readonly runIn?: RunIn } {
  let { fn } = site;
  let branches = site.branches;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const callback = callbackOf(facts, fn);
    if (callback === undefined || !isRunAtOnce(facts, callback)) break;
    fn = callback.outer;
    branches = [...callback.branches, ...branches];
  }
  return fn === site.fn ? {} : { runIn: { ...(fn !== undefined && { fn }), branches } };
}

function isRunAtOnce(facts: FileFacts, { fn, method, call, outer, isAwaited }: Callback): boolean {
  // the module's own code sets up what others run
  if (outer === undefined) return false;
  if (STEPS.has(method)) return true;
  const [first] = call.args;
  if (first?.kind !== 'function' || first.fn !== fn) return false;
  const { parameters, returns, span } = facts.functions[fn] ?? {};
  if (parameters === undefined || parameters.length > 0) return false;
  // `attempt(() => table.createEntity(row))` is nothing but that call
  const [only, ...others] = returns ?? [];
  const isCall = only?.kind === 'call' && others.length === 0 && only.span.end === span?.end;
  return isAwaited === true || (isCall && !LATER.has(method));
}
