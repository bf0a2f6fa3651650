import * as l10n from '@vscode/l10n';
import { classify } from '../../../core/shape/classify.ts';
import { type Condition, either } from '../../../core/shape/condition.ts';
import type { Filter } from '../../../core/odata/ast.ts';
import { BEST_FIRST, type Classification } from '../../../core/shape/shape.ts';
import { type FlatText, flatten, type Place } from '../../../core/text/segments.ts';
import { type Abstract, alternativesOf, type Context, givenOf, toValue } from '../../link/values/abstract.ts';
import type { Linker } from '../../link/linker.ts';
import type { UnknownWhy, Value } from '../../link/values/value.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import { readFilterText } from '../../../core/shape/filter-text.ts';
import { unreadHoles } from './unread-clauses.ts';
import type { FilterAlternative, QueryFilter } from '../operations/operation.ts';

/**
 * What a `listEntities` call asks the service for whose options are written where they are given, with no filter or a constant
 * one: no run of the program says more. Undefined of others.
 */
export function writtenFilter(
  linker: Linker,
  options: Expr | undefined,
  context: Context,
): QueryFilter | undefined {
  const queryOptions = options && writtenProperty(options, 'queryOptions');
  if (queryOptions === 'not-seen') return undefined;
  const filter = queryOptions && writtenProperty(queryOptions, 'filter');
  if (filter === undefined) return { kind: 'none', classification: classify(undefined) };
  if (filter === 'not-seen' || filter.kind !== 'string') return undefined;
  return filterOfValue(linker.evaluate(filter, context), { file: context.file, span: filter.span });
}

/** A property of an object literal; undefined where it has none of that name. */
function writtenProperty(object: Expr, name: string): Expr | undefined | 'not-seen' {
  if (object.kind === 'typed') return writtenProperty(object.operand, name);
  if (object.kind !== 'object') return 'not-seen';
  const isPlain = object.properties.every((one) => one.kind === 'property');
  return isPlain ? object.properties.findLast((one) => one.name === name)?.value : 'not-seen';
}

/** What a query asks for with this value as its filter, which is made at `place`. */
export function filterOfValue(value: Abstract, place: Place): QueryFilter {
  return filterOfCases(alternativesOf(value), place);
}

/** The same, of values that are all that it may be, each under its condition. */
export function filterOfCases(cases: readonly FilterCase[], place: Place): QueryFilter {
  return filterOf(cases, sentWhen(withUnset(cases.flatMap(alternative))), place);
}

/** A value that a filter may be. */
export interface FilterCase {
  readonly value: Abstract;
  readonly when?: Condition;
  /** Only where a list that the program goes through has no elements. */
  readonly ifEmpty?: boolean;
}

function filterOf(
  found: readonly FilterCase[],
  alternatives: readonly FilterAlternative[],
  place: Place,
): QueryFilter {
  const unknownOne = found.find((choice) => !isReadable(choice.value));
  const [first] = alternatives;
  if (first === undefined) return unknownFilter(unknownOne?.value, place, alternatives);
  const usual = alternatives.filter(({ ifEmpty }) => ifEmpty !== true);
  const worst = (usual.length > 0 ? usual : alternatives).reduce((a, b) => (badness(b) > badness(a) ? b : a));
  // what is not known can be better or worse than a query that is at least not a scan of the table; and what
  // callers decide, they also decide not to give
  const isOpen =
    worst.classification.shape !== 'table-scan' || givenOf(unknownOne?.value ?? { kind: 'nothing' });
  if (unknownOne !== undefined && isOpen) {
    return unknownFilter(unknownOne.value, place, alternatives);
  }
  return alternatives.length === 1 && first.form === 'absent' && first.when === undefined
    ? { kind: 'none', classification: first.classification }
    : { kind: 'known', worst, alternatives, ...(unknownOne !== undefined && { isPartial: true as const }) };
}

/** Where no branch that sets a filter is taken there is none: said of a query that has one elsewhere. */
function withUnset(alternatives: readonly FilterAlternative[]): readonly FilterAlternative[] {
  if (alternatives.every(({ form }) => form === 'absent')) return alternatives;
  return alternatives.map((each) =>
    each.form === 'absent' && each.when === undefined ? { ...each, when: UNSET } : each,
  );
}

