import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { readEntities } from '../../src/core/edm/json.ts';
import { MAX_TICKS, UNIX_EPOCH } from '../../src/core/keys/time.ts';
import type { Fault } from '../fake-service/service.ts';
import type { FakeEntity } from '../fake-service/rows.ts';
import { tableOf } from '../support/tables.ts';
import { askedBy, gridPages } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';

const HOUR = 3_600_000;
/** A line every ten hours up to now, newest first. */
const LINES = 10;

function log(now: number): FakeEntity[] {
  return Array.from({ length: LINES }, (_, line) => {
    const ticks = UNIX_EPOCH + BigInt(now - line * 10 * HOUR) * 10_000n;
    return { PartitionKey: 'app', RowKey: `${MAX_TICKS - ticks}` };
  });
}

/** Of one customer: an order each hour, newest first, with three lines each, whose keys come before those of orders. */
function orders(now: number): FakeEntity[] {
  const at = (hours: number): string => `${MAX_TICKS - UNIX_EPOCH - BigInt(now - hours * HOUR) * 10_000n}`;
  const hours = Array.from({ length: 50 }, (_, hour) => at(hour));
  const lines = hours.flatMap((time) => ['1', '2', '3'].map((line) => `line_${time}_${line}`));
  return [...lines, ...hours.map((time) => `order_${time}`)].map((RowKey) => ({ PartitionKey: 'c', RowKey }));
}

