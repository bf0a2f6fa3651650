import { PACKAGE } from '../../syntax/gate.ts';
import { type Abstract, unknown } from '../values/abstract.ts';
import { type DateOptions, patternOfLocale } from '../../../core/keys/locale-date.ts';
import { compressed, readWhole } from '../values/content.ts';
import { clock, libraryClock, numberFrom, toDouble } from '../values/number.ts';
import { constantText } from '../values/text.ts';
import type { DateField, NumberFact, Value } from '../values/value.ts';

/** What `new` makes of a class of a well-known package; undefined for others. */
export function newOfLibrary(
  { module, path }: { readonly module: string; readonly path: readonly string[] },
  args: readonly Abstract[],
): Abstract | undefined {
  const isObjectId = /^ObjectI[dD]$/.test(path.at(-1) ?? '') && /^(?:bson|mongodb|mongoose)$/.test(module);
  // one that is given its digits may be of any time
  return isObjectId && args.length === 0 ? { kind: 'time-text', format: 'objectid' } : undefined;
}

/** Packages by their functions that give one which does what it is given, and remembers what that gave. */
const MEMOS: ReadonlyMap<string, string> = new Map([
  ['react', 'cache'],
  ...['lodash', 'lodash-es', 'underscore', 'es-toolkit', 'ramda', 'remeda'].map(
    (module) => [module, 'once'] as const,
  ),
  ...['lodash/once', 'lodash/memoize', 'lodash.once', 'lodash.memoize'].map(
    (module) => [module, 'default'] as const,
  ),
  ...['memoize', 'memoize-one', 'memoizee', 'p-memoize', 'mem', 'moize'].map(
    (module) => [module, 'default'] as const,
  ),
]);

/** Whether a call of a package gives the function that it is given: `cache(() => client)`, `_.memoize(clientOf)`. */
export function isMemo({
  module,
  path,
}: {
  readonly module: string;
  readonly path: readonly string[];
}): boolean {
  const known = MEMOS.get(module);
  const name = path.at(-1) ?? 'default';
  return known !== undefined && (name === known || (known === 'once' && name === 'memoize'));
}

/** Functions of well-known packages that make ids, times or contents. */
export function callLibrary(
  callee: { readonly module: string; readonly path: readonly string[] },
  args: readonly Abstract[],
): Abstract {
  const name = callee.path.at(-1) ?? '';
  const module = callee.module.replace(/^node:/, '');
  if (isMemo({ module, path: callee.path }))
    return args[0]?.kind === 'function' ? args[0] : unknown('call-result');
  switch (module) {
    case 'crypto':
      if (name === 'randomInt') return numberFrom({ kind: 'random' });
      return name === 'randomUUID' || name === 'randomBytes'
        ? { kind: 'random-text', by: name }
        : unknown('call-result');
    case 'uuid':
      if (name === 'v7' || name === 'v6') return { kind: 'time-text', format: `uuid${name}` };
      return { kind: 'random-text', by: `uuid.${name}` };
    case 'fs':
    case 'fs/promises':
    case 'fs-extra':
      return name === 'readFile' || name === 'readFileSync' ? readWhole(args) : unknown('call-result');
    case PACKAGE:
      // called as a function, the tag gives its text back as it is
      return name === 'odata' && args[0]?.kind === 'text' ? args[0] : unknown('call-result', name);
    case 'nanoid':
      // `customAlphabet(…)` makes a function that does the same
      return name.startsWith('custom')
        ? { kind: 'external', module, path: ['nanoid'] }
        : { kind: 'random-text', by: 'nanoid' };
    case 'ulid':
    case 'ulidx':
      return name === 'monotonicFactory'
        ? { kind: 'external', module, path: ['ulid'] }
        : { kind: 'time-text', format: 'ulid' };
    case 'ksuid':
      return /^random(?:Sync)?$/.test(name) ? { kind: 'random-text', by: 'ksuid' } : unknown('call-result');
    case 'cuid':
      return { kind: 'random-text', by: 'cuid' };
    case '@paralleldrive/cuid2':
    case 'shortid':
    case 'short-uuid':
      return { kind: 'random-text', by: module };
    case 'dayjs':
    case 'moment':
    case 'moment-timezone':
      return libraryClock(args.length === 0);
    case 'luxon':
      return /^(?:now|utc|local|from\w+)$/.test(name)
        ? libraryClock(args.length === 0)
        : unknown('call-result');
    case 'date-fns':
      return dateFns(name, args);
    case 'Intl':
      return name === 'format' && callee.path.length === 2
        ? { kind: 'time-text', format: callee.path[0] ?? '' }
        : unknown('call-result');
    case 'zlib':
      return /^(?:gzip|deflate|deflateRaw|brotliCompress|zstdCompress)Sync$/.test(name)
        ? compressed(args)
        : unknown('call-result');
    default:
      return args.length === 0 ? unknown('call-result', name) : unknown('call-result');
  }
}

