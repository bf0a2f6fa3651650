import assert from 'node:assert/strict';
import { excluderOf } from './exclude.ts';

describe('what a folder excludes', () => {
  const cases: readonly (readonly [patterns: readonly string[], file: string, isExcluded: boolean])[] = [
    [[], '/code/a.ts', false],
    [['scripts/seed/'], '/code/scripts/seed/rows/a.ts', true],
    [['scripts/seed/'], '/code/src/scripts/seed/a.ts', false],
    [['seed/'], '/code/src/seed/a.ts', true],
    [['**/seed/**'], '/code/src/seed/a.ts', true],
    [['*.migration.ts'], '/code/src/one.migration.ts', true],
    [['*.migration.ts'], '/code/src/one.ts', false],
    [['scripts/*', '!scripts/serve.ts'], '/code/scripts/serve.ts', false],
    [['*'], '/other/a.ts', false],
    [['*'], '/code', false],
  ];
  for (const [patterns, file, isExcluded] of cases) {
    it(`${patterns.join(' ')}: ${file} ${isExcluded ? 'is left out' : 'stays'}`, () => {
      assert.equal(excluderOf('/code', patterns)(file), isExcluded);
    });
  }
});
