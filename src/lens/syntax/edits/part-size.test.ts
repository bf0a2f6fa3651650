import assert from 'node:assert/strict';
import { partSizes } from './part-size.ts';

/** The numbers that are found for the size that `[[…]]` marks, and the call that `<<…>>` marks, by what stands before each. */
function found(marked: string): string[] {
  const text = marked.replace(/\[\[|\]\]|<<|>>/g, '');
  const at = (mark: string): number =>
    marked.slice(0, marked.indexOf(mark)).replace(/\[\[|\]\]|<<|>>/g, '').length;
  const size = { start: at('[['), end: at(']]') };
  const call = { start: at('<<'), end: at('>>') };
  return partSizes('a.ts', text, size, call).map(({ start, end }) =>
    text.slice(text.lastIndexOf('\n', start) + 1, end).trim(),
  );
}

describe('the size of parts', () => {
  it('is everywhere in the loop, and nowhere else', () => {
    assert.deepEqual(
      found(`const other = 200;
for (let i = 0; i < rows.length; i += 200) {
  await <<client.submitTransaction(rows.slice(i, i + [[200]]))>>;
  wait(200);
}`).sort(),
      ['await client.submitTransaction(rows.slice(i, i + 200', 'for (let i = 0; i < rows.length; i += 200'],
    );
  });

  it('is where its constant is declared', () => {
    assert.deepEqual(found('const SIZE: number = 200;\nfor (;;) <<submit(rows.splice(0, [[SIZE]]))>>;'), [
      'const SIZE: number = 200',
    ]);
  });

  it('is not what another variable of that name may be, or what is worked out', () => {
    assert.deepEqual(found('let SIZE = 200;\nfor (;;) <<submit(rows.splice(0, [[SIZE]]))>>;'), []);
    assert.deepEqual(
      found(
        'const SIZE = 200;\nfunction f() { const SIZE = 2; for (;;) <<submit(rows.splice(0, [[SIZE]]))>>; }',
      ),
      [],
    );
    assert.deepEqual(found('const SIZE = 2 * 100;\nfor (;;) <<submit(rows.splice(0, [[SIZE]]))>>;'), []);
  });

  it('is alone only where it says how all is divided', () => {
    assert.deepEqual(found('for (;;) <<submit(rows.splice(0, [[200]]))>>;'), [
      'for (;;) submit(rows.splice(0, 200',
    ]);
    assert.deepEqual(found('for (;;) <<submit(rows.slice(0, [[200]]))>>;'), []);
    assert.deepEqual(found('for (const part of chunk(rows, [[200]])) <<submit(part)>>;'), [
      'for (const part of chunk(rows, 200',
    ]);
  });

  it('is not one outside of the loop', () => {
    assert.deepEqual(found('const first = rows.splice(0, [[200]]);\nfor (;;) <<submit(first)>>;'), []);
  });
});
