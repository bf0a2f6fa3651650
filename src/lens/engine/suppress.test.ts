import assert from 'node:assert/strict';
import { applyEdits } from '../../core/text/edit.ts';
import { syntaxErrorCount } from '../syntax/parse.ts';
import { createSilencer, readSuppressions } from './suppress.ts';

const KNOWN = new Set(['table-scan', 'row-key-or']);

function silences(text: string, rule: string, at: string, file = '/a.tsx'): boolean {
  assert.ok(text.includes(at));
  return readSuppressions(file, text, KNOWN).silences(rule, text.indexOf(at));
}

describe('suppression comments', () => {
  it('silence the rules they name, on the next line', () => {
    const text = [
      '// partition-lens-disable-next-line table-scan, row-key-or -- nightly report',
      'first(); second();',
      'third();',
    ].join('\n');
    assert.ok(silences(text, 'table-scan', 'first'));
    assert.ok(silences(text, 'row-key-or', 'second'));
    assert.ok(!silences(text, 'invalid-filter', 'first'));
    assert.ok(!silences(text, 'table-scan', 'third'));
  });

  it('silence a rule in the whole file, wherever they stand', () => {
    const text = 'first();\n/* partition-lens-disable table-scan */\nsecond();';
    assert.ok(silences(text, 'table-scan', 'first'));
    assert.ok(silences(text, 'table-scan', 'second'));
    assert.ok(!silences(text, 'row-key-or', 'second'));
  });

  it('are found in JSX, after code, with Windows line ends, in block comments of several lines', () => {
    const mark = 'partition-lens-disable-next-line table-scan';
    assert.ok(silences(`const a = <p>\n{/* ${mark} */}\n{found()}</p>;`, 'table-scan', 'found'));
    assert.ok(silences(`call(); // ${mark}\r\nfound();`, 'table-scan', 'found'));
    assert.ok(silences(`/*\n * ${mark}\n */\nfound();`, 'table-scan', 'found'));
    assert.ok(silences(`a = b / c; // ${mark}\nfound(/[/]/);`, 'table-scan', 'found'));
  });

  it('are not found in texts, templates, regular expressions and JSX text', () => {
    const mark = 'partition-lens-disable-next-line table-scan';
    for (const line of [
      `a = "// ${mark}";`,
      `a = '/* ${mark} */';`,
      `a = \`// ${mark}\`;`,
      `a = \`\${b}// ${mark}\`;`,
      `a = <p>// ${mark}</p>;`,
      `a = /\\/\\/ ${mark}/;`,
      `// as in: // ${mark}`,
      `// ${mark}-of-mine`,
    ]) {
      assert.ok(!silences(`${line}\nfound();`, 'table-scan', 'found'), line);
    }
    assert.ok(silences(`a = \`\${b /* ${mark} */}\`;\nfound();`, 'table-scan', 'found'));
  });

  it('silence what stands in a text of several lines from the line on which that begins', () => {
    const text =
      '// partition-lens-disable-next-line table-scan\nlist(odata`\n  Age gt 60\n  or Name eq ${name}`);';
    assert.ok(silences(text, 'table-scan', 'Age'));
    assert.ok(silences(text, 'table-scan', 'Name'));
  });

  it('are reported when they name no rule, or none that there is', () => {
    const text =
      '// partition-lens-disable-next-line table-scam, row-key-or\n// partition-lens-disable -- why\n';
    const found = readSuppressions('/a.ts', text, KNOWN).problems.map(({ place, messageId, data }) => [
      text.slice(place.span.start, place.span.end),
      messageId,
      ...data,
    ]);
    assert.deepEqual(found, [
      ['table-scam', 'not-a-rule', 'table-scam'],
      ['// partition-lens-disable -- why', 'no-rule'],
    ]);
  });
});

describe('the edit that writes a suppression comment', () => {
  const cases: readonly (readonly [name: string, before: string, at: string, after: string])[] = [
    [
      'goes above the line, as far in',
      'f();\n  list();\n',
      'list',
      'f();\n  // partition-lens-disable-next-line table-scan\n  list();\n',
    ],
    [
      'keeps Windows line ends',
      'f();\r\n\tlist();\r\n',
      'list',
      'f();\r\n\t// partition-lens-disable-next-line table-scan\r\n\tlist();\r\n',
    ],
    [
      'goes above a text of several lines',
      'list(`\n  Age gt 60`);',
      'Age',
      '// partition-lens-disable-next-line table-scan\nlist(`\n  Age gt 60`);',
    ],
    [
      'is a comment of JSX among tags',
      'const a = (\n  <p>\n    {list()}\n  </p>\n);',
      'list',
      'const a = (\n  <p>\n    {/* partition-lens-disable-next-line table-scan */}\n    {list()}\n  </p>\n);',
    ],
    [
      'keeps the space between words of JSX',
      'const a = <p>\n  one\n  two {list()}\n</p>;',
      'list',
      "const a = <p>\n  one\n  {/* partition-lens-disable-next-line table-scan */}{' '}\n  two {list()}\n</p>;",
    ],
    [
      'adds to the comment that is there',
      '// partition-lens-disable-next-line row-key-or -- small\nlist();',
      'list',
      '// partition-lens-disable-next-line row-key-or, table-scan -- small\nlist();',
    ],
  ];
  for (const [name, before, at, after] of cases) {
    it(name, () => {
      const edit = createSilencer('/a.tsx', before).edit('table-scan', before.indexOf(at), 'next-line');
      const edited = applyEdits(before, [edit]);
      assert.equal(edited, after);
      assert.equal(syntaxErrorCount('/a.tsx', edited), 0);
      assert.ok(silences(edited, 'table-scan', at));
    });
  }

  it('goes to the top of the file, below #!', () => {
    const before = '#!/usr/bin/env node\nlist();\n';
    const edited = applyEdits(before, [createSilencer('/a.js', before).edit('table-scan', 22, 'file')]);
    assert.equal(edited, '#!/usr/bin/env node\n// partition-lens-disable table-scan\nlist();\n');
    assert.ok(silences(edited, 'table-scan', 'list', '/a.js'));
  });
});

