import assert from 'node:assert/strict';
import fc from 'fast-check';
import { groupByPrefix } from './prefix-groups.ts';

describe('groups of keys that begin alike', () => {
  it('are as many as a person can look over, and tell what their keys share', () => {
    const days = Array.from({ length: 3 * 28 }, (_, day) => {
      const [month, date] = [Math.floor(day / 28) + 1, (day % 28) + 1];
      return `log_2026-0${month}-${String(date).padStart(2, '0')}`;
    });
    assert.deepEqual(
      groupByPrefix(days, 5).map(({ prefix, count }) => [prefix, count]),
      [
        ['log_2026-01-', 28],
        ['log_2026-02-', 28],
        ['log_2026-03-', 28],
      ],
    );
    assert.equal(groupByPrefix(days).length, days.length);
  });

  it('of 50,000 partitions are 50, each of a thousand', () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `p${String(index).padStart(5, '0')}`);
    const groups = groupByPrefix(keys);
    assert.deepEqual(
      [groups.length, groups[7]],
      [50, { prefix: 'p07', count: 1_000, first: 'p07000', last: 'p07999' }],
    );
  });

  it('end where a word does, unless the word tells them apart', () => {
    const apps = Array.from(
      { length: 30 },
      (_, index) => `ap-${String(index % 3).padStart(3, '0')}-00${300 + index}`,
    );
    const prefixes = (keys: readonly string[], most: number): string[] =>
      groupByPrefix([...keys].sort(), most).map(({ prefix }) => prefix);
    assert.deepEqual(prefixes(apps, 3), ['ap-000-', 'ap-001-', 'ap-002-']);
    const numbers = Array.from({ length: 30 }, (_, index) => `emp_00${100 + index}`);
    assert.deepEqual(prefixes(numbers, 3), ['emp_0010', 'emp_0011', 'emp_0012']);
    assert.deepEqual(prefixes(['a-1', 'b-10', 'b-100'], 2), ['a-1', 'b-10']);
  });

  it('hold every key once, in order, and no key of another', () => {
    const key = fc.string({
      unit: fc.constantFrom('a', 'b', '_', '\ud7ff', '\u{1f600}', '\u{1f601}', '\uffff'),
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (unsorted, most) => {
          const keys = [...unsorted].sort((a, b) => (a < b ? -1 : 1));
          const groups = groupByPrefix(keys, most);
          let start = 0;
          for (const { prefix, count, first, last } of groups) {
            const members = keys.slice(start, (start += count));
            assert.deepEqual([members[0], members.at(-1)], [first, last]);
            assert.ok(members.every((each) => each.startsWith(prefix)));
            if (count > 1) assert.equal(keys.filter((each) => each.startsWith(prefix)).length, count);
            assert.doesNotMatch(prefix, /[\ud800-\udbff]$/);
          }
          assert.equal(start, keys.length);
          assert.ok(groups.length <= Math.max(most, 1));
        },
      ),
    );
  });
});
