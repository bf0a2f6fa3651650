import assert from 'node:assert/strict';
import type { RuleContext } from '../../src/lens/rules/rule.ts';
import { padFix } from '../../src/lens/rules/shared/pad.ts';
import { isEscapedByHand } from '../../src/lens/rules/shared/escaped-by-hand.ts';

/** Code that a pattern has to read to its end, so often that no ways back may multiply. */
const LONG = 20_000;

describe('code that sends patterns back and forth', () => {
  it('is padded as it stands', () => {
    const code = `a.().g${'().S().S'.repeat(200)}\0`;
    const context = { file: '/a.ts', sourceOf: () => code } as unknown as RuleContext;
    const place = { file: '/a.ts', span: { start: 0, end: code.length } };
    const { edits } = padFix(
      context,
      { value: { kind: 'number-text', number: {} }, place, inText: false, before: '' } as never,
      10,
    );
    assert.deepEqual(edits, [{ span: place.span, text: `(${code}).padStart(10, '0')` }]);
  });

  for (const [name, code] of [
    ['quotes within brackets', `v.replace(/[${"'/".repeat(LONG)}]`],
    ['beginnings of brackets', 'v.replace(/[l'.repeat(LONG)],
    ['flags', `v.replace(/'/${'g'.repeat(LONG)}`],
  ] as const) {
    it(`escapes nothing: ${name}`, () => {
      assert.equal(isEscapedByHand('', code), false);
    });
  }

  it('is looked for in names that lead to each other a bounded number of times', () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `v = v${i}; v${i} = w${i}; w${i} = v${i};`);
    let reads = 0;
    const source = new Proxy(new String(lines.join('\n')), {
      get: (text, name) => {
        reads += 1;
        const value: unknown = Reflect.get(text, name, text);
        return typeof value === 'function' ? (value.bind(text) as unknown) : value;
      },
    });
    assert.equal(isEscapedByHand(source as unknown as string, 'v'), false);
    assert.ok(reads < 1_000, `${reads} reads`);
  });
});
