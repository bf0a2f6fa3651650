import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { PanelCount } from '../../src/extension/grid/panel-count.ts';
import { GridSession } from '../../src/extension/grid/session.ts';
import type { SessionHost } from '../../src/extension/grid/session.ts';
import type { WindowSizes } from '../../src/extension/grid/window.ts';
import { readToHost } from '../../src/protocol/grid.ts';
import type { ToHost, ToPanel } from '../../src/protocol/grid.ts';
import { explainQuery } from '../../src/data/explain.ts';
import type { TableService } from '../../src/data/service.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { FakeTableService } from '../fake-service/service.ts';
import { until } from '../host/until.ts';
import { openPanelPage } from './panel-page.ts';
import { sharedChromium } from './shared-chromium.ts';
import { openTestService } from './tables.ts';

export interface GridPage {
  readonly page: Page;
  /** What the page asked for, in order. */
  readonly asked: readonly ToHost[];
  /** What the page's policy kept from happening, and what went wrong in its scripts. */
  readonly violations: readonly string[];
  /** Resolved once the page has the message. */
  readonly post: (message: ToPanel) => Promise<void>;
}

/**
 * A panel's page as it is built, in a browser without an editor around it: its messages go to a real session on
 * `service`. What needs the editor (documents, clipboard) is only written down.
 */
async function openGridPage(
  browser: Browser,
  service: TableService,
  table: string,
  start: Partial<Extract<ToPanel, { kind: 'start' }>> = {},
  sizes?: WindowSizes,
): Promise<GridPage> {
  const asked: ToHost[] = [];
  const whole = {
    kind: 'start',
    connection: 'Test',
    host: '127.0.0.1:10002',
    isLoopback: true,
    isSorted: true,
    columns: [],
    keys: { partitionKey: [], rowKey: [] },
    state: { connection: 'test', table, scope: undefined, filter: '' },
    texts: undefined,
    ...start,
  } as const;
  const host: SessionHost = {
    open: () => Promise.resolve({ kind: 'service', service }),
    post: (message) => void opened.post(message),
    remedyOf: () => undefined,
    stopped: () => undefined,
    log: () => undefined,
  };
  const session = new GridSession(table, whole.isLoopback, host, sizes);
  const count = new PanelCount({
    ...host,
    agrees: () => Promise.resolve(true),
    count: ({ service, filter, select }, options) =>
      explainQuery(service, table, { filter: filter === '' ? undefined : filter, select }, options),
    report: () => Promise.resolve(),
  });
  const opened = await openPanelPage(browser, { name: 'grid', title: table }, async (given, post) => {
    const message = readToHost(given);
    if (message === undefined) throw new Error(`not a message: ${JSON.stringify(given)}`);
    asked.push(message);
    if (message.kind === 'ready') await post(whole);
    else if (message.kind === 'run') void session.run(message);
    else if (message.kind === 'more') void session.more(message);
    else if (message.kind === 'stop') session.stop();
    else if (message.kind === 'count') void count.begin(message.count, message.filter, message.select);
    else if (message.kind === 'stopCount') count.stop();
  });
  const { page, violations } = opened;
  return {
    page,
    asked,
    violations,
    post: async (message) => {
      await opened.post(message);
      await opened.heard();
    },
  };
}

/**
 * For the tests of a suite: pages of grids on a fake service with `tables`, which may have faults. A page is closed after
 * its test, which fails if the page broke its policy or threw.
 */
export function gridPages(
  tables: () => Parameters<typeof startFakeTableService>[0],
  faultOf?: Parameters<typeof startFakeTableService>[1],
): {
  readonly open: (
    table: string,
    start?: Parameters<typeof openGridPage>[3],
    sizes?: WindowSizes,
  ) => Promise<GridPage>;
  readonly requests: () => FakeTableService['requests'];
} {
  let browser: Browser;
  let fake: FakeTableService;
  let grid: GridPage;
  before(async () => {
    browser = await sharedChromium();
    fake = await startFakeTableService(tables(), faultOf);
  });
  afterEach(async () => {
    assert.deepEqual(grid.violations, []);
    await grid.page.close();
  });
  after(async () => {
    await fake.stop();
  });
  return {
    open: async (table, start, sizes) =>
      (grid = await openGridPage(browser, openTestService(fake.connectionString), table, start, sizes)),
    requests: () => fake.requests,
  };
}

/** What the page's scripts hold, in bytes, once what nobody holds any more is collected. */
export async function heapOf({ page }: GridPage): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** What the page asks for, of some kinds, because of what is done: it comes a while after. */
export async function askedBy<K extends ToHost['kind']>(
  { asked }: GridPage,
  kinds: readonly K[],
  act: () => Promise<void>,
): Promise<Extract<ToHost, { kind: K }>> {
  const before = asked.length;
  const isWanted = (message: ToHost): message is Extract<ToHost, { kind: K }> =>
    kinds.some((kind) => kind === message.kind);
  await act();
  return until(() => asked.slice(before).find(isWanted), kinds.join(' or '));
}
