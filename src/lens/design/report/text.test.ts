import assert from 'node:assert/strict';
import { CLIENT } from '../../../../test/support/operations.ts';
import { useOf } from '../../../../test/support/designs.ts';
import { DEFAULTS } from '../explorer/assumptions.ts';
import { reportsOf } from './data.ts';
import { textOf } from './text.ts';

/** The lines of the writes of a program, each with its places. */
function writeLines(source: string): readonly string[] {
  const reports = reportsOf([useOf(CLIENT + source)], DEFAULTS, ({ span: { start } }) => {
    const before = (CLIENT + source).slice(CLIENT.length, start).split('\n');
    return { file: 'main.ts', line: before.length, column: 1 };
  });
  const lines = textOf(reports);
  const from = lines.indexOf('  Writes');
  const to = lines.findIndex((line, index) => index > from && !line.startsWith('    '));
  return lines.slice(from + 1, to).map((line) => line.trim());
}

describe('the writes of a report', () => {
  it('say at which of their places they are in a loop', () => {
    const lines = writeLines(`
      export const save = (id: string, name: string) =>
        client.upsertEntity({ partitionKey: 'staff', rowKey: id, name }, 'Replace');
      export async function seed(all: { id: string; name: string }[]) {
        for (const { id, name } of all)
          await client.upsertEntity({ partitionKey: 'staff', rowKey: id, name }, 'Replace');
      }`);
    assert.deepEqual(lines, ['W1  employee: replace', 'main.ts:3:1', 'main.ts:6:1, in a loop']);
  });

  it('say once that all of their places are in a loop', () => {
    const lines = writeLines(`
      export async function seed(all: { id: string; name: string }[]) {
        for (const { id, name } of all)
          await client.upsertEntity({ partitionKey: 'staff', rowKey: id, name }, 'Replace');
      }`);
    assert.deepEqual(lines, ['W1  employee: replace, in a loop', 'main.ts:4:1']);
  });
});
