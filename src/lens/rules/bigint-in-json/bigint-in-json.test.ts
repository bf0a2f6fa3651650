import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'bigint-in-json';
const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const meters = new TableClient(url, 'Meters', credential);
export async function add(site: string, id: string, total: bigint) {
  await meters.createEntity({ partitionKey: site, rowKey: id, total, unit: 'kWh' });
}
`;

describe(ID, () => {
  it('knows a page, which is an array of entities, and the list itself, which is none', () => {
    check(`${HEAD}
export async function page(site: string) {
  const pages = meters.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${site}\` } }).byPage({ maxPageSize: 20 });
  const first = (await pages.next()).value ?? [];
  return Response.json(first);
  //     ^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export const list = (site: string) =>
  JSON.stringify(meters.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${site}\` } }));
`);
  });

  it('underlines where JSON is made of an entity that has a bigint', () => {
    check(`${HEAD}
export async function one(request, response) {
  const meter = await meters.getEntity(request.params.site, request.params.id);
  response.json(meter);
//^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export async function text(site: string, id: string) {
  const { etag, ...meter } = await meters.getEntity(site, id);
  return JSON.stringify({ ...meter, site });
  //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export async function all(response, site: string) {
  const found = [];
  for await (const meter of meters.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${site}\` } }))
    found.push({ id: meter.rowKey, total: meter.total });
  return response.status(200).json({ found });
  //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export async function sent(request, reply) {
  const meter = await meters.getEntity(request.params.site, request.params.id);
  return reply.send({ total: meter.total });
  //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export async function body(site: string, id: string) {
  const meter = await meters.getEntity(site, id);
  return { status: 200, jsonBody: { meter } };
  //                              ^^^^^^^^^ warning bigint-in-json
}
`);
  });

  it('knows the functions of frameworks that make a response', () => {
    check(`
import { TableClient } from '@azure/data-tables';
import { json } from '@remix-run/node';
import { json as reply } from '@sveltejs/kit';
import { json as other } from 'somewhere';
const meters = new TableClient(url, 'Readings', credential);
interface Reading { total: bigint; unit: string }
export async function loader(site: string, id: string) {
  const reading = await meters.getEntity<Reading>(site, id);
  return json({ total: reading.total });
  //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export async function load(site: string, id: string) {
  const reading = await meters.getEntity<Reading>(site, id);
  return reply(reading, { status: 200 });
  //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
export async function fine(site: string, id: string) {
  const reading = await meters.getEntity<Reading>(site, id);
  other(reading);
  return json({ unit: reading.unit, total: reading.total.toString() });
}
`);
  });

  it('knows the type that a read names, and tells it at a call of a wrapper', () => {
    check(`
// file: store.ts
import { TableClient } from '@azure/data-tables';
const jobs = new TableClient(url, 'Jobs', credential);
interface Job { size: bigint; name: string }
export async function find(queue: string, id: string) {
  return jobs.getEntity<Job>(queue, id);
}
// file: main.ts
import { find } from './store';
export async function show(request, response) {
  const job = await find(request.params.queue, request.params.id);
  response.json(job);
//^^^^^^^^^^^^^^^^^^ warning bigint-in-json
}
`);
  });

  it('tells of what has no replacer beside what has one', () => {
    check(`
import { TableClient } from '@azure/data-tables';
interface Coin { owner: string; serial: bigint }
const coins = new TableClient(url, 'Coins', credential);
export async function raw(owner: string, id: string) {
  return JSON.stringify(await coins.getEntity<Coin>(owner, id));
//       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json/bigint-in-json: serial
}
export async function safe(owner: string, id: string) {
  const coin = await coins.getEntity<Coin>(owner, id);
  return JSON.stringify(coin, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
`);
  });

  it('is silent where the code asks for bigints on its own', () => {
    checkSilent(
      ID,
      `${HEAD}
const encoded = (entity: object) =>
  Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]));
export async function send(site: string, id: string) {
  return JSON.stringify(encoded(await meters.getEntity(site, id)));
}
`,
    );
  });

  it('is silent where it is made a text, left out, or not known', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function asText(site: string, id: string) {
  const meter = await meters.getEntity(site, id);
  return JSON.stringify({ ...meter, total: String(meter.total) });
}
export async function late(response, site: string, id: string) {
  const meter = await meters.getEntity(site, id);
  meter.total = meter.total.toString();
  response.json(meter);
}
export async function less(response, site: string, id: string) {
  const { total, ...meter } = await meters.getEntity(site, id);
  response.json({ ...meter });
  response.json({ unit: meter.unit });
}
export async function selected(response, site: string) {
  const meter = await meters.getEntity(site, 'a', { queryOptions: { select: ['unit'] } });
  response.json(meter);
}
export async function replaced(site: string, id: string) {
  const meter = await meters.getEntity(site, id);
  return JSON.stringify(meter, (key, value) => (typeof value === 'bigint' ? Number(value) : value));
}
export async function read(response) {
  const meter = await response.json();
  return meter.total;
}
`,
    );
    checkSilent(
      ID,
      `${HEAD}
BigInt.prototype.toJSON = function () { return this.toString(); };
export async function one(response, site: string, id: string) {
  response.json(await meters.getEntity(site, id));
}
`,
    );
    checkSilent(
      ID,
      `${HEAD}
export async function one(response, site: string, id: string) {
  response.json(await meters.getEntity(site, id, { disableTypeConversion: true }));
}
`,
    );
  });

  it('knows the type that each turn of a loop that tries again writes', () => {
    const counted = (type: string): string => `
import { TableClient } from '@azure/data-tables';
const sums = new TableClient(url, 'Sums', credential);
export async function add(site: string, n: number) {
  for (;;) {
    const sum = await sums.getEntity(site, 'sum');
    try {
      const next = { partitionKey: site, rowKey: 'sum', total: { type: ${type}, value: String(BigInt(n) + BigInt(sum.total)) } };
      await sums.updateEntity(next, 'Merge', { etag: sum.etag });
      return;
    } catch (error) {
      if (error.statusCode !== 412) throw error;
    }
  }
}
export async function show(response, site: string) {
  response.json(await sums.getEntity(site, 'sum'));
`;
    const mark =
      '//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning bigint-in-json/bigint-in-json: total\n}\n';
    check(counted("'Int64'") + mark);
    checkSilent(ID, `${counted("n % 2 ? 'Int64' : 'Double'")}}\n`);
    checkSilent(ID, `${counted("'Double'")}}\n`);
  });

  describe('fix', () => {
    const source = (call: string): string => `${HEAD}
export async function text(response, site: string, id: string) {
  const meter = await meters.getEntity(site, id);
  ${call}
}
`;

    it('gives JSON.stringify a replacer', () => {
      checkFix(
        ID,
        source('return JSON.stringify(meter);'),
        source(
          "return JSON.stringify(meter, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));",
        ),
      );
    });

    it('is none where others make the JSON', () => {
      checkNoFix(ID, source('response.json(meter);'));
    });
  });
});
