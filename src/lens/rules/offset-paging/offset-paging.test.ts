import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'offset-paging';
const HEAD = `
import { TableClient, odata } from '@azure/data-tables';
const client = new TableClient(url, 'Students', credential);
const inSchool = (school: string) => ({ queryOptions: { filter: odata\`PartitionKey eq \${school}\` } });
`;

describe(ID, () => {
  it('underlines a query of whose results a part is taken that begins anywhere', () => {
    check(`${HEAD}
export async function page(school: string, number: number, size: number) {
  const students = [];
  for await (const student of client.listEntities(inSchool(school))) students.push({ name: student.name });
  //                                 ^^^^^^^^^^^^ information offset-paging/skipped
  students.sort((a, b) => a.name.localeCompare(b.name));
  return { total: students.length, students: students.slice((number - 1) * size, number * size) };
}
app.get('/students', async (req, res) => {
  const all = await Array.fromAsync(client.listEntities(inSchool(req.query.school)));
  //                                       ^^^^^^^^^^^^ information offset-paging
  const start = Number(req.query.start);
  res.json(all.filter((one) => one.active).slice(start, start + 20));
});
`);
  });

  it('underlines a query of whose results a loop passes over the first so many', () => {
    check(`${HEAD}
export async function counted(school: string, skip: number, take: number) {
  const students = [];
  let n = 0;
  for await (const student of client.listEntities(inSchool(school)).byPage({ maxPageSize: 100 })) {
    //                               ^^^^^^^^^^^^ information offset-paging/skipped
    if (n++ < skip) continue;
    students.push(student);
  }
  return students;
}
export async function countedDown(school: string, skip: number, take: number) {
  for await (const student of client.listEntities(inSchool(school))) {
    //                               ^^^^^^^^^^^^ information offset-paging/skipped
    if (skip > 0) {
      skip--;
      continue;
    }
    show(student);
  }
}
export async function between(school: string, offset: number, count: number) {
  const students = [];
  let index = -1;
  for await (const student of client.listEntities(inSchool(school))) {
    //                               ^^^^^^^^^^^^ information offset-paging/skipped
    index += 1;
    if (index >= offset && index < offset + count) students.push(student);
  }
  return students;
}
export async function nthPage(school: string, number: number) {
  let at = 0;
  for await (const page of client.listEntities(inSchool(school)).byPage({ maxPageSize: 50 })) {
    //                            ^^^^^^^^^^^^ information offset-paging/skipped
    if (at === number) return page;
    at++;
  }
}
`);
  });

  it('is silent for loops that count something else, or up to where they end', () => {
    const silent = (body: string): void => {
      checkSilent(
        ID,
        `${HEAD}
const HEADING = 1;
export async function read(school: string, most: number) {
  let n = 0;
  for await (const student of client.listEntities(inSchool(school))) {
    ${body}
  }
}`,
      );
    };
    silent('if (n++ >= most) break; show(student);');
    silent('if (n++ < 1) continue; show(student);');
    silent('if (n++ < HEADING) continue; show(student);');
    silent('if (n++ % most === 0) show(student);');
    silent('n++; if (n > most) { warn(student); break; }');
    silent('try { await send(student); } catch { n++; if (n < most) continue; throw new Error(); }');
    silent('if (student.grade < most) continue; n++; show(student);');
    silent('n++; if (n > most) { rest.push(student); } else show(student);');
    silent('n++; show(student); if (n > most) log(student);');
  });

  it('is silent for the first ones, for chunks, and for lists of something else', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function first(school: string, size: number) {
  const students = [];
  for await (const student of client.listEntities(inSchool(school))) students.push(student);
  return [students.slice(0, size), students.slice(1, 3), students.slice(-3, -1), students.slice(size)];
}
export async function clear(school: string) {
  const students = [];
  for await (const student of client.listEntities(inSchool(school))) students.push(student);
  for (let start = 0; start < students.length; start += 100) {
    await client.submitTransaction(students.slice(start, start + 100).map((one) => ['delete', one]));
  }
}
export async function parts(school: string, count: number) {
  const students = [];
  for await (const student of client.listEntities(inSchool(school))) students.push(student);
  return Array.from({ length: count }, (_, i) => students.slice(i * 100, i * 100 + 100));
}
export async function text(school: string, start: number) {
  for await (const student of client.listEntities(inSchool(school))) console.log(student.name.slice(start, start + 9));
}
`,
    );
  });

  it('is told where a function of the program gives the results that are passed over', () => {
    const source = (test: string, mark: string): string => `
// file: students.ts
${HEAD}
export async function* studentsOf(school: string) {
  yield* client.listEntities(inSchool(school));
}
// file: main.ts
import { studentsOf } from './students.js';
export async function page(school: string, number: number, size: number) {
  const names = [];
  let n = 0;
  for await (const student of studentsOf(school)) {
${mark}    if (${test}) continue;
    names.push(student.name);
    if (names.length >= size) break;
  }
  return names;
}
`;
    const mark = '  //                          ^^^^^^^^^^ information offset-paging/skipped\n';
    check(source('n++ < number * size', mark));
    checkSilent(ID, source('student.name === String(n++)', ''));
  });
});
