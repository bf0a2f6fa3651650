import * as l10n from '@vscode/l10n';
import type { Shape } from '../../../core/shape/shape.ts';
import { samePlace } from '../../../core/text/segments.ts';
import { quote } from '../../../core/odata/quote.ts';
import type { Query, ResultCondition, ResultFilter } from '../../model/operations/operation.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { alternativesOf, comparisonsOf, resultsOf, sides } from '../shared/filters.ts';
import { storedType } from '../shared/compared-types.ts';
import { expressionAt } from '../shared/code-at.ts';
import { mayLack } from '../shared/known-properties.ts';
import { nameOf, shown, textAt } from '../shared/place.ts';
import { serviceName } from '../shared/property-names.ts';
import { mayBeForOne } from '../shared/repeated.ts';
import { type Message, withHelp } from '../message.ts';
import { filterFixes } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Retrieving multiple entities using LINQ": conditions belong to the query. */
export const rule: Rule = {
  id: 'client-side-filter',
  severity: 'information',
  title: () => l10n.t('Results are filtered in code'),
  check: function* (context) {
    for (const query of resultsOf(context)) {
      const report = check(context, query);
      if (report !== undefined) yield report;
    }
  },
};

function check(context: RuleContext, query: Query): Report | undefined {
  const asked = askedAlready(query);
  const filters = movableTests(context, query).filter(({ conditions }) =>
    conditions.some(
      (condition) =>
        serviceName(condition.property) !== undefined &&
        // nothing that the service compares finds a part of a text
        condition.how !== 'searched' &&
        !asked(condition) &&
        // who selects what is read has chosen one query for all values
        (condition.how !== 'among' || query.projection?.select === undefined),
    ),
  );
  const [first] = filters;
  // of one entity at most there is nothing to leave out
  if (first === undefined || mayBeForOne(context, query)) return undefined;
  const explained = explain(context, filters);
  const left = consequence(query);
  const said = left === undefined ? explained : withHelp(explained, left);
  return {
    place: nameOf(query),
    about: query,
    // both want a condition on the key in the filter
    ...(narrows(query, 'partitionKey')
      ? { toldBy: 'table-scan' }
      : narrows(query, 'rowKey') && { toldBy: 'open-row-range' }),
    ...said,
    related: filters.map(({ place }) => ({
      place,
      message: l10n.t('The code filters here.'),
    })),
    fixes: () => filterFixes(context, query, first),
  };
}

/**
 * The tests of a query's entities: also whether a property is true that is a flag by the type that the query names, or by all that is
 * written to its table.
 */
function testsOf(context: RuleContext, query: Query): readonly ResultFilter[] {
  const { filters = [], truths = [] } = query.consumption;
  const isFlag = ({ property, flag }: ResultCondition): boolean =>
    storedType(context, query, property) === 'Boolean' &&
    // a filter leaves out what lacks the property
    (flag === true || query.projection?.required?.includes(property) === true);
  const flags = truths.flatMap((test): readonly ResultFilter[] => {
    const conditions = test.conditions.filter((one) => one.isTruth !== true || isFlag(one));
    if (!conditions.some(({ isTruth }) => isTruth)) return [];
    return [{ ...test, conditions, isWhole: test.isWhole && conditions.length === test.conditions.length }];
  });
  return [...filters.filter(({ place }) => !flags.some((one) => samePlace([one.place, place]))), ...flags];
}

/** The tests without what a filter would ask otherwise. */
function movableTests(context: RuleContext, query: Query): readonly ResultFilter[] {
  return testsOf(context, query).map((test) => {
    const conditions = test.conditions.filter(
      (one) => !isMeantToLack(context, query, one) && !isButOne(query, one),
    );
    return conditions.length === test.conditions.length ? test : { ...test, conditions, isWhole: false };
  });
}

/** What is not one value is kept by the code also where an entity lacks the property, and a filter leaves that out. */
function isMeantToLack(context: RuleContext, query: Query, { property, operator }: ResultCondition): boolean {
  const name = serviceName(property);
  if (operator !== 'ne' || name === undefined || KEYS.has(name)) return false;
  return isOptional(query, property) || mayLack(context, query, property);
}

/** Whether a condition leaves out no more than one entity of a partition, which saves nothing. */
function isButOne(query: Query, { property, operator }: ResultCondition): boolean {
  const shape = shapeOf(query);
  return (
    operator === 'ne' &&
    serviceName(property) === 'RowKey' &&
    (shape === 'partition-scan' || shape === 'row-range')
  );
}

