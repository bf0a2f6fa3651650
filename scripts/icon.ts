// Draws media/icon.png, which the Marketplace wants as a bitmap, from media/icon.svg.
// usage: npm run icon
import './lib/node24.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../test/vscode-host/chromium.ts';
import { root } from './lib/paths.ts';

const media = join(root, 'media');
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<style>body { margin: 0 }</style>${readFileSync(join(media, 'icon.svg'), 'utf8')}`);
await page.screenshot({ path: join(media, 'icon.png'), omitBackground: true });
await browser.close();
