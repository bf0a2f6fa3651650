import * as l10n from '@vscode/l10n';
import type { KeyExpression, NumberFact, Write } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { alternativesOfKey, type KeyPart, keysMade, located } from '../shared/key-values.ts';
import { nameAt, shown, textAt } from '../shared/place.ts';
import { isTestedDate } from './date-tests.ts';
import { say } from './messages.ts';

/** The guide, "Prepend/append anti-pattern". */
export const rule: Rule = {
  id: 'time-ordered-partition-key',
  severity: 'warning',
  title: () => l10n.t('PartitionKey follows the clock'),
  check: function* (context) {
    for (const { write, partitionKey: key } of keysMade(context)) {
      const first = key && firstOfTime(key, (part) => followsTheClock(part) || isDate(context, write, part));
      if (key === undefined || first === undefined) continue;
      const at = nameAt(write, key);
      yield {
        ...located(first, at, at).report,
        ...say('clock', shown(textAt(context, first.place))),
      };
    }
  },
};

/**
 * The first part of a text that the key may be, where all of its parts are times. Anything else among them, such as a bucket or an
 * id behind a day, makes several partitions of each moment. So does a constant before the time, where that is one value of many: what a
 * hash of no characters gives.
 */
function firstOfTime(key: KeyExpression, isTime: (part: KeyPart) => boolean): KeyPart | undefined {
  const alternatives = alternativesOfKey(key);
  const isOfTime = ([first, ...others]: readonly KeyPart[]): boolean =>
    first !== undefined && isTime(first) && others.every((part) => isPartOfTime(part) || isTime(part));
  const found = alternatives.find(isOfTime)?.[0];
  return found?.before === '' || alternatives.every(isOfTime) ? found : undefined;
}

/** A month, a day or an hour, which go on what is before them. */
function isPartOfTime({ value }: KeyPart): boolean {
  return (value.kind === 'number' || value.kind === 'number-text') && value.number.origin.kind === 'time';
}

/** Text ids that begin with the time at which they were made. */
const TIMED_IDS = /ulid|ksuid|v[167]\b|objectid|cuid\b/i;

function followsTheClock({ value }: KeyPart): boolean {
  switch (value.kind) {
    case 'number':
    case 'number-text':
      return isOfClock(value.number.origin);
    case 'time-text':
      return true;
    case 'random-text':
      return TIMED_IDS.test(value.by);
    case 'text':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
    case 'unknown':
      return false;
  }
}

/** A text that the code checks to be a date before it writes. */
function isDate(context: RuleContext, { file, nameSpan }: Write, { value }: KeyPart): boolean {
  if (value.kind !== 'unknown' || value.name === undefined) return false;
  return isTestedDate(context, { file, span: nameSpan }, value.name);
}

/** The month or the hour alone comes again, but at any moment it is that of now. */
function isOfClock(origin: NumberFact['origin']): boolean {
  if (origin.kind !== 'time') return false;
  return (
    origin.unit !== 'other' ||
    origin.isInOrder === true ||
    origin.part === 'year' ||
    (origin.part === 'other' && origin.isNow === true)
  );
}
