import * as l10n from '@vscode/l10n';
import { requireInDomain, type KeyCodec, type Ticks } from './codec.ts';
import { WINDOW } from './count.ts';
import { BASE62, CROCKFORD, LOWER_HEX } from './notation.ts';
import { UNIT, UNIX_EPOCH } from './time.ts';

/** 1582-10-15, from where the versions 1 and 6 of UUIDs count ticks. */
const UUID_EPOCH: Ticks = 499_163_040_000_000_000n;

/** 2014-05-13T16:53:20Z, from where KSUIDs count seconds: 1,400,000,000 seconds after 1970. */
const KSUID_EPOCH: Ticks = UNIX_EPOCH + 1_400_000_000n * UNIT.second;

/** An id that carries the time when it was made. */
interface IdSpec extends Pick<KeyCodec, 'id' | 'title' | 'certainty' | 'order' | 'precision'> {
  /** `WINDOW` if absent. */
  readonly domain?: KeyCodec['domain'];
  /** The moment; undefined when the text is no such id. */
  readonly read: (text: string) => Ticks | undefined;
  readonly write: (ticks: Ticks) => string;
}

function idCodec({ id, title, certainty, order, precision, domain = WINDOW, read, write }: IdSpec): KeyCodec {
  return {
    id,
    title,
    kind: 'time',
    certainty,
    order,
    domain,
    precision,
    decode: (text) => {
      const ticks = read(text);
      if (ticks === undefined || ticks < domain.first || ticks > domain.last) return undefined;
      return { kind: 'time', ticks, precision, zone: 'utc' };
    },
    encode: (ticks) => {
      requireInDomain(id, domain, ticks);
      return write(ticks);
    },
  };
}

const ULID_FORM = new RegExp(`^(?=[0-7])${CROCKFORD.pattern(26)}$`);

/** Also what a TypeID has behind its prefix, in small letters. */
const ULID: IdSpec = {
  id: 'ulid',
  title: () => 'ULID',
  certainty: 'certain',
  order: 'ascending',
  precision: UNIT.millisecond,
  read: (text) =>
    ULID_FORM.test(text) ? UNIX_EPOCH + CROCKFORD.read(text.slice(0, 10)) * UNIT.millisecond : undefined,
  write: (ticks) => CROCKFORD.write((ticks - UNIX_EPOCH) / UNIT.millisecond, 10).padEnd(26, '0'),
};

const HEX_32 = new RegExp(`^${LOWER_HEX.pattern(32)}$`);
const UUID_FORM = /^[^-]{8}-[^-]{4}-[^-]{4}-[^-]{4}-[^-]{12}$/;

/** The hex digits of a UUID of RFC 9562 of that version, with its hyphens or without any. */
function digitsOfUuid(text: string, version: string): string | undefined {
  const hex = UUID_FORM.test(text) ? text.replaceAll('-', '') : text;
  return HEX_32.test(hex) && hex[12] === version && /[89ab]/i.test(hex.charAt(16)) ? hex : undefined;
}

/** How a version of UUIDs lays out its time. */
interface UuidTime {
  readonly version: '1' | '6' | '7';
  readonly order: KeyCodec['order'];
  readonly unit: Ticks;
  readonly epoch: Ticks;
  /** Hex digits of the count, the version's digit left out. */
  readonly width: number;
  readonly countOf: (hex: string) => string;
  /** The first three groups of the text, without hyphens. */
  readonly layOut: (count: string) => string;
}

const UUID_TIMES: readonly UuidTime[] = [
  {
    version: '7',
    order: 'ascending',
    unit: UNIT.millisecond,
    epoch: UNIX_EPOCH,
    width: 12,
    countOf: (hex) => hex.slice(0, 12),
    layOut: (count) => `${count}7000`,
  },
  {
    version: '6',
    order: 'ascending',
    unit: UNIT.tick,
    epoch: UUID_EPOCH,
    width: 15,
    countOf: (hex) => hex.slice(0, 12) + hex.slice(13, 16),
    layOut: (count) => `${count.slice(0, 12)}6${count.slice(12)}`,
  },
  {
    version: '1',
    // The low digits of the time come first.
    order: 'none',
    unit: UNIT.tick,
    epoch: UUID_EPOCH,
    width: 15,
    countOf: (hex) => hex.slice(13, 16) + hex.slice(8, 12) + hex.slice(0, 8),
    layOut: (count) => `${count.slice(7)}${count.slice(3, 7)}1${count.slice(0, 3)}`,
  },
];

function uuid({ version, order, unit, epoch, width, countOf, layOut }: UuidTime): IdSpec {
  return {
    id: `uuid-v${version}`,
    title: () =>
      order === 'none'
        ? l10n.t("UUID version {0}, which doesn't sort by time", version)
        : l10n.t('UUID version {0}', version),
    certainty: 'certain',
    order,
    precision: unit,
    read: (text) => {
      const hex = digitsOfUuid(text, version);
      return hex === undefined ? undefined : epoch + LOWER_HEX.read(countOf(hex)) * unit;
    },
    write: (ticks) => {
      const hex = layOut(LOWER_HEX.write((ticks - epoch) / unit, width));
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}-8000-000000000000`;
    },
  };
}

const HEX_24 = new RegExp(`^${LOWER_HEX.pattern(24)}$`);

const OBJECT_ID: IdSpec = {
  id: 'object-id',
  title: () => l10n.t('ObjectId of MongoDB'),
  // Nothing but its length tells it from random digits.
  certainty: 'possible',
  order: 'ascending',
  precision: UNIT.second,
  read: (text) =>
    HEX_24.test(text) ? UNIX_EPOCH + LOWER_HEX.read(text.slice(0, 8)) * UNIT.second : undefined,
  write: (ticks) => LOWER_HEX.write((ticks - UNIX_EPOCH) / UNIT.second, 8).padEnd(24, '0'),
};

const KSUID_FORM = new RegExp(`^${BASE62.pattern(27)}$`);

/** 32 bits of seconds before 128 random ones, in base 62. */
const KSUID: IdSpec = {
  id: 'ksuid',
  title: () => 'KSUID',
  certainty: 'declared',
  order: 'ascending',
  precision: UNIT.second,
  domain: { first: KSUID_EPOCH, last: WINDOW.last },
  read: (text) =>
    KSUID_FORM.test(text) ? KSUID_EPOCH + (BASE62.read(text) >> 128n) * UNIT.second : undefined,
  write: (ticks) => BASE62.write(((ticks - KSUID_EPOCH) / UNIT.second) << 128n, 27),
};

/** Every id that carries a time and is no mere count, in the order in which readings are shown. */
export const ID_CODECS: readonly KeyCodec[] = [ULID, ...UUID_TIMES.map(uuid), OBJECT_ID, KSUID].map(idCodec);