/** The same text, with other values in its expressions, is the same question: it is asked whenever one of them is. */
function sentWhen(alternatives: readonly FilterAlternative[]): readonly FilterAlternative[] {
  if (alternatives.length < 2) return alternatives;
  return alternatives.map((each) => {
    const alike = alternatives.filter((other) => isSameText(each, other));
    const { when: valuesWhen, ...one } = each;
    if (alike.length < 2 || valuesWhen === undefined) return each;
    const when = either(alike.map((other) => other.when));
    return { ...one, valuesWhen, ...(when !== undefined && { when }) };
  });
}

function isSameText({ text: a }: FilterAlternative, { text: b }: FilterAlternative): boolean {
  return (
    a === b ||
    (a.text === b.text &&
      a.segments.length === b.segments.length &&
      a.segments.every(({ place }, index) => {
        const other = b.segments[index]?.place;
        return place.file === other?.file && place.span.start === other.span.start;
      }))
  );
}

/** The condition of a query whose filter only some branches set. */
const UNSET: Condition = [[{ fact: { kind: 'unset' }, holds: true }]];

function badness(alternative: FilterAlternative): number {
  return BEST_FIRST.indexOf(alternative.classification.shape);
}

function isReadable(value: Abstract): boolean {
  return value.kind === 'text' || value.kind === 'nothing';
}

function alternative({ value, when, ifEmpty }: FilterCase): readonly FilterAlternative[] {
  if (value.kind !== 'text' && value.kind !== 'nothing') return [];
  const text = flatten(value.kind === 'text' ? value.segments : []);
  const { parsed, classification: read } = readFilterText(text);
  const classification = isOpenToCallers(text, parsed.filter, read)
    ? { ...read, shape: 'unknown' as const }
    : read;
  return [
    {
      text,
      form: value.kind === 'text' ? value.form : 'absent',
      parsed,
      classification,
      ...(value.kind === 'text' && value.place && { expression: value.place }),
      ...(when !== undefined && { when }),
      ...(ifEmpty === true && { ifEmpty }),
    },
  ];
}

/** Whether callers give a clause that may fix a key that the others leave open: what a call of theirs asks for is known there. */
function isOpenToCallers(
  text: FlatText<Value>,
  filter: Filter | undefined,
  { shape, cause }: Classification,
): boolean {
  if (cause?.kind !== 'not-known' || shape === 'unknown') return false;
  return unreadHoles(text, filter).some((hole) => hole.kind === 'unknown' && hole.given !== undefined);
}

function unknownFilter(
  value: Abstract | undefined,
  place: Place,
  alternatives: readonly FilterAlternative[],
): QueryFilter {
  const plain = value && toValue(value);
  const [why, name] = plain?.kind === 'unknown' ? [plain.why, plain.name] : (['not-supported'] as const);
  const given = plain?.kind === 'unknown' ? plain.given : undefined;
  return { kind: 'unknown', why: explain(why, name), place, alternatives, ...(given && { given }) };
}

/** A filter of which nothing is known, and why. */
export function unreadableFilter(why: string): QueryFilter {
  return { kind: 'unknown', why, alternatives: [] };
}

function explain(why: UnknownWhy, name: string | undefined): string {
  switch (why) {
    case 'parameter':
      return name === undefined
        ? l10n.t('the filter comes from the caller')
        : l10n.t('the filter comes from the caller, as {0}', name);
    case 'call-result':
      return name === undefined
        ? l10n.t("the filter is the result of a call that can't be followed")
        : l10n.t("the filter is the result of {0}, which can't be followed", name);
    case 'not-resolved':
      return l10n.t("the declaration of the filter wasn't found");
    case 'too-complex':
      return l10n.t('the filter is built in too many ways to follow');
    case 'property':
      return name === undefined
        ? l10n.t('the filter is a property of an unknown value')
        : l10n.t('the filter is {0}, a property of an unknown value', name);
    case 'not-supported':
      return l10n.t("the filter is written in a way that can't be followed");
  }
}
