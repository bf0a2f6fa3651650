import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { afterPrefix, quote } from '../../../core/odata/quote.ts';
import type { KeyBound, KeyName, KeyValue } from '../../../core/shape/shape.ts';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { onlyUseOf } from '../../syntax/edits/only-use.ts';
import { literalEndsAt, listOptionsAt } from '../../syntax/edits/table-call.ts';
import type { World } from '../pattern.ts';
import { isThrough, type TableProgram } from './table-program.ts';

/** Keys of copies, which begin with a prefix, and how all others can be asked for. */
export interface KeysOf {
  readonly key: KeyName;
  readonly copies: string;
  /** What all other keys of the table begin with, where there is such a thing. */
  readonly others?: string;
  /** All other keys of the table come before those of copies. */
  readonly isAfter?: true;
}

/** An edit of one file. */
export interface SiteEdit {
  readonly file: string;
  readonly edit: TextEdit;
}

/**
 * What lets a query of the SDK, or of a function that is given its filter, pass over the copies: nothing where it can't meet one.
 * Undefined where its filter can't be changed with certainty.
 */
function withoutCopies(world: World, query: Query, keys: KeysOf): readonly SiteEdit[] | undefined {
  const { filter, method } = query;
  // what a binding reads is not written as a filter
  if (method !== 'listEntities')
    return filter.kind === 'known' && filter.alternatives.every((one) => !mayMeet(one, keys))
      ? []
      : undefined;
  switch (filter.kind) {
    case 'unknown':
      return undefined;
    case 'none':
      return query.via === undefined ? addFilter(world, query, keys) : undefined;
    case 'known': {
      if (filter.isPartial === true) return undefined;
      const open = filter.alternatives.filter((one) => mayMeet(one, keys));
      const edits = open.map((one) =>
        one.form === 'absent' ? undefined : addCondition(world, query, one, keys),
      );
      const known = edits.flatMap((one) => one ?? []);
      return edits.some((one) => one === undefined) ? undefined : known;
    }
  }
}

/** What lets a reader pass over the copies: at the call itself, or where the functions around it are given its filter. */
export function withoutCopiesOf(
  world: World,
  query: Query,
  { through }: Pick<TableProgram, 'through'>,
  keys: KeysOf,
): readonly SiteEdit[] | undefined {
  if (query.filter.kind !== 'unknown') return withoutCopies(world, query, keys);
  const callers = through.filter((one) => isThrough(one, query));
  const edits = callers.map((one) => (one.kind === 'query' ? withoutCopies(world, one, keys) : undefined));
  const known = edits.flatMap((one) => one ?? []);
  return query.filter.given === undefined || callers.length === 0 || edits.includes(undefined)
    ? undefined
    : known;
}

/** Whether a query may read an entity whose key has the prefix. */
function mayMeet(
  { classification: { shape, region } }: FilterAlternative,
  { key, copies: prefix }: KeysOf,
): boolean {
  if (shape === 'empty') return false;
  const condition = key === 'RowKey' ? region.rowKey : region.partitionKey;
  const end = afterPrefix(prefix) ?? '';
  switch (condition.kind) {
    case 'free':
      return true;
    case 'fixed':
      return startOf(condition.value).startsWith(prefix);
    case 'range':
      return !isFrom(condition.lower, end) && !isUpTo(condition.upper, prefix);
  }
}

function startOf(value: KeyValue): string {
  return value.kind === 'known' ? value.value : value.prefix;
}

/** Whether all that a lower bound allows is at or after `end`. */
function isFrom(bound: KeyBound | undefined, end: string): boolean {
  return bound !== undefined && startOf(bound.value) >= end;
}

/** Whether all that an upper bound allows is before `start`. */
function isUpTo(bound: KeyBound | undefined, start: string): boolean {
  if (bound === undefined) return false;
  const { value, inclusive } = bound;
  if (value.kind === 'known') return inclusive ? value.value < start : value.value <= start;
  return value.prefix !== '' && (afterPrefix(value.prefix) ?? '\uffff') <= start;
}

