import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { pageHtml } from '../../src/extension/grid/page.ts';

const root = new URL('../../', import.meta.url);
const ORIGIN = 'http://panel.invalid';
const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

export interface PanelPage {
  readonly page: Page;
  /** What the page's policy kept from happening, and what went wrong in its scripts. */
  readonly violations: readonly string[];
  readonly post: (message: object) => Promise<void>;
  /** Resolved once the page has what was posted. */
  readonly heard: () => Promise<void>;
}

/** The page of a panel as it is built, in a browser without an editor around it. `name` is that of its script and its style sheet. */
export async function openPanelPage(
  browser: Browser,
  { name, title }: { readonly name: string; readonly title: string },
  receive: (message: unknown, post: PanelPage['post']) => void | Promise<void>,
): Promise<PanelPage> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  const violations: string[] = [];
  const post = async (message: object): Promise<void> => {
    await page.evaluate(`postMessage(${JSON.stringify(message)}, '*')`);
  };
  await page.exposeFunction('toHost', (text: string) => receive(JSON.parse(text) as unknown, post));
  await page.exposeFunction('violated', (what: string) => violations.push(what));
  page.on('pageerror', (error) => violations.push(error.message));
  await page.addInitScript(`
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => void toHost(JSON.stringify(message)),
      setState: (state) => sessionStorage.setItem('state', JSON.stringify((globalThis.remembered = state))),
      getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null'),
    });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      void violated([violatedDirective, blockedURI, sourceFile, lineNumber].join(' ')));
  `);
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body =
      pathname === '/'
        ? pageHtml({
            script: `${ORIGIN}/dist/${name}.js`,
            style: `${ORIGIN}/media/${name}.css`,
            language: 'en',
            title,
            nonce: randomBytes(16).toString('hex'),
          })
        : await readFile(fileURLToPath(new URL(`.${pathname}`, root)), 'utf8');
    await route.fulfill({ body, contentType: TYPES[pathname.split('.').at(-1) ?? ''] ?? 'text/html' });
  });
  await page.goto(ORIGIN);
  return {
    page,
    violations,
    post,
    heard: () =>
      page.evaluate(`new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage('');
      })`),
  };
}
