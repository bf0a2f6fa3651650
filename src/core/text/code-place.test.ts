import assert from 'node:assert/strict';
import { placedCode, placeInText } from './code-place.ts';

/** A text of which nothing is known, with a call for its `|`. */
function inserted(marked: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = placeInText(text, offset);
  return text.slice(0, place.span.start) + placedCode(place, 'await a()') + text.slice(place.span.end);
}

describe('a line of its own in a text of which nothing is known', () => {
  it('is the one of the cursor where it is empty', () => {
    assert.equal(inserted('b\n|\nc\n'), 'b\nawait a();\nc\n');
    assert.equal(inserted('b\n  |\nc\n'), 'b\n  await a();\nc\n');
    assert.equal(inserted('|'), 'await a();\n');
  });

  it('is the first one too', () => {
    assert.equal(inserted('|\nb\nc\n'), 'await a();\nb\nc\n');
    assert.equal(inserted('|\r\nb\r\n'), 'await a();\r\nb\r\n');
    assert.equal(inserted('|\n\nb\n'), 'await a();\n\nb\n');
  });

  it('is below the one of the cursor where that is not empty, as far in', () => {
    assert.equal(inserted('  b|\nc\n'), '  b\n  await a();\nc\n');
    assert.equal(inserted('|b'), 'b\nawait a();\n');
  });
});
