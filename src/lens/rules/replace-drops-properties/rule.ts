import * as l10n from '@vscode/l10n';
import type { KeyExpression, Value, Write } from '../../model/operations/operation.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { methodOf } from '../shared/repeated.ts';
import { insertsOfTable } from '../shared/writes.ts';
import { say } from './messages.ts';

/** The guide, "Modifying entities": an update replaces the entity, or merges the properties that it is given into it. */
export const rule: Rule = {
  id: 'replace-drops-properties',
  severity: 'warning',
  title: () => l10n.t('A replacement that drops properties'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || !isPartialReplacement(operation)) continue;
      const whole = wholeOf(context, operation);
      if (whole === undefined) continue;
      const dropped = whole.properties.filter((name) => !operation.properties.includes(name));
      yield {
        place: methodOf(operation),
        ...say('replace', listed(dropped)),
        related: [
          { place: methodOf(whole), message: l10n.t('The entity is written with more properties here.') },
        ],
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

/** Writes that make entities of a table and are compared with each that replaces one. */
const MOST_INSERTS = 200;

/**
 * The write that makes the same kind of entity with all of these properties, and more. None where another one makes it
 * with just these.
 */
function wholeOf(context: RuleContext, write: Write): Write | undefined {
  const model = context.table(write.table);
  const all = model === undefined ? [] : insertsOfTable(context, model);
  // of one that is not looked at nobody knows what it makes
  if (all.length > MOST_INSERTS) return undefined;
  const inserts = all.filter((other) => other !== write && mayBeOfSameKind(write, other));
  const has = (other: Write): boolean => write.properties.every((name) => other.properties.includes(name));
  if (inserts.some((other) => has(other) && other.properties.length === write.properties.length))
    return undefined;
  // what is not seen to have them may have just these
  if (inserts.some((other) => other.isWhole !== true && !has(other))) return undefined;
  return inserts.find(has);
}

/** An update is of something that is there; an upsert may make its own kind of entity, unless the keys tell. */
function mayBeOfSameKind(write: Write, other: Write): boolean {
  const pairs = [pair(write.partitionKey, other.partitionKey), pair(write.rowKey, other.rowKey)];
  if (pairs.some(([a, b]) => a !== undefined && b !== undefined && areDifferent(a, b))) return false;
  return write.method === 'updateEntity' || pairs.some(([a, b]) => isFixed(a) && isFixed(b));
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
