import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
interface Employee { name: string; kind: 'a' | 'b'; age: number; badge: bigint; hired: Date; done?: boolean; other: Other }
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string =>
  `client.listEntities<Employee>({ queryOptions: { filter: ${filter} } });`;

const inFunction = (filter: string): string => `${HEAD}
export function lists(s: string, n: number, big: bigint, date: Date, done: boolean, vague) {
  ${list(filter)}
}
`;

describe('filter-type-mismatch', () => {
  it('underlines what a key or the time stamp is compared with', () => {
    check(`${HEAD}
export function lists(n: number, date: Date) {
  client.listEntities({ queryOptions: { filter: "PartitionKey eq 5" } });
//                                                               ^ error filter-type-mismatch/key: PartitionKey
  client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and RowKey gt datetime'2026-01-02T03:04:05Z'" } });
//                                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error filter-type-mismatch/key
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${n} and RowKey gt \${date}\` } });
//                                                                      ^ error filter-type-mismatch/key
//                                                                                         ^^^^ error filter-type-mismatch/key
  client.listEntities({ queryOptions: { filter: \`PartitionKey eq \${n}\` } });
//                                                                 ^ error filter-type-mismatch
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${n + 1}\` } });
//                                                                      ^^^^^ error filter-type-mismatch
  client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'A' and Timestamp lt '\${date.toISOString()}'\` } });
//                                                                                    ^^^^^^^^^^^^^^^^^^^^^^^ error filter-type-mismatch/property
}
`);
  });

  it('knows what TypeScript takes for the type of a part by its default', () => {
    const put = (parts: string, asked: string): string => `
import { TableClient } from '@azure/data-tables';
const notes = new TableClient(url, 'Notes', credential);
export async function put(user: string, { id, pinned = false${parts}) {
  await notes.upsertEntity({ partitionKey: user, rowKey: id, pinned });
}
export const pinned = () => notes.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and pinned eq ${asked}" } });
`;
    const told = (file: string, source: string): number =>
      findingsOf(file, source).filter(({ rule }) => rule === 'filter-type-mismatch').length;
    assert.equal(told('/main.ts', put(' }', "'true'")), 1);
    assert.equal(told('/main.ts', put(' } = {}', "'true'")), 1);
    assert.equal(told('/main.ts', put(' }', 'true')), 0);
    // that says its type, or of whatever else
    assert.equal(told('/main.ts', put(' }: { id: string; pinned?: string }', "'true'")), 0);
    assert.equal(told('/main.ts', put(' }: any', "'true'")), 0);
    assert.equal(told('/main.ts', put(' }: any = {}', "'true'")), 0);
    assert.equal(told('/main.ts', put(', ...rest }', "'true'")), 0);
    // anybody may pass anything there
    assert.equal(told('/main.js', put(' }', "'true'")), 0);
    const handler = put(' }', "'true'").replace('async function put(', 'const put: Put = async (');
    assert.equal(told('/main.ts', handler.replace(') {', ') => {')), 0);
  });

  it('knows types by what is written, and those that are named', () => {
    check(`
// file: main.js
const { TableClient, odata } = require('@azure/data-tables');
const visits = new TableClient(url, 'Visits', credential);
exports.add = async (req) => {
  await visits.createEntity({ partitionKey: req.body.gate, rowKey: req.body.id, at: new Date(), adults: Number(req.body.adults), badge: String(req.body.badge), guest: false });
};
exports.list = (gate, since) => {
  visits.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${gate} and at ge \${since.toISOString()}\` } });
//                                                                                        ^^^^^^^^^^^^^^^^^^^ error filter-type-mismatch/property
  visits.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and adults gt '2'" } });
  //                                                                               ^^^ error filter-type-mismatch/property: adults
  visits.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and badge eq 7 and guest eq 'true'" } });
  //                                                                              ^ error filter-type-mismatch/property: badge
  //                                                                                             ^^^^^^ error filter-type-mismatch/property: guest
};
// file: typed.ts
import { type Edm, odata, TableClient } from '@azure/data-tables';
const parts = new TableClient(url, 'Parts', credential);
export const of = (id: string) =>
  parts.listEntities<{ maker: Edm<'Guid'> }>({ queryOptions: { filter: odata\`PartitionKey eq 'a' and maker eq \${id}\` } });
//                                                                                                              ^^ error filter-type-mismatch/property
`);
  });

  it('is silent where what is written has several types, or is not all seen', () => {
    const rule = 'filter-type-mismatch';
    checkSilent(
      rule,
      `
import { TableClient } from '@azure/data-tables';
const mixed = new TableClient(url, 'Mixed', credential);
export async function add(id: string, value: unknown) {
  await mixed.createEntity({ partitionKey: 'number', rowKey: id, value: 1, unit: value });
  await mixed.createEntity({ partitionKey: 'text', rowKey: id, value: 'one', unit: 'm' });
}
mixed.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and value gt '2' and unit eq 5" } });
const open = new TableClient(url, 'Open', credential);
export async function put(id: string, others: object) {
  await open.createEntity({ partitionKey: 'a', rowKey: id, value: 1 });
  await open.upsertEntity({ partitionKey: 'b', rowKey: id, ...others });
}
open.listEntities({ queryOptions: { filter: "PartitionKey eq 'b' and value eq '2'" } });
`,
    );
  });

  it('takes the fields of a class for the type', () => {
    check(`${HEAD}
class Visit { place!: string; count!: number; seen?: Date; }
client.listEntities<Visit>({ queryOptions: { filter: "PartitionKey eq 'A' and count gt '7'" } });
//                                                                                     ^^^ error filter-type-mismatch/property: count
const since = new Date(0).toISOString();
client.listEntities<Visit>({ queryOptions: { filter: odata\`PartitionKey eq 'A' and seen ge \${since}\` } });
//                                                                                           ^^^^^ error filter-type-mismatch/property: seen
client.listEntities<Visit>({ queryOptions: { filter: "PartitionKey eq 'A' and place eq 'b' and count gt 7" } });
`);
  });

  it('underlines what the entity type does not allow', () => {
    check(`${HEAD}
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'A' and age gt '60'" } });
//                                                                                      ^^^^ error filter-type-mismatch/property: age
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'A' and badge eq 17" } });
//                                                                                        ^^ error filter-type-mismatch/property
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'A' and hired lt '2020-01-01'" } });
//                                                                                        ^^^^^^^^^^^^ error filter-type-mismatch/property
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'A' and done eq 'true'" } });
//                                                                                       ^^^^^^ error filter-type-mismatch/property
client.listEntities<Employee>({ queryOptions: { filter: "PartitionKey eq 'A' and name eq 5 and kind eq true" } });
//                                                                                       ^ error filter-type-mismatch/property
//                                                                                                     ^^^^ error filter-type-mismatch
`);
  });

  const silent: readonly string[] = [
    'odata`PartitionKey eq ${s} and RowKey gt ${vague}`',
    "odata`PartitionKey eq '${n}' and RowKey gt ${String(n)}`",
    "`PartitionKey eq '${n}' and RowKey gt ${vague} and Timestamp gt ${vague}`",
    'odata`PartitionKey eq ${s} and age gt ${n} and age lt 1.5 and badge gt ${big}L and hired lt ${date} and done eq ${done} and name eq ${s}`',
    "odata`PartitionKey eq ${s} and Timestamp gt ${date} and Timestamp lt datetime'${date.toISOString()}'`",
    `"PartitionKey eq 'A' and other eq 5 and Unheard eq '5' and hired lt datetime'2020-01-01T00:00:00Z'"`,
    "odata`PartitionKey eq ${s} and hired lt datetime'${date}'`",
    `"PartitionKey eq 'A' and name eq guid'00000000-0000-0000-0000-000000000000' and age gt 5L"`,
    "`PartitionKey eq 'A' and name gt datetime'${vague}' and age gt ${n}L`",
    'odata`PartitionKey eq ${s} and hired lt ${new Date(Date.now() - n)} and age gt ${n * 2} and done eq ${!vague}`',
    "`PartitionKey eq 'A' and age eq ${vague}`",
    `"PartitionKey eq 'A' and 5 eq 5 and age eq name"`,
    // a sum of what may be texts may be one
    'odata`PartitionKey eq ${s} and RowKey lt ${s.slice(0, -1) + String.fromCharCode(s.charCodeAt(s.length - 1) + 1)}`',
    'odata`PartitionKey eq ${s} and RowKey lt ${vague + 1} and RowKey gt ${vague + vague}`',
    'odata`PartitionKey eq ${s} and RowKey lt ${s.substring(0, 3) + vague}`',
  ];
  for (const filter of silent) {
    it(`is silent for ${filter}`, () => {
      checkSilent('filter-type-mismatch', inFunction(filter));
    });
  }

  it('takes a number made a text for a text where the tag of one of several parts quotes it', () => {
    checkSilent(
      'filter-type-mismatch',
      `${HEAD}
export function lists(n: number) {
  const parts = [odata\`PartitionKey eq \${n.toFixed(0)}\`];
  parts.push(odata\`RowKey gt \${String(n)}\`);
  client.listEntities({ queryOptions: { filter: parts.join(' and ') } });
}
`,
    );
    check(`${HEAD}
export function lists(n: number) {
  const parts = [odata\`PartitionKey eq \${n}\`, 'age gt 5'];
//                                       ^ error filter-type-mismatch/key
  client.listEntities({ queryOptions: { filter: parts.join(' and ') } });
}
`);
  });

  describe('fix', () => {
    const fixes = (before: string, after: string): void => {
      checkFix('filter-type-mismatch', inFunction(before), inFunction(after));
    };

    it('puts what a key is compared with into quotes', () => {
      fixes(`"PartitionKey eq 5 and Age gt 5"`, `"PartitionKey eq '5' and Age gt 5"`);
      fixes(`'PartitionKey eq 5L'`, `'PartitionKey eq \\'5\\''`);
      fixes('odata`PartitionKey eq ${n} and Age gt 5`', "odata`PartitionKey eq '${n}' and Age gt 5`");
      fixes('`PartitionKey eq ${n}`', "`PartitionKey eq '${n}'`");
      fixes(
        "odata`PartitionKey eq 'A' and RowKey gt ${big}L`",
        "odata`PartitionKey eq 'A' and RowKey gt '${big}'`",
      );
    });

    it('writes a literal as its property is stored', () => {
      fixes(`"PartitionKey eq 'A' and age gt '60'"`, `"PartitionKey eq 'A' and age gt 60"`);
      fixes(`"PartitionKey eq 'A' and badge gt 60"`, `"PartitionKey eq 'A' and badge gt 60L"`);
      fixes(`"PartitionKey eq 'A' and done eq 'true'"`, `"PartitionKey eq 'A' and done eq true"`);
      fixes(
        `"PartitionKey eq 'A' and hired gt '2020-01-01T00:00:00Z'"`,
        `"PartitionKey eq 'A' and hired gt datetime'2020-01-01T00:00:00Z'"`,
      );
    });

    it('says that a text is a date', () => {
      fixes(
        "`PartitionKey eq 'A' and Timestamp gt '${date.toISOString()}'`",
        "`PartitionKey eq 'A' and Timestamp gt datetime'${date.toISOString()}'`",
      );
      fixes(
        'odata`PartitionKey eq ${s} and hired gt ${date.toISOString()}`',
        "odata`PartitionKey eq ${s} and hired gt datetime'${date.toISOString()}'`",
      );
    });

    it('is not offered where nobody can tell what is meant', () => {
      const none = (filter: string): void => {
        checkNoFix('filter-type-mismatch', inFunction(filter));
      };
      none('odata`PartitionKey eq ${date}`');
      none("`PartitionKey eq 'A' and Timestamp gt '${vague}'`");
      none(`"PartitionKey eq 'A' and age gt 'old'"`);
      none(`"PartitionKey eq 'A' and done eq 'yes'"`);
      none("`PartitionKey eq 'A' and age gt '${n}${n}'`");
    });
  });
});