function dateFns(name: string, [date, pattern]: readonly Abstract[]): Abstract {
  switch (name) {
    case 'format':
    case 'lightFormat':
      return formatted(pattern, date?.kind === 'number' && isNow(date.number));
    case 'formatISO':
    case 'formatRFC3339':
      return { kind: 'time-text', format: 'iso' };
    case 'getTime':
      return clock('double');
    case 'getUnixTime':
      return numberFrom({ kind: 'time', unit: 'seconds' });
    default:
      return /^(?:add|sub|startOf|endOf|parse|fromUnixTime|toDate)/.test(name)
        ? clock('date')
        : unknown('call-result');
  }
}

/** A time written as a constant pattern says; of another pattern nobody knows whether it sorts. */
function formatted(pattern: Abstract | undefined, isNow: boolean): Value {
  const now = isNow ? { isNow } : {};
  const text = pattern && constantText(pattern);
  if (pattern === undefined) return { kind: 'time-text', format: 'iso', ...now };
  return text === undefined ? unknown('call-result') : { kind: 'time-text', format: text, ...now };
}

/** Methods of a Date, and of what dayjs, Moment and Luxon have for one; undefined for others. */
export function dateMethod(fact: NumberFact, name: string, args: readonly Abstract[]): Abstract | undefined {
  const [pattern] = args;
  switch (name) {
    case 'toISOString':
    case 'toJSON':
    case 'toISO':
      return { kind: 'time-text', format: 'iso', ...(isNow(fact) && { isNow: true }) };
    case 'toISODate':
      return { kind: 'time-text', format: 'iso' };
    case 'format':
    case 'toFormat':
      return formatted(pattern, isNow(fact));
    case 'toLocaleDateString':
    case 'toLocaleString':
      return { kind: 'time-text', format: localeFormat(args, name === 'toLocaleString') };
    case 'toLocaleTimeString':
      return localeTime(args);
    case 'toDateString':
      return { kind: 'time-text', format: 'EEE MMM dd yyyy' };
    case 'toUTCString':
      return { kind: 'time-text', format: "EEE, dd MMM yyyy HH:mm:ss 'GMT'" };
    case 'getTime':
    case 'valueOf':
    case 'toMillis':
      return toDouble(fact);
    case 'unix':
    case 'toSeconds':
    case 'toUnixInteger':
      return numberFrom({ kind: 'time', unit: 'seconds' });
    case 'add':
    case 'subtract':
    case 'plus':
    case 'minus':
    case 'startOf':
    case 'endOf':
    case 'utc':
    case 'toUTC':
    case 'tz':
    case 'clone':
    case 'toDate':
    case 'toJSDate':
      return { kind: 'number', number: fact };
    default:
      return partOfDate(name, isNow(fact));
  }
}

/** What `getFullYear()`, `getUTCHours()` and their siblings give, and `year()` of dayjs. */
function partOfDate(name: string, isNow: boolean): Abstract | undefined {
  if (!/^(?:get(?:UTC)?[A-Z]|year$)/.test(name)) return undefined;
  const part = /year$/i.test(name) ? 'year' : 'other';
  const counted = name.replace(/^get(?:UTC)?/, '');
  const field = FIELDS.get(counted);
  const made = numberFrom({
    kind: 'time',
    unit: 'other',
    part,
    ...(isNow && { isNow }),
    ...(field !== undefined && { field }),
  });
  const magnitude = LARGEST_OF.get(counted);
  return magnitude === undefined ? made : { ...made, number: { ...made.number, magnitude } };
}

