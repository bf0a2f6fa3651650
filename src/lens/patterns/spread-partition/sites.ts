import type { TextEdit } from '../../../core/text/edit.ts';
import { comparisonsOf, propertiesIn, sides } from '../../../core/odata/comparisons.ts';
import { patternsOf } from '../../model/keys/key-pattern.ts';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { partitionCondition } from '../../syntax/edits/partition-condition.ts';
import { listOptionsAt, tableCallAt } from '../../syntax/edits/table-call.ts';
import { withEscapes } from '../../../core/text/one-line.ts';
import type { World } from '../pattern.ts';
import { type CallSite, callSites, isGoneThrough, readSite } from '../sites/call-sites.ts';
import { isFresh } from '../sites/fresh-key.ts';
import { isThrough, type TableProgram } from '../sites/table-program.ts';
import { writeSiteOf } from '../sites/write-sites.ts';
import { type BucketCall, SEPARATOR } from './module-code.ts';
import { refusals } from './refusals.ts';

/** A call of the SDK that becomes one of the module's functions. */
export type BucketSite = CallSite<BucketCall>;

/** All calls of a table to which entities are only added; or why one can't be changed. */
export function bucketSites(
  world: World,
  program: TableProgram,
  here: (one: Operation) => string,
): readonly BucketSite[] | string {
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  for (const one of [...program.calls, ...program.through]) {
    const why = one.kind === 'write' ? whyNot(one, program) : undefined;
    if (why !== undefined) return why(here(one));
  }
  return callSites(program.calls, (one) =>
    one.kind === 'write'
      ? writeOf(world, one, here)
      : one.kind === 'query'
        ? listOf(world, one, here)
        : (readSite(world, one) ?? refusals.read(here(one))),
  );
}

/** Why the entities that a write makes, or those of before, wouldn't be in their buckets. */
function whyNot(write: Write, program: TableProgram): ((site: string) => string) | undefined {
  if (write.method === 'submitTransaction') return (site) => refusals.write(site, 'transaction');
  if (write.method !== 'createEntity' && write.method !== 'upsertEntity') return refusals.changed;
  const partitions = write.partitionKey === undefined ? [] : patternsOf(write.partitionKey);
  const texts = partitions.flatMap(({ parts }) =>
    parts.flatMap((one) => (one.kind === 'literal' ? [one.text] : [])),
  );
  if (texts.some((one) => one.includes(SEPARATOR))) return refusals.separator;
  // what callers give, they are asked about
  if (write.via === undefined && program.through.some((one) => isThrough(one, write))) return undefined;
  const rows = write.rowKey === undefined ? [] : patternsOf(write.rowKey);
  return rows.length > 0 && rows.every(isFresh) ? undefined : refusals.fresh;
}

function writeOf(world: World, write: Write, here: (one: Operation) => string): BucketSite | string {
  const site = writeSiteOf(world, write);
  if (typeof site === 'string') return refusals.write(here(write), site);
  const call = site.method === 'createEntity' ? 'create' : 'upsert';
  return { file: write.file, call, edits: (reference) => [site.edit(reference)], kept: [] };
}

/** What the list of a bucket calls its PartitionKey. */
const NAMES = ['bucket', 'partition', 'bucketKey'] as const;

function listOf(world: World, query: Query, here: (one: Operation) => string): BucketSite | string {
  const { file, callSpan, optionsSpan, filter, method, projection } = query;
  const text = world.text(file);
  if (method !== 'listEntities' || filter.kind !== 'known' || filter.isPartial === true || text === undefined)
    return refusals.whole(here(query));
  const { worst, alternatives } = filter;
  const { region } = worst.classification;
  const keys = propertiesIn(worst.parsed.filter).filter(({ name }) => name === 'PartitionKey');
  if (alternatives.length !== 1 || region.partitionKey.kind !== 'fixed' || keys.length !== 1)
    return refusals.whole(here(query));
  const call = tableCallAt(file, text, callSpan);
  const options = optionsSpan && listOptionsAt(file, text, optionsSpan);
  if (call === undefined || options?.filter === undefined) return refusals.filter(here(query));
  const { select } = projection ?? {};
  if (select !== undefined && (select === 'unknown' || !select.some(({ name }) => /^rowKey$/i.test(name))))
    return refusals.select(here(query));
  if (!isGoneThrough(world, query, call)) return refusals.list(here(query));
  const key = comparisonsOf(worst.parsed.filter)
    .map(sides)
    .find((one) => one?.property === 'PartitionKey')?.value;
  const constant = key?.kind === 'literal' && key.value.type === 'String' ? key.value.value : undefined;
  for (const name of NAMES) {
    const found = partitionCondition(file, text, callSpan, options.filter, name, constant);
    const tag = found?.isTagged === false ? useImport(file, text, '@azure/data-tables', 'odata') : undefined;
    if (found === undefined || (!found.isTagged && tag?.reference !== 'odata')) continue;
    const code = found.code ?? `'${withEscapes((constant ?? '').replaceAll("'", "\\'"))}'`;
    const at = (offset: number): TextEdit['span'] => ({ start: offset, end: offset });
    return {
      file,
      call: 'list',
      edits: (reference) => [
        { span: at(callSpan.start), text: `${reference}(${code}, (${name}) => ` },
        ...found.edits,
        { span: at(callSpan.end), text: ')' },
        ...(tag?.edits ?? []),
      ],
      kept: [],
    };
  }
  return refusals.filter(here(query));
}
