import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'misplaced-etag';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Accounts', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function rename(pk: string, rk: string, name: string, etag: string) {
${body}
}
`;

describe(ID, () => {
  it('reports an etag among the properties', () => {
    check(
      inside(`  await client.updateEntity({ partitionKey: pk, rowKey: rk, name, etag }, 'Merge');
  //                                                              ^^^^ error misplaced-etag/in-entity
  const entity = { partitionKey: pk, rowKey: rk, name, etag: session.etag };
  //                                                   ^^^^^^^^^^^^^^^^^^ error misplaced-etag
  await client.updateEntity(entity, 'Replace', {});
  const other = { partitionKey: pk, rowKey: rk, name, ...(session && { eTag: session.etag }) };
  //                                                                   ^^^^^^^^^^^^^^^^^^ error misplaced-etag
  await client.updateEntity(other, 'Replace');`),
    );
  });

  it('reports options in the place of the mode, and in an upsert', () => {
    check(
      inside(`  await client.updateEntity({ partitionKey: pk, rowKey: rk, name }, { etag });
  //                                                                ^^^^^^^^ error misplaced-etag/no-mode
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, name }, 'Merge', { etag: session.etag });
  //                                                                           ^^^^^^^^^^^^^^^^^^ error misplaced-etag/upsert
  await client.submitTransaction([['update', { partitionKey: pk, rowKey: rk, name }, { etag }]]);
  //                                                                                 ^^^^^^^^ error misplaced-etag/no-mode`),
    );
  });

  it('follows what is assigned later, what a function makes, and what it is given', () => {
    check(
      `${HEAD}
const toEntity = (id: string, etag: string) => ({ partitionKey: 'a', rowKey: id, etag });
//                                                                               ^^^^ error misplaced-etag/in-entity
const send = (entity: object, options: object) => client.upsertEntity(entity, 'Merge', options);
export async function save(id: string, etag: string) {
  const entity: Record<string, string> = { partitionKey: 'a', rowKey: id };
  entity.etag = etag;
//^^^^^^^^^^^^^^^^^^ error misplaced-etag/in-entity
  await client.updateEntity(entity, 'Merge');
  await client.updateEntity(toEntity(id, etag), 'Merge');
  await client.updateEntity(toEntity(id, id), 'Replace');
  await send(entity, { onResponse: id });
}
`,
    );
  });

  it('reports the etag of a delete in a transaction', () => {
    check(
      inside(`  await client.submitTransaction([
    ['delete', { partitionKey: pk, rowKey: rk, etag }],
    //                                         ^^^^ error misplaced-etag/transaction-delete
    ['update', { partitionKey: pk, rowKey: name }, 'Merge', { etag }],
  ]);
  const actions = [];
  for (const one of sessions) actions.push(['delete', { partitionKey: pk, rowKey: one.id }, { etag: one.etag }]);
  //                                                                                          ^^^^^^^^^^^^^^ error misplaced-etag
  await client.submitTransaction(actions);`),
    );
  });

  it('is silent where the etag belongs', () => {
    checkSilent(
      ID,
      inside(`  await client.updateEntity({ partitionKey: pk, rowKey: rk, name }, 'Merge', { etag });
  await client.deleteEntity(pk, rk, { etag });
  await client.submitTransaction([['update', { partitionKey: pk, rowKey: rk, name }, 'Merge', { etag }]]);
  const mode = name ? 'Merge' : 'Replace';
  await client.updateEntity({ partitionKey: pk, rowKey: rk, name }, mode, { etag });`),
    );
  });

  it('is silent for what a spread brings along, and for an etag that means nothing', () => {
    checkSilent(
      ID,
      inside(`  const entity = await client.getEntity(pk, rk);
  await client.updateEntity({ ...entity, name }, 'Merge');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, name, etag: '*' }, 'Merge');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, name, etag: '' }, 'Merge');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, name, etag: undefined }, 'Merge');
  await client.updateEntity({ partitionKey: pk, rowKey: rk, name, etag }, 'Merge', { etag });
  await client.createEntity({ partitionKey: pk, rowKey: rk, name, etag });`),
    );
  });

  it("is silent for another SDK's updateEntity", () => {
    checkSilent(
      ID,
      `
import { Store } from 'other-store';
const store = new Store();
export const rename = (id: string, etag: string) => store.updateEntity({ id, etag }, { etag });
`,
    );
  });

  describe('fix', () => {
    it('moves the property into the options', () => {
      checkFix(
        ID,
        inside(`  await client.updateEntity({ partitionKey: pk, rowKey: rk, name, etag }, 'Merge');`),
        inside(`  await client.updateEntity({ partitionKey: pk, rowKey: rk, name }, 'Merge', { etag });`),
      );
      checkFix(
        ID,
        inside(`  await client.updateEntity({ etag: one.etag, partitionKey: pk, rowKey: rk });`),
        inside(`  await client.updateEntity({ partitionKey: pk, rowKey: rk }, 'Merge', { etag: one.etag });`),
      );
    });

    it('takes the line with it', () => {
      checkFix(
        ID,
        inside(`  await client.updateEntity({
    partitionKey: pk,
    rowKey: rk,
    etag: one.etag,
  }, 'Merge');`),
        inside(`  await client.updateEntity({
    partitionKey: pk,
    rowKey: rk,
  }, 'Merge', { etag: one.etag });`),
      );
    });

    it('puts the mode before options', () => {
      checkFix(
        ID,
        inside(`  await client.updateEntity(entity, { etag });`),
        inside(`  await client.updateEntity(entity, 'Merge', { etag });`),
      );
    });

    it('takes the mode out of an object', () => {
      checkFix(
        ID,
        inside(`  await client.updateEntity(entity, { mode: 'Replace' });`),
        inside(`  await client.updateEntity(entity, 'Replace');`),
      );
    });

    it('is not offered for an upsert, a delete in a transaction, or an entity that is made elsewhere', () => {
      checkNoFix(ID, inside(`  await client.upsertEntity({ partitionKey: pk, rowKey: rk, etag }, 'Merge');`));
      checkNoFix(ID, inside(`  await client.upsertEntity(entity, { etag });`));
      checkNoFix(
        ID,
        inside(`  await client.submitTransaction([['delete', { partitionKey: pk, rowKey: rk, etag }]]);`),
      );
      checkNoFix(
        ID,
        inside(
          `  const entity = { partitionKey: pk, rowKey: rk, etag };\n  await client.updateEntity(entity, 'Merge');`,
        ),
      );
    });
  });

  const STORE = `// file: store.js
const { TableClient } = require('@azure/data-tables');
const members = TableClient.fromConnectionString(process.env.TABLES, 'Members');
const save = (client, entity, options) => client.updateEntity(entity, options);
const saveAs = (client, entity, mode = 'Merge', options = {}) => client.updateEntity(entity, mode, options);
const add = (client, entity, how) => (typeof how === 'string' ? client.updateEntity(entity, how) : client.updateEntity(entity, 'Merge', how));
module.exports = { members, save, saveAs, add };
// file: main.js
const { add, members, save, saveAs } = require('./store.js');
exports.move = async (club, id, tier) => {
  const member = await members.getEntity(club, id);
`;

  it('underlines options that a function of another file puts where the mode belongs', () => {
    check(`${STORE}
  await save(members, { partitionKey: club, rowKey: id, tier }, { etag: member.etag });
  //                                                            ^^^^^^^^^^^^^^^^^^^^^ error misplaced-etag/given-no-mode: updateEntity
};
`);
  });

  it('is silent where that function is given the mode, or looks what it is given', () => {
    checkSilent(
      ID,
      `${STORE}
  await save(members, { partitionKey: club, rowKey: id, tier }, 'Merge');
  await saveAs(members, { partitionKey: club, rowKey: id, tier }, 'Merge', { etag: member.etag });
  await add(members, { partitionKey: club, rowKey: id, tier }, { etag: member.etag });
};
`,
    );
  });
});
