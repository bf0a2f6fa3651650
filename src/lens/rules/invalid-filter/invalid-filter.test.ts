import assert from 'node:assert/strict';
import { check, checkFix, checkNoFix, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } });`;

describe('invalid-filter', () => {
  it('underlines each mistake, an error where it is documented, else a warning', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: "PartitionKey == 'A' && Age > 5" } });
//                                                          ^^ error invalid-filter/javascript-operator
//                                                                 ^^ error invalid-filter/javascript-operator
//                                                                        ^ error invalid-filter/javascript-operator
client.listEntities({ queryOptions: { filter: "PartitionKey EQ 'A'" } });
//                                                          ^^ error invalid-filter/operator-case
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and Age eq null" } });
//                                                                            ^^^^ warning invalid-filter/null
client.listEntities({ queryOptions: { filter: "PartitionKey eq 'A' and startswith(RowKey,'b')" } });
//                                                                     ^^^^^^^^^^^^^^^^^^^^^^ error invalid-filter
`);
  });

  describe('says that Azurite hides the mistake', () => {
    const messageOf = (filter: string): string => {
      const source = `${HEAD}${list(JSON.stringify(filter))}\n`;
      const [finding] = findingsOf('/main.ts', source).filter(({ rule }) => rule === 'invalid-filter');
      return finding === undefined ? 'nothing' : `${finding.severity}: ${finding.help ?? ''}`;
    };

    /** What Azurite takes that the service rejects by its documentation, and what is in no grammar. */
    const hidden: readonly (readonly [condition: string, severity: 'error' | 'warning'])[] = [
      ['Age GT 5', 'error'],
      ['NOT (Age gt 5)', 'error'],
      ["Age gt 5 AND Name eq 'a'", 'error'],
      ['Name eq "Smith"', 'error'],
      ["Name eq 'Smith", 'error'],
      ['Name eq Smith', 'error'],
      [Array<string>(40).fill('Age eq 5').join(' or '), 'error'],
      ['RowKey', 'warning'],
      ['not Age eq 5', 'warning'],
      ["Born lt datetime'garbage'", 'warning'],
      ["Id eq guid'123'", 'warning'],
      ["Bytes eq X'0'", 'warning'],
      ...['1e3', '5l', '5.5d', '5.0d', '1.5f', '+5', '.5', 'null'].map(
        (literal) => [`Age eq ${literal}`, 'warning'] as const,
      ),
    ];
    for (const [condition, severity] of hidden) {
      it(condition.slice(0, 60), () => {
        assert.match(messageOf(`PartitionKey eq 'A' and ${condition}`), /Azurite accepts it/);
        assert.ok(messageOf(`PartitionKey eq 'A' and ${condition}`).startsWith(severity));
      });
    }

    for (const condition of [
      "Name == 'a'",
      "startswith(Name, 'a')",
      'Age in (1, 2)',
      'Age eq',
      'Age eq 5 6',
    ]) {
      it(`but not of ${condition}, which it rejects, too`, () => {
        const message = messageOf(`PartitionKey eq 'A' and ${condition}`);
        assert.match(message, /^error: .*The service rejects/);
        assert.doesNotMatch(message, /Azurite/);
      });
    }
  });

  it('underlines through escapes and holes', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: 'PartitionKey eq \\'A\\' AND Age gt 5' } });
//                                                                   ^^^ error invalid-filter
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} AND Age gt 5\` } });
//                                                                                ^^^ error invalid-filter
`);
  });

  it('says nothing of filters that are right, and of those that are not known', () => {
    check(`${HEAD}
export function lists(clause: string, value: string) {
  ${list(`"PartitionKey eq 'A' and not (Age gt 5) and (Born lt datetime'2026-01-02T03:04:05Z' or Id eq 5L)"`)}
  ${list(`odata\`PartitionKey eq \${value}\``)}
  ${list(`clause`)}
}
`);
  });

  describe('of a filter that grows in a loop', () => {
    const growing = (before: string, ask: (query: string) => string): string => `${HEAD}
export function some(ids: string[]) {
  ${before}
  let filter = '';
  for (const id of ids) filter += \` or RowKey eq '\${id}'\`;
  ${ask(list('filter'))}
}
`;
    const cut = `for (const one of ids) {
    let text = '';
    for (const id of ids) text += \`RowKey eq '\${id}'\` + ' or ';
    const part = text.slice(0, -4);
    console.log(one, part);
  }`;
    const severities = (source: string): readonly string[] => [
      ...new Set(
        findingsOf('/main.ts', source).flatMap(({ rule, severity }) =>
          rule === 'invalid-filter' ? [severity] : [],
        ),
      ),
    ];

    for (const [what, before] of [
      ['nothing', ''],
      ['a loop in a loop over the same', cut],
      ['a loop of its own', 'for (const id of ids) { const length = id.length; console.log(length); }'],
    ] as const) {
      it(`says a warning where that may have no turn, after ${what}`, () => {
        assert.deepEqual(severities(growing(before, (query) => query)), ['warning']);
      });
      it(`says an error where it has one, after ${what}`, () => {
        assert.deepEqual(severities(growing(before, (query) => `if (ids.length > 0) ${query}`)), ['error']);
      });
    }
  });

  describe('fix', () => {
    it('writes what is meant, in the quotes of the source', () => {
      checkFix(
        'invalid-filter',
        `${HEAD}${list(`"PartitionKey eq 'A' AND Age gt 5"`)}\n`,
        `${HEAD}${list(`"PartitionKey eq 'A' and Age gt 5"`)}\n`,
      );
      checkFix(
        'invalid-filter',
        `${HEAD}${list(`'PartitionKey eq "A"'`)}\n`,
        `${HEAD}${list(`'PartitionKey eq \\'A\\''`)}\n`,
      );
    });

    it('turns startswith on a key into a range', () => {
      checkFix(
        'invalid-filter',
        `${HEAD}${list(`"PartitionKey eq 'A' and startswith(RowKey,'b')"`)}\n`,
        `${HEAD}${list(`"PartitionKey eq 'A' and (RowKey ge 'b' and RowKey lt 'c')"`)}\n`,
      );
    });

    it('is not offered where nobody can tell what is meant', () => {
      checkNoFix('invalid-filter', `${HEAD}${list(`"PartitionKey eq 'A' and contains(Name,'b')"`)}\n`);
    });
  });
});
