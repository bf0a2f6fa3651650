import assert from 'node:assert/strict';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { evaluate } from '../../core/odata/evaluate.ts';
import { plainText } from '../../core/text/segments.ts';
import { timedKeyOf, timeFilter, withCondition } from './time-range.ts';
import type { TimedKey } from './time-range.ts';

const MAX_TICKS = 3_155_378_975_999_999_999n;
const at = (iso: string): bigint => UNIX_EPOCH + BigInt(Date.parse(iso)) * UNIT.millisecond;
const now = at('2026-06-15T12:00:00Z');
const hour = UNIT.hour;

const inverted = (ticks: bigint): string => String(MAX_TICKS - ticks);

function declared(...parts: KeyDeclaration['parts']): KeyDeclaration[] {
  return [{ separator: '_', parts }];
}

function timed(declarations: readonly KeyDeclaration[], keys: readonly string[]): TimedKey {
  const found = timedKeyOf(declarations, keys, now);
  assert.ok(found, 'no time was found');
  return found;
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
    assert.equal(timedKeyOf(declaration, [`log_web_${now}`, `log_app_${now}`], now), undefined);
    assert.equal(timedKeyOf(declaration, [], now), undefined);
  });

  it('is not offered for keys without a time', () => {
    assert.equal(timedKeyOf([], ['a', 'b'], now), undefined);
    assert.equal(timedKeyOf([], [], now), undefined);
    assert.equal(timedKeyOf(declared({ kind: 'text' }), ['a'], now), undefined);
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
