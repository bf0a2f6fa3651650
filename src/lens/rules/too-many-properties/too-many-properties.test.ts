import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'too-many-properties';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Messages', credential);
const DAYS = 365;
`;
const inside = (body: string): string => `${HEAD}
export async function save(pk: string, rk: string, counts: number[]) {
  const e: any = { partitionKey: pk, rowKey: rk };
${body}
}
`;
const names = (count: number): string =>
  Array.from({ length: count }, (_, i) => `p${String(i)}: ${String(i)}`).join(', ');

describe(ID, () => {
  it('underlines the assignment in a loop that is counted', () => {
    check(
      inside(`  for (let day = 1; day <= 365; day++) e[\`day\${day}\`] = counts[day];
  //                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error too-many-properties/too-many: 365
  await client.upsertEntity(e, 'Replace');`),
    );
    check(
      inside(`  for (let day = 0; day < DAYS; day += 1) e['day' + day] = counts[day];
  //                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error too-many-properties
  await client.upsertEntity(e, 'Replace');`),
    );
  });

  it('counts loops in loops, several loops, and what is spelled out', () => {
    check(
      inside(`  for (let day = 0; day < 31; day++) {
    for (let hour = 0; hour < 24; hour++) e[\`d\${day}h\${hour}\`] = counts[hour];
    //                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error too-many-properties/too-many: 744
  }
  await client.upsertEntity(e, 'Replace');`),
    );
    check(
      inside(`  const all = { partitionKey: pk, rowKey: rk, ${names(253)} };
  //                                          ^^^^^ error too-many-properties/too-many: 253
  await client.upsertEntity(all, 'Replace');`),
    );
  });

  it('is silent up to 252, and where the count is not known', () => {
    const silent = [
      `for (let i = 0; i < 252; i++) e['p' + i] = counts[i];`,
      `for (let i = 0; i < counts.length; i++) e['p' + i] = counts[i];`,
      `for (const i of counts) e['p' + i] = i;`,
      `for (let i = 0; i < 1000; i++) e[counts.length % 10] = i;`,
      `for (let i = 0; i < 1000; i++) e.sum = (e.sum ?? 0) + i;`,
      `for (let i = 0; i < 1000; i += 100) e['p' + i] = counts[i];`,
      `for (let i = 0; i < 1000; i++) if (i === limit) break;`,
    ];
    for (const loop of silent)
      checkSilent(ID, inside(`  ${loop}\n  await client.upsertEntity(e, 'Replace');`));
    checkSilent(ID, inside(`  await client.upsertEntity({ partitionKey: pk, rowKey: rk, ${names(252)} });`));
    checkSilent(
      ID,
      `${HEAD}\nfor (let i = 0; i < 300; i++) client.upsertEntity({ partitionKey: 'p', rowKey: 'r' + i, ['p' + i]: i });`,
    );
  });

  it('works a bound out of constants', () => {
    const source = (bound: string, of: string): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Meters', credential);
const MINUTES = 24 * 60;
const SLOTS = ${bound};
export async function save(meter: string, day: string, values: number[]) {
  const entity: { partitionKey: string; rowKey: string; [slot: string]: string | number } = { partitionKey: meter, rowKey: day };
  for (let slot = 0; slot < SLOTS; slot++) entity['m' + slot] = values[slot] ?? 0;
${of}
  await client.upsertEntity(entity, 'Replace');
}
`;
    check(
      source(
        'MINUTES / 5',
        '  //                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error too-many-properties/too-many: 288',
      ),
    );
    checkSilent('too-many-properties', source('MINUTES / 15', ''));
    checkSilent('too-many-properties', source('MINUTES % 500', ''));
  });

  it('is silent where the names, or the turns, may be fewer', () => {
    const source = (name: string, before = '', bound = '24 * 60'): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Meters', credential);
export async function save(meter: string, day: string, values: number[], part: number) {
  let entity: { partitionKey: string; rowKey: string; [slot: string]: string | number } = { partitionKey: meter, rowKey: day };
  for (let i = 0; i < ${bound}; i++) {
    ${before}
    entity[${name}] = values[i] ?? 0;
  }
  await client.upsertEntity(entity, 'Replace');
}
`;
    for (const one of [
      source("'h' + (i % 60)"),
      source("'h' + Math.floor(i / 60)"),
      source("'h' + i", 'if (i % 12 !== part) continue;'),
      source("'h' + i", 'if (i > part) break;'),
      source("'h' + i", '', '100 / 0'),
      source('slotOf(i)'),
      source('names[i]'),
      source("'h' + i", 'if (i > part)'),
      source("'h' + i", 'if (i % 200 === 199) entity = { partitionKey: meter, rowKey: day + i };'),
    ])
      checkSilent('too-many-properties', one);
  });

  it('is silent where values may be nothing, and where some are taken away again', () => {
    for (const body of [
      "for (let i = 0; i < 300; i++) e['p' + i] = counts[i] > 0 ? i : undefined;",
      "for (let i = 0; i < 300; i++) e['p' + i] = i > counts.length ? null : i;",
      "for (let i = 0; i < 300; i++) e['p' + i] = i;\n  for (let i = 0; i < 300; i += 2) delete e['p' + i];",
      "for (let i = 0; i < 300; i++) e['p' + i] = counts[i];\n  for (const name of Object.keys(e)) if (!e[name]) delete e[name];",
    ])
      checkSilent(ID, inside(`  ${body}\n  await client.upsertEntity(e, 'Replace');`));
  });
});
