import * as l10n from '@vscode/l10n';
import { namesKind } from '../../../core/text/kind-name.ts';
import type { KeyExpression, Operation, Value, Write } from '../../model/operations/operation.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { constantOf } from '../shared/constants.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { OF_EVERY_ENTITY } from '../shared/known-properties.ts';
import { methodOf } from '../shared/repeated.ts';
import { constantKey, isInsert } from '../shared/key-values.ts';
import { operationsBeside } from '../shared/writes.ts';
import { say } from './messages.ts';

/** The guide, "Modifying entities": an update replaces the entity, or merges the properties that it is given into it. */
export const rule: Rule = {
  id: 'replace-drops-properties',
  severity: 'warning',
  title: () => l10n.t('A replacement that drops properties'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || !isPartialReplacement(operation)) continue;
      if (isOfNothing(context, operation)) continue;
      const lost = lostBy(context, operation);
      if (lost === undefined) continue;
      yield {
        place: methodOf(operation),
        ...say('replace', listed(lost.names)),
        related: [lost.related],
        fixes: () => mergeFixes(context, operation),
      };
    }
  },
};

/** Most names that a message lists. */
const MOST_NAMES = 4;

function listed(names: readonly string[]): string {
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')}, …` : names.join(', ');
}

/** A replacement of which every property is seen. */
function isPartialReplacement({ method, mode, isWhole, properties }: Write): boolean {
  const isUpdate = method === 'updateEntity' || method === 'upsertEntity';
  return isUpdate && mode === 'Replace' && isWhole === true && properties.length > 0;
}

/** Whether a read has found nothing, so that there is nothing to lose: what there still is `create-race` says. */
function isOfNothing(context: RuleContext, write: Write): boolean {
  const { missing, via } = write;
  if (via === undefined) return missing !== undefined;
  const made = operationsBeside(context, write).find(
    ({ file, nameSpan }) => file === via.place.file && nameSpan.start === via.place.span.start,
  );
  return made?.kind === 'write' && made.missing !== undefined;
}

interface Lost {
  readonly names: readonly string[];
  readonly related: NonNullable<Report['related']>[number];
}

/** What a replacement takes from an entity, as another write makes it, or as reads say by their type that it is. */
function lostBy(context: RuleContext, write: Write): Lost | undefined {
  const missing = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !write.properties.includes(name) && !OF_EVERY_ENTITY.has(name));
  const made = wholeOf(context, write);
  if (made === 'just-these') return undefined;
  if (made !== undefined)
    return {
      names: missing(surelyOf(made)),
      related: { place: methodOf(made), message: l10n.t('The entity is written with more properties here.') },
    };
  const read = expectedBy(context, write);
  return (
    read && {
      names: missing(read.projection?.required ?? []),
      related: { place: methodOf(read), message: l10n.t('This read expects more properties.') },
    }
  );
}

/** The properties that every entity has which a write makes. */
function surelyOf({ properties, perhaps = [] }: Write): readonly string[] {
  return properties.filter((name) => !perhaps.includes(name));
}

type Read = Exclude<Operation, Write>;

/**
 * A read by whose type the entity has all of these properties, and others always. None where a read takes what has just these, and
 * of an upsert, which may make an entity of another kind, where not every read is of that type.
 */
function expectedBy(context: RuleContext, write: Write): Read | undefined {
  const reads = operationsBeside(context, write).filter(
    (operation): operation is Read => operation.kind !== 'write',
  );
  const typed = reads.filter(({ projection }) => projection?.required !== undefined);
  if (typed.length === 0 || typed.length > MOST_READS) return undefined;
  const expecting = typed.filter((read) => expectsMore(read, write));
  if (typed.some((read) => !expecting.includes(read) && takes(read, write))) return undefined;
  const isOfAll = expecting.length === reads.length;
  return write.method === 'updateEntity' || isOfAll ? expecting[0] : undefined;
}

/** Reads of a table that are compared with each write that replaces an entity. */
const MOST_READS = 200;

function expectsMore(read: Read, write: Write): boolean {
  const isOther =
    read.kind === 'point-read' &&
    [pair(read.partitionKey, write.partitionKey), pair(read.rowKey, write.rowKey)].some(
      ([a, b]) => a !== undefined && b !== undefined && areDifferent(a, b),
    );
  return !isOther && fits(read, write) && !hasRequired(read, write);
}

/** Whether what a write puts is all that a read expects. */
function takes(read: Read, write: Write): boolean {
  return fits(read, write) && hasRequired(read, write);
}

function hasRequired({ projection }: Read, { properties }: Write): boolean {
  return (projection?.required ?? []).every((name) => OF_EVERY_ENTITY.has(name) || properties.includes(name));
}

/** Whether the type that a read names has all properties that a write puts. */
function fits({ projection }: Read, { properties }: Write): boolean {
  const { properties: all, required = [], typeOf } = projection ?? {};
  return properties.every((name) =>
    all === undefined ? required.includes(name) || typeOf?.(name) !== undefined : all.includes(name),
  );
}

/** Writes that make entities of a table and are compared with each that replaces one. */
const MOST_INSERTS = 200;

/**
 * The write that makes the same kind of entity with all of these properties, and more. None where another one makes it
 * with just these.
 */
