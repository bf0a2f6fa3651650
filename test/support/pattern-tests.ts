import assert from 'node:assert/strict';
import { assist, type Program } from './assisted.ts';

/** A program in which a pattern isn't written, and the reason that is given; undefined where it has nothing to say. */
export interface RefusedProgram {
  readonly program: Program;
  readonly why: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A test for each program in which a pattern isn't written: that the reason is given, and nothing else. */
export function itRefuses(pattern: string, refused: Readonly<Record<string, RefusedProgram>>): void {
  for (const [name, { program, why, settings }] of Object.entries(refused)) {
    it(`is not offered ${name}`, () => {
      const { outcome } = assist(pattern, program, settings);
      assert.equal(outcome?.kind === 'refused' ? outcome.why : outcome?.kind, why);
    });
  }
}

/** A test that a pattern names the calls of which it isn't known whether they are about the table of a program. */
export function itNamesDoubts(pattern: string, program: Program): void {
  it('says which operations might be about the same table', () => {
    const { outcome } = assist(pattern, {
      ...program,
      'other.ts': `import { TableClient } from '@azure/data-tables';
export const put = (table: string, id: string) =>
  new TableClient('https://a.table.core.windows.net', table).upsertEntity({ partitionKey: 'a', rowKey: id });
`,
    });
    assert.equal(outcome?.kind, 'change');
    assert.match(outcome.notes.at(-1) ?? '', /^It isn't known which table other\.ts:3 uses\./);
  });
}
