import assert from 'node:assert/strict';
import { asOperand } from './operand.ts';

describe('what a method is called on', () => {
  for (const [code, operand] of Object.entries({
    'a.b[0]!.c(d)': 'a.b[0]!.c(d)',
    "'a'": "'a'",
    '`a${b}`': '`a${b}`',
    '(a + b)': '(a + b)',
    'a + b': '(a + b)',
    'a ? b : c': '(a ? b : c)',
    'a as string': '(a as string)',
    'await a': '(await a)',
    '5': '(5)',
    'new A': '(new A)',
  })) {
    it(code, () => {
      const text = `f(${code});`;
      assert.equal(asOperand('a.ts', text, { start: 2, end: 2 + code.length }), operand);
    });
  }
});
