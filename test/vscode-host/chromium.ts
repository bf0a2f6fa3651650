import { accessSync, constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';

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

const carrier = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache/chromium/', import.meta.url));

/**
 * A headless Chromium: the one that `CHROMIUM` names, else the headless shell that the npm package `@sparticuz/chromium` carries, which
 * takes two thirds of the processor time of a whole browser for a window, else one on the PATH. Throws one sentence that says what to
 * install when none runs.
 */
export async function launchChromium(): Promise<Browser> {
  const named = process.env.CHROMIUM;
  if (named !== undefined) return chromium.launch({ executablePath: named, args: flags });
  for (const find of [packaged, onPath]) {
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

/** The headless shell of the package, unpacked once for each of its versions. */
async function packaged(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { version } = JSON.parse(await readFile(join(carrier, 'package.json'), 'utf8')) as {
    version: string;
  };
  const path = join(cache, version);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  // it gets its name only when it is complete: several processes may need it first
  const draft = `${path}.${process.pid}`;
  try {
    const source = createReadStream(join(carrier, 'bin/chromium.br'));
    await pipeline(source, createBrotliDecompress(), createWriteStream(draft, { mode: 0o700 }));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
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
