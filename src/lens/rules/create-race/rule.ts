import * as l10n from '@vscode/l10n';
import type { KeyExpression, PointRead, Value, Write } from '../../model/operations/operation.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isKey } from '../shared/put-values.ts';
import { methodOf } from '../shared/repeated.ts';
import { hasCallAt, triesIn } from '../shared/tries.ts';
import { createFixes } from './fix.ts';
import { say } from './messages.ts';

/** REST, "Insert Or Replace Entity": it overwrites what is there, where "Insert Entity" answers 409. */
export const rule: Rule = {
  id: 'create-race',
  severity: 'warning',
  title: () => l10n.t('An upsert after a 404 can overwrite another writer'),
  check: function* (context) {
    for (const write of context.operations) {
      if (write.kind !== 'write' || write.method !== 'upsertEntity' || write.via !== undefined) continue;
      const read = write.isInCatch ? failedRead(context, write) : undefined;
      if (read === undefined || !isOfSameRow(read, write)) continue;
      yield {
        place: methodOf(write),
        ...say('upsert-after-404'),
        about: write,
        related: [{ place: methodOf(read), message: l10n.t('The entity is read here.') }],
        fixes: () => createFixes(context, write),
      };
    }
  },
};

/** The read that begins a `try` in whose `catch` a write stands: where it finds nothing, it throws. */
function failedRead(context: RuleContext, write: Write): PointRead | undefined {
  const around = triesIn(context, context.file).filter(
    ({ statement: { handler }, frames }) =>
      handler !== undefined &&
      hasCallAt({ kind: 'statement', statement: handler.body, frames }, write.callSpan),
  );
  const innermost = around.at(-1);
  if (innermost === undefined) return undefined;
  const body: Part = { kind: 'statement', statement: innermost.statement.body, frames: innermost.frames };
  const tried = context.operations.filter(
    ({ fn, callSpan }) =>
      fn === write.fn && callSpan.start < write.callSpan.start && hasCallAt(body, callSpan),
  );
  const [read] = tried;
  return read?.kind === 'point-read' && read.via === undefined && matters(write, tried.length > 1)
    ? read
    : undefined;
}

/** Whether the two may write something different: what is the same constants in both loses nothing, unless one counts on it. */
function matters({ values }: Write, isUsed: boolean): boolean {
  const own = values.filter(({ name }) => !isKey(name));
  return own.length > 0 && (isUsed || own.some(({ value }) => !isConstant(value)));
}

function isConstant(value: Value): boolean {
  switch (value.kind) {
    case 'text':
      return value.segments.every(({ kind }) => kind === 'literal');
    case 'number':
      return value.number.constant !== undefined || value.number.origin.kind === 'time';
    case 'time-text':
    case 'boolean':
    case 'nothing':
      return true;
    case 'number-text':
    case 'random-text':
    case 'oneOf':
    case 'unknown':
      return false;
  }
}

function isOfSameRow(read: PointRead, write: Write): boolean {
  const isOfOneTable = read.table === write.table && read.receiver.text === write.receiver.text;
  return (
    isOfOneTable && isSameKey(read.partitionKey, write.partitionKey) && isSameKey(read.rowKey, write.rowKey)
  );
}

function isSameKey(a: KeyExpression | undefined, b: KeyExpression | undefined): boolean {
  return a !== undefined && b !== undefined && isSameValue(a.value, b.value);
}

/** Whether two values are one, as far as that is sure. */
function isSameValue(a: Value, b: Value): boolean {
  if (a.kind === 'unknown') return b.kind === 'unknown' && a.symbol !== undefined && a.symbol === b.symbol;
  if (a.kind !== 'text' || b.kind !== 'text') return false;
  return (
    a.segments.length === b.segments.length &&
    a.segments.every((one, i) => {
      const other = b.segments[i];
      if (one.kind === 'literal') return other?.kind === 'literal' && other.text === one.text;
      return other?.kind === 'hole' && isSameValue(one.hole, other.hole);
    })
  );
}
