import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { vsixPath } from '../../scripts/lib/manifest.ts';
import { sharedChromium } from '../support/shared-chromium.ts';
import { startServer, type ServerOptions, type VsCodeServer } from '../vscode-host/server.ts';
import { openPage } from '../vscode-host/workbench.ts';
import type { WorkbenchOptions } from '../vscode-host/workbench.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** VS Code's own themes: what settings call them, and the file that the window's class names. */
const themes = {
  light: ['Light Modern', 'light_modern'],
  dark: ['Dark Modern', 'dark_modern'],
  'high contrast': ['Default High Contrast', 'hc_black'],
  'high contrast light': ['Default High Contrast Light', 'hc_light'],
} as const;

export type Theme = keyof typeof themes;

/** Milliseconds that a person waits for what they did to show, before they do it again. */
const PATIENCE = 6_000;

export interface JourneyOptions extends Pick<ServerOptions, 'settings' | 'env' | 'home' | 'logFiles'> {
  /** The extension as built in dist/, or the packaged VSIX, installed. */
  readonly extension: 'development' | 'installed';
  /** VS Code's default theme when not given. */
  readonly theme?: Theme;
  /** All extensions that VS Code comes with, TypeScript's among them; a few when not given. */
  readonly allBuiltIn?: boolean;
}

export interface WindowOptions extends Pick<WorkbenchOptions, 'inspect' | 'log' | 'prepare'> {
  /** A folder of the repository; the window opens a copy of it. */
  readonly copyOf?: string;
  /** Files to write into the folder, by their path in it. */
  readonly files?: Readonly<Record<string, string>>;
  /** The file to open. */
  readonly file?: string;
  /** The files of another extension that runs in the window, by their path in its folder. */
  readonly helper?: Readonly<Record<string, string>>;
  /** Stays open for the next test, which finds it as this one left it. */
  readonly isKept?: boolean;
  /** Restricted Mode when false. An extension under development is exempt from it. */
  readonly trusted?: boolean;
}

export interface Window {
  readonly page: Page;
  /** The folder that is open in it. */
  readonly folder: string;
  /**
   * Begins anew, for a test that goes on in the window of another: closes what is open, and has these files alone in the folder, if any are
   * given, and this one in the editor.
   */
  readonly renew: (wanted: Pick<WindowOptions, 'files' | 'file'>) => Promise<void>;
  /** Runs a command by its title in the command palette. */
  readonly command: (title: string) => Promise<void>;
  /**
   * Reloads the window by its command, when VS Code has stored what has these texts; what is waited for after it is of the new one. It stores
   * what is open every few seconds, and at the end too, which a browser that is busy does not wait for.
   */
  readonly reload: (stored: readonly string[]) => Promise<void>;
  /** Types into the input box that asks this (a part of its text), and confirms. */
  readonly answer: (question: string, text: string) => Promise<void>;
  /** Chooses what has this text from the list that asks this. */
  readonly pick: (question: string, text: string) => Promise<void>;
  /** Puts the cursor of the open editor at `line:column`. */
  readonly goTo: (place: string) => Promise<void>;
  /** Shows the hover at the cursor until it is this one: what it says comes later than it does. */
  readonly showHover: (wanted: Locator) => Promise<void>;
  /** Applies the quick fix whose title has this, at the cursor. */
  readonly quickFix: (title: string) => Promise<void>;
  /** Saves what the window shows: for people who look into a failure, or for the README when it is asked for. */
  readonly screenshot: (name: string, use?: 'readme') => Promise<void>;
}

/**
 * One VS Code for the journeys of a `describe`: registers its hooks, and returns what opens a window. Windows that are not kept are closed
 * after each test; of one that failed, or is tried again, a picture stays in .cache/screenshots/.
 */
