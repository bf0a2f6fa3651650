import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DECLARABLE_CODECS } from '../keys/declare.ts';

interface Schema {
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
});
