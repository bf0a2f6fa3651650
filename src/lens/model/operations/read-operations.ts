import { begun, type Ground } from './ground.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import type { Reading } from './file-operations.ts';
import { boundCall } from './bound-calls.ts';
import type { Operation } from './operation.ts';
import { mayBind, readBinding } from './bindings.ts';
import { mayBeLegacy, readLegacy } from './legacy.ts';
import { collect } from './collect.ts';
import { isCandidate } from '../wrappers/wrappers.ts';
import { readOperation } from './sdk-call.ts';
import { seenAt } from '../seen/seen-call.ts';
import { withKey } from '../tables/table-takers.ts';
import type { Linker } from '../../link/linker.ts';
import type { Context } from '../../link/values/abstract.ts';
import { siteOf } from './site.ts';

/**
 * Every data-access site of one file at which the SDK itself is called, whatever its evidence. Never throws: of a file
 * that cannot be read within the stack and the work that one file may cost, it says so.
 */
export function readOperations(ground: Ground, facts: FileFacts): Reading {
  const { files, memory, flow } = begun(ground);
  const bound = facts.otherCalls.flatMap((site) => boundCall(facts, site) ?? []);
  const viaOf = new Map<CallSite, Operation['via']>(bound.map(({ candidate, via }) => [candidate, via]));
  const sites = [
    ...facts.calls,
    ...bound.map(({ candidate }) => candidate),
    ...facts.otherCalls.filter((site) => mayBind(site) || mayBeLegacy(site)),
  ];
  return collect(ground, memory, facts, sites, (linker, site) => {
    const context = { file: facts.file };
    const via = viaOf.get(site);
    const operation = isCandidate(site)
      ? readOperation(linker, facts, site, context, seenAt(flow, files, facts.file, site))
      : readOtherDoor(linker, facts, site, context);
    if (operation === undefined) return [];
    const found = via === undefined ? operation : { ...operation, via };
    return [isCandidate(site) ? withKey(files, facts, site, found, site) : { operation: found }];
  });
}

/** What reaches a table by another way than a TableClient. */
function readOtherDoor(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  context: Context,
): Operation | undefined {
  const query = mayBind(site) ? readBinding(linker, site, context) : readLegacy(linker, site, context);
  return query && { ...siteOf(facts, site), kind: 'query', ...query };
}
