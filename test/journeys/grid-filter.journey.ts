import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import type { FakeEntity } from '../fake-service/rows.ts';
import type { Fault } from '../fake-service/service.ts';
import { filterText } from '../support/filter-field.ts';
import { askedBy, gridPages } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';

const pictures = fileURLToPath(new URL('../../.cache/screenshots/', import.meta.url));

function stock(rows: number): FakeEntity[] {
  return Array.from({ length: rows }, (_, row) => ({
    PartitionKey: 'shelf',
    RowKey: `item${row}`,
    properties: [
      { name: 'count', value: { type: 'Int32', value: row } },
      { name: 'Weight', value: { type: 'Double', value: row, text: `${row}.0` } },
      { name: 'Barcode', value: { type: 'Int64', value: 9_007_199_254_740_993n } },
      { name: 'Since', value: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' } },
    ],
  }));
}

describe('the filter box of a grid', () => {
  let grid: GridPage;
  let fault: Fault | undefined;
  const pages = gridPages(
    () => ({ Stock: stock(30) }),
    () => fault,
  );

  beforeEach(async () => {
    fault = undefined;
    grid = await pages.open('Stock');
    await status('30 rows, all of them').waitFor();
  });

  const filter = (): Locator => grid.page.getByRole('combobox');
  const mistake = (text: string | RegExp): Locator => grid.page.locator('.mistake', { hasText: text });
  const requests = (): Locator => grid.page.locator('.verdict .requests');
  const status = (text: string): Locator => grid.page.locator('.status', { hasText: text });
  const fix = (): Locator => grid.page.getByRole('button', { name: 'Fix' });

  it('tells by the rows that are loaded where a value of another type never matches', async () => {
    await filter().fill("count eq '3' and Barcode gt 5 and Cout gt 5");
    await mistake(/count is stored as .*Int32.*All rows loaded so far/).waitFor();
    await mistake(/Barcode is stored as .*Int64/).waitFor();
    await mistake(/No entity of the table has Cout.*Did you mean count/).waitFor();
    assert.deepEqual(await grid.page.locator('.wrong').allInnerTexts(), ["'3'", '5', 'Cout']);
    await grid.page.screenshot({ path: join(pictures, 'filter-doubts.png') });
    // it runs, only without a match
    assert.equal(await filter().getAttribute('aria-invalid'), 'false');
    assert.match(await requests().innerText(), /request/);
    for (let left = 3; left > 0; left--) await fix().first().click();
    assert.equal(await filterText(filter()), 'count eq 3 and Barcode gt 5L and count gt 5');
    assert.equal(await mistake(/./).count(), 0);
  });

  it('tells by the source of the workspace, for properties that no row has', async () => {
    await grid.post({ kind: 'named', properties: [{ name: 'Sold', types: ['DateTime'] }] });
    await filter().fill("Sold gt '2026-01-02T03:04:05Z'");
    await mistake(/Sold is stored as .*DateTime.*source of this workspace/).waitFor();
    await fix().click();
    assert.equal(await filterText(filter()), "Sold gt datetime'2026-01-02T03:04:05Z'");
  });

  it('counts what a filter touches, beside its verdict, and forgets it with the filter', async () => {
    const button = (name: string): Locator => grid.page.getByRole('button', { name, exact: true });
    const counted = grid.page.locator('.counted');
    await filter().fill("PartitionKey eq 'shelf' and count gt 4");
    await grid.page.keyboard.press('Escape');
    await button('Count').click();
    await counted
      .filter({ hasText: /^25 entities match · 30 read · 1 partition · 1 request and 1 more to/ })
      .waitFor();
    const { count } = await askedBy(grid, ['report'], () => button('Report').click());
    assert.equal(count, 1);
    // a number of another filter would be wrong
    await filter().fill("PartitionKey eq 'shelf'");
    assert.equal(await counted.innerText(), '');
    assert.ok(await button('Report').isHidden());

    fault = { kind: 'hang' };
    await button('Count').focus();
    await grid.page.keyboard.press('Enter');
    await counted.filter({ hasText: 'Counting…' }).waitFor();
    assert.equal(await counted.getAttribute('aria-busy'), 'true');
    // who began by keyboard can stop by it
    await button('Stop counting').and(grid.page.locator(':focus')).waitFor();
    await grid.page.keyboard.press('Enter');
    await counted.filter({ hasText: 'Cancelled' }).waitFor();
    await button('Count').and(grid.page.locator(':focus')).waitFor();
    // another filter ends the count of the one before
    await grid.page.keyboard.press('Enter');
    await askedBy(grid, ['stopCount'], () => filter().fill('count gt 4'));
    assert.equal(await counted.innerText(), '');
    await button('Count').waitFor();
  });

  it('estimates no requests of what the service rejects', async () => {
    const count = grid.page.getByRole('button', { name: 'Count', exact: true });
    for (const [wrong, right] of [
      ['Barcode eq 9007199254740993', 'Barcode eq 9007199254740993L'],
      ['Since gt 2026-01-02T03:04:05Z', "Since gt datetime'2026-01-02T03:04:05Z'"],
    ] as const) {
      await filter().fill(wrong);
      await mistake(/Column/).waitFor();
      assert.equal(await filter().getAttribute('aria-invalid'), 'true');
      assert.equal(await requests().innerText(), '');
      assert.ok(await count.isDisabled());
      await fix().click();
      assert.equal(await filterText(filter()), right);
      assert.match(await requests().innerText(), /request/);
      assert.ok(await count.isEnabled());
    }
    await filter().fill("PartitionKey eq 'shelf");
    await mistake('no closing quote').waitFor();
    assert.equal(await requests().innerText(), '');
    await grid.page.screenshot({ path: join(pictures, 'filter-invalid.png') });
  });
});
