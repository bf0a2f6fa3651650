import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DECLARABLE_CODECS } from '../keys/declare.ts';
import { isDeclarableName } from './series-name.ts';
import { readConfig } from './table-config.ts';

interface Schema {
  readonly properties: {
    readonly folders: { readonly propertyNames: { readonly pattern: string } };
    readonly tables: { readonly propertyNames: { readonly pattern: string } };
  };
  readonly definitions: {
    readonly codec: { readonly enum: readonly string[]; readonly enumDescriptions: readonly string[] };
  };
}

describe('the schema of .partitionlens.json', () => {
  it('offers every key codec with its title', () => {
    const file = new URL('../../../schemas/partitionlens.schema.json', import.meta.url);
    const { codec } = (JSON.parse(readFileSync(file, 'utf8')) as Schema).definitions;
    assert.deepEqual(codec.enum, [...DECLARABLE_CODECS.keys()]);
    const titles = [...DECLARABLE_CODECS.values()].map(({ title }) => title());
    assert.deepEqual(codec.enumDescriptions, titles);
  });

  it('takes the folders that the file may have', () => {
    const file = new URL('../../../schemas/partitionlens.schema.json', import.meta.url);
    const { folders } = (JSON.parse(readFileSync(file, 'utf8')) as Schema).properties;
    const pattern = new RegExp(folders.propertyNames.pattern);
    for (const name of [
      'a',
      'a/b',
      './a/',
      '.github',
      'a b',
      '..',
      '../a',
      'a/..',
      '',
      '/',
      'a//b',
      'a*',
      '/a',
      'a/./b',
    ]) {
      const { problems } = readConfig(JSON.stringify({ folders: { [name]: { rules: {} } } }));
      assert.equal(pattern.test(name), problems.length === 0, name);
    }
  });

  it('takes the names of tables and series that the file may have', () => {
    const file = new URL('../../../schemas/partitionlens.schema.json', import.meta.url);
    const { tables } = (JSON.parse(readFileSync(file, 'utf8')) as Schema).properties;
    const pattern = new RegExp(tables.propertyNames.pattern);
    for (const name of [
      'Audit',
      'Audit20261122',
      'Audit{yyyyMMdd}',
      'Audit{yyyy}',
      'Audit*',
      'Au*{yyyy}',
      'Audit-{yyyy}',
      'audit{YYYYMM}',
      'A{date}',
      '{yyyy}',
    ]) {
      assert.equal(pattern.test(name), isDeclarableName(name), name);
    }
  });
});
