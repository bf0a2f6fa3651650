import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { AzuriteAccount } from '../azurite.ts';
import { connectTo, pressOn, tableRow } from './harness.ts';
import type { journeys, Window, WindowOptions } from './harness.ts';

export interface OpenedGrid {
  readonly window: Window;
  readonly page: Page;
  readonly grid: FrameLocator;
}

export interface GridOptions {
  readonly window?: WindowOptions;
  /** Done before the sidebar is looked at. */
  readonly prepare?: (window: Window) => Promise<void>;
  readonly azurite: AzuriteAccount;
}

/** Opens a window that is connected to Azurite, as “Samples”. */
export async function connect(
  open: ReturnType<typeof journeys>,
  { window: wanted = {}, prepare, azurite: { connectionString } }: GridOptions,
): Promise<Window> {
  const window = await open(wanted);
  await prepare?.(window);
  await connectTo(window, 'Samples', connectionString);
  return window;
}

/** Connects, and opens a table's grid by the button on its row. */
export async function openGrid(
  open: ReturnType<typeof journeys>,
  table: string,
  options: GridOptions,
): Promise<OpenedGrid> {
  const window = await connect(open, options);
  return { window, page: window.page, grid: await openTable(window, table) };
}

/** Opens a table's grid by the button on its row, in a window that is connected and shows no other panel. */
export async function openTable(
  { page }: Window,
  table: string,
  connection = 'Samples',
): Promise<FrameLocator> {
  await openEntities(page, await tableRow(page, connection, table));
  const grid = gridOf(page);
  await cell(grid, 'PartitionKey').waitFor();
  return grid;
}

/** Opens the grid of a table by the button on its row. */
export async function openEntities(page: Page, row: Locator): Promise<void> {
  await pressOn(page, row, page.locator('iframe.webview'), 'Open Entities');
}

/** The page within the panel that is shown. */
export function gridOf(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}

export function cell(grid: FrameLocator, column: string): Locator {
  return grid.locator(`[role=gridcell][col-id="${column}"]`).first();
}
