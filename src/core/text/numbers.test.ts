import assert from 'node:assert/strict';
import { grouped, rounded, writeNumbersAs } from './numbers.ts';

describe('numbers that people read', () => {
  afterEach(() => {
    writeNumbersAs('en');
  });

  it('are written as the language has them', () => {
    const written = (language: string): string[] => {
      writeNumbersAs(language);
      return [grouped(1_234_567), rounded(12.34)];
    };
    assert.deepEqual(written('en'), ['1,234,567', '12.3']);
    assert.deepEqual(written('de'), ['1.234.567', '12,3']);
    assert.deepEqual(written('fr'), ['1\u202f234\u202f567', '12,3']);
  });

  it('are written all the same where the language is none', () => {
    writeNumbersAs('not a language');
    assert.match(grouped(1_234), /1.?234/);
  });
});
