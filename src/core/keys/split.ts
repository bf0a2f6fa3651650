/** A stretch of a key that may carry a value. */
export interface Piece {
  /** UTF-16 offset in the key. */
  readonly start: number;
  readonly text: string;
  /** Letters and digits only, in which a declared encoding may be followed or preceded by others. */
  readonly isRun: boolean;
}

/**
 * The pieces of a key. Separators are all characters but letters and digits; times and ids that have some
 * within (ISO 8601, TimeSpan, UUID) are not split. What only looks like numbers between separators is taken whole
 * and given to nobody: a time of day, dates that begin with the day or have dots, the time of day behind a date.
 */
export function splitKey(key: string): Piece[] {
  return [...withoutEscapes(key).matchAll(PIECES)].flatMap(({ index, groups }) => {
    const text = groups?.whole ?? groups?.iso ?? groups?.run;
    return text === undefined ? [] : [{ start: index, text, isRun: groups?.run !== undefined }];
  });
}

const PIECES = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])`,
    '(?:',
    [
      String.raw`(?<whole>[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|2\d{6}\.\d\d:\d\d:\d\d(?:\.\d+)?(?!\.\d))`,
      String.raw`\d\d:\d\d:\d\d`,
      String.raw`\d\d(?<between>[-.])\d\d\k<between>(?:19|20)\d\d`,
      String.raw`(?:19|20)\d\d\.\d\d\.\d\d`,
      String.raw`(?<iso>(?:19|20)\d\d-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?)(?:[-_ ]\d\d(?:[-_:.]\d\d){0,2})?`,
      String.raw`(?<run>[\p{L}\p{N}]+)`,
    ].join('|'),
    ')',
    String.raw`(?![\p{L}\p{N}])`,
  ].join(''),
  'gu',
);

/** How metrics tables write a character that is neither letter nor digit: `:002F` for a slash. */
const ESCAPE = /:00(?:2[0-9A-F]|3[A-F]|40|5[B-F]|60|7[B-E])/g;

/** What no number behind a colon can be, and so tells that the key has escapes: `:002F`, `:0028Total`. */
const CLEAR_ESCAPE = /:00(?:(?:2|3|5|7)[A-F]|(?:2\d|40|60)(?=[A-Za-z]))/;

/** The key with separators in place of such escapes, as long as it was. */
function withoutEscapes(key: string): string {
  return CLEAR_ESCAPE.test(key) ? key.replace(ESCAPE, (escape) => '/'.repeat(escape.length)) : key;
}
