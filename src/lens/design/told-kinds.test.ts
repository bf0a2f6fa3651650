import assert from 'node:assert/strict';
import { designsFor, exploredIn, readAll, sentencesIn } from '../../../test/support/designs.ts';
import { CLIENT } from '../../../test/support/operations.ts';

const LOANS = `
  export const lend = (branch: string, id: string, member: string) => client.createEntity(
    { partitionKey: branch, rowKey: 'loan-' + id, kind: 'loan', member, name: '' });`;

const MEMBERS = `
  export const join = (branch: string, id: string, name: string) => client.upsertEntity(
    { partitionKey: branch, rowKey: 'member-' + id, kind: 'member', name });`;

const READ = readAll('members', 'branch: string', "PartitionKey eq ${branch} and kind eq 'member'");

const OF_BOTH = [
  'Loan entities and member entities of one branch where kind is "member": partition-scan',
] as const;

describe('kinds that a constant tells from others', () => {
  it('are given where it is asked for, whatever is merged into them', () => {
    const merge = `
      export const rename = (branch: string, id: string, name: string) =>
        client.updateEntity({ partitionKey: branch, rowKey: 'loan-' + id, name }, 'Merge')
      export const restate = (branch: string, id: string, name: string) =>
        client.upsertEntity({ partitionKey: branch, rowKey: 'loan-' + id, kind: 'loan', name }, 'Replace');`;
    assert.deepEqual(sentencesIn(LOANS + MEMBERS + merge + READ).slice(-1), [
      'Member entities of one branch where kind is "member": partition-scan',
    ]);
  });

  it('are several where the constant may become another', () => {
    const updates = [
      `client.updateEntity({ partitionKey: branch, rowKey: 'loan-' + id, kind: given }, 'Merge')`,
      `client.updateEntity({ partitionKey: branch, rowKey: 'loan-' + id, kind: 'member' }, 'Merge')`,
    ];
    for (const update of updates) {
      const source = `${LOANS}${MEMBERS}
        export const become = (branch: string, id: string, given: string) => ${update};\n`;
      assert.deepEqual(sentencesIn(source + READ), OF_BOTH, update);
    }
  });

  it('are several where the constant may be lost, or changed by what is not seen', () => {
    const LOAN = "partitionKey: branch, rowKey: 'loan-' + id";
    const updates = [
      `client.updateEntity({ ${LOAN}, name: '' }, 'Replace')`,
      `client.updateEntity({ ...body, ${LOAN} }, 'Merge')`,
      `client.updateEntity({ ...body, ${LOAN} }, 'Replace')`,
      `client.updateEntity({ ${LOAN}, name: '' }, body)`,
      `client.submitTransaction([['update', { ${LOAN}, name: '' }, body]])`,
      `client.updateEntity({ ...typed, ${LOAN} }, 'Merge')`,
      `client.upsertEntity({ ...body, ${LOAN} }, 'Merge')`,
      `client.updateEntity({ ...body, partitionKey: branch, rowKey: id }, 'Merge')`,
      `client.updateEntity(body, 'Merge')`,
      `client.submitTransaction([['update', { ...body, ${LOAN} }, 'Merge']])`,
      `client.submitTransaction([['update', { ${LOAN}, name: '' }, 'Replace']])`,
      `client.submitTransaction(body)`,
      ...[
        "row.kind = ''",
        'delete row.kind',
        'Object.assign(row, body)',
        'row[id] = body',
        'other(row, body)',
      ].map(
        (change) => `client.getEntity<any>(branch, 'loan-' + id).then((row) => {
          ${change};
          return client.updateEntity(row, 'Replace');
        })`,
      ),
    ];
    for (const update of updates) {
      const source = `${LOANS}${MEMBERS}
        export const change = (branch: string, id: string, body: any, typed: { name: string }) => ${update};\n`;
      assert.deepEqual(sentencesIn(source + READ).slice(-1), OF_BOTH, update);
    }
  });

  it('are several where a write may put another, or none is seen to be told by it', () => {
    const others = [
      `{ partitionKey: branch, rowKey: 'loan-' + id, kind: 'loan', ...rest }`,
      `{ partitionKey: branch, rowKey: 'loan-' + id, kind: rest.kind, member: id, name: '' }`,
    ];
    for (const entity of others) {
      const source = `
        export const lend = (branch: string, id: string, rest: { kind: string; name: string }) => client.createEntity(${entity});\n`;
      assert.deepEqual(sentencesIn(source + MEMBERS + READ), OF_BOTH, entity);
    }
    const unnamed = (LOANS + MEMBERS + READ).replaceAll('kind:', 'state:').replaceAll('kind eq', 'state eq');
    assert.deepEqual(sentencesIn(unnamed), [
      'Loan entities and member entities of one branch where state is "member": partition-scan',
    ]);
  });

  it('are all where none has what is asked for, or must not have it', () => {
    const other = readAll('notes', 'branch: string', "PartitionKey eq ${branch} and kind eq 'note'");
    const not = readAll('rest', 'branch: string', "PartitionKey eq ${branch} and kind ne 'member'");
    assert.deepEqual(sentencesIn(LOANS + MEMBERS + other + not), [
      'Loan entities and member entities of one branch where kind is "note": partition-scan',
      'Loan entities and member entities of one branch where kind isn\'t "member": partition-scan',
    ]);
  });

  it('have it in no new key, and in no filter of a copy', () => {
    const byName = readAll('named', 'name: string', "kind eq 'member' and name eq ${name}");
    const [first] = designsFor(CLIENT + LOANS + MEMBERS + READ + byName);
    assert.deepEqual(first, [
      'A copy of member by name in other partitions',
      'copy | {name} | {branch}_{id} | later',
      'Member entities of one branch where kind is "member": partition-scan → row-range',
      'Member entities with a given name where kind is "member": table-scan → partition-scan',
    ]);
  });

  it('are asked for in a filter of a copy where an update may change or lose it', () => {
    const byName = readAll('named', 'name: string', "kind eq 'member' and name eq ${name}");
    const filtersFor = (update: string): readonly string[] =>
      exploredIn(CLIENT + MEMBERS + update + byName).designs.flatMap(({ patterns }) =>
        patterns.flatMap(({ filter }) => filter ?? []),
      );
    const update = (entity: string, mode: string): string =>
      `export const change = (branch: string, id: string, body: any) => client.updateEntity(
        { ${entity} partitionKey: branch, rowKey: 'member-' + id }, '${mode}');`;
    const isDropped = (code: string): boolean => filtersFor(code).some((filter) => !filter.includes('kind'));
    assert.equal(isDropped(update("kind: 'member', name: '',", 'Replace')), true);
    assert.equal(isDropped(update('...body,', 'Merge')), false);
    assert.equal(isDropped(update("name: '',", 'Replace')), false);
    const create = update('...body,', 'Merge')
      .replace('updateEntity', 'createEntity')
      .replace(", 'Merge'", '');
    assert.equal(isDropped(create), false);
    assert.equal(isDropped('export const add = (body: any) => client.createEntity(body);'), false);
  });
});
