import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const carrier = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache/chromium/', import.meta.url));

/** The headless shell of the npm package, unpacked once for each of its versions; undefined where the package, or a file of it, isn't there. */
export async function packagedChromium(from = carrier, into = cache): Promise<string | undefined> {
  const [manifest, packed] = [join(from, 'package.json'), join(from, 'bin/chromium.br')];
  if (process.platform !== 'linux' || !existsSync(manifest)) return undefined;
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  const path = join(into, version);
  if (existsSync(path)) return path;
  if (!existsSync(packed)) return undefined;
  await mkdir(into, { recursive: true });
  // it gets its name only when it is complete: several processes may need it first
  const draft = `${path}.${process.pid}`;
  try {
    await pipeline(
      createReadStream(packed),
      createBrotliDecompress(),
      createWriteStream(draft, { mode: 0o700 }),
    );
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  return path;
}
