import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Claims', credential);
`;

const file = (rowKey: string, before = ''): string =>
  `${HEAD}export function add(employee: string, claim: { submitted: Date }) {
${before}  client.createEntity({ partitionKey: employee, rowKey: ${rowKey} });
}
`;

describe('imprecise-ticks', () => {
  it('underlines what is computed beyond 2^53', () => {
    check(`${HEAD}
export function add(employee: string, now: Date) {
  client.createEntity({ partitionKey: employee, rowKey: String(3155378975999999999 - (Date.now() * 10000 + 621355968000000000)).padStart(19, '0') });
//                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning imprecise-ticks/lost-digits
  client.createEntity({ partitionKey: employee, rowKey: \`\${now.getTime() * 10000 + 621355968000000000}\` });
//                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning imprecise-ticks
}
`);
  });

  it('tells of differences that are no different at any time', () => {
    check(`${HEAD}
export function add(employee: string, id: string) {
  client.createEntity({ partitionKey: employee, rowKey: \`\${Number.MAX_VALUE - Date.now()}_\${id}\` });
//                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning imprecise-ticks/always-equal
}
`);
  });

  it('points to where it is computed', () => {
    const source = `${HEAD}
const ticks = (at: Date): string => String(at.getTime() * 10000 + 621355968000000000);
export const add = (employee: string) => client.createEntity({ partitionKey: employee, rowKey: ticks(new Date()) });
`;
    const found = findingsOf('/main.ts', source).find(({ rule }) => rule === 'imprecise-ticks');
    const codes = found?.related.map(({ place: { span } }) => source.slice(span.start, span.end));
    assert.deepEqual(codes, ['at.getTime() * 10000 + 621355968000000000']);
  });

  it('knows ticks of a time that comes from elsewhere by what is added to it', () => {
    check(`${HEAD}
const EPOCH = 621355968000000000;
const ticks = (millis: number): string => String(EPOCH + millis * 10000);
export function add(employee: string, claim: { at: number; first: number }) {
  client.createEntity({ partitionKey: employee, rowKey: ticks(claim.at) });
//                                                      ^^^^^^^^^^^^^^^ warning imprecise-ticks/lost-digits
  client.createEntity({ partitionKey: employee, rowKey: \`\${claim.first + 621355968000000000}_x\` });
//                                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning imprecise-ticks
}
`);
    checkNoFix(
      'imprecise-ticks',
      file('String(621355968000000000 + millis * 10000)', "  const millis = Number(claim['at']);\n"),
    );
  });

  it('is silent for another constant of that size, and for bigint of a time that comes from elsewhere', () => {
    checkSilent(
      'imprecise-ticks',
      `${HEAD}
export function add(employee: string, millis: number, rows: string[]) {
  client.createEntity({ partitionKey: employee, rowKey: String(611355968000000000 + millis * 10000) });
  client.createEntity({ partitionKey: employee, rowKey: String(621355968000000000 + rows.length) });
  client.createEntity({ partitionKey: employee, rowKey: String(621355968000000000n + BigInt(millis) * 10000n) });
}
`,
    );
  });

  it('is silent for bigint, and for what stays below 2^53', () => {
    check(`${HEAD}
export function add(employee: string) {
  client.createEntity({ partitionKey: employee, rowKey: String(BigInt(Date.now()) * 10000n + 621355968000000000n) });
  client.createEntity({ partitionKey: employee, rowKey: String(253402300799999 - Date.now()) });
  client.createEntity({ partitionKey: employee, rowKey: String(8640000000000000 - Date.now()).padStart(16, '0') });
}
`);
  });

  describe('fix', () => {
    it('writes the arithmetic with bigint where it stands', () => {
      checkFix(
        'imprecise-ticks',
        file("String(3155378975999999999 - (Date.now() * 1e4 + 621355968000000000)).padStart(19, '0')"),
        file(
          "String(3155378975999999999n - (BigInt(Date.now()) * 10000n + 621355968000000000n)).padStart(19, '0')",
        ),
      );
    });

    it('follows variables that only this key uses', () => {
      checkFix(
        'imprecise-ticks',
        file(
          '`${inverted}_${employee}`',
          "  const ticks = claim.submitted.getTime() * 10_000 + 621_355_968_000_000_000;\n  const inverted = (3155378975999999999 - ticks).toString().padStart(19, '0');\n",
        ),
        file(
          '`${inverted}_${employee}`',
          "  const ticks = BigInt(claim.submitted.getTime()) * 10_000n + 621_355_968_000_000_000n;\n  const inverted = (3155378975999999999n - ticks).toString().padStart(19, '0');\n",
        ),
      );
    });

    it('is not offered where a variable is used elsewhere, or the operators are others', () => {
      checkNoFix(
        'imprecise-ticks',
        file(
          '`${ticks}`',
          '  const ticks = Date.now() * 10000 + 621355968000000000;\n  console.log(ticks / 2);\n',
        ),
      );
      checkNoFix('imprecise-ticks', file('`${Math.round(Date.now() * 10000) + 621355968000000000}`'));
    });
  });
});
