import assert from 'node:assert/strict';
import { applyEdits } from '../src/core/text/edit.ts';
import { check, markChanges } from './support/rule-fixtures.ts';
import { editsFor } from './support/update-carets.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Staff', credential);
`;
const SCAN = 'export const all = () => client.listEntities();';
const CARETS = '//                              ^^^^^^^^^^^^';
const RIGHT = `${CARETS} warning table-scan/no-filter`;

/** A test whose call of `check` has `lines` below its head. */
const source = (lines: readonly string[]): string =>
  ['it(() => {', 'check(`${HEAD}', ...lines, '`);', '});', ''].join('\n');

/** The lines that a test has once the marks of its fixture are written again. */
function updated(lines: readonly string[], cooked: readonly string[] = lines): readonly string[] {
  const text = source(lines);
  const fixture = [HEAD, ...cooked, ''].join('\n');
  const after = applyEdits(text, editsFor(text, { line: 2, column: 1 }, fixture, markChanges(fixture)));
  return after.split('\n').slice(2, -3);
}

describe('UPDATE_CARETS', () => {
  it('adds marks where there are none, and they are right', () => {
    assert.deepEqual(updated([SCAN]), [SCAN, RIGHT]);
    check([HEAD, SCAN, RIGHT, ''].join('\n'));
  });

  it('takes wrong marks away', () => {
    const silent = "export const one = () => client.getEntity('a', 'b');";
    assert.deepEqual(updated([silent, `${CARETS} warning table-scan`, '', SCAN]), [silent, '', SCAN, RIGHT]);
  });

  it('writes wrong marks again, and keeps how much they say', () => {
    assert.deepEqual(updated([SCAN, `${CARETS} error table-scan`]), [SCAN, `${CARETS} warning table-scan`]);
    assert.deepEqual(updated([SCAN, `${CARETS}^ hint table-scan/no-filter: x`]), [SCAN, RIGHT]);
    assert.deepEqual(updated([SCAN, `${CARETS} warning first-of-list/x`]), [SCAN, RIGHT]);
  });

  it('leaves right marks as they are', () => {
    for (const mark of [RIGHT, `${CARETS} warning table-scan`]) {
      assert.deepEqual(updated([SCAN, mark]), [SCAN, mark]);
    }
  });

  it('finds its place behind what a template escapes', () => {
    const cooked = 'const text = `${a}\\n`;';
    const raw = 'const text = \\`\\${a}\\\\n\\`;';
    assert.deepEqual(updated([raw, SCAN, '// end'], [cooked, SCAN, '// end']), [raw, SCAN, RIGHT, '// end']);
  });

  it('changes each file of a fixture', () => {
    const lines = [
      '// file: a.ts',
      ...HEAD.trim().split('\n'),
      SCAN,
      '// file: b.ts',
      ...HEAD.trim().split('\n'),
      SCAN,
    ];
    const fixture = `\n${lines.join('\n')}\n`;
    const { added } = markChanges(fixture);
    assert.deepEqual(
      added.map(({ below }) => fixture.split('\n')[below]),
      [SCAN, SCAN],
    );
    assert.deepEqual(
      added.map(({ below }) => below),
      [4, 8],
    );
  });

  it('says so where a fixture is not at the call, or a line not in the template', () => {
    const changes = { removed: [], added: [{ below: 1, text: '// a' }] };
    const at = { line: 1, column: 1 };
    assert.throws(() => editsFor('check(fixture);', at, 'a\nb\n', changes), /by hand/);
    assert.throws(() => editsFor('check(`${HEAD}b`);', at, 'x\ny\nzb', changes), /by hand/);
  });
});
