import assert from 'node:assert/strict';
import { pageTurned } from './pager.ts';

describe('turning pages', () => {
  const starts = [0, 100, 1_100];

  it('goes on to where the next page begins', () => {
    assert.equal(pageTurned(starts, 0, 1), 100);
    assert.equal(pageTurned(starts, 99, 1), 100);
    assert.equal(pageTurned(starts, 100, 1), 1_100);
    assert.equal(pageTurned(starts, 1_100, 1), undefined);
    assert.equal(pageTurned([], 0, 1), undefined);
  });

  it('goes back to where the page at hand begins, then to the one before', () => {
    assert.equal(pageTurned(starts, 150, -1), 100);
    assert.equal(pageTurned(starts, 100, -1), 0);
    assert.equal(pageTurned(starts, 5, -1), 0);
    assert.equal(pageTurned(starts, 0, -1), undefined);
  });
});
