import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } });`;

/** A function whose parameters say what their values are. */
const inFunction = (filter: string): string => `${HEAD}
export function lists(a: string, b: string, n: number, big: bigint, date: Date, vague) {
  ${list(filter)}
}
`;

describe('odata-composed-literal', () => {
  it('warns of an element that a joined list has on some ways alone', () => {
    check(`${HEAD}
export function lists(all: boolean, recent: boolean, a: string) {
  const filter = [
    "PartitionKey eq 'a'",
    ...(recent ? ['isActive eq true'] : ['isActive eq false']),
    ...(all ? [odata\`RowKey eq 'b-\${a}'\`] : []),
//                                  ^ warning odata-composed-literal/part: a
  ].join(' and ');
  return client.listEntities({ queryOptions: { filter } });
}
`);
  });

  it('warns of what is sent on some ways alone, also where the others are not known', () => {
    check(`${HEAD}
let current = "PartitionKey eq 'a'";
const set = (value: string) => { current = value; };
export function lists(all: boolean, a: string) {
  if (all) set(odata\`RowKey eq 'b-\${a}'\`);
//                                  ^ warning odata-composed-literal
  client.listEntities({ queryOptions: { filter: current } });
//       ^^^^^^^^^^^^ warning table-scan
  const made = all ? odata(\`PartitionKey eq '\${a}'\`) : "PartitionKey eq 'a'";
//                         ^^^^^^^^^^^^^^^^^^^^^^^^ warning odata-composed-literal
  client.listEntities({ queryOptions: { filter: made } });
}
`);
  });

  it('underlines the first hole that is a part of a text, a Date in quotes, and what is no value', () => {
    check(`${HEAD}
export function lists(a: string, b: string, date: Date, clause: string, name: string) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge 'p-\${b}-\${a}'\` } });
//                                                                                            ^ error odata-composed-literal/part
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq '\${a}_\${b}'\` } });
//                                                                            ^ error odata-composed-literal
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a}\${b}\` } });
//                                                                          ^ error odata-composed-literal
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and Born lt datetime'\${date}'\` } });
//                                                                                                ^^^^ error odata-composed-literal/date
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and \${clause}\` } });
//                                                                               ^^^^^^ error odata-composed-literal/no-value
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and \${name} eq \${b}\` } });
//                                                                               ^^^^ error odata-composed-literal/no-value: name
  client.listEntities({ queryOptions: { filter: odata\`\${clause}\` } });
//                                                      ^^^^^^ error odata-composed-literal
}
`);
  });

  it('underlines conditions that names stand for, though the filter cannot be read for them', () => {
    check(`${HEAD}
export function lists(a: string, isLarge: boolean) {
  const base = \`PartitionKey eq '\${a.replaceAll("'", "''")}'\`;
  const more = isLarge ? 'Size gt 5000' : 'Size gt 1000';
  client.listEntities({ queryOptions: { filter: odata\`\${base} and \${more}\` } });
//                                                      ^^^^ error odata-composed-literal/no-value
//                                                                  ^^^^ error odata-composed-literal/no-value
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and \${more}\` } });
//                                                                               ^^^^ error odata-composed-literal/no-value
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eqq \${a} and \${more}\` } });
//                                                                 ^^^ error invalid-filter/unexpected
//                                                                                ^^^^ error invalid-filter/unexpected
}
`);
  });

  it('warns where only the type of the value decides', () => {
    check(`${HEAD}
export function lists(a: string, vague) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge 'p-\${vague}'\` } });
//                                                                                            ^^^^^ warning odata-composed-literal/part
}
`);
  });

  it('underlines the text that odata is called with', () => {
    check(`${HEAD}
export function lists(a: string) {
  client.listEntities({ queryOptions: { filter: odata(\`PartitionKey eq '\${a}'\`) } });
//                                                    ^^^^^^^^^^^^^^^^^^^^^^^^ error odata-composed-literal/called
}
`);
  });

  it('says it instead of invalid-filter where a constant is the part', () => {
    check(`${HEAD}
const PREFIX = 'emp';
export function lists(a: string) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${a} and RowKey ge 'p-\${PREFIX}'\` } });
//                                                                                            ^^^^^^ error odata-composed-literal
}
`);
  });

  const silent: readonly string[] = [
    'odata`PartitionKey eq ${a} and RowKey eq ${b}`',
    "odata`PartitionKey eq '${a}' and RowKey eq '${a}${b}'`",
    "odata`PartitionKey eq '${a}-x' and RowKey eq ''`",
    'odata`PartitionKey eq ${a} and RowKey eq ${`p-${b}`}`',
    "odata`PartitionKey eq ${a} and RowKey eq 'p-${n}' and Note eq 'O''Brien' and Size gt ${big}L`",
    'odata`PartitionKey eq ${a} and Born lt ${date} and Hired lt ${new Date(n)}`',
    "odata`PartitionKey eq ${a} and Ref eq guid'${b}' and Born lt datetime'${date.toISOString()}' and Born gt datetime'${vague}'`",
    'odata`${b} eq ${a}`',
    "odata`${'Age gt 5'}`",
    'odata("PartitionKey eq \'A\'")',
    "`PartitionKey eq 'p-${n}'`",
    "odata`PartitionKey eq ${a}` + ' and ' + odata`RowKey eq ${b}`",
  ];
  for (const filter of silent) {
    it(`is silent for ${filter}`, () => {
      checkSilent('odata-composed-literal', inFunction(filter));
    });
  }

  describe('fix', () => {
    const fixes = (before: string, after: string): void => {
      checkFix('odata-composed-literal', inFunction(before), inFunction(after));
    };

    it('composes the text in one hole', () => {
      fixes(
        "odata`PartitionKey eq ${a} and RowKey ge 'p-${b}'`",
        'odata`PartitionKey eq ${a} and RowKey ge ${`p-${b}`}`',
      );
      fixes(
        "odata`PartitionKey eq '${a}_${b}_it''s' and Age gt ${n}`",
        "odata`PartitionKey eq ${`${a}_${b}_it's`} and Age gt ${n}`",
      );
      fixes('odata`PartitionKey eq ${a}${b}`', 'odata`PartitionKey eq ${`${a}${b}`}`');
    });

    it('takes the quotes from a Date', () => {
      fixes(
        "odata`PartitionKey eq ${a} and Born lt datetime'${date}'`",
        'odata`PartitionKey eq ${a} and Born lt ${date}`',
      );
    });

    it('makes a tag of a call', () => {
      fixes("odata(`PartitionKey eq '${a}'`)", 'odata`PartitionKey eq ${a}`');
    });

    it('is not offered for conditions and names, nor where a text is written elsewhere', () => {
      checkNoFix('odata-composed-literal', inFunction('odata`PartitionKey eq ${a} and ${b}`'));
      checkNoFix('odata-composed-literal', inFunction('odata`PartitionKey eq ${a} and ${b} eq 5`'));
      checkNoFix(
        'odata-composed-literal',
        `${HEAD}const P = 'p';\nexport const f = (a: string) => ${list("odata`PartitionKey eq 'x${P}'`")}\n`,
      );
    });
  });
});
