import assert from 'node:assert/strict';
import { CLIENT } from '../../../test/support/operations.ts';
import { readAll, useOf } from '../../../test/support/designs.ts';

function sentencesIn(source: string): readonly string[] {
  return useOf(CLIENT + source).patterns.map(({ sentence, shape }) => `${sentence}: ${shape}`);
}

const PERSON = `interface Person { dep: string; id: number; mail: string; hired: Date }
  export const add = ({ dep, id, mail, hired }: Person) => client.createEntity({
    partitionKey: dep, rowKey: 'no_' + String(id).padStart(6, '0'), id, mail, hired, active: true,
  });\n`;

describe('access patterns', () => {
  it('ask for a key that a loop puts together as for any other', () => {
    assert.deepEqual(
      sentencesIn(`
  function clean(text: string) {
    let out = '';
    for (const one of text) out += /\\w/.test(one) ? one : '-';
    return out;
  }
  export const add = (owner: string, title: string) => client.createEntity({ partitionKey: clean(owner), rowKey: title });
  export const get = (owner: string, title: string) => client.getEntity(clean(owner), title);\n`),
      ['The employee with a given partition key and title: point'],
    );
  });

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

  it('say what the program puts in order', () => {
    const sorted = (compare: string): string => `export async function sorted${compare.length}() {
      const found: any[] = [];
      for await (const e of client.listEntities()) found.push(e);
      return found.sort((a, b) => ${compare});
    }\n`;
    assert.deepEqual(sentencesIn(PERSON + sorted('b.id - a.id') + sorted('b.mail.localeCompare(a.mail)')), [
      'All employees, highest id first: table-scan',
      'All employees, by mail in reverse: table-scan',
    ]);
  });

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

  it('say nothing of a number where bounds take in all digits, and whether its own keys are among what a bound leaves out', () => {
    const kinds = `
      const key = (points: number, player: string) => \`\${String(10_000_000 - points).padStart(8, '0')}_\${player}\`;
      export const add = (game: string, player: string, points: number) => Promise.all([
        client.createEntity({ partitionKey: game, rowKey: key(points, player), player, points }),
        client.upsertEntity({ partitionKey: game, rowKey: \`best_\${player}\`, points }, 'Replace'),
      ]);\n`;
    const row = (bounds: string): string => `PartitionKey eq \${game} and ${bounds}`;
    assert.deepEqual(
      sentencesIn(
        kinds +
          readAll('all', 'game: string', row("RowKey ge '0' and RowKey lt ':'")) +
          readAll('allAgain', 'game: string', row("RowKey ge '00000000' and RowKey lt 'a'")) +
          readAll(
            'above',
            'game: string, points: number',
            row("RowKey ge '0' and RowKey lt ${key(points, '')}"),
          ) +
          readAll(
            'below',
            'game: string, points: number',
            row("RowKey ge ${key(points, '')} and RowKey lt ':'"),
          ),
      ),
      [
        'Employees of one game: row-range',
        'Employees of one game with points over a given value: row-range',
        'Employees of one game with points of at most a given value: row-range',
      ],
    );
  });

  it('are of a value that both ends of a range begin with, whatever they end with, and not where they part what follows', () => {
    const keys = (from: string, to: string): string =>
      `PartitionKey ge '\${quoted(dep)}${from}' and PartitionKey lt '\${quoted(dep)}${to}'`;
    const list = (name: string, filter: string): string =>
      `export async function ${name}(dep: string) {
        for await (const e of client.listEntities({ queryOptions: { filter: \`${filter}\` } })) show(e.a);
      }\n`;
    assert.deepEqual(
      sentencesIn(`
        const quoted = (text: string) => text.replace(/'/g, "''");
        export const add = (dep: string, team: string, id: string) =>
          client.createEntity({ partitionKey: dep + '|' + team, rowKey: id, dep, team });
        ${list('all', keys('|', '~'))}
        ${list('some', keys('|a', '|m'))}`),
      [
        'Employees of one dep: partition-range',
        'Employees with an unknown condition on dep and team: partition-range',
      ],
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

  it('name no constant where a key may be one of several', () => {
    assert.deepEqual(
      sentencesIn(`
        export const set = (trade: string, mean: number) =>
          client.upsertEntity({ partitionKey: 'benchmark', rowKey: trade, mean });
        export const get = (isLarge: boolean) => client.getEntity('benchmark', isLarge ? 'industry' : 'crafts');`),
      ['The employee with a given trade: point'],
    );
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

  it('are the newest where it is asked before whether there is any', () => {
    const latest = (order: string): readonly string[] =>
      sentencesIn(
        `${PERSON}
        export async function latest(dep: string, isTurned: boolean) {
          const found: Person[] = [];
          const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
          for await (const e of client.listEntities<Person>(options)) found.push(e);
          if (found.length === 0) return undefined;
          found.sort((a, b) => ${order});
          return found[0].mail;
        }`,
      );
    assert.deepEqual(latest('b.hired.getTime() - a.hired.getTime()'), [
      'The newest employee of one dep: partition-scan',
    ]);
    assert.deepEqual(latest('isTurned ? +a.hired - +b.hired : +b.hired - +a.hired'), [
      'Employees of one dep: partition-scan',
    ]);
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

  it('know the order that the program makes, and how many it takes', () => {
    assert.deepEqual(
      sentencesIn(
        `${PERSON}
        export async function latest(dep: string) {
          const all: Person[] = [];
          const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
          for await (const e of client.listEntities<Person>(options)) all.push(e);
          return all.sort((a, b) => b.hired.getTime() - a.hired.getTime()).slice(0, 10).map(({ mail }) => mail);
        }
        export async function any(dep: string) {
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } })) return e.mail;
          return undefined;
        }`,
      ),
      [
        'Employees of one dep, newest first, first 10: partition-scan',
        'One employee of one dep: partition-scan',
      ],
    );
  });

  it('want the first ones where a loop makes something of each of these, and only of these', () => {
    const read = (after: string): string => `${PERSON}
      export async function latest(dep: string, note: (count: number) => void) {
        const all: Person[] = [];
        for await (const one of client.listEntities<Person>({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } }))
          all.push(one);
        all.sort((a, b) => b.hired.getTime() - a.hired.getTime());
        const out: string[] = [];
        ${after}
        return out;
      }`;
    const first = 'Employees of one dep, newest first, first 3: partition-scan';
    for (const after of [
      'for (const one of all.slice(0, 3)) out.push(one.mail);',
      'const top = all.slice(0, 3); for (const { mail } of top) out.push(mail);',
    ])
      assert.deepEqual(sentencesIn(read(after)), [first], after);
    for (const after of [
      'for (const one of all.slice(0, 3)) out.push(one.mail); for (const one of all) out.push(one.mail);',
      'for (const one of all) out.push(one.mail); for (const one of all.slice(0, 3)) out.push(one.mail);',
      'for (const one of all.slice(0, 3)) out.push(one.mail); note(all.length);',
    ])
      assert.deepEqual(
        sentencesIn(read(after)),
        ['Employees of one dep, newest first: partition-scan'],
        after,
      );
  });

  it('have no order where the first ones are taken before they are sorted', () => {
    assert.deepEqual(
      sentencesIn(
        `${PERSON}
        export async function some(dep: string) {
          const all: Person[] = [];
          const options = { queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } };
          for await (const e of client.listEntities<Person>(options)) {
            all.push(e);
            if (all.length >= 20) break;
          }
          return all.sort((a, b) => b.hired.getTime() - a.hired.getTime()).map(({ mail }) => mail);
        }`,
      ),
      ['Employees of one dep, first 20: partition-scan'],
    );
  });

  it('are the newest where a number that is counted down from a larger one is in the key', () => {
    assert.deepEqual(
      sentencesIn(`
        const down = (at: number) => String(99999999999999 - at).padStart(14, '0');
        export const play = (player: string, id: string, finishedAt: number, score: number) =>
          client.createEntity({ partitionKey: player, rowKey: down(finishedAt) + '_' + id, id, finishedAt, score });
        export async function last(player: string) {
          const games = [];
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${player}\` } })) {
            games.push(e.score);
            if (games.length >= 20) break;
          }
          return games;
        }`),
      ['Employees of one player, newest first, first 20: partition-scan'],
    );
  });

  it('have no order by what is in the JSON of a property', () => {
    assert.deepEqual(
      sentencesIn(`
        export async function all() {
          const found = [];
          for await (const e of client.listEntities()) found.push(JSON.parse(e.details as string));
          return found.sort((a, b) => b.weight - a.weight);
        }`),
      ['All entities: table-scan'],
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

  it('are of no kind whose keys begin with a word where a date is given', () => {
    assert.deepEqual(
      sentencesIn(`
        export const warn = (id: string, level: string) =>
          client.upsertEntity({ partitionKey: 'warn-' + new Date().toISOString().slice(0, 10), rowKey: id, level });
        export async function today() {
          const day = new Date().toISOString().slice(0, 10);
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${day}\` } })) show(e.a);
        }`),
      ['Employees of one day: partition-scan'],
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

  it('are no oldest and no newest where the first is wanted that passes a test of the program', () => {
    assert.deepEqual(
      sentencesIn(`
        export const add = (owner: string, at: Date, text: string) =>
          client.createEntity({ partitionKey: owner, rowKey: at.toISOString(), at, text });
        export async function fresh(owner: string) {
          for await (const e of client.listEntities<{ at: Date; text: string }>({ queryOptions: { filter: odata\`PartitionKey eq \${owner}\` } })) {
            if (Date.now() - e.at.getTime() < 21_600_000) return { text: e.text };
          }
          return undefined;
        }`),
      ['One employee of one owner, filtered in code: partition-scan'],
    );
  });

  it('ask for a key as it is where nobody takes it apart', () => {
    assert.deepEqual(
      sentencesIn(`
        const newId = () => \`\${Date.now().toString(36)}_\${Math.random().toString(36).slice(2)}\`;
        export const add = (dep: string, text: string) => client.createEntity({ partitionKey: dep, rowKey: newId(), text });
        export const one = (dep: string, id: string) => client.getEntity(dep, id);
        export async function anywhere(id: string) {
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`RowKey eq \${id}\` } })) {
            if (!allowed(e.partitionKey)) return 'no';
            await client.deleteEntity(e.partitionKey, id);
            return 'yes';
          }
          return 'none';
        }`),
      [
        'The employee of one dep with a given row key: point',
        'One employee with a given row key: table-scan',
      ],
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

  it('are newest first where the code puts keys in order that begin with the newest', () => {
    assert.deepEqual(
      sentencesIn(`
        const newest = (at: number) => String(99999999999999 - at).padStart(14, '0');
        export const add = (owner: string, at: Date, id: string) =>
          client.createEntity({ partitionKey: owner, rowKey: newest(at.getTime()) + '_' + id, at });
        export async function list(owner: string) {
          const found = [];
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${owner}\` } })) found.push(e);
          found.sort((a, b) => a.rowKey.localeCompare(b.rowKey));
          return found;
        }`),
      ['Employees of one owner, newest first: partition-scan'],
    );
  });

  it('are in no order, and all, where the code puts them in one that no property has', () => {
    const list = (name: string, order: string): string =>
      `export async function ${name}(owner: string, rates: Map<string, number>) {
        const found: { rank: number; id: string }[] = [];
        for await (const e of client.listEntities<{ price: number; unit: string }>({
          queryOptions: { filter: odata\`PartitionKey eq \${owner} and unit eq 'box'\` },
        }))
          found.push({ rank: e.price * (rates.get(e.unit) ?? 1), id: e.rowKey });
        return found.sort(${order}).slice(0, 10).map(({ id }) => id);
      }\n`;
    const add = `export const add = (owner: string, id: string, price: number, unit: string) =>
      client.createEntity({ partitionKey: owner, rowKey: id, price, unit });\n`;
    const all = ['Employees of one owner where unit is "box": partition-scan'];
    assert.deepEqual(sentencesIn(add + list('best', '(a, b) => b.rank - a.rank')), all);
    assert.deepEqual(sentencesIn(add + list('some', '() => Math.random() - 0.5')), all);
  });

  it('of a part of a time that a PartitionKey tells are many, and of that period', () => {
    assert.deepEqual(
      sentencesIn(`
        export const add = (ticker: string, net: number) => {
          const at = new Date().toISOString();
          return client.upsertEntity({ partitionKey: ticker + '_' + at.slice(0, 10), rowKey: at, net, at });
        };
        ${readAll('day', 'ticker: string, when: Date', "PartitionKey eq ${ticker + '_' + when.toISOString().slice(0, 10)}")}`),
      ['Employees of one ticker and one day: partition-scan'],
    );
  });

  it('of a period have bounds of the time within it, and the newest of it are the first', () => {
    assert.deepEqual(
      sentencesIn(
        `
  import { format } from 'date-fns';
  import { randomUUID } from 'node:crypto';
  export const add = (place: string, at: Date) => client.createEntity({
    partitionKey: place + '|' + format(at, 'yyyy-MM-dd'),
    rowKey: String(9_999_999_999_999 - at.getTime()).padStart(13, '0') + '-' + randomUUID(),
    at,
  });
  export async function latest(place: string, day: string) {
    const found = [];
    for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${place + '|' + day}\` } })) {
      found.push(one);
      if (found.length === 20) break;
    }
    return found;
  }\n` +
          readAll(
            'since',
            'place: string, since: Date',
            "PartitionKey eq ${place + '|' + format(since, 'yyyy-MM-dd')} and RowKey lt ${String(9_999_999_999_999 - since.getTime()).padStart(13, '0')}",
          ),
      ),
      [
        'Employees of one place and one day, newest first, first 20: partition-scan',
        'Employees of one place and one day after a given time: row-range',
      ],
    );
  });

  it('give all that begins with a value, however that is escaped and ended', () => {
    const list = (name: string, filter: string): string =>
      `export async function ${name}(team: string, user: string) {
        const start = user + '_';
        for await (const e of client.listEntities({ queryOptions: { filter: ${filter} } })) show(e.a);
      }\n`;
    const add = `
      const quoted = (text: string) => text.replace(/'/g, "''");
      export const vote = (team: string, user: string, entry: string) =>
        client.createEntity({ partitionKey: team, rowKey: user + '_' + entry, at: 1 });\n`;
    assert.deepEqual(
      sentencesIn(
        add +
          list(
            'own',
            "`PartitionKey eq '${quoted(team)}' and RowKey ge '${quoted(start)}' and RowKey lt '${quoted(`${user}_~`)}'`",
          ),
      ),
      ['Employees of one team with a given user: row-range'],
    );
  });

  it('give those of a day, where both bounds begin with the same time', () => {
    assert.deepEqual(
      sentencesIn(`
        export const mark = (day: string, room: string, id: string) =>
          client.createEntity({ partitionKey: day + '_' + room, rowKey: id, at: 1 });
        export async function today() {
          const now = new Date().toISOString().split('T')[0];
          for await (const e of client.listEntities({ queryOptions: { filter: \`PartitionKey ge '\${now}_' and PartitionKey lt '\${now}~'\` } })) show(e.a);
        }`),
      ['Employees of one day: partition-range'],
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

  it('are no oldest where one is found by a property', () => {
    const first = (filter: string): string =>
      `for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${owner}${filter}\` } })) return e.text;`;
    assert.deepEqual(
      sentencesIn(`
        export const add = (owner: string, at: Date, text: string, subject: string) =>
          client.createEntity({ partitionKey: owner, rowKey: at.toISOString(), at, text, subject });
        export async function about(owner: string, subject: string) { ${first(' and subject eq ${subject}')} return ''; }
        export async function next(owner: string) { ${first('')} return ''; }`),
      [
        'One employee of one owner with a given subject: partition-scan',
        'The oldest employee of one owner: partition-scan',
      ],
    );
  });

  it('ask whether there is any where the loop is left and nothing is read', () => {
    assert.deepEqual(
      sentencesIn(`${PERSON}
        export async function isUsed(mail: string) {
          for await (const _ of client.listEntities({ queryOptions: { filter: odata\`mail eq \${mail}\` } })) return true;
          return false;
        }
        export async function isThere(dep: string) {
          let found = false;
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep}\` } })) {
            found = true;
            break;
          }
          return found;
        }
        export async function one(dep: string) {
          for await (const e of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep} and active eq true\` } })) return e;
          return undefined;
        }`),
      [
        'Whether there is any employee with a given mail: table-scan',
        'Whether there is any employee of one dep: partition-scan',
        'One employee of one dep that is active: partition-scan',
      ],
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
});
