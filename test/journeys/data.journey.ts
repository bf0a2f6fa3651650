import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AzureNamedKeyCredential, generateAccountSas } from '@azure/data-tables';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Property } from '../../src/core/edm/json.ts';
import { generatedRows } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService, Fault } from '../fake-service/service.ts';
import { until } from '../host/until.ts';
import { heapInUse } from '../vscode-host/inspector.ts';
import { formsOf } from '../support/canaries.ts';
import { freePort } from '../support/ports.ts';
import { gridOf, openEntities } from './grid-window.ts';
import { connectTo, journeys, pressOn, sidebarRow, unfold as unfoldUntil, untilShown } from './harness.ts';
import type { Window, WindowOptions } from './harness.ts';

const MB = 1024 * 1024;
const HOUR = 3_600_000;

/** What must be in no log, by what it is planted in. */
const [inPartitionKey, inRowKey, inValue, inFilter, inSecret, inSource, inEnv] = [
  ...['pk', 'rk', 'value', 'filter', 'secret', 'source', 'env'],
].map((kind) => kind + randomBytes(6).toString('hex')) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

/** What must stay text. */
const MARKUP =
  '<img src=x onerror=alert(1)><a href="command:workbench.action.quit">quit</a> [quit](command:workbench.action.quit) $(trash)';

/** The same as VS Code's own rows and tooltips show it: what they would read as a link or an icon is parted by what is not seen. */
const SHOWN = MARKUP.replace('](', ']\u200C(').replace('$(', '$\u200C(');

/** A secret as connection strings have it. */
function keyOf(canary: string): string {
  return `AccountName=shop;AccountKey=${Buffer.from(canary).toString('base64')}`;
}

const SOURCE = `import { odata, TableClient } from '@azure/data-tables';

const ours = TableClient.fromConnectionString('${keyOf(inSource)}', 'Marked');
export const one = ours.getEntity('${inSource}', "${inSource}");

export function named(connection: string, name: string) {
  const client = TableClient.fromConnectionString(connection, 'Marked');
  return client.listEntities({ queryOptions: { filter: odata\`Text eq \${name}\` } });
}
`;

function numbered(prefix: string): (index: number) => string {
  return (index) => `${prefix}-${String(index).padStart(6, '0')}`;
}

function properties(row: number): Property[] {
  return [{ name: 'Text', value: { type: 'String', value: `${MARKUP} ${inValue} ${row % 3}` } }];
}

