import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe('key-too-long', () => {
  it('counts the characters that are constant', () => {
    check(`${HEAD}
const LONG = '${'x'.repeat(1020)}';
const WIDE = '${'x'.repeat(510)}';
export async function add(department: string) {
  await client.createEntity({ partitionKey: department, rowKey: LONG + '_' + department + '_1234' });
//                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error key-too-long/too-long: RowKey
  await client.getEntity(department, WIDE + '123');
//                                   ^^^^^^^^^^^^ warning key-too-long/too-long: 513
  await client.deleteEntity(department, '-'.repeat(1200));
//                                      ^^^^^^^^^^^^^^^^ error key-too-long/too-long: 1,200
}
`);
  });

  it('is silent up to 512, and for other properties', () => {
    checkSilent(
      'key-too-long',
      `${HEAD}
export const add = (department: string) =>
  client.createEntity({ partitionKey: department, rowKey: '${'x'.repeat(512)}', text: '${'x'.repeat(2000)}' });
`,
    );
  });

  it('points to the constant', () => {
    const source = `${HEAD}
const MARK = 'mark-'.repeat(120);
export const add = (site: string) => client.upsertEntity({ partitionKey: site, rowKey: MARK });
`;
    const [related] = findingsOf('/main.ts', source).flatMap((one) =>
      one.rule === 'key-too-long' ? one.related : [],
    );
    assert.equal(
      related && source.slice(related.place.span.start, related.place.span.end),
      "'mark-'.repeat(120)",
    );
  });
});
