import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { KeyExpression, TransactionAction } from '../../model/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { pairsOf, placeOf, transactionsOf } from '../shared/actions.ts';
import { constantKey } from '../shared/key-values.ts';
import { textAt } from '../shared/place.ts';

/** The guide, "Entity Group Transactions", and the REST documentation, "Performing entity group transactions". */
export const rule: Rule = {
  id: 'transaction-duplicate-entity',
  severity: 'error',
  title: () => l10n.t('One entity twice in a transaction'),
  check: function* (context) {
    for (const { write, actions } of transactionsOf(context)) {
      for (const [first, second] of pairsOf(actions)) {
        if (!isSameEntity(context, first, second)) continue;
        yield {
          place: placeOf(write, second),
          message: l10n.t(
            'An entity can occur only once in a transaction: the service refuses the whole of it (InvalidDuplicateRow). Make one action of the two, or give this one another RowKey.',
          ),
          related: [{ place: placeOf(write, first), message: l10n.t('The same entity is written here.') }],
        };
        break;
      }
      const always = actions.find(isAlwaysTheSame);
      if (always !== undefined) {
        yield {
          place: placeOf(write, always),
          message: l10n.t(
            'Every turn adds an action for the same entity, and one can occur only once in a transaction: the service refuses the whole of it (InvalidDuplicateRow). Put what differs into the RowKey.',
          ),
        };
      }
    }
  },
};

/** An action that there may be many of, with constant keys. */
function isAlwaysTheSame({ many, partitionKey, rowKey, isPart }: TransactionAction): boolean {
  return many && !isPart && isConstant(partitionKey) && isConstant(rowKey);
}

function isConstant(key: KeyExpression | undefined): boolean {
  return key !== undefined && constantKey(key.value) !== undefined;
}

function isSameEntity(context: RuleContext, a: TransactionAction, b: TransactionAction): boolean {
  // which turn each belongs to is not known
  if (a.many || b.many) return false;
  const isOne = (one: Place | undefined, other: Place | undefined): boolean => {
    const [text, same] = [textHere(context, one), textHere(context, other)];
    // what is called may give something else each time
    return text !== undefined && text === same && !/[(=]|\+\+|--/.test(text) && isKept(context, a, b, text);
  };
  const isOneEntity = (): boolean => isOne(a.entityPlace, b.entityPlace);
  if (a.rowKey === undefined && b.rowKey === undefined) return isOneEntity();
  const isSame = (one: KeyExpression | undefined, other: KeyExpression | undefined): boolean => {
    if (one === undefined || other === undefined) return false;
    const [left, right] = [constantKey(one.value), constantKey(other.value)];
    if (left !== undefined || right !== undefined) return left === right;
    if (!isOneSpot(one.place, other.place)) return isOne(one.place, other.place);
    // what a function or class writes for all of its entities says nothing of any two
    return isOneEntity() || areSpreadAlike(context, a, b);
  };
  // which is another one more often
  return isSame(a.rowKey, b.rowKey) && isSame(a.partitionKey, b.partitionKey);
}

function textHere(context: RuleContext, place: Place | undefined): string | undefined {
  return place?.file === context.file ? textAt(context, place) : undefined;
}

function isOneSpot(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

/** Whether two entities are literals into which the same is spread: `{ ...key, name }` and `{ ...key, since }`. */
function areSpreadAlike(context: RuleContext, a: TransactionAction, b: TransactionAction): boolean {
  const [names, others] = [a, b].map(({ entityPlace }) => {
    const text = textHere(context, entityPlace) ?? '';
    return [...text.matchAll(/(?<!\.)\.\.\.([\w$]+(?:\.[\w$]+)*)\s*[,}]/g)].map(([, name]) => name).join();
  });
  return names !== undefined && names !== '' && names === others && isKept(context, a, b, names);
}

/** Whether nothing between two actions makes something else of the names in a text. */
function isKept(context: RuleContext, a: TransactionAction, b: TransactionAction, text: string): boolean {
  const between = context.sourceOf(context.file).slice(a.place.span.end, b.place.span.start);
  const names = text.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return !names.some((name) => isChangedIn(between, name));
}

function isChangedIn(code: string, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$');
  return new RegExp(
    `(?<![\\w$])${escaped}\\s*(?:=(?![=>])|[-+*/|&?]{1,2}=|\\+\\+|--)|(?:\\+\\+|--)\\s*${escaped}`,
  ).test(code);
}
