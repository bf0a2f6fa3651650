import { parseFilter } from '../../core/odata/parse.ts';
import { quote } from '../../core/odata/quote.ts';
import {
  type Answer,
  fillTemplate,
  type FilterTemplate,
  type TemplateHole,
} from '../../core/odata/template.ts';
import { classify } from '../../core/shape/classify.ts';
import type { KeyBound, KeyCondition, KeyName } from '../../core/shape/shape.ts';
import { flatten, type FlatText, HOLE } from '../../core/text/segments.ts';
import { partitionKeyFilter } from '../../data/entities.ts';
import { prefixEnd } from '../../data/key-range.ts';

/**
 * The filter by which entities are looked at for values of a hole, one small request as a rule. Of PartitionKey: the partitions that
 * the filter leaves. Of anything else: the rows that it leaves in the partition, once the answers so far say which that is; undefined
 * for the beginning of the table.
 */
export function sampleFilter(
  template: FilterTemplate,
  hole: TemplateHole,
  answers: readonly (Answer | undefined)[],
): string | undefined {
  const { partitionKey, rowKey } = classify(parseFilter(textSoFar(template, answers)).filter).region;
  if (hole.property === 'PartitionKey') {
    return allOf(conditionsOf('PartitionKey', partitionKey, constantStart(hole)));
  }
  if (partitionKey.kind !== 'fixed' || partitionKey.value.kind === 'hole') return undefined;
  const start = hole.property === 'RowKey' ? constantStart(hole) : '';
  return allOf([partitionKeyFilter(partitionKey.value.value), ...conditionsOf('RowKey', rowKey, start)]);
}

/** What the value of a hole that stands alone begins with, where its expression says so: `'order_' + from`. */
export function constantStart({ prefix, expression, isComposed }: TemplateHole): string {
  if (prefix !== undefined || isComposed) return '';
  const [, text = ''] =
    /^(?:'([^'\\]*)'|"([^"\\]*)")\s*\+/.exec(expression) ?? /^`([^`$\\]*)\$\{/.exec(expression) ?? [];
  return text;
}

/** The filter with the answers so far; what is still open stays a hole. */
function textSoFar(template: FilterTemplate, answers: readonly (Answer | undefined)[]): FlatText<number> {
  const kept = template.parts.map((part) =>
    part.kind === 'hole' && answers[part.hole] === undefined ? part : textOf(part),
  );
  return flatten(
    kept.map((part) =>
      part.kind === 'text'
        ? { kind: 'literal', text: part.text, place: NOWHERE }
        : { kind: 'hole', hole: part.hole, place: NOWHERE },
    ),
  );

  function textOf(part: FilterTemplate['parts'][number]): { readonly kind: 'text'; readonly text: string } {
    return {
      kind: 'text',
      text: fillTemplate(
        { parts: [part], holes: template.holes },
        answers.map((answer) => answer ?? NO_ANSWER),
      ),
    };
  }
}

const NO_ANSWER: Answer = { kind: 'typed', text: HOLE };

const NOWHERE = { file: '', span: { start: 0, end: 0 } };

/** What a key must be, as far as it is known before the holes are filled; `start` is what the wanted keys begin with. */
function conditionsOf(key: KeyName, condition: KeyCondition, start: string): string[] {
  const begun = start === '' ? [] : beginningWith(key, start);
  switch (condition.kind) {
    case 'free':
      return begun;
    case 'fixed': {
      const { value } = condition;
      if (value.kind === 'known') return [`${key} eq ${quote(value.value)}`];
      return value.prefix === '' ? begun : beginningWith(key, value.prefix);
    }
    case 'range': {
      const bounds = [boundOf(key, condition.lower, 'ge', 'gt'), boundOf(key, condition.upper, 'le', 'lt')];
      return [...bounds.flatMap((bound) => bound ?? []), ...begun];
    }
  }
}

/** Of a bound that is only known to begin with a text: the keys that begin with it are the ones wanted. */
function boundOf(
  key: KeyName,
  bound: KeyBound | undefined,
  inclusive: string,
  exclusive: string,
): readonly string[] | undefined {
  if (bound === undefined) return undefined;
  const { value } = bound;
  if (value.kind === 'hole') return value.prefix === '' ? undefined : beginningWith(key, value.prefix);
  return [`${key} ${bound.inclusive ? inclusive : exclusive} ${quote(value.value)}`];
}

function beginningWith(key: KeyName, start: string): string[] {
  const end = prefixEnd(start);
  return [`${key} ge ${quote(start)}`, ...(end === undefined ? [] : [`${key} lt ${quote(end)}`])];
}

function allOf(conditions: readonly string[]): string | undefined {
  return conditions.length === 0 ? undefined : [...new Set(conditions)].join(' and ');
}
