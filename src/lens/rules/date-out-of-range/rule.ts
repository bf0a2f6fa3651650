import * as l10n from '@vscode/l10n';
import type { PutProperty, Value } from '../../model/operations/operation.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { expressionAt, fileHas } from '../shared/code-at.ts';
import { onEveryBranch, onSomeBranch } from '../shared/branches.ts';
import { onBranch, shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** REST, "Understanding the Table service data model": a DateTime is from 1601-01-01 to 9999-12-31, in UTC. */
const FIRST = Date.UTC(1601, 0, 1);
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Where a time has no zone it may be that of any: so much is not told. */
const DAY = 24 * 60 * 60 * 1000;

type Side = 'before' | 'after';

/** REST, "Understanding the Table service data model": what is outside of a type's range is answered with 400. */
export const rule: Rule = {
  id: 'date-out-of-range',
  severity: 'error',
  title: () => l10n.t("A date that the service can't store"),
  check: function* (context) {
    for (const put of putsOf(context)) {
      const found = isKey(put.name) ? undefined : sideOf(put);
      if (found === undefined || mayBeSet(context, put)) continue;
      yield {
        ...put.report,
        ...onBranch(found.when, explain(found.found, shown(textAt(context, put.place)))),
        ...((found.when !== undefined || put.isPerhaps === true) && { severity: 'warning' }),
        about: put.write,
      };
    }
  },
};

function sideOf({ value, structure }: PutProperty): ReturnType<typeof onSomeBranch<Side>> {
  const isNamed = structure?.kind === 'typed';
  if (isNamed && structure.type !== 'DateTime') return undefined;
  const dated = isNamed ? structure.value : value;
  const side = (one: Value): Side | undefined => sideOfInstant(isNamed ? instantIn(one) : instantOf(one));
  return onEveryBranch(dated, side) ?? onSomeBranch(dated, side);
}

function sideOfInstant(instant: number | undefined): Side | undefined {
  if (instant === undefined) return undefined;
  if (instant < FIRST - DAY) return 'before';
  return instant > LAST + DAY ? 'after' : undefined;
}

function instantOf(value: Value): number | undefined {
  return value.kind === 'number' && value.number.representation === 'date' ? value.number.instant : undefined;
}

/** `{ type: 'DateTime', value: '0001-01-01T00:00:00Z' }` goes as it is. */
function instantIn(value: Value): number | undefined {
  const [only, ...others] = value.kind === 'text' ? value.segments : [];
  return only?.kind === 'literal' && others.length === 0 ? Date.parse(only.text) : instantOf(value);
}

function explain(side: Side, code: string): Message {
  return side === 'before' ? say('before', code) : say('after', code);
}

/** What is made of constants may be set to another time later: `date.setFullYear(…)`. */
function mayBeSet(context: RuleContext, { write, place }: Put): boolean {
  // what is made where it is put has no name by which anybody could set it
  if (expressionAt(context, place)?.expression.kind === 'new') return false;
  return [write.file, place.file].some((file) => fileHas(context, file, isSetter));
}

function isSetter(part: Part): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
  const { callee } = part.expression;
  return callee.kind === 'member' && SETTERS.has(callee.name);
}

const SETTERS: ReadonlySet<string> = new Set(
  ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']
    .flatMap((part) => [`set${part}`, `setUTC${part}`])
    .concat('setTime', 'setYear'),
);