export function journeys(options: JourneyOptions): (window: WindowOptions) => Promise<Window> {
  let server: VsCodeServer;
  let browser: Browser;
  const opened: Window[] = [];
  const kept: Window[] = [];

  before(async () => {
    server = await startServer({
      ...options,
      fewBuiltIn: options.allBuiltIn !== true,
      settings: {
        ...options.settings,
        ...(options.theme !== undefined && { 'workbench.colorTheme': themes[options.theme][0] }),
      },
      ...(options.extension === 'installed' && { vsix: vsixPath }),
    });
    browser = await sharedChromium();
  });

  afterEach(async function () {
    const test = this.currentTest;
    // one that is tried again has no state
    if (test !== undefined && test.state !== 'passed')
      for (const [number, window] of [...opened, ...kept].entries()) {
        const name = `${test.state ?? 'again'} ${test.fullTitle()}${number === 0 ? '' : ` ${number}`}`;
        await window.screenshot(name);
        shownInFailures.push(`${name}\n${await shownText(window.page)}`);
      }
    await closeAll(opened);
  });

  after(async () => {
    await closeAll(kept);
    await server.stop();
  });

  return async (wanted) => {
    const folder = await makeFolder(wanted);
    // VS Code takes a theme from under the folder of an extension under development, whatever the settings say,
    // and this VS Code, with its themes, is in a folder of the repository: so it gets the extension by a link
    const development = join(dirname(folder), 'extension');
    await symlink(root, development, 'junction');
    const { helper: files, ...rest } = wanted;
    const helper = files && join(dirname(folder), 'helper');
    if (files !== undefined && helper !== undefined) await writeFiles(helper, files);
    const page = await openPage(browser, {
      ...rest,
      ...(helper !== undefined && { helper }),
      authority: server.authority,
      folder,
      trusted: wanted.trusted ?? true,
      ...(options.extension === 'development' && { development }),
    });
    if (options.theme !== undefined) await untilThemed(page, options.theme);
    if (wanted.trusted === false) await untilRestricted(page);
    // it takes the focus when it opens, from a palette too, whose Enter would then be typed into the file
    if (wanted.file !== undefined) await page.locator('.part.editor .monaco-editor.focused').waitFor();
    const window: Window = {
      page,
      folder,
      renew: (wanted) => renew(page, folder, wanted),
      command: (title) => runCommand(page, title),
      reload: async (stored) => {
        await page.waitForFunction(isStored(stored), undefined, { polling: 250 });
        const loaded = page.waitForEvent('load');
        await runCommand(page, 'Developer: Reload Window');
        await loaded;
      },
      answer: (question, text) => answer(page, question, text),
      pick: (question, text) => pick(page, question, text),
      goTo: async (place) => {
        await page.locator('.monaco-editor .view-line').first().waitFor();
        await untilConfirmed(page, async () => {
          await untilShown(page, inputBox(page), () => page.keyboard.press('Control+g'));
          await inputBox(page).fill(`:${place}`);
        });
        await inputBox(page).waitFor({ state: 'hidden' });
      },
      showHover: (wanted) =>
        untilShown(page, wanted, async () => {
          await page.keyboard.press('Control+K');
          await page.keyboard.press('Control+I');
        }),
      quickFix: (title) => applyQuickFix(page, title),
      screenshot: (name, use) => saveScreenshot(page, name, use),
    };
    (wanted.isKept === true ? kept : opened).push(window);
    return window;
  };
}

/** Whether one entry of what VS Code stores in the browser has all these texts, as an expression for its page. */
function isStored(texts: readonly string[]): string {
  return `(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      try {
        for (const store of database.objectStoreNames)
          for (const entry of await done(database.transaction(store).objectStore(store).getAll())) {
            // JSON in JSON in JSON
            const plain = String(entry).replaceAll('\\\\', '');
            if (${JSON.stringify(texts)}.every((text) => plain.includes(text))) return true;
          }
      } finally {
        database.close();
      }
    }
    return false;
  })()`;
}

/** What windows showed when a test failed: at the end of the output, where no picture is at hand. */
const shownInFailures: string[] = [];
process.once('exit', () => {
  for (const shown of shownInFailures) console.log(`\nIn the window: ${shown}`);
});