/** How a locale writes the time of day alone; of a locale, or options, that are not constants nobody knows that. */
function localeTime([locale, options]: readonly Abstract[]): Value {
  const name = locale && constantText(locale);
  const pattern =
    name === undefined || options !== undefined
      ? undefined
      : patternOfLocale(name, true, { timeStyle: 'medium' });
  return { kind: 'time-text', format: pattern ?? 'local' };
}

/** What a method gives that only a Date has, of a value that nothing says the type of. */
export function partOfAnyDate(name: string, args: readonly Abstract[] = []): Abstract | undefined {
  if (name === 'toLocaleTimeString') return localeTime(args);
  if (name === 'toLocaleDateString') return { kind: 'time-text', format: localeFormat(args, false) };
  return OF_DATES.has(name) || name.startsWith('getUTC') ? partOfDate(name, false) : undefined;
}

const OF_DATES: ReadonlySet<string> = new Set([
  ...['getFullYear', 'getMonth', 'getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'],
]);

/** What the methods of dates count that gives a date as text. */
const FIELDS: ReadonlyMap<string, DateField> = new Map<string, DateField>([
  ['FullYear', 'year'],
  ['year', 'year'],
  ['Month', 'month'],
  ['Date', 'day'],
  ['Hours', 'hour'],
  ['Minutes', 'minute'],
  ['Seconds', 'second'],
  ['Milliseconds', 'fraction'],
]);

/** The largest that parts of a date are, as its methods count them (ECMA-262). */
const LARGEST_OF: ReadonlyMap<string, bigint> = new Map([
  ['Month', 11n],
  ['Date', 31n],
  ['Day', 6n],
  ['Hours', 23n],
  ['Minutes', 59n],
  ['Seconds', 59n],
  ['Milliseconds', 999n],
]);

function isNow({ origin }: NumberFact): boolean {
  return origin.kind === 'time' && origin.isNow === true;
}

/**
 * `en-CA` and `sv-SE` write dates as ISO 8601 does; `locale` is that of the machine, which may write slashes, `local` one of which nobody
 * knows how it is written. Options are the JSON of those that are constants.
 */
function localeFormat([locale, options]: readonly Abstract[], withTime: boolean): string {
  const name = locale && constantText(locale);
  const written = options && constantText(options);
  if (options !== undefined && written === undefined) return 'local';
  if (written === undefined && (name === 'en-CA' || name === 'sv-SE' || name === 'sv')) return 'iso';
  if (locale === undefined) return 'locale';
  if (name === undefined) return 'local';
  const chosen = written === undefined ? {} : (JSON.parse(written) as DateOptions);
  return patternOfLocale(name, withTime, chosen) ?? 'local';
}

/** `new Intl.DateTimeFormat(…)`, whose `format` writes dates as its locale does. */
export function dateFormatOf(args: readonly Abstract[]): Abstract {
  return { kind: 'external', module: 'Intl', path: [localeFormat(args, false)] };
}

/** `Temporal.Now.instant()` and its siblings, which become texts that sort. */
export function temporalCall(path: readonly string[]): Abstract | undefined {
  const [root, ...rest] = path[0] === 'globalThis' ? path.slice(1) : path;
  if (root !== 'Temporal') return undefined;
  const isTime = /^Now\.(?:instant|plainDate(?:Time)?ISO|zonedDateTimeISO)$|\.from$/.test(rest.join('.'));
  return isTime ? { kind: 'time-text', format: 'iso' } : undefined;
}

/** What a time of Temporal, or an id of KSUID, says as a property. */
export function partOfText(value: Abstract, name: string): Abstract | undefined {
  if (value.kind === 'time-text' && value.format === 'iso') {
    if (name === 'epochMilliseconds') return clock('double');
    if (name === 'epochNanoseconds') {
      const origin = { kind: 'time', unit: 'other' } as const;
      return { kind: 'number', number: { representation: 'bigint', origin, inverted: false } };
    }
  }
  return value.kind === 'random-text' && value.by === 'ksuid' && name === 'string' ? value : undefined;
}
