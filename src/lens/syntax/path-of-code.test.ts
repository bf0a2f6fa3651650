import assert from 'node:assert/strict';
import { mayName, pathOfCode } from './path-of-code.ts';

describe('a path as the source writes it', () => {
  for (const [code, path] of Object.entries({
    department: ['department'],
    'employee.department': ['employee', 'department'],
    'this.partition': ['this', 'partition'],
    'a?.b /* c.d */ . default': ['a', 'b', 'default'],
    'key(department)': undefined,
    'this.#client!.rows!': ['this', '#client', 'rows'],
    '#client': undefined,
    '!a': undefined,
    'a[0]': undefined,
    "'a.b'": undefined,
    'a.': undefined,
    '1': undefined,
    '': undefined,
    [`${'a.'.repeat(500)}b`]: undefined,
  })) {
    it(`has its names: ${code.slice(0, 40)}`, () => {
      assert.deepEqual(pathOfCode(code), path);
    });
  }
});

it('tells which code can have no name in it', () => {
  assert.equal(mayName('encodeURIComponent(employee.email)', 'encodeURIComponent'), true);
  assert.equal(mayName('employee.email', 'encodeURIComponent'), false);
});
