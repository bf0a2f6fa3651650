import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'reserved-property';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Readings', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function record(pk: string, rk: string, time: Date, timestamp: string, flag: boolean) {
${body}
}
`;

describe(ID, () => {
  it('underlines the name', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, timestamp: time, value: 1 });
  //                                                        ^^^^^^^^^ error reserved-property/timestamp
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, timestamp });
  //                                                        ^^^^^^^^^ error reserved-property
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, Timestamp: Date.now(), 'odata.metadata': 'x' });
  //                                                        ^^^^^^^^^ error reserved-property
  //                                                                               ^^^^^^^^^^^^^^^^ error reserved-property/protocol: odata.metadata
  const e: any = { partitionKey: pk, rowKey: rk };
  e.timestamp = time;
  //^^^^^^^^^ error reserved-property
  await client.updateEntity(e, 'Merge', { etag: pk });
  await client.submitTransaction([['create', { partitionKey: pk, rowKey: rk, timestamp: 5 }]]);
  //                                                                         ^^^^^^^^^ error reserved-property`),
    );
  });

  it('is told where a function names it, and not again where that is called', () => {
    check(`
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { saveReading } from './store.js';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Readings');
export const record = (sensor: string, value: number) => saveReading(client, sensor, value);
// file: store.ts
import type { TableClient } from '@azure/data-tables';
export async function saveReading(client: TableClient, sensor: string, value: number) {
  await client.upsertEntity({ partitionKey: sensor, rowKey: 'last', timestamp: new Date(), value });
  //                                                                ^^^^^^^^^ error reserved-property/timestamp
}
`);
  });

  it('underlines what a field of the class of an entity is given', () => {
    check(`${HEAD}
class Reading {
  timestamp = new Date();
//            ^^^^^^^^^^ error reserved-property/timestamp
  constructor(readonly partitionKey: string, readonly rowKey: string) {}
}
export const record = (pk: string, rk: string) => client.createEntity(new Reading(pk, rk));
`);
  });

  it('is told of what has a time by that name and is no entity that was read', () => {
    check(`${HEAD}
interface Note { id: string; text: string; timestamp: string }
export async function add(note: Note) {
  const entity = { partitionKey: 'notes', rowKey: \`\${note.id}-\${Date.now()}\`, text: note.text, timestamp: note.timestamp };
//                                                                                             ^^^^^^^^^ error reserved-property/timestamp
  await client.createEntity(entity);
}
`);
    const silent = (of: string, method: string, key: string, before = ''): void => {
      checkSilent(
        ID,
        `${HEAD}export async function put(note: any) { ${before} await client.${method}({ partitionKey: 'a', rowKey: ${key}, timestamp: ${of}.timestamp }); }`,
      );
    };
    silent('note', 'createEntity', 'note.rowKey');
    silent('note', 'createEntity', 'key', 'const key = note.rowKey;');
    silent('note', 'createEntity', 'key', 'const { rowKey: key } = note;');
    silent('note', 'upsertEntity', 'note.id');
    silent('note', 'createEntity', 'key', 'let key = note.rowKey; if (note.id) key = note.id;');
  });

  it('is silent for other names, and for what an entity that was read brings along', () => {
    checkSilent(
      ID,
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, timeStamp: time, TIMESTAMP: 1, timestampUtc: time });
  const entity = await client.getEntity(pk, rk);
  await client.updateEntity({ ...entity, value: 2 }, 'Merge', { etag: entity.etag });
  const copy = { partitionKey: pk, rowKey: rk, timestamp: entity.timestamp, value: 3 };
  await client.upsertEntity(copy);
  await client.upsertEntity({ ...entity, timestamp: undefined });
  delete entity.timestamp;
  await client.upsertEntity(entity);
  await client.deleteEntity(pk, rk, { timestamp: 1 });
  logger.createEntity({ timestamp: time });`),
    );
  });

  describe('fix', () => {
    it('gives it a name of its own', () => {
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, timestamp });`),
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, recordedAt: timestamp });`),
        'Store it as',
      );
      checkFix(
        ID,
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  e['timestamp'] = time;
  await client.createEntity(e);`),
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  e['recordedAt'] = time;
  await client.createEntity(e);`),
        'Store it as',
      );
    });

    it('leaves it out', () => {
      checkFix(
        ID,
        inside(`  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    timestamp: new Date().toISOString(),
    value: 1,
  });`),
        inside(`  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    value: 1,
  });`),
        'Remove it',
      );
      checkFix(
        ID,
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  e.timestamp = time;
  await client.createEntity(e);`),
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  await client.createEntity(e);`),
        'Remove it',
      );
      checkFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, 'odata.type': 'Reading' });`),
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk });`),
      );
    });

    it('does not take a call away, nor an assignment within an expression', () => {
      checkNoFix(
        ID,
        inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, timestamp: clock.advance() });`),
        'Remove it',
      );
      checkNoFix(
        ID,
        inside(`  const e: any = { partitionKey: pk, rowKey: rk };
  if (flag) e.timestamp = time;
  await client.createEntity(e);`),
        'Remove it',
      );
    });
  });

  it('underlines the time of now that is spread into an entity, and no other that is', () => {
    const source = (time: string, mark: string): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Streams', credential);
export async function register(owner: string, id: string, event: { timestamp: Date }) {
  const context = { correlation: id, timestamp: ${time} };
${mark}
  await client.createEntity({ partitionKey: owner, rowKey: id, ...context });
}
`;
    check(
      source(
        'new Date()',
        '  //                                 ^^^^^^^^^ error reserved-property/timestamp',
      ),
    );
    checkSilent('reserved-property', source('event.timestamp', ''));
  });
});
