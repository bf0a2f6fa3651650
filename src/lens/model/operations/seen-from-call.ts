import type { Linker } from '../../link/linker.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { isCandidate, type Listed } from '../wrappers/wrappers.ts';
import type { SeenCall } from '../seen/seen-call.ts';
import type { Operation, PointRead, Query, StaleRead, Write } from './operation.ts';
import { consumptionOf, consumptionThrough } from './consumption.ts';
import { functionOf, siteOf } from './site.ts';
import { readProjection } from './projection.ts';
import { repetitionAt, withoutDetails, wrappedRepetition, wrappedUnawaited } from './writes.ts';
import { type Place, samePlace } from '../../../core/text/segments.ts';
import type { WrappedCall } from '../wrappers/wrapped-call.ts';
import { clientKeyThrough } from '../tables/client-identity.ts';
import { UNKNOWN } from '../../flow/values/list-size.ts';
import { insideOf, outsideOf } from '../seen/seen-results.ts';
import { initOf } from './may-reach.ts';

/** A query as whoever calls the function sees it that gives its entities. */
export function listedAt(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  { query: listed, inner, context }: Listed,
  seen: SeenCall,
): Query {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, optionsSpan: _____, ...query } = listed;
  const { filters = [], truths = [], ...used } = consumptionOf(seen.results(functionOf(facts, site)));
  const { sorts = [] } = seen.sorts();
  const before = listed.consumption;
  const sortedBefore = [...(before.sortedBefore ?? []), ...(before.sorts ?? [])];
  const filteredBefore = [before.filteredBefore, before.filters, before.truths].flatMap((all) => all ?? []);
  const limitBefore = before.limit ?? before.limitBefore;
  const own = notIn(sortedBefore, sorts);
  const [ownFilters, ownTruths] = [notIn(filteredBefore, filters), notIn(filteredBefore, truths)];
  const consumption = {
    ...consumptionThrough(used, before),
    ...(own.length > 0 && { sorts: own }),
    ...(ownFilters.length > 0 && { filters: ownFilters }),
    ...(ownTruths.length > 0 && { truths: ownTruths }),
    ...(limitBefore && { limitBefore }),
    sortedBefore,
    filteredBefore,
    ...seen.reads(),
  };
  const projection = isCandidate(inner)
    ? readProjection(linker, inner, seen, context, query.projection?.select)
    : query.projection;
  return { ...query, ...siteOf(facts, site), consumption, ...(projection && { projection }) };
}

/** A read as whoever calls the function sees it that gives what it read. */
export function handedOnAt(
  facts: FileFacts,
  site: CallSite,
  given: Query | PointRead,
  seen: SeenCall,
): Operation {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, inJson: _____, ...read } = given;
  const here = { ...siteOf(facts, site), ...seen.inJson() };
  if (read.kind === 'point-read') {
    const { reads: ______, ...pointRead } = read;
    return { ...pointRead, ...here, ...seen.reads() };
  }
  return {
    ...read,
    ...here,
    consumption: consumptionOf(seen.results(functionOf(facts, site))),
  };
}

/** A write as whoever calls the function sees it that writes what it is given. */
export function savedAt(facts: FileFacts, site: CallSite, saved: Write, stale: StaleRead): Write {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, ...write } = withoutDetails(saved);
  const via = { place: { file: saved.file, span: saved.nameSpan }, name: site.method };
  return { ...write, ...siteOf(facts, site), via, stale };
}

/** An operation as a loop repeats it that calls the function around it. */
export function loopedAt(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  looped: Operation,
  seen: SeenCall,
): Operation {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, turns: _____, ...inner } = looped;
  const { listed, ...repeated } = repetitionAt(linker, facts, site, looped, seen);
  const here = { ...siteOf(facts, site), ...repeated };
  // how the turns go together is nobody's question of what is told of designs alone
  if (inner.via?.isFar === true)
    return inner.kind === 'write' ? { ...withoutDetails(inner), ...here } : { ...inner, ...here };
  const outer = { ...here, ...seen.atOnce(repeated.repeated) };
  if (inner.kind === 'write') return { ...withoutDetails(inner), ...outer, ...(listed && { listed }) };
  return { ...inner, ...outer, ...seen.turns(repeated.repeated) };
}

/** A write as whoever calls the function sees it whose promise is settled by then. */
export function promisedAt(facts: FileFacts, site: CallSite, promised: Write): Write {
  const { undecided: _, fn: __, repeated: ___, atOnce: ____, ...write } = withoutDetails(promised);
  const { place } = promised.via ?? { place: { file: promised.file, span: promised.nameSpan } };
  return { ...write, ...siteOf(facts, site), via: { place, name: site.method } };
}

/** Those that stand at other places. */
function notIn<T extends { readonly place: Place }>(before: readonly T[], all: readonly T[]): readonly T[] {
  return all.filter(({ place }) => !before.some((other) => samePlace([place, other.place]) !== undefined));
}

/** The operation inside a wrapper, as whoever calls the wrapper sees it. */
export function seenFrom(
  linker: Linker,
  wrapped: WrappedCall,
  operation: Operation,
  seen: SeenCall,
): Operation {
  const { facts, site } = wrapped;
  const {
    undecided: _,
    fn: __,
    repeated: ___,
    atOnce: ____,
    turns: _____,
    clientKey: own,
    ...inner
  } = operation;
  const clientKey = own === undefined ? undefined : clientKeyThrough(wrapped);
  const within = wrapped.innerFacts.functions[wrapped.inner.fn ?? -1]?.span;
  const outer = {
    ...(clientKey !== undefined && { clientKey }),
    ...siteOf(facts, site),
    via: operation.via ?? {
      place: { file: operation.file, span: operation.nameSpan },
      name: site.method,
      ...(within && { within }),
    },
  };
  const { listed, ...repeated } = wrappedRepetition(linker, wrapped, operation, seen);
  const atOnce = seen.atOnce(repeated.repeated);
  if (inner.kind === 'write') {
    // of any other list it is told where the SDK is called
    const size = isGivenList(wrapped) ? inner.size : UNKNOWN;
    const details = {
      ...wrappedUnawaited(facts, site),
      ...(listed && { listed }),
      ...(inner.misplaced && { misplaced: inner.misplaced }),
      size,
    };
    return { ...withoutDetails(inner), ...outer, ...repeated, ...atOnce, ...details };
  }
  if (inner.kind === 'point-read') {
    const { reads: ______, ...read } = inner;
    return {
      ...read,
      ...outer,
      ...seen.reads(),
      ...repeated,
      ...seen.turns(repeated.repeated),
      ...atOnce,
    };
  }
  const { optionsSpan: ______, consumption, ...query } = inner;
  const inside = functionOf(wrapped.innerFacts, wrapped.inner);
  const results = outsideOf(inside, seen.results(functionOf(facts, site)));
  const itsOwn = insideOf(inside, consumption);
  const { limit: limitBefore = itsOwn.limitBefore } = itsOwn;
  return {
    ...query,
    ...outer,
    ...repeated,
    ...seen.turns(repeated.repeated),
    ...atOnce,
    consumption: {
      ...consumptionThrough(consumptionOf(results), itsOwn),
      ...(limitBefore && { limitBefore }),
      ...seen.reads(),
      ...seen.sorts(),
    },
  };
}

/** Whether a wrapper submits the very list that it is given. */
function isGivenList({ innerFacts, inner }: WrappedCall): boolean {
  const [list] = inner.call.args;
  return list !== undefined && initOf(innerFacts, list)?.kind === 'parameter';
}
