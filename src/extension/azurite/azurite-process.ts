import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
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
  /** Whether it was asked to. */
  readonly wasStopped: boolean;
}

/** Less than the five seconds that VS Code gives an extension for its end. */
const STOP_MS = 3_000;

/**
 * Runs Azurite's table service as a process of this one, without a shell. It is silent but for its start, its end and its errors:
 * the lines that it has for requests hold keys and filters, and what is shown of them is kept in a log. Never throws; a
 * program that cannot be run has `ended`.
 */
export function runAzurite(options: AzuriteOptions): AzuriteProcess {
  let lastLine = '';
  let wasStopped = false;
  const endOf = (): Ended => ({ lastLine, isPortTaken: lastLine.includes('EADDRINUSE'), wasStopped });
  let child: ChildProcess;
  try {
    child = spawned(options);
  } catch (error) {
    lastLine = error instanceof Error ? error.message : String(error);
    return { ended: Promise.resolve(endOf()), stop: () => Promise.resolve() };
  }
  // what could not be run, or later what could not be killed
  child.on('error', ({ message }) => {
    lastLine = message;
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') lastLine = line.trim();
      options.onLine(line);
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', () => {
      resolve(endOf());
    });
  });
  return {
    ended,
    stop: () => {
      wasStopped = true;
      return stop(child, ended);
    },
  };
}

/**
 * What Node runs in Azurite's process before Azurite: when the channel closes, whatever became of the process at its other end, it does
 * as `stop` would.
 */
const END_WITH_PARENT = `--import=data:text/javascript,${encodeURIComponent(`
  process.once('disconnect', () => {
    setTimeout(() => process.exit(), ${STOP_MS}).unref();
    process.emit('message', 'shutdown');
  });
`)}`;

/** Some of what cannot be run throws here, some tells it later by an event. */
function spawned({ program, host, port, location }: AzuriteOptions): ChildProcess {
  const options = ['--tableHost', host, '--tablePort', port, '--location', location];
  return spawn(program.file, [...program.args, ...options, '--silent', '--disableTelemetry'], {
    cwd: location,
    // the channel is how it is asked to end, on Windows too: a signal would end it before it has written its data
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${END_WITH_PARENT}`.trim() },
    windowsHide: true,
  });
}

async function stop(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  const ending = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  // it may have gone this moment: `ended` tells
  if (child.connected) child.send('shutdown', () => undefined);
  await ended;
  clearTimeout(ending);
}
