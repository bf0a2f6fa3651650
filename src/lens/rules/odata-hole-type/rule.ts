import * as l10n from '@vscode/l10n';
import { isKeyName } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query, Value } from '../../model/operation.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Fix, Report, Rule, RuleContext } from '../rule.ts';
import { insertAfter } from '../shared/filter-edit.ts';
import { alternativesOf, queriesOf } from '../shared/filters.ts';
import { comparedBy, type TaggedHole, taggedHoles } from '../shared/odata-holes.ts';
import { filterPlace, shown, textAt } from '../shared/place.ts';
import { expressionAt } from '../shared/code-at.ts';
import { isAskedFor, isOptionalChain } from './asked-for.ts';

/** What the `odata` tag makes of values that are neither texts, numbers, truth values nor Dates [seen in 13.3.2]. */
export const rule: Rule = {
  id: 'odata-hole-type',
  severity: 'warning',
  title: () => l10n.t('A value that odata cannot write'),
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
    message: explain(problem, shown(textAt(context, hole.place))),
    fixes: () => (problem === 'bigint' ? addSuffix(context, query, filter, hole) : []),
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
    return filter.when === undefined && !isOtherwiseKnown(context, query, hole) ? kind : 'perhaps';
  }
  if (kind === 'bigint') {
    const property = comparedBy(filter, hole.span);
    return isQuoted || property === undefined || isKeyName(property) || isSuffixed(filter, hole)
      ? undefined
      : kind;
  }
  if (kind !== undefined) return kind;
  if (value?.kind !== 'unknown' && value?.kind !== 'oneOf') return undefined;
  if (written === undefined) return undefined;
  const isOptional =
    value.kind === 'unknown' && value.isOptional === true && pathOf(written.expression) !== undefined;
  const problem = isOptionalChain(written.expression) ? 'chain' : isOptional ? 'optional' : undefined;
  return problem === undefined || isAskedFor(context, place, written) ? undefined : problem;
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
  return edit === undefined ? [] : [{ title: l10n.t('Add the "L" of an Int64'), edits: [edit] }];
}

function explain(problem: Problem, code: string): string {
  switch (problem) {
    case 'array':
      return l10n.t(
        '{0} is an array, which odata writes as its elements with commas between: the service rejects that. Compare with each element, joined by "or", or ask once for each.',
        code,
      );
    case 'object':
      return l10n.t(
        '{0} is an object, which odata writes as "[object Object]". Name the property whose value is meant.',
        code,
      );
    case 'bytes':
      return l10n.t(
        "{0} is binary, which odata writes as numbers with commas between. Write X'…' round its hexadecimal digits.",
        code,
      );
    case 'nothing':
      return l10n.t(
        '{0} is undefined here: nothing is written for it, and the service rejects the filter.',
        code,
      );
    case 'perhaps':
      return l10n.t(
        '{0} may be undefined: then nothing is written for it, and the service rejects the filter. Make sure of it before, or leave the condition out.',
        code,
      );
    case 'optional':
      return l10n.t(
        '{0} may be undefined by its type: then nothing is written for it, and the service rejects the filter. Make sure of it before, or leave the condition out.',
        code,
      );
    case 'chain':
      return l10n.t(
        '{0} is undefined where what stands before "?." is: then nothing is written for it, and the service rejects the filter. Make sure of it before.',
        code,
      );
    case 'bigint':
      return l10n.t(
        '{0} is a bigint, which odata writes without the "L" of an Int64: it is compared as an Int32, and a stored Int64 does not match. Write L behind the hole.',
        code,
      );
  }
}
