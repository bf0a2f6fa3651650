// Shows the product: builds and packages it, installs it into a VS Code with a profile of its own (a desktop one when
// `code` is on the PATH, else the server build, for a browser) and opens the badly written sample, with data
// in Azurite. Ctrl+C ends all of it.
// usage: npm start
import './lib/node24.ts';
import './lib/tools-path.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startServer } from '../test/vscode-host/server.ts';
import { workbenchUrl } from '../test/vscode-host/workbench.ts';
import { serveData } from './lib/sample-data.ts';
import { vsixPath } from './lib/manifest.ts';
import { cache, root } from './lib/paths.ts';

const started = performance.now();
const folder = join(root, 'samples/bad');
const firstFile = 'src/staff.ts';

// dist/ has the command line, and the VSIX a build of its own
await Promise.all(['scripts/build.ts', 'scripts/package.ts'].map(runScript));
const interrupted = once(process, 'SIGINT');
const desktop = hasDesktop();
const [azurite, code] = await Promise.all([serveData(), desktop ? openDesktop() : openServer()]);
console.log(`Ready after ${((performance.now() - started) / 1000).toFixed(1)} s. ${code.where}`);
console.log('The findings are in the Problems panel (Ctrl+Shift+M), the data behind the icon with the lens.');
console.log('Ctrl+C ends it.');
await Promise.race([interrupted, code.closed]);
await Promise.all([azurite?.stop(), code.stop()]);

interface Code {
  /** A sentence that says where to look. */
  readonly where: string;
  /** When the person closed it. */
  readonly closed: Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Runs a script silently; its output is shown only when it fails, and that ends everything. */
async function runScript(script: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, script)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  if (status === 0) return;
  console.error(output);
  process.exit(1);
}

async function openServer(): Promise<Code> {
  const server = await startServer({ home: join(cache, 'start/server'), vsix: vsixPath, trusted: true });
  const { authority } = server;
  return {
    where: `Open ${workbenchUrl({ authority, folder, file: firstFile })} in a browser.`,
    closed: new Promise(() => undefined),
    stop: server.stop,
  };
}

function hasDesktop(): boolean {
  return spawnSync('code --version', { shell: true, stdio: 'ignore' }).status === 0;
}

async function openDesktop(): Promise<Code> {
  const home = join(cache, 'start/desktop');
  const profile = [
    ...['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')],
    '--disable-workspace-trust',
  ];
  const installed = await runCode([...profile, '--install-extension', vsixPath, '--force']).closed;
  if (installed !== 0) throw new Error('VS Code did not install the extension.');
  const { closed, stop } = runCode([...profile, '--new-window', '--wait', folder, join(folder, firstFile)]);
  return { where: 'VS Code shows it in a window of its own.', closed, stop };
}

function runCode(args: readonly string[]): { closed: Promise<unknown>; stop: () => Promise<void> } {
  // through a shell: `code` is a batch file on Windows
  const child = spawn(`code ${args.map((arg) => `"${arg}"`).join(' ')}`, { shell: true, stdio: 'ignore' });
  const closed = once(child, 'exit').then(([status]: unknown[]) => status);
  return {
    closed,
    stop: async () => {
      child.kill();
      await closed;
    },
  };
}
