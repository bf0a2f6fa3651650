import assert from 'node:assert/strict';
import { withAssertions } from './assertion-at.ts';

/** The code that is found for `code`, which stands once in a text. */
function found(text: string, code: string): string {
  const start = text.indexOf(code);
  const { start: from, end } = withAssertions('/a.ts', text, { start, end: start + code.length });
  return text.slice(from, end);
}

describe('an expression with its assertions', () => {
  it('has each ! behind it, wherever they stand', () => {
    assert.equal(found('add(user.email!);', 'user.email'), 'user.email!');
    assert.equal(found('add(user.email!!);', 'user.email'), 'user.email!!');
    assert.equal(found('add(user.email /* known */ !);', 'user.email'), 'user.email /* known */ !');
    assert.equal(found('add(`a_${user.email!}`);', 'user.email'), 'user.email!');
  });

  it('is itself where no ! is about all of it', () => {
    assert.equal(found('add(user.email);', 'user.email'), 'user.email');
    assert.equal(found('if (user.email != null) add();', 'user.email'), 'user.email');
    assert.equal(found('if (user.email !== other) add();', 'user.email'), 'user.email');
    assert.equal(found('add(user.email.address!);', 'user.email'), 'user.email');
    assert.equal(found('add(user.email /* ! */);', 'user.email'), 'user.email');
  });

  it('is found in code that is broken, or nested deep', () => {
    assert.equal(found('add(user.email!', 'user.email'), 'user.email!');
    const deep = `${'f('.repeat(5_000)}user.email!${')'.repeat(5_000)}`;
    assert.equal(found(`x(${'['.repeat(50)}user.email!${']'.repeat(50)})`, 'user.email'), 'user.email!');
    assert.ok(found(deep, 'user.email').startsWith('user.email'));
  });
});
