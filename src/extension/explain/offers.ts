import type { Entity } from '../../core/edm/json.ts';
import { compareByType, compareNaturally } from '../../core/edm/order.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import { valueText } from '../../core/edm/text.ts';
import { printLiteral } from '../../core/odata/print.ts';
import type { Answer, TemplateHole } from '../../core/odata/template.ts';
import { isKeyName } from '../../core/shape/shape.ts';
import { LENGTH, plain } from '../window/plain.ts';
import { constantStart } from './hole-sample.ts';
import { readLiteral } from './literal.ts';

/** What a hole may be filled with, as a person chooses it. */
export interface Offer {
  readonly answer: Answer;
  /** As it will stand in the filter. */
  readonly label: string;
  /** How many of the entities looked at have it; undefined for the key of a partition that the sidebar has listed. */
  readonly entities: number | undefined;
}

/** Values offered at once: what fits on a screen. */
const MOST = 30;

/**
 * The most frequent values that entities of the table have where a hole is compared, in the order in which one looks for them: keys
 * as the service sorts them. Of a hole behind a constant prefix (`emp_`), what follows that prefix.
 */
export function offersFor(hole: TemplateHole, entities: readonly Entity[]): Offer[] {
  const found = new Map<string, { answer: Answer; label: string; entities: number; value: EdmValue }>();
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

/** Partitions offered at once: what a person types leaves those of them that fit. */
const MOST_PARTITIONS = 1_000;

/** The keys of partitions that the sidebar has listed, as values for a hole that is compared with PartitionKey. */
export function partitionOffers(hole: TemplateHole, partitionKeys: readonly string[]): Offer[] {
  if (hole.property !== 'PartitionKey' || hole.isPart) return [];
  return partitionKeys
    .flatMap((value) => answerFrom(hole, { type: 'String', value }) ?? [])
    .slice(0, MOST_PARTITIONS)
    .map((answer) => ({ answer, label: labelOf(answer), entities: undefined }));
}

export function labelOf(answer: Answer): string {
  return answer.kind === 'typed' ? answer.text : printLiteral(answer.value);
}

function answerFrom(hole: TemplateHole, value: EdmValue): Answer | undefined {
  const { prefix, type } = hole;
  if (type !== undefined && value.type !== type) return undefined;
  const text = valueText(value);
  if (prefix === undefined) {
    return text.startsWith(constantStart(hole)) ? { kind: 'value', value } : undefined;
  }
  return text.startsWith(prefix) ? { kind: 'typed', text: text.slice(prefix.length) } : undefined;
}

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

/**
 * Whether a row can have been chosen while this text stood there: VS Code shows those that contain it, in any case. It names the chosen
 * row by its number, which is that of another row where somebody pastes a text and presses Enter before the rows for it are there
 * (`_handlesToItems` of its `ExtHostQuickPick`, seen in 1.139).
 */
export function isOfferedFor(typed: string, label: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return [label, plain(label, LENGTH.label)].some((text) => text.toLowerCase().includes(wanted));
}

/** Under which name the answers for a hole are kept: the same expression may mean something else for another table. */
export function memoryKey(table: string, { property, expression }: TemplateHole): string {
  return JSON.stringify([table.toLowerCase(), property ?? '', expression]);
}
