import assert from 'node:assert/strict';
import { MAX_TICKS } from '../../../core/keys/time.ts';
import { codecChoices, suggestedChoices, typedChoice } from './choices.ts';

/** 2026-11-21T10:00:00Z. */
const NOW = 639_308_520_000_000_000n;
const KEYS = [0n, 1n, 2n].map((hour) => `web_${MAX_TICKS - NOW + hour * 36_000_000_000n}`);

describe('ways to declare a key', () => {
  it('show what a key that was seen then says', () => {
    assert.deepEqual(
      suggestedChoices(KEYS, NOW).map(({ label, description, detail }) => [label, description, detail])[0],
      ['web_{inverted-ticks}', 'fits 3 of 3 keys seen', `${KEYS[0] ?? ''} → 2026-11-21T10:00:00Z`],
    );
  });

  it('are what a person types, with what the keys seen then say', () => {
    const typed = typedChoice('web_{written:inverted-ticks}', KEYS);
    assert.ok(typed.kind === 'choice');
    const { label, description, detail, fits } = typed.choice;
    assert.deepEqual(
      [label, description, detail, fits],
      ['web_{written:inverted-ticks}', 'fits 3 of 3 keys seen', `${KEYS[0] ?? ''} → 2026-11-21T10:00:00Z`, 3],
    );
    const vain = typedChoice('empid_{id:6}', KEYS);
    assert.ok(vain.kind === 'choice' && vain.choice.fits === 0 && vain.choice.detail === '');
    assert.equal(typedChoice('web_{', KEYS).kind, 'invalid');
  });

  it('are every codec, those first that fit', () => {
    const choices = codecChoices(['2026-01-02', 'Sales']);
    assert.deepEqual(choices[0]?.detail, '2026-01-02 → 2026-01-02');
    assert.equal(choices[0].label, 'iso-8601');
    assert.ok(choices.length > 70);
    assert.ok(choices.slice(1).every(({ detail }) => detail === ''));
  });
});
