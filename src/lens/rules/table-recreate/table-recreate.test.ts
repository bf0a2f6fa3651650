import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'table-recreate';
const HEAD = `
import { TableClient, TableServiceClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(connection, 'Employees');
const service = TableServiceClient.fromConnectionString(connection);
`;

describe(ID, () => {
  it('tells of clients and of the service', () => {
    check(`${HEAD}
export async function reset() {
  try { await client.deleteTable(); } catch {}
  await client.createTable();
  //           ^^^^^^^^^^^ warning table-recreate/recreated
}
export async function resetAll(names: string[]) {
  for (const name of names) {
    await service.deleteTable(name);
    await service.createTable(name);
    //            ^^^^^^^^^^^ warning table-recreate
  }
}
export const chained = () => service.deleteTable('Staff').then(() => service.createTable('Staff'));
//                                                                           ^^^^^^^^^^^ warning table-recreate
export const others = () => service.deleteTable('Staff').then(() => service.createTable('Teams'));
export async function mixed(exists: boolean) {
  if (exists) await service.deleteTable('employees');
  await client.createTable();
  //           ^^^^^^^^^^^ warning table-recreate
}
`);
  });

  it('tells of clients that a function gives of one of several accounts', () => {
    const open = `
import { TableClient, TableServiceClient } from '@azure/data-tables';
function open(isTest: boolean) {
  if (isTest)
    return { service: new TableServiceClient(test, credential), client: new TableClient(test, 'Guests', credential) };
  return { service: new TableServiceClient(live, credential), client: new TableClient(live, 'Guests', credential) };
}
function either(isTest: boolean) {
  return isTest ? new TableClient(test, 'Guests', credential) : new TableClient(test, 'Hosts', credential);
}
`;
    check(`${open}
export async function reset(isTest: boolean) {
  const { service } = open(isTest);
  await service.deleteTable('Guests');
  await service.createTable('Guests');
  //            ^^^^^^^^^^^ warning table-recreate
}
export async function again(isTest: boolean) {
  const { client } = open(isTest);
  await client.deleteTable();
  await client.createTable();
  //           ^^^^^^^^^^^ warning table-recreate
}
`);
    checkSilent(
      ID,
      `${open}
export async function reset(isTest: boolean) {
  const { service } = open(isTest);
  await service.deleteTable('Guests');
  await service.createTable('Hosts');
}
export async function replace(a: boolean, b: boolean) {
  await either(a).deleteTable();
  await either(b).createTable();
}
`,
    );
  });

  it('is silent for other names, another order, and other functions', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function swap(old: string) {
  await service.deleteTable(old);
  await service.createTable(\`T\${Date.now()}\`);
  await service.deleteTable('Archive');
  await service.createTable('Employees');
}
export async function use() {
  await client.createTable();
  await client.deleteTable();
}
export const before = async () => { await client.createTable(); };
export const after = async () => { await client.deleteTable(); };
export async function either(isNew: boolean) {
  if (isNew) await client.createTable();
  else await client.deleteTable();
  if (!isNew) await client.deleteTable();
  else await client.createTable();
}
`,
    );
  });

  it('is silent where the creation is tried until it succeeds', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function reset() {
  await client.deleteTable();
  for (;;) {
    try {
      await client.createTable();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5000));
    }
  }
}
`,
    );
  });

  it('is silent for the tables of another library', () => {
    checkSilent(
      ID,
      `
import { Schema } from 'sql-schema';
const schema = new Schema();
export async function reset() {
  await schema.deleteTable('users');
  await schema.createTable('users');
}
`,
    );
  });
});
