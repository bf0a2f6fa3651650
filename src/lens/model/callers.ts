import { calledFunctions } from '../link/call.ts';
import type { Linker } from '../link/linker.ts';
import type { CallSite, FileFacts } from '../syntax/facts.ts';

/** The calls of a function in its own file. */
export function callersOf(linker: Linker, facts: FileFacts, fn: number): readonly CallSite[] {
  const name = facts.functions[fn]?.name;
  if (name === undefined) return [];
  return callsOf(linker, facts, name).filter((site) =>
    calledFunctions(linker, site.call, { file: facts.file }).some(
      (called) => called.fn === fn && called.context.file === facts.file,
    ),
  );
}

/** The calls in a file of what goes by a name; of each operation's function somebody asks who calls it. */
function callsOf({ memory }: Linker, facts: FileFacts, method: string): readonly CallSite[] {
  let calls = memory.calls.get(facts);
  if (calls === undefined) memory.calls.set(facts, (calls = byMethod([...facts.otherCalls, ...facts.calls])));
  return calls.get(method) ?? [];
}

function byMethod(sites: readonly CallSite[]): ReadonlyMap<string, readonly CallSite[]> {
  const calls = new Map<string, CallSite[]>();
  for (const site of sites) {
    const alike = calls.get(site.method);
    if (alike === undefined) calls.set(site.method, [site]);
    else alike.push(site);
  }
  return calls;
}
