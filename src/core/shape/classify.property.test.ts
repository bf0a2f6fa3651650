import assert from 'node:assert/strict';
import fc from 'fast-check';
import { comparison, conjunction, tree } from '../../../test/support/filter-arbitraries.ts';
import type { EdmValue } from '../edm/value.ts';
import type { Filter } from '../odata/ast.ts';
import { evaluate } from '../odata/evaluate.ts';
import { parseFilter } from '../odata/parse.ts';
import { print } from '../odata/print.ts';
import { plainText } from '../text/segments.ts';
import { classify } from './classify.ts';
import { regionContains } from './region.ts';

const KEYS = ['', 'a', 'a\0', 'aa', 'ab', 'b', 'b\0', 'ba', 'c', 'A', 'z', '\u{1F600}', '\uFFFD'];
const ENTITIES = KEYS.flatMap((partitionKey) => KEYS.map((rowKey) => ({ partitionKey, rowKey })));

const text = (value: string): EdmValue => ({ type: 'String', value });
const key = fc.constantFrom('PartitionKey', 'RowKey');
const onKey = comparison(key, fc.constantFrom(...KEYS.map(text)));
const onProperty = comparison(fc.constantFrom('A', 'B'), fc.constantFrom(text('a'), text('b')));

/** Filters as the parser gives them: with places. */
function placed(filter: Filter | undefined): Filter | undefined {
  return filter && parseFilter(plainText(print(filter))).filter;
}

/** Whether the keys satisfy a condition that names keys alone. */
function matches(filter: Filter | undefined, entity: (typeof ENTITIES)[number]): boolean {
  return filter === undefined || evaluate(filter, entity);
}

describe('classify, against every entity of a small alphabet', function () {
  this.timeout(60_000);

  it('is sound: what matches lies in the region, and nothing matches an empty filter', () => {
    const leaves = fc.oneof({ weight: 3, arbitrary: onKey }, { weight: 1, arbitrary: onProperty });
    const property = fc.constantFrom('a', 'b');
    fc.assert(
      fc.property(tree(leaves, 4), property, property, (made, a, b) => {
        const filter = placed(made);
        const { shape, region } = classify(filter);
        const properties = new Map([['A', text(a)]]).set('B', text(b));
        for (const entity of ENTITIES) {
          if (!filter || !evaluate(filter, { ...entity, properties })) continue;
          assert.notEqual(shape, 'empty');
          assert.ok(regionContains(region, entity), `${print(filter)} matches ${JSON.stringify(entity)}`);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is tight: for conditions on keys joined by "and", the region is what matches', () => {
    const pinning = onKey.filter(({ operator }) => operator !== 'ne');
    fc.assert(
      fc.property(fc.array(pinning, { maxLength: 6 }), (conditions) => {
        const filter = placed(conjunction(conditions));
        const { shape, region } = classify(filter);
        for (const entity of ENTITIES) {
          assert.equal(
            shape !== 'empty' && regionContains(region, entity),
            matches(filter, entity),
            `${filter ? print(filter) : ''} and ${JSON.stringify(entity)}`,
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  /** An `eq`, or at most one bound a side: no condition makes another one idle. */
  const pins = (name: string): fc.Arbitrary<string[]> => {
    const condition = (operator: string): fc.Arbitrary<string> =>
      fc.constantFrom('a', 'b', 'ba').map((value) => `${name} ${operator} '${value}'`);
    const lower = fc.oneof(condition('ge'), condition('gt'));
    const upper = fc.oneof(condition('le'), condition('lt'));
    return fc.oneof(...[[condition('eq')], [lower], [upper], [lower, upper]].map((all) => fc.tuple(...all)));
  };

  it('names what matters: without a condition of the proof, an entity outside the region matches', () => {
    fc.assert(
      fc.property(pins('PartitionKey'), pins('RowKey'), (partition, row) => {
        const conditions = [...partition, ...row];
        const source = conditions.join(' and ');
        const { shape, region, proof } = classify(parseFilter(plainText(source)).filter);
        if (shape === 'empty') return;
        assert.equal(proof.length, conditions.length);
        for (const { span } of proof) {
          const named = source.slice(span.start, span.end);
          const rest = conditions.filter((condition) => condition !== named).join(' and ');
          const { filter } = parseFilter(plainText(rest));
          assert.ok(
            ENTITIES.some((entity) => matches(filter, entity) && !regionContains(region, entity)),
            `${source} without ${named}`,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
