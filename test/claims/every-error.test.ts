import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { rules } from '../../src/lens/rules/registry.ts';

describe('rules of error severity', () => {
  it('have each a test here that sees the code fail which they report', () => {
    const files = new Set(readdirSync(new URL('.', import.meta.url)));
    const missing = rules
      .filter(({ id, severity }) => severity === 'error' && !files.has(`${id}.test.ts`))
      .map(({ id }) => id);
    assert.deepEqual(
      missing,
      [],
      'Give each a test/claims/<id>.test.ts, in which the code that it reports fails.',
    );
  });
});
