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

describe('contradictory-filter', () => {
  it('underlines the second condition', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and PartitionKey eq 'B'" } });
//                                                                     ^^^^^^^^^^^^^^^^^^^ warning contradictory-filter/two-conditions
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and RowKey ge 'b' and RowKey lt 'a'" } });
//                                                                                       ^^^^^^^^^^^^^ warning contradictory-filter
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and RowKey lt ''" } });
//                                                                     ^^^^^^^^^^^^ warning contradictory-filter/no-key
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and Age gt 60 and 20 gt Age" } });
//                                                                                   ^^^^^^^^^ warning contradictory-filter
client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'A' and RowKey eq 'emp_\${5}' and RowKey eq 'dep_1'\` } });
//                                                                                              ^^^^^^^^^^^^^^^^^ warning contradictory-filter
`);
  });

  it('says on which branch', () => {
    check(`${HEAD}
export function lists(old: boolean) {
  let filter = "PartitionKey eq 'A' and Age lt 20";
  if (old) filter += ' and Age gt 60';
//                         ^^^^^^^^^ warning contradictory-filter/two-conditions
  return client.listEntities({ queryOptions: { filter } });
}
`);
  });

  it('is silent where something can match, and where it cannot be known', () => {
    const list = (filter: string): string =>
      `${HEAD}export const f = (a: string, b: string) => client.listEntities({ queryOptions: { filter: ${filter} } });\n`;
    checkSilent('contradictory-filter', list(`"PartitionKey eq 'A' and RowKey ge 'a' and RowKey le 'a'"`));
    checkSilent('contradictory-filter', list(`"PartitionKey eq 'A' or PartitionKey eq 'B'"`));
    checkSilent('contradictory-filter', list(`"PartitionKey eq 'A' and (Age gt 60 or Age lt 20)"`));
    checkSilent('contradictory-filter', list('odata`PartitionKey eq ${a} and PartitionKey eq ${b}`'));
    checkSilent('contradictory-filter', list('odata`RowKey ge ${a} and RowKey lt ${b}`'));
    checkSilent('contradictory-filter', list(`"PartitionKey eq 'A' and Age eq 5 and Age eq '6'"`));
    checkSilent('contradictory-filter', list(`"PartitionKey eq 'A' and PartitionKey eq 'B"`));
  });

  it('is silent where two conditions of the code may never hold together', () => {
    checkSilent(
      'contradictory-filter',
      `${HEAD}
export function lists(kind: string) {
  let filter = "PartitionKey eq 'A'";
  if (kind === 'old') filter += ' and Age gt 60';
  if (kind === 'young') filter += ' and Age lt 20';
  return client.listEntities({ queryOptions: { filter } });
}
`,
    );
  });

  it('matches either of two conditions that follow each other', () => {
    const list = (filter: string): string =>
      `${HEAD}export const f = (day: string) => client.listEntities({ queryOptions: { filter: ${filter} } });\n`;
    const rule = 'contradictory-filter';
    checkFix(rule, list("'Age lt 20 and Age gt 60'"), list("'Age lt 20 or Age gt 60'"));
    checkFix(
      rule,
      list("odata`PartitionKey eq ${day} and Kind eq 'a' and Kind eq 'it''s'`"),
      list("odata`PartitionKey eq ${day} and (Kind eq 'a' or Kind eq 'it''s')`"),
    );
    checkFix(
      rule,
      list("`PartitionKey eq '${day}' and Age lt 20 and Age gt 60 and Open eq true`"),
      list("`PartitionKey eq '${day}' and (Age lt 20 or Age gt 60) and Open eq true`"),
    );
    checkNoFix(rule, list("'Age lt 20 and Open eq true and Age gt 60'"));
    checkNoFix(rule, list("'(Age lt 20) and (Age gt 60)'"));
    checkNoFix(rule, list("\"RowKey eq 'a' and RowKey eq 'b'\""));
  });

  it('knows that a value is not above and below itself', () => {
    const asked = (filter: string): string => `
import { odata, TableClient } from '@azure/data-tables';
const tides = new TableClient(url, 'Tides', credential);
export const find = (port: string, from: Date, to: Date, n: number) =>
  tides.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${port} and ${filter}\` } });
`;
    const told = (filter: string): number =>
      findingsOf('/main.ts', asked(filter)).filter(({ rule }) => rule === 'contradictory-filter').length;
    assert.equal(told('high gt ${to} and high lt ${from} and high gt ${from}'), 1);
    assert.equal(told('n eq ${n} and n ne ${n}'), 1);
    assert.equal(told('high ge ${from} and high le ${from}'), 0);
    assert.equal(told('high ge ${from} and high lt ${to}'), 0);
    assert.equal(told('n gt ${n} and n lt ${n + 1}'), 0);
    assert.equal(told('n gt ${-n} and n lt ${n}'), 0);
    assert.equal(told('high gt ${from} and low lt ${from}'), 0);
  });

  it('is silent for dates made of one that are set to others', () => {
    checkSilent(
      'contradictory-filter',
      `
import { odata, TableClient } from '@azure/data-tables';
const tides = new TableClient(url, 'Tides', credential);
export function ofDay(port: string, day: Date) {
  const from = new Date(day);
  const to = new Date(day);
  to.setUTCHours(24);
  return tides.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${port} and high ge \${from} and high lt \${to}\` } });
}
`,
    );
  });
});
