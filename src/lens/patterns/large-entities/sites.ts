import type { TextEdit } from '../../../core/text/edit.ts';
import type { Filter, Operand } from '../../../core/odata/ast.ts';
import { typeOfValue } from '../../design/attributes.ts';
import type { Operation, PointRead, Projection, Query, Write } from '../../model/operations/operation.ts';
import { isLoopedOver } from '../../syntax/edits/loop-over.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import type { World } from '../pattern.ts';
import { isThrough, type TableProgram } from '../sites/table-program.ts';
import { mayHold, mayPut, writeSiteOf } from '../sites/write-sites.ts';
import type { BlobCall } from './module-code.ts';
import { refusals } from './refusals.ts';

/** A call of the SDK that becomes one of the module's functions. */
export interface BlobSite {
  readonly file: string;
  readonly call: BlobCall;
  /** The edit, once it is known how the function is called. */
  readonly edit: (reference: string) => TextEdit;
}

/** All calls that write the property, or may need its content; or why one can't be changed. */
export function sitesOf(
  world: World,
  program: TableProgram,
  property: string,
  here: (one: Operation) => string,
): readonly BlobSite[] | string {
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const writes = program.calls.filter((one) => one.kind === 'write');
  const seen = [...writes, ...program.through.filter((one) => one.kind === 'write')];
  const other = seen.find((one) => !isContent(one, property));
  if (other !== undefined) return refusals.type(here(other), property);
  const makers = seen.filter((one) => one.method !== 'deleteEntity' && mayPut(one, property));
  const sites: BlobSite[] = [];
  for (const one of program.calls) {
    const found =
      one.kind === 'write'
        ? writeOf(world, one, property, makers, here)
        : one.kind === 'query'
          ? listOf(world, one, program, property, here)
          : readOf(world, one, property, here);
    if (typeof found === 'string') return found;
    if (found !== undefined) sites.push(found);
  }
  return sites;
}

/** Whether a write is seen to put nothing but text or bytes, or what may be either. */
function isContent({ values, actions = [] }: Write, property: string): boolean {
  return [...values, ...actions.flatMap((one) => one.values)]
    .filter(({ name }) => name === property)
    .every(({ value, structure }) => {
      const type = typeOfValue(value);
      const isText = type === 'text' || type === 'id' || type === 'unknown' || value.kind === 'time-text';
      return structure === undefined && isText && value.kind !== 'nothing';
    });
}

const WRITES = {
  createEntity: 'create',
  updateEntity: 'update',
  upsertEntity: 'upsert',
  deleteEntity: 'delete',
} as const;

function writeOf(
  world: World,
  write: Write,
  property: string,
  makers: readonly Write[],
  here: (one: Operation) => string,
): BlobSite | string | undefined {
  if (!mayHold(write, property, makers)) return undefined;
  if (isMerge(write) && !mayPut(write, property)) return undefined;
  const site = writeSiteOf(world, write);
  if (typeof site === 'string') return refusals.write(here(write), site);
  return { file: write.file, call: WRITES[site.method], edit: site.edit };
}

/** Whether a write leaves properties as they are that it doesn't put: what the SDK does where no mode is given. */
function isMerge({ method, mode, argumentSpans }: Write): boolean {
  const isChange = method === 'updateEntity' || method === 'upsertEntity';
  return isChange && (mode === 'Merge' || (mode === undefined && argumentSpans.length === 1));
}

function listOf(
  world: World,
  query: Query,
  program: TableProgram,
  property: string,
  here: (one: Operation) => string,
): BlobSite | string | undefined {
  const { file, callSpan, consumption, projection } = query;
  if (query.method !== 'listEntities') return refusals.binding(here(query));
  if (mayCompare(query, program, property)) return refusals.filter(here(query), property);
  const isNeeded = mayNeed(projection, consumption.reads, property);
  if (isNeeded === 'no') return undefined;
  if (isNeeded === 'selected') return refusals.select(here(query), property);
  const text = world.text(file);
  const call = text === undefined ? undefined : tableCallAt(file, text, callSpan);
  if (text === undefined || call === undefined) return refusals.read(here(query));
  const isGoneThrough = call.use === 'loop' || call.use === 'next' || isLoopedOver(file, text, callSpan);
  if (!isGoneThrough || consumption.isPaged === true) return refusals.list(here(query));
  const code = text.slice(callSpan.start, callSpan.end);
  return {
    file,
    call: 'list',
    edit: (reference) => ({ span: callSpan, text: `${reference}(${call.receiver}, ${code})` }),
  };
}

function readOf(
  world: World,
  read: PointRead,
  property: string,
  here: (one: Operation) => string,
): BlobSite | string | undefined {
  const { file, callSpan, projection, reads } = read;
  const isNeeded = mayNeed(projection, reads, property);
  if (isNeeded === 'no') return undefined;
  if (isNeeded === 'selected') return refusals.select(here(read), property);
  const text = world.text(file);
  const call = text === undefined ? undefined : tableCallAt(file, text, callSpan);
  if (call?.args.length !== 2) return refusals.read(here(read));
  const { head, receiver, typeArguments } = call;
  return {
    file,
    call: 'read',
    edit: (reference) => ({ span: head, text: `${reference}${typeArguments}(${receiver}, ` }),
  };
}

/** Whether a read may need a property's content: it doesn't, it may, or a list of names has it. */
function mayNeed(
  projection: Projection | undefined,
  reads: { readonly names: readonly string[]; readonly isWhole: boolean } | undefined,
  property: string,
): 'no' | 'maybe' | 'selected' {
  const select = projection?.select;
  if (Array.isArray(select)) return select.some(({ name }) => name === property) ? 'selected' : 'no';
  if (reads?.isWhole === false && !reads.names.includes(property)) return 'no';
  return select === 'unknown' ? 'selected' : 'maybe';
}

/** Whether a filter may be about the property. */
function mayCompare({ filter, ...query }: Query, { through }: TableProgram, property: string): boolean {
  if (filter.kind === 'none') return false;
  if (filter.kind === 'unknown') {
    const callers = through.filter((one) => isThrough(one, { filter, ...query }));
    return (
      callers.length === 0 ||
      callers.some(
        (one) => one.kind !== 'query' || one.filter.kind === 'unknown' || compares(one.filter, property),
      )
    );
  }
  return filter.isPartial === true || compares(filter, property);
}

function compares(filter: Query['filter'], property: string): boolean {
  return (
    filter.kind === 'known' &&
    filter.alternatives.some(({ parsed }) => parsed.filter !== undefined && isAbout(parsed.filter, property))
  );
}

/** Whether a part of a filter names the property, or may. */
function isAbout(filter: Filter, property: string): boolean {
  const isIt = (operand: Operand): boolean => operand.kind === 'property' && operand.name === property;
  switch (filter.kind) {
    case 'and':
    case 'or':
      return isAbout(filter.left, property) || isAbout(filter.right, property);
    case 'not':
      return isAbout(filter.operand, property);
    case 'comparison':
      return isIt(filter.left) || isIt(filter.right);
    case 'bare':
      return filter.operand.kind !== 'literal';
    case 'unknown':
      return true;
  }
}
