import assert from 'node:assert/strict';
import type { Frame, Locator, Page } from 'playwright-core';
import type { FakeEntity } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { TARGET } from '../support/hostile-texts.ts';
import {
  answerConnection,
  chosen,
  journeys,
  pressOn,
  sidebarRow,
  unfold,
  untilShown,
  type Window,
} from './harness.ts';

/** A link, an icon that VS Code itself shows nowhere, a picture, an address, and a letter that turns others around. */
const HOSTILE = `x [Repair](command:${TARGET}) $(flame) ![i](https://a.example/i.png) <https://a.example> \u202Ey`;
/** As a name in a source may be written. */
const QUOTED = JSON.stringify(HOSTILE).replace('\u202E', String.raw`\u202E`);

const SOURCE = `import { TableClient } from '@azure/data-tables';
declare const connection: string;
declare const o: Record<string, string>;
const client = TableClient.fromConnectionString(connection, ${QUOTED});
export const unknown = client.listEntities({ queryOptions: { filter: o[${QUOTED}] } });
export const scan = client.listEntities({ queryOptions: { filter: \`Name eq '\${o[${QUOTED}]}'\` } });
export const write = client.createEntity({ partitionKey: ${QUOTED}, rowKey: 'a' });
`;

const ENTITY: FakeEntity = {
  PartitionKey: HOSTILE,
  RowKey: HOSTILE,
  properties: [{ name: 'Name', value: { type: 'String', value: HOSTILE } }],
};

describe('what others wrote, in the window', () => {
  let fake: FakeTableService;
  const open = journeys({ extension: 'development', settings: { 'workbench.hover.delay': 100 } });

  before(async () => {
    fake = await startFakeTableService({ [HOSTILE]: [ENTITY], Other: [ENTITY] });
  });
  after(() => fake.stop());

  it('is nowhere a link, an icon or a picture', async () => {
    const window = await open({
      files: { 'src/$(flame)[a](command:b).ts': SOURCE, 'source.ts': SOURCE },
      file: 'source.ts',
    });
    const { page } = window;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const looked: string[] = [];
    const found: (readonly [what: string, more: readonly string[]])[] = [];
    const look = async (what: string, shown: Locator): Promise<void> => {
      await shown.first().waitFor();
      await window.screenshot(`texts ${what}`);
      looked.push(what);
      const more = await moreThanTexts(page);
      if (more.length > 0) found.push([what, more]);
    };
    const lookAtMessage = async (what: string, said: string): Promise<void> => {
      // this build shows no toasts
      const message = page.locator('.notifications-center', { hasText: said });
      await untilShown(page, message, () => window.command('Notifications: Show Notifications'));
      await look(what, message);
      await window.command('Notifications: Clear All Notifications');
    };

    // what the source says
    await look('lenses', page.locator('.codelens-decoration', { hasText: 'Repair' }));
    await window.goTo(placeOf('scan', 'listEntities'));
    const hover = page.locator('.monaco-hover', { hasText: 'Table scan' });
    await window.showHover(hover);
    await look('hover', hover);
    await window.goTo(placeOf('write', 'createEntity'));
    const write = page.locator('.monaco-hover', { hasText: 'Insert' });
    await window.showHover(write);
    await look('hover of a write', write);
    await window.goTo(placeOf('write', QUOTED));
    const key = page.locator('.monaco-hover', { hasText: 'PartitionKey' });
    await window.showHover(key);
    await look('hover of a key', key);
    await window.goTo(placeOf('scan', 'Name eq'));
    await untilShown(page, page.locator('.action-widget .monaco-list-row').first(), () =>
      page.keyboard.press('Control+.'),
    );
    await look('actions', page.locator('.action-widget .monaco-list-row'));
    await page.keyboard.press('Escape');
    await window.command('Problems: Focus on Problems View');
    await look('problems', page.locator('.markers-panel .monaco-list-row', { hasText: 'scan' }));
    await window.command("Partition Lens: Show Operations That Aren't Classified");
    await look(
      'unknown operations',
      page.locator('.quick-input-list .monaco-list-row', { hasText: 'Unknown:' }),
    );
    await page.keyboard.press('Escape');
    await window.goTo('1:1');
    await window.command('Partition Lens: Show All Operations on a Table');
    await look(
      'tables of the source',
      page.locator('.quick-input-list .monaco-list-row', { hasText: 'Repair' }),
    );
    await page.keyboard.press('Escape');

    // what a service says
    await page.getByRole('tab', { name: 'Partition Lens' }).click();
    await window.command('Partition Lens: Connect…');
    await answerConnection(window, HOSTILE, fake.connectionString);
    const table = page.locator('.sidebar [aria-level="2"]', { hasText: 'Repair' });
    await unfold(page, sidebarRow(window, 'Repair'), table);
    const entity = page.locator('.sidebar [aria-level="4"]').first();
    const partition = page.locator('.sidebar [aria-level="3"]').first();
    await unfold(page, table, partition);
    await unfold(page, partition, entity);
    await unfold(page, entity, page.locator('.sidebar [aria-level="5"]').first());
    await look('sidebar', page.locator('.sidebar [aria-level="5"]'));
    // a table has none as long as nothing is declared of it
    for (const row of [sidebarRow(window, 'Repair'), partition, entity]) {
      await page.mouse.move(700, 400);
      await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
      const tooltip = page.locator('.workbench-hover', { hasText: 'Repair' });
      await untilShown(page, tooltip, () => row.hover());
      await look('tooltips', tooltip);
    }
    await pressOn(
      page,
      table,
      page.locator('.quick-input-widget', { hasText: 'Go to partition' }),
      'Go to Partition…',
    );
    await page.locator('.quick-input-widget input:visible').fill('$(flame)[Repair](command:a)');
    await look('typed keys', chosen(page, 'Key is'));
    await page.keyboard.press('Escape');
    await choose(
      window,
      table,
      'Delete Table…',
      page.locator('.quick-input-widget', { hasText: 'Delete table' }),
    );
    await page.locator('.quick-input-widget input:visible').fill('another');
    await look('prompt', page.locator('.quick-input-widget', { hasText: 'press Escape to keep the table' }));
    await page.keyboard.press('Escape');
    await choose(window, table, 'Count Entities', table.filter({ hasText: 'counted 1 entity' }));
    await lookAtMessage('count', '1 entity in 1 partition');

    // both
    await window.goTo(placeOf('unknown', 'listEntities'));
    await window.command('Partition Lens: Run Query on Data…');
    await lookAtMessage('message', "The filter of this query isn't known");
    await window.goTo(placeOf('scan', 'listEntities'));
    await window.command('Partition Lens: Run Query on Data…');
    await page.locator('.quick-input-widget', { hasText: 'Run on' }).waitFor();
    await look('values', page.locator('.quick-input-list .monaco-list-row', { hasText: 'Repair' }));
    await answerQuestions(page, new URL(fake.url).host);
    const panel = page.locator('iframe.webview').last().contentFrame().frameLocator('iframe');
    await look('grid', panel.locator('.status', { hasText: 'row' }));
    await page.getByRole('tab', { name: /source\.ts/ }).click();
    await window.goTo(placeOf('scan', 'listEntities'));
    await window.command('Partition Lens: Explain Query on Data…');
    await answerQuestions(page, new URL(fake.url).host);
    await look('report', panel.getByText('What the query reads in'));
    assert.deepEqual(
      asked.filter((address) => address.includes('a.example')),
      [],
    );
    assert.equal(looked.length, 19);
    assert.deepEqual(found, []);
  });
});

