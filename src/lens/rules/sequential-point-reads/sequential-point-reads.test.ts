import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'sequential-point-reads';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Prices', credential);
`;

describe(ID, () => {
  it('tells of awaited reads in a loop that do not need each other', () => {
    check(`${HEAD}
export async function prices(ids: string[]) {
  const found = new Map();
  for (const id of ids) {
    const price = await client.getEntity('shared', id);
    //                         ^^^^^^^^^ warning n-plus-one
    //                         ^^^^^^^^^ information sequential-point-reads: Promise.all
    found.set(id, price.amount);
  }
  return found;
}
`);
  });

  it('is silent where a turn can be the last, needs the one before, or does not wait', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function prices(ids: string[], first: string) {
  for (const id of ids) {
    const price = await client.getEntity('shared', id);
    if (price.amount > 5) return price;
  }
  let next = first;
  for (let i = 0; i < 5; i++) next = (await client.getEntity('shared', next)).next;
  const reads = [];
  for (const id of ids) reads.push(client.getEntity('shared', id));
  return Promise.all(reads);
}
`,
    );
  });

  it('is silent for entities that come from the service one by one', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function prices() {
  for await (const item of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'items'" } })) {
    print(await client.getEntity('shared', item.rowKey));
  }
}
`,
    );
  });

  describe('fix', () => {
    const loop = (body: string, parameters = 'ids: string[]'): string => `${HEAD}
export async function prices(${parameters}) {
  for (const id of ids) {
${body}
  }
}
`;

    it('reads a chunk at a time, and works through it in order', () => {
      checkFix(
        ID,
        loop(`    const price = await client.getEntity<Price>('shared', id);
    if (price.amount > 5) {
      print(id, price);
    }`),
        `${HEAD}
export async function prices(ids: string[]) {
  for (let start = 0; start < ids.length; start += 20) {
    const chunk = ids.slice(start, start + 20);
    const read = await Promise.all(chunk.map(async (id) => ({ id, price: await client.getEntity<Price>('shared', id) })));
    for (const { id, price } of read) {
      if (price.amount > 5) {
        print(id, price);
      }
    }
  }
}
`,
      );
    });

    it('leaves the key out where only the entity is used', () => {
      checkFix(
        ID,
        loop(`    const price = await client.getEntity('shared', id);
    print(price);`),
        `${HEAD}
export async function prices(ids: string[]) {
  for (let start = 0; start < ids.length; start += 20) {
    const chunk = ids.slice(start, start + 20);
    const read = await Promise.all(chunk.map((id) => client.getEntity('shared', id)));
    for (const price of read) {
      print(price);
    }
  }
}
`,
      );
    });

    it('is not offered where the loop does more, or what it goes through may be no array', () => {
      const read = "    const price = await client.getEntity('shared', id);";
      checkNoFix(ID, loop(`${read}\n    await save(price);`));
      checkNoFix(ID, loop(`${read}\n    if (price.old) continue;\n    print(price);`));
      checkNoFix(ID, loop(`    try {\n  ${read}\n      print(price);\n    } catch {}`));
      checkNoFix(ID, loop(`    print(await client.getEntity('shared', id));`));
      checkNoFix(ID, loop(`${read}\n    print(price);`, 'ids: Set<string>'));
      checkNoFix(ID, loop(`${read}\n    print(price);`, 'ids'));
      // the name is taken
      checkNoFix(ID, loop(`${read}\n    print(price, start);`, 'ids: string[], start: Date'));
    });
  });
});
