import assert from 'node:assert/strict';
import { scratchNames } from '../../data/rehearsal/scratch-tables.ts';
import { until } from '../../../test/host/until.ts';
import { offeringLeft, ScratchNotes } from './scratch-notes.ts';

describe('notes of scratch tables', () => {
  const memoryOf = (values: Map<string, unknown>) => ({
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => {
      values.set(key, structuredClone(value));
      return Promise.resolve();
    },
  });

  it('outlive a window, of several rehearsals, until the tables are gone', async () => {
    const memory = memoryOf(new Map());
    const notes = new ScratchNotes(memory);
    const [one, other] = [scratchNames(3), scratchNames(2)];
    await notes.change('a', [], one);
    await notes.change('b', [], other);
    assert.deepEqual(new ScratchNotes(memory).all, [
      { connection: 'a', tables: one, process: process.pid },
      { connection: 'b', tables: other, process: process.pid },
    ]);
    await notes.change('a', one, one.slice(2));
    await notes.change('b', other, []);
    assert.deepEqual(notes.all, [{ connection: 'a', tables: one.slice(2), process: process.pid }]);
    await notes.change('a', one, []);
    assert.deepEqual(notes.all, []);
  });

  it('are abandoned once the process is gone that made them', async () => {
    const memory = memoryOf(new Map());
    const [mine, others] = [scratchNames(1), scratchNames(1)];
    const notes = new ScratchNotes(memory);
    await notes.change('a', [], mine);
    assert.deepEqual(notes.abandoned, []);
    const running = new ScratchNotes(memory, (id) => id === process.pid);
    await running.change('a', [], others, 4_000_000);
    assert.deepEqual(running.abandoned, [{ connection: 'a', tables: others, process: 4_000_000 }]);
    assert.equal(running.all.length, 2);
  });

  it('name nothing but scratch tables, whatever is kept there', () => {
    for (const kept of [
      undefined,
      'x',
      [null, 5, {}],
      [{ connection: 'a', tables: ['Employees'], process: 5 }],
      [{ connection: 'a', tables: [...scratchNames(1), 'PartitionLensScratch'], process: 5 }],
      [{ connection: 'a', tables: [], process: 5 }],
      [{ connection: 'a', tables: scratchNames(1), process: -1 }],
      [{ connection: 'a', tables: scratchNames(1) }],
      [{ connection: 5, tables: scratchNames(1), process: 5 }],
    ]) {
      assert.deepEqual(new ScratchNotes(memoryOf(new Map([['partitionLens.scratchTables', kept]]))).all, []);
    }
  });

  it('are looked at again while the process of another window may be about to end', async () => {
    const running = new Set([77]);
    const notes = new ScratchNotes(memoryOf(new Map()), (process) => running.has(process));
    const tables = scratchNames(2);
    await notes.change('a', [], tables, 77);
    const looks: number[] = [];
    const offers = offeringLeft(
      {
        notes,
        offer: async () => {
          looks.push(notes.abandoned.length);
          if (notes.abandoned.length > 0) await notes.change('a', tables, []);
        },
      },
      1,
    );
    await until(() => looks.length > 2, 'several looks');
    running.clear();
    await until(() => notes.all.length === 0, 'the notes to be empty');
    const { length } = looks;
    offers.dispose();
    assert.deepEqual(looks.slice(0, length - 1), Array(length - 1).fill(0));
    assert.equal(looks.at(-1), 1);
  });
});
