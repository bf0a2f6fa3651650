import { functionsCalled } from '../../link/calls/called-functions.ts';
import { callsOf } from '../../link/calls/calls.ts';
import type { Linker } from '../../link/linker.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { initOf } from './may-reach.ts';
import { EACH } from './turns.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';

/** Whether a call is one of a function of the file. */
function isOf(linker: Linker, { file }: FileFacts, call: CallExpr, fn: number): boolean {
  return functionsCalled(linker, call, { file }).some((called) => called.fn === fn && called.file === file);
}

/** Where a function of the file that is handed a function calls it: `visit(row)` of `each(rows, (row) => …)`. */
export function visitsOf(linker: Linker, facts: FileFacts, fn: number): readonly CallSite[] {
  const { call, method } = callbackOf(facts, fn) ?? {};
  const index = call?.args.findIndex((arg) => arg.kind === 'function' && arg.fn === fn) ?? -1;
  if (call === undefined || method === undefined || index < 0) return [];
  return facts.functions.flatMap(({ name, parameters }, taker) => {
    const visit = parameters[index]?.name;
    if (name !== method || visit === undefined || !isOf(linker, facts, call, taker)) return [];
    return callsOf(linker, facts, visit).filter(
      (site) =>
        site.fn === taker &&
        site.call.callee.kind === 'name' &&
        isParameter(facts, site.call.callee, taker, index),
    );
  });
}

function isParameter(facts: FileFacts, name: Expr, fn: number, index: number): boolean {
  const init = initOf(facts, name);
  return init?.kind === 'parameter' && init.fn === fn && init.index === index;
}

/** The calls of methods of arrays in a file that are handed one of its functions by its name, to call it for each. */
export function handedOf(linker: Linker, facts: FileFacts, fn: number): readonly CallSite[] {
  const name = facts.functions[fn]?.name;
  if (name === undefined || facts.handed.length === 0) return [];
  let handed = linker.memory.handed.get(facts);
  if (handed === undefined) {
    const calls = facts.handed.filter(({ method }) => EACH.has(method));
    linker.memory.handed.set(facts, (handed = grouped(calls, ({ call }) => handedName(call))));
  }
  return (handed.get(name) ?? []).filter(({ call: { args } }) => {
    const [callee] = args;
    if (callee === undefined) return false;
    return isOf(linker, facts, { kind: 'call', callee, args: [], isNew: false, span: callee.span }, fn);
  });
}

function handedName({ args: [given] }: CallExpr): string {
  return given?.kind === 'name' || given?.kind === 'member' ? given.name : '';
}

/** The calls of a function in its own file. Of each operation in the function somebody asks for them. */
export function callersOf(linker: Linker, facts: FileFacts, fn: number): readonly CallSite[] {
  const known = linker.memory.callers.get(facts)?.get(fn);
  if (known !== undefined) return known;
  const name = facts.functions[fn]?.name;
  const callers = (name === undefined ? [] : callsOf(linker, facts, name)).filter((site) =>
    isOf(linker, facts, site.call, fn),
  );
  const { callers: all } = linker.memory;
  // what is not found may only not be found because the work was cut
  if (linker.budget > 0)
    all.set(facts, (all.get(facts) ?? new Map<number, readonly CallSite[]>()).set(fn, callers));
  return callers;
}
