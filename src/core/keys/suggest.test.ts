import assert from 'node:assert/strict';
import { DECLARABLE_CODECS, type KeyDeclaration } from './declare.ts';
import { suggestDeclarations } from './suggest.ts';
import { MAX_TICKS, UNIT } from './time.ts';

/** 2026-11-21T10:00:00Z. */
const NOW = 639_308_520_000_000_000n;

/** A declaration in one line: `[_] "empid" padded-6`. */
function shown({ separator, parts }: KeyDeclaration): string {
  const each = parts.map((part) => {
    switch (part.kind) {
      case 'codec':
        return part.codec;
      case 'constant':
        return JSON.stringify(part.text);
      case 'text':
        return '*';
    }
  });
  return `[${separator}] ${each.join(' ')}`;
}

function suggested(keys: readonly string[]): string[] {
  return suggestDeclarations(keys, NOW).map(({ declarations }) => declarations.map(shown).join(' | '));
}

const times = Array.from({ length: 20 }, (_, index) => NOW - BigInt(index) * (UNIT.hour + 12_345_678n));

describe('suggestions for keys', () => {
  it('name the encoding of whole keys', () => {
    assert.equal(suggested(times.map((ticks) => String(MAX_TICKS - ticks)))[0], '[] inverted-ticks');
    assert.equal(suggested(['2026-01-02', '2026-01-03', '2026-02-01'])[0], '[] iso-8601');
  });

  it('cut compound keys at their separator', () => {
    const keys = times.map((ticks, index) => `ACME_${MAX_TICKS - ticks}_${String(index).padStart(4, '0')}`);
    assert.equal(suggested(keys)[0], '[_] "ACME" inverted-ticks padded-4');
    assert.equal(suggested(keys.map((key, index) => `c${index}${key}`))[0], '[_] * inverted-ticks padded-4');
  });

  it('do not cut what an encoding holds', () => {
    const keys = ['cust-7_2026-01-02', 'cust-7_2026-03-04', 'b2-x_2026-05-06'];
    assert.equal(suggested(keys)[0], '[_] * iso-8601');
  });

  it('tell kinds of rows apart by what they begin with', () => {
    const keys = ['empid_000223', 'empid_000011', 'email_jo@x', 'email_ann@y', 'empid_123456'];
    assert.deepEqual(suggested(keys), ['[_] "empid" padded-6 | [_] "email" *']);
  });

  it('offer what else the encoding may be', () => {
    const whole = times.map((ticks) => String(MAX_TICKS - (ticks / 10_000n) * 10_000n));
    const [first, ...others] = suggested(whole);
    assert.equal(first, '[] inverted-ticks');
    assert.ok(
      others.every((other) => other.startsWith('[] inverted-')),
      others.join(),
    );
    const ids = times.map((ticks) => DECLARABLE_CODECS.get('snowflake-x')?.encode(ticks) ?? '');
    assert.equal(suggested(ids)[0], '[] snowflake-x');
    assert.ok(suggested(['4102444', '4102445']).length === 0);
  });

  it('bear with a few keys from before', () => {
    const keys = [...times.map((ticks) => String(MAX_TICKS - ticks)), 'old'];
    assert.equal(suggested(keys)[0], '[] inverted-ticks');
    const compound = ['another-thing', ...times.map((ticks) => `web_${MAX_TICKS - ticks}`)];
    assert.equal(suggested(compound)[0], '[_] "web" inverted-ticks');
  });

  it('say nothing of names and random ids', () => {
    assert.deepEqual(suggested(['Sales', 'Marketing', 'R and D']), []);
    assert.deepEqual(suggested(['5f0c-9a', 'bb21-04']), []);
    assert.deepEqual(suggested([]), []);
  });
});
