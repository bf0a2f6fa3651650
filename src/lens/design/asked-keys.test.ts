import assert from 'node:assert/strict';
import { readAll, sentencesIn } from '../../../test/support/designs.ts';

describe('access patterns by keys and their bounds', () => {
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

  it('name no constant where a key may be one of several', () => {
    assert.deepEqual(
      sentencesIn(`
        export const set = (trade: string, mean: number) =>
          client.upsertEntity({ partitionKey: 'benchmark', rowKey: trade, mean });
        export const get = (isLarge: boolean) => client.getEntity('benchmark', isLarge ? 'industry' : 'crafts');`),
      ['The employee with a given trade: point'],
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
});