/** The texts of a window and of the pages in it, the beginning of each. */
async function shownText(page: Page): Promise<string> {
  const texts = page.frames().map((frame) =>
    // a frame that loads, or is gone, has no text
    frame
      .locator('body')
      .innerText({ timeout: 1_000 })
      .catch(() => ''),
  );
  return (await Promise.all(texts))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 600))
    .filter((text) => text !== '')
    .join('\n');
}

async function closeAll(windows: Window[]): Promise<void> {
  for (const window of windows.splice(0)) {
    await window.page.close();
    await rm(dirname(window.folder), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Sets the theme of an open window's folder, and waits until the window has it. */
export async function changeTheme({ page, folder }: Window, theme: Theme): Promise<void> {
  const file = join(folder, '.vscode/settings.json');
  const settings = await readFile(file, 'utf8').catch(() => '{}');
  await mkdir(dirname(file), { recursive: true });
  const changed = { ...(JSON.parse(settings) as object), 'workbench.colorTheme': themes[theme][0] };
  await writeFile(file, JSON.stringify(changed));
  await untilThemed(page, theme);
}

async function untilThemed(page: Page, theme: Theme): Promise<void> {
  await page.locator(`.monaco-workbench.vscode-theme-defaults-themes-${themes[theme][1]}-json`).waitFor();
}

async function untilRestricted(page: Page): Promise<void> {
  await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
}

async function makeFolder({ copyOf, files = {} }: WindowOptions): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'partition-lens-'));
  const folder = join(home, basename(copyOf ?? 'folder'));
  await mkdir(folder);
  if (copyOf !== undefined) await cp(join(root, copyOf), folder, { recursive: true });
  await writeFiles(folder, files);
  // what the files import resolves as it does in the repository
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'), 'junction');
  return folder;
}

async function renew(
  page: Page,
  folder: string,
  { files, file }: Pick<WindowOptions, 'files' | 'file'>,
): Promise<void> {
  await page.keyboard.press('Escape');
  // what was typed is saved, as VS Code would ask what becomes of it, and written over
  await runCommand(page, 'File: Save All');
  await page.locator('.part.editor .tab.dirty').first().waitFor({ state: 'detached' });
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.part.editor .tab').first().waitFor({ state: 'detached' });
  if (files !== undefined) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    await writeFiles(folder, files);
  }
  if (file === undefined) return;
  await untilShown(page, page.locator('.part.editor .monaco-editor.focused'), async () => {
    await runCommand(page, 'File: Open File...');
    await inputBox(page).fill(join(folder, file));
    // confirmed before it is found, it goes nowhere
    await chosen(page, basename(file)).waitFor({ timeout: PATIENCE });
    await inputBox(page).press('Enter');
  });
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The palette lists what was registered when it opened, and extensions register late. */
async function runCommand(page: Page, title: string): Promise<void> {
  const row = chosen(page, title);
  await untilConfirmed(page, () =>
    untilShown(page, row, async () => {
      await page.keyboard.press('F1');
      await inputBox(page).fill(`>${title}`);
    }),
  );
  await row.waitFor({ state: 'hidden' });
}

/**
 * Fills the input box and confirms it, again when the box is gone before: an editor that opens late takes the focus from it, and must not get
 * the Enter.
 */
async function untilConfirmed(page: Page, fill: () => Promise<void>): Promise<void> {
  for (let triesLeft = 3; ; triesLeft--) {
    try {
      await fill();
      await inputBox(page).press('Enter', { timeout: PATIENCE });
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
    }
  }
}

