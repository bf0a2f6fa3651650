import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { filterText } from '../../../test/support/filter-text.ts';
import { HOLE, plainText, toPlaces } from '../text/segments.ts';
import type { Filter, FilterError } from './ast.ts';
import { parseFilter } from './parse.ts';
import { print } from './print.ts';

const fixtures = readFileSync(new URL('parse.fixtures.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .slice(1)
  .map((paragraph) => paragraph.trimEnd().split('\n'));

describe('parseFilter', () => {
  it('has fixtures', () => {
    assert.ok(fixtures.length > 70);
  });

  for (const [source = '', ...expected] of fixtures) {
    it(source, () => {
      const flat = filterText(source);
      const { filter, errors } = parseFilter(flat);
      const carets = errors.map((error) => {
        const places = toPlaces(flat, error.span).map(({ span }) => span);
        const [start, end] = [places[0]?.start ?? 0, places.at(-1)?.end ?? 0];
        return `${' '.repeat(start)}${'^'.repeat(end - start)} ${error.kind}${replacement(error)}`;
      });
      assert.deepEqual([...carets, `= ${filter ? readable(filter) : ''}`], expected);
    });
  }

  it('drops the error when the text is replaced as it says', () => {
    for (const [source = ''] of fixtures.filter(([source = '']) => !source.includes('${'))) {
      const before = parseFilter(plainText(source)).errors;
      for (const { span, replacement } of before.filter((error) => error.replacement !== undefined)) {
        const fixed = source.slice(0, span.start) + (replacement ?? '') + source.slice(span.end);
        assert.equal(parseFilter(plainText(fixed)).errors.length, before.length - 1, fixed);
      }
    }
  });

  it('reads no filter from no token, and no error', () => {
    assert.deepEqual(parseFilter(plainText(' \t\n')), { errors: [] });
  });

  it('takes a HOLE character that is no hole for an ordinary one', () => {
    const { filter, errors } = parseFilter(plainText(`Name eq 'a${HOLE}b'`));
    assert.deepEqual(errors, []);
    assert.ok(filter?.kind === 'comparison' && filter.right.kind === 'literal');
    assert.equal(filter.right.value.value, `a${HOLE}b`);
  });

  const deep: Record<string, string> = {
    parentheses: `${'('.repeat(10_000)}A eq 1${')'.repeat(10_000)}`,
    negations: `${'not '.repeat(10_000)}A eq 1`,
    calls: 'f('.repeat(10_000),
  };
  for (const [what, text] of Object.entries(deep)) {
    it(`does not lose its stack over 10,000 ${what}, and says so`, () => {
      const { filter, errors } = parseFilter(plainText(text));
      assert.ok(filter);
      assert.ok(errors.length > 0);
    });
  }

  it('gives up the tree of thousands of clauses, which could not be walked', () => {
    const { filter, errors } = parseFilter(plainText(Array<string>(10_000).fill('A eq 1').join(' and ')));
    assert.equal(filter?.kind, 'unknown');
    assert.deepEqual(
      errors.map(({ kind }) => kind),
      ['too-many-comparisons'],
    );
  });

  it('tells what is documented from what the grammar leaves out, and what Azurite takes', () => {
    const facts = (text: string): (string | boolean)[][] =>
      parseFilter(plainText(text)).errors.map(({ certainty, azuriteAccepts }) => [certainty, azuriteAccepts]);
    assert.deepEqual(facts("A EQ 'x'"), [['documented', true]]);
    assert.deepEqual(facts('A eq "x"'), [['documented', true]]);
    assert.deepEqual(facts("A == 'x'"), [['documented', false]]);
    assert.deepEqual(facts('A==5'), [['documented', true]]);
    assert.deepEqual(facts('A eq 1e3'), [['not-in-grammar', true]]);
    assert.deepEqual(facts("A eq time'1'"), [['not-in-grammar', false]]);
    assert.deepEqual(facts('not A eq 1'), [['not-in-grammar', true]]);
    assert.deepEqual(facts('Active'), [['not-in-grammar', true]]);
  });
});

/** `·` marks a space at the end of a replacement. */
function replacement({ replacement: text }: FilterError): string {
  if (text === undefined) return '';
  return text === '' ? ' →' : ` → ${text.replace(/ $/, text.startsWith(' ') ? ' ·' : '·')}`;
}

/** The printed tree, with `?` for what is not known and `…` for an operand that is missing. */
function readable(filter: Filter): string {
  return print(filter)
    .replaceAll(HOLE, '?')
    .replaceAll(/(?<= (eq|ne|gt|ge|lt|le)) (?= |$)|^(?= )/g, (space) => `${space}…`);
}