/** All keys but those of copies, as a condition. */
export function conditionOf({ key, copies, others, isAfter }: KeysOf): string {
  if (isAfter) return `${key} lt ${quote(copies)}`;
  return others === undefined ? `not (${prefixed(key, copies)})` : prefixed(key, others);
}

/** The keys with a prefix, as a condition. */
export function prefixed(key: KeyName, prefix: string): string {
  return `${key} ge ${quote(prefix)} and ${key} lt ${quote(afterPrefix(prefix) ?? prefix)}`;
}

/** Adds the condition at the end of a filter that one literal spells out. */
function addCondition(
  world: World,
  query: Query,
  { expression, text, parsed }: FilterAlternative,
  keys: KeysOf,
): readonly SiteEdit[] | undefined {
  const source = expression && world.text(expression.file);
  if (expression === undefined || source === undefined || !isOfQuery(query, expression, source))
    return undefined;
  const { file, span } = expression;
  const ends = literalEndsAt(file, source, span);
  if (ends === undefined || text.text.trim() === '') return undefined;
  const { inner } = ends;
  const isOr = parsed.filter?.kind === 'or';
  const edits: TextEdit[] = [
    ...(isOr ? [{ span: { start: inner.start, end: inner.start }, text: '(' }] : []),
    {
      span: { start: inner.end, end: inner.end },
      text: `${isOr ? ')' : ''} and ${within(ends.quote, conditionOf(keys))}`,
    },
  ];
  return edits.map((edit) => ({ file, edit }));
}

/** Whether a filter is written in the call itself, or in a constant that this alone uses, so that no other query has it. */
function isOfQuery(query: Query, { file, span }: Place, text: string): boolean {
  if (file !== query.file) return false;
  if (contains(query.callSpan, span)) return true;
  const use = onlyUseOf(file, text, span);
  return use !== undefined && isOfQuery(query, { file, span: use }, text);
}

function addFilter(world: World, query: Query, keys: KeysOf): readonly SiteEdit[] | undefined {
  const { file, optionsSpan, callSpan } = query;
  const text = world.text(file);
  if (text === undefined) return undefined;
  const filter = `filter: "${conditionOf(keys)}"`;
  const at = (start: number, code: string): readonly SiteEdit[] => [
    { file, edit: { span: { start, end: start }, text: code } },
  ];
  if (optionsSpan === undefined) {
    const isEmpty = text
      .slice(0, callSpan.end - 1)
      .trimEnd()
      .endsWith('(');
    return isEmpty ? at(callSpan.end - 1, `{ queryOptions: { ${filter} } }`) : undefined;
  }
  const options = listOptionsAt(file, text, optionsSpan);
  if (options === undefined || options.filter !== undefined) return undefined;
  const isAlone = options.isEmpty;
  if (options.queryOptions !== undefined) return at(options.queryOptions, ` ${filter},`);
  return at(options.start, ` queryOptions: { ${filter} }${isAlone ? ' ' : ','}`);
}

/** Characters as they are written in a literal of that quote. */
function within(delimiter: string, text: string): string {
  return text.replace(/\\/g, '\\\\').replaceAll(delimiter, `\\${delimiter}`);
}

/** Edits of each file, as one change. */
export function byFile(edits: readonly SiteEdit[]): ReadonlyMap<string, readonly TextEdit[]> {
  const files = new Map<string, TextEdit[]>();
  for (const { file, edit } of edits) {
    const all = files.get(file) ?? [];
    const isThere = all.some(
      ({ span, text }) => span.start === edit.span.start && span.end === edit.span.end && text === edit.text,
    );
    if (!isThere) files.set(file, [...all, edit]);
  }
  return files;
}

/** Whether edits can be made together. */
export function areApart(text: string, edits: readonly TextEdit[]): boolean {
  try {
    applyEdits(text, edits);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
