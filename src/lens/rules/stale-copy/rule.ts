import * as l10n from '@vscode/l10n';
import { samePlace } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import { identityOf, type TableModel } from '../../model/tables/tables.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, functionAround } from '../shared/code-at.ts';
import { areApart, type Copies, copiesIn, type Made } from '../shared/copies.ts';
import { onceForEach } from '../shared/once.ts';
import { shown } from '../shared/place.ts';
import { isKey } from '../shared/put-values.ts';
import { methodOf } from '../shared/repeated.ts';
import { say } from './messages.ts';

/** The guide, "Intra-partition secondary index pattern": whoever changes one copy of an entity keeps the other one consistent with it. */
export const rule: Rule = {
  id: 'stale-copy',
  severity: 'warning',
  title: () => l10n.t('One copy of an entity is changed, the other is left'),
  check: function* (context) {
    for (const write of context.operations) {
      if (write.kind !== 'write' || write.isInCatch) continue;
      const left = leftBy(context, write);
      if (left === undefined) continue;
      yield {
        place: methodOf(write),
        ...(left.name === undefined ? say('deleted-copy') : say('changed-copy', shown(left.name))),
        about: write,
        ...(left.other.write.file === write.file && {
          related: [
            { place: methodOf(left.other.write), message: l10n.t('The other copy is written here.') },
          ],
        }),
      };
    }
  },
};

interface Left {
  readonly other: Made;
  /** The property that is changed; absent where the entity is deleted. */
  readonly name?: string;
}

/** The copy that a write leaves as it was, where it changes the other one. */
function leftBy(context: RuleContext, write: Write): Left | undefined {
  const model = context.tableOf(write);
  const isDelete = write.method === 'deleteEntity';
  const isChange = write.method === 'updateEntity' || write.method === 'upsertEntity';
  if (model === undefined || (!isDelete && !isChange)) return undefined;
  for (const { first, second, shared, isMirrored } of copiesOf(context, model)) {
    if (isMirrored === true) {
      if (isDelete && isAlone(context, write, first, second)) return { other: second };
      continue;
    }
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const name = isDelete ? undefined : changedIn(write, shared);
      if (write.method === 'upsertEntity' && !isPart(write, shared)) continue;
      if ((!isDelete && name === undefined) || !isOfKind({ ...write, write }, own, other)) continue;
      if (own.write.file !== write.file && !areKeptTogether(context, own, other)) continue;
      if (!isElsewhere(context, write, own, other) && !isKeptByOthers(context, write, own, other))
        return { other, ...(name !== undefined && { name }) };
    }
  }
  return undefined;
}

/** The copies of entities of a table, in it or in another one that the same functions write to. */
const copiesOf = onceForEach((context: RuleContext, { writes }: TableModel): readonly Copies[] => {
  const own = context.operations.filter((operation) => operation.kind === 'write');
  const files = new Set(writes.map(({ file }) => file).filter((file) => file !== context.file));
  const beside = [...files].flatMap((file) => context.writesIn(file));
  return copiesIn([...new Set([...writes, ...own, ...beside])]);
});

/**
 * Whether some function changes a copy and not the entity that it is of: somebody may call it beside the one that does so for that. Of one
 * file that is seen.
 */
function isKeptByOthers(context: RuleContext, write: Write, own: Made, other: Made): boolean {
  const all = context.tableOf(other.write)?.writes ?? [];
  const others = own.write.file === write.file ? all.filter(({ file }) => file !== write.file) : all;
  const isOf = (one: Write, made: Made): boolean =>
    identityOf(one) === identityOf(made.write) && !isInsertOf(one, own, other);
  return others.some(
    (one) =>
      isOf(one, other) &&
      !context.writesIn(one.file).some((beside) => beside.fn === one.fn && isOf(beside, own)),
  );
}

/**
 * Whether copies that another file makes are seen to be kept alike: of one table, or some function changes or deletes both. What is put into
 * another table and left there may be what was so at that time, as an invoice.
 */
