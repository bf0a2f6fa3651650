import assert from 'node:assert/strict';
import { check, checkFix, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Claims', credential);
const ticksNow = () => BigInt(Date.now()) * 10000n + 621355968000000000n;
const MAX_TICKS = 3155378975999999999n;
`;

describe('unpadded-ticks', () => {
  it('underlines inverted ticks without a width', () => {
    check(`${HEAD}
export function add(employee: string) {
  client.createEntity({ partitionKey: employee, rowKey: (MAX_TICKS - ticksNow()).toString() });
//                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-ticks/unpadded: 19
  client.createEntity({ partitionKey: employee, rowKey: \`claim_\${MAX_TICKS - ticksNow()}\` });
//                                                               ^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-ticks
}
`);
  });

  it('underlines inverted ticks of a time that comes from elsewhere', () => {
    check(`${HEAD}
export function add(employee: string, millis: number) {
  const ticks = 621355968000000000n + BigInt(millis) * 10000n;
  client.createEntity({ partitionKey: employee, rowKey: (MAX_TICKS - ticks).toString() });
//                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning unpadded-ticks
  client.createEntity({ partitionKey: employee, rowKey: (MAX_TICKS - ticks).toString().padStart(19, '0') });
}
`);
  });

  it('is silent for padded ticks, and for ticks that are not inverted', () => {
    check(`${HEAD}
export function add(employee: string) {
  client.createEntity({ partitionKey: employee, rowKey: (MAX_TICKS - ticksNow()).toString().padStart(19, '0') });
  client.createEntity({ partitionKey: employee, rowKey: String(MAX_TICKS - ticksNow()).padStart(20, '0') });
  client.createEntity({ partitionKey: employee, rowKey: ticksNow().toString() });
}
`);
  });

  it('pads to 19 digits', () => {
    const file = (rowKey: string): string =>
      `${HEAD}export const add = (employee: string) => client.createEntity({ partitionKey: employee, rowKey: ${rowKey} });\n`;
    checkFix(
      'unpadded-ticks',
      file('(MAX_TICKS - ticksNow()).toString()'),
      file("(MAX_TICKS - ticksNow()).toString().padStart(19, '0')"),
    );
    checkFix(
      'unpadded-ticks',
      file('`${MAX_TICKS - ticksNow()}_${employee}`'),
      file("`${String(MAX_TICKS - ticksNow()).padStart(19, '0')}_${employee}`"),
    );
  });

  it('points to the key that it is made for', () => {
    const source = `${HEAD}
const key = () => \`\${MAX_TICKS - ticksNow()}\`;
export const add = (site: string) => client.createEntity({ partitionKey: site, rowKey: key() });
`;
    const [related] = findingsOf('/main.ts', source).flatMap((one) =>
      one.rule === 'unpadded-ticks' ? one.related : [],
    );
    assert.equal(related && source.slice(related.place.span.start, related.place.span.end), 'key()');
  });
});
