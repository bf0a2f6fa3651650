import assert from 'node:assert/strict';
import { createEngine } from '../lens/engine/create.ts';
import { tableOfFindings } from './table-of.ts';

const SOURCE = `import { TableClient } from '@azure/data-tables';
const staff = new TableClient(u, 'Staff', k);
const rooms = new TableClient(u, 'Rooms', k);
const filter = "Age gt 5";
function one() { staff.listEntities({ queryOptions: { filter } }); }
function two() { staff.getEntity('a', b); rooms.getEntity('a', b); }
function all() { rooms.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } }); }
`;

describe('the table of a finding', () => {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/a.ts', SOURCE);
  const tableOf = tableOfFindings(engine.analyze('/a.ts').operations);
  const at = (text: string): string | undefined => {
    const start = SOURCE.indexOf(text);
    assert.ok(start >= 0);
    const span = { start, end: start + text.length };
    const severity = 'hint';
    return tableOf({
      rule: 'r',
      severity,
      file: '/a.ts',
      span,
      messageId: 'm',
      data: [],
      message: '',
      related: [],
      fixes: () => [],
      isFixable: () => false,
      proposed: () => [],
    });
  };

  for (const [where, text, table] of [
    ['in the call', 'listEntities', 'Staff'],
    ['in its filter, written elsewhere', 'Age gt', 'Staff'],
    ['in its filter', "PartitionKey eq 'a'", 'Rooms'],
    [
      'around it',
      'function all() { rooms.listEntities({ queryOptions: { filter: "PartitionKey eq \'a\'" } }); }',
      'Rooms',
    ],
    ['around calls of two tables', SOURCE.split('\n')[5] ?? '', undefined],
    ['around all', SOURCE, undefined],
    ['beside them', 'new TableClient', undefined],
    ['before them', 'import', undefined],
  ] as const) {
    it(`is known ${where}`, () => {
      assert.equal(at(text), table);
    });
  }
});
