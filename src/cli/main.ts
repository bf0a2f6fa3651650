import * as l10n from '@vscode/l10n';
import { boundNursery } from './nursery.ts';
import { run } from './run.ts';

const CLEAR_LINE = '\r\u001B[K';

// a disk may be full, and who reads the output may close it early, as `head` does: nobody knows then what was found
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.stderr.write(`${l10n.t("The output couldn't be written in full ({0}).", code ?? '?')}\n`);
  process.exit(2);
});
// there is nowhere left to say so
process.stderr.on('error', () => undefined);

/** Opens it only when somebody reads it. */
async function* standardInput(): AsyncGenerator<Uint8Array> {
  yield* process.stdin as AsyncIterable<Uint8Array>;
}

boundNursery();
void run(process.argv.slice(2), {
  folder: process.cwd(),
  input: standardInput(),
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  ...(process.stderr.isTTY && {
    progress: (line: string) => process.stderr.write(CLEAR_LINE + line),
  }),
}).then((code) => {
  process.exitCode = code;
});
