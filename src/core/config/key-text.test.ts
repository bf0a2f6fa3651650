import assert from 'node:assert/strict';
import { declarationText, readDeclared } from '../keys/declare.ts';
import { meaningOf } from '../keys/describe.ts';
import { suggestDeclarations } from '../keys/suggest.ts';
import { readConfig } from './table-config.ts';
import { readTypedKeys } from './key-text.ts';
import { declareKey } from './write-config.ts';
import { applyEdits } from '../text/edit.ts';

function keys(text: string): unknown {
  const read = readTypedKeys(text);
  assert.equal(read.kind, 'keys', read.kind === 'invalid' ? read.message : '');
  return read.declarations;
}

function refusal(text: string): string {
  const read = readTypedKeys(text);
  assert.equal(read.kind, 'invalid', `${text} was taken`);
  return read.message;
}

describe('declared keys as a person types them', () => {
  const number = { kind: 'codec', codec: 'padded-6', name: 'id' };
  const cases: readonly (readonly [typed: string, separator: string, parts: readonly unknown[]])[] = [
    ['{department}', '', [{ kind: 'text', name: 'department' }]],
    ['empid_{id:6}', '_', [{ kind: 'constant', text: 'empid' }, number]],
    ['{inverted-ticks}', '', [{ kind: 'codec', codec: 'inverted-ticks' }]],
    [
      'log_{customer}_{written:inverted-ticks}',
      '_',
      [
        { kind: 'constant', text: 'log' },
        { kind: 'text', name: 'customer' },
        { kind: 'codec', codec: 'inverted-ticks', name: 'written' },
      ],
    ],
    [
      '{a}::{b}',
      '::',
      [
        { kind: 'text', name: 'a' },
        { kind: 'text', name: 'b' },
      ],
    ],
    ['a_b_{…}', '_', [{ kind: 'constant', text: 'a' }, { kind: 'constant', text: 'b' }, { kind: 'text' }]],
    [
      'web{written:yyyyMMdd}',
      '',
      [
        { kind: 'constant', text: 'web' },
        { kind: 'codec', codec: 'yyyyMMdd', name: 'written' },
      ],
    ],
    [
      '{id:6}-{day:yyyyMMdd}_{rest}',
      '',
      [
        number,
        { kind: 'constant', text: '-' },
        { kind: 'codec', codec: 'yyyyMMdd', name: 'day' },
        { kind: 'constant', text: '_' },
        { kind: 'text', name: 'rest' },
      ],
    ],
    ['{}_end', '_', [{ kind: 'text' }, { kind: 'constant', text: 'end' }]],
  ];
  for (const [typed, separator, parts] of cases) {
    it(`are read: ${typed}`, () => {
      assert.deepEqual(keys(typed), [{ separator, parts }]);
    });
  }

  it('are several kinds where a bar stands between them', () => {
    assert.deepEqual(
      keys('empid_{id:6} | review_{year}'),
      [keys('empid_{id:6}'), keys('review_{year}')].flat(),
    );
  });

  it('come back as they are written in a list, and in the file', () => {
    const seen = ['empid_000042', 'empid_000043', 'review_2024', 'review_2025'];
    for (const { declarations } of suggestDeclarations(seen, 0n)) {
      assert.deepEqual(keys(declarations.map(declarationText).join(' | ')), declarations);
    }
    for (const [typed] of cases) {
      const read = readTypedKeys(typed);
      assert.ok(read.kind === 'keys');
      const edits = declareKey('', 'T', 'rowKey', read.declarations);
      assert.ok(edits);
      const { tables, problems } = readConfig(applyEdits('', edits));
      assert.deepEqual([tables.get('t')?.rowKey, problems], [read.declarations, []]);
    }
  });

  it('read keys', () => {
    const read = readTypedKeys('empid_{id:6}');
    assert.ok(read.kind === 'keys');
    const reading = readDeclared('empid_000042', read.declarations);
    assert.equal(reading && meaningOf(reading), '42');
    assert.equal(readDeclared('review_2024', read.declarations), undefined);
  });

  it('are refused with what to write instead', () => {
    assert.match(refusal('empid_{id'), /brace is missing/);
    assert.match(refusal('empid'), /in braces, such as \{department\}/);
    assert.match(refusal(''), /in braces/);
    assert.match(
      refusal('{written:invertd-ticks}'),
      /no key codec “invertd-ticks”. Did you mean “inverted-ticks”/,
    );
    assert.match(refusal('{invertd-ticks}'), /Did you mean “inverted-ticks”/);
    assert.match(refusal('{id:number}'), /“Another codec…” lists all/);
    assert.match(refusal('{id:40}'), /2 to 21 digits, not to 40/);
    assert.match(refusal('{id:6:7}'), /more than one colon/);
    assert.match(refusal('{a}_{a}'), /Two values are named “a”/);
    assert.match(refusal('{a}{b}'), /The end of \{a\} can't be found/);
    assert.match(refusal('{a}-{b}_{c}'), /same separator/);
  });
});
