import assert from 'node:assert/strict';
import { PERSON, readAll, sentencesIn, useOf } from '../../../test/support/designs.ts';
import { CLIENT } from '../../../test/support/operations.ts';

describe('access patterns in words', () => {
  it('are sentences', () => {
    assert.deepEqual(
      sentencesIn(
        PERSON +
          `export const get = (dep: string, id: number) => client.getEntity(dep, 'no_' + String(id).padStart(6, '0'));\n` +
          readAll('a', 'dep: string, mail: string', 'PartitionKey eq ${dep} and mail eq ${mail}') +
          readAll('b', 'mail: string', 'mail eq ${mail}') +
          readAll('c', 'dep: string', 'PartitionKey eq ${dep} and active eq true') +
          readAll('d', 'dep: string, since: Date', 'PartitionKey eq ${dep} and hired ge ${since}') +
          readAll(
            'e',
            'dep: string, a: string, b: string',
            'PartitionKey eq ${dep} and (mail eq ${a} or mail eq ${b})',
          ) +
          readAll(
            'f',
            'dep: string',
            "PartitionKey eq ${dep} and RowKey ge 'no_' and RowKey lt 'no`'".replace('`', String.raw`\``),
          ) +
          readAll('g', 'mail: string', 'mail ne ${mail}'),
      ),
      [
        'The employee of one dep with a given id: point',
        'Employees of one dep with a given mail: partition-scan',
        'Employees with a given mail: table-scan',
        'Employees of one dep that are active: partition-scan',
        'Employees of one dep hired since a given time: partition-scan',
        'Employees of one dep with one of 2 values of mail: partition-scan',
        'Employees of one dep: row-range',
        "Employees where mail isn't a given value: table-scan",
      ],
    );
  });

  it('say when something is as people do, whatever its property is called', () => {
    assert.deepEqual(
      sentencesIn(
        PERSON +
          readAll('a', 'a: Date, b: Date', 'startedAt ge ${a} and startedAt lt ${b} and paid eq false') +
          readAll('b', 'a: Date', 'expiresAt lt ${a}') +
          readAll('c', 'a: Date', 'validUntil gt ${a}') +
          readAll('d', 'a: Date', 'departure gt ${a}') +
          readAll('e', 'a: Date', 'at ge ${a}') +
          readAll('f', 'a: Date', "closedOn gt ${a} and state eq ''"),
      ),
      [
        'Employees started between two times that are not paid: table-scan',
        'Employees that expire before a given time: table-scan',
        'Employees where valid until is after a given time: table-scan',
        'Employees with departure after a given time: table-scan',
        'Employees since a given time: table-scan',
        'Employees closed after a given time where state is empty: table-scan',
      ],
    );
  });

  it('say which of two properties may be given', () => {
    assert.deepEqual(
      sentencesIn(
        PERSON +
          readAll('a', 'id: string', '(whiteId eq ${id} or blackId eq ${id})') +
          readAll('b', 'id: string', "(whiteId eq ${id} or state eq 'open')"),
      ),
      [
        'Employees with a given white id or black id: table-scan',
        'Employees where one of several conditions on white id and state is true: table-scan',
      ],
    );
  });

  it('say what must not be, join what must be, and call values by the name that a request hands them out under', () => {
    assert.deepEqual(
      sentencesIn(
        PERSON +
          readAll(
            'a',
            'dep: string',
            'PartitionKey eq ${dep} and active eq true and left eq false and hidden ne true',
          ) +
          `export async function own(request: { query: URLSearchParams }) {
            const dep = request.query.get('department');
            for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } })) show(e);
          }`,
      ),
      [
        "Employees of one dep that are active where left is false and hidden isn't true: partition-scan",
        'Employees of one dep: partition-scan',
      ],
    );
    assert.deepEqual(
      sentencesIn(`export async function own(request: { query: URLSearchParams }) {
        return client.getEntity(request.query.get('department'), request.query.get('mail'));
      }`),
      ['The employee of one department with a given mail: point'],
    );
  });

  it('say names as they are where words do not tell two apart', () => {
    assert.deepEqual(
      sentencesIn(
        `${PERSON}${readAll('a', 'a: string', 'jobTitle eq ${a}')}${readAll('b', 'a: string', 'JobTitle eq ${a}')}`,
      ),
      ['Employees with a given job title: table-scan', 'Employees with a given JobTitle: table-scan'],
    );
  });

  it('say that the program leaves out what has a given value', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      export async function others(dep: string) {
        const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
        for await (const e of client.listEntities<Person>(options)) if (e.mail !== 'none') show(e.hired);
      }`,
    );
    assert.deepEqual(
      patterns.map(({ sentence }) => sentence),
      ['Employees of one dep where mail isn\'t "none"'],
    );
  });

  it('say which constant the program itself compares with', () => {
    const test = (condition: string): readonly string[] =>
      sentencesIn(
        `${PERSON}
        export async function some(dep: string) {
          const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
          for await (const e of client.listEntities<Person>(options)) if (${condition}) show(e.hired);
        }`,
      );
    assert.deepEqual(test("e.mail === 'none'"), [
      'Employees of one dep where mail is "none": partition-scan',
    ]);
    assert.deepEqual(test("e.mail.startsWith('a')"), [
      'Employees of one dep where mail begins with a given text: partition-scan',
    ]);
  });

  it('of a code that nobody takes apart, or of a key as it is, are by the name that those have who ask', () => {
    assert.deepEqual(
      sentencesIn(`
        const piece = () => Array.from({ length: 4 }, () => letters[Math.floor(Math.random() * 20)]).join('');
        export const add = (mail: string) =>
          client.createEntity({ partitionKey: 'invitation', rowKey: piece() + '-' + piece(), mail });
        export const get = (code: string) => client.getEntity('invitation', code);`),
      ['The employee with a given code: point'],
    );
    assert.deepEqual(
      sentencesIn(`
        const newKey = () => Date.now() + '-' + Math.random().toString(36).slice(2);
        export const add = (mail: string) => client.createEntity({ partitionKey: 'device', rowKey: newKey(), mail });
        export const get = (deviceId: string) => client.getEntity('device', deviceId);`),
      ['The employee with a given device id: point'],
    );
  });

  it('call a partition as those do who ask for it, where no write gives it a name', () => {
    assert.deepEqual(
      sentencesIn(`
        const FIRST = ['a', 'b', 'c'].map((rowKey) => ({ partitionKey: 'spring', rowKey, text: rowKey }));
        export const seed = () => Promise.all(FIRST.map((one) => client.upsertEntity(one)));
        export async function ofCampaign(request: { query: URLSearchParams }) {
          const campaignId = request.query.get('campaignId');
          if (!campaignId) return;
          const filter = \`PartitionKey eq '\${campaignId.replace(/'/g, "''")}'\`;
          for await (const e of client.listEntities({ queryOptions: { filter } })) show(e.text);
        }`),
      ['Employees of one campaign: partition-scan'],
    );
  });

  it('say that the program leaves out what must not be a value', () => {
    assert.deepEqual(
      sentencesIn(`
        export const add = (dep: string, id: string, hidden: boolean) =>
          client.createEntity({ partitionKey: dep, rowKey: id, hidden });
        export async function shown(dep: string) {
          const found = [];
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } })) {
            if (e.hidden === true) continue;
            found.push(e.rowKey);
          }
          return found;
        }`),
      ["Employees of one dep where hidden isn't true: partition-scan"],
    );
  });

  it('call entities what their flags say', () => {
    assert.deepEqual(
      sentencesIn(
        `export const add = (dep: string, id: string, isActive: boolean, isRemote: boolean) =>
          client.createEntity({ partitionKey: dep, rowKey: id, isActive, isRemote });` +
          readAll('active', '', 'isActive eq true') +
          readAll(
            'left',
            'dep: string',
            'PartitionKey eq ${dep} and isActive eq false and isRemote eq true',
          ) +
          `export async function one(dep: string) {
            for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep} and isRemote eq true\` } })) return e.a;
            return '';
          }`,
      ),
      [
        'Employees that are active: table-scan',
        'Employees of one dep that are not active and remote: partition-scan',
        'One employee of one dep that is remote: partition-scan',
      ],
    );
  });

  it('say of one what it does, and whether a bound of the source is among what it takes in', () => {
    const add = `export const add = (clinic: string, id: string, startsAt: Date, minutes: number) =>
      client.createEntity({ partitionKey: clinic, rowKey: id, startsAt, minutes });\n`;
    const next = `export async function next(clinic: string, now: Date) {
      for await (const one of client.listEntities({
        queryOptions: { filter: odata\`PartitionKey eq \${clinic} and startsAt ge \${now}\` },
      }))
        return one.startsAt;
      return undefined;
    }\n`;
    assert.deepEqual(
      sentencesIn(
        add +
          next +
          readAll('b', 'c: string', 'PartitionKey eq ${c} and minutes ge 10 and minutes le 20') +
          readAll('d', 'c: string', 'PartitionKey eq ${c} and minutes gt 10 and minutes lt 20') +
          readAll('e', 'c: string', 'PartitionKey eq ${c} and minutes le 20') +
          readAll('f', 'c: string, now: Date', 'PartitionKey eq ${c} and startsAt lt ${now}'),
      ),
      [
        'One employee of one clinic that starts since a given time: partition-scan',
        'Employees of one clinic where minutes is at least 10 and at most 20: partition-scan',
        'Employees of one clinic where minutes is over 10 and under 20: partition-scan',
        'Employees of one clinic where minutes is at most 20: partition-scan',
        'Employees of one clinic that start before a given time: partition-scan',
      ],
    );
  });
});
