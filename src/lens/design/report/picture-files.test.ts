import assert from 'node:assert/strict';
import { HOSTILE_TEXTS } from '../../../../test/support/hostile-texts.ts';
import { useOf } from '../../../../test/support/designs.ts';
import { CLIENT } from '../../../../test/support/operations.ts';
import { DEFAULTS } from '../explorer/assumptions.ts';
import { reportsOf, type TableReport } from './data.ts';
import { pictureFilesOf } from './picture-files.ts';

const NOWHERE = { file: 'a.ts', line: 1, column: 1 };

function reportFor(source: string): TableReport {
  const [report] = reportsOf([useOf(CLIENT + source)], DEFAULTS, () => NOWHERE);
  assert.ok(report, 'no table is found');
  return report;
}

const FOUND_BY_EMAIL = `
  export const hire = (dep: string, id: string, email: string) =>
    client.createEntity({ partitionKey: dep, rowKey: 'emp_' + id, email });
  export async function find(email: string) {
    for await (const e of client.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } })) show(e.rowKey);
  }`;

describe('pictures of tables as files', () => {
  it('show what is there, and each design that stores something else', () => {
    const files = pictureFilesOf([reportFor(FOUND_BY_EMAIL)]);
    assert.deepEqual(
      files.map(({ name, design }) => [name, design.asItIs]).sort(),
      files
        .map(({ design }, index) =>
          design.asItIs ? ['Employees-today.svg', true] : [`Employees-design-${index + 1}.svg`, false],
        )
        .sort(),
    );
    assert.ok(files.length > 1);
    for (const { svg } of files) assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });

  it('have names that lead nowhere else and are told apart, whatever tables are called', () => {
    const report = reportFor(FOUND_BY_EMAIL);
    const tables = [
      ...HOSTILE_TEXTS,
      '../../etc/passwd',
      '..',
      'C:\\a',
      '',
      'CON',
      'staff',
      'Staff',
      'STAFF',
    ];
    const files = pictureFilesOf(tables.map((table) => ({ ...report, table })));
    for (const { name } of files) {
      assert.match(name, /^[A-Za-z0-9_][A-Za-z0-9_-]*-(?:today|design-\d)\.svg$/);
      assert.ok(name.length < 90);
    }
    assert.equal(new Set(files.map(({ name }) => name.toLowerCase())).size, files.length);
  });
});
