import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const RULE = 'unique-partition-key';
const LIST = 'export const list = () => client.listEntities();\n';

describe(RULE, () => {
  it('is said once for a table that is listed', () => {
    check(`${HEAD}
import { v4 } from 'uuid';
export const add = (name: string) => client.createEntity({ partitionKey: v4(), rowKey: 'employee', name });
//                                                                       ^^^^ information unique-partition-key/own-partition: Employees
export const put = (name: string) => client.upsertEntity({ partitionKey: crypto.randomUUID(), rowKey: 'employee', name });
export async function list() {
  for await (const one of client.listEntities()) console.log(one);
//                               ^^^^^^^^^^^^ warning table-scan
}
`);
  });

  it('is silent for a table that nobody lists, for several rows, and for keys that are given', () => {
    const add = (partitionKey: string, rowKey = "'e'"): string =>
      `export const add${rowKey.length} = (name: string) => client.createEntity({ partitionKey: ${partitionKey}, rowKey: ${rowKey}, name });\n`;
    checkSilent(RULE, HEAD + add('crypto.randomUUID()'));
    checkSilent(RULE, HEAD + add('crypto.randomUUID()') + add('crypto.randomUUID()', "'line'") + LIST);
    checkSilent(RULE, HEAD + add('crypto.randomUUID()') + add('name', "'e' + name") + LIST);
    checkSilent(RULE, HEAD + add('name') + LIST);
    checkSilent(RULE, HEAD + add('`b${Math.floor(Math.random() * 16)}`') + LIST);
    checkSilent(
      RULE,
      `${HEAD}${add('crypto.randomUUID()')}export const put = (e: any) => client.upsertEntity(e);\n${LIST}`,
    );
  });

  it('is silent for the first characters of an id, which many share', () => {
    const source = (part: string, mark = ''): string => `${HEAD}
export const add = (name: string) => {
  const id = crypto.randomUUID();
  return client.createEntity({ partitionKey: id${part}, rowKey: 'employee', name });
${mark}};
export const list = () => client.listEntities({ queryOptions: { filter: "name eq 'x'", select: ['name'] } });
`;
    for (const part of ['.slice(0, 2)', '.substring(0, 3)', '.slice(-2)']) checkSilent(RULE, source(part));
    check(
      source(
        '.slice(0, 12)',
        `//                                           ^^^^^^^^^^^^^^^ information unique-partition-key
`,
      ).replace(
        /export const list.*\n/,
        `${LIST}//                               ^^^^^^^^^^^^ warning table-scan\n`,
      ),
    );
  });
});
