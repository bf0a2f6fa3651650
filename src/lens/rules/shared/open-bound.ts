import * as l10n from '@vscode/l10n';
import { afterPrefix, quote } from '../../../core/odata/quote.ts';
import type { KeyCondition, KeyName, KeyValue } from '../../../core/shape/shape.ts';
import { toPlaces } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { escapeFor } from './code.ts';
import { type Inserted, insertAfter } from './filter-edit.ts';

/** A key that is bounded on one side only, and what follows for the other. */
export interface OpenBound {
  /** The conjunct that bounds it. */
  readonly span: Span;
  readonly missing: 'lower' | 'upper';
  /** What the other side is to be compared with, where the bound that there is shows it to be a prefix's. */
  readonly other?: Other;
}

/** As the filter's source has it; `not-here` where the code that says it stands elsewhere. */
type Other = Inserted | 'not-here';

/**
 * Undefined for a key that is free, fixed, or bounded on both sides. `prefixes` are constants that keys of the table
 * are seen to begin with.
 */
export function openBound(
  context: RuleContext,
  filter: FilterAlternative,
  condition: KeyCondition,
  prefixes: readonly string[] = [],
): OpenBound | undefined {
  if (condition.kind !== 'range' || (condition.lower && condition.upper)) return undefined;
  const bound = condition.lower ?? condition.upper;
  if (bound === undefined) return undefined;
  const missing = condition.lower ? 'upper' : 'lower';
  const other =
    missing === 'upper'
      ? (afterPrefixOf(context, filter, bound.value) ?? afterKind(filter, bound.value, prefixes))
      : prefixOf(bound.value);
  return { span: bound.span, missing, ...(other && { other }) };
}

/** Closes the range, where it is seen how. */
export function closeRange(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  key: KeyName,
  { span, missing, other }: OpenBound,
): Fix[] {
  if (other === undefined || other === 'not-here') return [];
  const operator = missing === 'upper' ? 'lt' : 'ge';
  const inserted = { ...other, text: ` and ${key} ${operator} ${other.text}` };
  const edit = insertAfter(context, query, filter, span.end, inserted);
  if (edit === undefined) return [];
  return [{ title: l10n.t('Close the range: {0} {1} {2}', key, operator, other.text), edits: [edit] }];
}

/** What parts a key: a text that ends so is the beginning of keys, hardly a whole one. */
const SEPARATOR = /[_\-:|~.;,!$*+=@]$/;

/** Behind a prefix, these make a text that sorts after every key which begins with it. */
const END_OF_PREFIX = /^(.+)[~\uFFFD\uFFFF]$/su;

/** The characters that come next to `_`, `:` and `|`. */
const AFTER_SEPARATOR: ReadonlyMap<string, string> = new Map([
  ['`', '_'],
  [';', ':'],
  ['}', '|'],
]);

/** The end of the keys that begin as a lower bound. */
function afterPrefixOf(context: RuleContext, filter: FilterAlternative, lower: KeyValue): Other | undefined {
  const last = lower.kind === 'known' ? lower.value.slice(-1) : lastCharacter(filter, lower);
  const next = last !== undefined && SEPARATOR.test(last) ? afterPrefix(last) : undefined;
  if (next === undefined) return undefined;
  return lower.kind === 'known'
    ? { kind: 'text', text: quote(lower.value.slice(0, -1) + next) }
    : (codeWith(context, filter, lower.span, escapeFor('`', next)) ?? 'not-here');
}

/** The end of the keys with the same constant prefix, where the table has keys with another one behind it. */
function afterKind(
  { text }: FilterAlternative,
  lower: KeyValue,
  prefixes: readonly string[],
): Other | undefined {
  const prefix = lower.kind === 'hole' ? lower.prefix + beginningOf(text.holes.get(lower.offset)) : '';
  const end = SEPARATOR.test(prefix) ? afterPrefix(prefix) : undefined;
  return end !== undefined && prefixes.some((other) => other >= end)
    ? { kind: 'text', text: quote(end) }
    : undefined;
}

function beginningOf(value: Value | undefined): string {
  const first = value?.kind === 'text' ? value.segments[0] : undefined;
  return first?.kind === 'literal' ? first.text : '';
}

/** The beginning of the keys that end at an upper bound. */
function prefixOf(upper: KeyValue): Other | undefined {
  if (upper.kind !== 'known') return undefined;
  const separator = AFTER_SEPARATOR.get(upper.value.slice(-1));
  const prefix =
    separator === undefined ? END_OF_PREFIX.exec(upper.value)?.[1] : upper.value.slice(0, -1) + separator;
  return prefix === undefined ? undefined : { kind: 'text', text: quote(prefix) };
}

/** The constant character that an operand with holes ends in. */
function lastCharacter(
  { text }: FilterAlternative,
  { offset, span }: Extract<KeyValue, { kind: 'hole' }>,
): string | undefined {
  const last = text.text[span.end - 1] === "'" ? span.end - 2 : span.end - 1;
  if (!text.holes.has(last)) return text.text[last];
  return last === offset ? lastOf(text.holes.get(offset)) : undefined;
}

function lastOf(value: Value | undefined): string | undefined {
  const last = value?.kind === 'text' ? value.segments.at(-1) : undefined;
  return last?.kind === 'literal' ? last.text.slice(-1) : undefined;
}

/** An operand's own code with another last character: `'${id}_'` in a template, `${`${id}_`}`. */
function codeWith(
  context: RuleContext,
  filter: FilterAlternative,
  span: Span,
  next: string,
): Inserted | undefined {
  const places = toPlaces(filter.text, span);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || first.file !== last?.file) return undefined;
  const code = context.sourceOf(first.file).slice(first.span.start, last.span.end);
  if (first === last) {
    return /^`[^`]*`$/.test(code) ? { kind: 'code', text: `\${${code.slice(0, -2)}${next}\`}` } : undefined;
  }
  const isQuoted = filter.form === 'template' && /^'[^`"+]*'$/.test(code);
  return isQuoted ? { kind: 'code', text: `${code.slice(0, -2)}${next}'` } : undefined;
}
