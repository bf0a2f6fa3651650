import assert from 'node:assert/strict';
import { createEngine } from '../engine/create.ts';
import { rules } from '../rules/registry.ts';
import { namedProperties } from './named-properties.ts';

describe('the properties of a table that the source names', () => {
  it('are those that it writes, selects and compares', () => {
    const engine = createEngine({
      rules,
      onRuleError: (rule, _file, error) => {
        throw new Error(`${rule} threw`, { cause: error });
      },
    });
    engine.setFile(
      '/code/a.ts',
      `import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
interface Employee { partitionKey: string; rowKey: string; since: Date }
client.createEntity({ partitionKey: 'a', rowKey: 'b', name: 'Ada', age: 36, badge: { type: 'Int64', value: '7' } });
client.upsertEntity({ partitionKey: 'a', rowKey: 'c', name: given(), age: 36n });
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'a' and since gt datetime'2026-01-02T00:00:00Z'" } });
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and City eq 'Oslo'", select: ['rowKey', 'email'] } });
client.getEntity('a', 'b');
`,
    );
    const model = engine.table('employees');
    assert.ok(model);
    assert.deepEqual(
      namedProperties(model).map(({ name, types }) => [name, ...types]),
      [['age', 'Number', 'Int64'], ['badge', 'Int64'], ['City'], ['email'], ['name'], ['since', 'DateTime']],
    );
  });
});
