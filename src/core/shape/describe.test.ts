import assert from 'node:assert/strict';
import { filterText } from '../../../test/support/filter-text.ts';
import { parseFilter } from '../odata/parse.ts';
import { classify } from './classify.ts';
import { costOf, describeAdvice, describeCause, describeKey, describeProof, shapeName } from './describe.ts';
import type { Shape } from './shape.ts';

function described(source: string): { keys: (string | undefined)[]; proof: string[]; why: string[] } {
  const flat = filterText(source);
  const classification = classify(parseFilter(flat).filter);
  const { region, cause, advice } = classification;
  const holeText = (offset: number): string => `\${${flat.holes.get(offset) ?? '?'}}`;
  return {
    keys: [
      describeKey('PartitionKey', region.partitionKey, flat, holeText),
      describeKey('RowKey', region.rowKey, flat, holeText),
    ],
    proof: describeProof(classification, flat, holeText),
    why: [...(cause ? [describeCause(cause)] : []), ...(advice ? [describeAdvice(advice)] : [])],
  };
}

describe('the words for shapes', () => {
  it('show what a key is pinned to', () => {
    const keys = (filter: string): (string | undefined)[] => described(filter).keys;
    assert.deepEqual(keys("PartitionKey eq 'O''Brien'"), ["PartitionKey is 'O''Brien'", undefined]);
    assert.deepEqual(keys("RowKey ge 'S' and 'T' gt RowKey"), [undefined, "RowKey starts with 'S'"]);
    assert.deepEqual(keys("RowKey ge 'S' and RowKey lt 'V'"), [undefined, "RowKey from 'S' to before 'V'"]);
    assert.deepEqual(keys("RowKey ge 'S' and RowKey le 'T'"), [undefined, "RowKey from 'S' to 'T'"]);
    assert.deepEqual(keys("RowKey gt 'S' and RowKey lt 'T'"), [undefined, "RowKey after 'S' and before 'T'"]);
    assert.deepEqual(keys("RowKey gt 'S' and RowKey le 'T'"), [undefined, "RowKey after 'S', up to 'T'"]);
    assert.deepEqual(keys("RowKey ge 'a_' and RowKey lt 'a`'"), [undefined, "RowKey starts with 'a_'"]);
    assert.deepEqual(keys("RowKey lt 'T'"), [undefined, "RowKey before 'T'"]);
    assert.deepEqual(keys("RowKey ge 'empid_'"), [undefined, "RowKey from 'empid_' on"]);
    assert.deepEqual(keys("RowKey le 'z'"), [undefined, "RowKey up to 'z'"]);
    assert.deepEqual(keys("PartitionKey eq ${dept} and RowKey gt 'emp_${id}_x'"), [
      'PartitionKey is ${dept}',
      "RowKey after 'emp_${id}_x'",
    ]);
  });

  it('prove a shape in one sentence a step', () => {
    assert.deepEqual(described("RowKey ge 'S' and RowKey lt 'T' and PartitionKey eq ${dept}").proof, [
      'PartitionKey = ${dept} fixes the partition.',
      "RowKey ≥ 'S' is the start of the row range.",
      "RowKey < 'T' is the end of the row range.",
    ]);
    assert.deepEqual(described("PartitionKey gt 'a' and PartitionKey le 'b' and RowKey eq 'c'").proof, [
      "PartitionKey > 'a' is the start of the partition range.",
      "PartitionKey ≤ 'b' is the end of the partition range.",
      "RowKey = 'c' fixes the row.",
    ]);
  });

  it('say why a shape is no better, and what to change', () => {
    const why: Record<string, RegExp[]> = {
      '': [/no filter/, /Add PartitionKey eq '…': Partition scan/],
      "PartitionKey eq 'a' or PartitionKey eq 'b'": [/scans the table/, /one query for each PartitionKey/],
      "PartitionKey eq 'a' and (RowKey eq 'a' or RowKey eq 'b')": [/scans the partition/, /Point query each/],
      "PartitionKey ne 'a'": [/PartitionKey is under "ne"/, /Add PartitionKey eq '…': /],
      "RowKey eq 'a'": [/RowKey alone/, /Point query/],
      "PartitionKey eq 'a' and A eq 1 and B eq 2": [/no index on A, B,/, /Row range query/],
      true: [/No key/, /Add PartitionKey eq '…': /],
      "PartitionKey eq 'a'": [/Only PartitionKey/, /RowKey ge/],
      "PartitionKey gt 'a'": [/bounded, not fixed/, /instead of the bounds/],
      "PartitionKey eq 'a' and PartitionKey eq 'b'": [/both conditions/],
      "RowKey lt ''": [/this condition/],
      '${clause}': [/isn't known/],
      "PartitionKey eq 'a' and RowKey ge 'b'": [/Add RowKey lt .*to the end/],
      "PartitionKey eq 'a' and RowKey lt 'b'": [/Add RowKey ge .*from the beginning/],
      "PartitionKey eq 'a' and RowKey eq 'b'": [/getEntity/],
    };
    for (const [filter, expected] of Object.entries(why)) {
      const found = described(filter).why;
      assert.equal(found.length, expected.length, filter);
      for (const [index, pattern] of expected.entries()) assert.match(found[index] ?? '', pattern);
    }
  });

  it('name each shape and its cost, each its own', () => {
    const shapes: Shape[] = [
      'point',
      'row-range',
      'partition-scan',
      'partition-range',
      'table-scan',
      'empty',
      'unknown',
    ];
    assert.equal(new Set(shapes.map(shapeName)).size, shapes.length);
    assert.equal(new Set(shapes.map(costOf)).size, shapes.length);
  });
});
