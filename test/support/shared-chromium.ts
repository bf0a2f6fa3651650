import type { Browser } from 'playwright-core';
import { launchChromium } from '../vscode-host/chromium.ts';

let browser: Promise<Browser> | undefined;

/** One Chromium for all suites of this process, from the first that needs it on. Each page has storage and a cache of its own. */
export function sharedChromium(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

after(async () => {
  await (await browser)?.close();
});
