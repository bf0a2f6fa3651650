import assert from 'node:assert/strict';
import vm from 'node:vm';
import { compoundKeyCode } from '../compound-key/module-code.ts';
import { keyNames } from '../compound-key/names.ts';
import { indexNames } from '../sites/index-names.ts';
import { interModuleCode } from '../inter-partition-index/module-code.ts';
import { indexModuleCode } from '../intra-partition-index/module-code.ts';
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

  it('need no newer library than that of ES2019, whatever the separator', () => {
    for (const language of [JAVASCRIPT, TYPESCRIPT]) {
      const modules = [indexModuleCode(index, language), interModuleCode(index, language)];
      for (const code of [...modules, compoundKeyCode(compound, language)])
        assert.doesNotMatch(code, /\.(?:replaceAll|at|findLast|toSorted)\(/);
    }
    const dotted = keyCode({ ...index, prefix: 'author.' }, { says: 'A key.', end: 'rowKey' }, JAVASCRIPT);
    assert.equal(gives(dotted, `${index.names.rowKey}('a.b', 'c')`), 'author.a%2Eb.c');
  });

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
