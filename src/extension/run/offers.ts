import type { Entity } from '../../core/edm/json.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { valueText } from '../../core/edm/text.ts';
import { printLiteral } from '../../core/odata/print.ts';
import { quote } from '../../core/odata/quote.ts';
import {
  type Answer,
  type FilterTemplate,
  fillTemplate,
  type TemplateHole,
} from '../../core/odata/template.ts';
import { classify } from '../../core/shape/classify.ts';
import { plainText } from '../../core/text/segments.ts';
import { partitionKeyFilter } from '../../data/entities.ts';
import { readLiteral } from './literal.ts';

/** What a hole may be filled with, as a person chooses it. */
export interface Offer {
  readonly answer: Answer;
  /** As it will stand in the filter. */
  readonly label: string;
  /** How many of the entities looked at have it. */
  readonly entities: number;
}

/** Values offered at once: what fits on a screen. */
const MOST = 30;

/**
 * The values that entities of the table have where a hole is compared, the most frequent first. Of a hole behind a constant
 * prefix (`emp_`), what follows that prefix.
 */
export function offersFor(hole: TemplateHole, entities: readonly Entity[]): Offer[] {
  const found = new Map<string, Offer>();
  for (const entity of entities) {
    const answer = answerFrom(hole, entity);
    if (answer === undefined) continue;
    const label = labelOf(answer);
    const before = found.get(label)?.entities ?? 0;
    found.set(label, { answer, label, entities: before + 1 });
  }
  return [...found.values()].sort((a, b) => b.entities - a.entities).slice(0, MOST);
}

export function labelOf(answer: Answer): string {
  return answer.kind === 'typed' ? answer.text : printLiteral(answer.value);
}

function answerFrom({ property, prefix, type }: TemplateHole, entity: Entity): Answer | undefined {
  const value = property === undefined ? undefined : valueIn(entity, property);
  if (value === undefined || (type !== undefined && value.type !== type)) return undefined;
  if (prefix === undefined) return { kind: 'value', value };
  const text = valueText(value);
  return text.startsWith(prefix) ? { kind: 'typed', text: text.slice(prefix.length) } : undefined;
}

/**
 * The filter by which entities are looked at for values of a hole: that of the partition, once the answers so far say which it is;
 * undefined for the beginning of the table.
 */
export function sampleFilter(
  template: FilterTemplate,
  hole: TemplateHole,
  answers: readonly (Answer | undefined)[],
): string | undefined {
  if (hole.property === 'PartitionKey') {
    return hole.prefix === undefined ? undefined : `PartitionKey ge ${quote(hole.prefix)}`;
  }
  const key = partitionKeyIn(template, answers);
  return key === undefined ? undefined : partitionKeyFilter(key);
}

/** The key that the filter fixes, where no hole of it is open. */
function partitionKeyIn(
  template: FilterTemplate,
  answers: readonly (Answer | undefined)[],
): string | undefined {
  const isOpen = template.holes.some(
    ({ property }, index) => property === 'PartitionKey' && answers[index] === undefined,
  );
  if (isOpen) return undefined;
  const filled = template.holes.map((_, index) => answers[index] ?? NOTHING_YET);
  const { partitionKey } = classify(parseFilter(plainText(fillTemplate(template, filled))).filter).region;
  return partitionKey.kind === 'fixed' && partitionKey.value.kind === 'known'
    ? partitionKey.value.value
    : undefined;
}

/** Stands for the answers to come, which do not decide the partition. */
const NOTHING_YET: Answer = { kind: 'typed', text: '0' };

/** An answer as the editor's memory keeps it. */
export type Remembered =
  { readonly kind: 'typed'; readonly text: string } | { readonly kind: 'value'; readonly literal: string };

export function remember(answer: Answer): Remembered {
  return answer.kind === 'typed' ? answer : { kind: 'value', literal: printLiteral(answer.value) };
}

/** Undefined for what is no answer, as of another version. */
export function recall(remembered: Remembered): Answer | undefined {
  if (remembered.kind === 'typed') return remembered;
  const value = readLiteral(remembered.literal);
  return value && { kind: 'value', value };
}

/** Under which name the answers for a hole are kept: the same expression may mean something else for another table. */
export function memoryKey(table: string, { property, expression }: TemplateHole): string {
  return JSON.stringify([table.toLowerCase(), property ?? '', expression]);
}
