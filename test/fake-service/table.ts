import { byKeys, firstIndex } from './rows.ts';
import type { EntityKeys, FakeEntity, Rows } from './rows.ts';

/** What became of the entity with these keys since the table was made. */
interface Change extends EntityKeys {
  /** Undefined when it was deleted. */
  readonly entity: FakeEntity | undefined;
}

/** A table: what it was made with, and what was written since. Reads in key order from anywhere. */
export class FakeTable {
  readonly #rows: Rows;
  /** In key order. */
  readonly #changes: Change[] = [];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get(keys: EntityKeys): FakeEntity | undefined {
    for (const entity of this.from(keys)) return byKeys(entity, keys) === 0 ? entity : undefined;
    return undefined;
  }

  /** Entities with these keys or greater ones, in key order. Nothing may be written while it is read. */
  *from(keys: EntityKeys): Generator<FakeEntity, void> {
    let position = firstIndex(this.#rows.length, (index) => byKeys(this.#rows.keysAt(index), keys) >= 0);
    let next = this.#firstChange(keys);
    for (;;) {
      const change = this.#changes[next];
      const isRowLeft = position < this.#rows.length;
      const order = change && isRowLeft ? byKeys(change, this.#rows.keysAt(position)) : isRowLeft ? 1 : -1;
      if (change === undefined || order > 0) {
        if (!isRowLeft) return;
        yield this.#rows.at(position++);
      } else {
        next += 1;
        if (order === 0) position += 1;
        if (change.entity !== undefined) yield change.entity;
      }
    }
  }

  put(entity: FakeEntity): void {
    this.#change({ PartitionKey: entity.PartitionKey, RowKey: entity.RowKey, entity });
  }

  remove({ PartitionKey, RowKey }: EntityKeys): void {
    this.#change({ PartitionKey, RowKey, entity: undefined });
  }

  #change(change: Change): void {
    const index = this.#firstChange(change);
    const known = this.#changes[index];
    this.#changes.splice(index, known !== undefined && byKeys(known, change) === 0 ? 1 : 0, change);
  }

  #firstChange(keys: EntityKeys): number {
    return firstIndex(this.#changes.length, (index) => {
      const change = this.#changes[index];
      return change !== undefined && byKeys(change, keys) >= 0;
    });
  }
}
