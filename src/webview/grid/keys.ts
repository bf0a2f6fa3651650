import type { Ticks } from '../../core/keys/codec.ts';
import { readKeyAs } from '../../core/keys/declare.ts';
import { detailsOf, meaningBeside, tellsTime } from '../../core/keys/describe.ts';
import type { KeyReading } from '../../core/keys/read.ts';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';
import type { TableKeys } from '../../protocol/grid.ts';

/** A key as a cell shows it. */
export interface ShownKey {
  /** What it says, where it says anything that is not seen in it. */
  readonly meaning: string | undefined;
  /** Whether the meaning is a time that is certain, and so comes before the digits. */
  readonly isTime: boolean;
}

/** What a key says to who looks at it now: as its table declares it, else as well as can be told. */
export function shownKey(key: string, column: keyof TableKeys, declared: TableKeys): ShownKey {
  const reading = readingOf(key, column, declared);
  return { meaning: meaningBeside(reading), isTime: tellsTime(reading) };
}

/** Every reading of a key, a line each, with local times. */
export function keyDetails(key: string, column: keyof TableKeys, declared: TableKeys): readonly string[] {
  return detailsOf(readingOf(key, column, declared), localOffset);
}

/** The one place where the codec of a key is asked. */
function readingOf(key: string, column: keyof TableKeys, declared: TableKeys): KeyReading {
  return readKeyAs(key, declared[column], { now: ticksNow() }).reading;
}

/** The present in ticks. */
export function ticksNow(): Ticks {
  return UNIX_EPOCH + BigInt(Date.now()) * UNIT.millisecond;
}

/** Minutes by which clocks here are ahead of UTC at a moment. */
export function localOffset(unixMs: number): number {
  return -new Date(unixMs).getTimezoneOffset();
}

/** Which key stands in a column; undefined for any other column. */
export function keyOfColumn(column: string): keyof TableKeys | undefined {
  switch (column) {
    case 'PartitionKey':
      return 'partitionKey';
    case 'RowKey':
      return 'rowKey';
    default:
      return undefined;
  }
}
