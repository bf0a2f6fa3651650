import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { repositoryUrl } from '../../scripts/lib/manifest.ts';
import { chosen, journeys, untilShown, type Window } from './harness.ts';

/** Of the DOM's `img`. */
interface Picture {
  readonly naturalWidth: number;
  /** Rejects when there is nothing to draw. */
  readonly decode: () => Promise<void>;
}

/** What VS Code itself makes of the packaged extension, before any of its code is asked. */
describe('the installed extension', () => {
  const open = journeys({ extension: 'installed' });
  let window: Window;

  before(async () => {
    window = await open({ isKept: true });
  });

  it('has .partitionlens.json completed and validated by its schema', async () => {
    const { page, goTo, command } = window;
    await window.renew({
      files: { '.partitionlens.json': '{\n  "tables": { "Orders": { "rowkey": "ulid",  } }\n}\n' },
      file: '.partitionlens.json',
    });
    // an editor that opens takes the focus from the palette
    await page.locator('.squiggly-warning').first().waitFor();
    await command('Problems: Focus on Problems View');
    const problems = page.locator('.markers-panel .monaco-list-row');
    await problems.filter({ hasText: 'Property rowkey is not allowed.' }).waitFor();
    assert.equal(await problems.filter({ hasText: 'Unable to load schema' }).count(), 0);
    await goTo('2:45');
    const offered = page.locator('.suggest-widget .monaco-list-row', { hasText: 'partitionKey' });
    await untilShown(page, offered, () => page.keyboard.press('Control+Space'));
  });

  it('has a page whose README shows its pictures: without an address, drawn in text', async () => {
    const { page, screenshot } = window;
    await window.renew({ files: {} });
    await page.keyboard.press('Control+Shift+X');
    const row = page.locator('.extensions-viewlet .monaco-list-row', { hasText: 'Partition Lens' }).first();
    await row.click();
    const readme = webview(page);
    await readme.getByRole('heading', { name: 'What it does' }).waitFor();
    // VS Code shows none there but from https, which has to wait for the repository's address
    const hasAddress = repositoryUrl !== undefined;
    const pointer = readme.getByText('The walkthrough shows all of this in pictures');
    assert.equal(await pointer.count(), hasAddress ? 0 : 1);
    const pictures = await readme.locator('img').count();
    assert.equal(pictures > 0, hasAddress);
    assert.equal(await readme.locator('img[src^="https:"]').count(), pictures);
    for (const drawn of ['Partition scan · Expenses', '2516349777549999999_000010', 'goran210@contoso.com']) {
      const seen = readme.getByText(drawn).first();
      assert.equal(await seen.count(), hasAddress ? 0 : 1, drawn);
      if (!hasAddress) await seen.scrollIntoViewIfNeeded();
    }
    await screenshot('the page of the extension');
  });

  it('has a walkthrough whose pictures are seen', async () => {
    const steps = [
      'See what a query costs',
      'Fix it',
      'Browse the data',
      'Read the keys',
      'Design the tables',
    ];
    const { page, command, screenshot } = window;
    await window.renew({ files: {} });
    await command('Welcome: Open Walkthrough...');
    await page.getByPlaceholder('Select a walkthrough to open').fill('Azure Tables with Partition Lens');
    await chosen(page, 'Azure Tables with Partition Lens').waitFor();
    await page.keyboard.press('Enter');
    for (const title of steps) {
      await page.locator('.getting-started-step', { hasText: title }).click();
      const width = await widthOfPicture(page);
      assert.ok(width > 1000, `${title}: ${width} pixels wide`);
      await screenshot(`walkthrough ${title}`);
    }
    await command('View: Close All Editors');
    const step = page.locator('.getting-started-step', { hasText: 'See what a query costs' });
    await step.waitFor({ state: 'detached' });
    await command('Partition Lens: Open Walkthrough');
    await step.waitFor();
  });
});

/** Each step has a webview of its own: that of the step before may go while its picture is looked at. */
async function widthOfPicture(page: Page, tries = 5): Promise<number> {
  const picture = webview(page).getByRole('img');
  await picture.waitFor();
  try {
    return await picture.evaluate(async (image: Picture) => {
      await image.decode();
      return image.naturalWidth;
    });
  } catch (error) {
    if (tries === 0 || !String(error).includes('detached')) throw error;
    return widthOfPicture(page, tries - 1);
  }
}

/** The document that a webview shows. */
function webview(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}
