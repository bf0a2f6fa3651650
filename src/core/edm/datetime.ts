const DATETIME = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * A DateTime of the service as 100 ns since 1970-01-01T00:00:00Z; undefined when the text is not an ISO 8601
 * date, with or without time and offset, of a day that exists. No offset means UTC.
 */
export function datetimeTicks(text: string): bigint | undefined {
  const match = DATETIME.exec(text);
  if (!match) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  // Date.UTC reads years below 100 as 19xx; 400 years are always the same number of days.
  const cycle = 400;
  const milliseconds =
    Date.UTC(year + cycle, month - 1, day, hour, minute, second) - CYCLE_MS - offsetMs(match[8]);
  return BigInt(milliseconds) * 10_000n + BigInt((match[7] ?? '').padEnd(7, '0'));
}

const CYCLE_MS = 146_097 * 86_400_000;

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function offsetMs(offset: string | undefined): number {
  if (offset === undefined || offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}
