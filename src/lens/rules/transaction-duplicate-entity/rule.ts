import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { KeyExpression, TransactionAction, Write } from '../../model/operations/operation.ts';
import { bare, bindingOf, isPathFrom, isSameCode, isSamePath, namedIn } from '../../syntax/program/names.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeBetween, expressionAt, functionAround } from '../shared/code-at.ts';
import {
  areAlwaysTogether,
  areOfOnePlace,
  neighborsOf,
  pairsOf,
  placeOf,
  transactionsOf,
} from '../shared/actions.ts';
import { isInEachTurn } from '../shared/each-turn.ts';
import { areSame } from '../shared/different-keys.ts';
import { constantKey } from '../shared/key-values.ts';
import { say } from './messages.ts';

/** The guide, "Entity Group Transactions", and the REST documentation, "Performing entity group transactions". */
export const rule: Rule = {
  id: 'transaction-duplicate-entity',
  severity: 'error',
  title: () => l10n.t('The same entity twice in a transaction'),
  check: function* (context) {
    for (const transaction of transactionsOf(context)) {
      const { write, actions } = transaction;
      for (const [first, second] of [...pairsOf(actions), ...neighborsOf(transaction)]) {
        if (!isSameEntity(context, first, second)) continue;
        yield {
          place: placeOf(write, second),
          ...say('twice'),
          ...((first.isPart || !areAlwaysTogether(actions, first, second)) && { severity: 'warning' }),
          related: [{ place: placeOf(write, first), message: l10n.t('The same entity is written here.') }],
        };
        break;
      }
      const always = actions.find((action) => isAlwaysTheSame(context, write, action));
      if (always !== undefined) {
        yield {
          place: placeOf(write, always),
          // of a single element there is one
          severity: 'warning',
          ...say('each-iteration'),
        };
      }
    }
  },
};

/** An action that there may be many of, with keys that are the same for each. */
function isAlwaysTheSame(
  context: RuleContext,
  write: Write,
  { many, partitionKey, rowKey, isPart, place }: TransactionAction,
): boolean {
  const isFixed = (key: KeyExpression | undefined): boolean =>
    key !== undefined && (constantKey(key.value) !== undefined || isGivenOnce(context, write, key));
  if (!many || isPart || !isFixed(partitionKey) || !isFixed(rowKey)) return false;
  // one that is there under a condition may be there once
  return place.file === context.file && isInEachTurn(functionAround(context, place).parts, place.span);
}

/** Whether a key is a parameter, or a property of one, of the function that submits: nothing there gives it anew. */
function isGivenOnce(context: RuleContext, { file, callSpan }: Write, { place }: KeyExpression): boolean {
  const found = codeHere(context, place);
  const { parts } = functionAround(context, { file, span: callSpan });
  const outer = parts.find((part) => part.kind === 'function');
  if (found === undefined || outer?.kind !== 'function') return false;
  const root = rootOf({ ...found, expression: bare(found.expression) });
  if (root?.expression.kind !== 'local') return false;
  const binding = bindingOf(root.expression, root.frames);
  if (binding?.scope !== outer.fn.scope) return false;
  const parameter = outer.fn.parameters.find(
    ({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === binding.index,
  );
  const isGivenAgain = (part: Part): boolean =>
    part.kind === 'expression' &&
    part.target !== undefined &&
    part.expression !== parameter?.pattern &&
    isPathFrom(root, part);
  return parameter !== undefined && !parts.some(isGivenAgain);
}

/** The name that a path begins with. */
function rootOf(path: ExpressionPart): ExpressionPart | undefined {
  const { expression } = path;
  if (expression.kind === 'member') return rootOf({ ...path, expression: bare(expression.object) });
  return expression.kind === 'local' ? path : undefined;
}

function isSameEntity(context: RuleContext, a: TransactionAction, b: TransactionAction): boolean {
  // of two that are made in one turn each turn has both
  if ((a.many || b.many) && !areOfOneTurn(context, a, b)) return false;
  const isOne = (one: Place | undefined, other: Place | undefined): boolean => {
    if (areOfOnePlace(a, b)) return false;
    const [code, same] = [codeHere(context, one), codeHere(context, other)];
    return code !== undefined && same !== undefined && isSameCode(code, same) && isKept(context, a, b, code);
  };
  const isOneEntity = (): boolean => isOne(a.entityPlace, b.entityPlace);
  if (a.rowKey === undefined && b.rowKey === undefined) return isOneEntity();
  const isSame = (one: KeyExpression | undefined, other: KeyExpression | undefined): boolean => {
    if (one === undefined || other === undefined) return false;
    const [left, right] = [constantKey(one.value), constantKey(other.value)];
    if (left !== undefined || right !== undefined) return left === right;
    // what the same is made of by functions of the language, whichever function of the program calls them
    if (!a.many && !b.many && areSame(one.value, other.value)) return true;
    if (areOfOnePlace(a, b)) return false;
    if (!isOneSpot(one.place, other.place)) return isOne(one.place, other.place);
    // what a function or class writes for all of its entities says nothing of any two
    return isOneEntity() || areSpreadAlike(context, a, b);
  };
  // which is another one more often
  return isSame(a.rowKey, b.rowKey) && isSame(a.partitionKey, b.partitionKey);
}

/** Whether two actions are written in one piece of code that makes both: one list, or statements side by side. */
function areOfOneTurn(context: RuleContext, a: TransactionAction, b: TransactionAction): boolean {
  if (!a.many || !b.many || areOfOnePlace(a, b)) return false;
  const [one, other] = [codeHere(context, a.place), codeHere(context, b.place)];
  return one !== undefined && one.frames.scope === other?.frames.scope;
}

function codeHere(context: RuleContext, place: Place | undefined): ExpressionPart | undefined {
  return place?.file === context.file ? expressionAt(context, place) : undefined;
}

function isOneSpot(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

/** Whether two entities are literals into which the same is spread: `{ ...key, name }` and `{ ...key, since }`. */
function areSpreadAlike(context: RuleContext, a: TransactionAction, b: TransactionAction): boolean {
  const [own, others] = [spreadInto(context, a), spreadInto(context, b)];
  return (
    own.length > 0 &&
    own.length === others.length &&
    own.every((one, i) => {
      const other = others[i];
      return other !== undefined && isSamePath(one, other) && isKept(context, a, b, one);
    })
  );
}

function spreadInto(context: RuleContext, { entityPlace }: TransactionAction): readonly ExpressionPart[] {
  const code = codeHere(context, entityPlace);
  const parts = code?.expression.kind === 'object' ? code.expression.parts : [];
  return parts.flatMap((part) =>
    part.kind === 'spread' && code !== undefined ? [{ ...code, expression: part.value }] : [],
  );
}

/** Whether nothing between two actions makes something else of the names in an expression. */
function isKept(
  context: RuleContext,
  a: TransactionAction,
  b: TransactionAction,
  code: ExpressionPart,
): boolean {
  const names = namedIn(code);
  const targets = codeBetween(context, a.place, b.place.span.start).filter(
    (part) => part.kind === 'expression' && part.target !== undefined,
  );
  return !targets.some(
    (target) => target.kind === 'expression' && names.some((name) => isSamePath(name, target)),
  );
}
