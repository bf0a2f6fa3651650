import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
const NONE = 0;
const SOME = 10;
`;
const list = `client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales'" } })`;

describe('endless-paging', () => {
  it('underlines the size', () => {
    check(`${HEAD}
for await (const page of ${list}.byPage({ maxPageSize: 0 })) use(page);
//                                                                                                                          ^ error endless-paging/page-size-zero
const pages = ${list}.byPage({ maxPageSize: NONE });
//                                                                                                               ^^^^ error endless-paging/page-size-zero
`);
  });

  it('reports a size once, and at the call that gives it', () => {
    check(`${HEAD}
const read = (filter: string) => client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: NONE });
//                                                                                                       ^^^^ error endless-paging/page-size-zero
export const some = () => read("PartitionKey eq 'a'");
export const others = () => read("PartitionKey eq 'b'");
const sized = (size: number) => ${list}.byPage({ maxPageSize: size });
export const many = () => sized(10);
export const none = () => sized(0);
//                        ^^^^^ error endless-paging/page-size-zero
`);
  });

  it('is silent for other sizes, none, and those that are not known', () => {
    const silent = (options: string): void => {
      checkSilent(
        'endless-paging',
        `${HEAD}for await (const page of ${list}.byPage(${options})) use(page);\n`,
      );
    };
    silent('');
    silent('{ maxPageSize: 1 }');
    silent('{ maxPageSize: SOME }');
    silent('{ maxPageSize: size }');
    silent('{ maxPageSize: undefined }');
    silent('{ continuationToken: "0" }');
  });
});
