import assert from 'node:assert/strict';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

/** A call of it takes more steps than are followed, and then it runs what it is given. */
const BUSY = `let ran: (() => void) | undefined;
export function busy(given?: () => void): number {
  let turns = 0;
  for (let a = 0; a < 40; a++) for (let b = 0; b < 40; b++) for (let c = 0; c < 40; c++) turns += 1;
  given?.();
  ran?.();
  return turns;
}
export function keep(given: () => void): void { ran = given; }
`;

/** Nothing limits what `send` is given by others; two calls do. */
const suite = (
  before: string,
): string => `import { TableClient, TransactionAction } from '@azure/data-tables';
import { busy, keep } from './busy';
describe('orders', () => {
  const table = new TableClient(u, 'Orders', k);
  const send = async (orders: Order[]) => {
    const actions: TransactionAction[] = [];
    for (const order of orders) actions.push(['create', order]);
    await table.submitTransaction(actions);
  };
  it('sends', async () => {
    ${before}
    await send([{ partitionKey: 'a', rowKey: '1' }]);
    await send([{ partitionKey: 'a', rowKey: '2' }, { partitionKey: 'a', rowKey: '3' }]);
  });
});
`;

describe('a closure that a run has met, where another call is given up', () => {
  const told = (before: string, busy = BUSY): readonly string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/busy.ts', busy);
    engine.setFile('/orders.test.ts', suite(before));
    return engine
      .analyze('/orders.test.ts')
      .findings.filter(({ rule }) => rule === 'transaction-too-large')
      .map(({ messageId }) => messageId);
  };

  it('is judged by the calls that are seen', () => {
    assert.deepEqual(told(''), []);
    assert.deepEqual(told('busy();'), []);
  });

  it('is judged by itself, too, where that call may run it', () => {
    assert.deepEqual(told('busy(() => { void send(list); });'), ['unbounded']);
    assert.deepEqual(told('busy(send);'), ['unbounded']);
    assert.deepEqual(told('busy({ later: [send] });'), ['unbounded']);
  });

  it('and where it was given to that file before', () => {
    assert.deepEqual(told('keep(send); busy();'), ['unbounded']);
  });
});
