import { odata } from '@azure/data-tables';

/** `DateTime.MaxValue.Ticks` of .NET. */
const MAX_TICKS = 3_155_378_975_999_999_999n;

/** Ticks of 100 ns from 0001-01-01 to 1970-01-01. */
const UNIX_EPOCH_TICKS = 621_355_968_000_000_000n;

/** `empid_000223` */
export function employeeKey(id: number): string {
  return `empid_${sixDigits(id)}`;
}

/** An address in a key. Before its `@` it may have characters that no key may have: those alone are encoded. */
export function emailKey(email: string): string {
  return email.replace(/[/\\#?]/g, encodeURIComponent);
}

/** The filter for a department's employees, once each: from `empid_` to what sorts right after all of these keys. */
export function employeesOf(department: string): string {
  return odata`PartitionKey eq ${department} and RowKey ge 'empid_' and RowKey lt ${'empid`'}`;
}

/** Digits that sort as numbers do. */
export function sixDigits(value: number): string {
  return value.toString().padStart(6, '0');
}

/** Inverted ticks: the key that sorts the newest first (the log tail pattern). */
export function newestFirst(time: Date): string {
  const ticks = UNIX_EPOCH_TICKS + BigInt(time.getTime()) * 10_000n;
  return (MAX_TICKS - ticks).toString().padStart(19, '0');
}
