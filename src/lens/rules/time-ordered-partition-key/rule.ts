import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { insertsOf, type KeyPart, partsOfKey } from '../shared/key-values.ts';
import { nameAt, shown, textAt } from '../shared/place.ts';

/** The guide, "Prepend/append anti-pattern". */
export const rule: Rule = {
  id: 'time-ordered-partition-key',
  severity: 'warning',
  title: () => l10n.t('PartitionKey follows the clock'),
  check: function* (context) {
    for (const write of insertsOf(context)) {
      const key = write.partitionKey;
      // the first part decides the order; constants before it are the same for all
      const first = key && partsOfKey(key)[0];
      if (key === undefined || first === undefined || !followsTheClock(first, textAt(context, first.place)))
        continue;
      yield {
        place: nameAt(write, { place: first.place, value: first.value }),
        message: l10n.t(
          'PartitionKey begins with the time ({0}): what is written at any moment goes to one partition, the last or the first, and the service cannot spread that load. Begin with a property that spreads the writes, and put the time into RowKey.',
          shown(textAt(context, first.place)),
        ),
      };
    }
  },
};

/** Text ids that begin with the time at which they were made. */
const TIMED_IDS = /ulid|ksuid|v[167]\b|objectid|cuid\b/i;

/** The parts of a date follow the clock if the year is the first of them. */
function followsTheClock({ value }: KeyPart, code: string): boolean {
  switch (value.kind) {
    case 'number':
    case 'number-text':
      return (
        value.number.origin.kind === 'time' &&
        (value.number.origin.unit !== 'other' || code.includes('FullYear()'))
      );
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
