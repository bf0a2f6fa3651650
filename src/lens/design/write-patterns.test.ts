import assert from 'node:assert/strict';
import { CLIENT } from '../../../test/support/operations.ts';
import { useOf } from '../../../test/support/designs.ts';

describe('writes', () => {
  it('are told by kind and by what they do, with what one transaction writes together', () => {
    const { writes, unseen } = useOf(
      `${CLIENT}
      export const add = (dep: string, id: string) => client.submitTransaction([
        ['create', { partitionKey: dep, rowKey: 'item_' + id, name: id }],
        ['update', { partitionKey: dep, rowKey: 'total', count: 1 }],
      ]);
      export const start = (dep: string) => client.createEntity({ partitionKey: dep, rowKey: 'total', count: 0 });
      export const drop = (dep: string, id: string) => client.deleteEntity(dep, 'item_' + id);
      export const save = (all: any) => client.upsertEntity(all);`,
    );
    assert.deepEqual(
      writes.map(({ kind, does, together }) => [kind, does, together]),
      [
        ['item', 'create', ['total']],
        ['total', 'merge', ['item']],
        ['total', 'create', []],
        ['item', 'delete', []],
      ],
    );
    assert.equal(unseen.length, 1);
  });

  it('are told for each kind that one may write, which no transaction writes together', () => {
    const { writes } = useOf(
      `${CLIENT}
      export const put = (id: string, title: string, owner?: string) => client.submitTransaction([
        ['upsert', { partitionKey: owner ? 'own_' + owner : 'shared', rowKey: id, title }, 'Replace'],
      ]);
      export const drop = (id: string, owner?: string) =>
        client.deleteEntity(owner ? 'own_' + owner : 'shared', id);`,
    );
    assert.deepEqual(
      writes.map(({ kind, does, together }) => [kind, does, together]),
      [
        ['own', 'replace', []],
        ['shared', 'replace', []],
        ['own', 'delete', []],
        ['shared', 'delete', []],
      ],
    );
  });
});

describe('writes under keys that are made up', () => {
  it('change what they put where they only update, as the entity was made before', () => {
    const { writes } = useOf(`${CLIENT}
      async function open(customer: string) {
        const id = crypto.randomUUID();
        await client.createEntity({ partitionKey: customer, rowKey: id, agent: '' });
        return id;
      }
      const assign = (customer: string, id: string, agent: string) =>
        client.updateEntity({ partitionKey: customer, rowKey: id, agent }, 'Merge');
      export async function openFor(customer: string, agent: string) {
        const id = await open(customer);
        await assign(customer, id, agent);
      }`);
    assert.deepEqual(
      writes.map(({ does, changes }) => [does, changes]),
      [
        ['create', []],
        ['merge', ['agent']],
      ],
    );
  });

  it('change nothing where they make the entity', () => {
    const { writes } = useOf(`${CLIENT}
      export const log = (device: string, value: number) =>
        client.upsertEntity({ partitionKey: device, rowKey: crypto.randomUUID(), value }, 'Merge');`);
    assert.deepEqual(
      writes.map(({ does, changes }) => [does, changes]),
      [['merge', []]],
    );
  });
});

describe('writes of an entity that was read', () => {
  it('are of its kind, whether or not they send the ETag', () => {
    for (const options of ['', ', { etag: room.etag }']) {
      const { writes, strangers } = useOf(`${CLIENT}
        export const add = (hotel: string, no: string, price: number) =>
          client.createEntity({ partitionKey: hotel, rowKey: no, price });
        export async function setPrice(hotel: string, no: string, price: number) {
          const room = await client.getEntity(hotel, no);
          room.price = price;
          await client.updateEntity(room, 'Replace'${options});
        }`);
      assert.deepEqual(
        writes.map(({ kind, does }) => [kind, does]),
        [
          ['employee', 'create'],
          ['employee', 'replace'],
        ],
      );
      assert.deepEqual(strangers, []);
    }
  });
});

describe('writes by keys of which nothing is known', () => {
  const kinds = `${CLIENT}
    import { keysOf } from 'elsewhere';
    export const a = (day: string, text: string) => client.createEntity({ partitionKey: 'report', rowKey: day, text });
    export const b = (day: string, id: string, score: number) =>
      client.createEntity({ partitionKey: 'event_' + day, rowKey: id, score });
    export async function drop() {
      const [pk, rk] = keysOf();
      await client.deleteEntity(String(pk), String(rk));
    }`;

  it('are of no kind where there are several', () => {
    const { writes, strangers } = useOf(kinds);
    assert.deepEqual(
      writes.map(({ kind, does }) => [kind, does]),
      [
        ['report', 'create'],
        ['event', 'create'],
      ],
    );
    assert.equal(strangers.length, 1);
  });
});

describe('updates of an entity that was read', () => {
  it('are of the kind that was asked for', () => {
    const { writes, unseen } = useOf(`${CLIENT}
      export const hire = (dep: string, id: string, mail: string) =>
        client.createEntity({ partitionKey: dep, rowKey: 'person_' + id, mail, seen: 0 });
      export async function greet(dep: string, id: string) {
        const person = await client.getEntity(dep, 'person_' + id);
        person.seen = 1;
        await client.updateEntity(person, 'Merge');
      }`);
    assert.deepEqual(
      [writes.map(({ kind, does }) => `${kind} ${does}`), unseen],
      [['employee create', 'employee merge'], []],
    );
  });
});

