import * as l10n from '@vscode/l10n';
import { isKeyName } from '../../../core/shape/shape.ts';
import { isMismatch } from '../../../core/shape/stored-type.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';
import { storedType } from '../shared/compared-types.ts';
import { insertAfter } from '../shared/filter-edit.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { comparedBy, type TaggedHole, taggedHoles } from '../shared/odata-holes.ts';
import { filterPlace, shown, textAt } from '../shared/place.ts';
import { expressionAt } from '../shared/code-at.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import { isAskedFor, isOptionalChain } from './asked-for.ts';
import type { Message } from '../message.ts';
import { withEachElement } from './fix.ts';
import { say } from './messages.ts';

/** What the `odata` tag makes of values that are neither texts, numbers, truth values nor Dates [seen in 13.3.2]. */
export const rule: Rule = {
  id: 'odata-hole-type',
  severity: 'warning',
  title: () => l10n.t("A value that odata can't write"),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      for (const filter of alternativesOf(query)) {
        for (const hole of taggedHoles(context, filter)) {
          const report = check(context, query, filter, hole);
          if (report !== undefined) yield report;
        }
      }
    }
  },
};

type Problem = 'array' | 'object' | 'bytes' | 'nothing' | 'perhaps' | 'optional' | 'chain' | 'bigint';

function check(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  hole: TaggedHole,
): Report | undefined {
  const problem = problemOf(context, query, filter, hole);
  if (problem === undefined) return undefined;
  return {
    ...filterPlace(context, query, filter, hole.span),
    ...explain(problem, shown(textAt(context, hole.place))),
    fixes: () => fixesOf(problem, context, query, filter, hole),
  };
}

function problemOf(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  hole: TaggedHole,
): Problem | undefined {
  const { value, place, isQuoted } = hole;
  const kind = value && kindOf(value);
  const written = expressionAt(context, place);
  if (kind === 'nothing') {
    // between quotes it leaves an empty text; of a chain it is said as a whole
    if (isQuoted || (written !== undefined && isOptionalChain(written.expression))) return undefined;
    const isAlways = filter.when === undefined && filter.valuesWhen === undefined;
    return isAlways && !isOtherwiseKnown(context, query, hole) ? kind : 'perhaps';
  }
  const isOptional = mayBeMissing(context, place, value, written);
  if (kind === 'bigint' && !isOptional) {
    const property = comparedBy(filter, hole.span);
    if (isQuoted || property === undefined || isKeyName(property) || isSuffixed(filter, hole))
      return undefined;
    const stored = storedType(context, query, property);
    // where it is known that no entity has what is sent then, that is said
    return stored !== undefined && isMismatch(stored, 'Number') ? undefined : kind;
  }
  if (kind !== undefined && kind !== 'bigint') return kind;
  if (isOptional) return 'optional';
  if (value?.kind !== 'unknown' && value?.kind !== 'oneOf') return undefined;
  const isChain = written !== undefined && isOptionalChain(written.expression);
  return isChain && !isAskedFor(context, place, written) ? 'chain' : undefined;
}

/** Whether by its type a value may not be there, and the code neither asks nor says that it is. */
function mayBeMissing(
  context: RuleContext,
  place: Place,
  value: Value | undefined,
  written: ExpressionPart | undefined,
): boolean {
  if (value?.kind !== 'unknown' && value?.kind !== 'number') return false;
  if (value.isOptional !== true || written === undefined) return false;
  if (value.kind === 'number' && value.isDeclared === true) return false;
  const { expression } = written;
  const isSure = (expression.kind === 'local' || expression.kind === 'member') && expression.isSure === true;
  if (isSure || isOptionalChain(expression) || pathOf(expression) === undefined) return false;
  return !isAskedFor(context, place, written);
}

/** Whether the same hole has another value too: `week` of `body || {}`. */
function isOtherwiseKnown(context: RuleContext, query: Query, { place }: TaggedHole): boolean {
  return alternativesOf(query)
    .flatMap((filter) => taggedHoles(context, filter))
    .some(
      (other) =>
        other.place.file === place.file &&
        other.place.span.start === place.span.start &&
        other.value?.kind !== 'nothing',
    );
}

/** What a value is in every case, where the tag cannot write it as it is. */
function kindOf(value: Value): Exclude<Problem, 'perhaps' | 'optional' | 'chain'> | undefined {
  switch (value.kind) {
    case 'nothing':
      return 'nothing';
    case 'number':
      return value.number.representation === 'bigint' ? 'bigint' : undefined;
    case 'unknown':
      return value.is === 'string' ? undefined : value.is;
    case 'oneOf': {
      const [first, ...others] = value.values.map((alternative) => kindOf(alternative.value));
      return others.every((other) => other === first) ? first : undefined;
    }
    case 'text':
    case 'boolean':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return undefined;
  }
}

function fixesOf(
  problem: Problem,
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  hole: TaggedHole,
): Fix[] {
  switch (problem) {
    case 'bigint':
      return addSuffix(context, query, filter, hole);
    case 'array':
      return withEachElement(context, query, filter, hole);
    case 'object':
    case 'bytes':
    case 'nothing':
    case 'perhaps':
    case 'optional':
    case 'chain':
      return [];
  }
}

/** `${n}L` */
function isSuffixed({ text }: FilterAlternative, { span }: TaggedHole): boolean {
  return text.text[span.end] === 'L';
}

function addSuffix(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  { span }: TaggedHole,
): Fix[] {
  const edit = insertAfter(context, query, filter, span.end, { kind: 'text', text: 'L' });
  return edit === undefined ? [] : [{ title: l10n.t('Add "L" for Int64'), edits: [edit] }];
}

function explain(problem: Problem, code: string): Message {
  switch (problem) {
    case 'array':
      return say('array', code);
    case 'object':
      return say('object', code);
    case 'bytes':
      return say('bytes', code);
    case 'nothing':
      return say('nothing', code);
    case 'perhaps':
      return say('perhaps', code);
    case 'optional':
      return say('optional', code);
    case 'chain':
      return say('chain', code);
    case 'bigint':
      return say('bigint', code);
  }
}
