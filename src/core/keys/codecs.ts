import { CALENDAR_CODECS } from './calendar-codecs.ts';
import type { KeyCodec } from './codec.ts';
import { COUNT_CODECS } from './count-codecs.ts';
import { ID_CODECS } from './id-codecs.ts';
import { PADDED_NUMBER_CODECS } from './padded-number.ts';
import { TICK_CODECS } from './tick-codecs.ts';

/** Every codec, in the order in which readings are shown where no moment is known to rank them by. */
export const KEY_CODECS: readonly KeyCodec[] = [
  ...TICK_CODECS,
  ...COUNT_CODECS,
  ...CALENDAR_CODECS,
  ...ID_CODECS,
  ...PADDED_NUMBER_CODECS,
];
