import assert from 'node:assert/strict';
import { tableNameProblem } from './table-name.ts';

describe('names of tables', () => {
  const cases: readonly (readonly [name: string, problem: RegExp | undefined])[] = [
    ['Orders', undefined],
    ['a2b', undefined],
    ['a'.repeat(63), undefined],
    ['', /3 to 63/],
    ['ab', /3 to 63 characters; this one has 2/],
    ['a'.repeat(64), /this one has 64/],
    ['2024Logs', /begins with a letter/],
    ['my-table', /letters from A to Z and digits only/],
    ['Größe', /letters from A to Z/],
    ['Tables', /reserves the name/],
  ];
  for (const [name, problem] of cases) {
    it(`are ${problem === undefined ? 'taken' : 'refused'}: “${name.slice(0, 12)}”`, () => {
      const said = tableNameProblem(name);
      if (problem === undefined) assert.equal(said, undefined);
      else assert.match(said ?? '', problem);
    });
  }
});
