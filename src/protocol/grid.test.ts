import assert from 'node:assert/strict';
import { readColumns, readPanelState, readToHost, readToPanel } from './grid.ts';

const run = { kind: 'run', run: 1, filter: '', select: ['a'] };

describe('messages of the grid', () => {
  it('are read as they were sent', () => {
    for (const message of [
      { kind: 'ready' },
      run,
      { ...run, select: undefined },
      {
        kind: 'code',
        use: 'insert',
        call: { method: 'getEntity', entities: [{ partitionKey: '', rowKey: '' }] },
      },
      { kind: 'code', use: 'copy', call: { method: 'listEntities', filter: '' } },
      { kind: 'remember', columns: [{ name: 'a', width: 100, hidden: false }] },
    ]) {
      assert.equal(readToHost(message), message);
    }
    const ask = { kind: 'ask', run: 1, budget: 20, amount: 'all' };
    assert.equal(readToPanel(ask), ask);
    const found = { kind: 'partitionKeys', partitionKeys: ['a', ''] };
    assert.equal(readToPanel(found), found);
    const partitions = [{ partitionKey: '', entities: 3, isExact: true }];
    const listed = { kind: 'listed', listed: { partitions, isAll: false, rowKeys: ['r'] } };
    assert.equal(readToPanel(listed), listed);
    assert.equal(readToPanel({ ...listed, listed: { partitions } }), undefined);
  });

  it('have a state that is read with a sort and, as it was before there was one, without', () => {
    const state = { connection: 'a', table: 't', filter: '' };
    const sorted = { ...state, sort: { column: 'Price', isDescending: true } };
    assert.equal(readPanelState(state), state);
    assert.equal(readPanelState(sorted), sorted);
    assert.equal(readPanelState({ ...state, sort: { column: 'Price' } }), undefined);
  });

  it('have columns that are read as they were kept, and none of what another version kept', () => {
    const columns = [{ name: 'Price', width: 100, hidden: false }];
    assert.equal(readColumns(columns), columns);
    for (const other of [undefined, null, {}, ['Price'], [{ name: 'Price' }]]) {
      assert.deepEqual(readColumns(other), []);
    }
  });

  it('are nothing when a member is missing, of another type or of another union', () => {
    for (const message of [
      undefined,
      null,
      'ready',
      {},
      { kind: 'unheard-of' },
      { kind: 'toString' },
      { kind: '__proto__' },
      { kind: 'more', run: 1, amount: 'some', agreed: false },
      { kind: 'more', run: 1, amount: 'all' },
      { ...run, run: -1 },
      { ...run, filter: 5 },
      { ...run, select: [1] },
      { kind: 'openEntity', keys: { partitionKey: 'a' } },
      { kind: 'code', use: 'copy', call: { method: 'getEntity', filter: '' } },
      { kind: 'remember', columns: [{ name: 'a', width: 'wide', hidden: false }] },
      { kind: 'ask', run: 1, budget: 20 },
    ]) {
      assert.equal(readToHost(message), undefined, JSON.stringify(message));
    }
    assert.equal(readToPanel(run), undefined);
  });
});
