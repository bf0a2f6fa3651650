import type { TextEdit } from '../../../core/text/edit.ts';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import { patternsOf } from '../../model/keys/key-pattern.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import type { World } from '../pattern.ts';
import { isGoneThrough } from '../sites/call-sites.ts';
import { isFresh } from '../sites/fresh-key.ts';
import { isSameCall, type TableProgram } from '../sites/table-program.ts';
import { writeSiteOf } from '../sites/write-sites.ts';
import type { PeriodCall } from './module-code.ts';
import { refusals } from './refusals.ts';

/** A call of the SDK that becomes one of the module's functions. */
export interface PeriodSite {
  readonly file: string;
  readonly call: PeriodCall;
  /** The edit, once it is known how the function is called. */
  readonly edits: (reference: string) => readonly TextEdit[];
}

/** All calls of a table but the list and the delete of a loop, as calls of the module; or why one can't be changed. */
export function periodSites(
  world: World,
  { calls, shared }: TableProgram,
  [list, remove]: readonly [Query, Write],
  property: string,
  here: (one: Operation) => string,
): readonly PeriodSite[] | string {
  const [other] = shared;
  if (other !== undefined) return refusals.shared(here(other));
  const sites: PeriodSite[] = [];
  for (const one of calls) {
    if (isSameCall(one, list) || isSameCall(one, remove)) continue;
    const found =
      one.kind === 'write'
        ? writeOf(world, one, property, here)
        : one.kind === 'query'
          ? listOf(world, one, here)
          : refusals.read(here(one));
    if (typeof found === 'string') return found;
    sites.push(found);
  }
  return sites;
}

function writeOf(
  world: World,
  write: Write,
  property: string,
  here: (one: Operation) => string,
): PeriodSite | string {
  const site = writeSiteOf(world, write);
  if (typeof site === 'string') return refusals.write(here(write), site);
  const { method } = site;
  if (method !== 'createEntity' && method !== 'upsertEntity') return refusals.changed(here(write));
  const put = write.values.filter(({ name }) => name === property);
  const isTime = put.every(({ value }) => value.kind === 'number' && value.number.representation === 'date');
  if (put.length === 0 || !isTime || write.perhaps?.includes(property) === true)
    return refusals.time(here(write), property);
  const rows = write.rowKey === undefined ? [] : patternsOf(write.rowKey);
  if (rows.length === 0 || !rows.every(isFresh)) return refusals.fresh(here(write));
  const call = method === 'createEntity' ? 'create' : 'upsert';
  return { file: write.file, call, edits: (reference) => [site.edit(reference)] };
}

const NAMES = ['period', 'periodTable', 'tableOfPeriod'] as const;

/** A name for the table of a period that code at an offset doesn't have. */
export function periodName(file: string, text: string, offset: number): string | undefined {
  const visible = visibleNames(file, text, offset);
  return NAMES.find((one) => !visible.has(one));
}

function listOf(world: World, query: Query, here: (one: Operation) => string): PeriodSite | string {
  const { file, callSpan, method, projection } = query;
  const text = world.text(file) ?? '';
  const call = tableCallAt(file, text, callSpan);
  const name = periodName(file, text, callSpan.start);
  if (call === undefined || name === undefined || method !== 'listEntities')
    return refusals.list(here(query));
  const { select } = projection ?? {};
  const selects = (key: string): boolean =>
    select === undefined || (select !== 'unknown' && select.some((one) => one.name.toLowerCase() === key));
  if (!selects('partitionkey') || !selects('rowkey')) return refusals.select(here(query));
  const waits = /\b(?:await|yield)\b/.test(text.slice(call.head.end, callSpan.end));
  if (!isGoneThrough(world, query, call) || waits) return refusals.list(here(query));
  const { receiver, typeArguments, head } = call;
  return {
    file,
    call: 'list',
    edits: (reference) => [
      { span: head, text: `${reference}(${receiver}, (${name}) => ${name}.listEntities${typeArguments}(` },
      { span: { start: callSpan.end, end: callSpan.end }, text: ')' },
    ],
  };
}