/** The menu goes away when diagnostics arrive while it opens, or before it is clicked. */
async function applyQuickFix(page: Page, title: string): Promise<void> {
  const row = page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
  for (let triesLeft = 3; ; triesLeft--) {
    await untilShown(page, row, () => page.keyboard.press('Control+.'));
    try {
      await row.click({ timeout: PATIENCE });
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Does what should show something, again and again until it does: as a person would. */
export async function untilShown(page: Page, wanted: Locator, act: () => Promise<void>): Promise<void> {
  for (let triesLeft = 8; ; triesLeft--) {
    try {
      await act();
      await wanted.waitFor({ timeout: PATIENCE });
      return;
    } catch (error) {
      // late, so that what is acted on may be gone
      if (await wanted.isVisible()) return;
      if (triesLeft === 0) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

async function answer(page: Page, question: string, text: string): Promise<void> {
  await page.locator('.quick-input-widget', { hasText: question }).waitFor();
  await inputBox(page).fill(text);
  await inputBox(page).press('Enter');
}

/** A list is shown before it has its rows; confirmed then, it does nothing. */
async function pick(page: Page, question: string, text: string): Promise<void> {
  await page.locator('.quick-input-widget', { hasText: question }).waitFor();
  await inputBox(page).fill(text);
  await chosen(page, text).waitFor();
  await inputBox(page).press('Enter');
}

/** The row of a list that Enter takes, if it has this text. */
export function chosen(page: Page, text: string): Locator {
  return page.locator('.quick-input-list .monaco-list-row.focused', { hasText: text });
}

function inputBox(page: Page): Locator {
  return page.locator('.quick-input-widget input:visible');
}

async function saveScreenshot(page: Page, name: string, use?: 'readme'): Promise<void> {
  const forReadme = use === 'readme' ? process.env.PARTITION_LENS_PICTURES : undefined;
  const file = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  if (forReadme === undefined) {
    await page.screenshot({ path: join(root, '.cache/screenshots', `${file}.png`) });
    return;
  }
  // those are in the VSIX: as WebP they take two thirds
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await writeFile(join(forReadme, `${file}.webp`), Buffer.from(data, 'base64'));
}

/** The first row of the sidebar that has this text. */
export function sidebarRow({ page }: Pick<Window, 'page'>, text: string | RegExp): Locator {
  return page.locator('.sidebar .monaco-list-row', { hasText: text }).first();
}

/** Shows the tables in the sidebar, which a click on what is shown hides. */
export async function showTables({ page }: Pick<Window, 'page'>): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Partition Lens' });
  if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
}

/** Opens the sidebar and connects to an account by its connection string. Its row has the focus then, which a palette loses to it. */
export async function connectTo(
  window: Window,
  name: string,
  connectionString: string,
  options: AnswerOptions = {},
): Promise<void> {
  await showTables(window);
  await window.command('Partition Lens: Connect…');
  await answerConnection(window, name, connectionString, options);
  await window.page.locator('.sidebar .monaco-list-row.focused', { hasText: name }).waitFor();
}

interface AnswerOptions {
  /** Keeps an account that lets nobody in. */
  readonly isRefused?: boolean;
}

/** Answers how to connect. */
export async function answerConnection(
  window: Window,
  name: string,
  connectionString: string,
  { isRefused = false }: AnswerOptions = {},
): Promise<void> {
  await window.pick('Connect to an account', 'Connection string');
  await window.answer('Connection string of the account', connectionString);
  if (isRefused) await window.page.getByRole('dialog').getByRole('button', { name: 'Save Anyway' }).click();
  await window.answer('Name of the connection', name);
}

/**
 * Unfolds a row of the sidebar until this is seen. While VS Code draws the rows around it anew, it folds a row again that is unfolded,
 * and another row may be where it was.
 */
export async function unfold(page: Page, row: Locator, wanted: Locator): Promise<void> {
  await untilShown(page, wanted, async () => {
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.click({ timeout: PATIENCE });
  });
}

/**
 * Clicks a row of the sidebar, or a button on it, until this is seen: neither does anything while the rows around are drawn anew.
 */
export async function pressOn(page: Page, row: Locator, wanted: Locator, button?: string): Promise<void> {
  await untilShown(page, wanted, async () => {
    await row.hover({ timeout: PATIENCE });
    const target = button === undefined ? row : row.getByRole('button', { name: button });
    await target.click({ timeout: PATIENCE });
  });
}

/** The row of a table below its connection; an Azurite that happens to run here stands above it, with its own tables. */
export async function tableRow(page: Page, connection: string, table: string): Promise<Locator> {
  const rows = page.locator('.sidebar .monaco-list-row');
  const found = rows.filter({ hasText: connection }).last();
  await unfold(page, found, found.filter({ hasText: /\d+ tables/ }));
  return rows.filter({ hasText: table }).last();
}
