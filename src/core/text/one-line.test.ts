import assert from 'node:assert/strict';
import { onOneLine, visible } from './one-line.ts';

describe('a text on one line', () => {
  it('shows what breaks lines', () => {
    assert.equal(visible('a\r\nb\nc\rd\u2028e\u2029f\u0085g\th'), 'a↵b↵c↵d↵e↵f↵g⇥h');
  });

  it('shows blanks at its ends where they make it another one', () => {
    assert.equal(onOneLine('  a  b '), '␣␣a  b␣');
    assert.equal(visible('  a '), '  a ');
  });

  it('shows what is not seen, and what turns letters around', () => {
    assert.equal(visible('a\0b\x1b[31mc\x7f'), 'a␀b␛[31mc␡');
    assert.equal(visible('user\u202Etxt.exe'), 'user‹U+202E›txt.exe');
    for (const unseen of '\u00AD\u034F\u061C\u115F\u180E\u200B\u200E\u200F\u202A\u202E\u2060\u2066\u2069\u3164\uFEFF\uFFFF\u{E0041}') {
      assert.match(visible(`a${unseen}b`), /^a‹U\+[0-9A-F]{4,6}›b$/);
    }
    assert.equal(visible('a\uD83D'), 'a\uFFFD');
  });

  it('leaves letters of any script and emoji as they are', () => {
    for (const text of ['Ärger', 'שלום', 'می‌خواهم', '日本語', '👩‍🚀', '❤️', 'naïve'])
      assert.equal(visible(text), text);
  });

  it('shows a shown text as itself', () => {
    const shown = visible('a\n\u202Eb\0');
    assert.equal(visible(shown), shown);
  });
});