/** What in a page, and in the panels in it, is more than a text and would not be there without what others wrote. */
async function moreThanTexts(page: Page): Promise<string[]> {
  return (await Promise.all(page.frames().map(moreThanTextsIn))).flat();
}

async function moreThanTextsIn(frame: Frame): Promise<string[]> {
  const leading = [TARGET, 'a.example'].flatMap((part) =>
    ['href', 'data-href', 'src'].map((attribute) => `[${attribute}*="${part}"]`),
  );
  const found = await frame.locator([...leading, '.codicon-flame'].join()).all();
  // a link parts its text from what stands around it
  found.push(...(await frame.getByText('Repair', { exact: true }).all()));
  // what nobody sees stands behind a field as it is in it
  const turned = frame.locator('xpath=//*[text()[contains(., "\u202E")] and not(@aria-hidden="true")]');
  found.push(...(await turned.all()));
  return Promise.all(found.map((each) => each.locator('xpath=..').innerHTML()));
}

/** Takes the account, where there is a choice, and a value that the table has for the hole of the filter. */
async function answerQuestions(page: Page, host: string): Promise<void> {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const account = rows.filter({ hasText: host }).first();
  const value = rows.filter({ hasText: /entities looked at|as last time/ }).first();
  await account.or(value).first().waitFor();
  if (await account.isVisible()) await account.click();
  await value.click();
}

/** Where a part of a statement of the source stands, as the editor goes there. */
function placeOf(name: string, part: string): string {
  const lines = SOURCE.split('\n');
  const line = lines.findIndex((each) => each.startsWith(`export const ${name} `));
  return `${line + 1}:${(lines[line] ?? '').indexOf(part) + 3}`;
}

/** Chooses from the menu of a row until this is seen: the menu does not take a click that comes at once. */
async function choose({ page }: Window, row: Locator, title: string, wanted: Locator): Promise<void> {
  const item = page.locator('.context-view .action-item', { hasText: title }).first();
  await untilShown(page, wanted, async () => {
    await row.click({ button: 'right' });
    await item.hover({ timeout: 5_000 });
    await page.keyboard.press('Enter');
  });
}
