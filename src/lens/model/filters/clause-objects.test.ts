import assert from 'node:assert/strict';
import { CLIENT, PACKAGE, summary } from '../../../../test/support/operations.ts';

/** Clauses as objects, and what makes a text of them, behind `export *`. */
const files = (handler: string): Readonly<Record<string, string>> => ({
  'clause.ts': `export enum Op { Eq = 'eq', Ge = 'ge' }
const kept = <T extends object>(clause: T): T => new Proxy(clause, ${handler});
export const eq = (field: string, value: string) => kept({ field, op: Op.Eq, value });
export const ge = (field: string, value: string) => kept({ field, op: Op.Ge, value });`,
  'text.ts': `import { Op } from './clause';
const one = ({ field, op, value }) => (op === Op.Eq ? \`\${field} eq '\${value}'\` : \`\${field} \${op} '\${value}'\`);
export const textOf = (clauses) => clauses.map(one).join(' and ');
export const grouped = (clauses) => Object.values(Object.groupBy(clauses, (clause) => clause.field)).map(textOf).join(' and ');`,
  'index.ts': "export * from './clause';\nexport * from './text';",
});

const shapesOf = (query: string, handler = '{}'): readonly string[] =>
  summary({
    ...files(handler),
    'main.ts': `${PACKAGE}import { eq, ge, grouped, textOf } from './index';
${CLIENT}export const find = (pk: string, rk: string, clauses: object[]) => client.listEntities({ queryOptions: { filter: ${query} } });`,
  }).map((line) => line.split(' ').slice(3).join(' '));

describe('clauses as objects', () => {
  it('are followed through a proxy that does nothing, an enum, and groups', () => {
    assert.deepEqual(shapesOf("textOf([eq('PartitionKey', pk)])"), ['partition-scan']);
    assert.deepEqual(shapesOf("textOf([eq('PartitionKey', pk), ge('RowKey', rk)])"), ['row-range']);
    assert.deepEqual(shapesOf("grouped([eq('PartitionKey', pk), ge('RowKey', rk), ge('RowKey', pk)])"), [
      'row-range',
    ]);
  });

  it('are unknown behind a proxy that does something, and in groups of which not all is seen', () => {
    const unknown = (query: string, handler?: string): void => {
      for (const shape of shapesOf(query, handler)) assert.match(shape, /^unknown/);
    };
    unknown("textOf([eq('PartitionKey', pk)])", '{ get: (of, name) => settings[name] ?? of[name] }');
    unknown("textOf([eq('PartitionKey', pk)])", 'handler');
    unknown("grouped([eq('PartitionKey', pk), ...clauses])");
    unknown('grouped([eq(pk, pk)])');
  });
});
