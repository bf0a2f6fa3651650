import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../core/shape/shape.ts';
import type { KeyPattern, PartForm, ValuePart } from '../model/keys/key-pattern.ts';
import { lastName } from '../model/keys/key-schema.ts';
import { codecOf } from '../model/keys/key-text.ts';

/** Values that decide the order one after another; what comes behind them hardly matters. */
const MOST_STEPS = 3;

/** In which order entities with such keys stand; undefined for a key that is the same for all. */
export function orderWords({ parts }: KeyPattern): string | undefined {
  const values = parts.filter((part) => part.kind === 'value').slice(0, MOST_STEPS);
  if (values.length === 0) return undefined;
  const steps = values.map(stepWords);
  return l10n.t('Order: {0}.', steps.join(l10n.t(', then ')));
}

function stepWords({ form, name }: ValuePart): string {
  const called = lastName(name) ?? l10n.t('its text');
  switch (form.kind) {
    case 'text':
      return l10n.t('by {0}, as text', called);
    case 'number':
    case 'counter':
      return form.width === undefined
        ? l10n.t('by {0} as text, so that 10 comes before 9', lastName(name) ?? l10n.t('a number'))
        : l10n.t('by {0}, as numbers of up to {1} digits', lastName(name) ?? l10n.t('a number'), form.width);
    case 'time':
      if (isPartOfDate(form)) {
        return form.width === undefined
          ? l10n.t('by a part of a date as text, so that 10 comes before 9')
          : l10n.t('by a part of a date');
      }
      return form.count.inverted ? l10n.t('newest first') : l10n.t('oldest first');
    case 'time-text':
      return sortsByTime(form) ? l10n.t('oldest first') : l10n.t('by the text of a date, not by time');
    case 'timed-id':
      return l10n.t('oldest first');
    case 'random':
    case 'hash':
      return l10n.t('none that is useful');
  }
}

/** The month, the day or the hour: of the year alone the time can be told. */
function isPartOfDate({ count: { origin } }: Extract<PartForm, { kind: 'time' }>): boolean {
  return origin.kind === 'time' && origin.part === 'other';
}

function sortsByTime(form: PartForm): boolean {
  if (codecOf(form)?.order === 'ascending') return true;
  // without its separators, too: `toISOString().replace(/[-:]/g, '')`
  return form.kind === 'time-text' && /^(?:iso$|y{4}(?:$|-?(?:MM|LL)(?:$|-?dd)))/i.test(form.format);
}

/** What the design guide says of such a key; undefined where it says nothing. */
export function verdictOn(key: KeyName, pattern: KeyPattern): string | undefined {
  return key === 'PartitionKey' ? partitionVerdict(pattern) : rowVerdict(pattern);
}

function firstValue({ parts }: KeyPattern): ValuePart | undefined {
  return parts.find((part) => part.kind === 'value');
}

function partitionVerdict(pattern: KeyPattern): string {
  const first = firstValue(pattern);
  switch (first?.form.kind) {
    case undefined:
      return l10n.t(
        'All entities share one partition: good for transactions and ranges, but a partition takes at most about 2,000 entities a second.',
      );
    case 'time':
    case 'time-text':
    case 'timed-id':
    case 'counter':
      return l10n.t(
        'All new entities go to the last or the first partition, which becomes hot (design guide: Prepend/append anti-pattern).',
      );
    case 'random':
      return l10n.t(
        "Each entity has its own partition: writes spread best, but transactions and ranges over several entities aren't possible.",
      );
    case 'hash':
    case 'text':
    case 'number':
      return l10n.t(
        'Entities with the same value share a partition: one query reads them, and one transaction changes up to 100 of them.',
      );
  }
}

function rowVerdict(pattern: KeyPattern): string | undefined {
  const first = firstValue(pattern);
  const hasPrefix = pattern.parts[0]?.kind === 'literal';
  switch (first?.form.kind) {
    case 'time':
      return first.form.count.inverted
        ? l10n.t('The newest entities are read first, at low cost (design guide: Log tail pattern).')
        : l10n.t(
            'The newest entities are at the end. Inverted ticks would put them first (design guide: Log tail pattern).',
          );
    case 'number':
    case 'counter':
      return first.form.width === undefined
        ? l10n.t(
            'Ranges contain the wrong rows: pad the number with zeros (design guide: Sorting data in the Table service).',
          )
        : l10n.t(
            'Ranges work as for numbers, because it is padded (design guide: Sorting data in the Table service).',
          );
    case 'random':
    case 'hash':
      return l10n.t("Only the whole key finds an entity. Ranges aren't useful.");
    case 'text':
      return hasPrefix
        ? l10n.t(
            'The constant beginning marks this kind of row: a range over it reads only these rows (design guide: Intra-partition secondary index pattern).',
          )
        : undefined;
    case 'time-text':
    case 'timed-id':
    case undefined:
      return undefined;
  }
}
