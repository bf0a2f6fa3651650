import assert from 'node:assert/strict';
import { isNestedTooDeep, MAX_NESTING } from './json-nesting.ts';

describe('the nesting of JSON', () => {
  const deep = '['.repeat(MAX_NESTING + 1);
  const cases: readonly (readonly [what: string, text: string, isTooDeep: boolean])[] = [
    ['at its limit', '['.repeat(MAX_NESTING), false],
    ['over it', deep, true],
    ['of objects', '{"a":'.repeat(MAX_NESTING + 1), true],
    ['that closes again', '[{}],'.repeat(1000), false],
    ['that closes more than it opens', `${']'.repeat(1000)}${deep}`, true],
    ['in a string', `"${deep}"`, false],
    ['in a string with quotes', `"\\"${deep}"`, false],
    ['behind a string that ends with its line', `"\n${deep}`, true],
    ['in a comment', `// ${deep}\n/* ${deep}*/`, false],
    ['behind comments', `// a\n/**/${deep}`, true],
    ['in a comment without end', `/*/${deep}`, false],
    ['behind a slash', `/${deep}`, true],
  ];
  for (const [what, text, isTooDeep] of cases) {
    it(`${what} is ${isTooDeep ? 'too deep' : 'not too deep'}`, () => {
      assert.equal(isNestedTooDeep(text), isTooDeep);
    });
  }
});
