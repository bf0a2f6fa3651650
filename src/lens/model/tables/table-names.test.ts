import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../../test/support/operations.ts';

/** The table of the read that a client makes which is given this name. */
function tableOf(name: string, before = ''): string | undefined {
  const client = `const client = TableClient.fromConnectionString(process.env.CONNECTION!, ${name});\n`;
  const [read] = operationsOf({ 'main.ts': `${PACKAGE}${before}\n${client}client.getEntity('a', 'b');\n` });
  assert(read !== undefined);
  return read.table;
}

describe('the name of a table', () => {
  const cases: readonly (readonly [name: string, table: string | undefined, before?: string])[] = [
    ["'Trips'", 'Trips'],
    ["process.env.TABLE || 'Trips'", 'Trips'],
    ["process.env['TABLE'] ?? 'Trips'", 'Trips'],
    ["process.env.TABLE ? process.env.TABLE : 'Trips'", 'Trips'],
    ['NAME', 'Trips', "const NAME = process.env.TABLE_NAME || process.env.TABLE || 'Trips';"],
    ['TABLE', 'Trips', "const { TABLE = 'Trips' } = process.env;"],
    ["`${process.env.PREFIX || 'dev'}Trips`", 'devTrips'],
    ["(process.env.PREFIX ?? '') + 'Trips'", 'Trips'],
    ['`${process.env.PREFIX}Trips`', undefined],
    ['process.env.TABLE', undefined],
    ["process.env.TABLE || ''", undefined],
    ["settings.table || 'Trips'", undefined, 'declare const settings: { table: string };'],
    ["flag ? 'Trips' : 'Tests'", undefined, 'declare const flag: boolean;'],
    [
      '`Trips${stamp()}`',
      'Trips{yyyyMMdd}',
      "const stamp = () => new Date().toISOString().slice(0, 10).replace(/-/g, '');",
    ],
    [
      "'Trips' + stamp",
      'Trips{yyyyMM}',
      "const stamp = at.toISOString().substring(0, 7).replace('-', '');\ndeclare const at: Date;",
    ],
    ["`Trips${format(new Date(), 'yyyyMMddHH')}`", 'Trips{yyyyMMddHH}', "import { format } from 'date-fns';"],
    ["`Trips${dayjs().format('YYYYMMDD')}`", 'Trips{yyyyMMdd}', "import dayjs from 'dayjs';"],
    ['`Trips${new Date().getUTCFullYear()}`', 'Trips{yyyy}'],
    [
      "`Trips${at.getUTCFullYear()}${String(at.getUTCMonth() + 1).padStart(2, '0')}`",
      'Trips{yyyyMM}',
      'declare const at: Date;',
    ],
    ['`Trips${at.getUTCFullYear()}${at.getUTCMonth() + 1}`', 'Trips{…}', 'declare const at: Date;'],
    ['`Trips${request.query.day}`', 'Trips{…}', 'declare const request: any;'],
    ["`Trips${new Date().toISOString().replace(/\\D/g, '').slice(0, 8)}`", 'Trips{…}'],
    ['nameFor(new Date())', 'Trips{yyyy}', 'const nameFor = (at: Date) => `Trips${at.getFullYear()}`;'],
    ['`Trips${startDate}`', 'Trips{…}', 'declare const startDate: string;'],
    ['`Trips${LOG_MONTH}`', 'Trips{…}', 'declare const LOG_MONTH: string;'],
    ['`Trips${yyyyMMdd}`', 'Trips{…}', 'declare const yyyyMMdd: string;'],
    ['`Trips${candidate}`', undefined, 'declare const candidate: string;'],
    ['`Trips${onUpdate}`', undefined, 'declare const onUpdate: string;'],
    ['`Trips${tenant}`', undefined, 'declare const tenant: string;'],
    ['`Trips${day}Old`', undefined, 'declare const day: string;'],
    ['`${prefix}Trips${day}`', undefined, 'declare const prefix: string, day: string;'],
    ['`Trips${new Date().toISOString()}`', undefined],
    ['`Trips2${new Date().getFullYear()}`', undefined],
    ['`Trips${Date.now()}`', undefined],
  ];
  for (const [name, table, before] of cases) {
    it(`${before ?? ''} ${name} is ${table ?? 'not known'}`.trim(), () => {
      assert.equal(tableOf(name, before), table);
    });
  }
});
