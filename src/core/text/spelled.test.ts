import assert from 'node:assert/strict';
import { flatten, type Segment } from './segments.ts';
import { spelledAt } from './spelled.ts';

const SOURCE = '`a eq ${x} and b eq ${Y}`';

const literal = (text: string, start: number): Segment<string> => ({
  ...{ kind: 'literal', text },
  place: { file: 'a.ts', span: { start, end: start + text.length } },
});

/** What the source reads, where `Y` is a constant with the text `1`. */
const FLAT = flatten<string>([
  literal('a eq ', 1),
  { kind: 'hole', hole: 'x', place: { file: 'a.ts', span: { start: 8, end: 9 } } },
  literal(' and b eq ', 10),
  { ...literal('1', 22), whole: true } as Segment<string>,
]);

describe('spelled', () => {
  const spelled = (text: string, named?: boolean): string | undefined => {
    const start = FLAT.text.indexOf(text);
    const span = { start, end: start + text.length };
    const found = spelledAt(FLAT, span, { file: 'a.ts', source: SOURCE, ...(named && { named }) });
    return found && SOURCE.slice(found.start, found.end);
  };

  it('has the braces of holes at the ends', () => {
    assert.equal(spelled('a eq \uFFFC'), 'a eq ${x}');
    assert.equal(spelled('\uFFFC and b'), '${x} and b');
  });

  it('has the last one of a constant only if it is wanted', () => {
    assert.equal(spelled('b eq 1'), 'b eq ${Y');
    assert.equal(spelled('b eq 1', true), 'b eq ${Y}');
  });

  it('is nothing in another file', () => {
    assert.equal(spelledAt(FLAT, { start: 0, end: 1 }, { file: 'b.ts', source: SOURCE }), undefined);
  });
});
