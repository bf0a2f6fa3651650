import * as l10n from '@vscode/l10n';
import { hasSeconds } from '../../../core/keys/date-pattern.ts';
import type { Demand } from '../../../core/shape/condition.ts';
import { contains } from '../../../core/text/span.ts';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { KeyPattern, PartForm } from '../../model/keys/key-pattern.ts';
import { isLocal } from '../../syntax/program/names.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, givenToNames } from '../shared/code-at.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { shown, textAt } from '../shared/place.ts';
import { suffixFix } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Log tail pattern": the time tells entities apart only as finely as the clock does. */
export const rule: Rule = {
  id: 'ticks-without-unique-suffix',
  severity: 'information',
  title: () => l10n.t('RowKey is only the time'),
  check: function* (context) {
    for (const given of keysOf(context)) {
      if (given.key !== 'RowKey' || given.how !== 'written') continue;
      const partition = partitionOf(context, given);
      const isAlone = testFor(given, partition);
      // what may have an id behind it, or be empty, is no time alone
      if (given.patterns.length === 0) continue;
      if (!given.patterns.every(isAlone) && !isTimeByDefault(given)) continue;
      if (partition?.patterns.some(tellsApart) === true || isTimeOfRun(context, given)) continue;
      yield {
        ...reportAt(given.operation, given.place),
        ...say('time-alone', shown(textAt(context, given.place))),
        fixes: () => suffixFix(context, given),
      };
    }
  },
};

/** A time that is given may be the one of its device; not that of a log, nor where the partition is made of nothing else. */
function testFor(given: GivenKey, partition: GivenKey | undefined): (pattern: KeyPattern) => boolean {
  if (isLogLine(given)) return isTimeOfLine;
  const isOfTimes = partition !== undefined && isMadeOfTimes(partition);
  return isOfTimes ? (pattern) => isGivenTime(pattern) || isTimeAlone(pattern) : isTimeAlone;
}

/** `at = new Date()`: who calls gives a time where it has one, and else it is the clock. */
function isTimeByDefault({ value, patterns }: GivenKey): boolean {
  return (
    value?.kind === 'oneOf' &&
    value.values.every(({ when }) => when?.every((way) => way.every(isLeftOut)) === true) &&
    patterns.some(isTimeAlone) &&
    patterns.every((pattern) => isGivenTime(pattern) || isTimeAlone(pattern))
  );
}

function isLeftOut({ fact }: Demand): boolean {
  return fact.kind === 'undefined';
}

/** Constants and the clock, and nothing else; what is cut to days or hours is meant to be one. */
function isTimeAlone(pattern: KeyPattern): boolean {
  const values = formsOf(pattern);
  return values.length > 0 && values.every(isClock);
}

function isClock(form: PartForm): boolean {
  switch (form.kind) {
    case 'time':
      return form.count.origin.kind === 'time' && form.count.origin.isNow === true && isFine(form);
    case 'time-text':
      return form.isNow === true && hasSeconds(form.format);
    case 'text':
    case 'number':
    case 'counter':
    case 'random':
    case 'timed-id':
    case 'hash':
      return false;
  }
}

/** A line of a log, of which there may be many at a time: a level and a message. */
function isLogLine({ operation }: GivenKey): boolean {
  const names = operation.kind === 'write' ? operation.properties : [];
  return (
    names.some((name) => /^(?:log_?)?level$|^severity$/i.test(name)) &&
    names.some((name) => /^(?:message|msg)$/i.test(name))
  );
}

/** Also a text that is only called so. */
function isTimeOfLine(pattern: KeyPattern): boolean {
  const [only, ...others] = pattern.parts;
  const isNamed =
    only?.kind === 'value' &&
    only.form.kind === 'text' &&
    /(?:^|\.)(?:time|timestamp)$/i.test(only.name ?? '');
  return (isNamed && others.length === 0) || isGivenTime(pattern) || isTimeAlone(pattern);
}

/** Of times, whosever, and constants. */
function isMadeOfTimes({ patterns }: GivenKey): boolean {
  const forms = patterns.flatMap(formsOf);
  return forms.length > 0 && forms.every(({ kind }) => kind === 'time' || kind === 'time-text');
}

/** A whole time and nothing else: of days and hours there is meant to be one. */
function isGivenTime(pattern: KeyPattern): boolean {
  const forms = formsOf(pattern);
  return (
    forms.length > 0 &&
    forms.every((form) =>
      form.kind === 'time' ? isFine(form) : form.kind === 'time-text' && form.format === 'iso' && !form.isCut,
    )
  );
}

function formsOf({ parts }: KeyPattern): readonly PartForm[] {
  return parts.flatMap((part) => (part.kind === 'value' ? [part.form] : []));
}

function isFine({ count: { origin } }: Extract<PartForm, { kind: 'time' }>): boolean {
  return origin.kind === 'time' && origin.unit !== 'other' && origin.isSpread !== true;
}

function partitionOf(context: RuleContext, { operation, value }: GivenKey): GivenKey | undefined {
  return context.keysOf(operation).find((other) => other.key === 'PartitionKey' && other.value !== value);
}

/** `const run = new Date()` before a loop that writes one entity in each of several partitions: that is when they were made. */
function isTimeOfRun(context: RuleContext, { operation, place }: GivenKey): boolean {
  const repeated = operation.kind === 'write' ? operation.repeated : undefined;
  const key = expressionAt(context, place);
  const isApart = repeated?.partition === 'of-element' || repeated?.partition === 'other';
  if (!isApart || key === undefined || place.file !== context.file) return false;
  const given = givenToNames(context, codeOfFile(context, place.file));
  const isMadeBefore = (name: ExpressionPart): boolean => {
    const values = given(name);
    return (
      values.length > 0 &&
      values.every((one) => one.kind === 'expression' && !contains(repeated.span, one.expression.span))
    );
  };
  const isMadeInTurn = (part: Part): boolean => (isLocal(part) && !isMadeBefore(part)) || isGlobalDate(part);
  return someCode(key, isLocal) && !someCode(key, isMadeInTurn);
}

function isGlobalDate(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'global' && part.expression.name === 'Date';
}

/** Each entity has a partition of its own, or one for each number that is drawn. */
function tellsApart({ parts }: KeyPattern): boolean {
  return parts.some((part) => part.kind === 'value' && OWN.has(part.form.kind));
}

const OWN: ReadonlySet<PartForm['kind']> = new Set(['random', 'timed-id', 'counter']);
