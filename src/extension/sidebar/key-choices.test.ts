import assert from 'node:assert/strict';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { keyChoices } from './key-choices.ts';

/** 2026-11-21T10:00:00Z. */
const CLOCK = { now: 639_308_520_000_000_000n, offsetAt: () => 0 };
const DAYS: KeyDeclaration = { separator: '', parts: [{ kind: 'codec', codec: 'yyyyMMdd' }] };

function labels(text: string, declarations: readonly KeyDeclaration[] = []): string[] {
  return keyChoices(text, declarations, CLOCK).map(({ label }) => label);
}

describe('ways to look for partitions', () => {
  it('are the key, and how keys start', () => {
    assert.deepEqual(labels('Sales'), ['Key is “Sales”', 'Key starts with “Sales”']);
    assert.deepEqual(labels(''), []);
    assert.deepEqual(labels('2026-01-02'), ['Key is “2026-01-02”', 'Key starts with “2026-01-02”']);
  });

  it('say what the key means where that is declared', () => {
    const [exact] = keyChoices('20260102', [DAYS], CLOCK);
    assert.equal(exact?.description, '2026-01-02 · 1 request');
  });

  it('are a time too where the table declares one', () => {
    const [, , time] = keyChoices('2026-01-02', [DAYS], CLOCK);
    assert.deepEqual(time, {
      label: 'From 2026-01-02 on',
      description: '20260102',
      range: { kind: 'from', from: '20260102' },
    });
    assert.equal(labels('-24h', [DAYS])[2], 'From 2026-11-20 on');
    const behind: KeyDeclaration = { separator: '_', parts: [{ kind: 'text' }, ...DAYS.parts] };
    assert.equal(labels('2026-01-02', [behind]).length, 2);
  });
});
