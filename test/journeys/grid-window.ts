import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Azurite } from '../azurite.ts';
import { openTable } from './harness.ts';
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
  readonly azurite: Azurite;
}

/** Opens a window that is connected to Azurite, as “Samples”. */
export async function connect(
  open: ReturnType<typeof journeys>,
  { window: wanted = {}, prepare, azurite: { connectionString } }: GridOptions,
): Promise<Window> {
  const window = await open(wanted);
  await prepare?.(window);
  await window.page.getByRole('tab', { name: 'Partition Lens' }).click();
  await window.command('Partition Lens: Connect…');
  await answerConnection(window, connectionString);
  return window;
}

/** Answers how to connect; a connection that has a name already is offered it. */
export async function answerConnection(window: Window, connectionString: string): Promise<void> {
  await window.answer('Connect to a table account', 'Connection string');
  await window.answer('Connection string of the account', connectionString);
  await window.answer('Name of the connection', 'Samples');
}

/** Connects, and opens a table's grid by the button on its row. */
export async function openGrid(
  open: ReturnType<typeof journeys>,
  table: string,
  options: GridOptions,
): Promise<OpenedGrid> {
  const window = await connect(open, options);
  const { page } = window;
  await openTable(page, 'Samples', table);
  const row = page.locator('.sidebar .monaco-list-row', { hasText: table }).last();
  await row.hover();
  await row.getByRole('button', { name: 'Open Entities' }).click();
  const grid = gridOf(page);
  await cell(grid, 'PartitionKey').waitFor();
  return { window, page, grid };
}

/** The page within the panel that is shown. */
export function gridOf(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}

export function cell(grid: FrameLocator, column: string): Locator {
  return grid.locator(`[role=gridcell][col-id="${column}"]`).first();
}
