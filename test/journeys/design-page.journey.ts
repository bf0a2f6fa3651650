import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import {
  type FromDesignPage,
  readFromDesignPage,
  type ToDesignPage,
} from '../../src/protocol/design-page.ts';
import { createEngine } from '../../src/lens/engine/create.ts';
import { DEFAULTS } from '../../src/lens/design/explorer/assumptions.ts';
import { reportsOf } from '../../src/lens/design/report/data.ts';
import { tableUses } from '../../src/lens/ide/table-uses.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { viewOf } from '../../src/server/design/view.ts';
import type { DesignedTable } from '../../src/protocol/designed.ts';
import { until } from '../host/until.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { openPanelPage, type PanelPage } from '../support/panel-page.ts';
import { sharedChromium } from '../support/shared-chromium.ts';

/** The designs of the tables of a source, as the server puts them. */
function designsIn(source: string): readonly DesignedTable[] {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/a.ts', source);
  engine.wantedFiles();
  const uses = [...tableUses(engine.operations('/a.ts'), new Map(), (file) => file)];
  const reports = reportsOf(uses, DEFAULTS, ({ file, span }) => ({ file, line: 1, column: span.start + 1 }));
  return reports.map((report) => viewOf(report, ({ file, column }) => ({ label: file, index: column })));
}

