import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Reviews', credential);
`;

const RULE = 'ambiguous-compound-key';

describe(RULE, () => {
  it('underlines keys of values that nothing parts', () => {
    check(`${HEAD}
export function add(department: string, employee: string, at: Date, e: { id: string }, year: string) {
  client.createEntity({ partitionKey: 'r' + department + employee, rowKey: 'a' });
//                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning ambiguous-compound-key/no-separator: department
  client.createEntity({ partitionKey: department, rowKey: \`r_\${e.id}\${year}\` });
//                                                        ^^^^^^^^^^^^^^^^^^ warning ambiguous-compound-key
}
`);
  });

  it('knows the parts of dates', () => {
    checkSilent(
      RULE,
      `${HEAD}
export const add = (department: string, at: Date) =>
  client.createEntity({ partitionKey: department, rowKey: \`\${at.getFullYear()}\${String(at.getMonth() + 1).padStart(2, '0')}\` });
`,
    );
    check(`${HEAD}
export const add = (department: string, at: Date) =>
  client.createEntity({ partitionKey: department, rowKey: \`\${at.getFullYear()}\${at.getMonth()}\${at.getDate()}\` });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning ambiguous-compound-key/no-separator: at.getMonth()
//                                                                              ^^^^^^^^^^^^^ warning unpadded-number-in-key
//                                                                                              ^^^^^^^^^^^^ warning unpadded-number-in-key
`);
  });

  it('is silent where one of the two has a width, or separates them', () => {
    checkSilent(
      RULE,
      `${HEAD}
const PREFIX = 'r';
export function add(department: string, employee: string, prefix: string, separator: string, id: number) {
  client.createEntity({ partitionKey: department + '_' + employee, rowKey: PREFIX + employee });
  client.createEntity({ partitionKey: prefix + employee, rowKey: \`\${department}\${separator}\${employee}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${employee}\${String(id).padStart(6, '0')}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${Date.now()}\${employee}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${employee}\${crypto.randomUUID()}\` });
  client.createEntity({ partitionKey: department, rowKey: employee, text: department + employee });
  client.getEntity(department, department + employee);
}
`,
    );
  });

  it('is silent where a loop, or a list, puts a text together character by character', () => {
    const writes = (key: string): string => `client.createEntity({ partitionKey: shop, rowKey: ${key} });`;
    for (const body of [
      `let key = ''; for (const one of name) key += /\\w/.test(one) ? one : '-'; ${writes('key')}`,
      `let key = ''; for (let n = 0; n < name.length; n++) { if (name[n] !== '/') key += name.charAt(n).toLowerCase(); } ${writes('key')}`,
      writes("[...name].map((one) => (one === '/' ? '_' : one)).join('')"),
      writes("name.split('').reduce((all, one) => all + (one === '/' ? '_' : one), '')"),
    ])
      checkSilent(RULE, `${HEAD}\nexport function add(shop: string, name: string) { ${body} }`);
  });

  it('underlines keys of values that both may have what parts them', () => {
    check(`${HEAD}
export function add(department: string, a: string, b: string, slug: string, email: string) {
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(a)}_\${encodeURIComponent(b)}\` });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning ambiguous-compound-key/separator-in-values: encodeURIComponent(a)
  client.createEntity({ partitionKey: department, rowKey: encodeURIComponent(email) + '--' + slug });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning ambiguous-compound-key/separator-in-values: --
  client.createEntity({ partitionKey: department, rowKey: \`\${slug}-\${email.replace(/[/\\\\#?]/g, encodeURIComponent)}\` });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning ambiguous-compound-key
}
`);
  });

  it('is silent where one of the two is seen to end', () => {
    checkSilent(
      RULE,
      `${HEAD}
type Kind = 'first' | 'last';
export function add(department: string, a: string, b: string, email: string, at: Date, id: number, kind: Kind) {
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(a)}:\${encodeURIComponent(b)}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(a)}_\${b}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${at.toISOString()}-\${encodeURIComponent(b)}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(a)}-\${crypto.randomUUID()}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(a)}-\${String(id).padStart(6, '0')}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${email}_\${encodeURIComponent(b)}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(id)}-\${encodeURIComponent(b)}\` });
  client.createEntity({ partitionKey: department, rowKey: \`\${encodeURIComponent(kind)}-\${encodeURIComponent(b)}\` });
}
`,
    );
  });

  describe('fix', () => {
    const file = (rowKey: string, more = ''): string =>
      `${HEAD}export const add = (department: string, employee: string) =>\n  client.createEntity({ partitionKey: department, rowKey: ${rowKey} });\n${more}`;

    it('puts a separator between the holes of a template', () => {
      checkFix(RULE, file('`${department}${employee}`'), file('`${department}_${employee}`'));
    });

    it('puts a separator between operands', () => {
      checkFix(RULE, file("'r' + department + employee"), file("'r' + department + '_' + employee"));
      checkFix(RULE, file('department + employee'), file("department + '_' + employee"));
    });

    it('puts another separator', () => {
      const [a, b] = ['encodeURIComponent(department)', 'encodeURIComponent(employee)'];
      checkFix(RULE, file(`\`\${${a}}_\${${b}}\``), file(`\`\${${a}}:\${${b}}\``));
      checkFix(RULE, file(`${a} + '-' + ${b}`), file(`${a} + ':' + ${b}`));
      checkNoFix(RULE, `const SEPARATOR = '-';\n${file(`${a} + SEPARATOR + ${b}`)}`);
    });

    it('is not offered where another key of the table may be what this one becomes', () => {
      const also = (key: string): string =>
        `export const also = (shelf: string) => client.createEntity({ partitionKey: shelf, rowKey: ${key} });\n`;
      const joined = '`${department}${employee}`';
      checkNoFix(RULE, file(joined, also('`a_${shelf}`')));
      checkNoFix(RULE, file(joined, also('shelf')));
      checkNoFix(RULE, file(joined, also("'about_all'")));
      // a row that nobody else writes
      checkNoFix(
        RULE,
        file(joined, "export const one = (shelf: string) => client.getEntity(shelf, 'about');\n"),
      );
      checkNoFix(RULE, file('employee ? `${department}${employee}` : `x_${employee}`'));
      // keys that are not seen may be any
      checkNoFix(RULE, file(joined, 'export const any = (entity: any) => client.createEntity(entity);\n'));
      // one entity, written at two places
      checkNoFix(RULE, file(joined, also('`${shelf}${shelf}`')));
      checkFix(RULE, file(joined, also("'about'")), file('`${department}_${employee}`', also("'about'")));
    });

    it('is not offered where the key is asked for', () => {
      checkNoFix(
        RULE,
        file(
          '`${department}${employee}`',
          'export const get = (d: string, e: string) => client.getEntity(d, `${d}${e}`);\n',
        ),
      );
    });
  });

  it('knows what a replacement puts into both values', () => {
    check(
      `${PUT_IN}
export const add = (shop: string, brand: string, model: string) =>
  client.createEntity({ partitionKey: shop, rowKey: \`\${plain(brand)}-\${plain(model)}\` });
//                                                  MARK warning ambiguous-compound-key/separator-in-values: plain(brand)
`.replace('MARK', '^'.repeat(33)),
    );
    check(
      `${PUT_IN}
export const add = (shop: string, brand: string, model: string) =>
  client.createEntity({ partitionKey: shop, rowKey: \`\${brand.replace(/[^a-z0-9]+/g, '-')}-\${model.replace(/\\s+/g, '-')}\` });
//                                                  MARK warning ambiguous-compound-key/separator-in-values
`.replace('MARK', '^'.repeat(68)),
    );
    for (const key of [
      '${plain(brand)}_${plain(model)}',
      '${plain(brand)}--${plain(model)}',
      '${plain(brand)}-${crypto.randomUUID()}',
      "${brand.replace(/-/g, '')}-${plain(model)}",
      '${plain(soldDate)}-${plain(model)}',
      // as many in each of these
      "${brand.replaceAll(':', '-')}-${model.replace(/\\s+/g, '-')}",
      "${brand.replace(/:/g, '-')}-${plain(model)}",
      "${brand.replace(/[.]/g, '-')}-${plain(model)}",
      "${brand.replace(/^\\s+|\\s+$/g, '-')}-${plain(model)}",
      '${plain(device.mac)}-${plain(model)}',
      '${plain(device.ipAddress)}-${plain(model)}',
      '${plain(device.isbn)}-${plain(model)}',
    ])
      checkSilent(
        'ambiguous-compound-key',
        `${PUT_IN}
export const add = (shop: string, brand: string, model: string, soldDate: string, device: any) =>
  client.createEntity({ partitionKey: shop, rowKey: \`${key}\` });
`,
      );
  });
});

const PUT_IN = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Cars', credential);
const plain = (text: string) => text.toLowerCase().replace(/\\W+/g, '-').slice(0, 40);
`;
