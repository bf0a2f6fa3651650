import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const ID = 'writes-in-loop';
const HEAD = `
import { odata, TableClient, TableTransaction } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe(ID, () => {
  it('tells of writes to the same partition', () => {
    check(`${HEAD}
export async function hire(department: string, staff: Employee[]) {
  for (const employee of staff) {
    const entity = { partitionKey: department, rowKey: employee.id, name: employee.name };
    try {
      await client.upsertEntity(entity, 'Replace');
      //           ^^^^^^^^^^^^ information writes-in-loop/same-partition
    } catch (error) {
      console.error(error);
    }
  }
  for (const [id, name] of Object.entries(names)) {
    await client.createEntity({ partitionKey: 'names', rowKey: id, name });
    //           ^^^^^^^^^^^^ information writes-in-loop
  }
  while (queue.length > 0) {
    const one = queue.pop();
    await client.deleteEntity(department, one.id);
    //           ^^^^^^^^^^^^ information writes-in-loop
  }
}
`);
  });

  it('is silent where a loop draws keys until one is free', () => {
    checkSilent(
      ID,
      `${HEAD}
import { randomInt } from 'node:crypto';
const drawn = () => { let text = ''; for (let i = 0; i < 8; i++) text += 'ABCDEF'[randomInt(6)]; return \`V-\${text}\`; };
export async function make(name: string) {
  let made: string | undefined;
  for (let attempt = 0; attempt < 5 && made === undefined; attempt++) {
    const candidate = drawn();
    try {
      await client.createEntity({ partitionKey: 'vouchers', rowKey: candidate, name });
      made = candidate;
    } catch (error) {
      if (error.statusCode !== 409) return undefined;
    }
  }
  return made;
}
`,
    );
  });

  it('is silent where a write tells that a step is done, and not where the step gives what is written', () => {
    const each = (body: string): string => `${HEAD}
export async function work(jobs: { id: string; name: string }[]) {
  for (const job of jobs) {
    ${body}
  }
}
`;
    const write = "await client.createEntity({ partitionKey: 'done', rowKey: job.id, at: new Date() });";
    checkSilent(ID, each(`await send(job); ${write}`));
    checkSilent(ID, each(`try { await job.run(); } catch (error) { report(error); } ${write}`));
    const isTold = (body: string): boolean =>
      findingsOf('/app/main.ts', each(body)).some(({ rule }) => rule === ID);
    assert.ok(isTold(`${write} await send(job);`));
    assert.ok(isTold(`await sleep(10); ${write}`));
    assert.ok(
      isTold(
        "await send(job); await client.upsertEntity({ partitionKey: 'jobs', rowKey: job.id, name: job.name });",
      ),
    );
    assert.ok(
      isTold(
        "const name = await nameOf(job); await client.upsertEntity({ partitionKey: 'names', rowKey: job.id, name });",
      ),
    );
  });

  it('tells of entities that bring their partition, and of writes that start together', () => {
    check(`${HEAD}
export async function save(entities: TableEntity[], department: string) {
  for (const entity of entities) await client.createEntity(entity);
  //                                          ^^^^^^^^^^^^ information writes-in-loop/any-partition
  const started = [];
  for (const { id } of employees) {
    started.push(limit(() => client.upsertEntity({ partitionKey: department, rowKey: id })));
    //                              ^^^^^^^^^^^^ information writes-in-loop
  }
  await Promise.all(started);
  const done = [];
  for (const { id } of employees) done.push(await client.upsertEntity({ partitionKey: department, rowKey: id }));
  //                                                     ^^^^^^^^^^^^ information writes-in-loop
}
`);
  });

  it('tells of the write in a function that a loop calls', () => {
    check(`${HEAD}
async function save(employee: Employee) {
  await client.upsertEntity({ partitionKey: 'staff', rowKey: employee.id });
}
export async function hire(staff: Employee[]) {
  for (const employee of staff) await save(employee);
//                                    ^^^^ information writes-in-loop/same-partition
}
`);
  });

  it('tells of entities that are made by code from elsewhere, and of a wrapper in another file', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const put = (pk: string, rk: string, values: object) => client.upsertEntity({ ...values, partitionKey: pk, rowKey: rk });
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { toEntity } from 'mappers';
import { put } from './store.js';
const client = new TableClient(url, 'Employees', credential);
export async function hire(staff: Employee[], today: string) {
  for (const employee of staff) {
    await client.upsertEntity(toEntity(employee));
    //           ^^^^^^^^^^^^ information writes-in-loop/any-partition
    await put(today, employee.id, employee);
    //    ^^^ information writes-in-loop/same-partition
    await put(employee.department, employee.id, employee);
  }
}
`);
  });

  it('tells of rows that each turn makes, and of keys that functions give the entities', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const of = (table: string) => new TableClient(url, table, credential);
export const getEntity = (table: string, pk: string, rk: string) => of(table).getEntity(pk, rk);
export const updateEntity = (table: string, entity) => of(table).updateEntity(entity, 'Merge');
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { generateCode } from 'codes';
import { getEntity, updateEntity } from './store.js';
const client = new TableClient(url, 'Employees', credential);
function toEntity(user: string, task) {
  const id = String(task.id).trim();
  return { partitionKey: encode(user), rowKey: encode(id), text: JSON.stringify(task) };
}
export async function save(user: string, tasks, count: number) {
  for (let i = 0; i < count; i++) {
    const code = generateCode();
    await client.createEntity({ partitionKey: 'code', rowKey: code });
    //           ^^^^^^^^^^^^ information writes-in-loop/same-partition
  }
  for (const task of tasks) {
    const entity = toEntity(user, task);
    await client.upsertEntity(entity, 'Replace');
    //           ^^^^^^^^^^^^ information writes-in-loop/same-partition
    const copy = await getEntity('Exams', 'EXAM', task.id);
    //                 ^^^^^^^^^ warning n-plus-one
    await updateEntity('Exams', { ...copy, by: user });
    //    ^^^^^^^^^^^^ warning lost-update
    //    ^^^^^^^^^^^^ information writes-in-loop/same-partition
  }
}
`);
  });

  it('points to every loop that calls the function', () => {
    const findings = findingsOf(
      '/main.ts',
      `${HEAD}
async function save(employee: Employee) {
  await client.upsertEntity({ partitionKey: 'staff', rowKey: employee.id });
}
export async function hire(staff: Employee[], others: Employee[]) {
  for (const employee of staff) await save(employee);
  for (const employee of others) await save(employee);
}
`,
    );
    const finding = findings.find(({ rule }) => rule === ID);
    assert.equal(finding?.related.length, 4);
  });

  it('is silent for partitions of their own', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function measure(devices: Device[]) {
  for (const device of devices) {
    await client.createEntity({ partitionKey: device.id, rowKey: String(device.tick) });
    await client.deleteEntity(\`index_\${device.owner}\`, device.id);
    await client.createEntity({ partitionKey: crypto.randomUUID(), rowKey: device.id });
  }
  for (const status of ['open', 'done']) await client.deleteEntity(status, id);
  for (const student of students) {
    await client.upsertEntity({ partitionKey: \`\${day}_\${student.partitionKey}\`, rowKey: student.id });
  }
  const samples: Sample[] = [
    { partitionKey: 'a', rowKey: '1' },
    { partitionKey: 'b', rowKey: '1' },
  ];
  for (const sample of samples) await client.upsertEntity(sample);
  for (const name of tables) {
    const one = new TableClient(url, name, credential);
    await one.upsertEntity({ partitionKey: 'meta', rowKey: 'version', version: 2 });
  }
}
`,
    );
  });

  const EVERYWHERE = `${HEAD}
const named = (flag: string) => client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${flag}\` } });
const off = (pk: string, rk: string) => client.updateEntity({ partitionKey: pk, rowKey: rk, on: false }, 'Merge');
`;

  it('is silent for entities that a list has one of in each partition', () => {
    checkSilent(
      ID,
      `${EVERYWHERE}
export async function disable(flag: string, other: boolean) {
  for await (const f of named(flag)) await off(f.partitionKey, f.rowKey);
  const filter = other ? "RowKey eq 'a' and n gt 1" : odata\`RowKey eq \${flag}\`;
  const rows = [];
  for await (const f of client.listEntities({ queryOptions: { filter } })) rows.push(f);
  for (const f of rows) await client.updateEntity({ partitionKey: f.partitionKey, rowKey: 'head', on: false }, 'Merge');
}
`,
    );
  });

  it('tells of what may have several of them', () => {
    const found = (code: string): readonly string[] =>
      findingsOf('/app/main.ts', EVERYWHERE + code).flatMap(({ rule }) => (rule === ID ? [rule] : []));
    const all = [
      `const rows = []; for (const flag of flags) for await (const f of named(flag)) rows.push(f);
       for (const f of rows) await off(f.partitionKey, f.rowKey);`,
      `for await (const f of client.listEntities({ queryOptions: { filter: "RowKey ge 'a'" } }))
         await off(f.partitionKey, f.rowKey);`,
      `for await (const f of client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${flags[0]} or RowKey eq 'b'\` } }))
         await off(f.partitionKey, f.rowKey);`,
      `for await (const f of named('a')) await off('all', f.partitionKey);`,
    ];
    for (const code of all)
      assert.deepEqual(found(`export async function go(flags: string[]) { ${code} }`), [ID], code);
  });

  it('is silent for the same row again, for the exception, and for a search that ends with the write', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function retry(department: string, id: string, staff: Employee[]) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await client.upsertEntity({ partitionKey: department, rowKey: id });
      return;
    } catch {}
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await client.createEntity({ partitionKey: department, rowKey: crypto.randomUUID() });
      break;
    } catch {}
  }
  for (const employee of staff) {
    try {
      await hire(employee);
    } catch {
      await client.createEntity({ partitionKey: 'failed', rowKey: employee.id });
    }
  }
  for (const employee of staff) {
    if (employee.id === id) {
      await client.deleteEntity(department, employee.id);
      break;
    }
  }
}
`,
    );
  });

  it('is silent for transactions, and for writes that an array starts at once', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function save(entities: TableEntity[]) {
  for (let i = 0; i < entities.length; i += 100) {
    await client.submitTransaction(entities.slice(i, i + 100).map((entity) => ['upsert', entity]));
  }
  const transaction = new TableTransaction();
  for (const entity of entities) transaction.createEntity(entity);
  await client.submitTransaction(transaction.actions);
  await Promise.all(entities.map((entity) => client.upsertEntity({ ...entity, partitionKey: 'x' })));
  const started = [];
  for (const entity of entities) started.push(client.upsertEntity({ ...entity, partitionKey: 'x' }));
  for (const entity of entities) started.push(client.createEntity({ ...entity, partitionKey: 'y' }).catch(ignore));
  await Promise.allSettled(started);
}
`,
    );
  });

  it("is silent for another SDK's createEntity, and for a mock", () => {
    checkSilent(
      ID,
      `
import { World } from 'game-engine';
const world = new World();
const mockClient = { createEntity: jest.fn(), upsertEntity: async () => undefined };
export async function populate(things: Thing[]) {
  for (const { kind, id } of things) {
    await world.createEntity({ partitionKey: 'x', rowKey: id });
    await mockClient.upsertEntity({ partitionKey: 'x', rowKey: id });
  }
}
`,
    );
  });

  it('is silent where the list that is gone through has one entity at most', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function raise() {
  for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and RowKey eq 'b'" } })) {
    one.salary += 1;
    await client.updateEntity(one);
  }
}
`,
    );
  });

  describe('fix', () => {
    const loop = (body: string, parameters = 'department: string, staff: Employee[]'): string => `${HEAD}
