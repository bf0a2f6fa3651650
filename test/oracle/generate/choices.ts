import { Random } from '../../fuzz/random.ts';

/**
 * Where a generator takes its decisions from: numbers of a seed, or a list of those that were taken before. A list that is shorter, or has
 * smaller numbers, makes a smaller program, which is how a failing program is shrunk; 0 must therefore be the simplest choice everywhere.
 */
export class Choices {
  /** What was decided, in order: given to {@link Choices.replay} it makes the same program. */
  readonly taken: number[] = [];
  readonly #next: (limit: number, index: number) => number;

  private constructor(next: (limit: number, index: number) => number) {
    this.#next = next;
  }

  static ofSeed(seed: number): Choices {
    const random = new Random(seed);
    return new Choices((limit) => random.below(limit));
  }

  /** Decides as before; 0 where nothing is left, and what a list has too much is not asked for. */
  static replay(taken: readonly number[]): Choices {
    return new Choices((limit, index) => Math.min(taken[index] ?? 0, limit - 1));
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    const chosen = this.#next(limit, this.taken.length);
    this.taken.push(chosen);
    return chosen;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to choose from');
    return item;
  }

  /** One of the usual ways, or seldom one of the others. */
  pickUsual<T>(usual: readonly T[], rare: readonly T[]): T {
    return this.oneIn(6) ? this.pick(rare) : this.pick(usual);
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.below(n) === n - 1;
  }

  /** Some of the items, at least one, in their order. */
  some<T>(items: readonly T[], most = items.length): T[] {
    const count = 1 + this.below(Math.min(most, items.length));
    const left = [...items.keys()];
    const indices = Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0] ?? 0);
    return indices.sort((a, b) => a - b).flatMap((index) => items[index] ?? []);
  }
}
