import assert from 'node:assert/strict';
import fc from 'fast-check';
import { partitionFilter, prefixEnd, rowFilter } from './key-range.ts';

/** Legal keys, with the characters beside the ones that are not legal. */
const key = fc.string({
  unit: fc.constantFrom(...Array.from(' !"$%\'.0>@[]~ab\u00a0\ud7ff\ue000\uffff\u{1f600}\u{10ffff}')),
  maxLength: 6,
});

describe('key ranges', () => {
  it('end right behind the keys that start with the prefix', () => {
    fc.assert(
      fc.property(key, key, (prefix, other) => {
        const end = prefixEnd(prefix);
        const isWithin = other >= prefix && (end === undefined || other < end);
        assert.equal(isWithin, other.startsWith(prefix) || (end === undefined && other >= prefix));
        assert.ok(end === undefined || prefix < end);
      }),
    );
  });

  it('contain every key that starts with the prefix', () => {
    fc.assert(
      fc.property(key, key, (prefix, rest) => {
        const end = prefixEnd(prefix);
        assert.ok(prefix + rest >= prefix && (end === undefined || prefix + rest < end));
      }),
    );
  });

  it('step over characters that no key may hold', () => {
    assert.equal(prefixEnd('a.'), 'a0');
    assert.equal(prefixEnd('~'), '\u00a0');
    assert.equal(prefixEnd('\ud7ff'), '\u{10000}');
    assert.equal(prefixEnd('a\uffff'), 'b');
    assert.equal(prefixEnd('\uffff'), undefined);
  });

  it('are written as filters with quotes doubled', () => {
    const prefix = { kind: 'prefix', prefix: 'a' } as const;
    assert.equal(partitionFilter({ kind: 'all' }, undefined), undefined);
    assert.equal(partitionFilter({ kind: 'all' }, "o'x"), "PartitionKey gt 'o''x'");
    assert.equal(partitionFilter(prefix, undefined), "PartitionKey ge 'a' and PartitionKey lt 'b'");
    assert.equal(partitionFilter(prefix, 'ab'), "PartitionKey gt 'ab' and PartitionKey lt 'b'");
    const from = { kind: 'from', from: 'b', before: 'd' } as const;
    assert.equal(partitionFilter(from, undefined), "PartitionKey ge 'b' and PartitionKey lt 'd'");
    assert.equal(partitionFilter(from, 'c'), "PartitionKey gt 'c' and PartitionKey lt 'd'");
    assert.equal(rowFilter('P', { kind: 'from', from: "o'x" }), "P and RowKey ge 'o''x'");
    assert.equal(rowFilter('P', from), "P and RowKey ge 'b' and RowKey lt 'd'");
    assert.equal(partitionFilter({ kind: 'exact', key: 'a' }, undefined), "PartitionKey eq 'a'");
    assert.equal(rowFilter('P', { kind: 'exact', key: "o'x" }), "P and RowKey eq 'o''x'");
    assert.equal(rowFilter('P', prefix), "P and RowKey ge 'a' and RowKey lt 'b'");
  });
});
