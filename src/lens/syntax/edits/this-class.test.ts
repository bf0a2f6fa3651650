import assert from 'node:assert/strict';
import { classOfThis } from './this-class.ts';

describe('the class of whose instance code says `this`', () => {
  const at = (text: string): string | undefined => {
    const span = classOfThis('a.ts', text, text.indexOf('HERE'));
    return span && /class (\w+)/.exec(text.slice(span.start))?.[1];
  };

  it('is the innermost one around a method, a field or an arrow function', () => {
    assert.equal(at('class A { a() { HERE; } }'), 'A');
    assert.equal(at('class A { a = () => HERE; }'), 'A');
    assert.equal(at('class A { a() { return [1].map(() => { HERE; }); } }'), 'A');
    assert.equal(at('class A { a() { return class B { b() { HERE; } }; } }'), 'B');
    assert.equal(at('class A {} class C { get c() { return HERE; } }'), 'C');
  });

  it('is none elsewhere', () => {
    assert.equal(at('class A {} HERE;'), undefined);
    assert.equal(at('class A { static a() { HERE; } }'), undefined);
    assert.equal(at('class A { static { HERE; } }'), undefined);
    assert.equal(at('class A { a() { return function () { HERE; }; } }'), undefined);
    assert.equal(at('class A { a() { return { b() { HERE; } }; } }'), undefined);
    assert.equal(at('class A { a() { return class B { static b = HERE; }; } }'), undefined);
  });
});
