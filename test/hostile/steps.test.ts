import assert from 'node:assert/strict';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { plainText } from '../../src/core/text/segments.ts';
import { StepCounter } from '../fuzz/steps.ts';

const parse = (): unknown => parseFilter(plainText("PartitionKey eq 'a' and RowKey gt 'b'"));

/** What a counter of its own counts of some work. */
function countedBy(work: () => void): number {
  const counter = new StepCounter();
  counter.start();
  try {
    work();
    return counter.take();
  } finally {
    counter.stop();
  }
}

describe('a counter of steps', () => {
  it('starts at 0, whatever was called before', () => {
    const once = countedBy(parse);
    for (let i = 0; i < 100; i++) parse();
    assert.equal(countedBy(parse), once);
    assert.equal(
      countedBy(() => {
        parse();
        parse();
      }),
      2 * once,
    );
  });

  it('leaves out what is skipped', () => {
    const counter = new StepCounter();
    counter.start();
    parse();
    const once = counter.take();
    parse();
    counter.skip();
    parse();
    assert.equal(counter.take(), once);
    counter.stop();
  });

  it('counts nothing for no work, which would keep any budget: that fails', () => {
    assert.throws(() => countedBy(() => undefined), /no call of a function of src\/ was counted/);
  });
});
