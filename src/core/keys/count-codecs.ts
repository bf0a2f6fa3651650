import * as l10n from '@vscode/l10n';
import type { KeyCodec } from './codec.ts';
import { countCodec, domainOfUnix, WINDOW, type CountSpec } from './count.ts';
import { BASE36 } from './notation.ts';
import { idOfWidth } from './tick-codecs.ts';
import { UNIT, UNIX_EPOCH } from './time.ts';

function invertedMilliseconds(id: string, pivotName: string, pivot: bigint, width: number): CountSpec {
  return {
    id,
    title: () => l10n.t('inverted milliseconds ({0} − Unix milliseconds)', pivotName),
    unit: UNIT.millisecond,
    pivot,
    width,
  };
}

/** The digits that `8640000000000000 − ms` is padded to. */
export const INVERTED_DATE_WIDTHS = [16, 17, 18, 19, 20] as const;

const INVERTED_MILLISECONDS: readonly CountSpec[] = [
  invertedMilliseconds('inverted-ms-1e13-minus-1', '9999999999999', 9_999_999_999_999n, 13),
  invertedMilliseconds('inverted-ms-1e13', '10¹³', 10n ** 13n, 13),
  invertedMilliseconds('inverted-ms-1e14', '10¹⁴', 10n ** 14n, 14),
  invertedMilliseconds('inverted-ms-1e15', '10¹⁵', 10n ** 15n, 15),
  invertedMilliseconds('inverted-ms-1e15-16', '10¹⁵', 10n ** 15n, 16),
  invertedMilliseconds('inverted-ms-1e16', '10¹⁶', 10n ** 16n, 16),
  invertedMilliseconds('inverted-ms-net', '253402300799999', 253_402_300_799_999n, 15),
  invertedMilliseconds('inverted-ms-safe', '2⁵³ − 1', 2n ** 53n - 1n, 16),
  ...INVERTED_DATE_WIDTHS.map((width) =>
    invertedMilliseconds(
      idOfWidth('inverted-ms-date', width, 16),
      '8640000000000000',
      8_640_000_000_000_000n,
      width,
    ),
  ),
];

/** A number of digits fewer than today's ended in 2001, before the service existed, and is the length of ids. */
const BEFORE_2001 = {
  s: domainOfUnix(631_152_000n, 10n ** 9n - 1n, UNIT.second),
  ms: domainOfUnix(631_152_000_000n, 10n ** 12n - 1n, UNIT.millisecond),
  us: domainOfUnix(631_152_000_000_000n, 10n ** 15n - 1n, UNIT.microsecond),
  ns: domainOfUnix(6_311_520_000_000_000n, 10n ** 16n - 1n, UNIT.tick),
};

/** As many digits as today, to the end of 2099. */
const SINCE_2001 = {
  s: domainOfUnix(10n ** 9n, 4_102_444_799n, UNIT.second),
  ms: domainOfUnix(10n ** 12n, 4_102_444_799_999n, UNIT.millisecond),
  us: domainOfUnix(10n ** 15n, 4_102_444_799_999_999n, UNIT.microsecond),
  ns: domainOfUnix(10n ** 16n, 41_024_447_999_999_999n, UNIT.tick),
};

/** Counts since 1970. Each row keeps to one number of digits, so that it sorts. */
const UNIX_TIMES: readonly CountSpec[] = [
  {
    id: 'unix-s',
    title: () => l10n.t('Unix seconds'),
    unit: UNIT.second,
    width: 10,
    domain: SINCE_2001.s,
    certainty: 'possible',
  },
  {
    id: 'unix-s-9',
    title: () => l10n.t('Unix seconds, before 2001-09-09'),
    unit: UNIT.second,
    width: 9,
    domain: BEFORE_2001.s,
    certainty: 'declared',
  },
  {
    id: 'unix-ms',
    title: () => l10n.t('Unix milliseconds'),
    unit: UNIT.millisecond,
    width: 13,
    domain: SINCE_2001.ms,
  },
  {
    id: 'unix-ms-12',
    title: () => l10n.t('Unix milliseconds, before 2001-09-09'),
    unit: UNIT.millisecond,
    width: 12,
    domain: BEFORE_2001.ms,
    certainty: 'declared',
  },
  {
    id: 'unix-us',
    title: () => l10n.t('Unix microseconds'),
    unit: UNIT.microsecond,
    width: 16,
    domain: SINCE_2001.us,
  },
  {
    id: 'unix-us-15',
    title: () => l10n.t('Unix microseconds, before 2001-09-09'),
    unit: UNIT.microsecond,
    width: 15,
    domain: BEFORE_2001.us,
    certainty: 'possible',
  },
  {
    // Ids of X and Discord have as many digits, but seldom end so; clocks of 100 ns, or coarser ones, always do.
    id: 'unix-ns-00',
    title: () => l10n.t('Unix nanoseconds in steps of 100'),
    unit: UNIT.tick,
    width: 17,
    suffix: '00',
    domain: SINCE_2001.ns,
    certainty: 'possible',
  },
  {
    id: 'unix-ns',
    title: () => l10n.t('Unix nanoseconds'),
    unit: UNIT.tick,
    perUnit: 100n,
    width: 19,
    domain: SINCE_2001.ns,
    certainty: 'declared',
  },
  {
    id: 'unix-ns-18',
    title: () => l10n.t('Unix nanoseconds, before 2001-09-09'),
    unit: UNIT.tick,
    perUnit: 100n,
    width: 18,
    domain: BEFORE_2001.ns,
    certainty: 'declared',
  },
  {
    id: 'base36-ms',
    title: () => l10n.t('Unix milliseconds in base 36'),
    unit: UNIT.millisecond,
    notation: BASE36,
    width: 8,
    // They gain a ninth digit in 2059.
    domain: { first: WINDOW.first, last: domainOfUnix(0n, 36n ** 8n - 1n, UNIT.millisecond).last },
    certainty: 'declared',
  },
  {
    id: 'base36-ms-9',
    title: () => l10n.t('Unix milliseconds in base 36, padded to {0} digits', 9),
    unit: UNIT.millisecond,
    notation: BASE36,
    width: 9,
    certainty: 'declared',
  },
];