describe('a suppression comment', () => {
  /** Everything around which a comment may stand in TypeScript with JSX, broken over lines wherever it can be. */
  const NASTY = `/* a comment
   of lines */ first(); /*
*/ second();
const text = \`
  one \${
    third(\`inner
      \${fourth}\`)
  } two
\`, more = 'a\\
b' + fifth;
call(
  {
    filter: sixth,
    other: tag\`
      x \${seventh} y\`,
  },
  /[/]/.test(eighth),
);
export const View = ({ list, ...rest }: Props<
  Ninth
>) => (
  <section
    title="two
      lines"
    onClick={() => tenth()} {...rest}
  >
    words // no comment
    {list.map((each) =>
      <p key={eleventh}>
        {twelfth(each)} and
        more {
          thirteenth
        }
      </p>)}
    {/* a comment */}{fourteenth}
    <></>{list && <Other.Part<string> a='b'
      c={fifteenth} />}
  </section>
);
@decorate(sixteenth)
class A<T> {
  #seventeenth = \`eighteenth\`;
  get [nineteenth]() { return this
    .twentieth; }
}
`;

  for (const eol of ['\n', '\r\n']) {
    it(`works wherever a finding can begin, for rule after rule; lines end with ${JSON.stringify(eol)}`, () => {
      const text = NASTY.replaceAll('\n', eol);
      const errors = syntaxErrorCount('/a.tsx', text);
      const known = new Set(['first-rule', 'second-rule']);
      for (const { index } of text.matchAll(/(?<![\w$#])[\w$#]+|[{}<>()'"`]/g)) {
        let [edited, offset] = [text, index];
        for (const rule of known) {
          const edit = createSilencer('/a.tsx', edited).edit(rule, offset, 'next-line');
          edited = applyEdits(edited, [edit]);
          if (edit.span.start <= offset) offset += edit.text.length;
          const at = `${rule} at "${text.slice(index, index + 12)}" in\n${edited}`;
          assert.equal(syntaxErrorCount('/a.tsx', edited), errors, at);
          const { silences, problems } = readSuppressions('/a.tsx', edited, known);
          assert.ok(silences(rule, offset), at);
          assert.deepEqual(problems, [], at);
        }
        assert.equal(edited.split('partition-lens').length, 2, edited);
      }
    });
  }
});

describe('a comment with a reason', () => {
  const known = new Set(['table-scan', 'row-key-or']);
  const written = (
    text: string,
    reason: string,
    file = '/a.ts',
    scope: 'file' | 'next-line' = 'next-line',
  ): string => {
    const at = text.indexOf('scan()');
    return applyEdits(text, [createSilencer(file, text).edit('table-scan', at, scope, reason)]);
  };

  it('stands at its end', () => {
    assert.equal(
      written('  scan();\n', ' 20 rows '),
      '  // partition-lens-disable-next-line table-scan -- 20 rows\n  scan();\n',
    );
    assert.equal(
      written('scan();\n', '20 rows', '/a.ts', 'file'),
      '// partition-lens-disable table-scan -- 20 rows\nscan();\n',
    );
    assert.equal(written('scan();\n', '  '), '// partition-lens-disable-next-line table-scan\nscan();\n');
  });

  it('joins the reason that is there', () => {
    assert.equal(
      written('// partition-lens-disable-next-line row-key-or -- one\nscan();\n', 'two'),
      '// partition-lens-disable-next-line row-key-or, table-scan -- one; two\nscan();\n',
    );
    assert.equal(
      written('/* partition-lens-disable-next-line row-key-or */\nscan();\n', 'two'),
      '/* partition-lens-disable-next-line row-key-or, table-scan -- two */\nscan();\n',
    );
  });

  it('cannot leave the comment, whatever it is', () => {
    const reasons = [
      '*/ evil()',
      'a\nevil()',
      '\u2028evil()',
      '</script><b>',
      '--> evil()',
      '\u202eevil',
      'x'.repeat(9_000),
      '`${evil()}`',
    ];
    const texts: readonly (readonly [string, string])[] = [
      ['/a.ts', 'scan();\n'],
      ['/a.ts', '/* partition-lens-disable-next-line row-key-or */\nscan();\n'],
      ['/a.tsx', 'const a = (\n  <b>\n    {scan()}\n  </b>\n);\n'],
      ['/a.vue', '<script lang="ts">\nscan();\n</script>\n'],
    ];
    for (const reason of reasons) {
      for (const [file, text] of texts) {
        const after = written(text, reason, file);
        const where = `${file} ${reason.slice(0, 20)}`;
        assert.ok(after.length < text.length + 450, where);
        const { silences, problems } = readSuppressions(file, after, known);
        assert.deepEqual(problems, [], where);
        assert.ok(silences('table-scan', after.lastIndexOf('scan()')), where);
        const code = (source: string): string => source.replace(/\{?\/\*.*?\*\/\}?|\/\/.*|\s/g, '');
        assert.equal(code(after), code(text), where);
      }
    }
  });
});
