import * as l10n from '@vscode/l10n';
import { namesContent, namesJson } from '../../../core/text/content-name.ts';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import type {
  EntityReads,
  KeyExpression,
  Operation,
  PointRead,
  Query,
} from '../../model/operations/operation.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { stringCode } from '../shared/code.ts';
import { madeIn } from '../shared/copies.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { knownProperties, OF_EVERY_ENTITY, propertiesMade, sizePut } from '../shared/known-properties.ts';
import { addQueryOption, addReadOption } from '../shared/query-options.ts';
import { onceForTable } from '../shared/once.ts';
import { shown } from '../shared/place.ts';
import { methodOf } from '../shared/repeated.ts';
import { operationsBeside } from '../shared/writes.ts';
import { say } from './messages.ts';

/** More properties than these are hardly worth a list, unless entities are known to have many more. */
const MOST = 2;
const MOST_OF_WIDE = 4;

/** How many properties that are not read make a list worth it, and make an entity a wide one. */
const SOME_UNREAD = 3;
const MANY_UNREAD = 10;

/** The guide, "Server-side projection". */
export const rule: Rule = {
  id: 'missing-select',
  severity: 'hint',
  title: () => l10n.t('Few properties are used, all are sent'),
  check: function* (context) {
    const told = new Set<number>();
    for (const read of readsIn(context)) {
      const names = namesToSelect(context, read);
      if (names === undefined) continue;
      // what all callers in the file read alike is told where the query is
      const { via } = read;
      if (via === undefined) told.add(read.nameSpan.start);
      else if (via.place.file === context.file && told.has(via.place.span.start)) continue;
      const code = `select: [${names.map(stringCode).join(', ')}]`;
      yield {
        place: methodOf(read),
        ...(read.via === undefined
          ? say('few-properties', names.join(', '), code)
          : say('through-wrapper', names.join(', '), code, shown(read.via.name))),
        fixes: () => {
          const edit = readsOf(read)?.isCounted ? undefined : addOption(context, read, code);
          return edit === undefined ? [] : [fixOf(names, edit)];
        },
      };
    }
  },
};

/** The reads of a file, and calls of functions that give entities of their own queries, which no read is known to be made by. */
function readsIn({ operations, listings }: RuleContext): readonly (Query | PointRead)[] {
  const all = operations.filter((operation) => operation.kind !== 'write');
  const reads = [
    ...all.filter(({ via }) => via === undefined),
    ...all.filter(({ via }) => via !== undefined),
  ];
  const starts = new Set(reads.map(({ callSpan }) => callSpan.start));
  const isOther = ({ callSpan, consumption }: Query): boolean =>
    consumption.ofEntities === true && !starts.has(callSpan.start);
  return [...reads, ...listings.filter(isOther)];
}

function addOption(context: RuleContext, read: Query | PointRead, code: string): TextEdit | undefined {
  return read.kind === 'query' ? addQueryOption(context, read, code) : addReadOption(context, read, code);
}

function readsOf(read: Query | PointRead): EntityReads | undefined {
  return read.kind === 'query' ? read.consumption.reads : read.reads;
}

/** What is selected comes as null where an entity does not have it, and did not come at all before. */
function fixOf(names: readonly string[], edit: TextEdit): Fix {
  const all = names.join(', ');
  return names.every((name) => OF_EVERY_ENTITY.has(name))
    ? { title: l10n.t('Select {0}', all), edits: [edit], isHarmless: true }
    : { title: l10n.t('Select {0} (a missing property is null, not undefined)', all), edits: [edit] };
}

/** The few properties that are read, where all reads are seen and entities may well have more. */
function namesToSelect(context: RuleContext, read: Query | PointRead): readonly string[] | undefined {
  if (read.method !== 'listEntities' && read.method !== 'getEntity') return undefined;
  const reads = readsOf(read);
  if (read.projection?.select !== undefined || reads === undefined || reads.isWhole) return undefined;
  if (read.kind === 'query' && isMadeWithin(context, read)) return undefined;
  // one entity more or less is not the point of a look at what comes first
  if (read.kind === 'query' && read.consumption.firstOnly) return undefined;
  // of an entity as it is read there is no `RowKey`: who asks for that asks for both
  const names = reads.names.filter((name) => name !== 'PartitionKey' && name !== 'RowKey');
  // the etag belongs to the answer: what becomes of it under `select` is not documented
  if (names.length === 0 || names.length > MOST_OF_WIDE || names.includes('etag')) return undefined;
  const known = knownProperties(context, read) ?? propertiesMade(context, read);
  const unread = [...(known ?? [])].filter((name) => !names.includes(name));
  const isHeavy = unread.some((name) => isHeavyProperty(context, read, name));
  // what one client is seen to write to a table without a name is hardly all
  const isAll = read.table !== undefined || read.projection?.properties !== undefined;
  if (known === undefined || (!isAll && !isHeavy)) {
    const isOwnQuery = read.kind === 'query' && read.via === undefined;
    return isOwnQuery && names.length <= MOST ? names : undefined;
  }
  const isOwn = (name: string): boolean => OF_EVERY_ENTITY.has(name) || known.has(name);
  // of one entity only what may take many KiB is worth it
  const isWide = read.kind === 'query' && unread.length >= (names.length <= MOST ? SOME_UNREAD : MANY_UNREAD);
  return (isHeavy || isWide) && names.every(isOwn) ? names : undefined;
}

/** Whether a function that is called for the entities gives on what it makes of each: what it reads is told there. */
function isMadeWithin(context: RuleContext, query: Query): boolean {
  const { via } = query;
  if (via === undefined) return false;
  const making = makersOf(operationsBeside(context, query)).get(placeKey(via.place)) ?? [];
  return making.some((one) => one.via?.name !== via.name);
}

/** The queries whose function gives on something else than their entities, by the call of the SDK. */
const makersOf = onceForTable((operations: readonly Operation[]) =>
  grouped(
    operations.filter((one): one is Query => one.kind === 'query' && isMaking(one)),
    ({ via, file, nameSpan }) => placeKey(via?.place ?? { file, span: nameSpan }),
  ),
);

function isMaking({ consumption: { returnsEach, returnsEntities } }: Query): boolean {
  return returnsEach === true && returnsEntities !== true;
}

function placeKey({ file, span }: Place): string {
  return `${span.start} ${file}`;
}

/** Whether one property may take 64 KiB, whatever the others are: bytes, what is put there, or what it is called. */
function isHeavyProperty(context: RuleContext, read: Query | PointRead, name: string): boolean {
  const { table, projection } = read;
  const type = projection?.typeOf?.(name);
  if (type === undefined && read.kind === 'point-read' && !isPutThere(context, read, name)) return false;
  const size = sizePut(context, table, name);
  if (type === 'Binary' || size === 'any') return true;
  // what is put there tells more than a name
  return (
    size === undefined && (type === undefined || type === 'String') && (namesContent(name) || namesJson(name))
  );
}

/** Whether a write puts a property into what may be the row that is read. */
function isPutThere(context: RuleContext, read: PointRead, property: string): boolean {
  const isOther = (a: KeyExpression | undefined, b: KeyExpression | undefined): boolean =>
    a !== undefined && b !== undefined && areDifferent(a.value, b.value);
  return operationsBeside(context, read).some(
    (write) =>
      write.kind === 'write' &&
      madeIn(write, 'all').some(
        (made) =>
          made.values.some(({ name }) => name === property) &&
          !isOther(made.partitionKey, read.partitionKey) &&
          !isOther(made.rowKey, read.rowKey),
      ),
  );
}
