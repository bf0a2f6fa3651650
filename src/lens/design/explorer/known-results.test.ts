import assert from 'node:assert/strict';
import { CLIENT } from '../../../../test/support/operations.ts';
import { designsFor, exploredIn } from '../../../../test/support/designs.ts';

const HIRE = `${CLIENT}
  interface Person { dep: string; id: number; email: string; lastName: string }
  const emp = (id: number) => 'emp_' + String(id).padStart(6, '0');
  export const hire = ({ dep, id, email, lastName }: Person) =>
    client.createEntity({ partitionKey: dep, rowKey: emp(id), id, email, lastName });
  export const byId = (dep: string, id: number) => client.getEntity(dep, emp(id));`;

/** A function that lists what a filter gives, and uses one property of it. */
function listing(parameters: string, filter: string, property = 'id'): string {
  return `export async function list(${parameters}) {
    const found = [];
    for await (const e of client.listEntities({ queryOptions: { filter: odata\`${filter}\` } })) found.push(e.${property});
    return found;
  }`;
}

describe('designs that the guide knows', () => {
  it('a second copy in the partition, to find employees by e-mail', () => {
    const [first, ...others] = designsFor(
      HIRE + listing('dep: string, email: string', 'PartitionKey eq ${dep} and email eq ${email}'),
    );
    assert.deepEqual(first, [
      'A copy of employee by email in the same partition',
      'copy | {dep} | email_{email}_{id:6} | at once',
      'Employees of one dep with a given email: partition-scan → row-range',
    ]);
    assert.deepEqual(others.at(-1), ['Leave it as it is']);
  });

  it('a second copy elsewhere, where the department is not known', () => {
    const [first] = designsFor(HIRE + listing('email: string', 'email eq ${email}'));
    assert.deepEqual(first, [
      'A copy of employee by email in other partitions',
      'copy | {email} | {dep}_{id:6} | later',
      'Employees with a given email: table-scan → partition-scan',
    ]);
  });

  it('a second copy in the partition in the order of names, for those between two', () => {
    const [first] = designsFor(
      HIRE +
        listing(
          'dep: string, from: string, to: string',
          'PartitionKey eq ${dep} and lastName ge ${from} and lastName lt ${to}',
          'lastName',
        ),
    );
    assert.deepEqual(first, [
      'A copy of employee by lastName in the same partition',
      'copy | {dep} | lastname_{lastName}_{id:6} | at once',
      'Employees of one dep with last name between two values: partition-scan → row-range',
    ]);
  });

  it('the log tail, for the latest of a log that is only added to', () => {
    const [first] = designsFor(`${CLIENT}
      export const note = (what: string) =>
        client.createEntity({ partitionKey: 'log', rowKey: Date.now() + '_' + crypto.randomUUID(), what });
      export async function latest(limit: number) {
        const all = [];
        const rows = client.listEntities({ queryOptions: { filter: "PartitionKey eq 'log'" } });
        for await (const e of rows) all.push({ what: e.what, at: e.timestamp ?? '' });
        all.sort((a, b) => b.at.localeCompare(a.at));
        return all.slice(0, limit);
      }`);
    assert.equal(first?.[0], 'New keys for employee');
    assert.match(first[1] ?? '', /inverted ticks/);
  });

  it('no new keys for a table of which some reads are not known', () => {
    const hot = `${CLIENT}
      export const note = (what: string) =>
        client.createEntity({ partitionKey: new Date().toISOString().slice(0, 7), rowKey: crypto.randomUUID(), what });`;
    const titles = (source: string): readonly (string | undefined)[] =>
      designsFor(source).map(([title]) => title);
    assert.deepEqual(titles(hot), ['New keys for employee', 'Leave it as it is']);
    assert.deepEqual(
      titles(`${hot}
      export async function some(filter: string) {
        const found = [];
        for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.what);
        return found;
      }`),
      ['Leave it as it is'],
    );
  });

  it('no narrower filter where kinds of several partitions are read together', () => {
    assert.deepEqual(
      designsFor(`${CLIENT}
        export const score = (id: string, home: number) =>
          client.upsertEntity({ partitionKey: 'group', rowKey: id, home }, 'Replace');
        export const win = (id: string, winner: string) =>
          client.upsertEntity({ partitionKey: 'final', rowKey: id, winner }, 'Replace');
        export async function results() {
          const found = [];
          for await (const e of client.listEntities()) found.push([e.home, e.winner]);
          return found;
        }`),
      [['Leave it as it is']],
    );
  });

  it('the log tail, for the ten latest claims', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      interface Claim { owner: string; submitted: Date; cents: number }
      export const submit = ({ owner, submitted, cents }: Claim) =>
        client.createEntity({ partitionKey: owner, rowKey: randomUUID(), submitted, cents });
      export async function latest(owner: string) {
        const all = [];
        const options = { queryOptions: { filter: odata\`PartitionKey eq \${owner}\` } };
        for await (const claim of client.listEntities<Claim>(options)) all.push(claim);
        return all.sort((a, b) => b.submitted.getTime() - a.submitted.getTime()).slice(0, 10).map((c) => c.cents);
      }`);
    assert.deepEqual(first, [
      'New keys for employee',
      'base | {owner} | {submitted:inverted ticks:19}_{id} | at once',
      'Employees of one owner, newest first, first 10: partition-scan → partition-scan',
    ]);
  });

  it('a compound key, for the reviews of an employee by year', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const review = (dep: string, employee: string, year: number, rating: number) =>
        client.createEntity({ partitionKey: dep, rowKey: randomUUID(), employee, year, rating });
      export async function ofYear(dep: string, employee: string, year: number) {
        const filter = odata\`PartitionKey eq \${dep} and employee eq \${employee} and year eq \${year}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) return e.rating;
        return undefined;
      }
      ${listing('dep: string, employee: string', 'PartitionKey eq ${dep} and employee eq ${employee}', 'rating')}`);
    assert.deepEqual(first, [
      'New keys for employee',
      'base | {dep} | {employee}_{year:10}_{id} | at once',
      'One employee of one dep with a given employee and year: partition-scan → row-range',
      'Employees of one dep with a given employee: partition-scan → row-range',
    ]);
  });

  it('index entities, where employees change often and are few of each last name', () => {
    const [first] = designsFor(
      `${HIRE}
      export async function visited(dep: string, ids: number[], visits: number) {
        for (const id of ids) await client.updateEntity({ partitionKey: dep, rowKey: emp(id), visits }, 'Merge');
      }
      export async function families(dep: string, names: string[]) {
        const found = [];
        for (const name of names) {
          const filter = odata\`PartitionKey eq \${dep} and lastName eq \${name}\`;
          for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.email);
        }
        return found;
      }`,
    );
    assert.deepEqual(first, [
      'An index of employee by lastName in the same partition',
      'index | {dep} | lastname_{lastName}_{id:6} | at once',
      'Employees of one dep with a given last name: partition-scan → row-range',
    ]);
  });

  it('buckets, for a log that is only written to', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const log = (text: string) =>
        client.createEntity({ partitionKey: 'log', rowKey: randomUUID(), text });`);
    assert.deepEqual(first, ['New keys for employee', 'base | {id:hash:2}_log | {id:randomUUID} | at once']);
  });

  /** Loans of a book; `giveBack` is how they are given back. */
  const loans = (giveBack: string): readonly string[] | undefined =>
    designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const lend = (member: string, isbn: string) =>
        client.createEntity({ partitionKey: member, rowKey: randomUUID(), isbn, isReturned: false });
      ${giveBack}
      export async function open(isbn: string) {
        const found = [];
        const filter = odata\`isbn eq \${isbn} and isReturned eq false\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.partitionKey);
        return found;
      }`)[0];

  it('keys of what stays, for loans of a book that are open, which many give back who have them at hand', () => {
    const first = loans(`
      export async function giveBack(loans: { partitionKey: string; rowKey: string }[]) {
        for (const loan of loans)
          await client.updateEntity(
            { partitionKey: loan.partitionKey, rowKey: loan.rowKey, isReturned: true },
            'Merge',
          );
      }`);
    assert.deepEqual(first?.slice(1), [
      'base | {isbn} | {member}_{id} | at once',
      'Employees with a given isbn that are not returned: table-scan → partition-scan',
    ]);
  });

  it('a copy, where who gives a loan back does not know the book: under other keys he would search for it', () => {
    const first = loans(`
      export async function giveBack(member: string, ids: string[]) {
        for (const id of ids)
          await client.updateEntity({ partitionKey: member, rowKey: id, isReturned: true }, 'Merge');
      }`);
    assert.deepEqual(first?.slice(1), [
      'copy | {isbn} | {member}_{id} | later',
      'Employees with a given isbn that are not returned: table-scan → partition-scan',
    ]);
  });

  it('no buckets, for those who are let in, each of whom has a key of his own', () => {
    const [first] = designsFor(`${CLIENT}
      export const letIn = (mail: string, by: string) =>
        client.createEntity({ partitionKey: 'guests', rowKey: mail.toLowerCase(), by });
      export const isIn = (mail: string) => client.getEntity('guests', mail.toLowerCase()).then(() => true, () => false);`);
    assert.deepEqual(first, ['Leave it as it is']);
  });

  it('the PartitionKey that is there, for a log that is read newest first', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const note = (who: string) =>
        client.createEntity({ partitionKey: 'audit', rowKey: Date.now() + '_' + randomUUID(), who, at: new Date() });
      export async function latest() {
        const all: { who: string; at: Date }[] = [];
        const options = { queryOptions: { filter: "PartitionKey eq 'audit'" } };
        for await (const { who, at } of client.listEntities<{ who: string; at: Date }>(options)) all.push({ who, at });
        return all.sort((a, b) => +b.at - +a.at).slice(0, 20);
      }`);
    assert.deepEqual(first?.slice(0, 2), [
      'New keys for employee',
      'base | audit | {at:inverted ticks:19}_{id} | at once',
    ]);
  });

  it('no buckets, for tokens that are read and used up', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const issue = (user: string) =>
        client.createEntity({ partitionKey: 'token', rowKey: randomUUID(), user });
      export async function use(id: string) {
        const token = await client.getEntity('token', id);
        await client.deleteEntity('token', id);
        return token.user;
      }`);
    assert.deepEqual(first, ['Leave it as it is']);
  });

  it('a table per day, for sign-ins that go when they are old', () => {
    const [first, ...others] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export class SignIns {
        async record(user: string, address: string, at: Date) {
          await client.createEntity({ partitionKey: user, rowKey: randomUUID(), address, at });
        }
        async forget(before: Date) {
          const old = client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } });
          for await (const { partitionKey, rowKey } of old) await client.deleteEntity(partitionKey!, rowKey!);
        }
      }`);
    assert.deepEqual(first, [
      'A table per day for employee',
      'base | {user} | {id:randomUUID} | at once | a table per day of at',
      'Employees before a given time: table-scan → dropped',
    ]);
    assert.deepEqual(others.at(-1), ['Leave it as it is']);
  });

  it('no table per day, where a write may give sign-ins another time', () => {
    for (const write of [
      'edit(user: string, id: string, more: object) { return client.updateEntity({ partitionKey: user, rowKey: id, ...more }, "Merge"); }',
      'put(entity: any) { return client.upsertEntity(entity); }',
    ]) {
      const designs = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export class SignIns {
        async record(user: string, address: string, at: Date) {
          await client.createEntity({ partitionKey: user, rowKey: randomUUID(), address, at });
        }
        async forget(before: Date) {
          const old = client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } });
          for await (const { partitionKey, rowKey } of old) await client.deleteEntity(partitionKey!, rowKey!);
        }
        ${write}
      }`);
      assert.ok(!designs.flat().join().includes('table per day'), write);
    }
  });

  it('a table per day and new keys, for the sign-ins of one user since a time too', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export class SignIns {
        async record(user: string, address: string, at: Date) {
          await client.createEntity({ partitionKey: randomUUID(), rowKey: 'signIn', user, address, at });
        }
        async ofUser(user: string, from: Date) {
          const found: string[] = [];
          const filter = odata\`user eq \${user} and at ge \${from}\`;
          for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.address as string);
          return found;
        }
        async forget(before: Date) {
          const old = client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } });
          for await (const { partitionKey, rowKey } of old) await client.deleteEntity(partitionKey!, rowKey!);
        }
      }`);
    assert.deepEqual(first, [
      'New keys for employee; a table per day for employee',
      'base | {user} | {at:iso}_{id} | at once | a table per day of at',
      'Employees with a given user since a given time: table-scan → row-range',
      'Employees before a given time: table-scan → dropped',
    ]);
  });

  it('no table per day, where what is old is moved to another place first', () => {
    const designs = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const record = (user: string, address: string, at: Date) =>
        client.createEntity({ partitionKey: user, rowKey: randomUUID(), address, at });
      export async function archive(before: Date, keep: (address: string) => Promise<void>) {
        for await (const e of client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } })) {
          await keep(e.address);
          await client.deleteEntity(e.partitionKey!, e.rowKey!);
        }
      }`);
    assert.ok(designs.every(([title]) => title?.includes('table per day') === false));
  });

  it('no copy of all readings in one partition, where these are spread over many', () => {
    const designs = designsFor(`${CLIENT}
      export const record = (device: string, at: Date, degrees: number) =>
        client.createEntity({ partitionKey: device, rowKey: at.toISOString(), degrees });
      export async function hot(limit: number) {
        const found: string[] = [];
        const filter = odata\`degrees gt \${limit}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.partitionKey!);
        return found;
      }`);
    assert.deepEqual(designs, [['Leave it as it is']]);
  });

  it('no copies outside the tables of days: they would stay when a day goes', () => {
    const designs = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const order = (customer: string, total: number, at: Date) =>
        client.createEntity({ partitionKey: customer, rowKey: randomUUID(), total, at });
      export async function byId(id: string) {
        const filter = odata\`RowKey eq \${id}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) return e.total;
        return undefined;
      }
      export async function ofCustomer(customer: string) {
        const totals = [];
        const filter = odata\`PartitionKey eq \${customer}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) totals.push(e.total);
        return totals;
      }
      export async function forget(before: Date) {
        const old = client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } });
        for await (const { partitionKey, rowKey } of old) await client.deleteEntity(partitionKey!, rowKey!);
      }`);
    assert.ok(designs.length > 1);
    for (const [title = '', ...details] of designs) {
      const keepsCopies = details.some((one) => /^(?:copy|index) /.test(one));
      assert.ok(!title.includes('table per day') || !keepsCopies, title);
    }
  });

  it('a series entity, for hourly counts of messages', () => {
    const [first] = designsFor(`${CLIENT}
      const hourOf = (at: Date) => String(at.getUTCHours()).padStart(2, '0');
      const dayOf = (at: Date) => at.toISOString().slice(0, 10);
      export const count = (person: string, at: Date, sent: number) =>
        client.upsertEntity({ partitionKey: person, rowKey: dayOf(at) + '_' + hourOf(at), sent }, 'Replace');
      export async function chart(person: string, day: string) {
        const filter = odata\`PartitionKey eq \${person} and RowKey ge \${day + '_'} and RowKey lt \${day + '_~'}\`;
        const bars: number[] = [];
        for await (const { sent } of client.listEntities<{ sent: number }>({ queryOptions: { filter } })) bars.push(sent);
        return bars;
      }`);
    assert.deepEqual(first, [
      'One entity of employee for each series by hour',
      'base | {person} | {time:yyyy-MM-dd} | at once | up to 24 by hour',
      'Employees of one person with a given time: row-range → point',
    ]);
  });

  it("denormalization, for the department's name beside each employee", () => {
    const designs = designsFor(`${CLIENT}
      export const open = (office: string, department: string, title: string) =>
        client.createEntity({ partitionKey: office, rowKey: 'dept_' + department, title });
      export const hire = (office: string, id: string, department: string, nick: string) =>
        client.createEntity({ partitionKey: office, rowKey: 'emp_' + id, department, nick });
      export async function phoneBook(office: string) {
        const lines: string[] = [];
        const filter = odata\`PartitionKey eq \${office} and RowKey ge 'emp_' and RowKey lt 'emp_~'\`;
        for await (const e of client.listEntities<{ nick: string; department: string }>({ queryOptions: { filter } })) {
          const { title } = await client.getEntity<{ title: string }>(office, 'dept_' + e.department);
          lines.push(e.nick + ', ' + title);
        }
        return lines;
      }`);
    assert.deepEqual(designs[0], [
      'dept.title in each emp',
      'base | {office} | emp_{id} | at once | dept.title',
      'The dept entity of one office with a given department: point → carried',
    ]);
  });

  it('the same entities with better filters, where the program leaves out what the service could', () => {
    const [first] = designsFor(
      `${HIRE}
      export async function between(dep: string, first: number, last: number) {
        const found: Person[] = [];
        const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
        for await (const e of client.listEntities<Person>(options)) found.push(e);
        return found.filter(({ id }) => id >= first && id <= last).map(({ email }) => email);
      }`,
    );
    assert.deepEqual(first, [
      'Same entities, better filters',
      'Employees of one dep with id between two values: partition-scan → row-range',
    ]);
  });

  it('a series entity, where the hour is given', () => {
    const [first] = designsFor(`${CLIENT}
      export async function record(device: string, day: string, hour: number, count: number) {
        const rowKey = day + '_' + hour.toString().padStart(2, '0');
        await client.upsertEntity({ partitionKey: device, rowKey, count }, 'Replace');
      }
      export async function ofDay(device: string, day: string) {
        const counts: number[] = [];
        const filter = odata\`PartitionKey eq \${device} and RowKey ge \${day + '_'} and RowKey lt \${day + '_~'}\`;
        for await (const m of client.listEntities<{ count: number }>({ queryOptions: { filter } })) counts.push(m.count);
        return counts;
      }`);
    assert.deepEqual(first?.slice(0, 2), [
      'One entity of employee for each series by hour',
      'base | {device} | {day} | at once | up to 24 by hour',
    ]);
  });

  it('keys by what is asked for, where each write makes up an id of its own, whichever method it calls', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const review = (company: string, employee: string, text: string) =>
        client.upsertEntity({ partitionKey: company, rowKey: randomUUID(), employee, text });
      ${listing('company: string, employee: string', 'PartitionKey eq ${company} and employee eq ${employee}', 'text')}`);
    assert.deepEqual(first?.slice(0, 2), [
      'New keys for employee',
      'base | {company} | {employee}_{id} | at once',
    ]);
  });

  it('no partition by what is only compared with true', () => {
    assert.deepEqual(
      designsFor(`${CLIENT}
        export const add = (e: any) => client.upsertEntity({ partitionKey: 'all', rowKey: e.id, isActive: e.isActive, name: e.name });
        export const one = (id: string) => client.getEntity('all', id);
        ${listing('', 'isActive eq true', 'name')}`),
      [['Leave it as it is']],
    );
  });

  it('no other keys for all entities where each question is answered by one request anyhow', () => {
    const titles = designsFor(`${CLIENT}
        export const add = (team: string, id: string, status: string, user: string) =>
          client.createEntity({ partitionKey: team, rowKey: id, status, user });
        export const change = (team: string, id: string, status: string, user: string) =>
          client.updateEntity({ partitionKey: team, rowKey: id, status, user }, 'Replace');
        export const one = (team: string, id: string) => client.getEntity(team, id);
        ${listing('team: string', "PartitionKey eq ${team} and status eq 'approved'", 'user')}
        ${listing('team: string, user: string', 'PartitionKey eq ${team} and user eq ${user}', 'status').replace('list', 'own')}`).map(
      ([title = '']) => title,
    );
    assert.equal(titles[0], 'Leave it as it is');
    assert.ok(!titles.some((title) => title.startsWith('New keys')));
  });

  it('a range of rows, where a range of partitions reads as little', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const book = (doctor: string, start: Date, patient: string) =>
        client.createEntity({ partitionKey: 'visit', rowKey: randomUUID(), doctor, start: new Date(start), patient });
      ${listing('doctor: string, start: Date', 'doctor eq ${doctor} and start eq ${start}', 'patient')}
      ${listing('doctor: string, a: Date, b: Date', 'doctor eq ${doctor} and start ge ${a} and start lt ${b}', 'patient').replace('list', 'ofDay')}`);
    assert.deepEqual(first?.[1], 'base | {doctor} | {start:iso}_{id} | at once');
  });

  it('keys in the order of a time that only a filter shows to be one', () => {
    const [first] = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const plan = (dep: any, sendAt: any) =>
        client.createEntity({ partitionKey: 'mail', rowKey: randomUUID(), dep, sendAt });
      export async function due(dep: string) {
        const found = [];
        const filter = odata\`dep eq \${dep} and sendAt le \${new Date()}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.rowKey);
        return found;
      }`);
    assert.deepEqual(first?.[1], 'base | {dep} | {sendAt:iso}_{id} | at once');
  });

  it('count all that the program puts in order before it takes the first', () => {
    const { designs } = exploredIn(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const add = (text: string) =>
        client.createEntity({ partitionKey: 'log', rowKey: randomUUID(), text, at: new Date() });
      export async function latest() {
        const all: any[] = [];
        for await (const e of client.listEntities()) all.push(e);
        return all.sort((a, b) => b.at - a.at).slice(0, 10);
      }`);
    assert.deepEqual(designs[0]?.patterns[0]?.reading, {
      before: { requests: 10, entities: 10_000 },
      after: { requests: 1, entities: 10 },
    });
  });

  it('are each called otherwise, where one has more in its keys than another', () => {
    const titles = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const hire = (name: string, specialty: string) =>
        client.createEntity({ partitionKey: 'doctor', rowKey: randomUUID(), name, specialty, isActive: true });
      export const leave = (id: string) =>
        client.updateEntity({ partitionKey: 'doctor', rowKey: id, isActive: false }, 'Merge');
      export const get = (id: string) => client.getEntity('doctor', id);
      ${listing('specialty: string', 'specialty eq ${specialty} and isActive eq true', 'name')}`).map(
      ([title]) => title,
    );
    assert.deepEqual(titles, [
      'A copy of employee by specialty in other partitions',
      'A copy of employee by specialty and isActive in other partitions',
      'Leave it as it is',
    ]);
  });

  it('no partition by what is true or false alone', () => {
    const designs = designsFor(
      HIRE +
        listing('flag: boolean', 'active eq ${flag}') +
        listing('dep: string', 'PartitionKey eq ${dep} and active eq true').replace('list', 'ofDep'),
    );
    assert.ok(
      designs.flat().every((line) => !line.includes(' | {active} | ')),
      JSON.stringify(designs),
    );
  });

  it('says only what changes of an entity that moves', () => {
    const designs = designsFor(`${CLIENT}
      import { randomUUID } from 'node:crypto';
      export const vote = (voter: string, choice: string) =>
        client.createEntity({ partitionKey: 'vote', rowKey: randomUUID(), voter, choice });
      export async function has(voter: string) {
        for await (const e of client.listEntities({ queryOptions: { filter: odata\`voter eq \${voter}\` } })) return e.choice;
      }
      export async function clear() {
        for await (const e of client.listEntities()) await client.deleteEntity(e.partitionKey!, e.rowKey!);
      }`);
    const moved = designs.find(([, base]) => base?.startsWith('base | {voter}'));
    assert.deepEqual(moved?.slice(2), ['One employee with a given voter: table-scan → partition-scan']);
  });

  it('the copy that saves most by itself, beside all that help', () => {
    const designs = designsFor(`${CLIENT}
      interface Order { buyer: string; id: string; seller: string; coupon: string; carrier: string }
      export const add = ({ buyer, id, seller, coupon, carrier }: Order) =>
        client.createEntity({ partitionKey: buyer, rowKey: id, seller, coupon, carrier });
      export const get = (buyer: string, id: string) => client.getEntity(buyer, id);
      ${listing('seller: string', 'seller eq ${seller}', 'bySeller')}
      ${listing('coupon: string', 'coupon eq ${coupon}', 'byCoupon')}
      ${listing('carrier: string', 'carrier eq ${carrier}', 'byCarrier')}`);
    assert.deepEqual(
      designs.map(([title]) => title),
      [
        'A copy of employee by seller in other partitions; a copy of employee by coupon in other partitions; a copy of employee by carrier in other partitions',
        'A copy of employee by seller in other partitions; a copy of employee by coupon in other partitions',
        'A copy of employee by seller in other partitions',
        'Leave it as it is',
      ],
    );
  });

  it('none, for a table that is right as it is', () => {
    assert.deepEqual(
      designsFor(`${CLIENT}
        export const put = (tenant: string, user: string, nick: string) =>
          client.upsertEntity({ partitionKey: tenant, rowKey: user, nick });
        export const get = (tenant: string, user: string) => client.getEntity(tenant, user);
        export const drop = (tenant: string, user: string) => client.deleteEntity(tenant, user);
        ${listing('tenant: string', 'PartitionKey eq ${tenant}', 'nick')}`),
      [['Leave it as it is']],
    );
  });

  it('none, for employees that lie under both keys already', () => {
    const designs = designsFor(`${CLIENT}
      interface Person { dep: string; id: string; email: string }
      export async function hire({ dep, id, email }: Person) {
        await client.submitTransaction([
          ['create', { partitionKey: dep, rowKey: 'id_' + id, id, email }],
          ['create', { partitionKey: dep, rowKey: 'email_' + email, id, email }],
        ]);
      }
      export const byId = (dep: string, id: string) => client.getEntity(dep, 'id_' + id);
      export const byEmail = (dep: string, email: string) => client.getEntity(dep, 'email_' + email);`);
    assert.deepEqual(designs, [['Leave it as it is']]);
  });
});
