import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { gridPages } from '../support/grid-page.ts';
import type { GridPage } from '../support/grid-page.ts';

/** What the service answers to any query. */
function answer(entities: readonly string[]): string {
  return `{"value":[${entities.join()}]}`;
}

const good = (row: number): string => `{"PartitionKey":"p","RowKey":"r${row}","Name":"n${row}"}`;

describe('a grid on entities that are none', () => {
  let body = answer([]);
  let grid: GridPage;
  const pages = gridPages(
    () => ({ Orders: [] }),
    () => ({
      kind: 'altered',
      change: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body }),
    }),
  );
  const open = async (...entities: readonly string[]): Promise<void> => {
    body = answer(entities);
    grid = await pages.open('Orders');
    await grid.page.waitForSelector('[role=gridcell]');
  };
  const textsOf = (column: string): Promise<string[]> =>
    grid.page.locator(`[role=gridcell][col-id="${column}"]`).allInnerTexts();
  const flawed = (): Locator => grid.page.locator('[role=gridcell].flawed');
  const status = (text: RegExp): Locator => grid.page.locator('.status', { hasText: text });

  it('shows them as what they are, marked, beside the good ones', async () => {
    const bad = '{"PartitionKey":"p","RowKey":"r2","Name@odata.type":"Edm.Int64","Name":"abc"}';
    await open(good(1), bad, '{"PartitionKey":"p","Name":"x"}', '{"PartitionKey":5,"RowKey":"r4"}', good(5));
    assert.deepEqual(await textsOf('PartitionKey'), ['p', 'p', 'p', '5', 'p']);
    assert.deepEqual(await textsOf('RowKey'), ['r1', 'r2', '(no RowKey)', 'r4', 'r5']);
    assert.deepEqual(await textsOf('Name'), ['n1', 'abc · no Int64', 'x', '', 'n5']);
    assert.equal(await flawed().count(), 7);
    await status(/3 rows have errors/).waitFor();
  });

  it('says in place of opening it that an entity without keys can be asked for by nobody', async () => {
    await open('{"PartitionKey":"p","Name":"x"}');
    await grid.page.locator('[role=gridcell][col-id="PartitionKey"]').dblclick();
    await grid.page.getByText("so it can't be read").first().waitFor();
    assert.ok(!grid.asked.some(({ kind }) => kind === 'openEntity'));
  });

  it('has columns by any name', async () => {
    const names = ['__proto__', 'constructor', 'toString', '', 'a@b', '7'];
    await open(`{"PartitionKey":"p","RowKey":"r",${names.map((name, at) => `"${name}":${at}`).join()}}`);
    for (const [at, name] of names.entries()) assert.deepEqual(await textsOf(name), [String(at)], name);
  });

  it('has a thousand columns of twenty thousand properties, and says so', async () => {
    const many = (row: number): string =>
      `{"PartitionKey":"p","RowKey":"r${row}",${Array.from({ length: 1_000 }, (_, at) => `"P${row}_${at}":1`).join()}}`;
    await open(...Array.from({ length: 20 }, (_, row) => many(row + 10)));
    await status(/the first 1,000 properties are columns/).waitFor();
    assert.equal(await grid.page.locator('[role=gridcell][col-id="RowKey"]').count(), 20);
  });

  it('draws little of texts of 10 MB', async () => {
    await open(`{"PartitionKey":"p","RowKey":"r","Long":"${'x'.repeat(10_000_000)}"}`, good(2));
    assert.match((await textsOf('Long')).join(), /^x{200}… \(10,000,000 characters\)/);
  });
});
