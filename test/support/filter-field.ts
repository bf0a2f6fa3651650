import type { Locator } from 'playwright-core';

/** The text of a grid's filter field: while it has none, its hint is there. */
export async function filterText(field: Locator): Promise<string> {
  if ((await field.locator('.cm-placeholder').count()) > 0) return '';
  return (await field.locator('.cm-line').textContent()) ?? '';
}
