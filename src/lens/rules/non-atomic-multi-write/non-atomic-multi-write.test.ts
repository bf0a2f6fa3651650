import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'non-atomic-multi-write';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
const archive = new TableClient(url, 'Archive', credential);
const auditLog = new TableClient(url, 'AuditLog', credential);
`;

describe(ID, () => {
  it('tells of two tables, and of two partitions', () => {
    check(`${HEAD}
export async function retire(department: string, id: string) {
  await archive.createEntity({ partitionKey: department, rowKey: id });
  await client.deleteEntity(department, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write: another table
}
export async function hire(user: User, isNew: boolean) {
  await client.createEntity({ partitionKey: \`id_\${user.id}\`, rowKey: 'profile' });
  if (isNew) await client.upsertEntity({ partitionKey: \`phone_\${user.phone}\`, rowKey: user.id });
  //                      ^^^^^^^^^^^^ information non-atomic-multi-write: another partition
}
`);
  });

  it('tells of copies of one thing in one partition', () => {
    check(`${HEAD}
const idKey = (id: string) => \`id_\${id}\`;
export async function hire(department: string, employee: Employee) {
  await client.createEntity({ ...employee, partitionKey: department, rowKey: idKey(employee.id) });
  await client.createEntity({ ...employee, partitionKey: department, rowKey: \`phone_\${employee.phone}\` });
  //           ^^^^^^^^^^^^ information non-atomic-multi-write: one transaction
}
export async function rename(department: string, id: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`index_\${id}\` });
  await client.deleteEntity(department, id);
  //           ^^^^^^^^^^^^ information non-atomic-multi-write: one transaction
}
`);
  });

  it('is silent for branches, for what can be repeated, for records, and for what is undone', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function move(department: string, id: string, toArchive: boolean) {
  if (toArchive) await archive.createEntity({ partitionKey: department, rowKey: id });
  else await client.deleteEntity(department, id);
}
export async function copy(department: string, id: string) {
  await archive.upsertEntity({ partitionKey: department, rowKey: id });
  await client.upsertEntity({ partitionKey: department, rowKey: id });
}
export async function remove(department: string, id: string) {
  await client.deleteEntity(department, id);
  await auditLog.createEntity({ partitionKey: department, rowKey: id });
}
export async function retire(department: string, id: string) {
  await archive.createEntity({ partitionKey: department, rowKey: id });
  try {
    await client.deleteEntity(department, id);
  } catch {
    await archive.deleteEntity(department, id);
  }
}
`,
    );
  });

  it('is silent for a lock, and for what is done on an answer', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function pay(department: string, id: string) {
  await client.createEntity({ partitionKey: department, rowKey: \`lock_\${id}\` });
  await send(id);
  await client.deleteEntity(department, \`lock_\${id}\`);
  await log(id);
  await client.upsertEntity({ partitionKey: department, rowKey: id, paid: true });
}
export async function take(department: string, id: string) {
  const { etag } = await client.createEntity({ partitionKey: department, rowKey: \`take_\${id}\` });
  if (etag) await client.deleteEntity(department, id);
}
`,
    );
  });

  it('is silent for what has nothing in common, and for one entity', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function seed(one: string, other: string, name: string) {
  await client.createEntity({ partitionKey: 'a', rowKey: one });
  await client.createEntity({ partitionKey: 'b', rowKey: other });
  await archive.createEntity({ partitionKey: 'c', rowKey: name });
}
export async function hire(department: string, id: string, name: string) {
  await client.createEntity({ partitionKey: department, rowKey: id });
  await client.updateEntity({ partitionKey: department, rowKey: id, name });
  await client.createEntity({ partitionKey: department, rowKey: 'summary' });
  await client.createEntity({ partitionKey: department, rowKey: \`of_\${name}\` });
  await client.createEntity({ partitionKey: department, rowKey: \`of_\${city}\` });
  await client.deleteEntity(id, department);
}
`,
    );
  });

  it("is silent for another SDK's methods", () => {
    checkSilent(
      ID,
      `
import { World } from 'game-engine';
const a = new World('a');
const b = new World('b');
export function move(x: string, id: string) {
  a.createEntity({ partitionKey: 'p', rowKey: id });
  b.deleteEntity('q', id);
}
`,
    );
  });
});
