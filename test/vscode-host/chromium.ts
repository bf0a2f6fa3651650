import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { packagedChromium } from './packaged-chromium.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${[
    // a page whose HTML a test rewrote may otherwise not open its own web socket
    ...['LocalNetworkAccessChecks', 'LocalNetworkAccessChecksWebSockets'],
    // pages that an address bar nobody sees would show: two processes for each page of a test
    ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
    // for each page a process that waits for the next one, which never comes: pages of tests share nothing
    'SpareRendererForSitePerProcess',
  ].join(',')}`,
];

/**
 * A headless Chromium: the one that `CHROMIUM` names, else the headless shell that the npm package `@sparticuz/chromium` carries, which
 * takes two thirds of the processor time of a whole browser for a window, else one on the PATH. Throws one sentence that says what to
 * install when none runs.
 */
export async function launchChromium(): Promise<Browser> {
  const named = process.env.CHROMIUM;
  if (named !== undefined) return chromium.launch({ executablePath: named, args: flags });
  for (const find of [packagedChromium, onPath]) {
    const executablePath = await find();
    const browser = executablePath === undefined ? undefined : await tryLaunch(executablePath);
    if (browser !== undefined) return browser;
  }
  throw new Error(
    'No Chromium runs here: install one (on Debian or Ubuntu "apt-get install chromium", elsewhere Google ' +
      'Chrome) or name one in the environment variable CHROMIUM.',
  );
}

function onPath(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.flatMap((name) => [join(folder, name), join(folder, `${name}.exe`)]))
    .find(executable);
}

async function tryLaunch(executablePath: string): Promise<Browser | undefined> {
  try {
    return await chromium.launch({ executablePath, args: flags });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    console.error(`${executablePath} does not run: ${reason}`);
    return undefined;
  }
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