function wholeOf(context: RuleContext, write: Write): Write | 'just-these' | undefined {
  const all = operationsBeside(context, write).filter(
    // what puts all of an entity that was read makes no kind of its own
    (other): other is Write => other.kind === 'write' && isInsert(other) && other.readRow === undefined,
  );
  // of one that is not looked at nobody knows what it makes
  if (all.length > MOST_INSERTS) return 'just-these';
  const has = (other: Write): boolean => write.properties.every((name) => other.properties.includes(name));
  const others = all.filter((other) => other !== write);
  const isOnlyKind = others.length > 0 && others.every((other) => has(other) && isMadeAlike(write, other));
  const inserts = others.filter((other) => isOnlyKind || mayBeOfSameKind(write, other));
  const hasMore = (other: Write): boolean => surelyOf(other).some((name) => !write.properties.includes(name));
  if (inserts.some((other) => has(other) && !hasMore(other))) return 'just-these';
  // what is not seen to have them may have just these
  if (inserts.some((other) => other.isWhole !== true && other.isTyped !== true && !has(other)))
    return 'just-these';
  return inserts.find(has) ?? anyOf(context, write, inserts);
}

/**
 * One of the writes that make all that an update may replace, each with several properties that the update leaves out. What it puts is
 * new, in part at least, and it replaces a row of the table that was read, or that has the rest of it: so that is one of these.
 */
function anyOf(context: RuleContext, write: Write, inserts: readonly Write[]): Write | undefined {
  const leavesOut = (other: Write): boolean =>
    surelyOf(other).filter((name) => !write.properties.includes(name) && !OF_EVERY_ENTITY.has(name)).length >=
    MANY_LEFT_OUT;
  const isOfAll =
    isOfReadRow(context, write) ||
    (write.method === 'updateEntity' && inserts.every((other) => sharesProperty(write, other)));
  const isAll = isOfAll && inserts.every((other) => other.isWhole === true && leavesOut(other));
  return isAll && !operationsBeside(context, write).some(mayMakeMore) ? inserts[0] : undefined;
}

/** Whether an update changes a property that another write makes: a constant may be all that is to be left, `state: 'erased'`. */
function sharesProperty({ values }: Write, other: Write): boolean {
  return values.some(
    ({ name, value }) =>
      other.properties.includes(name) &&
      !OF_EVERY_ENTITY.has(name) &&
      value.kind !== 'nothing' &&
      constantOf(value) === undefined,
  );
}

/** Whether an update has the keys of an entity that its function reads of the table: `row.partitionKey`, `row.rowKey`. */
function isOfReadRow(context: RuleContext, write: Write): boolean {
  const isKeyOf = (key: KeyExpression | undefined, name: string): boolean =>
    key?.value.kind === 'unknown' && key.value.name?.endsWith(`.${name}`) === true;
  return (
    write.method === 'updateEntity' &&
    isKeyOf(write.partitionKey, 'partitionKey') &&
    isKeyOf(write.rowKey, 'rowKey') &&
    operationsBeside(context, write).some(
      ({ kind, file, fn }) => kind !== 'write' && file === write.file && fn === write.fn,
    )
  );
}

/** Whether a transaction may make entities that are not looked at one by one. */
function mayMakeMore(operation: Operation): boolean {
  return (
    operation.kind === 'write' &&
    operation.method === 'submitTransaction' &&
    operation.actions?.every(({ kind }) => kind === 'update' || kind === 'delete') !== true
  );
}

/** How many properties an upsert must leave out of all that the table's entities are made with, where its keys don't tell the kind. */
const MANY_LEFT_OUT = 2;

/**
 * Whether a write creates what an upsert may replace: under keys that are no more constant than the upsert's, with several more properties.
 * Where all that makes entities of a table does so, it has one kind of them.
 */
function isMadeAlike(write: Write, other: Write): boolean {
  const more = surelyOf(other).filter(
    (name) => !write.properties.includes(name) && !OF_EVERY_ENTITY.has(name),
  );
  const pairs = [pair(write.partitionKey, other.partitionKey), pair(write.rowKey, other.rowKey)];
  const areOpen = pairs.every(([a, b]) => a?.kind === 'unknown' && b !== undefined && !isFixed(b));
  return other.method === 'createEntity' && areOpen && more.length >= MANY_LEFT_OUT;
}

/** An update is of something that is there; an upsert may make its own kind of entity, unless the keys tell. */
function mayBeOfSameKind(write: Write, other: Write): boolean {
  const pairs = [pair(write.partitionKey, other.partitionKey), pair(write.rowKey, other.rowKey)];
  if (pairs.some(([a, b]) => a !== undefined && b !== undefined && areDifferent(a, b))) return false;
  if (write.method === 'updateEntity') return true;
  return pairs.some(([a, b]) => isFixed(a) && isFixed(b)) && !areOfTwoKinds(write, other);
}

/** Whether both put another constant as that which says of which kind an entity is. */
function areOfTwoKinds({ values }: Write, other: Write): boolean {
  return values.some(({ name, value }) => {
    if (!namesKind(name)) return false;
    const own = constantKey(value);
    const their = other.values.find((put) => put.name === name)?.value;
    const others = their && constantKey(their);
    return own !== undefined && others !== undefined && own !== others;
  });
}

function pair(
  a: KeyExpression | undefined,
  b: KeyExpression | undefined,
): readonly [Value | undefined, Value | undefined] {
  return [a?.value, b?.value];
}

/** Whether a key has constant characters, by which it tells what kind of entity it is. */
function isFixed(value: Value | undefined): boolean {
  return (
    value?.kind === 'text' && value.segments.some((part) => part.kind === 'literal' && /\w/.test(part.text))
  );
}

function mergeFixes(context: RuleContext, { argumentSpans, file, via }: Write): readonly Fix[] {
  const [, mode] = argumentSpans;
  const written = mode && expressionAt(context, { file, span: mode })?.expression;
  if (via !== undefined || written?.kind !== 'text' || written.text.text !== 'Replace') return [];
  const { span } = written.text;
  return [{ title: l10n.t('Use Merge instead'), edits: [{ span, text: 'Merge' }] }];
}
