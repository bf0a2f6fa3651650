import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/ports.ts';
import { installServer } from './install.ts';

export interface ServerOptions {
  /** A VSIX to install before the start. */
  readonly vsix?: string;
  /** User settings; see also `quietSettings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment of the server and of the extension hosts under it, beside this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where settings and extensions live; a temporary folder, removed at the end, when not given. */
  readonly home?: string;
  /** Whether every folder is trusted; a page may decide otherwise for itself. */
  readonly trusted?: boolean;
  /** Writes log files into `home`, which the server as it is installed here does not. */
  readonly logFiles?: boolean;
  /**
   * Of the extensions that VS Code comes with, only those for what windows of tests show. The others take a third of a window's processor
   * time, TypeScript's server most of it.
   */
  readonly fewBuiltIn?: boolean;
  /** A port to listen on; a free one when not given. */
  readonly port?: number;
}

export interface VsCodeServer {
  /** Host and port. */
  readonly authority: string;
  readonly stop: () => Promise<void>;
}

/** Milliseconds that the server has to end. */
const STOP_MS = 10_000;

const LOG_FILES = new URL('log-files.mjs', import.meta.url).href;

/** Extensions that VS Code comes with: colors and icons, and what makes something of the files and pages that tests open. */
const FEW_BUILT_IN = [
  ...['theme-defaults', 'theme-seti', 'theme-modern-icons'],
  ...['typescript-basics', 'javascript', 'json', 'json-language-features', 'configuration-editing'],
  ...['markdown-basics', 'markdown-language-features'],
];

/** Settings that keep VS Code's own offers off the screen. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'git.enabled': false,
  'extensions.ignoreRecommendations': true,
  'files.simpleDialog.enable': true,
  // as on the desktop: in a browser what is typed is saved after a second
  'files.autoSave': 'off',
  // one TypeScript in place of two, and none that asks npm for types
  'typescript.tsserver.useSyntaxServer': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
};

/**
 * Starts VS Code's server on the loopback interface, without an access token, on this very Node (24 or newer).
 * Rejects with the server's own words when it ends at once.
 */
export async function startServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const main = await installServer();
  const home = options.home ?? (await mkdtemp(join(tmpdir(), 'vscode-host-')));
  const data = join(home, 'data');
  const extensions = join(home, 'extensions');
  // the user's where the window is, and those where the extensions run: of the user's, VS Code forgets sooner or later what is set by machine
  for (const place of ['User', 'Machine']) {
    await mkdir(join(data, place), { recursive: true });
    const settings = place === 'User' ? { ...quietSettings, ...options.settings } : options.settings;
    await writeFile(join(data, place, 'settings.json'), JSON.stringify(settings ?? {}, undefined, 2));
  }
  if (options.vsix !== undefined) installExtension(main, options.vsix, extensions);

  const builtIn = options.fewBuiltIn === true ? await linkBuiltIn(main, home) : undefined;

  const port = options.port ?? (await freePort());
  const authority = `127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      ...(options.logFiles === true ? ['--import', LOG_FILES] : []),
      ...[main, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      ...(builtIn === undefined ? [] : ['--builtin-extensions-dir', builtIn]),
      ...['--user-data-dir', data, '--extensions-dir', extensions],
      // else extension hosts get the PATH of a login shell, not the one given here
      '--force-disable-user-env',
      ...(options.trusted === true ? ['--disable-workspace-trust'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...options.env } },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-4000);
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killing);
    if (options.home === undefined) await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.race([
      untilListening(`http://${authority}/version`),
      ended.then(([code]) => {
        throw new Error(`the VS Code server ended with ${String(code)}:\n${complaints}`);
      }),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { authority, stop };
}

function installExtension(main: string, vsix: string, extensions: string): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [main, '--install-extension', vsix, '--force', '--extensions-dir', extensions],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${vsix} was not installed:\n${stdout}${stderr}`);
}

/** A folder in `home` with links to a few of the extensions that the server comes with. */
async function linkBuiltIn(main: string, home: string): Promise<string> {
  const folder = join(home, 'built-in');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  for (const name of FEW_BUILT_IN)
    await symlink(join(dirname(main), '../extensions', name), join(folder, name), 'junction');
  return folder;
}

async function untilListening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt++) {
    const up = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return;
    await delay(125);
  }
  throw new Error(`the VS Code server did not answer at ${url}`);
}
