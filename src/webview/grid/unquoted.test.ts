import assert from 'node:assert/strict';
import { verdictOf } from './verdict.ts';

const properties = ['Status', 'City'].map((name) => ({
  name,
  types: ['String' as const],
  from: 'rows' as const,
}));

/** The filter with every fix taken that is offered, and how many mistakes were told before. */
function fixed(filter: string, isComplete = true): readonly [text: string, told: number] {
  const { mistakes } = verdictOf(filter, { entities: [], isWhole: isComplete, isComplete, properties });
  const text = mistakes.reduceRight(
    (before, { span, replacement }) =>
      replacement === undefined ? before : before.slice(0, span.start) + replacement + before.slice(span.end),
    filter,
  );
  return [text, mistakes.length];
}

describe('a text without quotes', () => {
  it('gets them by a fix, with all its words, and is told once', () => {
    for (const isComplete of [true, false]) {
      assert.deepEqual(fixed('Status eq open', isComplete), ["Status eq 'open'", 1]);
      assert.deepEqual(fixed('Status eq open-1 ', isComplete), ["Status eq 'open-1' ", 1]);
      assert.deepEqual(fixed("(City eq New York) and Status eq 'a'", isComplete), [
        "(City eq 'New York') and Status eq 'a'",
        1,
      ]);
      assert.deepEqual(fixed('City eq New York or Status ne open', isComplete), [
        "City eq 'New York' or Status ne 'open'",
        2,
      ]);
    }
  });

  it('says in its message what to write', () => {
    const { mistakes } = verdictOf('Status eq open', {
      entities: [],
      isWhole: false,
      isComplete: false,
      properties,
    });
    assert.match(mistakes[0]?.message ?? '', /Write: 'open'$/);
  });

  it('is none that is the name of a property', () => {
    assert.deepEqual(fixed('Status eq City'), ['Status eq City', 1]);
    assert.deepEqual(fixed('open eq Status', false), ['open eq Status', 1]);
  });
});
