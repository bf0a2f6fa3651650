import { functionsCalled } from '../../link/calls/call.ts';
import { callsOf } from '../../link/calls/calls.ts';
import type { Linker } from '../../link/linker.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';

/** The calls of a function in its own file. Of each operation in the function somebody asks for them. */
export function callersOf(linker: Linker, facts: FileFacts, fn: number): readonly CallSite[] {
  const known = linker.memory.callers.get(facts)?.get(fn);
  if (known !== undefined) return known;
  const name = facts.functions[fn]?.name;
  const callers = (name === undefined ? [] : callsOf(linker, facts, name)).filter((site) =>
    functionsCalled(linker, site.call, { file: facts.file }).some(
      (called) => called.fn === fn && called.file === facts.file,
    ),
  );
  const { callers: all } = linker.memory;
  // what is not found may only not be found because the work was cut
  if (linker.budget > 0)
    all.set(facts, (all.get(facts) ?? new Map<number, readonly CallSite[]>()).set(fn, callers));
  return callers;
}
