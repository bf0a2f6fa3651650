import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { StaleRead, Write } from '../../model/operations/operation.ts';
import { type RetryPlace, retryPlaceOf } from '../../syntax/edits/retry-place.ts';
import type { Fix } from '../rule.ts';

/** How often it is tried, as the rule's page has it. */
const MOST_ATTEMPTS = 5;

/** Reads again and repeats where the entity has changed, in place of what takes no notice of that; `withEtag` gives an update the etag. */
export function retryFixes(
  source: string,
  write: Write,
  stale: StaleRead,
  withEtag: TextEdit | undefined,
): readonly Fix[] {
  const { file, callSpan, via } = write;
  if (stale.name === undefined || via !== undefined || stale.place.file !== file) return [];
  const place = retryPlaceOf(file, source, stale.place.span, callSpan, stale.name);
  const counter = place && ['attempt', 'tries'].find((name) => !place.names.has(name));
  if (place === undefined || counter === undefined) return [];
  const written =
    write.method === 'updateEntity'
      ? updated(source, place, withEtag)
      : upserted(source, write, stale, place);
  if (written === undefined) return [];
  const { indent, step, rest } = place;
  const before = source.slice(place.span.start, place.write.start);
  const lines = [
    `for (let ${counter} = 1; ; ${counter} += 1) {`,
    `${indent}${step}${deeper(before, step)}${written.before}try {`,
    `${indent}${step}${step}${deeper(deeper(written.code, step), step)}`,
    ...(rest === undefined ? [`${indent}${step}${step}break;`] : []),
    `${indent}${step}} catch (error) {`,
    ...handled(file, written.isCreated, counter, rest !== undefined).map(
      (line) => `${indent}${step}${step}${line}`,
    ),
    `${indent}${step}}${rest === undefined ? '' : deeper(source.slice(rest.span.start, rest.span.end), step)}`,
    ...(rest?.leaves === false ? [`${indent}${step}break;`] : []),
    `${indent}}`,
  ];
  return [{ title: written.title, edits: [{ span: place.span, text: lines.join('\n') }] }];
}

/** What stands in the place of a write: code in front of the attempt, and in it. */
interface Written {
  readonly title: string;
  readonly before: string;
  readonly code: string;
  readonly isCreated: boolean;
}

function updated(source: string, place: RetryPlace, edit: TextEdit | undefined): Written | undefined {
  if (edit === undefined) return undefined;
  const { start, end } = edit.span;
  const code = source.slice(place.write.start, start) + edit.text + source.slice(end, place.write.end);
  return {
    title: l10n.t('Send the etag that was read (on 412, read again and repeat)'),
    before: '',
    code,
    isCreated: false,
  };
}

function upserted(
  source: string,
  { callSpan, nameSpan, argumentSpans }: Write,
  { name = '', mayBeNothing }: StaleRead,
  place: RetryPlace,
): Written | undefined {
  const [entity, mode, options] = argumentSpans;
  if (entity === undefined || options !== undefined) return undefined;
  const client = source.slice(callSpan.start, nameSpan.start);
  const given = source.slice(entity.start, entity.end);
  const how = mode === undefined ? "'Merge'" : source.slice(mode.start, mode.end);
  const update = (what: string): string =>
    `await ${client}updateEntity(${what}, ${how}, { etag: ${name}.etag });`;
  if (mayBeNothing !== true)
    return {
      title: l10n.t('Update it with the etag that was read (on 412, read again and repeat)'),
      before: '',
      code: update(given),
      isCreated: false,
    };
  const made = ['changed', 'next'].find((one) => !place.names.has(one));
  if (made === undefined) return undefined;
  const { indent, step } = place;
  return {
    title: l10n.t(
      'Create it, or update it with the etag that was read (on 409 or 412, read again and repeat)',
    ),
    before: `const ${made} = ${deeper(given, step)};\n${indent}${step}`,
    code: [
      `if (${name}) {`,
      `${indent}${step}${update(made)}`,
      `${indent}} else {`,
      `${indent}${step}await ${client}createEntity(${made});`,
      `${indent}}`,
    ].join('\n'),
    isCreated: true,
  };
}

/** What is done with an error: the last, and what is not of the etag, goes on. What follows the write runs only where that succeeded. */
function handled(file: string, isCreated: boolean, counter: string, isFollowed: boolean): readonly string[] {
  const isPlain = /\.[cm]?jsx?$/.test(file);
  const typed = isPlain ? [] : ['const { statusCode } = error as { statusCode?: number };'];
  const status = isPlain ? 'error.statusCode' : 'statusCode';
  const last = `${counter} === ${MOST_ATTEMPTS}`;
  const failed = isCreated
    ? `(${status} !== 409 && ${status} !== 412) || ${last}`
    : `${status} !== 412 || ${last}`;
  return [...typed, `if (${failed}) throw error;`, ...(isFollowed ? ['continue;'] : [])];
}

/** Code one level further in. */
function deeper(code: string, step: string): string {
  return code.replaceAll(/\n(?=[^\r\n])/g, `\n${step}`);
}
