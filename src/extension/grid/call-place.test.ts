import assert from 'node:assert/strict';
import type { Insertion } from '../../core/text/code-place.ts';
import { callPlace } from './call-place.ts';

/** A source with a cursor (`|`) in which a person types before each answer. */
function typing(...texts: readonly string[]): {
  readonly cursor: Parameters<typeof callPlace<number>>[0];
  readonly answers: (
    of: (text: string, position: number) => Insertion | null,
  ) => () => Promise<Insertion | null>;
  readonly text: () => string;
} {
  let version = 0;
  const marked = (): string => texts[Math.min(version, texts.length - 1)] ?? '';
  const text = (): string => marked().replace('|', '');
  const document = {
    get version() {
      return version;
    },
    getText: text,
    offsetAt: (position: number) => position,
  };
  return {
    cursor: () => ({ document, position: marked().indexOf('|') }),
    answers: (of) => () => {
      const answer = of(text(), marked().indexOf('|'));
      if (version < texts.length - 1) version++;
      return Promise.resolve(answer);
    },
    text,
  };
}

/** Where the language server would put it: right at the cursor. */
function atCursor(text: string, position: number): Insertion {
  const span = { start: position, end: position };
  const place = {
    span,
    kind: 'expression',
    before: '',
    after: '',
    indent: '',
    takesAwait: true,
    goesOn: false,
  } as const;
  return { place, client: text.slice(0, position) };
}

describe('where a call goes in a source', () => {
  it('is where the language server says', async () => {
    const { cursor, answers } = typing('let a = |');
    const { place, client } = await callPlace(cursor, answers(atCursor));
    assert.deepEqual([place.span.start, client], [8, 'let a = ']);
  });

  it('is asked again when the text has changed meanwhile, at the cursor as it is then', async () => {
    const { cursor, answers } = typing('|', 'let longer = |');
    const { place, client } = await callPlace(cursor, answers(atCursor));
    assert.deepEqual([place.span.start, client], [13, 'let longer = ']);
  });

  it('is a line of its own at the cursor as it is, while somebody does not stop writing', async () => {
    const { cursor, answers, text } = typing('|', 'a|', 'ab|', 'abc|');
    const { place, client } = await callPlace(cursor, answers(atCursor));
    assert.deepEqual([text(), place.span, place.kind], ['abc', { start: 3, end: 3 }, 'statement']);
    assert.equal(client, undefined);
  });

  it('is a line of its own where no code is known, or nobody can be asked', async () => {
    for (const ask of [() => Promise.resolve(null), () => Promise.reject(new Error('gone'))]) {
      const { place } = await callPlace(typing('# Title|').cursor, ask);
      assert.deepEqual([place.span.start, place.before], [7, '\n']);
    }
  });
});
