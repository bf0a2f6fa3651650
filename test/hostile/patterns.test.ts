import assert from 'node:assert/strict';
import type { RuleContext } from '../../src/lens/rules/rule.ts';
import { padFix } from '../../src/lens/rules/shared/pad.ts';
import { escapingIn } from '../../src/lens/rules/shared/escaped-by-hand.ts';
import { readCode } from '../../src/lens/syntax/program/read-code.ts';

/** Code that a pattern has to read to its end, so often that no ways back may multiply. */
const LONG = 20_000;

describe('code that sends patterns back and forth', () => {
  it('is padded as it stands', () => {
    const code = `a.().g${'().S().S'.repeat(200)}\0`;
    const context = { file: '/a.ts', sourceOf: () => code } as unknown as RuleContext;
    const place = { file: '/a.ts', span: { start: 0, end: code.length } };
    const { edits } = padFix(
      context,
      [{ value: { kind: 'number-text', number: {} }, place, inText: false, before: '' } as never],
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
      assert.equal(isEscaped(code), false);
    });
  }

  it('is looked for in names that lead to each other a bounded number of times', () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `v = v${i}; v${i} = w${i}; w${i} = v${i};`);
    const escaped = (name: string): string => `${name} = raw.replace(/'/g, "''");`;
    const declared = Array.from({ length: 3_000 }, (_, i) => `let v${i}, w${i};`).join('\n');
    const source = `let v;\n${declared}\n${lines.join('\n')}\n`;
    assert.equal(isEscaped(`${source}${escaped('v1')}\nv`), true);
    assert.equal(isEscaped(`${source}${escaped('v2999')}\nv`), false);
  });
});

/** Whether what stands last in a text is escaped. */
function isEscaped(text: string): boolean {
  const code = readCode('/a.ts', text);
  const last = code?.whole.parts.findLast((part) => part.kind === 'statement');
  assert.ok(code !== undefined && last?.statement.kind === 'expression');
  const { expression } = last.statement;
  return escapingIn(code.whole).isEscaped({ kind: 'expression', expression, frames: last.frames });
}
