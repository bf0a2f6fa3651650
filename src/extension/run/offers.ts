import type { Entity } from '../../core/edm/json.ts';
import { compareByType, compareNaturally } from '../../core/edm/order.ts';
import type { EdmValue } from '../../core/edm/value.ts';
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
import { isKeyName } from '../../core/shape/shape.ts';
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
 * The most frequent values that entities of the table have where a hole is compared, in the order in which one looks for them: keys
 * as the service sorts them. Of a hole behind a constant prefix (`emp_`), what follows that prefix.
 */
export function offersFor(hole: TemplateHole, entities: readonly Entity[]): Offer[] {
  const found = new Map<string, Offer & { readonly value: EdmValue }>();
  for (const entity of entities) {
    const { property, isPart } = hole;
    const value = property === undefined || isPart ? undefined : valueIn(entity, property);
    const answer = value && answerFrom(hole, value);
    if (value === undefined || answer === undefined) continue;
    const label = labelOf(answer);
    const before = found.get(label)?.entities ?? 0;
    found.set(label, { answer, label, entities: before + 1, value });
  }
  const compare = hole.property !== undefined && isKeyName(hole.property) ? compareByType : compareNaturally;
  return [...found.values()]
    .sort((a, b) => b.entities - a.entities)
    .slice(0, MOST)
    .sort((a, b) => compare(a.value, b.value))
    .map(({ answer, label, entities }) => ({ answer, label, entities }));
}

export function labelOf(answer: Answer): string {
  return answer.kind === 'typed' ? answer.text : printLiteral(answer.value);
}

function answerFrom({ prefix, type }: TemplateHole, value: EdmValue): Answer | undefined {
  if (type !== undefined && value.type !== type) return undefined;
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

/** A list with what was chosen last time in front; as it is where that is not there. */
export function lastFirst<T>(items: readonly T[], isLast: (item: T) => boolean): readonly T[] {
  return [...items.filter(isLast), ...items.filter((item) => !isLast(item))];
}

/** Under which name the answers for a hole are kept: the same expression may mean something else for another table. */
export function memoryKey(table: string, { property, expression }: TemplateHole): string {
  return JSON.stringify([table.toLowerCase(), property ?? '', expression]);
}