const employees = (filter: string): string => `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString('', 'Employees');
export const add = (department, id, email, name) =>
  client.createEntity({ partitionKey: department, rowKey: id, email, name });
export const get = (department, id) => client.getEntity(department, id);
export const byEmail = (department, email) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` } });
export const some = (name) => client.listEntities({ queryOptions: { filter: odata\`${filter}\` } });
const logs = TableClient.fromConnectionString('', 'Logs');
export const log = (day, id) => logs.createEntity({ partitionKey: day, rowKey: id, text: '' });
`;

describe('the page of a design panel', () => {
  let browser: Browser;
  let opened: PanelPage;
  let asked: FromDesignPage[];
  let tables: readonly DesignedTable[];
  let number: number;

  before(async () => {
    browser = await sharedChromium();
  });
  afterEach(async () => {
    assert.deepEqual(opened.violations, []);
    await opened.page.close();
  });

  const message = (shown: DesignedTable | undefined, at?: string): ToDesignPage => ({
    kind: 'design',
    number: ++number,
    tables: tables.map(({ table, reads }) => ({ table, words: `${reads.length} access patterns` })),
    shown: shown ?? null,
    wanted: shown?.table,
    at,
  });
  const show = async (given: ToDesignPage): Promise<void> => {
    await opened.post(given);
    await opened.heard();
  };
  /** Opens the page as the extension does, with the first table. */
  const open = async (given: readonly DesignedTable[], at?: string): Promise<PanelPage['page']> => {
    tables = given;
    number = 0;
    asked = [];
    opened = await openPanelPage(
      browser,
      { name: 'design', title: 'Table Design' },
      async (received, post) => {
        const one = readFromDesignPage(received);
        assert.ok(one, JSON.stringify(received));
        asked.push(one);
        if (one.kind === 'ready') {
          await post({ kind: 'start', texts: undefined });
          await post(message(given[0], at));
        }
        if (one.kind === 'table') await post(message(given.find(({ table }) => table === one.table)));
      },
    );
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened.page;
  };
  const lastAsked = (kind: FromDesignPage['kind']): Promise<FromDesignPage> =>
    until(() => asked.findLast((one) => one.kind === kind), kind);
  const focused = (page: PanelPage['page']): Promise<unknown> =>
    page.evaluate("document.activeElement?.getAttribute('data-key')");
  const scrolled = (page: PanelPage['page']): Promise<unknown> => page.evaluate('window.scrollY');

  it('is worked by keyboard alone: tables, sites, designs', async () => {
    const page = await open(designsIn(employees('name eq ${name}')));
    // who comes by keyboard begins at the tables
    assert.equal(await focused(page), 'table Employees');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    assert.equal(await focused(page), 'table Logs');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Employees' }).waitFor();
    // to the design that ranks first, and back
    const first = tables[0]?.designs[0]?.title ?? assert.fail();
    await page.getByRole('button', { name: first, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('h3:focus', { hasText: first }).waitFor();
    await page.getByRole('button', { name: 'Employees' }).first().focus();
    // on through the page: a picture, what is better, a site
    const tabTo = async (key: RegExp): Promise<void> => {
      for (let left = 60; left > 0; left--) {
        await page.keyboard.press('Tab');
        if (key.test(String(await focused(page)))) return;
      }
      assert.fail(`the Tab key does not lead to ${String(key)}`);
    };
    await tabTo(/^site R1/);
    await page.keyboard.press('Enter');
    const { reads } = tables[0] ?? assert.fail();
    assert.deepEqual(await lastAsked('open'), { kind: 'open', number, site: reads[0]?.sites[0]?.index });
    await tabTo(/^design /);
    const chosen = await focused(page);
    await page.keyboard.press('ArrowDown');
    await page.locator('.choice:has(:checked):has(:focus)').waitFor();
    assert.notEqual(await focused(page), chosen);
    const title = tables[0]?.designs[1]?.title ?? assert.fail('there is one design');
    await page.getByRole('heading', { level: 3, name: title }).waitFor();
  });

  it('keeps its place when the code changes: what is looked at, the focus, the design that was chosen', async () => {
    const page = await open(designsIn(employees('name eq ${name}')));
    await page.setViewportSize({ width: 900, height: 400 });
    const last = page.getByRole('radio', { name: /Leave it as it is/ });
    await last.check();
    await last.focus();
    const before = await last.boundingBox();
    assert.notEqual(await scrolled(page), 0);
    const longer = designsIn(`${employees('name eq ${name}')}export const all = client.listEntities();\n`);
    await show(message(longer[0]));
    await page.getByText('All employees').first().waitFor();
    assert.ok(await last.isChecked());
    assert.match(String(await focused(page)), /^design Leave it as it is/);
    const after = await last.boundingBox();
    assert.ok(before && after && Math.abs(before.y - after.y) < 60, `from ${before?.y} to ${after?.y}`);
  });

  it('goes to the read that was asked for, and from there to a design that serves it', async () => {
    const page = await open(designsIn(employees('name eq ${name}')), 'R2');
    const row = page.locator('tr[aria-current=true]').first();
    assert.match(await row.innerText(), /with a given email/);
    assert.equal(await focused(page), 'use R2');
    await row
      .getByRole('button', { name: /^Design \d: / })
      .first()
      .click();
    assert.equal(await focused(page), 'change R2');
  });

  it('saves a picture, of today or of a design', async () => {
    const page = await open(designsIn(employees('name eq ${name}')));
    await page.getByRole('button', { name: 'Save Picture…' }).first().click();
    assert.deepEqual(await lastAsked('save'), { kind: 'save', number });
  });

  it('rehearses a design by keyboard, shows what came of it, and forgets it when the design changes', async () => {
    const page = await open(designsIn(employees('name eq ${name}')));
    const design = tables[0]?.designs[0] ?? assert.fail('no design');
    await page.getByRole('button', { name: 'Rehearse on Data…' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(await lastAsked('rehearse'), { kind: 'rehearse', number, design: 0, place: 'azurite' });
    const rehearsed: ToDesignPage = {
      kind: 'rehearsed',
      table: 'Employees',
      design,
      view: {
        title: 'Rehearsed on <img src=x onerror=alert(1)>',
        sentences: ['](command:x)'],
        tables: [
          { label: 'Partitions', headings: ['', 'Entities'], rows: [['<b>Today</b>', '1,000']] },
          { label: 'Nothing', headings: ['Why'], rows: [] },
        ],
      },
    };
    await show(rehearsed);
    // a screen reader reads what has the focus
    assert.equal(await focused(page), 'rehearsed');
    const results = page.getByRole('table', { name: 'Partitions' });
    assert.deepEqual(await results.locator('td').allInnerTexts(), ['<b>Today</b>', '1,000']);
    await page.getByText('](command:x)').waitFor();
    assert.equal(await page.locator('img, a, b').count(), 0);
    assert.equal(await page.getByRole('table', { name: 'Nothing' }).count(), 0);
    await show(message(tables[0]));
    assert.equal(await results.count(), 1);
    const [other] = designsIn(
      `${employees('name eq ${name}')}export const all = () => client.listEntities();\n`,
    );
    const changed = other && {
      ...other,
      designs: other.designs.map((one) => (one.title === design.title ? { ...one, why: 'x' } : one)),
    };
    await show(message(changed));
    assert.equal(await results.count(), 0);
    await page.getByRole('radio', { name: /Leave it as it is/ }).check();
    assert.equal(await page.getByRole('button', { name: 'Rehearse on Data…' }).count(), 0);
  });

  it('offers to write a design where a pattern can, and says what and where', async () => {
    const site = { label: 'a.ts:7', words: 'R1: Keep a copy <img src=x>', index: 3 };
    const given = designsIn(employees('name eq ${name}')).map((table) => ({
      ...table,
      designs: table.designs.map((one, index) => ({
        ...one,
        assists: index === 0 ? [{ pattern: 'intra-partition-index', site }] : [],
      })),
    }));
    const page = await open(given);
    const apply = page.getByRole('button', { name: 'Apply…' });
    assert.equal(await apply.count(), 1);
    const about = await apply.getAttribute('aria-describedby');
    assert.equal(await page.locator(`#${about}`).innerText(), site.words);
    await apply.focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await lastAsked('apply'), { kind: 'apply', number, design: 0, assist: 0 });
    await page.getByRole('button', { name: 'a.ts:7' }).first().click();
    assert.deepEqual(await lastAsked('open'), { kind: 'open', number, site: 3 });
    await page.getByRole('radio', { name: /Leave it as it is/ }).check();
    assert.equal(await apply.count(), 0);
  });

  it('says where no code uses a table', async () => {
    const page = await open(designsIn(employees('name eq ${name}')));
    await show({ ...message(undefined), wanted: 'Orders' } as ToDesignPage);
    await page.getByText('No operation on Orders is found in this workspace.').waitFor();
    await page.getByRole('button', { name: 'Design a New Table…' }).press('Enter');
    assert.deepEqual(await lastAsked('new'), { kind: 'new' });
  });

  it('shows names and texts of others as texts', async () => {
    const hostile = HOSTILE_TEXTS.map((text) => JSON.stringify(text));
    const source = hostile
      .map(
        (text, index) => `const c${index} = TableClient.fromConnectionString('', ${text});
export const w${index} = (id) => c${index}.createEntity({ partitionKey: ${text}, rowKey: id, [${text}]: 1, '<img src=x onerror=alert(1)>': 2 });
export const r${index} = () => c${index}.listEntities({ queryOptions: { filter: "PartitionKey eq '<img src=x onerror=alert(1)>' and a eq '](command:x)'" } });
`,
      )
      .join('');
    const found = designsIn(`import { TableClient } from '@azure/data-tables';\n${source}`);
    assert.ok(found.length > 5, `${found.length} tables`);
    const page = await open(found);
    for (const table of found) {
      await show(message(table));
      assert.equal(await page.locator('img, a, script[src^="x"], iframe, foreignObject').count(), 0);
      const text = await page.locator('article').innerText();
      assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069]/);
      assert.match(text, /<img src=x onerror=alert\(1\)>/);
    }
  });
});
