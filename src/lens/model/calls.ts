import type { CallSite, FileFacts } from '../syntax/facts.ts';

/** Facts live until their file is edited; of each operation's function somebody asks who calls it. */
const byMethod = new WeakMap<FileFacts, Calls>();

type Calls = ReadonlyMap<string, readonly CallSite[]>;

/** The calls in a file of what goes by a name: those that no TableClient has a method for come first. */
export function callsOf(facts: FileFacts, method: string): readonly CallSite[] {
  let calls = byMethod.get(facts);
  if (calls === undefined) byMethod.set(facts, (calls = grouped([...facts.otherCalls, ...facts.calls])));
  return calls.get(method) ?? [];
}

function grouped(sites: readonly CallSite[]): Calls {
  const calls = new Map<string, CallSite[]>();
  for (const site of sites) {
    const alike = calls.get(site.method);
    if (alike === undefined) calls.set(site.method, [site]);
    else alike.push(site);
  }
  return calls;
}
