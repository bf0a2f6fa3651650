import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bullets, code, codeBlock, joined, link, md, paragraphs, plain, table, words } from './markdown.ts';

describe('Markdown around texts of others', () => {
  it('escapes all that is markup in them', () => {
    assert.equal(plain('T [Repair](command:x)'), String.raw`T \[Repair\]\(command:x\)`);
    assert.equal(
      plain('$(trash) <b> a_b *c* `d` # e | ~f~'),
      String.raw`\$\(trash\) \<b\> a\_b \*c\* \`d\` \# e \| \~f\~`,
    );
    assert.equal(plain('see https://a.example/b'), String.raw`see https\:\//a\.example/b`);
    assert.equal(plain('//localhost/a mailto:a@b'), String.raw`\//localhost/a mailto:a\@b`);
    assert.equal(plain('a\n\n# b\u202E'), String.raw`a↵↵\# b‹U\+202E›`);
  });

  it('leaves nothing of them that Markdown reads, whatever they are', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(...Array.from('[](){}<>!*_`#$\\|~\n\r\t &:/.-+@ab\u202E')),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const unescaped = plain(text).replaceAll(/\\[!-/:-@[-`{-~]/g, ' ');
        assert.doesNotMatch(unescaped, /[\\`*_{}[\]()#+\-.!<>|~&$@\n\r\t\u202E]|\/\//);
      }),
    );
  });

  it('keeps code on its line and in its fence', () => {
    assert.equal(code('a\n\n[x](command:y)'), '`a↵↵[x](command:y)`');
    assert.equal(code('a`b``c'), '```a`b``c```');
    assert.equal(code('`'), '`` ` ``');
    assert.equal(joined([code(''), code('` [x](command:y) `')], ' '), '` ` `` ` [x](command:y) ` ``');
    assert.equal(code(' a '), '`  a  `');
    assert.equal(code('  '), '`  `');
    const block = codeBlock('odata', ["a eq '", '```', '# x']);
    assert.equal(block, "````odata\na eq '\n```\n# x\n````");
    assert.equal(codeBlock('odata', ['a\n```\nb']), '````odata\na↵```↵b\n````');
  });

  it('cuts what is too long, at no cost', () => {
    assert.ok(code('x'.repeat(10_000)).length <= 302);
    assert.ok(plain('*'.repeat(1_000_000)).length <= 4_000);
  });

  it('takes translated texts as texts, and puts Markdown into them', () => {
    assert.equal(
      words('{1} of {0} (*all*)', code('a'), plain('b*')),
      String.raw`b\* of ${'`a`'} \(\*all\*\)`,
    );
    assert.equal(words('{0} and {3}', code('{1}')), '`{1}` and ');
  });

  it('ends no link before its end', () => {
    const address = 'file:///a)[x](command:y) <z>\n"\uD83D';
    assert.equal(
      link(plain('a.ts:1'), address),
      String.raw`[a\.ts:1](file:///a%29%5Bx%5D%28command:y%29%20%3Cz%3E%0A%22%EF%BF%BD)`,
    );
    assert.equal(link(plain('b'), 'command:own?%5B%22a%22%5D'), '[b](command:own?%5B%22a%22%5D)');
  });

  it('is put together of parts', () => {
    assert.equal(md`**${plain('a.b')}** · ${code('c')}`, String.raw`**a\.b** · ${'`c`'}`);
    assert.equal(paragraphs(plain('a'), undefined, plain(''), plain('b')), 'a\n\nb');
    assert.equal(bullets([plain('a'), joined([plain('b'), plain('c')], ' · ')]), '- a\n- b · c');
    assert.equal(
      table([plain(''), plain('n')], [[plain('x|y'), plain('1')]]),
      '|  | n |\n| --- | ---: |\n| x\\|y | 1 |',
    );
  });
});
