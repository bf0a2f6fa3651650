import assert from 'node:assert/strict';
import { PATTERNS_OF_RULES } from './of-rules.ts';
import { patterns } from './registry.ts';

describe('the patterns of rules', () => {
  it('are those that name the rule, in their order', () => {
    const rules = [...new Set(patterns.flatMap((one) => one.rules))].sort();
    assert.deepEqual(
      PATTERNS_OF_RULES,
      Object.fromEntries(
        rules.map((rule) => [rule, patterns.filter((one) => one.rules.includes(rule)).map(({ id }) => id)]),
      ),
    );
  });
});