const CLAIMS: readonly FakeEntity[] = [
  {
    PartitionKey: "o'x",
    RowKey: '1',
    properties: [
      { name: 'Amount', value: { type: 'Double', value: 123, text: '123.0' } },
      { name: 'Big', value: { type: 'Int64', value: 9_007_199_254_740_993n } },
      { name: 'At', value: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' } },
    ],
  },
  {
    PartitionKey: "o'x",
    RowKey: '2',
    properties: [{ name: 'Note', value: { type: 'String', value: 'a|b' } }],
  },
];

const LONG: FakeEntity = {
  PartitionKey: 'a',
  RowKey: '1',
  properties: [
    { name: 'Note', value: { type: 'String', value: `${'long '.repeat(6_000)}end` } },
    { name: 'Bytes', value: { type: 'Binary', value: `${'00'.repeat(999)}FF` } },
  ],
};

describe("what a grid's page does with rows", () => {
  let grid: GridPage;
  let faultOf: (number: number) => Fault | undefined = () => undefined;
  afterEach(() => {
    faultOf = () => undefined;
  });
  const pages = gridPages(
    () => ({
      Log: log(Date.now()),
      Orders: orders(Date.now()),
      Claims: [...CLAIMS],
      Long: [LONG],
      Many: tableOf([2_500]),
    }),
    (number) => faultOf(number),
  );

  const open = async (table: string, start: object = {}): Promise<void> => {
    grid = await pages.open(table, start);
  };
  const status = (text: string | RegExp): Locator => grid.page.locator('.status', { hasText: text });
  const choose = async (menu: string, entry: string): Promise<void> => {
    await grid.page.getByRole('button', { name: menu, exact: true }).click();
    await grid.page.getByRole('menuitem', { name: entry, exact: true }).click();
  };

  for (const [entry, hours] of [
    ['Last hour', 1],
    ['Last 24 hours', 24],
    ['Last 7 days', 168],
  ] as const) {
    it(`makes bounds of RowKey from “${entry}”`, async () => {
      const rowKey = [{ separator: '', parts: [{ kind: 'codec', codec: 'inverted-ticks' }] }];
      await open('Log', { keys: { partitionKey: [], rowKey } });
      await status(`${LINES} rows, all of them`).waitFor();
      await choose('Time', entry);
      const within = Math.min(LINES, Math.floor(hours / 10) + 1);
      await status(within === 1 ? '1 row, all of them' : `${within} rows, all of them`).waitFor();
      assert.match(pages.requests().at(-1)?.filter ?? '', /^RowKey ge '\d{19}' and RowKey lt '\d{19}'$/);
    });
  }

  it('asks which kind of rows a time is asked of, leaves out none unsaid, and says which it was', async () => {
    await open('Orders');
    const { page } = grid;
    const pick = async (name: string): Promise<void> => {
      await choose('Time', 'Last hour');
      await page.getByRole('dialog').getByRole('button', { name }).click();
    };
    await status('100 rows so far, there are more').waitFor();
    await choose('Time', 'Last hour');
    await page.getByRole('dialog').getByText('Not all rows were read').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Load all' }).click();
    await status('200 rows, all of them').waitFor();
    await pick('All of these');
    await status('4 rows, all of them').waitFor();
    await page.locator('.said', { hasText: 'Reads only RowKeys “line_…”, “order_…”' }).waitFor();
    await pick('order_');
    await status('1 row, all of them').waitFor();
    assert.match(pages.requests().at(-1)?.filter ?? '', /^RowKey ge 'order_\d+' and RowKey lt 'order_\d+'$/);
  });

  it('shows beside its name, its filter and its rows that a signature shows some keys alone', async () => {
    await open('Claims');
    const { page } = grid;
    await status('2 rows, all of them').waitFor();
    // no frame around nothing
    assert.equal(await page.locator('h1 .remote').isVisible(), false);
    await grid.post({ kind: 'within', keys: '“a” to “p”' });
    await page.getByRole('heading', { name: 'keys “a” to “p” only, as the signature allows' }).waitFor();
    await page.locator('.region', { hasText: 'the whole table · keys “a” to “p” only' }).waitFor();
    await status('2 rows, all of them within keys “a” to “p”').waitFor();
  });

  it('goes on loading all when that is retried, and offers no more of a table that is gone', async () => {
    await open('Many');
    const { page } = grid;
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    await status('100 rows so far, there are more').waitFor();
    faultOf = () => ({ kind: 'status', status: 400, code: 'InvalidInput' });
    await press('Load all');
    await status(/^100 rows so far, there are more .* 2 requests, 1 of them failed/).waitFor();
    faultOf = () => undefined;
    await press('Retry');
    await status(/^2,500 rows, all of them .* 1 of them failed/).waitFor();
    faultOf = () => ({ kind: 'status', status: 404, code: 'TableNotFound' });
    await press('Run');
    await page.getByText('The table no longer exists').waitFor();
    assert.deepEqual(
      await Promise.all(
        ['Next page', 'Load all'].map((name) => page.getByRole('button', { name, exact: true }).isDisabled()),
      ),
      [true, true],
    );
  });

  it('says of Cosmos DB that nothing is sorted, until the rows are', async () => {
    await open('Claims', { isSorted: false });
    await status('2 rows, all of them · not sorted: Cosmos DB').waitFor();
    await grid.page.getByRole('columnheader', { name: 'Amount' }).click();
    await status('· sorted by Amount ·').waitFor();
  });

  it('cuts long texts and bytes in their cells, and shows them whole in a viewer', async () => {
    await open('Long');
    const { page } = grid;
    const view = async (column: string): Promise<string> => {
      const cell = page.locator(`[role=gridcell][col-id="${column}"]`);
      assert.ok((await cell.innerText()).length < 300);
      await cell.dblclick();
      const text = await page.getByRole('dialog').locator('textarea').inputValue();
      await page.keyboard.press('Escape');
      return text;
    };
    assert.equal(await view('Note'), `${'long '.repeat(6_000)}end`);
    assert.match(await view('Bytes'), /^000000 {2}00 00 .*\n0003e0 {2}(00 ){7}FF$/s);
  });

  it('remembers how wide a column was made with the mouse', async () => {
    await open('Claims');
    await status('2 rows, all of them').waitFor();
    const { page } = grid;
    const header = page.locator('[role=columnheader][col-id="Note"]');
    const width = async (): Promise<number> => Math.round((await header.boundingBox())?.width ?? 0);
    const before = await width();
    const edge = await header.locator('.ag-header-cell-resize').boundingBox();
    assert.ok(edge, 'nothing to size the column by');
    const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
    const { columns } = await askedBy(grid, ['remember'], async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 80, y, { steps: 4 });
      await page.mouse.up();
    });
    assert.equal(await width(), before + 80);
    assert.equal(columns.find(({ name }) => name === 'Note')?.width, before + 80);
  });

  it('copies rows in each form, and calls, for the clipboard and for the source', async () => {
    await open('Claims');
    await status('2 rows, all of them').waitFor();
    const cell = grid.page.locator('[role=gridcell][col-id="RowKey"]');
    await cell.first().click();
    await cell.last().click({ modifiers: ['Shift'] });
    const copied = async (entry: string): Promise<string> => {
      const asked = await askedBy(grid, ['copy', 'code'], () => choose('Copy', entry));
      return asked.kind === 'copy' ? asked.text : JSON.stringify(asked);
    };
    const rows = readEntities(`{"value":${await copied('Rows as JSON')}}`);
    assert.deepEqual(
      rows.map(({ properties }) => properties),
      CLAIMS.map(({ properties }) => properties),
    );
    assert.match(
      await copied('Rows as CSV'),
      /^PartitionKey,RowKey,Amount,Big,At,.*\r\no'x,1,123\.0,9007199254740993,/,
    );
    assert.match(await copied('Rows as Markdown'), /\| --- \|[^]*\| o'x \| 2 \|.*\| a\\\|b \|/);
    assert.equal(await copied('Keys'), "o'x\t1\no'x\t2\n");
    const entities = ['1', '2'].map((rowKey) => ({ partitionKey: "o'x", rowKey }));
    const call = { method: 'getEntity', entities };
    assert.deepEqual(JSON.parse(await copied('getEntity call (TypeScript)')), {
      kind: 'code',
      use: 'copy',
      call,
    });
    await grid.page.getByRole('combobox').fill("PartitionKey eq 'o''x'");
    await grid.page.keyboard.press('Escape');
    await grid.page.getByRole('button', { name: 'Run', exact: true }).click();
    await status('2 rows, all of them').waitFor();
    const inserted = await askedBy(grid, ['code'], () => choose('Insert at cursor', 'listEntities call'));
    assert.deepEqual(inserted, {
      kind: 'code',
      use: 'insert',
      call: { method: 'listEntities', filter: "PartitionKey eq 'o''x'" },
    });
  });
});
