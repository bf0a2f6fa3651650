import assert from 'node:assert/strict';
import {
  type Condition,
  type Demand,
  either,
  type Fact,
  isSameCondition,
  MANY,
  type Way,
} from './condition.ts';
import { describeCondition } from './describe-condition.ts';

const text = (name: string, holds = true): Demand => ({ fact: { kind: 'truthy', name, of: 'text' }, holds });
const flag = (name: string, holds = true): Demand => ({
  fact: { kind: 'truthy', name, of: 'boolean' },
  holds,
});
const of = (fact: Fact, holds = true): Condition => [[{ fact, holds }]];

describe('conditions in words', () => {
  const told: readonly (readonly [expected: string, condition: Condition])[] = [
    ['shelf is empty', [[text('shelf', false)]]],
    ['shelf is set', [[text('shelf')]]],
    ['shelf and author are both empty', [[text('shelf', false), text('author', false)]]],
    ['a, b and c are all set', [[text('a'), text('b'), text('c')]]],
    ['all is true', [[flag('all')]]],
    ['all and more are both false', [[flag('all', false), flag('more', false)]]],
    ['shelf is empty and all is true', [[text('shelf', false), flag('all')]]],
    ['shelf is empty, or all is true', [[text('shelf', false)], [flag('all')]]],
    ["mode is 'a'", of({ kind: 'equal', name: 'mode', to: "'a'" })],
    ["mode is not 'a'", of({ kind: 'equal', name: 'mode', to: "'a'" }, false)],
    ['id is undefined', of({ kind: 'undefined', name: 'id' })],
    ['id is given', of({ kind: 'undefined', name: 'id' }, false)],
    ['ids has elements', of({ kind: 'elements', name: 'ids', least: 1 })],
    ['ids is empty', of({ kind: 'elements', name: 'ids', least: 1 }, false)],
    ['ids has more than one element', of({ kind: 'elements', name: 'ids', least: 2 })],
    ['a > b', of({ kind: 'written', text: 'a > b' })],
    ['"a > b" is false', of({ kind: 'written', text: 'a > b' }, false)],
    ['one of many conditions is true', MANY],
    ['no filter is set', of({ kind: 'unset' })],
    ['an exception is caught', of({ kind: 'caught' })],
    ['page is 0', of({ kind: 'truthy', name: 'page', of: 'number' }, false)],
    ['page is not 0', of({ kind: 'truthy', name: 'page', of: 'number' })],
    [
      'page and size are both 0',
      [['page', 'size'].map((name) => ({ fact: { kind: 'truthy', name, of: 'number' }, holds: false }))],
    ],
    ['o.flag is not set', of({ kind: 'truthy', name: 'o.flag', of: 'other' }, false)],
  ];
  for (const [expected, condition] of told) {
    it(`say that ${expected}`, () => {
      assert.equal(describeCondition(condition), expected);
    });
  }

  it('show long texts cut, on one line, and no secret', () => {
    const long = describeCondition(of({ kind: 'written', text: `f('${'x'.repeat(200)}')\n  > 1` }));
    assert.ok(long.length <= 60 && !long.includes('\n'), long);
    const key = Buffer.from('0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef').toString(
      'base64',
    );
    const secret = of({ kind: 'written', text: `key === 'AccountName=a;AccountKey=${key}'` });
    assert.ok(!describeCondition(secret).includes(key.slice(0, 20)));
  });
});

describe('conditions put together', () => {
  const cases: readonly (readonly [expected: string | undefined, ways: readonly Way[]])[] = [
    [
      'a is set',
      [
        [text('a'), text('b')],
        [text('a'), text('b', false)],
      ],
    ],
    ['a is set, or b is set', [[text('a')], [text('a', false), text('b')]]],
    ['a is set', [[text('a')], [text('a'), text('b')]]],
    [undefined, [[text('a')], [text('a', false)]]],
    [
      'a is set and b is empty, or a is empty and b is set',
      [
        [text('a'), text('b', false)],
        [text('a', false), text('b')],
      ],
    ],
  ];
  for (const [expected, ways] of cases) {
    it(`are told as short as they can be: ${expected ?? 'nothing, where one always holds'}`, () => {
      const condition = either(ways.map((way) => [way]));
      assert.equal(condition && describeCondition(condition), expected);
    });
  }

  it('do not name what follows: what is empty, or another constant, is not this one', () => {
    const is = (to: string, holds = true): Demand => ({ fact: { kind: 'equal', name: 'n', to }, holds });
    assert.deepEqual(either([[[text('n', false)]], [[is('1', false)]]]), [[is('1', false)]]);
    assert.deepEqual(either([[[is('2')]], [[is('1', false)]]]), [[is('1', false)]]);
    assert.deepEqual(either([[[text('n', false)]], [[is("''", false), flag('all')]]]), [
      [text('n', false)],
      [is("''", false), flag('all')],
    ]);
  });

  it('are nothing where one has none, and only many where they are', () => {
    const given = (name: string, holds: boolean): Demand => ({
      fact: { kind: 'undefined', name },
      holds: !holds,
    });
    assert.deepEqual(either([[[text('a')]], [[given('a', true)]]]), [[given('a', true)]]);
    assert.equal(either([[[text('a')]], [[given('a', true)]], [[given('a', false)]]]), undefined);
    assert.equal(either([[[text('a')]], undefined]), undefined);
    const many = Array.from({ length: 40 }, (_, index) => [[text(`a${index}`)]]);
    assert.equal(either(many), MANY);
    assert.equal(either(many.slice(0, 7)), MANY);
    assert.equal(either(many.slice(0, 6))?.length, 6);
  });

  it('hold in just the cases in which one of the ways does', () => {
    const names = ['a', 'b', 'c', 'd'];
    const holdsIn = (condition: Condition, set: ReadonlySet<string>): boolean =>
      condition.some((way) =>
        way.every(({ fact, holds }) => fact.kind === 'truthy' && set.has(fact.name) === holds),
      );
    const subsets = Array.from(
      { length: 16 },
      (_, bits) => new Set(names.filter((_name, at) => (bits >> at) & 1)),
    );
    let compared = 0;
    for (let seed = 1; seed < 400; seed++) {
      const ways: Way[] = Array.from({ length: 1 + (seed % 4) }, (_, way) =>
        names.flatMap((name, at) => {
          const sort = Math.floor((seed * 7919 + way * 104_729) / 3 ** at) % 3;
          return sort === 2 ? [] : [text(name, sort === 0)];
        }),
      ).filter((way) => way.length > 0);
      if (ways.length === 0) continue;
      const together = either([ways]);
      for (const set of subsets) {
        assert.equal(
          together === undefined || holdsIn(together, set),
          together === undefined || holdsIn(ways, set),
        );
      }
      if (together === undefined) assert.ok(subsets.every((set) => holdsIn(ways, set)));
      else compared += 1;
    }
    assert.ok(compared > 200);
  });

  it('are the same with their ways, and what these demand, in another order', () => {
    const ways: Condition = [[text('a'), text('b')], [flag('c', false)]];
    assert.ok(isSameCondition(ways, [[flag('c', false)], [text('b'), text('a')]]));
    assert.ok(!isSameCondition(ways, [[text('a'), text('b')], [flag('c')]]));
    assert.ok(!isSameCondition(ways, ways.slice(0, 1)) && !isSameCondition(ways.slice(0, 1), ways));
  });
});
