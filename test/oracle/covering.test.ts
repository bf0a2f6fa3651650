import assert from 'node:assert/strict';
import { covering, product, type Strength } from './run/covering.ts';

/** Combinations of values of so many factors that no row has. */
function missing(sizes: readonly number[], strength: Strength, rows: readonly (readonly number[])[]): number {
  const groups = product(Array.from({ length: strength }, () => sizes.length)).filter((group) =>
    group.every((factor, index) => index === 0 || factor > (group[index - 1] ?? 0)),
  );
  return groups.reduce((sum, group) => {
    const there = new Set(rows.map((row) => group.map((factor) => row[factor]).join(' ')));
    return sum + group.reduce((all, factor) => all * (sizes[factor] ?? 1), 1) - there.size;
  }, 0);
}

describe('inputs that stand for all', () => {
  const factors = [
    [7, 4, 3, 2],
    [12, 7, 6, 5, 4, 3],
    [2, 2, 2, 2, 2, 2],
    [3, 12, 7, 7],
  ];
  for (const sizes of factors)
    it(`have every two and every three of ${sizes.join(', ')} values together`, () => {
      const [twos, threes] = [covering(sizes, 2), covering(sizes, 3)];
      assert.deepEqual([missing(sizes, 2, twos), missing(sizes, 3, threes)], [0, 0]);
      assert.ok(twos.length < threes.length && threes.length < product(sizes).length);
    });

  it('are all of few factors, and one of none', () => {
    assert.deepEqual(covering([2, 2], 3).toSorted(), [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    assert.deepEqual(covering([], 2), [[]]);
  });
});
