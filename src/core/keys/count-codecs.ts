import * as l10n from '@vscode/l10n';
import type { KeyCodec } from './codec.ts';
import { countCodec, domainOfUnix, WINDOW, type CountSpec } from './count.ts';
import { MAX_TICKS, UNIT } from './time.ts';

/** Dates the table service can hold, to the end of .NET's `DateTime`: 1601-01-01 to 9999-12-31. */
const SERVICE_TIMES: KeyCodec['domain'] = { first: 504_911_232_000_000_000n, last: MAX_TICKS };

/** `DateTime.MaxValue.Ticks` in whole milliseconds. */
const MAX_MILLISECONDS = MAX_TICKS / UNIT.millisecond;

/** The digits that inverted ticks are padded to; 19 is what the design guide's log tail pattern writes. */
export const INVERTED_TICK_WIDTHS = [19, 20, 21] as const;

/** Appends the width to an id, but for the usual one. */
export function idOfWidth(id: string, width: number, usual: number): string {
  return width === usual ? id : `${id}-${width.toString()}`;
}

function invertedTicks(width: number): CountSpec[] {
  const ticks = { unit: UNIT.tick, origin: 0n, width, domain: SERVICE_TIMES };
  return [
    {
      ...ticks,
      id: idOfWidth('inverted-ticks', width, 19),
      title: () => l10n.t('inverted .NET ticks (DateTime.MaxValue.Ticks − ticks)'),
      pivot: MAX_TICKS,
    },
    {
      ...ticks,
      id: idOfWidth('inverted-ticks-plus-one', width, 19),
      title: () => l10n.t('inverted .NET ticks (DateTime.MaxValue.Ticks + 1 − ticks)'),
      pivot: MAX_TICKS + 1n,
    },
    {
      ...ticks,
      id: idOfWidth('inverted-ms-0000', width, 19),
      title: () => l10n.t('inverted milliseconds of .NET with 0000 behind'),
      unit: UNIT.millisecond,
      pivot: MAX_MILLISECONDS,
      width: width - 4,
      suffix: '0000',
    },
  ];
}

const FORWARD_TICKS: readonly CountSpec[] = [
  {
    id: 'ticks',
    title: () => l10n.t('.NET ticks'),
    unit: UNIT.tick,
    origin: 0n,
    width: 18,
    // Ticks gain a nineteenth digit in 3169.
    domain: { first: SERVICE_TIMES.first, last: 999_999_999_999_999_999n },
  },
  ...[19, 20].map((width) => ({
    id: `ticks-${width.toString()}`,
    title: () => l10n.t('.NET ticks, padded to {0} digits', width),
    unit: UNIT.tick,
    origin: 0n,
    width,
    domain: SERVICE_TIMES,
  })),
];

function invertedMilliseconds(id: string, pivotName: string, pivot: bigint, width: number): CountSpec {
  return {
    id,
    title: () => l10n.t('inverted milliseconds ({0} − Unix milliseconds)', pivotName),
    unit: UNIT.millisecond,
    pivot,
    width,
  };
}

const INVERTED_MILLISECONDS: readonly CountSpec[] = [
  invertedMilliseconds('inverted-ms-1e13-minus-1', '9999999999999', 9_999_999_999_999n, 13),
  invertedMilliseconds('inverted-ms-1e13', '10¹³', 10n ** 13n, 13),
  invertedMilliseconds('inverted-ms-1e14', '10¹⁴', 10n ** 14n, 14),
  invertedMilliseconds('inverted-ms-1e15', '10¹⁵', 10n ** 15n, 15),
  invertedMilliseconds('inverted-ms-1e15-16', '10¹⁵', 10n ** 15n, 16),
  invertedMilliseconds('inverted-ms-1e16', '10¹⁶', 10n ** 16n, 16),
  invertedMilliseconds('inverted-ms-net', '253402300799999', 253_402_300_799_999n, 15),
  invertedMilliseconds('inverted-ms-safe', '2⁵³ − 1', 2n ** 53n - 1n, 16),
  ...[16, 19, 20].map((width) =>
    invertedMilliseconds(
      idOfWidth('inverted-ms-date', width, 16),
      '8640000000000000',
      8_640_000_000_000_000n,
      width,
    ),
  ),
];

/**
 * Counts since 1970. Each row keeps to one number of digits, so that it sorts; 9 digits of seconds and 12
 * of milliseconds end in 2001, before the service existed, and would read plain numbers as times.
 */
const UNIX_TIMES: readonly CountSpec[] = [
  {
    id: 'unix-s',
    title: () => l10n.t('Unix seconds'),
    unit: UNIT.second,
    width: 10,
    domain: domainOfUnix(10n ** 9n, 4_102_444_799n, UNIT.second),
  },
  {
    id: 'unix-ms',
    title: () => l10n.t('Unix milliseconds'),
    unit: UNIT.millisecond,
    width: 13,
    domain: domainOfUnix(10n ** 12n, 4_102_444_799_999n, UNIT.millisecond),
  },
  {
    id: 'unix-us',
    title: () => l10n.t('Unix microseconds'),
    unit: UNIT.microsecond,
    width: 16,
    domain: domainOfUnix(10n ** 15n, 4_102_444_799_999_999n, UNIT.microsecond),
  },
  {
    id: 'unix-us-15',
    title: () => l10n.t('Unix microseconds, before 2001-09-09'),
    unit: UNIT.microsecond,
    width: 15,
    domain: { first: WINDOW.first, last: domainOfUnix(0n, 10n ** 15n - 1n, UNIT.microsecond).last },
  },
  {
    id: 'inverted-s-1e10-minus-1',
    title: () => l10n.t('inverted seconds ({0} − Unix seconds)', '9999999999'),
    unit: UNIT.second,
    pivot: 9_999_999_999n,
    width: 10,
  },
  {
    id: 'inverted-s-uint32',
    title: () => l10n.t('inverted seconds ({0} − Unix seconds)', '2³² − 1'),
    unit: UNIT.second,
    pivot: 2n ** 32n - 1n,
    width: 10,
    // Ten digits until 2074.
    domain: { first: WINDOW.first, last: domainOfUnix(0n, 2n ** 32n - 1n - 10n ** 9n, UNIT.second).last },
  },
];

/** Every time that is a count, in the order in which readings are shown. */
export const COUNT_CODECS: readonly KeyCodec[] = [
  ...INVERTED_TICK_WIDTHS.flatMap(invertedTicks),
  {
    id: 'inverted-ticks-slip',
    title: () => l10n.t('inverted .NET ticks behind a stray 1 (format {0} for {1})', '{0:10}', '{0:D19}'),
    unit: UNIT.tick,
    origin: 0n,
    pivot: MAX_TICKS,
    width: 19,
    prefix: '1',
    domain: SERVICE_TIMES,
  },
  ...FORWARD_TICKS,
  ...INVERTED_MILLISECONDS,
  ...UNIX_TIMES,
].map(countCodec);
