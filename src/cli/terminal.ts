import * as l10n from '@vscode/l10n';
import type { Terminal } from './command.ts';

const CLEAR_LINE = '\r\u001B[K';

/** Opens it only when somebody reads it. */
async function* standardInput(): AsyncGenerator<Uint8Array> {
  yield* process.stdin as AsyncIterable<Uint8Array>;
}

/** The terminal of this process. Output that can't be written ends it, with exit code 2: nobody knows then what was found. */
export function thisTerminal(): Terminal {
  // a disk may be full, and who reads the output may close it early, as `head` does
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.stderr.write(`${l10n.t("The output couldn't be written in full ({0}).", code ?? '?')}\n`);
    process.exit(2);
  });
  // there is nowhere left to say so
  process.stderr.on('error', () => undefined);
  return {
    folder: process.cwd(),
    environment: process.env,
    input: standardInput(),
    write: (text) => process.stdout.write(text),
    complain: (text) => process.stderr.write(text),
    ...(process.stderr.isTTY && {
      progress: (line: string) => process.stderr.write(CLEAR_LINE + line),
    }),
  };
}
