import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Operation, PointRead, Query } from '../../model/operations/operation.ts';
import { isLoopedOver } from '../../syntax/edits/loop-over.ts';
import { listOptionsAt, type TableCall, tableCallAt } from '../../syntax/edits/table-call.ts';
import type { World } from '../pattern.ts';
import { keyRangeOf } from './lookup.ts';

/** A call of the SDK that becomes one of a module's functions. */
export interface CallSite<Call extends string> {
  readonly file: string;
  readonly call: Call;
  /** The edits, once it is known how the function is called. */
  readonly edits: (reference: string) => readonly TextEdit[];
  /** Code that stays of what the edits replace. */
  readonly kept: readonly Span[];
  /** What the edits replace. */
  readonly replaced?: Span;
}

/** All calls of a table as calls of a module, but for those that stay; or why one can't be changed. */
export function callSites<Call extends string>(
  calls: readonly Operation[],
  siteOf: (one: Operation) => CallSite<Call> | string | undefined,
): readonly CallSite<Call>[] | string {
  const sites: CallSite<Call>[] = [];
  for (const one of calls) {
    const found = siteOf(one);
    if (typeof found === 'string') return found;
    if (found !== undefined) sites.push(found);
  }
  return sites;
}

/** A point query as a call of a function that takes the client first; undefined where it has options, or isn't spelled out. */
export function readSite(world: World, { file, callSpan }: PointRead): CallSite<'read'> | undefined {
  const call = tableCallAt(file, world.text(file) ?? '', callSpan);
  if (call?.args.length !== 2) return undefined;
  const { head, receiver, typeArguments } = call;
  return {
    file,
    call: 'read',
    edits: (reference) => [{ span: head, text: `${reference}${typeArguments}(${receiver}, ` }],
    kept: [],
  };
}

/** Whether entities of a list are gone through one by one, and nothing else is done with it. */
export function isGoneThrough(
  world: World,
  { file, callSpan, consumption }: Query,
  { use }: TableCall,
): boolean {
  const isOver = use === 'loop' || use === 'next' || isLoopedOver(file, world.text(file) ?? '', callSpan);
  return isOver && consumption.isPaged !== true;
}

/**
 * A query of one partition, or of a range of its RowKeys, as a call of a function that takes the client, the PartitionKey and the bounds; or why that
 * isn't the same: it has other conditions, or is used as more than a list of whole entities.
 */
export function rangeSite(world: World, query: Query): CallSite<'list'> | 'conditions' | 'list' {
  const { file, callSpan, optionsSpan, consumption, method, receiver } = query;
  const text = world.text(file) ?? '';
  const call = tableCallAt(file, text, callSpan);
  const options = optionsSpan && listOptionsAt(file, text, optionsSpan);
  const range = keyRangeOf(query, text);
  if (typeof range === 'string') return 'conditions';
  if (method !== 'listEntities' || call?.args.length !== 1 || options === undefined || options.hasMore)
    return 'list';
  const isNarrowed = options.select !== undefined && consumption.reads?.isWhole !== false;
  if (isNarrowed || !isGoneThrough(world, query, call)) return 'list';
  const bounds = Object.entries(range.bounds).map(([operator, code]) => `${operator}: ${code}`);
  const args = [
    call.receiver,
    range.partitionKey,
    ...(bounds.length > 0 ? [`{ ${bounds.join(', ')} }`] : []),
  ];
  return {
    file,
    call: 'list',
    edits: (reference) => [{ span: callSpan, text: `${reference}${call.typeArguments}(${args.join(', ')})` }],
    kept: [receiver.span, ...call.types, ...range.places],
    replaced: callSpan,
  };
}

/** Whether the code reads what the service gives each version of an entity. */
export function readsVersion(reads: { readonly names: readonly string[] } | undefined): boolean {
  return reads?.names.some((name) => name === 'etag' || name === 'timestamp') === true;
}

/** Places of operations that may be about a table, too, as words of a sentence; undefined where there are none. */
export function doubtfulSites(
  doubtful: readonly Operation[],
  here: (one: Operation) => string,
): string | undefined {
  return doubtful.length === 0 ? undefined : doubtful.slice(0, 3).map(here).join(', ');
}
