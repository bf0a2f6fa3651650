import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plain, plainLines, plainLog, plainName } from './plain.ts';

/** What VS Code's messages, prompts and progress take for a link (`linkedText.ts`), and its labels for an icon (`iconLabels.ts`), in 1.139. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const ICON = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z0-9-]+)?)\)/g;
/** What nobody sees, and what turns letters around. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const hostile = [
  'T [Repair](command:workbench.action.quit)',
  'o[\'[Repair](command:workbench.action.quit "Repair")\']',
  '[a](vscode://x.y/z) [b](https://a.example) [c](file:///etc/passwd)',
  '[[x]](command:y) []()[z](command:w)',
  String.raw`$(trash) \$(sync~spin) $($(bug))`,
  'Sales\u202Egnp.exe\u2066\u2069',
  'a\nb\r\n\r\n[Error] c\u2028d\u0085e',
  '\x1b[31m\0\x07',
  `[${'x'.repeat(9_000)}](command:${'y'.repeat(1_000)})`,
  '] (command:x) ]\u200C(command:y) ]\u200B(command:z)',
];

describe('a text of others in VS Code’s window', () => {
  for (const text of hostile) {
    it(`is a text: ${JSON.stringify(text.slice(0, 60))}`, () => {
      const shown = plain(text, 300);
      assert.doesNotMatch(shown, LINK);
      assert.doesNotMatch(shown, ICON);
      assert.doesNotMatch(shown, UNSEEN);
      assert.ok(shown.length <= 300);
      assert.equal(plain(shown, 300), shown);
    });
  }

  it('is a text whatever it is, cut anywhere', () => {
    const unit = fc.constantFrom(
      ...Array.from('[](){}<>$\\"\' \n\t:abx\u200C\u202E'),
      'command:',
      '](',
      '$(',
      '😀',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 3, max: 60 }), (text, length) => {
        const shown = plain(`[a${text}](command:b)$(c)`, length);
        assert.doesNotMatch(shown, LINK);
        assert.doesNotMatch(shown, ICON);
        assert.doesNotMatch(shown, UNSEEN);
        assert.ok(shown.length <= length);
      }),
    );
  });

  it('looks as it is', () => {
    assert.equal(plain('a [b](command:c) $(d)', 99).replaceAll('\u200C', ''), 'a [b](command:c) $(d)');
    for (const text of ["Name eq 'Ärger' and $filter", '${id}', 'שלום', 'cost $ (net)', '[a] (b)']) {
      assert.equal(plain(text, 99), text);
    }
  });

  it('leaves what stands around it to be read', () => {
    const message = plain(`Delete ${'x'.repeat(10_000)} of Shop (127.0.0.1:10002)?`, 200);
    assert.match(message, /^Delete x+…x+ of Shop \(127\.0\.0\.1:10002\)\?$/);
  });

  it('adds no line to ours', () => {
    assert.equal(plainLines(['a\nb', 'c']), 'a↵b\nc');
    assert.equal(plainLines(Array.from({ length: 1_000 }, () => 'x')).split('\n').length, 61);
  });

  it('is no address in a log, but for those of this machine', () => {
    const log = plainLog(
      'GET https://a.example/b file://server/share vscode://x.y/z\n  at file:///code/a.js:1',
    );
    assert.doesNotMatch(log, /(https|file|vscode):\/\/[^/]/);
    assert.match(log, /\n {2}at file:\/\/\/code\/a\.js:1$/);
    const here = 'listens at http://127.0.0.1:10002 and http://localhost:1/a, http://[::1]/';
    assert.equal(plainLog(here), here);
    for (const elsewhere of [
      ...[
        'http://127.0.0.1.a.example',
        'http://localhost.a.example',
        'HTTPS://a.example',
        '_https://a.example',
      ],
      ...['http://localhost:1@a.example/', 'http://127.0.0.1:10002@a.example', 'http://[::1]:b@a.example/'],
      ...['https:///a.example/b', 'http:////a.example', 'file:////a.example/b', 'file:///\\\\a.example\\b'],
      ...['file:///%5C%5Ca.example/b', 'http://localhost\\@a.example', '1http://a.example', 'xfile:///a'],
    ]) {
      assert.doesNotMatch(plainLog(`a ${elsewhere} b`), /:\/\//, elsewhere);
    }
  });

  it('leads a file’s name nowhere', () => {
    for (const name of ['../../x', '..', '.bashrc', 'a/b', 'C:\\x', 'a?b#c', 'a\nb']) {
      assert.doesNotMatch(plainName(name), /^\.|[/\\:?#\n]/);
    }
    assert.equal(plainName('Orders'), 'Orders');
    assert.ok(plainName('x'.repeat(10_000)).length <= 60);
  });
});
