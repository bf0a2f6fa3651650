import type { Entity } from '../edm/json.ts';
import { hashNumber } from '../text/hash.ts';
import { bytesOf, type Keys } from './rekey.ts';

/** How entities are spread over partitions: numbers of entities. */
export interface Spread {
  readonly partitions: number;
  readonly entities: number;
  readonly median: number;
  /** 99 of 100 partitions have no more. */
  readonly most99: number;
  readonly largest: number;
  readonly bytes: number;
}

/** Counts entities by their partitions, and those that share both keys. Keeps a number for each, nothing of what they hold. */
export class Tally {
  readonly #sizes = new Map<number, number>();
  readonly #keys = new Set<number>();
  #entities = 0;
  #bytes = 0;

  /** Adds an entity; false where one with the same keys was there before. */
  add(entity: Entity): boolean {
    const { partitionKey } = entity;
    const key = keysNumber(entity);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    const partition = hashNumber(partitionKey);
    this.#sizes.set(partition, (this.#sizes.get(partition) ?? 0) + 1);
    this.#entities += 1;
    this.#bytes += bytesOf(entity);
    return true;
  }

  spread(): Spread {
    const sizes = Float64Array.from(this.#sizes.values()).sort();
    const at = (share: number): number => sizes[Math.max(0, Math.ceil(sizes.length * share) - 1)] ?? 0;
    return {
      partitions: sizes.length,
      entities: this.#entities,
      median: at(0.5),
      most99: at(0.99),
      largest: at(1),
      bytes: this.#bytes,
    };
  }
}

/** A number for both keys, by which they are known again: of 100,000 entities two share one by chance once in two million times. */
export function keysNumber({ partitionKey, rowKey }: Keys): number {
  return hashNumber(`${partitionKey.length}:${partitionKey}${rowKey}`);
}
