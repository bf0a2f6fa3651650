import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Cursor } from '../../src/core/odata/cursor.ts';
import type { Token } from '../../src/core/odata/lexer.ts';
import { describeFilterError } from '../../src/core/odata/messages.ts';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { print } from '../../src/core/odata/print.ts';
import { classify } from '../../src/core/shape/classify.ts';
import {
  costOf,
  describeAdvice,
  describeCause,
  describeKey,
  describeProof,
  shapeName,
} from '../../src/core/shape/describe.ts';
import { describePart } from '../../src/core/shape/describe-part.ts';
import { explainPart } from '../../src/core/shape/explain.ts';
import { type FlatText, HOLE } from '../../src/core/text/segments.ts';
import { filterText } from '../support/filter-text.ts';
import { type Material, mutate } from './mutate.ts';
import { Random } from './random.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
const RUNS = 100_000;
/** Looks at a token that reading takes at most, for each token of the text: three times what was ever seen. */
const LOOKS_PER_TOKEN = 40;

const fixtures = readFileSync(new URL('../../src/core/odata/parse.fixtures.txt', import.meta.url), 'utf8');
const guide = JSON.parse(
  readFileSync(new URL('../fixtures/guide-queries.json', import.meta.url), 'utf8'),
) as readonly { readonly filter: string }[];

const SEEDS = [
  ...fixtures.split('\n\n').map((paragraph) => paragraph.split('\n')[0] ?? ''),
  ...guide.map(({ filter }) => filter),
];

const MATERIAL: Material = {
  cut: (text) => text.match(/\$\{\w*\}|\s+|\w+|[^]/gu) ?? [],
  insertions:
    `${HOLE} \${x} ' '' " ( ) , ; and or not eq NE == && ! in null true 5 5L 1e3 .5 X'0 guid' datetime' startswith( \${x}' \uD83D`.split(
      ' ',
    ),
  longOnceIn: 80,
  nestings: [
    ['(', ')'],
    ['not (', ')'],
    ['not ', ''],
    ['(A eq 1 or ', ')'],
    ["startswith(A, 'b') and (", ')'],
    ["A in ('b', ", ')'],
    ['A eq 1 and ', ''],
    ['A eq ${x} or ', ''],
    ["'", "'"],
    ['${x}', '${y}'],
  ],
};

/** Does with a filter all that the product does with one. */
function useFilter(flat: FlatText<string>, offset: number): void {
  const parsed = parseFilter(flat);
  const holeText = (at: number): string => `\${${flat.holes.get(at) ?? ''}}`;
  const classification = classify(parsed.filter);
  const { shape, region, cause, advice } = classification;
  const part = explainPart(parsed, offset);
  const said = [
    shapeName(shape),
    costOf(shape),
    parsed.filter && print(parsed.filter),
    ...parsed.errors.map(describeFilterError),
    ...describeProof(classification, flat, holeText),
    describeKey('PartitionKey', region.partitionKey, flat, holeText),
    describeKey('RowKey', region.rowKey, flat, holeText),
    cause && describeCause(cause),
    advice && describeAdvice(advice),
    ...(part ? describePart(part, flat, holeText) : []),
  ];
  assert.ok(!said.join('\n').includes('undefined'));
}

describe('filters that nobody wrote', () => {
  const peek = Object.getOwnPropertyDescriptor(Cursor.prototype, 'peek')?.value as (
    this: Cursor,
    ahead?: number,
  ) => Token;
  let looks = 0;
  let bound = Infinity;

  before(() => {
    Cursor.prototype.peek = function (ahead) {
      looks += 1;
      // thrown from within, so that reading without end ends too
      if (looks > bound) throw new Error(`more than ${bound} looks at tokens`);
      return peek.call(this, ahead);
    };
  });

  after(() => {
    Cursor.prototype.peek = peek;
  });

  it(`are read, classified and described in few steps: ${RUNS} of them`, function () {
    this.timeout(600_000);
    const random = new Random(SEED);
    for (let run = 0; run < RUNS; run++) {
      const text = mutate(random.pick(SEEDS), random, MATERIAL);
      looks = 0;
      bound = LOOKS_PER_TOKEN * (1 + (text.match(/\w+|\S/g)?.length ?? 0));
      try {
        useFilter(filterText(text), random.below(text.length + 1));
      } catch (error) {
        throw new Error(`run ${run}, seed ${SEED}: ${text.slice(0, 500)}`, { cause: error });
      }
    }
  });
});
