import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'unawaited-write';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

describe(ID, () => {
  it('tells of statements, and of branches of statements', () => {
    check(`${HEAD}
export async function hire(pk: string, id: string, isNew: boolean) {
  client.createEntity({ partitionKey: pk, rowKey: id });
  //     ^^^^^^^^^^^^ warning unawaited-write/not-awaited
  isNew && client.upsertEntity({ partitionKey: pk, rowKey: id });
  //              ^^^^^^^^^^^^ warning unawaited-write
  isNew ? client.deleteEntity(pk, id) : (client.deleteEntity(pk, 'old'));
  //             ^^^^^^^^^^^^ warning unawaited-write
  //                                            ^^^^^^^^^^^^ warning unawaited-write
  if (isNew) client.submitTransaction([['delete', { partitionKey: pk, rowKey: id }]]);
  //                ^^^^^^^^^^^^^^^^^ warning unawaited-write
}
`);
  });

  it('tells of what forEach throws away', () => {
    check(`${HEAD}
export function save(pk: string, ids: string[]) {
  ids.forEach((id) => client.createEntity({ partitionKey: pk, rowKey: id }));
  //                         ^^^^^^^^^^^^ warning unawaited-write/for-each
  ids.forEach(async (id) => {
    await client.createEntity({ partitionKey: pk, rowKey: id });
    //           ^^^^^^^^^^^^ warning unawaited-write/for-each
  });
}
`);
  });

  it('tells of wrappers that forEach throws away, also of other files', () => {
    check(`
// file: main.ts
import { Store } from './store';
const staff = new Store('Staff');
export async function save(pk: string, ids: string[]) {
  ids.forEach(async (id) => {
    await staff.put({ partitionKey: pk, rowKey: id });
    //          ^^^ warning unawaited-write/for-each
  });
  await Promise.all(ids.map((id) => staff.put({ partitionKey: pk, rowKey: id })));
  staff.put({ partitionKey: pk, rowKey: 'all' });
  //    ^^^ warning unawaited-write/call-not-awaited
}
// file: store.ts
import { TableClient } from '@azure/data-tables';
export class Store {
  private readonly client: TableClient;
  constructor(name: string) {
    this.client = new TableClient(url, name, credential);
  }
  put(entity: Entity) {
    return this.client.upsertEntity(entity);
  }
}
`);
  });

  it('tells of what a statement that is a map throws away', () => {
    check(`${HEAD}
export async function clear(pk: string, ids: string[]) {
  ids.map((id) => client.deleteEntity(pk, id));
  //                     ^^^^^^^^^^^^ warning unawaited-write/map
  ids.map(async (id) => { await client.deleteEntity(pk, id); });
  //                                   ^^^^^^^^^^^^ warning unawaited-write/map
}
`);
    checkSilent(
      ID,
      `${HEAD}
export async function clear(pk: string, ids: string[]) {
  await Promise.all(ids.map((id) => client.deleteEntity(pk, id)));
  const all = ids.map((id) => client.deleteEntity(pk, id));
  ids.map((id) => client.deleteEntity(pk, id).catch(report));
  ids.map((id) => { all.push(client.deleteEntity(pk, id)); });
  return Promise.all(all);
}
`,
    );
  });

  it('tells of calls of functions that write, through others and from other files', () => {
    check(`
// file: app.ts
import { Alarms, raise, report } from './alarms';
const alarms = new Alarms();
app.post('/alarms', async (req, res) => {
  raise(req.params.id);
//^^^^^ warning unawaited-write/call-not-awaited
  alarms.clear(req.params.id);
  //     ^^^^^ warning unawaited-write/call-not-awaited
  report(req.params.id);
//^^^^^^ warning unawaited-write/call-not-awaited
  res.status(202).end();
});
// file: alarms.ts
${HEAD}
export async function raise(id: string) {
  await client.createEntity({ partitionKey: 'open', rowKey: id });
}
export class Alarms {
  clear(id: string) { return client.deleteEntity('open', id); }
}
export const report = async (id: string) => {
  await raise(id);
  console.log(id);
};
`);
  });

  it('is silent for calls that wait, hand on or handle, and for functions that catch or only begin a write', () => {
    checkSilent(
      ID,
      `${HEAD}
async function raise(id: string) {
  await client.createEntity({ partitionKey: 'open', rowKey: id });
}
async function log(id: string) {
  try {
    await client.createEntity({ partitionKey: 'log', rowKey: id });
  } catch (error) {
    console.error(error);
  }
}
async function begin(id: string) {
  pending.push(client.createEntity({ partitionKey: 'open', rowKey: id }));
}
export async function f(id: string) {
  log(id);
  begin(id);
  void raise(id);
  raise(id).catch(console.error);
  const raised = raise(id);
  await Promise.all([raised, raise(id)]);
  return raise(id);
}
raise('start');
`,
    );
  });

  it('awaits such a call', () => {
    const source = (call: string): string => `${HEAD}
async function raise(id: string) {
  await client.createEntity({ partitionKey: 'open', rowKey: id });
}
export async function f(id: string) {
  ${call}
  console.log(id);
}
`;
    checkFix(ID, source('raise(id);'), source('await raise(id);'));
  });

  it('tells of what a function of Azure Functions leaves behind, even if its error is handled', () => {
    const hit = (call: string): string => `${HEAD}
import { app } from '@azure/functions';
app.http('hit', {
  methods: ['POST'],
  handler: async (request, context) => {
    ${call}
    return { status: 204 };
  },
});
`;
    check(`${HEAD}
import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
app.http('clear', { methods: ['DELETE'], handler: clear });
app.http('hit', {
  methods: ['POST'],
  handler: async (request, context) => {
    client.createEntity({ partitionKey: 'hits', rowKey: context.invocationId }).catch((e) => context.error(e));
    //     ^^^^^^^^^^^^ information unawaited-write/left-behind
    await client.createEntity({ partitionKey: 'hits', rowKey: 'a' }).catch((e) => context.error(e));
    void client.createEntity({ partitionKey: 'hits', rowKey: 'b' }).catch((e) => context.error(e));
    const last = client.createEntity({ partitionKey: 'hits', rowKey: 'c' }).catch((e) => context.error(e));
    await last;
    return { status: 204 };
  },
});
async function clear(request: HttpRequest, context: InvocationContext) {
  client.deleteEntity('hits', 'a').then(() => context.log('gone')).catch((e) => context.error(e));
  //     ^^^^^^^^^^^^ information unawaited-write/left-behind
  return client.deleteEntity('hits', 'b').catch(() => undefined);
}
export async function who(request: HttpRequest, context: InvocationContext) {
  client.deleteEntity('hits', 'a').catch(console.error);
}
`);
    const write = "client.deleteEntity('hits', 'a').catch((e) => context.error(e));";
    checkFix(ID, hit(write), hit(`await ${write}`));
  });

  it('is silent for what is awaited, returned, kept, or handled', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function f(pk: string, ids: string[]) {
  await client.createEntity({ partitionKey: pk, rowKey: 'a' });
  const one = client.createEntity({ partitionKey: pk, rowKey: 'b' });
  void client.createEntity({ partitionKey: pk, rowKey: 'c' });
  client.createEntity({ partitionKey: pk, rowKey: 'd' }).catch(report);
  client.createEntity({ partitionKey: pk, rowKey: 'd' }).then(done, report);
  const all = [];
  for (const id of ids) all.push(client.createEntity({ partitionKey: pk, rowKey: id }));
  ids.forEach((id) => all.push(client.createEntity({ partitionKey: pk, rowKey: id })));
  await Promise.all([...all, one, ...ids.map((id) => client.deleteEntity(pk, id))]);
  await limit(() => client.deleteEntity(pk, 'x'));
  await ids.forEach(async (id) => { await client.deleteEntity(pk, id); });
  await each.forEach(ids, async (id) => { await client.deleteEntity(pk, id); });
  return client.deleteEntity(pk, 'y');
}
export const g = (pk: string) => client.deleteEntity(pk, 'z');
`,
    );
  });

  it('tells of what is followed by then alone, also through functions that write', () => {
    check(`${HEAD}
async function save(id: string) {
  await client.createEntity({ partitionKey: 'open', rowKey: id });
}
export function f(id: string, done: () => void) {
  client.deleteEntity('open', id).then(done);
  //     ^^^^^^^^^^^^ warning unawaited-write/then
  client.deleteEntity('open', id).then(() => 1).finally(done);
  //     ^^^^^^^^^^^^ warning unawaited-write/then
  save(id).then(done);
//^^^^ warning unawaited-write/then
}
`);
    checkSilent(
      ID,
      `${HEAD}
async function save(id: string) {
  await client.createEntity({ partitionKey: 'open', rowKey: id });
}
export async function f(id: string, done: () => void) {
  client.deleteEntity('open', id).then(done).catch(report);
  client.deleteEntity('open', id).catch(report).then(done);
  client.deleteEntity('open', id).then(done, report).then(done);
  client.deleteEntity('open', id).then(done).then(done, report);
  void client.deleteEntity('open', id).then(done);
  await client.deleteEntity('open', id).then(done);
  save(id).then(done).catch(report);
  const all = [client.deleteEntity('open', id).then(done)];
  await Promise.all(all);
  return save(id).then(done);
}
export const g = (id: string) => client.deleteEntity('open', id).then(() => id);
`,
    );
  });

  it('awaits what is followed by then', () => {
    const source = (call: string): string => `${HEAD}
export async function f(id: string) {
  ${call}
}
`;
    const call = "client.deleteEntity('open', id).then(done);";
    checkFix(ID, source(call), source(`await ${call}`));
  });

  it("is silent for another SDK's createEntity, and for a mock", () => {
    checkSilent(
      ID,
      `
import { World } from 'game-engine';
const world = new World();
const mockClient = { createEntity: jest.fn() };
world.createEntity({ partitionKey: 'x', rowKey: 'y' });
mockClient.createEntity({ partitionKey: 'x', rowKey: 'y' });
`,
    );
  });

  describe('fix', () => {
    const write = "client.deleteEntity('p', 'r');";
    const arrow = (code: string, isAsync: boolean): string =>
      `${HEAD}\nexport const f = ${isAsync ? 'async ' : ''}() => {\n  ${code}\n};\n`;

    it('awaits', () => {
      checkFix(ID, arrow(write, true), arrow(`await ${write}`, true));
      checkFix(ID, `${HEAD}\n${write}\n`, `${HEAD}\nawait ${write}\n`);
    });

    it('is not offered where await is not allowed, nor for forEach', () => {
      checkNoFix(ID, arrow(write, false));
      checkNoFix(ID, arrow(`run(() => { ${write} });`, true));
      checkNoFix(ID, arrow(`ids.forEach((id) => client.deleteEntity('p', id));`, true));
      checkNoFix(
        ID,
        `
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'Employees', credential);
${write}
`,
      );
    });
  });
});
