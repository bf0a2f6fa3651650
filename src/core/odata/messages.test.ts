import assert from 'node:assert/strict';
import { filterText } from '../../../test/support/filter-text.ts';
import { describeFilterError } from './messages.ts';
import { parseFilter } from './parse.ts';

function messages(source: string): string[] {
  return parseFilter(filterText(source)).errors.map(describeFilterError);
}

describe('describeFilterError', () => {
  it('says what is wrong, why it matters, and what to do', () => {
    assert.deepEqual(messages("PartitionKey == 'a'"), [
      `"==" isn't an operator in $filter. The service rejects the query. Write: eq`,
    ]);
  });

  it('says when Azurite hides the mistake', () => {
    assert.deepEqual(messages('PartitionKey eq "a"'), [
      "Text in $filter needs single quotes, not double quotes. The service rejects the query. Azurite accepts it, so you don't see the mistake locally. Write: 'a'",
    ]);
  });

  it('says when only the grammar speaks against it', () => {
    const [message = ''] = messages('Active');
    assert.match(message, /isn't in the documented grammar/);
    assert.doesNotMatch(message, /rejects/);
  });

  it('shows holes as holes, and cuts what is long', () => {
    assert.match(messages('tolower(${name}) eq 5')[0] ?? '', /“tolower\(\$\{…\}\)”/);
    const [message = ''] = messages(`Name eq 'a ${'b'.repeat(200)}`);
    assert.match(message, /b…”/);
    assert.ok(message.length < 300);
  });

  const oneOfEach = [
    "A == 'x'",
    'A EQ 1',
    'A eq "x"',
    "A eq 'x",
    "A eq 'O'Brien'",
    'f(A)',
    'A in (1)',
    'A in 1',
    'A eq null',
    'A',
    'PartitionKey',
    'not A eq 1',
    'A eq 5m',
    'A eq B',
    '1 eq 1',
    Array<string>(16).fill('A eq 1').join(' or '),
    '(A eq 1',
    '('.repeat(200),
    'A eq 1 B',
    'A eq',
    'A eq 1 and ()',
  ];
  for (const source of oneOfEach) {
    it(`has three parts for ${source.slice(0, 30)}`, () => {
      const found = messages(source);
      assert.ok(found.length > 0);
      for (const message of found) {
        assert.match(message, /rejects the query|documented grammar/);
        assert.doesNotMatch(message, /undefined|\{\d\}/);
        assert.ok(message.split(/[.:] /).length >= 3, message);
      }
    });
  }
});
