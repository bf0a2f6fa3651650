import assert from 'node:assert/strict';
import vm from 'node:vm';
import { compoundKeyCode } from '../compound-key/module-code.ts';
import { keyNames } from '../compound-key/names.ts';
import { indexNames } from '../sites/index-names.ts';
import { type IndexModule, keyCode } from './index-code.ts';
import type { Language } from './language.ts';

const JAVASCRIPT: Language = { isTypeScript: false, isCommonJs: true };
const TYPESCRIPT: Language = { isTypeScript: true, isCommonJs: false };

/** What a function gives that the code declares. */
function gives(code: string, call: string): unknown {
  return vm.runInNewContext(`${code}\n${call}`, { module: {} });
}

describe('the functions of keys that patterns write', () => {
  const compound = { names: keyNames('Reviews', 'author', 0), attribute: 'author' };
  const index: IndexModule = {
    ...{
      names: indexNames('Reviews', 'author', 0, { key: 'RowKey', what: 'copy' }),
      attribute: 'author',
      prefix: 'author_',
    },
    ...{
      isUnique: false,
      isText: true,
      isGuarded: false,
      takesMore: false,
      reads: 'client',
      writes: new Set(),
    },
  };
  const ofIndex = (language: Language): string => keyCode(index, { says: 'A key.', end: 'rowKey' }, language);

  it('make a key of what is no text, where nothing keeps a caller from giving it', () => {
    const key = compoundKeyCode(compound, JAVASCRIPT);
    assert.equal(gives(key, `${compound.names.key}(7, 'a')`), '7_a');
    assert.equal(gives(key, `${compound.names.key}('o_b/', 'a')`), 'o%5Fb%2F_a');
    assert.equal(gives(key, `${compound.names.end}(undefined)`), 'undefined`');
    assert.equal(gives(ofIndex(JAVASCRIPT), `${index.names.rowKey}(7, 'a')`), 'author_7_a');
  });

  it('take texts alone where types say so', () => {
    for (const code of [compoundKeyCode(compound, TYPESCRIPT), ofIndex(TYPESCRIPT)]) {
      assert.match(code, /author: string/);
      assert.doesNotMatch(code, /String\(author\)/);
    }
  });
});