/** Whether an entity may lack a property by the type that the query names. */
function isOptional({ projection }: Query, property: string): boolean {
  const { properties, required } = projection ?? {};
  return properties?.includes(property) === true && required?.includes(property) === false;
}

const KEYS: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

/** Whether the filter fixes a property already, so that the code only makes sure. */
function askedAlready(query: Query): (condition: ResultCondition) => boolean {
  const fixed = alternativesOf(query).map(
    ({ parsed }) =>
      new Set(
        comparisonsOf(parsed.filter)
          .filter(({ operator }) => operator === 'eq')
          .map((comparison) => sides(comparison)?.property),
      ),
  );
  return ({ property }) => fixed.length > 0 && fixed.every((names) => names.has(serviceName(property)));
}

function explain(context: RuleContext, filters: readonly ResultFilter[]): Message {
  const conditions = filters.flatMap((filter) => filter.conditions);
  const compared = conditions.filter(({ how }) => how === 'compared');
  if (compared.length > 0) {
    const texts = compared.map((condition) => asFilter(context, condition));
    const isSet = compared.every(({ mayBeNothing }) => mayBeNothing !== true);
    return filters.every(({ isWhole }) => isWhole)
      ? say(isSet ? 'compared' : 'compared-if-set', names(compared), texts.join(' and '))
      : say('partly-compared', names(compared), texts.join('", "'));
  }
  const converted = conditions.filter(({ how }) => how === 'converted');
  if (converted.length > 0) return say('converted', names(converted));
  return say('among', names(conditions.filter(({ how }) => how === 'among')));
}

/** A condition as a filter has it: with a constant, texts in single quotes, else with a hole. */
function asFilter(context: RuleContext, condition: ResultCondition): string {
  const { property, operator, value, flag } = condition;
  const name = serviceName(property) ?? property;
  if (flag !== undefined) return `${name} eq ${String(flag)}`;
  if (operator === undefined || value === undefined) return `${name} …`;
  const code = expressionAt(context, value)?.expression;
  if (code?.kind === 'text') return `${name} ${operator} ${shown(quote(code.text.text))}`;
  // the SDK gives Timestamp as a text, the service compares it as a point in time
  const date = name === 'Timestamp' && code !== undefined ? textDate(code) : undefined;
  const text = shown(textAt(context, { file: value.file, span: date?.span ?? value.span }));
  return `${name} ${operator} ${code !== undefined && isConstant(code) ? text : `\${${text}}`}`;
}

/** What a text is made of as a date: `since` of `since.toISOString()`. */
function textDate(code: Expression): Expression | undefined {
  return code.kind === 'call' && code.callee.kind === 'member' && code.callee.name === 'toISOString'
    ? code.callee.object
    : undefined;
}

function isConstant(code: Expression): boolean {
  if (code.kind === 'unary') return code.operator === '-' && code.operand.kind === 'number';
  return code.kind === 'number' || code.kind === 'boolean';
}

function names(conditions: readonly ResultCondition[]): string {
  const all = conditions.map(({ property }) => serviceName(property)).filter((name) => name !== undefined);
  return [...new Set(all)].join(', ');
}

function shapeOf({ filter }: Query): Shape {
  switch (filter.kind) {
    case 'known':
      return filter.worst.classification.shape;
    case 'none':
      return filter.classification.shape;
    default:
      return 'unknown';
  }
}

/** What moving a condition does not change, unless it is one that narrows a key. */
function consequence(query: Query): string | undefined {
  if (narrows(query, 'partitionKey') || narrows(query, 'rowKey')) return undefined;
  switch (shapeOf(query)) {
    case 'table-scan':
      return l10n.t('The service still reads the whole table, but sends only what matches.');
    case 'partition-scan':
      return l10n.t('The service still reads the whole partition, but sends only what matches.');
    case 'point':
    case 'row-range':
    case 'partition-range':
    case 'empty':
    case 'unknown':
      return undefined;
  }
}

/** Whether the code keeps what a range of a key holds. */
function narrows({ consumption }: Query, key: 'partitionKey' | 'rowKey'): boolean {
  const conditions = consumption.filters?.flatMap((filter) => filter.conditions) ?? [];
  return conditions.some(({ property, operator }) => property === key && operator !== 'ne');
}
