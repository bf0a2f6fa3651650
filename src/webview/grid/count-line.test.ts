import assert from 'node:assert/strict';
import { outcomeText } from './count-line.ts';

function exact(count: number) {
  return { count, exact: true };
}

const atLeast = (count: number) => ({ count, exact: false });

describe('what a filter touches, on one line', () => {
  it('is what matches, what is read for it, and what that takes', () => {
    const touched = { matched: exact(58), read: exact(1_210), partitions: exact(3), requests: 1 };
    assert.equal(
      outcomeText({ touched, spent: 4 }),
      '58 entities match · 1,210 read · 3 partitions · 1 request and 3 more to count',
    );
    assert.equal(
      outcomeText({ touched: { ...touched, onAzuriteAlone: 16 }, spent: 1 }),
      '58 entities match · only Azurite finds 16 of them · 1,210 read · 3 partitions · 1 request',
    );
  });

  it('has nothing twice', () => {
    const touched = { matched: exact(1), read: exact(1), partitions: exact(1), requests: 2 };
    assert.equal(outcomeText({ touched, spent: 2 }), '1 entity matches · 1 partition · 2 requests');
  });

  it('never takes a part for all', () => {
    const touched = {
      matched: atLeast(100_000),
      read: atLeast(100_000),
      partitions: atLeast(1),
      requests: 100,
    };
    assert.equal(
      outcomeText({ touched, spent: 100, problem: { message: 'Stopped after 100 requests', advice: '' } }),
      'at least 100,000 entities match · at least 100,000 read · at least 1 partitions · 100 requests · incomplete: Stopped after 100 requests',
    );
  });

  it('says why there is nothing, and nothing where nobody wanted it', () => {
    const problem = { message: 'No response from a', advice: 'Start it.' };
    assert.equal(outcomeText({ spent: 3, problem }), 'No response from a. Start it.');
    assert.equal(outcomeText({ spent: 0 }), '');
  });
});
