import type { Offer } from './offers.ts';
import type { Outcome } from './outcome.ts';

/** What a fix may change, because it says so, or because it mends just that. */
interface Promised {
  /** What comes back, and what the table has. */
  readonly results?: boolean;
  readonly moreRequests?: boolean;
  /** That a write fails where it did not. */
  readonly conflicts?: boolean;
  /** That the service refuses a row that comes twice. */
  readonly duplicates?: boolean;
  /** That what is found may be gone afterwards, be there already, or have another ETag than what it is taken for. */
  readonly finds?: boolean;
  /** That what is missing is null where it was undefined. */
  readonly nulls?: boolean;
  /** That the table has more, or other keys, which the program's own reads give as before. */
  readonly content?: boolean;
  /** That whole entities have one property more, of that name, with the id of an operation. */
  readonly mark?: string | undefined;
  /** That what was there before has to go through a script first. */
  readonly onlyIfEmpty?: boolean;
}

/** Rules whose finding is that the program does something else than is meant: mending it changes what it does. */
const MENDS: ReadonlySet<string> = new Set([
  'ambiguous-compound-key',
  'contradictory-filter',
  'dropped-value',
  'filter-type-mismatch',
  'forbidden-key-character',
  'imprecise-ticks',
  'inconsistent-key-encoding',
  'int64-as-number',
  'invalid-filter',
  'key-name-case',
  'misplaced-etag',
  'odata-composed-literal',
  'odata-hole-type',
  'replace-drops-properties',
  'reserved-property',
  'ticks-without-unique-suffix',
  'transaction-action-shape',
  'unknown-property',
  'unpadded-number-in-key',
  'unpadded-ticks',
  'unsupported-property-type',
]);

/**
 * Of those, the ones that make a query or a read find what it did not: what is found may be deleted or asked for again, and what is made
 * of it may be there already.
 */
const FINDS: ReadonlySet<string> = new Set([
  'contradictory-filter',
  'filter-type-mismatch',
  'inconsistent-key-encoding',
  'invalid-filter',
  'key-name-case',
  'odata-composed-literal',
  'odata-hole-type',
  'unknown-property',
]);

/** Patterns that keep entities in another way, or something beside them, which a script does for those that are there. */
const SCRIPTED: ReadonlySet<string> = new Set([
  'compound-key',
  'data-series',
  'entity-kinds',
  'index-entities',
  'inter-partition-index',
  'intra-partition-index',
  'log-tail',
  'summary-entity',
]);

/** Patterns that do so, and read entities of before as these are; what they keep is elsewhere for some. */
const STORED: ReadonlySet<string> = new Set([
  'denormalization',
  'large-entities',
  'log-to-blob',
  'queue-worker',
  'spread-partition',
  'table-per-period',
  'wide-entities',
]);

/** Patterns after which each question is asked as often as before, or less. */
const AS_OFTEN: ReadonlySet<string> = new Set(['compound-key', 'log-tail']);

