import assert from 'node:assert/strict';
import { reveal } from './reveal.ts';

describe('selecting a row while VS Code reads the rows around anew', () => {
  /** A view that cannot find its rows that often. */
  function viewThatFails(times: number) {
    const asked: string[] = [];
    return {
      asked,
      reveal: (node: string): Promise<void> =>
        asked.push(node) <= times ? Promise.reject(new Error(`Cannot resolve ${node}`)) : Promise.resolve(),
    };
  }

  it('asks once where the row is there', async () => {
    const view = viewThatFails(0);
    await reveal(view, 'Orders', {}, 0);
    assert.deepEqual(view.asked, ['Orders']);
  });

  it('asks again until it is', async () => {
    const view = viewThatFails(3);
    await reveal(view, 'Orders', {}, 0);
    assert.equal(view.asked.length, 4);
  });

  it('says so where it never is', async () => {
    await assert.rejects(reveal(viewThatFails(Infinity), 'Orders', {}, 0), /Cannot resolve Orders/);
  });
});
