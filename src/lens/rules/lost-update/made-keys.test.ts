import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
import { TableClient } from '@azure/data-tables';
import { createHash } from 'node:crypto';
const visits = new TableClient(url, 'Visits', credential);
const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex');
const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 20);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);
const monthOf = (at: Date) => \`\${at.getUTCFullYear()}-\${String(at.getUTCMonth() + 1).padStart(2, '0')}\`;
const yearOf = (at) => \`y\${at.getUTCFullYear()}\`;
`;

/** Counts up under one key what was read under another. */
function counted(parameters: string, read: string, written = read, between = ''): string {
  return `${HEAD}
export async function count(page: string, ${parameters}) {
  const { views } = await visits.getEntity<{ views: number }>(page, ${read});
  ${between}
  await visits.updateEntity({ partitionKey: page, rowKey: ${written}, views: views + 1 }, 'Merge');`;
}

describe(`${ID}: of a row whose key is made twice`, () => {
  const same: readonly (readonly [parameters: string, key: string])[] = [
    ['at: Date', 'at.toISOString().slice(0, 10)'],
    ['at: Date', 'dayOf(at)'],
    ['at: Date', "at.toISOString().substring(0, 7).replace('-', '')"],
    ['time: number', 'dayAt(time)'],
    ['text: string', 'new Date(text).toISOString().slice(0, 13)'],
    ['at: Date', 'monthOf(at)'],
    ['at', 'yearOf(at)'],
    ['from: string', 'hex(from)'],
    ['from: string', "Buffer.from(from).toString('base64url')"],
    ['from: string', 'digest(from)'],
    ['from: string', '`from-${digest(from)}`'],
  ];
  for (const [parameters, key] of same) {
    it(`warns of ${key}`, () => {
      check(`${counted(parameters, key)}
  //           ^^^^^^^^^^^^ warning ${ID}
}`);
    });
  }

  const others: readonly (readonly [name: string, ...Parameters<typeof counted>])[] = [
    ['two dates', 'one: Date, other: Date', 'dayOf(one)', 'dayOf(other)'],
    ['two times', 'time: number', 'dayAt(time - 86_400_000)', 'dayAt(time)'],
    ['two parts', 'at: Date', 'dayOf(at)', 'monthOf(at)'],
    ['a date that is set', 'at: Date', 'dayOf(at)', 'dayOf(at)', 'at.setUTCDate(at.getUTCDate() + 1);'],
    [
      'a date that may be set',
      'at: Date, isLate: boolean',
      'monthOf(at)',
      'monthOf(at)',
      'if (isLate) at.setUTCMonth(at.getUTCMonth() + 1);',
    ],
    ['a date without a type', 'at', 'yearOf(at)', 'yearOf(at)', 'at.setUTCFullYear(2000);'],
    ['a moment', 'at', 'dayOf(at)', 'dayOf(at)', "at.add(1, 'day');"],
    ['two texts', 'one: string, other: string', 'hex(one)', 'hex(other)'],
    [
      'two alphabets',
      'one: string',
      "Buffer.from(one).toString('hex')",
      "Buffer.from(one).toString('base64')",
    ],
    ['two hashes', 'one: string, other: string', 'digest(one)', 'digest(other)'],
  ];
  for (const [name, ...given] of others) {
    it(`is silent for ${name}`, () => {
      checkSilent(ID, `${counted(...given)}\n}`);
    });
  }

  it('is silent for a date of the function that it sets', () => {
    const own = counted('time: number', 'dayOf(at)', 'dayOf(at)', 'at.setUTCHours(24, 0, 0, 0);');
    checkSilent(
      ID,
      own.replace('  const { views }', '  const at = new Date(time);\n  const { views }') + '\n}',
    );
  });
});