function areKeptTogether(context: RuleContext, own: Made, other: Made): boolean {
  const table = identityOf(own.write);
  if (table !== undefined && table === identityOf(other.write)) return true;
  const isChangeOf = (one: Write, made: Made): boolean =>
    one.method !== 'createEntity' &&
    identityOf(one) === identityOf(made.write) &&
    !isInsertOf(one, own, other);
  return (context.tableOf(other.write)?.writes ?? []).some(
    (one) =>
      isChangeOf(one, other) &&
      context.writesIn(one.file).some((beside) => beside.fn === one.fn && isChangeOf(beside, own)),
  );
}

/** Whether an upsert leaves properties as they are that both copies have: what puts them all may make the entity. */
function isPart({ mode, values }: Write, shared: readonly string[]): boolean {
  return mode === 'Merge' && shared.some((name) => values.every((put) => put.name !== name));
}

/** A shared property that an update puts. */
function changedIn({ values }: Write, shared: readonly string[]): string | undefined {
  return values.find(({ name, isOfType }) => !isKey(name) && !isOfType && shared.includes(name))?.name;
}

/** Whether what is written has keys of one copy, which the other never has. */
function isOfKind(made: Made, own: Made, other: Made): boolean {
  const table = identityOf(made.write);
  const isThere = table !== undefined && table === identityOf(own.write);
  return isThere && areApart(made, other) && !areApart(made, own);
}

/**
 * Whether a delete is of one of two entities that have each other's keys, and nothing around it may delete the other one. A change may
 * be of one side alone.
 */
function isAlone(context: RuleContext, write: Write, first: Made, second: Made): boolean {
  const table = identityOf(write);
  const keys = [write.partitionKey, write.rowKey];
  if (table === undefined || table !== identityOf(first.write)) return false;
  if (!keys.every((key) => key?.value.kind === 'unknown' && key.value.symbol !== undefined)) return false;
  // who deletes in a loop may go through both
  if (write.repeated !== undefined || write.isInCatch) return false;
  return !isElsewhere(context, write, first, second);
}

/** Whether the function around a write, one that it calls or one that calls it, may change the other copy as well. */
function isElsewhere(context: RuleContext, write: Write, own: Made, other: Made): boolean {
  const here = around(context, write);
  const all = [...context.operations, ...(context.tableOf(other.write)?.writes ?? [])];
  return all.some((one) => {
    // the call of the SDK that it leads to is itself
    if (write.via !== undefined && samePlace([write.via.place, { file: one.file, span: one.nameSpan }]))
      return false;
    if (one === write || one.kind !== 'write' || !madeBy(one).some((made) => !isOfKind(made, own, other)))
      return false;
    const isBeside = one.file === write.file && one.fn === write.fn;
    if (isBeside || isInsertOf(one, own, other)) return isBeside;
    const there = around(context, one);
    return meets(there.names, here.calls) || meets(here.names, there.calls);
  });
}

/** What a write puts or deletes; of a transaction that is not seen anything. */
function madeBy(write: Write): readonly Made[] {
  const { actions = [] } = write;
  const of = (action: TransactionAction): Made => ({
    write,
    values: action.values,
    ...(write.table !== undefined && { table: write.table }),
    ...(action.partitionKey && { partitionKey: action.partitionKey }),
    ...(action.rowKey && { rowKey: action.rowKey }),
  });
  return actions.length > 0 ? actions.map(of) : [{ ...write, write }];
}

/** Whether it is the one that makes the copies. */
function isInsertOf(write: Write, own: Made, other: Made): boolean {
  return write === other.write || write === own.write;
}

interface Around {
  readonly names: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
}

/** The names of the functions around a write, and those of all that the outermost one calls. */
const around = onceForEach((context: RuleContext, { file, nameSpan }: Write): Around => {
  const names = codeOfFile(context, file).parts.flatMap((part) =>
    part.kind === 'function' && contains(part.fn.span, nameSpan) ? (part.fn.name ?? []) : [],
  );
  const calls = functionAround(context, { file, span: nameSpan }).parts.flatMap((part) =>
    part.kind === 'expression' && part.expression.kind === 'call'
      ? (nameIn(part.expression.callee) ?? [])
      : [],
  );
  return { names: new Set(names), calls: new Set(calls) };
});

function meets(names: ReadonlySet<string>, calls: ReadonlySet<string>): boolean {
  return [...names].some((name) => calls.has(name));
}
