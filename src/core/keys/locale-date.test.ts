import assert from 'node:assert/strict';
import { faultOfPattern } from './date-pattern.ts';
import { patternOfLocale } from './locale-date.ts';

describe('patternOfLocale', () => {
  it('writes what the locale does', () => {
    assert.equal(patternOfLocale('de-DE', false), 'd.M.yyyy');
    assert.equal(patternOfLocale('de-DE', true), 'd.M.yyyy, HH:mm:ss');
    assert.equal(patternOfLocale('en-GB', false), 'dd/MM/yyyy');
    assert.equal(patternOfLocale('sv-SE', false), 'yyyy-MM-dd');
  });

  it('knows no locale that there is not', () => {
    assert.equal(patternOfLocale('not a locale', false), undefined);
  });

  it('tells which sort', () => {
    assert.equal(faultOfPattern(patternOfLocale('de-DE', false) ?? ''), 'unsorted');
    assert.equal(faultOfPattern(patternOfLocale('sv-SE', true) ?? ''), undefined);
  });
});
