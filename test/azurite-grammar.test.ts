import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  .filter(({ errors }) => errors.length > 0 && errors.every(({ kind }) => kind !== 'unexpected'));

describe('what is said of Azurite', () => {
  it('is said of many filters', () => {
    assert.ok(wrongFilters.length > 30);
  });

  for (const { text, errors } of wrongFilters) {
    const said = errors.every(({ azuriteAccepts }) => azuriteAccepts);
    it(`it ${said ? 'accepts' : 'rejects'} ${text}`, () => {
      const interpret = (): void => {
        validateQueryTree(parseQuery(text));
      };
      if (said) assert.doesNotThrow(interpret);
      else assert.throws(interpret);
    });
  }
});
