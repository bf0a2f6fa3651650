// Runs the host suite in a real VS Code without a desktop: its server build, opened in a headless Chromium.
// usage: npm run test:host [-- --stats FILE --retries N --only SUITE]     --only: one file of test/host, by its name without ending
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchChromium } from './chromium.ts';
import { startServer } from './server.ts';
import { printOutcome, setStage } from './stage.ts';
import { openPage } from './workbench.ts';

const limitSeconds = 900;

const { values: args } = parseArgs({
  options: {
    stats: { type: 'string' },
    retries: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});
const stage = await setStage();
try {
  const server = await startServer({
    env: {
      ...stage.env,
      PARTITION_LENS_TEST_RETRIES: args.retries,
      PARTITION_LENS_TEST_ONLY: args.only,
    },
  });
  const browser = await launchChromium();
  try {
    let exit: (code: number) => void = () => undefined;
    const finished = new Promise<number>((done) => (exit = done));
    await openPage(browser, {
      authority: server.authority,
      folder: stage.workspace,
      trusted: true,
      development: stage.extension,
      tests: stage.tests,
      prepare: async (page) => {
        // the workbench calls these when its tests are over, and for what they print
        await page.exposeFunction('codeAutomationExit', exit);
        await page.exposeFunction('codeAutomationLog', () => undefined);
      },
    });
    const inTime = await Promise.race([finished, delay(limitSeconds * 1000, undefined, { ref: false })]);
    if (inTime === undefined) console.error(`the host suite gave no result within ${limitSeconds} s`);
  } finally {
    await browser.close();
    await server.stop();
  }
  const totals = await printOutcome(stage);
  if (args.stats !== undefined && totals !== undefined) await writeFile(args.stats, JSON.stringify(totals));
  process.exitCode = totals?.failed === 0 ? 0 : 1;
} finally {
  await stage.strike();
}
