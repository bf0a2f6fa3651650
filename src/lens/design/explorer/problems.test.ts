import assert from 'node:assert/strict';
import { CLIENT } from '../../../../test/support/operations.ts';
import { useOf } from '../../../../test/support/designs.ts';
import { DEFAULTS } from './assumptions.ts';
import { problemOf } from './problems.ts';

describe('what the explorer is asked', () => {
  it('is to keep reads of entities and their copies whole, as they may delete both', () => {
    const use = useOf(`${CLIENT}
      export const add = (project: string, id: string, due: Date) =>
        client.submitTransaction([
          ['create', { partitionKey: project, rowKey: 'task_' + id, due }],
          ['create', { partitionKey: project, rowKey: 'due_' + due.toISOString() + '_' + id, due }],
        ]);
      export const byId = (project: string, id: string) => client.getEntity(project, 'task_' + id);
      export async function remove(project: string) {
        const filter = odata\`PartitionKey eq \${project}\`;
        for await (const { partitionKey, rowKey } of client.listEntities({ queryOptions: { filter } }))
          await client.deleteEntity(partitionKey!, rowKey!);
      }`);
    const [kind] = use.kinds;
    assert.ok(kind);
    const { questions } = problemOf(kind, use, DEFAULTS).problem;
    assert.deepEqual(
      questions.map(({ shape, isOfSeveral, weight }) => [shape, isOfSeveral, weight]),
      [
        ['point', false, 1],
        ['partition-scan', true, 1],
      ],
    );
  });

  it('is that an upsert may create what an index must lead to, and an update may not', () => {
    const changesOf = (method: string): readonly unknown[] => {
      const use = useOf(`${CLIENT}
        export const put = (site: string, id: string, model: string) =>
          client.${method}({ partitionKey: site, rowKey: id, model });
        export const byId = (site: string, id: string) => client.getEntity(site, id);`);
      const [kind] = use.kinds;
      assert.ok(kind);
      return problemOf(kind, use, DEFAULTS).problem.changes.map(({ does, mayCreate }) => [does, mayCreate]);
    };
    assert.deepEqual(changesOf('upsertEntity'), [['merge', true]]);
    assert.deepEqual(changesOf('updateEntity'), [['merge', undefined]]);
    assert.deepEqual(changesOf('createEntity'), [['create', undefined]]);
  });
});
