import assert from 'node:assert/strict';
import type { Entity } from '../../core/edm/json.ts';
import { detectEntityType, typeOf } from './entity-types.ts';

function entity(rowKey: string, texts: Readonly<Record<string, string>> = {}): Entity {
  const properties = Object.entries(texts).map(([name, value]) => ({
    name,
    value: { type: 'String', value } as const,
  }));
  return { partitionKey: 'p', rowKey, properties };
}

describe('types of entities', () => {
  it('are told by a property that names them', () => {
    const entities = ['Employee', 'Department', 'Employee', 'Employee'].map((kind, index) =>
      entity(`r${index}`, { Name: 'x', kind }),
    );
    const declared = detectEntityType(entities);
    assert.deepEqual(declared, { kind: 'property', name: 'kind' });
    assert.deepEqual(
      entities.map((one) => typeOf(one, declared)),
      ['Employee', 'Department', 'Employee', 'Employee'],
    );
  });

  it('are told by what RowKey begins with', () => {
    const entities = ['empid_1', 'empid_2', 'review_1', 'review_2'].map((key) => entity(key));
    assert.deepEqual(detectEntityType(entities), { kind: 'row-key-prefix', separator: '_' });
  });

  it('are none where the property has a value for each, or is of some alone', () => {
    const each = ['a', 'b', 'c', 'd'].map((type) => entity('r', { Type: type }));
    assert.equal(detectEntityType(each), undefined);
    const some = [entity('1', { Type: 'a' }), entity('2', { Type: 'b' }), entity('3'), entity('4')];
    assert.equal(detectEntityType(some), undefined);
    const values = ['1', '2', '1', '2'].map((type) => entity('r', { Type: type }));
    assert.equal(detectEntityType(values), undefined);
  });

  it('are none where all are alike, or keys are names', () => {
    assert.equal(detectEntityType(['e_1', 'e_2', 'e_3'].map((key) => entity(key))), undefined);
    assert.equal(detectEntityType(['jo-b', 'ann-c', 'sue-d'].map((key) => entity(key))), undefined);
    assert.equal(detectEntityType([]), undefined);
  });

  it('may be missing of some entities where they are declared', () => {
    assert.equal(typeOf(entity('x'), { kind: 'property', name: 'Kind' }), undefined);
    assert.equal(typeOf(entity('x'), { kind: 'row-key-prefix', separator: '_' }), undefined);
    assert.equal(typeOf(entity('a_b_c'), { kind: 'row-key-prefix', separator: '_' }), 'a');
  });
});
