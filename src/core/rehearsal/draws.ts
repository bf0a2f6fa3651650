import { filled, givenBy, type Given } from './fill.ts';
import type { PlanPattern } from './plan.ts';
import { hasConstant, type Subject } from './subject.ts';
import { keysNumber } from './tally.ts';

/** Values that one read is asked with. */
export interface Draw {
  readonly pattern: number;
  /** The filters of today, what the read demands in all, and the filters of the design. */
  readonly sent: readonly string[];
  readonly whole: string;
  readonly then: readonly string[];
}

/** Entities that a read is asked with; each is asked as often. */
const MOST = 4;

/**
 * Chooses entities whose values reads are asked with, of all that are offered: those of the least hashes, so that the same data gives the
 * same ones, wherever they are in it. Keeps no more than four for each read, with their values alone.
 */
export class Draws {
  readonly #patterns: readonly PlanPattern[];
  readonly #chosen: { readonly order: number; readonly subject: Subject }[][];

  constructor(patterns: readonly PlanPattern[]) {
    this.#patterns = patterns;
    this.#chosen = patterns.map(() => []);
  }

  /** Offers an entity to the reads of its kind. */
  offer(subject: Subject): void {
    const order = keysNumber(subject.entity);
    this.#patterns.forEach((pattern, index) => {
      const chosen = this.#chosen[index];
      if (chosen === undefined || pattern.kind !== subject.kind) return;
      const last = chosen.at(-1);
      if (chosen.length === MOST && last !== undefined && order >= last.order) return;
      if (!pattern.constants.every((one) => hasConstant(subject, one))) return;
      if (drawOf(index, pattern, { low: subject, high: subject }) === undefined) return;
      const { partitionKey, rowKey } = subject.entity;
      chosen.push({ order, subject: { ...subject, entity: { partitionKey, rowKey, properties: [] } } });
      chosen.sort((a, b) => a.order - b.order);
      chosen.length = Math.min(chosen.length, MOST);
    });
  }

  /** Gives what the reads are asked with; a read that no entity has the values for has none. */
  all(): readonly Draw[] {
    return this.#patterns.flatMap((pattern, index) => {
      const chosen = this.#chosen[index] ?? [];
      return chosen.flatMap(({ subject }, at) => {
        const other = chosen[(at + 1) % chosen.length]?.subject ?? subject;
        return drawOf(index, pattern, givenBy(pattern.today.whole, subject, other)) ?? [];
      });
    });
  }
}

function drawOf(index: number, { today, then }: PlanPattern, given: Given): Draw | undefined {
  const [sent, whole, asked] = [today.sent, today.whole, then.sent].map((filter) => filled(filter, given));
  const [text] = whole ?? [];
  if (sent === undefined || text === undefined || asked === undefined) return undefined;
  return { pattern: index, sent, whole: text, then: asked };
}
