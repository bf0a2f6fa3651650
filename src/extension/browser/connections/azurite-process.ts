import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Program } from './find-azurite.ts';

export interface AzuriteOptions {
  readonly program: Program;
  /** Of this machine, where it is to answer. */
  readonly host: string;
  readonly port: string;
  /** The folder that it keeps its data in; it runs there too. */
  readonly location: string;
  /** Called with each line that it says. */
  readonly onLine: (line: string) => void;
}

/** An Azurite that was started here. */
export interface AzuriteProcess {
  /** Resolved once it is gone, whoever ended it. */
  readonly ended: Promise<Ended>;
  /** Asks it to write what it has and to end; it is ended if it does not. Resolved once it is gone. */
  readonly stop: () => Promise<void>;
}

/** How it ended. */
export interface Ended {
  /** The last line that it said; where it could not be run, why. */
  readonly lastLine: string;
  readonly isPortTaken: boolean;
}

/** Less than the five seconds that VS Code gives an extension for its end. */
const STOP_MS = 3_000;

/**
 * Runs Azurite's table service as a process of this one, without a shell. It is silent but for its start, its end and its errors:
 * the lines that it has for requests hold keys and filters, and what is shown of them is kept in a log. Never throws; a
 * program that cannot be run has `ended`.
 */
export function runAzurite({ program, host, port, location, onLine }: AzuriteOptions): AzuriteProcess {
  const options = ['--tableHost', host, '--tablePort', port, '--location', location];
  const child = spawn(program.file, [...program.args, ...options, '--silent', '--disableTelemetry'], {
    cwd: location,
    // the channel is how it is asked to end, on Windows too: a signal would end it before it has written its data
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  });
  let lastLine = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') lastLine = line.trim();
      onLine(line);
    });
  }
  const ended = once(child, 'close')
    // what could not be run
    .catch((error: unknown) => {
      lastLine = error instanceof Error ? error.message : String(error);
    })
    .then((): Ended => ({ lastLine, isPortTaken: lastLine.includes('EADDRINUSE') }));
  return { ended, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  const ending = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  // it may have gone this moment: `ended` tells
  if (child.connected) child.send('shutdown', () => undefined);
  await ended;
  clearTimeout(ending);
}
