import assert from 'node:assert/strict';
import { TableClient, TableServiceClient } from '@azure/data-tables';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension/main.ts';
import { scratchNames } from '../../src/data/rehearsal/scratch-tables.ts';
import type { DesignAnswer } from '../../src/protocol/design.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { seedTable, tableOf } from '../support/tables.ts';
import { answering } from './answers.ts';
import { lensesOf, replace, suiteFolder } from './lens-files.ts';
import { until } from './until.ts';

const source = (table: string): string => `import { odata, TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, '${table}');
export const add = (department: string, id: string, email: string) =>
  client.createEntity({ partitionKey: department, rowKey: id, email });
export const byEmail = (email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } });
`;

describe('table design', () => {
  const folder = suiteFolder('design-suite');
  let design: Api['design'];
  let browser: Api['browser'];

  before(async () => {
    const extension = vscode.extensions.getExtension<Api>('partition-lens.partition-lens');
    assert.ok(extension, 'the extension is not there');
    ({ design, browser } = await extension.activate());
  });
  afterEach(() => folder.remove());

  const answer = (wanted: (given: DesignAnswer) => boolean, what: string): Promise<DesignAnswer> =>
    until(() => {
      const given = design.panel?.answer;
      return given !== undefined && wanted(given) ? given : undefined;
    }, what);

  it('opens at the operation of its lens, in a page that runs nothing but its own script', async () => {
    const document = await folder.show('staff.ts', source('DesignSuite'));
    const lens = await until(
      async () => (await lensesOf(document)).findLast(({ command }) => command?.title === 'Design'),
      'the lens',
    );
    const args = (lens.command?.arguments ?? []) as unknown[];
    await vscode.commands.executeCommand(lens.command?.command ?? '', ...args);
    assert.equal(await until(() => design.panel?.wentTo, 'the read of the lens'), 'R1');
    assert.equal(design.panel?.answer?.shown?.table, 'DesignSuite');
    const html = design.panel.html;
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'nonce-(\w{32})'; style-src 'nonce-\1'$/);
    assert.deepEqual([...html.matchAll(/\bon\w+=|style=|<script>/g)], []);
  });

  it('follows an edit that is not saved', async () => {
    const document = await folder.show('staff.ts', source('DesignBefore'));
    await vscode.commands.executeCommand('partitionLens.tableDesign', document.uri.toString(), {
      line: 6,
      character: 12,
    });
    await answer(({ shown }) => shown?.table === 'DesignBefore', 'the table');
    await replace(document, 'email eq', 'name eq');
    await answer(({ shown }) => shown?.reads[0]?.words.includes('given name') === true, 'the new question');
    assert.ok(document.isDirty);
  });

  it('opens from a table of the sidebar, also where no code uses it', async () => {
    const connectionString = process.env.PARTITION_LENS_TEST_CONNECTION ?? '';
    assert.notEqual(connectionString, '', 'PARTITION_LENS_TEST_CONNECTION is not set');
    await seedTable(connectionString, 'DesignSidebar', tableOf([1]));
    await folder.show('staff.ts', source('DesignStaff'));
    const connection = await browser.connect('Design', connectionString);
    const tables = (await browser.tree.getChildren(connection)) ?? [];
    const node = tables.find((one) => one.kind === 'table' && one.table === 'DesignSidebar');
    assert.ok(node, 'the table is not listed');
    await vscode.commands.executeCommand('partitionLens.tableDesign', node);
    const { shown, tables: known } = await answer(({ shown }) => shown === null, 'no such table');
    assert.equal(shown, null);
    assert.ok(known.some(({ table }) => table === 'DesignStaff'));
  });

  it('designs a table that no code uses yet', async () => {
    const file = vscode.Uri.joinPath(folder.uri(''), '..', '.partitionlens.json');
    await folder.write({ 'empty.txt': '' });
    try {
      await answering(
        [
          { type: 'Orders' },
          { type: 'order' },
          { type: 'orderId: id, customer: id, ordered: time, total: number' },
          { pick: 'orderId' },
          { type: '50000' },
          { type: '' },
          { type: 'customer' },
          { pick: 'Newest ordered first' },
          { type: '10' },
          { type: '20' },
          { type: '*' },
          { pick: 'ordered before a time, to delete them' },
          { type: '' },
          { type: '' },
        ],
        () => vscode.commands.executeCommand('partitionLens.designNewTable'),
      );
      const written = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      assert.deepEqual(JSON.parse(written), {
        tables: {
          Orders: {
            kinds: {
              order: {
                partitionKey: '{orderId}',
                rowKey: '{orderId}',
                properties: { orderId: 'id', customer: 'id', ordered: 'time', total: 'number' },
                entities: 50000,
              },
            },
            accessPatterns: [
              { kind: 'order', equal: ['customer'], order: '-ordered', first: 10, perSecond: 20 },
              { kind: 'order', equal: [], to: 'ordered', deletes: true },
            ],
          },
        },
      });
      const { shown } = await answer(
        ({ shown }) => shown?.table === 'Orders' && shown.reads.length > 0,
        'the planned table',
      );
      assert.match(shown?.reads[0]?.words ?? '', /customer/);
      assert.ok(shown?.designs.some(({ reads }) => reads.some(({ verdict }) => verdict === 'better')));
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('rehearses a design on data and in Azurite, and leaves no table behind', async () => {
    const connectionString = process.env.PARTITION_LENS_TEST_CONNECTION ?? '';
    const client = TableClient.fromConnectionString(connectionString, 'DesignRehearsed', {
      allowInsecureConnection: true,
    });
    await client.createTable();
    for (let n = 0; n < 30; n++) {
      await client.createEntity({ partitionKey: `d${n % 3}`, rowKey: `${n}`, email: `<img src=x>${n}@a` });
    }
    await browser.connect('Rehearsals', connectionString);
    const document = await folder.show('staff.ts', source('DesignRehearsed'));
    await vscode.commands.executeCommand('partitionLens.tableDesign', document.uri.toString(), {
      line: 6,
      character: 12,
    });
    const { shown } = await answer(({ shown }) => shown?.table === 'DesignRehearsed', 'the table');
    const index = shown?.designs.findIndex(({ reads }) => reads.length > 0) ?? -1;
    assert.notEqual(index, -1, 'no design changes a read');
    const several = (await browser.accounts.list()).length > 1;
    const account = several ? [{ pick: 'Rehearsals' }] : [];
    await answering(account, () => design.rehearse(index, 'data'));
    const played = design.panel?.rehearsal;
    assert.match(played?.title ?? '', /^Rehearsed on DesignRehearsed of /);
    const patterns = played?.tables[0] ?? assert.fail('no results');
    assert.equal(patterns.label, 'Access patterns on data');
    const row = patterns.rows[0] ?? assert.fail('no read');
    assert.equal(row.at(-1), 'the same');
    assert.match(row[2] ?? '', /^requests: 1, entities: 1, read for it: 30$/);
    assert.match(row[3] ?? '', /^requests: \d+, entities: \d+, read for it: [12]$/);
    await answering([...account, { press: 'Rehearse' }], () => design.rehearse(index, 'azurite'));
    const run = design.panel?.rehearsal ?? assert.fail('no results');
    assert.match(run.title, /^Rehearsed in Azurite/);
    assert.ok(run.sentences.includes('The scratch tables are deleted.'), run.sentences.join('\n'));
    assert.equal(run.tables[0]?.rows[0]?.at(-1), 'the same');
    await answering([...account, { press: '' }], () => design.rehearse(index, 'azurite'));
    const service = TableServiceClient.fromConnectionString(connectionString, {
      allowInsecureConnection: true,
    });
    for await (const { name } of service.listTables()) assert.doesNotMatch(name ?? '', /Scratch/);
  });

  it('writes a pattern of a design after it has said what that costs', async () => {
    const text = `import { odata, TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'DesignApplied');
export async function add(department: string, id: string, email: string) {
  await client.createEntity({ partitionKey: department, rowKey: id, email });
}
export async function byEmail(email: string) {
  const found = client.listEntities({ queryOptions: { filter: odata\`email eq \${email}\` } });
  for await (const one of found) return one;
  return undefined;
}
`;
    const document = await folder.show('applied.ts', text);
    await vscode.commands.executeCommand('partitionLens.tableDesign', document.uri.toString(), {
      line: 7,
      character: 24,
    });
    const { shown } = await answer(({ shown }) => shown?.table === 'DesignApplied', 'the table');
    const index = shown?.designs.findIndex(({ assists }) => assists.length > 0) ?? -1;
    assert.notEqual(index, -1, 'no design can be written');
    const left = await answering([{ type: 'auto' }, { press: '' }], () => design.apply(index, 0));
    assert.equal(left.at(-1)?.message, 'Keep an index by email in partitions of its own');
    assert.equal(document.getText(), text);
    // what was typed meanwhile is not written over
    const typed = text.replace('declare const', '// typed\ndeclare const');
    await answering(
      [
        { type: 'auto' },
        {
          press: 'Apply',
          after: () => replace(document, 'declare const', '// typed\ndeclare const'),
        },
      ],
      () => design.apply(index, 0),
    );
    assert.equal(document.getText(), typed);
    await answer(({ shown, locations }) => {
      const site = shown?.designs[index]?.assists[0]?.site.index ?? -1;
      return locations[site]?.range.start.line === 8;
    }, 'the site where it is now');
    await answering([{ type: 'auto' }, { press: 'Apply' }], () => design.apply(index, 0));
    assert.match(document.getText(), /await createDesignAppliedEntity\(client, /);
    const module = folder.uri('design-applied-entities-by-email.ts');
    assert.match(
      new TextDecoder().decode(await vscode.workspace.fs.readFile(module)),
      /function createDesignAppliedEntity/,
    );
  });

  it('offers to delete what a rehearsal left whose window was closed', async () => {
    const connectionString = process.env.PARTITION_LENS_TEST_CONNECTION ?? '';
    const service = TableServiceClient.fromConnectionString(connectionString, {
      allowInsecureConnection: true,
    });
    const tables = scratchNames(2);
    for (const name of tables) await service.createTable(name);
    const connection = await browser.connect('Leftovers', connectionString);
    // no system has a process of this id
    await design.notes.change(connection.connection.id, [], tables, 2 ** 31 - 1);
    const [asked] = await answering([{ press: '' }], () => design.offerLeft());
    assert.match(asked?.message ?? '', /left 2 scratch tables/);
    assert.equal(design.notes.all.length, 1);
    await answering([{ press: 'Delete' }], () => design.offerLeft());
    assert.deepEqual(design.notes.all, []);
    const names: (string | undefined)[] = [];
    for await (const { name } of service.listTables()) names.push(name);
    assert.ok(names.length > 0 && !names.some((name) => name !== undefined && tables.includes(name)));
  });

  it('asks no more about what a rehearsal left where its connection is gone, if told so', async () => {
    await design.notes.change('gone', [], scratchNames(2), 2 ** 31 - 1);
    const told = await answering([{ press: 'Delete' }], () => design.offerLeft());
    assert.equal(told.length, 2);
    assert.equal(design.notes.all.length, 1);
    await answering([{ press: "Don't Ask Again" }], () => design.offerLeft());
    assert.deepEqual(design.notes.all, []);
  });

  it('takes nothing on trust that it is called with', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => design.panel === undefined, 'the panel to be gone');
    for (const given of [...HOSTILE_TEXTS, { kind: 'table', table: 'x' }, 5, null, []]) {
      await vscode.commands.executeCommand('partitionLens.tableDesign', given, { line: 0, character: 0 });
      assert.equal(design.panel, undefined);
    }
  });
});
