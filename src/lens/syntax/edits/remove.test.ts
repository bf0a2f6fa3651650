import assert from 'node:assert/strict';
import { onlyOptionsOf, propertyWithComma, propertyWithLine, statementOf } from './remove.ts';

type Removed = (file: string, text: string, span: { start: number; end: number }) => typeof span | undefined;

/** The text without what is found for the part of it that `[[…]]` marks; undefined where nothing is. */
function without(removed: Removed, marked: string): string | undefined {
  const start = marked.indexOf('[[');
  const end = marked.indexOf(']]') - 2;
  const text = marked.replace('[[', '').replace(']]', '');
  const span = removed('a.ts', text, { start, end });
  return span && text.slice(0, span.start) + text.slice(span.end);
}

describe('a property that is taken out', () => {
  for (const [before, after] of [
    ['f({ [[a: 1]], b });', 'f({ b });'],
    ['f({ b, [[a: 1]] });', 'f({ b });'],
    ['f({ b, [[a: 1]], });', 'f({ b, });'],
    ['f({ [[a]] });', 'f({  });'],
    ["f({ b: ',', /* why */ [[a]] });", "f({ b: ',', /* why */  });"],
    ["f({ [[a: ',']] /* b, */, c });", 'f({  /* b, */, c });'],
  ] as const) {
    it(before, () => {
      assert.equal(without(propertyWithComma, before), after);
    });
  }

  it('takes the line with it where it stands alone', () => {
    assert.equal(without(propertyWithLine, 'f({\n  a,\n  [[b: 1]],\n  c,\n});'), 'f({\n  a,\n  c,\n});');
    assert.equal(without(propertyWithLine, 'f({\n  a, [[b: 1]],\n});'), 'f({\n  a, \n});');
  });
});

describe('an assignment that is taken out', () => {
  it('goes with its line', () => {
    assert.equal(without(statementOf, 'f();\n  [[a.b = 1]];\ng();'), 'f();\ng();');
    assert.equal(without(statementOf, 'f(); [[a.b = 1]]\ng();'), 'f(); \ng();');
  });

  it('is not one that is a part of something, or the only statement of a condition', () => {
    assert.equal(without(statementOf, 'if (a) [[a.b = 1]];'), undefined);
    assert.equal(without(statementOf, 'const c = ([[a.b = 1]]);'), undefined);
  });
});

describe('options with nothing else', () => {
  it('go with the comma before them', () => {
    assert.equal(without(onlyOptionsOf, 'new C(a, { [[b: true]] });'), 'new C(a);');
    assert.equal(without(onlyOptionsOf, "f(')', /* c */ { [[b: true]], },\n);"), "f(')',\n);");
  });

  it('stay where there is more, or no argument before them', () => {
    assert.equal(without(onlyOptionsOf, 'new C(a, { [[b: true]], c });'), undefined);
    assert.equal(without(onlyOptionsOf, 'f({ [[b: true]] });'), undefined);
    assert.equal(without(onlyOptionsOf, 'f(a, { c: { [[b: true]] } });'), undefined);
  });
});
