import assert from 'node:assert/strict';
import type { DesignData, StructureData } from '../design/report/data.ts';
import { leftText } from './written-by.ts';

const BASE: StructureData = {
  kind: 'ticket',
  role: 'base',
  partitionKey: 'TICKET',
  rowKey: '{id}',
  isNew: false,
  keysAsToday: true,
  atomic: true,
  carries: [],
};

function copyBy(attribute: string, more: Partial<StructureData> = {}): StructureData {
  const keys = { partitionKey: `{${attribute}}`, rowKey: '{id}' };
  return { ...BASE, ...keys, role: 'copy', isNew: true, keysAsToday: false, atomic: false, ...more };
}

function designOf(entities: readonly StructureData[]): DesignData {
  return {
    title: 'Copies',
    asItIs: false,
    why: '',
    whyNot: '',
    entities: [BASE, ...entities],
    patterns: [],
    writes: [],
    eventuallyConsistent: [],
    hotKinds: [],
    sites: [],
    cost: { reads: 1, writes: 1 },
  };
}

describe('what of a design is left to people', () => {
  const [team, email, city] = [copyBy('team'), copyBy('email'), copyBy('city', { atomic: true })];

  it('names a single structure', () => {
    assert.deepEqual(leftText(designOf([team]), { assists: [], left: [team] }), [
      'Copy of ticket, in its own table, written later: PartitionKey {team}, RowKey {id}',
    ]);
  });

  it('does not list all structures a second time', () => {
    assert.deepEqual(leftText(designOf([team, email, city]), { assists: [], left: [team, email, city] }), [
      'All that this design adds, as listed above.',
    ]);
  });

  it('puts what differs in its keys alone on one line', () => {
    const name = copyBy('name');
    assert.deepEqual(
      leftText(designOf([team, name, email, city]), { assists: [], left: [team, email, city] }),
      [
        'Copy of ticket, in its own table, written later: PartitionKey {team}, RowKey {id}; PartitionKey {email}, RowKey {id}',
        'Copy of ticket, in the same transaction: PartitionKey {city}, RowKey {id}',
      ],
    );
  });
});