const INVERTED_SECONDS: readonly CountSpec[] = [
  invertedSeconds('inverted-s-1e10-minus-1', '9999999999', 9_999_999_999n, 10),
  // Ten digits until 2074, nine from then on.
  {
    ...invertedSeconds('inverted-s-uint32', '2³² − 1', 2n ** 32n - 1n, 10),
    domain: { first: WINDOW.first, last: domainOfUnix(0n, 2n ** 32n - 1n - 10n ** 9n, UNIT.second).last },
  },
  {
    ...invertedSeconds('inverted-s-uint32-9', '2³² − 1', 2n ** 32n - 1n, 9),
    domain: { first: domainOfUnix(2n ** 32n - 10n ** 9n, 0n, UNIT.second).first, last: WINDOW.last },
    certainty: 'declared',
  },
  // Nine digits from 2006 to 2034; padded, ten until they end in 2038.
  {
    ...invertedSeconds('inverted-s-int32', '2³¹ − 1', 2n ** 31n - 1n, 9),
    domain: domainOfUnix(2n ** 31n - 10n ** 9n, 2n ** 31n - 1n - 10n ** 8n, UNIT.second),
    certainty: 'declared',
  },
  {
    ...invertedSeconds('inverted-s-int32-10', '2³¹ − 1', 2n ** 31n - 1n, 10),
    domain: { first: WINDOW.first, last: domainOfUnix(0n, 2n ** 31n - 1n, UNIT.second).last },
    certainty: 'declared',
  },
];

function invertedSeconds(id: string, pivotName: string, pivot: bigint, width: number): CountSpec {
  return {
    id,
    title: () => l10n.t('inverted seconds ({0} − Unix seconds)', pivotName),
    unit: UNIT.second,
    pivot,
    width,
    certainty: 'possible',
  };
}

/** Milliseconds since a service's own epoch, above 22 bits of machine and sequence; 63 bits in all. */
function snowflakes(service: string, name: string, epoch: bigint): CountSpec[] {
  const origin = UNIX_EPOCH + epoch * UNIT.millisecond;
  const at = (id: bigint): bigint => origin + (id >> 22n) * UNIT.millisecond;
  const snowflake = {
    title: () => l10n.t('id of {0} (Snowflake)', name),
    unit: UNIT.millisecond,
    perUnit: 1n << 22n,
    origin,
    certainty: 'declared',
  } as const;
  return [
    {
      ...snowflake,
      id: `snowflake-${service}`,
      width: 19,
      domain: { first: origin, last: at(2n ** 63n - 1n) + UNIT.millisecond - UNIT.tick },
    },
    {
      ...snowflake,
      id: `snowflake-${service}-18`,
      width: 18,
      domain: {
        first: at(10n ** 17n) + UNIT.millisecond,
        last: at(10n ** 18n - 1n) + UNIT.millisecond - UNIT.tick,
      },
    },
  ];
}

/** Every time that counts seconds or parts of one since 1970 or an epoch near it, in the order of showing. */
export const COUNT_CODECS: readonly KeyCodec[] = [
  ...INVERTED_MILLISECONDS,
  ...UNIX_TIMES,
  ...INVERTED_SECONDS,
  ...snowflakes('x', 'X', 1_288_834_974_657n),
  ...snowflakes('discord', 'Discord', 1_420_070_400_000n),
].map(countCodec);
