import assert from 'node:assert/strict';
import { generateToFix } from './generate/generate.ts';
import type { Program } from './program.ts';
import { tryRenames } from './rename/try-rename.ts';
import { choicesOf } from './try.ts';

const SEED = Number(process.env.RENAME_SEED ?? 1);
const PROGRAMS = Number(process.env.RENAME_PROGRAMS ?? 60);

describe(`renames in ${PROGRAMS} random programs, applied and run on data with the new name`, function () {
  this.timeout(600_000);

  it('change nothing of what the programs do, where nothing is left to the person', async () => {
    const sum = { whole: 0, open: 0, refused: 0 };
    const faults: string[] = [];
    for (let index = 0; index < PROGRAMS; index++) {
      const trial = await tryRenames(generateToFix(choicesOf(SEED, index)));
      sum.whole += trial.whole;
      sum.open += trial.open;
      sum.refused += trial.refused;
      faults.push(...trial.faults.map((fault) => `program ${index}: ${fault}`));
    }
    const counts = JSON.stringify(sum);
    assert.deepEqual(faults, [], counts);
    assert.ok(sum.whole > PROGRAMS / 4, counts);
  });
});

describe('the oracle of renames', () => {
  it('catches one that leaves a place out', async () => {
    const text = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Books');
export async function main(): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of client.listEntities<{ title: string }>({ queryOptions: { select: ['title'] } })) {
    rows.push(row.title);
  }
  return rows;
}
`;
    const program: Program = {
      files: [{ file: '/program/main.ts', text }],
      entry: '/program/main.ts',
      parameters: [],
      open: [],
      features: [],
      doAnswersMatter: false,
    };
    assert.deepEqual(await tryRenames(program), { whole: 1, open: 0, refused: 0, faults: [] });
    const { faults } = await tryRenames(program, (made) => {
      if (made.kind === 'refused') return made;
      const changes = new Map([...made.changes].map(([file, edits]) => [file, edits.slice(0, -1)]));
      return { ...made, changes };
    });
    assert.match(faults.join(), /undefined/);
  });
});
