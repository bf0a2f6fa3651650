import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string =>
  `${HEAD}client.listEntities({ queryOptions: { filter: ${filter} } });\n`;

describe('open-row-range', () => {
  it('underlines the bound that there is', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and RowKey ge 'emp_'" } });
//                                                                     ^^^^^^^^^^^^^^^^ information open-row-range/no-end
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and RowKey lt 'emp_~' and Age gt 5" } });
//                                                                     ^^^^^^^^^^^^^^^^^ information open-row-range/no-start
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and RowKey ge \${prefix + '_'}\` } });
//                                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^ information open-row-range
`);
  });

  const KINDS = `${HEAD}
export const add = (a: string, id: string, name: string) => client.submitTransaction([
  ['create', { partitionKey: a, rowKey: \`emp_\${id}\` }],
  ['create', { partitionKey: a, rowKey: \`name_\${name}\` }],
]);
`;

  it('tells of a range that runs on into other kinds of keys', () => {
    check(`${KINDS}
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge \${\`emp_\${id}\`}\` } });
//                                                                           ^^^^^^^^^^^^^^^^^^^^^^^^ information open-row-range/no-end
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge \${\`name_\${id}\`}\` } });
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge \${id}\` } });
`);
    const query = (rest: string): string =>
      `${KINDS}client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge \${\`emp_\${id}\`}${rest}\` } });\n`;
    checkFix('open-row-range', query(''), query(" and RowKey lt 'emp\\`'"));
  });

  it('is silent where the other side cannot be told, and where the range is closed or nobody reads on', () => {
    checkSilent('open-row-range', list(`"PartitionKey eq 'A' and RowKey ge 'emp'"`));
    checkSilent('open-row-range', list(`"PartitionKey eq 'A' and RowKey lt '2026'"`));
    checkSilent('open-row-range', list('odata`PartitionKey eq ${a} and RowKey gt ${last}`'));
    checkSilent('open-row-range', list("`PartitionKey eq '${a}' and RowKey gt '${last}'`"));
    checkSilent('open-row-range', list('odata`PartitionKey eq ${a} and RowKey ge ${`emp_${id}`}`'));
    checkSilent('open-row-range', list(`"PartitionKey eq 'A' and RowKey ge 'emp_' and RowKey lt 'emp_5'"`));
    checkSilent('open-row-range', list(`"PartitionKey ge 'emp_' and RowKey ge 'emp_'"`));
    checkSilent(
      'open-row-range',
      `${HEAD}export async function first() {
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and RowKey ge 'emp_'" } })) return one;
}\n`,
    );
  });

  describe('fix', () => {
    const fixes = (before: string, after: string): void => {
      checkFix('open-row-range', list(before), list(after));
    };

    it('adds the bound behind the one that there is', () => {
      fixes(
        `"PartitionKey eq 'A' and RowKey ge 'emp_' and Age gt 5"`,
        `"PartitionKey eq 'A' and RowKey ge 'emp_' and RowKey lt 'emp\`' and Age gt 5"`,
      );
      fixes(
        `'PartitionKey eq \\'A\\' and RowKey gt \\'emp:\\''`,
        `'PartitionKey eq \\'A\\' and RowKey gt \\'emp:\\' and RowKey lt \\'emp;\\''`,
      );
      fixes(
        "odata`PartitionKey eq ${d} and RowKey ge 'emp_'`",
        "odata`PartitionKey eq ${d} and RowKey ge 'emp_' and RowKey lt 'emp\\`'`",
      );
    });

    it('adds the beginning of a prefix', () => {
      fixes(
        `"PartitionKey eq 'A' and RowKey lt 'emp_~'"`,
        `"PartitionKey eq 'A' and RowKey lt 'emp_~' and RowKey ge 'emp_'"`,
      );
      fixes(
        `"PartitionKey eq 'A' and RowKey lt 'emp;'"`,
        `"PartitionKey eq 'A' and RowKey lt 'emp;' and RowKey ge 'emp:'"`,
      );
    });

    it('repeats a value that is put together', () => {
      fixes(
        'odata`PartitionKey eq ${d} and RowKey ge ${`emp_${id}_`}`',
        'odata`PartitionKey eq ${d} and RowKey ge ${`emp_${id}_`} and RowKey lt ${`emp_${id}\\``}`',
      );
      fixes(
        "`PartitionKey eq 'A' and RowKey ge 'emp_${5 * n}-'`",
        "`PartitionKey eq 'A' and RowKey ge 'emp_${5 * n}-' and RowKey lt 'emp_${5 * n}.'`",
      );
    });

    it('is not offered for a value that is put together elsewhere', () => {
      checkNoFix('open-row-range', list("odata`PartitionKey eq ${d} and RowKey ge ${'emp_' + id + '_'}`"));
    });
  });

  it('knows a prefix by which the code looks at each row', () => {
    const source = (filter: string, test: string): string => `${HEAD}
export async function ofMonth(department: string, month: string) {
  const all = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and ${filter}\` } }))
    if (${test}) all.push(one);
  return all;
}
`;
    const told = (filter: string, test: string): number =>
      findingsOf('/main.ts', source(filter, test)).filter(({ rule }) => rule === 'open-row-range').length;
    assert.equal(told('RowKey ge ${month}', 'one.rowKey.startsWith(month)'), 1);
    assert.equal(told('RowKey ge ${month}', 'one.rowKey?.startsWith(month)'), 1);
    assert.equal(told('RowKey ge ${month}', 'one.name.startsWith(month)'), 0);
    assert.equal(told('RowKey ge ${month}', 'one.rowKey.startsWith(department)'), 0);
    assert.equal(told('RowKey ge ${month}', 'one.rowKey !== month'), 0);
    assert.equal(told("RowKey ge ${month + '-01'}", 'one.rowKey.startsWith(month)'), 0);
    assert.equal(told("RowKey ge ${month} and RowKey lt ${month + '~'}", 'one.rowKey.startsWith(month)'), 0);
  });

  it('knows such a prefix in a step of a chain', () => {
    const source = (test: string): string => `${HEAD}
import { filter, from, map } from 'rxjs';
export const ofDay = (room: string, day: string) =>
  from(client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room} and RowKey ge \${day}\` } }))
    .pipe(map((one) => one), filter((one) => ${test}));
`;
    const told = (test: string): number =>
      findingsOf('/main.ts', source(test)).filter(({ rule }) => rule === 'open-row-range').length;
    assert.equal(told('one.rowKey!.startsWith(day)'), 1);
    assert.equal(told('one.rowKey!.startsWith(room)'), 0);
    assert.equal(told('one.rowKey!.startsWith(day) === false'), 0);
  });
});
