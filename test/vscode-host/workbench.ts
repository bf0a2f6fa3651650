import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';

export interface WorkbenchOptions {
  /** Host and port of the server. */
  readonly authority: string;
  /** The folder that the window opens. */
  readonly folder: string;
  /** A file to open in it. */
  readonly file?: string;
  /** Workspace trust: off (everything trusted) when true; Restricted Mode when false. */
  readonly trusted: boolean;
  /** An extension's source folder to run from; it is exempt from workspace trust. */
  readonly development?: string;
  /** Another one, beside that. */
  readonly helper?: string;
  /** A CommonJS module with `run(): Promise<void>`, run in the extension host of `development`. */
  readonly tests?: string;
  /** A port of the loopback interface on which the window's extension host can be looked into. */
  readonly inspect?: number;
  /** What is logged, as the option `--log` of VS Code's command line says it. */
  readonly log?: string;
  /** Called on the new page before it loads anything. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Milliseconds to wait for anything in a window: some seconds, and several times that beside other work. */
const PATIENCE = 60_000;

/**
 * Opens VS Code's window in a browser page and waits until it has drawn itself. The release build takes
 * an extension under development only from the page's embedded configuration, so that is rewritten on its way.
 */
export async function openPage(browser: Browser, options: WorkbenchOptions): Promise<Page> {
  const { authority, development, helper, tests } = options;
  const remote = (path: string): object => ({ scheme: 'vscode-remote', authority, path: uriPath(path) });
  // what is drawn only to move is drawn by a processor here
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(PATIENCE);
  await options.prepare?.(page);
  await rewriteHtml(page, authority, (config) => ({
    ...config,
    enableWorkspaceTrust: !options.trusted,
    ...(development !== undefined && {
      developmentOptions: {
        enableSmokeTestDriver: true,
        extensions: [development, ...(helper === undefined ? [] : [helper])].map(remote),
        ...(tests !== undefined && { extensionTestsPath: remote(tests) }),
      },
    }),
  }));
  await page.goto(workbenchUrl(options));
  await page.waitForSelector('.monaco-workbench');
  return page;
}

/** Address of a window with a folder, and a file in it, open; with what else its payload says. */
export function workbenchUrl(
  options: Pick<WorkbenchOptions, 'authority' | 'folder' | 'file' | 'inspect' | 'log'>,
): string {
  const { authority, folder, file, inspect, log } = options;
  const query = new URLSearchParams({ folder: uriPath(folder) });
  const payload = [
    ...(file === undefined
      ? []
      : [['openFile', `vscode-remote://${authority}${uriPath(join(folder, file))}`]]),
    ...(inspect === undefined ? [] : [['inspect-extensions', String(inspect)]]),
    ...(log === undefined ? [] : [['logLevel', log]]),
  ];
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  // a slash needs no escape in a query, and people read this
  return `http://${options.authority}/?${query.toString().replaceAll('%2F', '/')}`;
}

/** A path as URIs have it: with `/` between folders, also on Windows. */
function uriPath(path: string): string {
  return decodeURIComponent(pathToFileURL(path).pathname);
}

/**
 * Changes the configuration in the window's HTML, each time that it is loaded. Asked of Chromium for this one address: a route of Playwright's
 * would have each of the window's requests come by this process, and nothing kept in a cache.
 */
async function rewriteHtml(page: Page, authority: string, change: (config: object) => object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, responseHeaders = [] }) => {
    void (async () => {
      const { body } = await session.send('Fetch.getResponseBody', { requestId });
      const html = rewriteConfiguration(Buffer.from(body, 'base64').toString(), change);
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: responseHeaders.filter(({ name }) => name.toLowerCase() !== 'content-length'),
        body: Buffer.from(html).toString('base64'),
      });
    })();
  });
  // a question mark alone stands for any character
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: `http://${authority}/\\?*`, requestStage: 'Response' }],
  });
}

function rewriteConfiguration(html: string, change: (config: object) => object): string {
  const attribute = /(id="vscode-workbench-web-configuration" data-settings=")([^"]*)"/;
  if (!attribute.test(html)) {
    throw new Error('the page of the VS Code server holds no configuration where it used to');
  }
  return html.replace(attribute, (_, head: string, settings: string) => {
    const config = JSON.parse(settings.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as object;
    const text = JSON.stringify(change(config)).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `${head}${text}"`;
  });
}
