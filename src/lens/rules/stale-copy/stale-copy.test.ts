import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

const ID = 'stale-copy';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const staff = new TableClient(url, 'Staff', credential);
const people = new TableClient(url, 'People', credential);
export async function add(department: string, id: string, email: string, name: string, grade: string) {
  await staff.submitTransaction([
    ['create', { partitionKey: department, rowKey: \`empid_\${id}\`, name, grade, email }],
    ['create', { partitionKey: department, rowKey: \`email_\${email}\`, name, grade, id }],
  ]);
}
`;

describe(ID, () => {
  it('takes for a copy what has the values of the other one in its keys, and numbers of one object', () => {
    check(`${HEAD}
const byOwner = new TableClient(url, 'SongsByOwner', credential);
const songs = new TableClient(url, 'Songs', credential);
export async function add(id: string, owner: string, genre: string, label: string) {
  await songs.createEntity({ partitionKey: genre, rowKey: id, owner, label });
  await byOwner.createEntity({ partitionKey: owner, rowKey: id, genre, label });
}
export async function relabel(genre: string, id: string, label: string) {
  await songs.updateEntity({ partitionKey: genre, rowKey: id, label }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: label
}
const parts = new TableClient(url, 'Parts', credential);
const byCode = new TableClient(url, 'PartsByCode', credential);
export async function stock(shelf: string, id: string, code: string, price: number, title: string) {
  const part = { price, title };
  await parts.createEntity({ partitionKey: shelf, rowKey: id, ...part });
  await byCode.createEntity({ partitionKey: code, rowKey: 'part', ...part });
}
export async function reprice(shelf: string, id: string, price: number) {
  await parts.upsertEntity({ partitionKey: shelf, rowKey: id, price }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: price
}
`);
  });

  it('knows a copy under a day by the other one, which keeps that', () => {
    const source = (kept: string): string => `
import { TableClient } from '@azure/data-tables';
const visits = new TableClient(url, 'Visits', credential);
export async function plan(clinic: string, day: Date, id: string, doctor: string, room: string) {
  const byDay = \`\${day.toISOString().slice(0, 10)}_\${id}\`;
  await visits.submitTransaction([
    ['create', { partitionKey: clinic, rowKey: \`day_\${byDay}\`, doctor, room }],
    ['create', { partitionKey: clinic, rowKey: \`id_\${id}\`, doctor, room, ${kept} }],
  ]);
}
export async function cancel(clinic: string, id: string) {
  await visits.deleteEntity(clinic, \`id_\${id}\`);
}
`;
    const told = (kept: string): readonly string[] =>
      findingsOf('/a.ts', source(kept))
        .filter(({ rule }) => rule === ID)
        .map(({ messageId }) => messageId);
    assert.deepEqual(told('byDay'), ['deleted-copy']);
    assert.deepEqual(told('day'), ['deleted-copy']);
    // the other one may be kept for each day
    assert.deepEqual(told("state: 'new'"), []);
  });

  it('knows copies by a number in a key that is rounded, and those that a function writes', () => {
    check(`${HEAD}
const flats = new TableClient(url, 'Flats', credential);
export async function offer(flat) {
  const values = { street: flat.street, rooms: flat.rooms, rent: flat.rent };
  await flats.submitTransaction([
    ['create', { partitionKey: flat.city, rowKey: \`id_\${flat.id}\`, ...values }],
    ['create', { partitionKey: flat.city, rowKey: \`rent_\${String(Math.ceil(flat.rent)).padStart(6, '0')}_\${flat.id}\`, ...values }],
  ]);
}
export async function move(city, id, street) {
  await flats.updateEntity({ partitionKey: city, rowKey: \`id_\${id}\`, street }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: street
}
class Rows {
  constructor(private readonly rows: TableClient) {}
  add(partitionKey: string, rowKey: string, values: object) {
    return this.rows.createEntity({ partitionKey, rowKey, ...values });
  }
  set(partitionKey: string, rowKey: string, values: object) {
    return this.rows.updateEntity({ partitionKey, rowKey, ...values }, 'Merge');
  }
}
const rows = new Rows(new TableClient(url, 'Plants', credential));
export async function plant(bed: string, id: string, latin: string, name: string, height: number) {
  await rows.add(bed, \`plant_\${id}\`, { latin, name, height });
  await rows.add(bed, \`latin_\${latin}\`, { id, name, height });
}
export async function rename(bed: string, id: string, name: string) {
  await rows.set(bed, \`plant_\${id}\`, { name });
  //         ^^^ warning stale-copy/changed-copy: name
}
`);
  });

  it('knows copies under an id that is drawn for both, and no records under ids of their own', () => {
    const made = (second: string): string => `${HEAD}
import { nanoid } from 'nanoid';
const bikes = new TableClient(url, 'Bikes', credential);
const byOwner = new TableClient(url, 'BikesByOwner', credential);
const toRow = (bike: Bike) => ({ partitionKey: bike.city, rowKey: bike.id, owner: bike.owner, frame: bike.frame, lock: bike.lock });
export async function add(input: Input) {
  const bike = { ...input, id: nanoid() };
  await bikes.createEntity(toRow(bike));
  await byOwner.createEntity({ ...toRow(bike), partitionKey: bike.owner, rowKey: ${second} });
}
export async function secure(city: string, id: string, lock: string) {
  await bikes.updateEntity({ partitionKey: city, rowKey: id, lock }, 'Merge');`;
    check(`${made('bike.id')}
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: lock
}
`);
    checkSilent(ID, `${made('nanoid()')}\n}\n`);
  });

  it('is silent for versions that are counted on', () => {
    checkSilent(
      ID,
      `${HEAD}
const pages = new TableClient(url, 'Pages', credential);
export async function save(wiki: string, id: string, version: number, title: string, author: string) {
  await pages.upsertEntity({ partitionKey: wiki, rowKey: \`page_\${id}\`, title, author });
  await pages.createEntity({ partitionKey: wiki, rowKey: \`old_\${id}_\${String(Math.trunc(version)).padStart(6, '0')}\`, title, author });
}
export async function retitle(wiki: string, id: string, title: string) {
  await pages.updateEntity({ partitionKey: wiki, rowKey: \`page_\${id}\`, title }, 'Merge');
}
`,
    );
  });

  it('is silent for what names another thing, and for upserts that may make it', () => {
    checkSilent(
      ID,
      `${HEAD}
const posts = new TableClient(url, 'Posts', credential);
const notices = new TableClient(url, 'Notices', credential);
export async function post(author: string, id: string, title: string, body: string, reader: string) {
  await posts.createEntity({ partitionKey: author, rowKey: id, title, body });
  await notices.createEntity({ partitionKey: reader, rowKey: id, title, author });
}
export async function retitle(author: string, id: string, title: string) {
  await posts.updateEntity({ partitionKey: author, rowKey: id, title }, 'Merge');
}
export async function put(department: string, id: string, name: string, grade: string) {
  await staff.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, name, grade }, 'Merge');
  await staff.upsertEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, name }, 'Replace');
}
`,
    );
  });

  it('knows copies that go through a function which sends lists in parts, one that classes inherit too', () => {
    check(`
import { TableClient, type TransactionAction } from '@azure/data-tables';
type Ctor<T = {}> = abstract new (...args: any[]) => T;
abstract class Store { constructor(protected readonly table: TableClient) {} }
function WithTransactions<B extends Ctor<Store>>(Base: B) {
  abstract class Transactional extends Base {
    protected async submit(actions: TransactionAction[]): Promise<void> {
      for (let i = 0; i < actions.length; i += 100) {
        const chunk = actions.slice(i, i + 100);
        if (chunk.length > 0) await this.table.submitTransaction(chunk);
      }
    }
  }
  return Transactional;
}
const byId = (id: string) => \`id_\${id}\`;
const byEmail = (email: string) => \`email_\${encodeURIComponent(email)}\`;
class Crew extends WithTransactions(Store) {
  async add(vessel: string, id: string, email: string, rank: string, phone: string) {
    await this.submit([
      ['create', { partitionKey: vessel, rowKey: byId(id), rank, phone, email }],
      ['create', { partitionKey: vessel, rowKey: byEmail(email), rank, phone, id }],
    ]);
  }
  async promote(vessel: string, id: string, rank: string) {
    await this.table.updateEntity({ partitionKey: vessel, rowKey: byId(id), rank }, 'Merge');
//                   ^^^^^^^^^^^^ warning stale-copy/changed-copy: rank
  }
  async call(vessel: string, id: string, email: string, phone: string) {
    await this.submit([
      ['update', { partitionKey: vessel, rowKey: byId(id), phone }, 'Merge'],
      ['update', { partitionKey: vessel, rowKey: byEmail(email), phone }, 'Merge'],
    ]);
  }
}
export const crew = new Crew(new TableClient(url, 'Crew', credential));
`);
  });

  it('underlines a change of one copy', () => {
    check(`${HEAD}
export async function rename(department: string, id: string, name: string) {
  await staff.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, name }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy
}
export async function remove(department: string, id: string) {
  await staff.deleteEntity(department, \`empid_\${id}\`);
  //          ^^^^^^^^^^^^ warning stale-copy
}
`);
    check(`${HEAD}
const byEmail = new TableClient(url, 'StaffByEmail', credential);
export async function hire(id: string, badge: string, name: string, grade: string) {
  await people.upsertEntity({ partitionKey: 'people', rowKey: id, name, grade });
  await byEmail.upsertEntity({ partitionKey: 'emails', rowKey: badge, name, grade });
}
export async function promote(id: string, grade: string) {
  await people.updateEntity({ partitionKey: 'people', rowKey: id, grade }, 'Merge');
  //           ^^^^^^^^^^^^ warning stale-copy
}
`);
  });

  it('is silent where both are changed, or it is none of the two', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function rename(department: string, id: string, email: string, name: string) {
  await staff.submitTransaction([
    ['update', { partitionKey: department, rowKey: \`empid_\${id}\`, name }],
    ['update', { partitionKey: department, rowKey: \`email_\${email}\`, name }],
  ]);
}
export async function remove(department: string, id: string, email: string) {
  await staff.deleteEntity(department, \`empid_\${id}\`);
  await staff.deleteEntity(department, \`email_\${email}\`);
}
export async function regrade(department: string, id: string, email: string, grade: string) {
  await staff.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, grade }, 'Merge');
  await regradeCopy(department, email, grade);
}
async function regradeCopy(department: string, email: string, grade: string) {
  await staff.updateEntity({ partitionKey: department, rowKey: \`email_\${email}\`, grade }, 'Merge');
}
export async function seen(department: string, id: string) {
  await staff.updateEntity({ partitionKey: department, rowKey: \`empid_\${id}\`, seen: new Date() }, 'Merge');
}
export async function any(department: string, row: string, name: string) {
  await staff.updateEntity({ partitionKey: department, rowKey: row, name }, 'Merge');
}
export async function both(name: string, grade: string, a: string, b: string) {
  await people.createEntity({ partitionKey: 'one', rowKey: a, name, grade, size: a, color: b, at: url });
  await people.createEntity({ partitionKey: 'two', rowKey: b, name, note: a, kind: b });
}
export async function change(a: string, name: string) {
  await people.updateEntity({ partitionKey: 'one', rowKey: a, name }, 'Merge');
}
const notes = new TableClient(url, 'Notes', credential);
const notesHistory = new TableClient(url, 'NotesHistory', credential);
export async function note(id: string, text: string, author: string) {
  await notes.createEntity({ partitionKey: 'notes', rowKey: id, text, author });
  await notesHistory.createEntity({ partitionKey: 'notes', rowKey: id, text, author });
  await notes.createEntity({ partitionKey: id, rowKey: \`at_\${new Date().toISOString()}\`, text, author });
}
export async function edit(id: string, text: string) {
  await notes.updateEntity({ partitionKey: 'notes', rowKey: id, text }, 'Merge');
}
`,
    );
  });

  it('knows numbers and truth values of one object by its texts, and keys that are made of a number', () => {
    check(`
import { TableClient } from '@azure/data-tables';
interface Boat { harbour: string; berth: number; owner: string; length: number; isInsured: boolean }
export class Boats {
  constructor(private readonly table: TableClient, private readonly history: TableClient) {}
  private key(harbour: string, berth: number) {
    return { partitionKey: harbour, rowKey: \`berth_\${String(berth).padStart(4, '0')}\` };
  }
  async moor(boat: Boat) {
    const { harbour, berth, ...rest } = boat;
    await this.table.submitTransaction([
      ['create', { ...this.key(harbour, berth), ...rest }],
      ['create', { partitionKey: harbour, rowKey: \`owner_\${boat.owner}\`, ...rest }],
    ]);
  }
  async insure(harbour: string, berth: number, isInsured: boolean) {
    await this.table.updateEntity({ ...this.key(harbour, berth), isInsured }, 'Merge');
//                   ^^^^^^^^^^^^ warning stale-copy/changed-copy
  }
  async version(boat: Boat, version: number) {
    await this.history.createEntity({ partitionKey: boat.harbour, rowKey: \`n_\${version}\`, ...boat });
//                                                                             ^^^^^^^ warning unpadded-number-in-key/unpadded
    await this.history.upsertEntity({ partitionKey: boat.harbour, rowKey: 'boat', ...boat });
  }
  async rename(harbour: string, owner: string) {
    await this.history.updateEntity({ partitionKey: harbour, rowKey: 'boat', owner }, 'Merge');
  }
}
`);
  });

  it('knows copies under a key that both are given, in tables without names, and constants that both have', () => {
    check(`
import { randomUUID } from 'node:crypto';
import { TableClient } from '@azure/data-tables';
interface Parcel { customer: string; street: string; weight: number; sentAt: Date }
export class Parcels {
  constructor(private readonly byRoute: TableClient, private readonly byCustomer: TableClient, private readonly scanLog: TableClient) {}
  async send(route: string, parcel: Parcel) {
    const rowKey = \`\${parcel.sentAt.toISOString()}_\${randomUUID()}\`;
    await this.byRoute.createEntity({ partitionKey: route, rowKey, ...parcel });
    await this.byCustomer.createEntity({ partitionKey: parcel.customer, rowKey, ...parcel });
    //                    ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
    await this.scanLog.createEntity({ partitionKey: route, rowKey, ...parcel });
  }
  async lose(route: string, rowKey: string) {
    await this.byRoute.deleteEntity(route, rowKey);
    //                 ^^^^^^^^^^^^ warning stale-copy/deleted-copy
  }
  async clean(route: string, rowKey: string) {
    await this.scanLog.deleteEntity(route, rowKey);
  }
}
const guests = new TableClient(url, 'Guests', credential);
export async function invite(party: string, guest: string, name: string, seat: string) {
  const row = { guest, name, seat, answer: 'none' };
  await guests.submitTransaction([
    ['upsert', { partitionKey: party, rowKey: \`guest_\${guest}\`, ...row }],
    ['upsert', { partitionKey: party, rowKey: \`seat_\${seat}\`, ...row }],
  ]);
}
export async function accept(party: string, guest: string) {
  await guests.updateEntity({ partitionKey: party, rowKey: \`guest_\${guest}\`, answer: 'yes' }, 'Merge');
  //           ^^^^^^^^^^^^ warning stale-copy/changed-copy
}
export async function remind(party: string, guest: string) {
  await guests.updateEntity({ partitionKey: party, rowKey: \`guest_\${guest}\`, remindedAt: new Date() }, 'Merge');
}
`);
  });

  it('is silent where an entity tells what was at a time', () => {
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
export class Prices {
  constructor(private readonly prices: TableClient, private readonly other: TableClient) {}
  async set(item: string, price: string, currency: string) {
    await this.prices.upsertEntity({ partitionKey: item, rowKey: 'now', price, currency });
    await this.other.createEntity({ partitionKey: item, rowKey: new Date().toISOString(), price, currency });
  }
  async correct(item: string, price: string) {
    await this.prices.updateEntity({ partitionKey: item, rowKey: 'now', price }, 'Merge');
  }
}
`,
    );
  });

  it('compares numbers and times that one object has, in JavaScript, too', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const films = new TableClient(url, 'Films', credential);
const byCode = new TableClient(url, 'FilmsByCode', credential);
const rowOf = (house, film) => ({
  partitionKey: house,
  rowKey: \`\${new Date(film.start).toISOString()}_\${film.code}\`,
  code: film.code,
  minutes: Number(film.minutes) || 0,
  seats: Number(film.seats) || 0,
  start: new Date(film.start),
  title: String(film.title ?? ''),
});
export async function show(house, film) {
  const row = rowOf(house, film);
  await films.upsertEntity(row, 'Replace');
  await byCode.upsertEntity({ ...row, partitionKey: film.code.slice(0, 2), rowKey: film.code }, 'Replace');
}
export async function retitle(house, key, title) {
  await films.updateEntity({ partitionKey: house, rowKey: key, title }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: title
}
export async function both(film, other, house) {
  const [row, second] = [rowOf(house, film), rowOf(house, other)];
  await films.upsertEntity({ ...row, seats: 0 }, 'Replace');
  await byCode.upsertEntity({ ...second, partitionKey: 'x', rowKey: other.code }, 'Replace');
}
`);
    checkSilent(
      ID,
      `
import { TableClient } from '@azure/data-tables';
const films = new TableClient(url, 'Films', credential);
const plays = new TableClient(url, 'Plays', credential);
export async function add(house, film, play) {
  await films.upsertEntity({ partitionKey: house, rowKey: film.code, minutes: Number(film.minutes) || 0, seats: Number(film.seats) || 0 }, 'Replace');
  await plays.upsertEntity({ partitionKey: house, rowKey: play.code, minutes: Number(play.minutes) || 0, seats: Number(play.seats) || 0 }, 'Replace');
}
export async function more(house, code, seats) {
  await films.updateEntity({ partitionKey: house, rowKey: code, seats }, 'Merge');
}
`,
    );
  });

  it('tells of a state that both copies begin with, and of no count', () => {
    const source = (mark: string): string => `
import { TableClient } from '@azure/data-tables';
const trips = new TableClient(url, 'Trips', credential);
const byDriver = new TableClient(url, 'TripsByDriver', credential);
export async function plan(route: string, day: string, driver: string, bus: string) {
  await trips.upsertEntity({ partitionKey: route, rowKey: day, driver, bus, state: 'planned', stops: 0 }, 'Replace');
  await byDriver.createEntity({ partitionKey: driver, rowKey: day, route, bus, state: 'planned', stops: 0 });
  //             ^^^^^^^^^^^^ information non-atomic-multi-write
}
export async function leave(route: string, day: string) {
  await trips.updateEntity({ partitionKey: route, rowKey: day, ${mark}
}
`;
    check(
      source(`state: 'left' }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: state`),
    );
    checkSilent(ID, source("stops: 4 }, 'Merge');"));
  });

  it('knows copies whose PartitionKey and RowKey are exchanged, to be asked from both sides', () => {
    const clients = `${HEAD}
const byCourse = new TableClient(url, 'StudentsByCourse', credential);
const byStudent = new TableClient(url, 'CoursesByStudent', credential);
`;
    check(`${clients}
export async function enrol(course: string, student: string, seat: string) {
  await byCourse.upsertEntity({ partitionKey: course, rowKey: student, seat });
  await byStudent.upsertEntity({ partitionKey: student, rowKey: course, seat });
}
export async function reseat(course: string, student: string, seat: string) {
  await byStudent.updateEntity({ partitionKey: student, rowKey: course, seat }, 'Merge');
  //              ^^^^^^^^^^^^ warning stale-copy/changed-copy: seat
}
export async function leave(course: string, student: string) {
  await byCourse.deleteEntity(course, student);
  //             ^^^^^^^^^^^^ warning stale-copy/deleted-copy
}
const edges = new TableClient(url, 'Roads', credential);
export async function connect(from: string, to: string) {
  await edges.upsertEntity({ partitionKey: \`from_\${from}\`, rowKey: to });
  await edges.upsertEntity({ partitionKey: \`to_\${to}\`, rowKey: from });
}
export async function close(from: string, to: string) {
  await edges.deleteEntity(\`to_\${to}\`, from);
  //          ^^^^^^^^^^^^ warning stale-copy/deleted-copy
}
`);
    const made = (second: string, rest: string): string => `${clients}
export async function enrol(course: string, student: string, seat: string, note: string) {
  await byCourse.upsertEntity({ partitionKey: course, rowKey: student, seat });
  await byStudent.upsertEntity(${second});
}
export async function leave(course: string, student: string) {
  await byCourse.deleteEntity(course, student);
  ${rest}
}
`;
    const copy = '{ partitionKey: student, rowKey: course, seat }';
    checkSilent(ID, made(copy, 'await byStudent.deleteEntity(student, course);'));
    checkSilent(ID, made('{ partitionKey: student, rowKey: course, note }', ''));
    checkSilent(ID, made('{ partitionKey: student, rowKey: note, seat }', ''));
    checkSilent(ID, made('{ partitionKey: course, rowKey: `s_${student}`, seat }', ''));
  });

  it('knows copies that both have the id which is drawn for them', () => {
    const made = (second: string): string => `${HEAD}
import { randomUUID } from 'node:crypto';
const boats = new TableClient(url, 'Boats', credential);
export async function launch(club: string, boat: { sail: string; name: string; hull: string }) {
  const id = randomUUID();
  const both = { ...boat, id, launchedAt: new Date() };
  await boats.submitTransaction([
    ['create', { partitionKey: club, rowKey: \`id:\${id}\`, ...both }],
    ['create', { partitionKey: club, ${second} }],
  ]);
}
`;
    const rename = `export async function rename(club: string, id: string, name: string) {
  await boats.updateEntity({ partitionKey: club, rowKey: \`id:\${id}\`, name }, 'Merge');
  //          ^^^^^^^^^^^^ warning stale-copy/changed-copy: name
}
`;
    check(`${made('rowKey: `sail:${boat.sail.toUpperCase()}`, ...both')}${rename}`);
    const silent = rename.replace(/\n {2}\/\/.*/, '');
    checkSilent(ID, `${made('rowKey: `try:${randomUUID()}`, ...both')}${silent}`);
    checkSilent(ID, `${made('rowKey: `sail:${boat.sail}`, boat: id')}${silent}`);
  });

  it("knows two entities that have each other's keys, of which one is deleted alone", () => {
    const source = (rest: string): string => `${HEAD}
const twins = new TableClient(url, 'TwinTowns', credential);
export async function twin(town: string, other: string, since: Date) {
  await twins.upsertEntity({ partitionKey: town, rowKey: other, since });
  await twins.upsertEntity({ partitionKey: other, rowKey: town, since });
}
${rest}
`;
    check(
      source(`export async function part(town: string, other: string) {
  await twins.deleteEntity(town, other);
  //          ^^^^^^^^^^^^ warning stale-copy/deleted-copy
}`),
    );
    for (const rest of [
      `export async function part(town: string, other: string) {
  await twins.deleteEntity(town, other);
  await twins.deleteEntity(other, town);
}`,
      `const drop = (town: string, other: string) => twins.deleteEntity(town, other);
export const part = (town: string, other: string) => Promise.all([drop(town, other), drop(other, town)]);`,
      `export async function leave(town: string, others: string[]) {
  for (const other of others) await twins.deleteEntity(town, other);
}`,
      `export async function note(town: string, other: string, since: Date) {
  await twins.updateEntity({ partitionKey: town, rowKey: other, since }, 'Merge');
}`,
      "export const drop = (town: string) => twins.deleteEntity(town, 'all');",
    ])
      checkSilent(ID, source(rest));
  });

  describe('of copies that another file makes', () => {
    const STORE = `
// file: store.ts
import { TableClient } from '@azure/data-tables';
export const members = new TableClient(url, 'Members', credential);
export const byCode = new TableClient(url, 'MembersByCode', credential);
interface Member { partitionKey: string; rowKey: string; code: string; first: string; points: number }
export async function register(program: string, no: string, code: string, first: string) {
  const member: Member = { partitionKey: program, rowKey: no, code, first, points: 0 };
  await members.createEntity(member);
  await byCode.createEntity({ ...member, rowKey: code });
}
`;
    const points = (call: string, mark = ''): string => `
// file: main.ts
import { byCode, members } from './store.js';
export async function add(program: string, no: string, code: string, points: number) {
  ${call}
${mark}}
`;
    const UPDATE = "await members.updateEntity({ partitionKey: program, rowKey: no, points }, 'Merge');";
    const OTHER = "await byCode.updateEntity({ partitionKey: program, rowKey: code, points }, 'Merge');";

    const BOTH = `export async function rename(program: string, no: string, code: string, first: string) {
  await members.updateEntity({ partitionKey: program, rowKey: no, first }, 'Merge');
  await byCode.updateEntity({ partitionKey: program, rowKey: code, first }, 'Merge');
}
`;
    const GONE = `export async function leave(program: string, no: string, code: string) {
  await Promise.all([members.deleteEntity(program, no), byCode.deleteEntity(program, code)]);
}
`;

    it('is told where one of them is changed, also of a property that begins as a constant', () => {
      const mark = '  //            ^^^^^^^^^^^^ warning stale-copy/changed-copy: points\n';
      check(points(UPDATE, mark) + STORE + BOTH);
      check(points(UPDATE, mark) + STORE + GONE);
    });

    it('is silent of what is put into another table, and that nothing changes or deletes beside the first', () => {
      checkSilent(ID, points(UPDATE) + STORE);
      checkSilent(ID, points('await members.deleteEntity(program, no);') + STORE);
      const gone =
        'export const leave = (program: string, code: string) => byCode.deleteEntity(program, code);';
      checkSilent(ID, `${points(UPDATE)}${STORE}${gone}\n`);
      const expires = STORE.replace('rowKey: code }', 'rowKey: code, expires: Date.now() + 60000 }');
      checkSilent(ID, points(UPDATE) + expires);
    });

    it('is silent where the other one is changed as well, or some function changes that alone', () => {
      checkSilent(ID, points(`${UPDATE}\n  ${OTHER}`) + STORE + GONE);
      checkSilent(
        ID,
        points(UPDATE) +
          STORE +
          GONE +
          `export async function follow(program: string, code: string, points: number) {\n  ${OTHER}\n}\n`,
      );
      const other = "await members.updateEntity({ partitionKey: program, rowKey: no, note: 'x' }, 'Merge');";
      checkSilent(ID, points(other) + STORE + GONE);
      const apart = STORE.replace(
        '{ ...member, rowKey: code }',
        '{ partitionKey: program, rowKey: code, no }',
      );
      checkSilent(ID, points(UPDATE) + apart + GONE);
    });
  });

  it('takes a bucket in the PartitionKey of one for no record', () => {
    check(`
import { createHash } from 'node:crypto';
import { TableClient } from '@azure/data-tables';
const sessions = new TableClient(url, 'Sessions', credential);
const byUser = new TableClient(url, 'SessionsByUser', credential);
const bucket = (id: string) => createHash('md5').update(id).digest('hex').slice(0, 2);
interface Data { user: string; roles: string; ip: string; until: Date }
const pair = (id: string, data: Data) => [
  { ...data, partitionKey: bucket(id), rowKey: id },
  { ...data, partitionKey: data.user, rowKey: id },
];
export async function open(id: string, data: Data) {
  const [main, copy] = pair(id, data);
  await sessions.upsertEntity(main, 'Replace');
  await byUser.upsertEntity(copy, 'Replace');
}
export async function extend(id: string, until: Date) {
  await sessions.updateEntity({ partitionKey: bucket(id), rowKey: id, until }, 'Merge');
  //             ^^^^^^^^^^^^ warning stale-copy/changed-copy: until
}
`);
  });
});