export async function hire(${parameters}) {
${body}
}
`;

    it('submits what the loop wrote in transactions of 100', () => {
      checkFix(
        ID,
        loop(`  for (const { id, name } of staff) {
    await client.upsertEntity({ partitionKey: department, rowKey: id, name }, 'Replace');
  }`),
        loop(`  for (let start = 0; start < staff.length; start += 100) {
    await client.submitTransaction(
      staff.slice(start, start + 100).map(({ id, name }) => ['upsert', { partitionKey: department, rowKey: id, name }, 'Replace']),
    );
  }`),
      );
      checkFix(
        ID,
        loop(`  for (const one of staff) await client.deleteEntity(department, one.id);`),
        loop(`  for (let start = 0; start < staff.length; start += 100) {
    await client.submitTransaction(
      staff.slice(start, start + 100).map((one) => ['delete', { partitionKey: department, rowKey: one.id }]),
    );
  }`),
      );
    });

    it('collects what a loop writes over what is not seen to be an array', () => {
      const file = (imported: string, body: string): string => `
const { ${imported} } = require('@azure/data-tables');
const client = new TableClient(url, 'Employees', credential);
exports.hire = async (department, staff) => {
${body}
};
`;
      checkFix(
        ID,
        `// file: main.js${file(
          'TableClient',
          `  for (const one of staff) {
    await client.upsertEntity({ partitionKey: department, rowKey: one.id, name: one.name }, 'Replace');
  }`,
        )}`,
        file(
          'TableClient, TableTransaction',
          `  let transaction = new TableTransaction();
  for (const one of staff) {
    transaction.upsertEntity({ partitionKey: department, rowKey: one.id, name: one.name }, 'Replace');
    if (transaction.actions.length === 100) {
      await client.submitTransaction(transaction.actions);
      transaction = new TableTransaction();
    }
  }
  if (transaction.actions.length > 0) await client.submitTransaction(transaction.actions);`,
        ),
        'right if no row occurs twice',
      );
    });

    it('is not offered where a turn does more, the partition is not one, or options are given', () => {
      const write = 'await client.createEntity({ partitionKey: department, rowKey: one.id });';
      checkNoFix(ID, loop(`  for (const one of staff) {\n    ${write}\n    print(one);\n  }`));
      checkNoFix(ID, loop(`  for (const one of staff) {\n    try { ${write} } catch {}\n  }`));
      checkNoFix(ID, loop(`  for (const one of staff) if (one.id) ${write}`));
      checkNoFix(ID, loop(`  for (const one of staff) await client.createEntity(one);`));
      checkNoFix(
        ID,
        loop(`  for (const one of staff) await client.deleteEntity(department, one.id, { etag: one.etag });`),
      );
      checkNoFix(
        ID,
        loop(
          `  for (const one of staff) ${write}\n  print(start, transaction, batch);`,
          'department: string, staff: Employee[]',
        ),
      );
    });
  });
});
