import assert from 'node:assert/strict';
import { flatten, HOLE, offsetAt, plainText, type Segment, toPlaces } from './segments.ts';

const place = (start: number, end: number, file = 'a.ts'): Segment<string>['place'] => ({
  file,
  span: { start, end },
});

describe('flatten', () => {
  it('puts one character for each hole, and knows where', () => {
    const flat = flatten([
      { kind: 'literal', text: "a eq '", place: place(0, 6) },
      { kind: 'hole', hole: 'x', place: place(8, 9) },
      { kind: 'literal', text: "'", place: place(10, 11) },
    ]);
    assert.equal(flat.text, `a eq '${HOLE}'`);
    assert.deepEqual([...flat.holes], [[6, 'x']]);
  });

  it('does not take a HOLE character of a literal for a hole', () => {
    assert.equal(plainText(HOLE).holes.size, 0);
  });
});

describe('toPlaces', () => {
  /** As in `eq ${x}y` at 10, then `'\n'` at 30 in another file, whose escape takes two characters. */
  const flat = flatten<string>([
    { kind: 'literal', text: 'eq ', place: place(10, 13) },
    { kind: 'hole', hole: 'x', place: place(15, 16) },
    { kind: 'literal', text: 'y', place: place(17, 18) },
    { kind: 'literal', text: 'a\nb', place: place(30, 34, 'b.ts'), offsets: [30, 31, 33, 34] },
  ]);

  it('leads to the source through escapes, holes and files', () => {
    assert.deepEqual(toPlaces(flat, { start: 0, end: 2 }), [place(10, 12)]);
    assert.deepEqual(toPlaces(flat, { start: 3, end: 4 }), [place(15, 16)]);
    assert.deepEqual(toPlaces(flat, { start: 2, end: 7 }), [
      place(12, 13),
      place(15, 16),
      place(17, 18),
      place(30, 33, 'b.ts'),
    ]);
    assert.deepEqual(toPlaces(flat, { start: 6, end: 8 }), [place(31, 34, 'b.ts')]);
  });

  it('merges what touches in the source', () => {
    const touching = flatten([
      { kind: 'literal', text: 'ab', place: place(5, 7) },
      { kind: 'literal', text: 'cd', place: place(7, 9) },
    ]);
    assert.deepEqual(toPlaces(touching, { start: 1, end: 3 }), [place(6, 8)]);
  });

  it('gives one place for an empty span', () => {
    assert.deepEqual(toPlaces(flat, { start: 0, end: 0 }), [place(10, 10)]);
    assert.deepEqual(toPlaces(flat, { start: 2, end: 2 }), [place(12, 12)]);
    assert.deepEqual(toPlaces(flat, { start: 8, end: 8 }), [place(34, 34, 'b.ts')]);
    assert.deepEqual(toPlaces(plainText(''), { start: 0, end: 0 }), [place(0, 0, '')]);
  });
});

describe('offsetAt', () => {
  const flat = flatten<string>([
    { kind: 'literal', text: 'eq ', place: place(10, 13) },
    { kind: 'hole', hole: 'x', place: place(15, 18) },
    { kind: 'literal', text: 'NAME', place: place(20, 22), whole: true },
    { kind: 'literal', text: 'a\nb', place: place(30, 34, 'b.ts'), offsets: [30, 31, 33, 34] },
  ]);

  it('leads from the source to the text, through escapes, holes and constants', () => {
    assert.equal(offsetAt(flat, 'a.ts', 10), 0);
    assert.equal(offsetAt(flat, 'a.ts', 12), 2);
    assert.equal(offsetAt(flat, 'a.ts', 17), 3);
    assert.equal(offsetAt(flat, 'a.ts', 21), 4);
    assert.deepEqual(
      [30, 31, 32, 33].map((at) => offsetAt(flat, 'b.ts', at)),
      [8, 9, 9, 10],
    );
  });

  it('is undefined between the pieces, and for what stands elsewhere', () => {
    assert.equal(offsetAt(flat, 'a.ts', 13), undefined);
    assert.equal(offsetAt(flat, 'b.ts', 10), undefined);
  });
});