/** Titles that are right of what the program writes itself, and may not be of what was in the table before. */
const OF_OTHERS = /\(right if (?:all these entities have it|every such entity has)/;

/** What a pattern says of the property that it adds to entities that are passed on whole: where that is, or that it may be anywhere. */
const MARKED: readonly RegExp[] = [
  /^Whole entities have (operation|operationId|lastOperation), too,/,
  /^Storage: .* as (operation|operationId|lastOperation)\. Code that passes whole entities on passes that on, too\./,
];

/** What a fix may change in a run; `was` is what the program did before it. */
function promisedBy({ rule, title, notes = [] }: Offer, { startsEmpty }: Outcome): Promised {
  const isOfOthers = OF_OTHERS.test(title) && !startsEmpty;
  const isStored = SCRIPTED.has(rule) || STORED.has(rule);
  return {
    // it leaves out entities of another kind, which the program took for its own
    results:
      MENDS.has(rule) ||
      rule === 'entity-kinds' ||
      isOfOthers ||
      (/\(right if |^Close the range|^Add "PartitionKey/.test(title) && !OF_OTHERS.test(title)),
    // what is found again is worked with again
    moreRequests:
      MENDS.has(rule) ||
      rule === 'etag-retry' ||
      (isStored && !AS_OFTEN.has(rule)) ||
      /in parallel|Submit parts/.test(title),
    content: isStored,
    onlyIfEmpty: SCRIPTED.has(rule),
    finds: FINDS.has(rule) || isOfOthers,
    duplicates: title.includes('no row occurs twice'),
    conflicts: /handle (?:a )?412|read it again and repeat/.test(title),
    nulls: title.includes('null, not undefined'),
    mark: notes
      .flatMap((note) => MARKED.map((said) => said.exec(note)?.[1]))
      .find((name) => name !== undefined),
  };
}

/** How a fixed program differs from what it was where it should not, in words; empty where it does not. */
export function differences(offer: Offer, before: readonly Outcome[], after: readonly Outcome[]): string[] {
  return before.flatMap((was, index) => {
    const is = after[index];
    return is === undefined
      ? []
      : differencesOf(was, is, promisedBy(offer, was)).map((each) => `${was.args.join(', ')}: ${each}`);
  });
}

function differencesOf(was: Outcome, is: Outcome, promised: Promised): string[] {
  // what failed before is what there is to mend
  if (was.isError || was.isRefused) return [];
  if (promised.onlyIfEmpty === true && !was.startsEmpty) return [];
  if (is.isError) {
    // a query that finds something at last has the program do with it what it never did; a name that is not there is the fix's
    // own, and so is what the service refuses or has no more
    const isPromised =
      (promised.conflicts === true && is.result.includes(' 412 ')) ||
      (promised.duplicates === true && is.result.includes(' InvalidDuplicateRow ')) ||
      (promised.finds === true && /^RestError (?:40[49]|412) /.test(is.result)) ||
      (promised.results === true && !/^(?:ReferenceError|RestError) /.test(is.result));
    return isPromised ? [] : [`throws ${is.result}`];
  }
  // a program may catch what the service says of a row that comes twice
  if (is.isRefused)
    return promised.duplicates === true || failsLater(was, is)
      ? []
      : ['is refused, or loses an error, where nothing was'];
  // what was no number, as something was missing, may be one with null
  const wasNone = promised.nulls === true && was.result.includes('NaN');
  const isSame = promised.results === true || wasNone;
  // what is longer, or shorter, is broken into other lines
  const seen = (text: string): string => {
    if (promised.nulls === true) return text.replaceAll(/\bnull\b/g, 'undefined').replaceAll(/\s+/g, ' ');
    return promised.mark === undefined ? text : text.replaceAll(/\s+/g, ' ');
  };
  const seenAfter = (text: string): string =>
    seen(promised.mark === undefined ? text : withoutMark(text, promised.mark));
  return [
    ...(isSame || seen(was.result) === seenAfter(is.result)
      ? []
      : [`gives ${short(is.result)} where it gave ${short(was.result)}`]),
    ...(isSame || seen(was.output.join('\n')) === seenAfter(is.output.join('\n'))
      ? []
      : ['writes something else on the console']),
    ...(isSame || was.exported.every((one) => is.exported.includes(one))
      ? []
      : ['offers something else to other modules']),
    ...(isSame || promised.content === true || was.content.join('\n') === is.content.join('\n')
      ? []
      : [`leaves ${firstDifference(was, is)}`]),
    ...(promised.moreRequests === true || is.requests.length <= was.requests.length
      ? []
      : [`sends ${is.requests.length} requests where it sent ${was.requests.length}`]),
  ];
}

/** A text of values, or of JSON in them, without the property that holds the id of an operation. */
function withoutMark(text: string, name: string): string {
  const space = String.raw`(?:\s|\\+n)*`;
  const mark = String.raw`\\*"?\b${name}\b\\*"?: ?\\*['"][\da-f-]{36}\\*['"]`;
  return text
    .replaceAll(new RegExp(String.raw`\{${space}${mark}${space}\}`, 'g'), '{}')
    .replaceAll(new RegExp(`${mark},${space}`, 'g'), '')
    .replaceAll(new RegExp(`,${space}${mark}`, 'g'), '');
}

/**
 * Whether the program took a method of a value that is not there, caught that and wrote it on the console, and now the service refuses a
 * query in its stead, which is caught and written in the same way. All else is as it was.
 */
function failsLater(was: Outcome, is: Outcome): boolean {
  const ends = (outcome: Outcome, error: RegExp): string =>
    JSON.stringify([
      outcome.result,
      outcome.content,
      outcome.output.map((line) => line.replace(error, 'an error')),
    ]);
  return (
    was.output.some((line) => OF_NOTHING.test(line)) &&
    ends(was, OF_NOTHING) === ends(is, /^RestError 400\b.*$/)
  );
}

const OF_NOTHING = /^TypeError .* Cannot read properties of (?:undefined|null) .*$/;

function firstDifference({ content: was }: Outcome, { content: is }: Outcome): string {
  const index = Math.max(
    0,
    was.findIndex((entity, at) => entity !== is[at]),
  );
  return `${short(is[index] ?? 'nothing')} where it left ${short(was[index] ?? 'nothing')}`;
}

function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
