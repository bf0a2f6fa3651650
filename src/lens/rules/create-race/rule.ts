import * as l10n from '@vscode/l10n';
import { samePlace } from '../../../core/text/segments.ts';
import type { NumberFact, Value, Write } from '../../model/operations/operation.ts';
import type { Statement } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { constantOf } from '../shared/constants.ts';
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
      if (write.kind !== 'write' || write.missing === undefined || !matters(context, write)) continue;
      yield {
        place: methodOf(write),
        ...say('upsert-after-404'),
        about: write,
        related: [{ place: write.missing, message: l10n.t('The entity is read here.') }],
        fixes: () => createFixes(context, write),
      };
    }
  },
};

/** Whether two callers may write something different: what is the same constants in both loses nothing, unless one counts on it. */
function matters(context: RuleContext, write: Write): boolean {
  const own = write.values.filter(({ name }) => !isKey(name));
  if (own.length === 0) return false;
  return (
    isCountedOn(context, write) ||
    isAnswered(context, write) ||
    own.some(({ value }) => isOfCaller(value)) ||
    isChangedLater(context, write)
  );
}

/** Whether the entity is changed where it is there, by what the same read gives. */
function isCountedOn({ operations }: RuleContext, { fn, missing, file }: Write): boolean {
  return operations.some(
    (one) =>
      one.kind === 'write' &&
      one.method === 'updateEntity' &&
      one.file === file &&
      one.fn === fn &&
      operations.some(
        (read) => read.fn === fn && samePlace([{ file, span: read.callSpan }, missing]) !== undefined,
      ),
  );
}

/**
 * Whether a function answers one thing in the `try` that reads the entity, and the other in the `catch` that writes it: two callers are
 * told that each was first.
 */
function isAnswered(context: RuleContext, { missing, file, callSpan }: Write): boolean {
  if (missing?.file !== file) return false;
  return triesIn(context, file).some(({ statement: { body, handler }, frames }) => {
    if (handler === undefined) return false;
    const [tried, caught]: readonly Part[] = [body, handler.body].map((statement) => ({
      kind: 'statement',
      statement,
      frames,
    }));
    if (tried === undefined || caught === undefined) return false;
    if (!hasCallAt(tried, missing.span) || !hasCallAt(caught, callSpan)) return false;
    const [there, written] = [answersIn(body), answersIn(handler.body)];
    return there.length === 1 && written.length === 1 && there[0] !== written[0];
  });
}

/** What the statements of a block answer, where that is `true` or `false`. */
function answersIn(statement: Statement): readonly boolean[] {
  if (statement.kind === 'block') return statement.body.flatMap(answersIn);
  if (statement.kind !== 'return' || statement.value?.kind !== 'boolean') return [];
  return [statement.value.value];
}

/** Whether another write of the table changes a property that is written as a constant: whoever comes second sets that back. */
function isChangedLater(context: RuleContext, write: Write): boolean {
  const { table, file, fn, receiver } = write;
  const own = write.values.filter(({ value }) => isConstant(value)).map(({ name }) => name);
  const here = context.operations.filter((one) => one.file === file && one.receiver.text === receiver.text);
  return [...here, ...(context.table(table)?.writes ?? [])].some(
    (one) =>
      one.kind === 'write' &&
      (one.file !== file || one.fn !== fn) &&
      (one.method === 'updateEntity' || one.method === 'upsertEntity') &&
      one.values.some(({ name, value }) => !isKey(name) && own.includes(name) && !isConstant(value)),
  );
}

function isConstant(value: Value): boolean {
  return constantOf(value) !== undefined;
}

/** A number or Date that callers bring: no constant, and not the time at which the program runs. */
function isGivenNumber({ constant, instant, origin }: NumberFact): boolean {
  if (constant !== undefined || instant !== undefined) return false;
  return origin.kind !== 'time' || (origin.isNow !== true && origin.part === undefined);
}

/** Whether two callers bring different values: what is looked up elsewhere for the same key, or is constant, is the same for both. */
function isOfCaller(value: Value): boolean {
  switch (value.kind) {
    case 'text':
      return value.segments.some((part) => part.kind === 'hole' && isOfCaller(part.hole));
    case 'unknown':
      return value.given !== undefined || value.why === 'parameter';
    case 'random-text':
    case 'number-text':
      return true;
    case 'number':
      return isGivenNumber(value.number);
    case 'oneOf':
      return value.values.some((one) => isOfCaller(one.value));
    case 'time-text':
    case 'boolean':
    case 'nothing':
      return false;
  }
}