describe('writes that put back an entity that was read', () => {
  const staff = `${CLIENT}
    export const hire = (dep: string, id: string, name: string) =>
      client.createEntity({ partitionKey: dep, rowKey: id, name, status: 'new' });
    type Employee = { partitionKey: string; rowKey: string; name: string; status: string };`;
  const writesIn = (source: string): readonly unknown[] => {
    const { kinds, writes, unseen, strangers } = useOf(staff + source);
    const known = writes.map(({ kind, does, writes: { length } }) => `${kind} ${does} ${length}`);
    const unknown = new Set([...unseen, ...strangers.map(({ operation }) => operation)]);
    return [kinds.map(({ name }) => name), known, unknown.size];
  };

  it('are of its kind, be they upserts', () => {
    const read = 'const person = await client.getEntity<Employee>(dep, id);';
    for (const write of [
      "person.status = 'left'; await client.upsertEntity(person, 'Replace');",
      "await client.upsertEntity({ ...person, status: 'left' }, 'Replace');",
      "await client.submitTransaction([['upsert', { ...person, status: 'left' }, 'Replace']]);",
      "person.status = 'left'; await client.submitTransaction([['update', person, 'Replace']]);",
    ])
      assert.deepEqual(
        writesIn(`export async function leave(dep: string, id: string) { ${read} ${write} }`),
        [['employee'], ['employee create 1', 'employee replace 1'], 0],
        write,
      );
  });

  it('are of its kind through functions of the program', () => {
    const source = `
      async function find(dep: string, id: string) {
        try { return await client.getEntity<Employee>(dep, id); } catch { return undefined; }
      }
      const save = (person: Employee) => client.upsertEntity(person, 'Merge');
      export async function leave(dep: string, id: string) {
        const person = await find(dep, id);
        if (!person) return;
        person.status = 'left';
        await save(person);
      }`;
    assert.deepEqual(writesIn(source), [['employee'], ['employee create 1', 'employee merge 1'], 0]);
  });

  it('are of its kind, and make none, where a list gave it', () => {
    const list = 'client.listEntities<Employee>({ queryOptions: { filter: odata`PartitionKey eq ${dep}` } })';
    for (const body of [
      `for await (const person of ${list}) { person.status = 'x'; await client.updateEntity(person, 'Merge'); }`,
      `for await (const person of ${list}) await client.upsertEntity({ ...person, status: 'x' }, 'Merge');`,
      `const all = [];
       for await (const person of ${list}) all.push(person);
       const one = all.find(({ name }) => name === 'q');
       if (one) await client.upsertEntity({ ...one, status: 'z' }, 'Merge');`,
    ])
      assert.deepEqual(
        writesIn(`export async function all(dep: string) { ${body} }`),
        [['employee'], ['employee create 1', 'employee merge 1'], 0],
        body,
      );
  });

  it('stay unknown where they put what code that is not seen gives', () => {
    const source = `
      import { changed } from 'elsewhere';
      export async function leave(dep: string, id: string) {
        const person = await client.getEntity<Employee>(dep, id);
        await client.upsertEntity(changed(person), 'Replace');
      }`;
    assert.deepEqual(writesIn(source), [['employee'], ['employee create 1'], 1]);
  });
});

describe('writes of actions that are grouped', () => {
  const CREATE = "['create', { partitionKey: one.shop, rowKey: one.id, price: one.price }]";
  const DELETE = "['delete', { partitionKey: one.shop, rowKey: one.id }]";
  const BODIES: Readonly<Record<string, string>> = {
    'those that go to several tables': `const all: Record<string, TransactionAction[]> = {};
      for (const one of items) {
        (all['own ' + one.shop] ??= []).push(${CREATE});
        (all['other ' + one.shop] ??= []).push(${DELETE});
      }
      for (const [name, list] of Object.entries(all))
        await (name.startsWith('own ') ? client : other).submitTransaction(list);`,
    'groups of groups': `const all: Record<string, Record<string, TransactionAction[]>> = { own: {}, other: {} };
      for (const one of items) {
        (all.own![one.shop] ??= []).push(${CREATE});
        (all.other![one.shop] ??= []).push(${DELETE});
      }
      for (const name of ['own', 'other'])
        for (const list of Object.values(all[name]!)) await (name === 'own' ? client : other).submitTransaction(list);`,
    'a map that is cleared': `const all = new Map<string, TransactionAction[]>();
      for (const one of items) all.set(one.shop, [...(all.get(one.shop) ?? []), ${CREATE}]);
      for (const list of all.values()) await client.submitTransaction(list);
      all.clear();
      for (const one of items) all.set(one.shop, [...(all.get(one.shop) ?? []), ${DELETE}]);
      for (const list of all.values()) await other.submitTransaction(list);`,
    'actions that are never sent': `const all = new Map<string, TransactionAction[]>();
      for (const one of items) {
        const list = all.get(one.shop) ?? [];
        list.push(isDry ? ${DELETE} : ${CREATE});
        all.set(one.shop, list);
      }
      if (isDry) return;
      for (const list of all.values()) await client.submitTransaction(list);`,
  };
  for (const [name, body] of Object.entries(BODIES)) {
    it(`are not seen: ${name}`, () => {
      const { writes, unseen } = useOf(`${CLIENT}
        const other = TableClient.fromConnectionString(process.env.X!, 'Others');
        interface Item { shop: string; id: string; price: number }
        export async function save(items: Item[], isDry: boolean) { ${body} }`);
      assert.equal(writes.length, 0);
      assert.ok(unseen.length > 0);
    });
  }
});
