import assert from 'node:assert/strict';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { evaluate } from '../../core/odata/evaluate.ts';
import { classify } from '../../core/shape/classify.ts';
import { plainText } from '../../core/text/segments.ts';
import { leavesRowsOut, timedKindsOf, timeFilter, withCondition } from './time-range.ts';
import { createKeySample } from './key-sample.ts';
import type { TimedKey } from './time-range.ts';

const MAX_TICKS = 3_155_378_975_999_999_999n;
const at = (iso: string): bigint => UNIX_EPOCH + BigInt(Date.parse(iso)) * UNIT.millisecond;
const now = at('2026-06-15T12:00:00Z');
const hour = UNIT.hour;

const inverted = (ticks: bigint): string => String(MAX_TICKS - ticks);

function declared(...parts: KeyDeclaration['parts']): KeyDeclaration[] {
  return [{ separator: '_', parts }];
}

function timed(declarations: readonly KeyDeclaration[], keys: readonly string[]): readonly TimedKey[] {
  const { kinds } = timedKindsOf(declarations, keys, now);
  assert.notEqual(kinds.length, 0, 'no time was found');
  return kinds;
}

function countOfKinds(declarations: readonly KeyDeclaration[], keys: readonly string[]): number {
  return timedKindsOf(declarations, keys, now).kinds.length;
}

function matches(filter: string, rowKey: string): boolean {
  const parsed = parseFilter(plainText(filter));
  assert.deepEqual(parsed.errors, []);
  assert.ok(parsed.filter);
  return evaluate(parsed.filter, { partitionKey: 'p', rowKey });
}

describe('a time range of RowKeys', () => {
  it('is found by what the keys seem to be when nothing is declared', () => {
    const keys = [0n, 1n, 2n].map((hours) => `${inverted(now - hours * hour)}_00000${hours}`);
    const filter = timeFilter(timed([], keys), now - hour, now);
    assert.deepEqual(
      keys.map((key) => matches(filter, key)),
      [true, true, false],
    );
    assert.equal(matches(filter, `${inverted(now + 1n)}_000009`), false);
  });

  it('includes both ends, whatever stands behind the time, in either order', () => {
    for (const [codec, text] of [
      ['ticks', (ticks: bigint) => String(ticks)],
      ['inverted-ticks', inverted],
    ] as const) {
      const declaration = declared({ kind: 'codec', codec }, { kind: 'text' });
      const filter = timeFilter(timed(declaration, []), now - hour, now);
      const within = [now - hour, now - 1n, now].map((ticks) => matches(filter, `${text(ticks)}_zzz`));
      assert.deepEqual(within, [true, true, true], codec);
      const beyond = [now - hour - 1n, now + 1n].map((ticks) => matches(filter, `${text(ticks)}_`));
      assert.deepEqual(beyond, [false, false], codec);
    }
  });

  it('keeps what stands before the time, where it is the same in all keys', () => {
    const declaration = declared(
      { kind: 'constant', text: 'log' },
      { kind: 'text' },
      { kind: 'codec', codec: 'ticks' },
    );
    const filter = timeFilter(timed(declaration, [`log_web_${now}`]), now - hour, now);
    assert.equal(matches(filter, `log_web_${now}`), true);
    assert.equal(matches(filter, `log_app_${now}`), false);
    assert.equal(countOfKinds(declaration, []), 0);
    const ids = Array.from({ length: 9 }, (_, id) => `log_${id}_${now}`);
    assert.equal(countOfKinds(declaration, ids), 0);
  });

  it('is known of each kind of rows, and of several together leaves none out and reads no more than around them', () => {
    const lines = Array.from({ length: 300 }, (_, n) => `line_${inverted(now - BigInt(n) * hour)}_01`);
    const orders = lines.slice(0, 30).map((key) => key.replace('line', 'order'));
    const sample = createKeySample();
    sample.add(lines);
    const [line, ...none] = timed([], sample.keys());
    assert.ok(line);
    assert.deepEqual(none, []);
    // what comes late, behind far more rows of another kind, is seen as well
    sample.add([...orders, 'profile']);
    const kinds = timed([], sample.keys());
    const all = [...lines, ...orders, 'profile'];
    const found = (chosen: readonly TimedKey[]): number => {
      const filter = timeFilter(chosen, now - hour, now);
      return all.filter((key) => matches(filter, key)).length;
    };
    assert.deepEqual([found([line]), found(kinds)], [2, 4]);
    const parsed = parseFilter(plainText(`PartitionKey eq 'p' and ${timeFilter(kinds, now - hour, now)}`));
    assert.equal(classify(parsed.filter).shape, 'row-range');
    assert.equal(timedKindsOf([], sample.keys(), now).stranger, 'profile');
  });

  it('may be of a part of the rows where the filter asks for more than a partition', () => {
    assert.deepEqual(
      ['', "PartitionKey eq 'a'", "RowKey ge 'line_'", "PartitionKey eq 'a' and Price gt 5"].map(
        leavesRowsOut,
      ),
      [false, false, true, true],
    );
  });

  it('is not offered for keys without a time', () => {
    assert.equal(countOfKinds([], ['a', 'b']), 0);
    assert.equal(countOfKinds([], []), 0);
    assert.equal(countOfKinds(declared({ kind: 'text' }), ['a']), 0);
  });

  it('stays within what the codec can write', () => {
    const declaration = declared({ kind: 'codec', codec: 'ticks' });
    assert.match(
      timeFilter(timed(declaration, []), 0n, MAX_TICKS * 2n),
      /^RowKey ge '\d{18}' and RowKey lt '\d{18}'$/,
    );
  });

  it('takes the place of bounds on RowKey, and keeps the rest of the filter', () => {
    const bounds = "RowKey ge 'a' and RowKey lt 'b'";
    assert.equal(withCondition('', 'RowKey', bounds), bounds);
    assert.equal(
      withCondition("PartitionKey eq 'p' and RowKey eq 'x' and (A eq 1 or B eq 2)", 'RowKey', bounds),
      `PartitionKey eq 'p' and (A eq 1 or B eq 2) and ${bounds}`,
    );
    assert.equal(withCondition('A eq 1 or B eq 2', 'RowKey', bounds), `(A eq 1 or B eq 2) and ${bounds}`);
    assert.equal(withCondition("RowKey eq 'x'", 'RowKey', bounds), bounds);
  });
});
