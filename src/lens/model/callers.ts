import { calledFunctions } from '../link/call.ts';
import type { Linker } from '../link/linker.ts';
import type { CallSite, FileFacts } from '../syntax/facts.ts';
import { callsOf } from './calls.ts';

/** The calls of a function in its own file. */
export function callersOf(linker: Linker, facts: FileFacts, fn: number): readonly CallSite[] {
  const name = facts.functions[fn]?.name;
  if (name === undefined) return [];
  return callsOf(facts, name).filter((site) =>
    calledFunctions(linker, site.call, { file: facts.file }).some(
      (called) => called.fn === fn && called.context.file === facts.file,
    ),
  );
}
