import assert from 'node:assert/strict';
import { canAnswer, testOfMethod, testOfNumber, testOfPattern } from './value-tests.ts';

describe('a test of a value', () => {
  it('of a number holds on one side of it', () => {
    assert.deepEqual([4, 5, 6].map(testOfNumber('<', 5).holdsOf), [true, false, false]);
    assert.deepEqual([4, 5, 6].map(testOfNumber('>', 5).holdsOf), [false, false, true]);
  });

  it('of a number is answered together with one close to it by what lies between them', () => {
    const [above, below] = [testOfNumber('>', 0.1), testOfNumber('<', 0.2)];
    assert.equal(canAnswer(above, true, below, true), true);
    assert.equal(canAnswer(testOfNumber('>', 0.2), true, testOfNumber('<', 0.1), true), false);
  });

  it('of a method holds of its examples', () => {
    for (const name of ['startsWith', 'endsWith', 'includes']) {
      const test = testOfMethod(name, 'ab');
      assert.deepEqual(test?.examples.map(test.holdsOf), [true]);
      assert.equal(test.holdsOf('ba'), false);
    }
    assert.equal(testOfMethod('trim', ''), undefined);
  });

  it('of a pattern has an example of every character that may stand at a place', () => {
    assert.deepEqual(testOfPattern('^[ab]c$', '')?.examples, ['ac', 'bc', 'ac']);
    assert.equal(testOfPattern('^[ab]c$', '')?.holdsOf('bc'), true);
    assert.equal(testOfPattern('^[ab]c$', '')?.holdsOf('bcd'), false);
  });

  it('of a pattern is not made of what may take many steps, nor of what asks more than its characters', () => {
    for (const source of [
      '(a+)+$',
      'a*',
      'a|b',
      String.raw`\d`,
      '[^a]',
      '[a-z]',
      '.',
      'a{2}',
      'a'.repeat(41),
    ])
      assert.equal(testOfPattern(source, ''), undefined, source);
    assert.equal(testOfPattern('a', 'g'), undefined);
  });
});
