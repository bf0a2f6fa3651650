import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { azuriteAccepts } from '../src/core/odata/azurite.ts';
import { parseFilter } from '../src/core/odata/parse.ts';
import { plainText } from '../src/core/text/segments.ts';

const require = createRequire(import.meta.url);
const interpreter = 'azurite/dist/src/table/persistence/QueryInterpreter';
const { default: parseQuery } = require(`${interpreter}/QueryParser.js`) as {
  default: (text: string) => unknown;
};
const { validateQueryTree } = require(`${interpreter}/QueryValidator.js`) as {
  validateQueryTree: (tree: unknown) => void;
};

const wrongFilters = readFileSync(new URL('../src/core/odata/parse.fixtures.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .map((paragraph) => paragraph.split('\n')[0] ?? '')
  .filter((text) => !text.includes('${'))
  .map((text) => ({ text, errors: parseFilter(plainText(text)).errors }))
  .filter(({ errors }) => errors.length > 0);

const PIECES = `A eq ne Not not and OR ( ) , 'a' 'b "c" ' "" 5 5L -1.5 +5 1e3 5l null true False X'0a' guid'x' guid x' ; @ > é`;

/** Tokens of filters, with and without spaces; never nothing but spaces. */
const pieces = fc
  .array(fc.tuple(fc.constantFrom(...PIECES.split(' ')), fc.constantFrom('', ' ', ' ', ' ')), {
    minLength: 1,
    maxLength: 9,
  })
  .map((words) => words.flat().join(''))
  .filter((text) => text !== 'true' && text !== 'false');

describe('what is said of Azurite', () => {
  it('is said of many filters', () => {
    assert.ok(wrongFilters.length > 30);
  });

  for (const { text, errors } of wrongFilters) {
    const said = errors.every(({ azuriteAccepts }) => azuriteAccepts);
    it(`it ${said ? 'accepts' : 'rejects'} ${text}`, () => {
      assert.equal(isTaken(text), said);
    });
  }

  it('it takes what it is said to take, whatever stands there', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        assert.equal(azuriteAccepts(text), isTaken(text));
      }),
      { numRuns: 5000 },
    );
  });
});

function isTaken(text: string): boolean {
  try {
    validateQueryTree(parseQuery(text));
    return true;
  } catch {
    return false;
  }
}
