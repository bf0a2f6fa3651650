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
  const GROUPED: Readonly<Record<string, string>> = {
    'a map that is asked first': `const all = new Map<string, TransactionAction[]>();
      for (const one of items) {
        const list = all.get(one.shop) ?? [];
        list.push(ACTION);
        all.set(one.shop, list);
      }
      for (const list of all.values())
        for (let at = 0; at < list.length; at += 100) await client.submitTransaction(list.slice(at, at + 100));`,
    'a map that is filled where it has none': `const all = new Map<string, TransactionAction[]>();
      for (const one of items) {
        if (!all.has(one.shop)) all.set(one.shop, []);
        all.get(one.shop)!.push(ACTION);
      }
      for (const [, list] of all) while (list.length > 0) await client.submitTransaction(list.splice(0, 100));`,
    'a map with two branches': `const all = new Map<string, TransactionAction[]>();
      for (const one of items) {
        const list = all.get(one.shop);
        if (list) list.push(ACTION);
        else all.set(one.shop, [ACTION]);
      }
      await Promise.all([...all.values()].map((list) => client.submitTransaction(list)));`,
    'an object': `const all: Record<string, TransactionAction[]> = {};
      for (const one of items) (all[one.shop] ??= []).push(ACTION);
      for (const list of Object.values(all)) await client.submitTransaction(list);`,
    'an object, by its names': `const all: Record<string, TransactionAction[]> = {};
      for (const one of items) {
        if (!all[one.shop]) all[one.shop] = [];
        all[one.shop]!.push(ACTION);
      }
      for (const shop of Object.keys(all)) await client.submitTransaction(all[shop]!);`,
  };
  const ACTION = "['create', { partitionKey: one.shop, rowKey: one.id, price: one.price }]";

  for (const [name, code] of Object.entries(GROUPED)) {
    it(`are seen, whichever of them are sent together: ${name}`, () => {
      const { kinds, writes, unseen } = useOf(`${CLIENT}
        interface Item { shop: string; id: string; price: number }
        export async function save(items: Item[]) {
          ${code.replaceAll('ACTION', ACTION)}
        }`);
      assert.deepEqual(
        kinds.map(({ attributes }) => attributes.map((one) => one.name)),
        [['price', 'shop', 'id']],
      );
      assert.deepEqual(
        writes.map(({ does, together }) => [does, together]),
        [['create', []]],
      );
      assert.deepEqual(unseen, []);
    });
  }

  it('are not seen of what somebody else gives', () => {
    for (const code of [
      'export const send = (list: TransactionAction[]) => client.submitTransaction(list);',
      `export async function send(all: Map<string, TransactionAction[]>, shop: string) {
        const own: TransactionAction[] = [];
        own.push(['create', { partitionKey: shop, rowKey: 'a' }]);
        for (const list of all.values()) await client.submitTransaction(list);
      }`,
      `export async function send(shop: string) {
        const all = new Map<string, TransactionAction[]>();
        all.set(shop, [['create', { partitionKey: shop, rowKey: 'a' }]]);
        fill(all);
        for (const list of all.values()) await client.submitTransaction(list);
      }
      declare function fill(all: Map<string, TransactionAction[]>): void;`,
    ]) {
      const { writes, unseen } = useOf(CLIENT + code);
      assert.deepEqual([writes.length, unseen.length], [0, 1], code);
    }
  });

  it('are not seen where others may be put in, or what is put in becomes another', () => {
    const inMap = (begin: string, put: string, send: string): string =>
      `const all = new Map<string, TransactionAction[]>(${begin});
       for (const one of items) {
         const list = all.get(one.shop) ?? [];
         ${put}
         all.set(one.shop, list);
       }
       for (const list of all.values()) { ${send} }`;
    const inObject = (begin: string, end: string): string =>
      `const all: Record<string, TransactionAction[]> = {};
       ${begin}
       for (const one of items) (all[one.shop] ??= []).push(${ACTION});
       ${end}
       for (const list of Object.values(all)) await client.submitTransaction(list);`;
    const put = `list.push(${ACTION});`;
    const send = 'await client.submitTransaction(list);';
    for (const code of [
      inMap('given', put, send),
      inMap('', `other(list); ${put}`, send),
      inMap('', `list.push(${ACTION}, ...more);`, send),
      inMap('', `${put} list[0] = more[0]!;`, send),
      inMap('', put, `list[0] = more[0]!; ${send}`),
      inMap('', put, `list.unshift(more[0]!); ${send}`),
      inMap('', put, `list.splice(0, 1, more[0]!); ${send}`),
      inMap('', put, `other(list); ${send}`),
      inMap('', put, `for (const each of list) each[0] = 'delete'; ${send}`),
      inMap('', put, 'await client.submitTransaction([more[0]!, ...list]);'),
      inMap('', put, 'await client.submitTransaction(list.concat(more));'),
      inMap('', put, "await client.submitTransaction(list.map(([, entity]) => ['delete', entity]));"),
      inMap('', `const own: TransactionAction = ${ACTION}; list.push(own); own[0] = 'delete';`, send),
      inMap(
        '',
        `const own = { ...one, partitionKey: '', rowKey: '' }; list.push(['create', own]); own.rowKey = one.id;`,
        send,
      ),
      inObject('other(all);', ''),
      inObject('', 'other(all);'),
      inObject('Object.assign(all, given);', ''),
    ]) {
      const { writes, unseen } = useOf(`${CLIENT}
        interface Item { shop: string; id: string; price: number }
        declare function other(it: unknown): void;
        export async function save(items: Item[], more: TransactionAction[], given: any) { ${code} }`);
      assert.deepEqual([writes.length, unseen.length], [0, 1], code);
    }
  });

  it('are of each kind that is put, together with none', () => {
    const { writes, unseen } = useOf(`${CLIENT}
      interface Item { shop: string; id: string; price: number }
      export async function save(items: Item[]) {
        const all: Record<string, TransactionAction[]> = {};
        for (const one of items) {
          const list = (all[one.shop] ??= []);
          list.push(['create', { partitionKey: one.shop, rowKey: 'item_' + one.id, price: one.price }]);
          if (one.price > 100) list.push(['delete', { partitionKey: one.shop, rowKey: 'offer_' + one.id }]);
        }
        for (const list of Object.values(all)) await client.submitTransaction(list);
      }
      export const offer = (shop: string, id: string, until: Date) =>
        client.createEntity({ partitionKey: shop, rowKey: 'offer_' + id, until });`);
    assert.deepEqual(
      writes.map(({ kind, does, together }) => [kind, does, together]),
      [
        ['item', 'create', []],
        ['offer', 'delete', []],
        ['offer', 'create', []],
      ],
    );
    assert.deepEqual(unseen, []);
  });

  it('delete nothing by age, as some may be left out of a group, or of what is sent', () => {
    const bodies: readonly (readonly [put: string, send: string])[] = [
      ['', 'while (list.length > 0) await client.submitTransaction(list.splice(0, 100));'],
      ['if (row.rowKey === keep) continue;', 'await client.submitTransaction(list);'],
      ['', 'await client.submitTransaction(list.slice(0, 50));'],
      ['', 'if (list.length < 10) await client.submitTransaction(list);'],
    ];
    for (const [put, send] of bodies) {
      const { patterns, writes } = useOf(`${CLIENT}
        export const add = (shop: string, at: Date) =>
          client.createEntity({ partitionKey: shop, rowKey: at.toISOString(), at });
        export async function purge(before: Date, keep: string) {
          const all = new Map<string, TransactionAction[]>();
          for await (const row of client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } })) {
            ${put}
            if (!all.has(row.partitionKey!)) all.set(row.partitionKey!, []);
            all.get(row.partitionKey!)!.push(['delete', { partitionKey: row.partitionKey!, rowKey: row.rowKey! }]);
          }
          for (const list of all.values()) ${send}
        }`);
      assert.deepEqual(
        patterns.map(({ deletesBy }) => deletesBy),
        [undefined],
        put + send,
      );
      assert.deepEqual(
        writes.map(({ does }) => does),
        ['create', 'delete'],
      );
    }
  });
});