describe('a large account', () => {
  const home = mkdtempSync(join(tmpdir(), 'partition-lens-data-'));
  const settings = { 'partitionLens.trace.server': 'verbose' };
  const open = journeys({ extension: 'development', home, logFiles: true, settings });
  /** What windows wrote on their consoles. */
  const consoles: string[] = [];
  let fake: FakeTableService;
  let fault: Fault | undefined;
  /** How far the service's clock is ahead, in milliseconds. */
  let ahead: number;

  before(async () => {
    const [partitionKey, rowKey] = [numbered(inPartitionKey), numbered(inRowKey)];
    fake = await startFakeTableService(
      {
        Million: generatedRows({ partitions: 1_000, rows: 1_000, partitionKey, rowKey, properties }),
        Scattered: generatedRows({ partitions: 50_000, rows: 1, partitionKey, rowKey, properties }),
        Marked: generatedRows({
          ...{ partitions: 3, rows: 20, properties },
          partitionKey: numbered(`${MARKUP}${inPartitionKey}`),
          rowKey: numbered(`${MARKUP}${inRowKey}`),
        }),
      },
      () => fault,
      { now: () => Date.now() + ahead },
    );
  });
  beforeEach(() => {
    fault = undefined;
    ahead = 0;
  });
  after(async () => {
    await fake.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('shows first rows after one request, and walks on in flat memory', async () => {
    const inspect = await freePort();
    const window = await connected(fake.connectionString, { inspect });
    const { page } = window;
    /** Since the last time it was asked. */
    const growth = async (): Promise<number> => {
      const before = heap;
      heap = await heapInUse(inspect);
      return heap - before;
    };
    let heap = await heapInUse(inspect);

    const grid = await openGrid(page, 'Million');
    await status(grid, '100 rows so far, there are more · sorted by key · 1 request').waitFor();
    assert.equal(sent('Million'), 1);
    await growth();
    await grid.getByRole('button', { name: 'Load all' }).click();
    await status(grid, '100,100 rows so far').waitFor({ timeout: 120_000 });
    const byRows = await growth();
    await window.screenshot('data grid of a million');

    const before = sent('Million');
    await unfold(page, 'Million', '100+ partitions');
    assert.ok(sent('Million') - before <= 101, `${sent('Million') - before} requests`);
    await row(page, 'Million').click();
    await unfold(page, 'Scattered', '100+ partitions');
    assert.equal(sent('Scattered'), 1);
    await growth();
    for (const shown of [200, 300, 400]) {
      await more(page, `${shown}+ partitions`);
    }
    const byMore = await growth();
    assert.equal(sent('Scattered'), 2);
    const last = await atEnd(page, 'Show more');
    await pressOn(page, last, row(page, '50,000 partitions'), 'Read All Partitions');
    const byAll = await growth();
    assert.equal(sent('Scattered'), 51);
    await window.screenshot('data all partitions');

    const [rows, some, all] = [byRows, byMore, byAll].map((bytes) => (bytes / MB).toFixed(1));
    console.log(
      `      extension host: +${rows} MB by 100,000 rows in the grid, +${some} MB by 300 partitions`,
    );
    console.log(`      in the tree, +${all} MB by 49,600 more`);
    assert.ok(byRows < 5 * MB && byMore < 5 * MB, 'what was shown is kept in the extension host');
    assert.ok(byAll < 49_600 * 1024, 'a partition that is listed takes more than 1 kB');
  });

  it('keeps what is there when the service fails, says what to do, and goes on', async () => {
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    const expiresOn = new Date(Date.now() + HOUR);
    const signature = generateAccountSas(shared, { expiresOn });
    const window = await connected(`TableEndpoint=${fake.url};SharedAccessSignature=${signature}`);
    const { page } = window;
    await unfold(page, 'Scattered', '100+ partitions');

    fault = { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 60 };
    await more(page, 'Busy: wait, then retry');
    const dialog = page.getByRole('dialog');
    await pressOn(page, row(page, 'Busy: wait, then retry'), dialog.getByText('Retry in 60 seconds'));
    await window.screenshot('data busy');
    fault = undefined;
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await row(page, '200+ partitions').waitFor();

    const grid = await openGrid(page, 'Scattered');
    await status(grid, '100 rows so far').waitFor();
    fault = { kind: 'break' };
    await grid.getByRole('button', { name: 'Next page' }).click();
    const alert = grid.getByRole('alert');
    await alert.filter({ hasText: 'was lost during the response' }).waitFor();
    await status(grid, '100 rows so far').waitFor();
    await window.screenshot('data broken off');
    fault = undefined;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await status(grid, '1,100 rows so far').waitFor();

    ahead = 2 * HOUR;
    const denied = row(page, 'Access denied: connect again');
    await unfoldUntil(page, await atEnd(page, '-000199'), denied);
    await pressOn(page, denied, dialog.getByText('expired'));
    await window.screenshot('data expired');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row(page, '200+ partitions').waitFor();
  });

  it('shows markup and command links in keys and values as text, in tree, tooltip and report', async () => {
    const window = await connected(fake.connectionString, {
      files: { 'named.ts': SOURCE, '.env': `SHOP=${keyOf(inEnv)}\n` },
      file: 'named.ts',
    });
    const { page } = window;
    await unfold(page, 'Marked', '3 partitions');
    const hover = page.locator('.monaco-hover', { hasText: 'PartitionKey' });
    // a row that moves under the pointer loses its tooltip
    await untilShown(page, hover, async () => {
      await page.mouse.move(0, 0);
      await row(page, `${SHOWN}${inPartitionKey}`).hover();
    });
    await window.screenshot('data markup tooltip');
    assert.ok((await hover.innerText()).includes(SHOWN));
    assert.equal(await hover.locator('a, img').count(), 0);

    await page.locator('.squiggly-warning').first().waitFor();
    await page.locator('.monaco-editor .view-line', { hasText: 'listEntities' }).click();
    await window.command('Partition Lens: Explain Query on Data…');
    const offer = page.locator('.quick-input-list .monaco-list-row', { hasText: inValue }).first();
    await offer.waitFor();
    await window.screenshot('data markup offer');
    const offered = await offer.innerText();
    assert.ok(offered.includes(SHOWN) && (await offer.locator('.codicon-trash').count()) === 0, offered);
    await offer.click();
    const report = gridOf(page);
    await report.getByText('What the query reads in Marked').waitFor();
    await window.screenshot('data markup report');
    const text = await report.locator('body').innerText();
    assert.ok(text.includes(`Text eq '${MARKUP} ${inValue}`), text);
    assert.equal(await report.locator('img, a[href^=command]').count(), 0);
  });

  it('writes no key, value, filter or secret into a log, of what was read here and of what is refused', async () => {
    const refused = await connected(
      fake.connectionString.replace(/AccountName=[^;]+;AccountKey=[^;]+/, keyOf(inSecret)),
    );
    await row(refused.page, 'Access denied: connect again').waitFor();
    const window = await connected(fake.connectionString);
    const grid = await openGrid(window.page, 'Million');
    await grid.getByRole('combobox').fill(`PartitionKey eq '${inFilter}' and Text eq '${inFilter}' AND`);
    await grid.getByRole('button', { name: 'Run', exact: true }).click();
    await grid.getByRole('alert').filter({ hasText: 'rejected' }).waitFor();

    for (const kind of ['throttled', 'interrupted', 'signature-expired', 'wrong-key', 'bad-request']) {
      const isSaid = async (): Promise<boolean> =>
        (await logFiles()).get('Partition Lens.log')?.some((text) => text.includes(kind)) ?? false;
      await until(isSaid, `${kind} in a log, without which nothing can be said of what a log has`);
    }
    const logs = await logFiles();
    // the server's, the extension hosts', ours with that of the language server
    for (const name of ['remoteagent.log', 'remoteexthost.log', 'Partition Lens.log']) {
      assert.ok(
        logs.get(name)?.some((text) => text !== ''),
        `${name} has nothing`,
      );
    }
    const canaries = [inPartitionKey, inRowKey, inValue, inFilter, inSecret, inSource, inEnv, fake.key];
    for (const [name, texts] of [...logs, ['the console', consoles] as const]) {
      for (const canary of canaries) {
        for (const form of formsOf(canary)) {
          const line = texts.flatMap((text) => text.split('\n')).find((text) => text.includes(form));
          assert.equal(line, undefined, `${canary} as ${form} is in ${name}: ${line ?? ''}`);
        }
      }
    }
  });

  /** What the server and its extension hosts logged, by the names of the files. */
  async function logFiles(): Promise<Map<string, string[]>> {
    const entries = await readdir(join(home, 'data/logs'), { recursive: true, withFileTypes: true });
    const texts = new Map<string, string[]>();
    for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
      texts.set(name, [...(texts.get(name) ?? []), await readFile(join(parentPath, name), 'utf8')]);
    }
    return texts;
  }

  async function connected(connectionString: string, options: WindowOptions = {}): Promise<Window> {
    const window = await open({
      log: 'partition-lens.partition-lens=trace',
      prepare: (page) => {
        page.on('console', (message) => {
          // where colouring takes it half a second, VS Code says which line of an open file that was
          if (!message.text().startsWith('Time limit reached when tokenizing line')) {
            consoles.push(message.text());
          }
        });
        return Promise.resolve();
      },
      ...options,
    });
    const isRefused = connectionString.includes(keyOf(inSecret));
    await connectTo(window, 'Large', connectionString, { isRefused });
    if (!isRefused) await unfold(window.page, 'Large', '3 tables');
    return window;
  }

  /** How many queries of a table were sent so far. */
  function sent(table: string): number {
    return fake.requests.filter(({ path }) => path.endsWith(`/${table}()`)).length;
  }
});

function row(page: Page, text: string): Locator {
  return sidebarRow({ page }, text);
}

/** Unfolds a row, and waits until it says this. */
function unfold(page: Page, name: string, then: string): Promise<void> {
  return unfoldUntil(page, row(page, name), row(page, name).filter({ hasText: then }));
}

/** Clicks “Show more” under the last list until a row says this. */
async function more(page: Page, then: string): Promise<void> {
  await pressOn(page, await atEnd(page, 'Show more'), row(page, then));
}

/** A row at the end of the tree: it is drawn once one is there. */
async function atEnd(page: Page, text: string): Promise<Locator> {
  await page.locator('.sidebar .monaco-list').focus();
  await page.keyboard.press('End');
  return row(page, text);
}

async function openGrid(page: Page, table: string): Promise<FrameLocator> {
  await openEntities(page, row(page, table));
  return gridOf(page);
}

function status(grid: FrameLocator, text: string | RegExp): Locator {
  return grid.locator('.status', { hasText: text });
}
