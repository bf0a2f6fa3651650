import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const RULE = 'page-size-over-limit';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
const FEW = 1000;
const MANY = 5000;
`;
const list = `client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })`;

describe(RULE, () => {
  it('underlines the size', () => {
    check(`${HEAD}
for await (const page of ${list}.byPage({ maxPageSize: 1001 })) use(page);
//                                                                                                                      ^^^^ information page-size-over-limit/over-limit
const pages = ${list}.byPage({ continuationToken, maxPageSize: MANY });
//                                                                                                                              ^^^^ information page-size-over-limit/over-limit
const maxPageSize = FEW * 10;
const more = ${list}.byPage({ maxPageSize });
//                                                                                             ^^^^^^^^^^^ information page-size-over-limit/over-limit
const entities = ${list};
const tenth = await entities.byPage({ maxPageSize: 1e4 }).next();
//                                                 ^^^ information page-size-over-limit/over-limit
`);
  });

  it('underlines the call where its options are made elsewhere', () => {
    check(`${HEAD}
const options = { maxPageSize: 2000 };
const pages = ${list}.byPage(options);
//            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information page-size-over-limit/over-limit
`);
  });

  it('underlines the size that a caller gives, in the file of that', () => {
    check(`
// file: main.ts
import { pages, staff } from './staff.ts';
export async function names() {
  for await (const page of staff().byPage({ maxPageSize: 3000 })) for (const { name } of page) console.log(name);
//                                                       ^^^^ information page-size-over-limit/over-limit
}
export async function emails() {
  for await (const page of pages()) for (const { email } of page) console.log(email);
}
// file: staff.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
export const staff = () => ${list};
export const pages = () => ${list}.byPage({ maxPageSize: 4000 });
//                                                                                                                        ^^^^ information page-size-over-limit/over-limit
`);
  });

  it('is silent for other sizes, none, and those that are not known', () => {
    const silent = (read: string): void => {
      checkSilent(RULE, `${HEAD}for await (const page of ${read}) use(page);\n`);
    };
    silent(`${list}.byPage()`);
    silent(`${list}.byPage({ maxPageSize: FEW })`);
    silent(`${list}.byPage({ maxPageSize: 1000 })`);
    silent(`${list}.byPage({ maxPageSize: size })`);
    silent(`${list}.byPage({ maxPageSize: undefined })`);
    silent(`${list}.byPage({ maxPageSize: isBig ? MANY : FEW })`);
    silent(`${list}.byPage({ maxPageSize: Math.min(MANY, FEW) })`);
    silent(`${list}.byPage({ ...{ maxPageSize: MANY }, ...others })`);
    silent(`${list}.byPage({ pageSize: 5000 })`);
    silent(`${list}.byPage({ continuationToken: "5000" })`);
    // the page size of other services is their own
    silent('container.listBlobsFlat().byPage({ maxPageSize: 5000 })');
    silent('new SearchClient(url).search().byPage({ maxPageSize: 5000 })');
  });

  it('underlines the call that gives the size to a function', () => {
    check(`${HEAD}
const read = (size: number) => ${list}.byPage({ maxPageSize: size });
export const some = () => read(10);
export const all = () => read(5000);
//                       ^^^^ information page-size-over-limit/over-limit
`);
  });

  it('reports a size once, however many ask for such pages', () => {
    check(`${HEAD}
const read = (filter: string) => client.listEntities({ queryOptions: { filter } }).byPage({ maxPageSize: MANY });
//                                                                                                       ^^^^ information page-size-over-limit/over-limit
export const some = () => read("PartitionKey eq 'a'");
export const others = () => read("PartitionKey eq 'b'");
`);
  });

  it('makes a number 1000', () => {
    const file = (size: string): string =>
      `${HEAD}export const pages = () => ${list}.byPage({ maxPageSize: ${size} });\n`;
    checkFix(RULE, file('5000'), file('1000'));
    checkFix(RULE, file('2_000'), file('1000'));
  });

  it('changes the constant, so that what compares with it goes on to', () => {
    const file = (size: number): string => `${HEAD}
const SIZE = ${size};
export async function first(token: string) {
  const { value: page } = await ${list}.byPage({ maxPageSize: SIZE, continuationToken: token }).next();
  return { page, isLast: page.length < SIZE };
}
`;
    checkFix(RULE, file(2000), file(1000), 'Set SIZE to 1000');
  });

  it('leaves what is calculated, declared twice or imported', () => {
    checkNoFix(RULE, `${HEAD}const pages = ${list}.byPage({ maxPageSize: FEW * 2 });\n`);
    checkNoFix(
      RULE,
      `${HEAD}const options = { maxPageSize: 2000 };\nconst pages = ${list}.byPage(options);\n`,
    );
    checkNoFix(
      RULE,
      `${HEAD}
const pages = ${list}.byPage({ maxPageSize: MANY });
export const other = (MANY: number) => { const FEW = MANY; { const MANY = 1; return FEW + MANY; } };
`,
    );
    checkNoFix(
      RULE,
      `
// file: main.ts
${HEAD.trim()}
import { SIZE } from './size.ts';
const pages = ${list}.byPage({ maxPageSize: SIZE });
// file: size.ts
export const SIZE = 2000;
`,
    );
  });
});
