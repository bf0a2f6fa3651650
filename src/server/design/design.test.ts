import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CodeActionRequest, type CodeAction, FileChangeType } from 'vscode-languageserver/node';
import { designServer } from '../../../test/support/design-server.ts';
import { ASSIST, type AssistAnswer, type AssistQuestion } from '../../protocol/assist.ts';
import { DESIGN, type DesignAnswer, type DesignQuestion } from '../../protocol/design.ts';

const STAFF = `import { odata, TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
export const add = (department: string, id: string, email: string) =>
  client.createEntity({ partitionKey: department, rowKey: id, email });
export const byEmail = (department: string, email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` } });
`;
const LOGS = `import { TableClient } from '@azure/data-tables';
declare const connection: string;
const logs = TableClient.fromConnectionString(connection, 'Logs');
export const all = () => logs.listEntities();
`;

describe('language server, on how tables are designed', function () {
  this.timeout(30_000);
  const served = designServer({ options: { designCommand: 'design' } });
  const { start, uri } = served;
  const ask = (question: DesignQuestion = {}): Promise<DesignAnswer> =>
    served.server.connection.sendRequest(DESIGN, question);

  it('lists the tables and shows one, with sites and designs', async () => {
    await start({ 'staff.ts': STAFF, 'logs.ts': LOGS });
    const { tables, shown, at, locations } = await ask();
    assert.deepEqual(tables, [
      { table: 'Employees', words: '1 access pattern' },
      { table: 'Logs', words: '1 access pattern, 1 table scan' },
    ]);
    assert.equal(at, null);
    assert.equal(shown?.table, 'Employees');
    const [read] = shown.reads;
    assert.equal(read?.words, 'Employees of one department with a given email');
    assert.deepEqual(read.shape, { name: 'Partition scan', rank: 'fair' });
    const [site] = read.sites;
    assert.deepEqual([site?.label, site?.words], ['staff.ts:7', 'listEntities']);
    assert.deepEqual(locations[site?.index ?? -1], {
      uri: uri('staff.ts'),
      range: { start: { line: 6, character: 9 }, end: { line: 6, character: 9 } },
    });
    // which one comes first is the explorer's
    const [change] = shown.designs.flatMap(({ reads }) =>
      reads.filter(({ verdict }) => verdict === 'better'),
    );
    assert.equal(change?.id, 'R1');
    assert.deepEqual([change.shapeBefore.rank, change.shapeAfter.rank], ['fair', 'good']);
    assert.ok(shown.designs.length <= 5);
    assert.ok(shown.designs.some(({ title }) => title === 'Leave it as it is'));
  });

  it('offers the pattern that makes what a design adds, with its costs, and of the texts as they are', async () => {
    const head = STAFF.slice(0, STAFF.indexOf('export const add'));
    const staff = `${head}export async function add(department: string, id: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: id, email });
}
export async function byEmail(department: string, email: string) {
  const found = client.listEntities({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` },
  });
  for await (const one of found) return one;
  return undefined;
}
`;
    await start({ 'staff.ts': staff });
    const { shown, locations } = await ask();
    const offered = (shown?.designs ?? [])
      .filter(({ assists }) => assists.length > 0)
      .filter(({ title }) => !title.startsWith('New keys'));
    assert.ok(offered.length > 0);
    assert.ok(offered.every(({ title }) => title.startsWith('A copy of employee')));
    const [assist] = offered[0]?.assists ?? [];
    assert.equal(assist?.pattern, 'intra-partition-index');
    assert.match(assist.site.words, /^R1: Keep a second copy/);
    const location = locations[assist.site.index];
    const site = { uri: location?.uri ?? '', position: location?.range.start ?? { line: 0, character: 0 } };
    const apply = (answers: AssistQuestion['answers']): Promise<AssistAnswer> =>
      served.server.connection.sendRequest(ASSIST, {
        site,
        pattern: assist.pattern,
        answers,
      } satisfies AssistQuestion);
    const usual = await apply({});
    assert.equal(usual?.kind, 'change', JSON.stringify(usual));
    assert.deepEqual(
      usual.questions.map(({ name, choices }) => [name, choices]),
      [
        ['prefix', []],
        ['unique', ['no', 'yes']],
      ],
    );
    assert.match(usual.notes[0] ?? '', /^Reads by email: 1 request/);
    assert.ok(usual.notes.some((note) => note.includes('deploy the writes')));
    assert.deepEqual([usual.changedFiles, usual.newFiles], [1, 2]);
    const unique = await apply({ unique: 'yes', prefix: 'mail_' });
    assert.equal(unique?.kind, 'change');
    assert.match(JSON.stringify(unique.edit), /mail_/);
    const wrong = await apply({ prefix: '../x' });
    assert.equal(
      wrong?.kind === 'refused' ? wrong.why.slice(0, 32) : wrong,
      '"../x" isn\'t a value of prefix: ',
    );
    await served.server.open(uri('staff.ts'), staff.replace("'Employees'", 'connection'));
    assert.notEqual((await apply({}))?.kind, 'change');
  });

  it('offers other RowKeys for a design with new keys', async () => {
    await start({
      'reviews.ts': `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Reviews');
export async function add(department: string, employee: string, rating: number): Promise<void> {
  await client.createEntity({ partitionKey: department, rowKey: randomUUID(), employee, rating });
}
export async function of(department: string, employee: string): Promise<number[]> {
  const ratings: number[] = [];
  const reviews = client.listEntities<{ employee: string; rating: number }>({
    queryOptions: { filter: odata\`PartitionKey eq \${department} and employee eq \${employee}\` },
  });
  for await (const { rating } of reviews) ratings.push(rating);
  return ratings;
}
`,
    });
    const { shown, locations } = await ask();
    const rekeyed = (shown?.designs ?? []).find(({ title }) => title === 'New keys for review');
    const [assist, ...others] = rekeyed?.assists ?? [];
    assert.deepEqual([assist?.pattern, others], ['compound-key', []]);
    const location = locations[assist?.site.index ?? -1];
    const answer: AssistAnswer = await served.server.connection.sendRequest(ASSIST, {
      site: { uri: location?.uri ?? '', position: location?.range.start ?? { line: 0, character: 0 } },
      pattern: 'compound-key',
      answers: {},
    } satisfies AssistQuestion);
    assert.equal(answer?.kind, 'change');
    assert.deepEqual([answer.changedFiles, answer.newFiles], [1, 2]);
  });

  it('offers a table for each period for a design that drops what is old, and series for one that keeps them', async () => {
    await start({
      'visits.ts': `import { odata, TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Visits');
export async function note(site: string, at: Date, page: string): Promise<void> {
  await client.createEntity({ partitionKey: site, rowKey: \`\${at.toISOString()}_\${randomUUID()}\`, at, page });
}
export async function forget(before: Date): Promise<void> {
  for await (const one of client.listEntities({
    queryOptions: { filter: odata\`at lt \${before}\`, select: ['partitionKey', 'rowKey'] },
  })) {
    await client.deleteEntity(one.partitionKey!, one.rowKey!);
  }
}
`,
      'counts.ts': `import { odata, TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Counts');
export async function put(user: string, at: Date, sent: number): Promise<void> {
  await client.upsertEntity({ partitionKey: user, rowKey: at.toISOString().slice(0, 13), sent });
}
export async function all(user: string): Promise<number[]> {
  const found: number[] = [];
  const counts = client.listEntities<{ sent: number }>({ queryOptions: { filter: odata\`PartitionKey eq \${user}\` } });
  for await (const { sent } of counts) found.push(sent);
  return found;
}
`,
    });
    for (const [table, pattern] of [
      ['Visits', 'table-per-period'],
      ['Counts', 'data-series'],
    ] as const) {
      const { shown, locations } = await ask({ table });
      const all = (shown?.designs ?? []).flatMap(({ assists }) => assists);
      const assist = all.find((one) => one.pattern === pattern);
      assert.ok(
        assist !== undefined,
        `${table}: ${JSON.stringify(shown?.designs.map(({ title }) => title))}`,
      );
      assert.deepEqual(new Set(all.map((one) => one.pattern)), new Set([pattern]));
      const location = locations[assist.site.index];
      const answer: AssistAnswer = await served.server.connection.sendRequest(ASSIST, {
        site: { uri: location?.uri ?? '', position: location?.range.start ?? { line: 0, character: 0 } },
        pattern,
        answers: {},
      } satisfies AssistQuestion);
      assert.equal(answer?.kind, 'change', JSON.stringify(answer));
    }
  });

  it('leads to where a call is in the text that it has by then, also where that is typed in meanwhile', async () => {
    const many = Array.from({ length: 300 }, (_, index): [string, string] => [
      `logs${index}.ts`,
      LOGS.replace("'Logs'", `'Logs${index}'`),
    ]);
    await start({ 'staff.ts': STAFF, ...Object.fromEntries(many) });
    await served.server.open(uri('staff.ts'), STAFF);
    const places = new Set<string>();
    for (let version = 2; version < 30; version += 1) {
      const asked = ask({ table: 'Employees' });
      await delay(version % 15);
      await served.server.change(
        uri('staff.ts'),
        `// ${'x'.repeat(version)}\n`.repeat(version % 5) + STAFF,
        version,
      );
      const { shown, locations } = await asked;
      const { line, character } = locations[shown?.reads[0]?.sites[0]?.index ?? -1]?.range.start ?? {};
      const isCall = [0, 1, 2, 3, 4].some((more) => line === 6 + more) && character === 9;
      if (!isCall) places.add(`${line}:${character}`);
    }
    assert.deepEqual([...places], []);
  });

  it('numbers reads by their files, whichever was opened first', async () => {
    const more = STAFF.replace('email eq', 'name eq');
    await start({ 'a.ts': more, 'b.ts': STAFF });
    const before = (await ask()).shown?.reads;
    await served.server.open(uri('b.ts'), STAFF);
    assert.deepEqual((await ask()).shown?.reads, before);
    assert.match(before?.[0]?.words ?? '', /given name/);
  });

  it('shows a table by its name in any case, and none for a name that no code has', async () => {
    await start({ 'staff.ts': STAFF, 'logs.ts': LOGS });
    assert.equal((await ask({ table: 'logs' })).shown?.table, 'Logs');
    const { shown, tables } = await ask({ table: 'Orders' });
    assert.equal(shown, null);
    assert.equal(tables.length, 2);
  });

  it('knows the read or write at a place', async () => {
    await start({ 'staff.ts': STAFF, 'logs.ts': LOGS });
    await served.server.open(uri('staff.ts'), STAFF);
    const at = async (line: number): Promise<readonly (string | null | undefined)[]> => {
      const found = await ask({ site: { uri: uri('staff.ts'), position: { line, character: 12 } } });
      return [found.shown?.table, found.at];
    };
    assert.deepEqual(await at(6), ['Employees', 'R1']);
    assert.deepEqual(await at(4), ['Employees', 'W1']);
    assert.deepEqual(await at(0), ['Employees', null]);
    await served.server.open(uri('logs.ts'), LOGS);
    const inFile = await ask({ site: { uri: uri('logs.ts'), position: { line: 0, character: 0 } } });
    assert.deepEqual([inFile.shown?.table, inFile.at], ['Logs', null]);
  });

  it('follows an edit that is not saved, and what is declared', async () => {
    await start({ 'staff.ts': STAFF });
    await served.server.open(uri('staff.ts'), STAFF);
    assert.equal((await ask()).shown?.table, 'Employees');
    await served.server.change(uri('staff.ts'), STAFF.replace("'Employees'", "'Managers'"), 2);
    assert.equal((await ask()).shown?.table, 'Managers');
    const planned = {
      tables: { Orders: { kinds: { order: { partitionKey: '{customer}', rowKey: '{id}' } } } },
    };
    await writeFile(join(served.folder, '.partitionlens.json'), JSON.stringify(planned));
    await served.server.onDisk(uri('.partitionlens.json'), FileChangeType.Created);
    assert.deepEqual(
      (await ask({ table: 'Orders' })).shown?.kinds.map(({ name, notes }) => [name, notes]),
      [['order', ['planned']]],
    );
  });

  it('is offered at a scan, before what silences it', async () => {
    await start({});
    await served.server.open(
      uri('logs.ts'),
      LOGS.replace('listEntities()', "listEntities({ queryOptions: { filter: 'a eq 1' } })"),
    );
    const { diagnostics } = await served.server.diagnostics(
      uri('logs.ts'),
      (one) => one.diagnostics.length > 0,
    );
    const [scan] = diagnostics;
    assert.equal(scan?.code, 'table-scan');
    const offered = (await served.server.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: uri('logs.ts') },
      range: scan.range,
      context: { diagnostics },
    })) as readonly CodeAction[] | null;
    const titles = (offered ?? []).map(({ title }) => title);
    const design = titles.indexOf('Design for this query…');
    assert.ok(design >= 0 && design < titles.indexOf('Disable table-scan for this line'), titles.join('\n'));
    assert.deepEqual(offered?.[design]?.command, {
      title: 'Design for this query…',
      command: 'design',
      arguments: [uri('logs.ts'), { line: 3, character: 30 }],
    });
    assert.deepEqual(offered[design].diagnostics, [scan]);
  });
});
