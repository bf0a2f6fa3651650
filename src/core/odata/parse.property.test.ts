import assert from 'node:assert/strict';
import fc from 'fast-check';
import { comparison, literal, tree } from '../../../test/support/filter-arbitraries.ts';
import { type FlatText, HOLE } from '../text/segments.ts';
import { contains } from '../text/span.ts';
import type { Filter, ParsedFilter } from './ast.ts';
import { parseFilter } from './parse.ts';
import { print } from './print.ts';

const span = { start: 0, end: 0 };

/** Every HOLE character is a hole. */
function withHoles(text: string): FlatText<number> {
  const offsets = [...text.matchAll(new RegExp(HOLE, 'g'))].map(({ index }) => index);
  return { text, holes: new Map(offsets.map((offset, index) => [offset, index])), segments: [] };
}

const name = fc
  .stringMatching(/^[A-Za-zÄß_][A-Za-z0-9_é]{0,8}$/)
  .filter((text) => !/^(and|or|not|in|null|true|false|eq|ne|gt|ge|lt|le)$/i.test(text));

const hole = fc
  .constantFrom(undefined, 'Int64' as const, 'DateTime' as const, 'Guid' as const, 'Binary' as const)
  .map((type) => ({ kind: 'hole' as const, hole: { offset: 0 }, ...(type && { type }), span }));

const composed = fc.tuple(fc.string(), fc.string()).map(([before, after]) => ({
  kind: 'composed' as const,
  parts: [before, { offset: 0 }, after].filter((part) => part !== ''),
  span,
}));

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 4, arbitrary: comparison(name, literal) },
  {
    weight: 1,
    arbitrary: fc.boolean().map((value): Filter => ({
      kind: 'bare',
      operand: { kind: 'literal', value: { type: 'Boolean', value }, span },
      span,
    })),
  },
  { weight: 1, arbitrary: fc.constant<Filter>({ kind: 'unknown', span }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(comparison(name, literal), fc.oneof(hole, composed))
      .map(([{ operator }, right]): Filter => ({
        kind: 'comparison',
        operator,
        operatorSpan: span,
        left: { kind: 'property', name: 'P', span },
        right,
        span,
      })),
  },
);

const filters = tree(leaf, 4);

/** The tree without its places. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'span' && key !== 'operatorSpan' && key !== 'offset')
      .map(([key, inner]) => [key, bare(inner)]),
  );
}

function assertInside(text: string, { filter, errors }: ParsedFilter): void {
  const whole = { start: 0, end: text.length };
  for (const error of errors) {
    assert.ok(contains(whole, error.span), error.kind);
    assert.ok(error.span.start < error.span.end, error.kind);
    assert.equal(error.found, text.slice(error.span.start, error.span.end));
  }
  if (filter) assertNested(filter, whole);
}

function assertNested(filter: Filter, outer: { start: number; end: number }): void {
  assert.ok(contains(outer, filter.span), filter.kind);
  if (filter.kind === 'and' || filter.kind === 'or') {
    assertNested(filter.left, filter.span);
    assertNested(filter.right, filter.span);
  }
  if (filter.kind === 'not') assertNested(filter.operand, filter.span);
}

const WORDS =
  `PartitionKey RowKey A eq ne EQ == && || ! and or not AND in ( ) , 'a' 'b "c" ' '' 5 5L 1e3 null true X'0a' guid'x'
   startswith( \${ ${HOLE} '${HOLE}' '${HOLE} ${HOLE}' $filter= < >= ; -`.split(/\s+/);

const soup = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', '')), { maxLength: 25 })
  .map((words) => words.flat().join(''));

const mutated = fc
  .tuple(filters, fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.string({ maxLength: 3 })), { maxLength: 4 }))
  .map(([filter, edits]) =>
    edits.reduce((text, [at, length, inserted]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + inserted + text.slice(start + length);
    }, print(filter)),
  );

describe('parseFilter, on whatever it is given', function () {
  this.timeout(60_000);

  const texts = fc.oneof(fc.string({ unit: 'binary' }), soup, mutated);

  it('gives a value, with places inside the text; with and without holes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        assertInside(text, parseFilter(withHoles(text)));
        assertInside(text, parseFilter({ text, holes: new Map(), segments: [] }));
      }),
      { numRuns: 3000 },
    );
  });

  it('has a filter exactly where there is a token', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { filter } = parseFilter(withHoles(text));
        assert.equal(filter !== undefined, /\S/.test(text));
      }),
    );
  });

  it('reads back what print writes, and finds nothing wrong with it but its length', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        const { filter: read, errors } = parseFilter(withHoles(print(filter)));
        assert.deepEqual(bare(read), bare(filter));
        assert.deepEqual(
          errors.filter(({ kind }) => kind !== 'too-many-comparisons'),
          [],
        );
      }),
      { numRuns: 1000 },
    );
  });
});
