import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ExactJsonReader, readList, UnreadableJson } from './exact-json.ts';
import type { ExactValue } from './exact-json.ts';

/** The value as JavaScript has it, which loses what numbers were written as. */
function parsed(value: ExactValue): unknown {
  switch (value.kind) {
    case 'text':
    case 'boolean':
      return value.value;
    case 'null':
      return null;
    case 'number':
      return Number(value.text);
    case 'nested':
      return JSON.parse(value.json);
  }
}

function read(text: string): ExactValue {
  const reader = new ExactJsonReader(text);
  const value = reader.value();
  reader.end();
  return value;
}

describe('a reader of exact JSON', () => {
  it('reads what JSON.parse reads, blanks or not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, blanks) => {
        const text = blanks + JSON.stringify(value, undefined, blanks) + blanks;
        assert.deepEqual(parsed(read(text)), JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses, and throws nothing else', () => {
    const character = fc.constantFrom(...Array.from('{}[]",:\\ux019-+.eEtrufalsn \n\u0000é\ud800'));
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
        let expected: unknown;
        let isJson = true;
        try {
          expected = JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson) assert.deepEqual(parsed(read(text)), expected);
        else assert.throws(() => read(text), UnreadableJson);
      }),
      { numRuns: 20_000 },
    );
  });

  it('gives up on what is nested deeper than any answer, without a deep stack', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(read(nested(64)).kind, 'nested');
    for (const depth of [65, 1_000_000]) {
      assert.throws(() => read(nested(depth)), { reason: 'too-deep' });
    }
    assert.throws(() => read('[{"a":'.repeat(100_000)), { reason: 'too-deep' });
  });

  it('gives up on more values than any answer has', () => {
    const answer = (count: number): string =>
      `{"value":[],"other":[${Array.from({ length: count }, () => '""').join()}]}`;
    const readUpTo = (most: number, text: string): void => {
      readList(text, most, (reader) => {
        reader.skip();
      });
    };
    readUpTo(1_000, answer(599_998));
    assert.throws(
      () => {
        readUpTo(1_000, answer(599_999));
      },
      { reason: 'too-large' },
    );
    readUpTo(Infinity, answer(700_000));
  });

  it('looks at each place once, wherever quotes and backslashes stand', () => {
    const far = `${'"a",'.repeat(500_000)}"\\n"`;
    const many = `"${'\\"\\\\'.repeat(1_000_000)}"`;
    // were it to look for the next backslash or quote from each place, this would take minutes
    for (const text of [`[${far}]`, `[${many}]`]) assert.equal(read(text).kind, 'nested');
  });
});
