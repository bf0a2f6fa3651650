import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import type { Linker } from '../linker.ts';

/** The calls in a file of what goes by a name, in order but for those of the SDK's methods, which come last. */
export function callsOf({ memory }: Linker, facts: FileFacts, name: string): readonly CallSite[] {
  let calls = memory.calls.get(facts);
  if (calls === undefined) memory.calls.set(facts, (calls = byName([...facts.otherCalls, ...facts.calls])));
  return calls.get(name) ?? [];
}

function byName(sites: readonly CallSite[]): ReadonlyMap<string, readonly CallSite[]> {
  const calls = new Map<string, CallSite[]>();
  for (const site of sites) {
    const alike = calls.get(site.method);
    if (alike === undefined) calls.set(site.method, [site]);
    else alike.push(site);
  }
  return calls;
}

/** Those of them that are not of a method that a TableClient has. */
export function otherCallsOf(linker: Linker, facts: FileFacts, name: string): readonly CallSite[] {
  return callsOf(linker, facts, name).filter((site) => !('receiver' in site));
}
