import assert from 'node:assert/strict';
import { fillTemplate } from '../../core/odata/template.ts';
import type { RunnableQuery } from '../../core/shape/runnable.ts';
import { createEngine } from '../engine/create.ts';
import { rules } from '../rules/registry.ts';
import { sourceOf } from './expressions.ts';
import { canRun, runnableOf } from './runnable.ts';

const FILE = '/code/a.ts';
const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

function runnables(code: string): RunnableQuery[] {
  const text = HEAD + code;
  const engine = createEngine({
    rules,
    onRuleError: (rule, _file, error) => {
      throw new Error(`${rule} threw`, { cause: error });
    },
  });
  engine.setFile(FILE, text);
  return engine
    .analyze(FILE)
    .operations.filter(canRun)
    .map((read) => runnableOf(read, sourceOf(FILE, text)));
}

/** A branch with each hole shown by its expression. */
function shown({ branches }: RunnableQuery): string[] {
  return branches.map(({ filter, when }) => {
    const answers = filter.holes.map(({ expression }) => ({
      kind: 'typed' as const,
      text: `<${expression}>`,
    }));
    return `${fillTemplate(filter, answers)}${when === undefined ? '' : ` when ${when}`}`;
  });
}

describe('queries of the source, to be run', () => {
  it('leaves open which table of a series is meant', () => {
    const [read] = runnables(
      "new TableClient(url, `Audit${new Date().getFullYear()}`, key).getEntity('p', 'r');",
    );
    assert(read !== undefined);
    assert.equal('table' in read, false);
  });

  it('have the table, the filter with its holes, and what is selected', () => {
    const [query] = runnables(
      "client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${department} and age gt ${limit + 1}`, select: ['name', 'age'] } });",
    );
    assert.ok(query);
    assert.equal(query.table, 'Employees');
    assert.deepEqual(query.select, ['name', 'age']);
    assert.equal(query.branches[0]?.shape, 'partition-scan');
    assert.deepEqual(query.branches[0].filter.holes, [
      { expression: 'department', property: 'PartitionKey' },
      { expression: 'limit + 1', property: 'age' },
    ]);
  });

  it('select what the SDK asks the service for', () => {
    const [query] = runnables(
      "client.listEntities({ queryOptions: { select: ['partitionKey', 'rowKey', 'timestamp', 'etag', 'name'] } });",
    );
    assert.deepEqual(query?.select, ['PartitionKey', 'RowKey', 'Timestamp', 'name']);
  });

  it('have no filter where the source has none', () => {
    const [query] = runnables('client.listEntities();');
    assert.deepEqual(query?.branches, [{ filter: { parts: [], holes: [] }, shape: 'table-scan' }]);
  });

  it('have every branch, the worst first', () => {
    const [query] = runnables(
      "client.listEntities({ queryOptions: { filter: all ? 'Age gt 1' : `PartitionKey eq '${d}'` } });",
    );
    assert.ok(query);
    assert.deepEqual(shown(query), ['Age gt 1 when all is set', "PartitionKey eq '<d>' when all is not set"]);
  });

  it('say why a filter is not known', () => {
    const [query] = runnables('client.listEntities({ queryOptions: { filter: anything() } });');
    assert.deepEqual(query?.branches, []);
    assert.match(query.unknownBecause ?? '', /anything/);
  });

  it('ask by both keys for what getEntity reads', () => {
    const [query] = runnables(
      "client.getEntity(`dept_${d}`, String(id)); client.createEntity({ partitionKey: 'a', rowKey: 'b' });",
    );
    assert.ok(query);
    assert.deepEqual(shown(query), ["PartitionKey eq 'dept_<d>' and RowKey eq '<String(id)>'"]);
    assert.equal(query.branches[0]?.shape, 'point');
  });

  it('ask once for an operand that several expressions make', () => {
    const [query] = runnables(
      'client.listEntities({ queryOptions: { filter: `PartitionKey eq ${department}${limit}` } });',
    );
    assert.ok(query);
    assert.deepEqual(query.branches[0]?.filter.holes, [
      { expression: '${department}${limit}', isComposed: true, property: 'PartitionKey' },
    ]);
    assert.deepEqual(shown(query), ["PartitionKey eq '<${department}${limit}>'"]);
  });

  it('double quotes in a value where the program does, and nowhere else', () => {
    const filled = (filter: string): string => {
      const [query] = runnables(`client.listEntities({ queryOptions: { filter: ${filter} } });`);
      const [branch] = query?.branches ?? [];
      assert.ok(branch);
      return fillTemplate(branch.filter, [{ kind: 'typed', text: "O'Brien" }]);
    };
    assert.equal(filled('odata`name eq ${name}`'), "name eq 'O''Brien'");
    assert.equal(filled("`name eq '${name}'`"), "name eq 'O'Brien'");
    assert.equal(filled("`name eq 'x ${name}'`"), "name eq 'x O'Brien'");
    assert.equal(filled(`\`name eq '\${name.replace(/'/g, "''")}'\``), "name eq 'O''Brien'");
  });

  it('keep the quotes of constant keys', () => {
    const [query] = runnables('client.getEntity("O\'Brien", "1");');
    assert.ok(query);
    assert.deepEqual(shown(query), ["PartitionKey eq 'O''Brien' and RowKey eq '1'"]);
  });
});
