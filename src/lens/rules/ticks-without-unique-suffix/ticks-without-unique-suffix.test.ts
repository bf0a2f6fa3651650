import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Log', credential);
`;

const RULE = 'ticks-without-unique-suffix';

describe(RULE, () => {
  it('underlines a RowKey that is the clock', () => {
    check(`${HEAD}
export async function log(service: string, text: string) {
  await client.createEntity({ partitionKey: service, rowKey: Date.now().toString(), text });
//                                                           ^^^^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
  await client.createEntity({ partitionKey: service, rowKey: \`log_\${new Date().toISOString()}\`, text });
//                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix
  await client.createEntity({ partitionKey: service, rowKey: String(9999999999999 - Date.now()), text });
//                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix
  await client.createEntity({ partitionKey: service, rowKey: new Date().toISOString().replace(/[:.]/g, '-'), text });
//                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix
}
`);
  });

  it('underlines a given time where the partition is made of nothing but it either', () => {
    check(`${HEAD}
export async function measure(at: Date, count: number) {
  await client.upsertEntity({ partitionKey: at.toISOString().slice(0, 7), rowKey: keyOf(at), count });
//                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning time-ordered-partition-key
//                                                                                ^^^^^^^^^ information ticks-without-unique-suffix
}
const keyOf = (at: Date): string => at.toISOString().replace(/[-:]/g, '');
`);
  });

  it('underlines what is given to a function that writes a copy of it', () => {
    check(`${HEAD}
const serialize = (entity: object) =>
  Object.fromEntries(Object.entries(entity).map(([property, value]) => {
    if (isNested(value)) return [property, JSON.stringify(value)];
    return [property, value];
  }));
const create = (entity: object) => {
  const serialized = serialize(entity);
  return client.createEntity(serialized);
};
export const log = (service: string, text: string) =>
  create({ partitionKey: service, rowKey: Date.now().toString(), text });
//                                        ^^^^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
`);
  });

  it('underlines a clock that one process counts on', () => {
    check(`${HEAD}
let last = 0;
function next() {
  let id = Date.now();
  if (id <= last) id = last + 1;
  last = id;
  return id;
}
let latest = 0;
const later = () => (latest = Math.max(Date.now(), latest + 1));
export const log = (service: string, text: string) =>
  client.createEntity({ partitionKey: service, rowKey: String(next()), text });
//                                                     ^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
export const note = (service: string, text: string) =>
  client.createEntity({ partitionKey: service, rowKey: String(9e12 - later()), text });
//                                                     ^^^^^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
`);
  });

  it('underlines the clock inverted by a constant of many digits, in an entity of a class', () => {
    check(`
// file: main.ts${HEAD}
import { newestFirst } from './keys';
class Entry {
  declare partitionKey: string;
  declare rowKey: string;
  constructor(init?: Partial<Entry>) {
    Object.assign(this, init);
  }
}
class Line extends Entry {
  text?: string;
}
const create = (entity: object) => client.createEntity({ ...entity } as Entry);
export const log = (service: string, text: string) =>
  create(new Line({ partitionKey: service, rowKey: newestFirst(), text }));
//                                                 ^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
// file: keys.ts
const LATEST = BigInt('9'.repeat(30));
const began = Date.now();
const now = () => (BigInt(began) * 10n ** 6n + process.hrtime.bigint()).toString();
export const newestFirst = (at = now()) => (LATEST - BigInt(at)).toString();
`);
  });

  it('underlines the given time of a line of a log', () => {
    check(`${HEAD}
export async function write(line: { label: string; level: string; message: string; timestamp: string }) {
  const { label, level, message, timestamp } = line;
  await client.createEntity({ partitionKey: label, rowKey: timestamp, level, message });
//                                                         ^^^^^^^^^ information ticks-without-unique-suffix/time-alone
  await client.createEntity({ partitionKey: label, rowKey: timestamp, level });
  await client.createEntity({ partitionKey: label, rowKey: \`\${timestamp}_\${label}\`, level, message });
}
`);
  });

  it('underlines a time that is the clock where nobody gives one', () => {
    check(`
// file: main.ts${HEAD}
import { newestFirst } from './keys';
export const note = (service: string, text: string, at = new Date()) =>
  client.createEntity({ partitionKey: service, rowKey: newestFirst(at), text });
//                                                     ^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
export const named = (service: string, text: string, at = new Date()) =>
  client.createEntity({ partitionKey: service, rowKey: \`\${newestFirst(at)}_\${text}\`, text });
export const noted = (service: string, text: string, at: Date) =>
  client.createEntity({ partitionKey: service, rowKey: newestFirst(at), text });
export const daily = (service: string, text: string, at = new Date()) =>
  client.upsertEntity({ partitionKey: service, rowKey: at.toISOString().slice(0, 10), text });
// file: keys.ts
export const newestFirst = (at: Date) => (8640000000000000n - BigInt(at.getTime())).toString().padStart(16, '0');
`);
  });

  it('is silent for the time of a run that writes one entity in each of several partitions', () => {
    const source = (body: string): string => `${HEAD}
export async function settle(accounts: string[], sums: Record<string, number>) {
  ${body}
}
`;
    checkSilent(
      RULE,
      source(`const run = new Date().toISOString();
  for (const account of accounts) await client.upsertEntity({ partitionKey: account, rowKey: run, sum: 1 });`),
    );
    checkSilent(
      RULE,
      source(`const run = new Date();
  for (const [account, sum] of Object.entries(sums))
    await client.upsertEntity({ partitionKey: \`acc_\${account}\`, rowKey: run.toISOString(), sum });`),
    );
    check(
      source(`const run = new Date().toISOString();
  for (const account of accounts) {
    await client.createEntity({ partitionKey: 'sums', rowKey: run, account });
    //                                                        ^^^ information ticks-without-unique-suffix/time-alone
    const now = new Date();
    await client.createEntity({ partitionKey: account, rowKey: now.toISOString() });
    //                                                         ^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
    await client.createEntity({ partitionKey: account, rowKey: String(Date.now()) });
    //                                                         ^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
  }
  await client.createEntity({ partitionKey: accounts[0], rowKey: run });
  //                                                             ^^^ information ticks-without-unique-suffix/time-alone`),
    );
  });

  it('is silent where something else tells the entities apart, and for times that are meant to be one', () => {
    checkSilent(
      RULE,
      `${HEAD}
import { randomInt } from 'node:crypto';
class Entry {
  rowKey = String(Date.now());
  constructor(init: object) {
    Object.assign(this, init);
  }
}
export async function log(service: string, text: string, at: Date, entry: { at: Date }, i: number) {
  await client.createEntity({ partitionKey: service, rowKey: \`\${Date.now()}_\${crypto.randomUUID()}\`, text });
  await client.createEntity({ partitionKey: service, rowKey: \`\${Date.now()}_\${service}\`, text });
  await client.createEntity({ partitionKey: crypto.randomUUID(), rowKey: String(Date.now()), text });
  await client.createEntity({ partitionKey: service, rowKey: at.toISOString(), text });
  await client.createEntity({ partitionKey: service, rowKey: entry.at.getTime().toString(), text });
  await client.upsertEntity({ partitionKey: service, rowKey: new Date().toISOString().slice(0, 10), text });
  await client.upsertEntity({ partitionKey: service, rowKey: new Date(i).toISOString(), text });
  await client.upsertEntity({ partitionKey: service, rowKey: \`\${new Date().getUTCFullYear()}\`, text });
  await client.createEntity({ partitionKey: service, rowKey: \`\${Date.now()}_\${i > 1 ? service : ''}\`, text });
  await client.upsertEntity({ partitionKey: at.toISOString().slice(0, 7), rowKey: at.toISOString().slice(0, 10), text });
  await client.createEntity({ partitionKey: service, rowKey: String(Date.now() + Math.floor(Math.random() * 1000)), text });
  await client.createEntity({ partitionKey: service, rowKey: String(Date.now() * 1000 + randomInt(1000)), text });
  await client.createEntity({ partitionKey: service, rowKey: String(Date.now() * 1000 + i), text });
  await client.createEntity({ partitionKey: service, rowKey: String(9e12 - (i ? Date.now() : at.getTime())), text });
  await client.createEntity({ partitionKey: service, rowKey: String((i ? Date.now() : i) + 1), text });
  await client.createEntity(new Entry({ partitionKey: service, rowKey: \`\${Date.now()}_\${service}\` }));
  await client.createEntity(new Entry({ partitionKey: service, rowKey: String(at) }));
  await client.deleteEntity(service, String(Date.now()));
  await client.createEntity({ partitionKey: String(Date.now()), rowKey: service, text });
}
`,
    );
  });

  describe('fix', () => {
    const file = (rowKey: string, before = ''): string =>
      `${HEAD}export function log(service: string) {\n${before}  return client.createEntity({ partitionKey: service, rowKey: ${rowKey} });\n}\n`;

    it('puts an id behind the time', () => {
      checkFix(
        RULE,
        file('Date.now().toString()'),
        file('`${Date.now().toString()}_${crypto.randomUUID()}`'),
      );
      checkFix(RULE, file('`log_${Date.now()}`'), file('`log_${Date.now()}_${crypto.randomUUID()}`'));
    });

    it('takes the number itself into a template', () => {
      checkFix(RULE, file('String(Date.now())'), file('`${Date.now()}_${crypto.randomUUID()}`'));
    });

    it('is not offered where code makes a number of the key again', () => {
      for (const code of [
        'rows.sort((a, b) => Number(b.rowKey) - Number(a.rowKey))',
        'rows.sort((a, b) => b.rowKey - a.rowKey)',
        'rows.map(({ rowKey }) => new Date(parseInt(rowKey, 10)))',
        'rows.map((row) => +row.rowKey!)',
      ])
        checkNoFix(RULE, `${file('String(Date.now())')}export const shown = (rows: any[]) => ${code};\n`);
    });

    it('leaves a name alone, which others may use', () => {
      checkNoFix(RULE, file('key', '  const key = String(Date.now());\n'));
      checkNoFix(
        RULE,
        `${HEAD}export function log(service: string) {\n  const rowKey = String(Date.now());\n  return client.createEntity({ partitionKey: service, rowKey });\n}\n`,
      );
    });
  });

  it('tells of a clock that is written by a format with seconds, not of days and hours', () => {
    check(`
import dayjs from 'dayjs';
import { format } from 'date-fns';
import { DateTime } from 'luxon';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Calls', credential);
export async function add(phone: string, at: Date) {
  await client.createEntity({ partitionKey: phone, rowKey: dayjs().format('YYYYMMDDHHmmss') });
  await client.createEntity({ partitionKey: phone, rowKey: format(new Date(), "yyyyMMdd'T'HHmmssSSS") });
  await client.createEntity({ partitionKey: phone, rowKey: DateTime.utc().toFormat('yyyyMMddHHmmss') });
  await client.upsertEntity({ partitionKey: phone, rowKey: dayjs().format('YYYY-MM-DD-HH') });
  await client.upsertEntity({ partitionKey: phone, rowKey: format(at, 'yyyyMMddHHmmss') });
}
`);
  });

  it('knows a clock that is given', () => {
    check(`${HEAD}
interface Given { clock: () => Date; time: { now(): number } }
export const logger = ({ clock, time }: Given) => {
  const at = () => \`at-\${clock().toISOString()}\`;
  return {
    info: (service: string) => client.createEntity({ partitionKey: service, rowKey: at() }),
//                                                                                  ^^^^ information ticks-without-unique-suffix/time-alone
    warn: (service: string) => client.createEntity({ partitionKey: service, rowKey: String(time.now()) }),
//                                                                                  ^^^^^^^^^^^^^^^^^^ information ticks-without-unique-suffix/time-alone
  };
};
`);
    checkSilent(
      RULE,
      `${HEAD}
interface Given { clock: () => Date; id: () => string; due: () => Date }
export const logger = ({ clock, id, due }: Given) => ({
  info: (service: string) => client.createEntity({ partitionKey: service, rowKey: \`\${clock().toISOString()}-\${id()}\` }),
  plan: (service: string) => client.createEntity({ partitionKey: service, rowKey: due().toISOString() }),
});
`,
    );
  });
});
