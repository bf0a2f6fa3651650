import assert from 'node:assert/strict';
import { PERSON, sentencesIn } from '../../../test/support/designs.ts';

describe('the order of access patterns, and how many they want', () => {
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
});
