import assert from 'node:assert/strict';
import { PERSON, readAll, sentencesIn, useOf } from '../../../test/support/designs.ts';
import { CLIENT } from '../../../test/support/operations.ts';

describe('access patterns', () => {
  it('doubt no property that only an update puts, unless all writes are seen', () => {
    const doubts = (update: string, property: string): unknown =>
      useOf(
        PERSON +
          `export const update = (dep: string, row: string, rest: object) => client.updateEntity({ partitionKey: dep, rowKey: row, ${update} }, 'Merge');\n` +
          readAll('a', 'value: string', `${property} eq \${value}`),
      ).patterns.map(({ doubt }) => doubt);
    assert.deepEqual(doubts('leftOn: new Date()', 'leftOn'), [undefined]);
    assert.deepEqual(doubts('leftOn: new Date()', 'wentOn'), [{ kind: 'not-written', property: 'wentOn' }]);
    assert.deepEqual(doubts('...rest', 'wentOn'), [undefined]);
  });

  it('are one for each kind whose key a read may ask for, and none for a kind that it could only be', () => {
    const make = `
      export const share = (id: string, title: string) =>
        client.createEntity({ partitionKey: 'shared', rowKey: id, title });
      export const keep = (owner: string, id: string, title: string) =>
        client.createEntity({ partitionKey: 'own_' + owner, rowKey: id, title });`;
    const get = (other: string): readonly string[] =>
      sentencesIn(`${make}
        export const get = (id: string, owner?: string) =>
          client.getEntity(owner ? 'own_' + owner : ${other}, id);`);
    assert.deepEqual(get("'shared'"), [
      'The own entity of one owner with a given id: point',
      'The shared entity with a given id: point',
    ]);
    assert.deepEqual(get('elsewhere(id)'), ['The own entity of one owner with a given id: point']);
  });

  it('that read kinds which nothing but a number tells apart call them as one', () => {
    assert.deepEqual(
      sentencesIn(`
        export const vote = (session: string, choice: string, isOne: boolean) =>
          client.createEntity({ partitionKey: session, rowKey: isOne ? choice : choice + '|' + crypto.randomUUID(), at: 1 });
        ${readAll('own', 'session: string', 'PartitionKey eq ${session}')}`),
      ['Employees of one session: partition-scan'],
    );
  });

  it('are one for all places that ask the same, whoever tests it', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      ${readAll('a', 'dep: string, mail: string', 'PartitionKey eq ${dep} and mail eq ${mail}')}
      export async function b(department: string, wanted: string) {
        const options = { queryOptions: { filter: odata\`mail eq \${wanted}\` } };
        for await (const e of client.listEntities<Person>(options)) {
          if (e.partitionKey !== department) continue;
          show(e.hired);
        }
      }`,
    );
    assert.deepEqual(
      patterns.map(({ sentence, shape, uses }) => [sentence, shape, uses.map((use) => use.shape)]),
      [['Employees of one dep with a given mail', 'table-scan', ['partition-scan', 'table-scan']]],
    );
  });

  it('are told without when they are asked where a place asks for nothing else', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      export async function ofUser(user: { dep?: string; area?: string; site?: string; team?: string }) {
        const dep = user.dep || user.area || user.site || user.team || '';
        const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
        for await (const e of client.listEntities<Person>(options)) show(e.hired);
      }`,
    );
    assert.deepEqual(
      patterns.map(({ sentence, uses }) => [sentence, uses.map(({ when }) => when)]),
      [['Employees of one dep', [undefined]]],
    );
  });

  it('are of all kinds where something is read that no one kind has', () => {
    assert.deepEqual(
      sentencesIn(`
        export const score = (id: string, home: number, away: number) =>
          client.upsertEntity({ partitionKey: 'group', rowKey: id, home, away }, 'Replace');
        export const win = (id: string, winner: string) =>
          client.upsertEntity({ partitionKey: 'final', rowKey: id, winner }, 'Replace');
        export async function results() {
          const [scores, winners]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
          for await (const e of client.listEntities()) {
            if (e.partitionKey === 'group') scores[e.rowKey!] = [e.home, e.away];
            else if (e.partitionKey === 'final') winners[e.rowKey!] = e.winner;
          }
          return { scores, winners };
        }`),
      ['All group entities and final entities: table-scan'],
    );
  });

  it('are none of a value that is missing where others are asked for', () => {
    assert.deepEqual(
      sentencesIn(`
        export async function ofUser(request: { query: Record<string, string | undefined> }) {
          const user = request.query.user ?? '';
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } })) show(e.a);
        }`),
      ['Employees of one user: partition-scan'],
    );
  });

  it('are all that a filter may be where it is not known when it is which', () => {
    assert.deepEqual(
      sentencesIn(`
        export const add = (dep: string, id: string, paid: boolean) =>
          client.createEntity({ partitionKey: dep, rowKey: id, paid });
        let chosen: string | null = null;
        export function choose(dep: string) { chosen = dep; }
        export async function list() {
          const filter = chosen ? \`PartitionKey eq '\${chosen}' and paid eq true\` : 'paid eq true';
          for await (const e of client.listEntities({ queryOptions: { filter } })) show(e.a);
        }`),
      ['Employees of one dep that are paid: partition-scan', 'Employees that are paid: table-scan'],
    );
  });

  it('are one for each of a list of constants', () => {
    assert.deepEqual(
      sentencesIn(`
        export async function purge() {
          for (const room of ['atlas-1', 'atlas-2', 'flux-1', 'flux-2']) {
            for await (const e of client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${room}\` } })) show(e.a);
          }
        }
        export async function both(isOld: boolean) {
          const state = isOld ? 'old' : 'new';
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`state eq \${state}\` } })) show(e.a);
        }`),
      [
        'Entities with a given row key: table-scan',
        'Entities where state is "old": table-scan',
        'Entities where state is "new": table-scan',
      ],
    );
  });

  it('are several where branches ask for several things, each told when', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      export async function find(dep: string, mail?: string) {
        let filter = odata\`PartitionKey eq \${dep}\`;
        if (mail) filter += odata\` and mail eq \${mail}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) show(e.hired);
      }`,
    );
    assert.deepEqual(
      patterns.map(({ sentence, uses }) => [sentence, uses.every(({ when }) => when !== undefined)]),
      [
        ['Employees of one dep with a given mail', true],
        ['Employees of one dep', true],
      ],
    );
  });

  it('have each place once, however many branches lead to the same question', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      export async function find(dep: string, now = () => new Date()) {
        const cutoff = now();
        const filter = odata\`PartitionKey eq \${dep} and hired lt \${cutoff}\`;
        for await (const e of client.listEntities({ queryOptions: { filter } })) show(e.hired);
      }`,
    );
    assert.deepEqual(
      patterns.map(({ uses }) => uses.map(({ when }) => when)),
      [[undefined]],
    );
  });

  it('that run once for each of something say so', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      export async function all(dep: string, ids: number[]) {
        for (const id of ids) show(await client.getEntity(dep, 'no_' + String(id).padStart(6, '0')));
      }`,
    );
    assert.deepEqual(
      patterns.flatMap(({ uses }) => uses.map(({ repeated }) => repeated)),
      ['loop'],
    );
  });

  it('that run for each of the days that a date is moved through say so', () => {
    const { patterns } = useOf(
      `${CLIENT}${PERSON}
      function days(from: string, to: string): string[] {
        const all: string[] = [];
        const day = new Date(from);
        while (day <= new Date(to)) {
          all.push(day.toISOString().slice(0, 10));
          day.setUTCDate(day.getUTCDate() + 1);
        }
        return all;
      }
      export async function all(dep: string, from: string, to: string) {
        for (const day of days(from, to)) show(await client.getEntity(dep, 'day_' + day));
      }`,
    );
    assert.deepEqual(
      patterns.flatMap(({ uses }) => uses.map(({ repeated }) => repeated)),
      ['loop'],
    );
  });

  it('that are not known are counted with their reason', () => {
    const { patterns, unknown } = useOf(
      `${CLIENT}${PERSON}
      import { unknownFilter } from 'elsewhere';
      export async function f() {
        for await (const e of client.listEntities({ queryOptions: { filter: unknownFilter() } })) show(e);
      }`,
    );
    assert.deepEqual(patterns, []);
    assert.deepEqual(
      unknown.map(({ why }) => why),
      ["the filter is the result of unknownFilter, which can't be followed"],
    );
  });

  it('of a wrapper are those of its callers, and it is none itself', () => {
    const { patterns, unknown } = useOf(
      `${CLIENT}${PERSON}
      async function query(filter: string) {
        const all = [];
        for await (const e of client.listEntities({ queryOptions: { filter } })) all.push(e);
        return all;
      }
      export const byMail = (mail: string) => query(odata\`mail eq \${mail}\`);`,
    );
    assert.deepEqual(
      [patterns.map(({ sentence }) => sentence), unknown],
      [['Employees with a given mail'], []],
    );
  });

  it('that no entity can answer say why, and ask for no design', () => {
    const { patterns } = useOf(
      CLIENT +
        PERSON +
        readAll('a', 'dep: string', 'PartitionKey eq ${dep} and id gt 9 and id lt 1') +
        readAll('b', 'dep: string, m: string', 'PartitionKey eq ${dep} and Mail eq ${m}'),
    );
    assert.deepEqual(
      patterns.map(({ doubt }) => doubt),
      [{ kind: 'impossible' }, { kind: 'not-written', property: 'Mail' }],
    );
  });

  it('are two where the code leaves some out on some ways alone', () => {
    const list = (rest: string): string => `
      export const add = (dep: string, id: string, owner: string) =>
        client.createEntity({ partitionKey: dep, rowKey: id, owner });
      export async function list(dep: string, owner?: string) {
        let all: { owner?: unknown }[] = [];
        for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } }))
          all.push(one);
        ${rest}
      }`;
    const all = 'Employees of one dep: partition-scan';
    const some = 'Employees of one dep with a given owner: partition-scan';
    const shown: readonly (readonly [rest: string, sentences: readonly string[]])[] = [
      ['if (owner) all = all.filter((one) => one.owner === owner); return all;', [some, all]],
      ['return owner === undefined ? all : all.filter((one) => one.owner === owner);', [some, all]],
      ['all = all.filter((one) => one.owner === owner); return all;', [some]],
      // how many there are is asked of all
      ['if (all.length === 0) return []; return all.filter((one) => one.owner === owner);', [all]],
      ['if (!owner) return []; return all.filter((one) => one.owner === owner);', [some]],
      ['show(all); return all.filter((one) => one.owner === owner);', [all]],
    ];
    for (const [rest, sentences] of shown) assert.deepEqual(sentencesIn(list(rest)), sentences, rest);
  });
});
