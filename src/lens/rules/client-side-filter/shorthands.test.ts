import { check, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'client-side-filter';
const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
import _ from 'lodash';
const client = new TableClient(url, 'Berths', credential);
async function berthsOf(harbor: string) {
  const berths = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${harbor}\`, select: ['rowKey', 'pier', 'taken'] } })) berths.push(one);
  return berths;
}
`;

describe(`${ID}: by what stands for a function`, () => {
  it('tells of an object with what properties must be', () => {
    check(`${HEAD}
export async function free(harbor: string, pier: number) {
  const berths = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${harbor}\`, select: ['rowKey', 'pier', 'taken'] } })) berths.push(one);
  //                             ^^^^^^^^^^^^ information client-side-filter/compared: pier, taken, pier eq \${pier} and taken eq false
  return _.filter(berths, { pier, taken: false });
}
export async function one(harbor: string, pier: number) {
  return _.find(await berthsOf(harbor), { pier });
//                    ^^^^^^^^ information client-side-filter/compared
}
`);
  });

  it('is silent for what is not written there, a path, values with parts, and other lists', () => {
    for (const left of [
      '_.filter(await berthsOf(harbor), wanted)',
      "_.filter(await berthsOf(harbor), 'owner.isMember')",
      '_.filter(await berthsOf(harbor), { taken: [] })',
      '_.filter(await berthsOf(harbor), { ...wanted, taken: true })',
      '_.filter(list, { taken: true })',
      "_.map(await berthsOf(harbor), 'pier')",
    ])
      checkSilent(
        ID,
        `${HEAD}export const some = async (harbor: string, wanted: object, list: Berth[]) => ${left};\n`,
      );
  });

  it('has no fix', () => {
    checkNoFix(
      ID,
      `${HEAD}
export async function free(harbor: string) {
  const berths = [];
  for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${harbor}\`, select: ['rowKey', 'pier', 'taken'] } })) berths.push(one);
  return _.filter(berths, { taken: false });
}
`,
    );
  });
});
