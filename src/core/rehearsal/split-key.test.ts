import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanPart } from './plan.ts';
import { splitKey } from './split-key.ts';

const literal = (text: string): PlanPart => ({ kind: 'literal', text });
const value = (attribute: string, encoding = ''): PlanPart => ({ kind: 'value', attribute, encoding });

describe('a key that is cut into its values', () => {
  const cut = (key: string, ...parts: readonly PlanPart[]): unknown => {
    const pieces = splitKey(key, parts);
    return typeof pieces === 'string' ? pieces : pieces.map(({ attribute, text }) => [attribute, text]);
  };

  it('has one cut, several, or none', () => {
    const parts = [value('a'), literal('_'), value('b')];
    assert.deepEqual(cut('x_y', ...parts), [
      ['a', 'x'],
      ['b', 'y'],
    ]);
    assert.equal(cut('x_y_z', ...parts), 'several');
    assert.equal(cut('xy', ...parts), 'none');
    assert.deepEqual(cut('', value('a')), [['a', '']]);
    assert.equal(cut('xy', value('a'), value('b')), 'several');
    assert.equal(cut('emp_7', literal('dep_'), value('id')), 'none');
  });

  it('knows texts of one form apart', () => {
    assert.deepEqual(cut('a_b_000007', value('name'), literal('_'), value('id', '6')), [
      ['name', 'a_b'],
      ['id', '000007'],
    ]);
    assert.equal(cut('00007', value('id', '6')), 'none');
    assert.equal(cut('limit_x', value('time', 'inverted ticks')), 'none');
    assert.deepEqual(
      cut(
        '2026-01-02_2026-01-02T03:04:05.678Z',
        value('day', 'yyyy-MM-dd'),
        literal('_'),
        value('at', 'iso'),
      ),
      [
        ['day', '2026-01-02'],
        ['at', '2026-01-02T03:04:05.678Z'],
      ],
    );
  });

  it('takes no time that grows with the ways to cut', () => {
    const parts = Array.from({ length: 12 }, (_, index) => [value(`v${index}`), literal('a')]).flat();
    assert.equal(splitKey(`${'a'.repeat(512)}b`, parts), 'none');
  });

  it('is put together of its pieces again', () => {
    const shape = fc.array(
      fc.oneof(
        fc.constantFrom('_', 'x-').map(literal),
        fc.constantFrom('', '3', 'hash:2').map((encoding) => value('v', encoding)),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(shape, fc.stringMatching(/^[_x0-9-]{0,12}$/), (parts, key) => {
        const pieces = splitKey(key, parts);
        if (typeof pieces === 'string') return;
        const left = [...pieces];
        const built = parts
          .map((part) => (part.kind === 'literal' ? part.text : (left.shift()?.text ?? '?')))
          .join('');
        assert.equal(built, key);
      }),
    );
  });
});
