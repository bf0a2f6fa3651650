import { run } from './run.ts';

const CLEAR_LINE = '\r\u001B[K';

// who reads the output may close it early, as `head` does
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

void run(process.argv.slice(2), {
  folder: process.cwd(),
  write: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  ...(process.stderr.isTTY && {
    progress: (line: string) => process.stderr.write(CLEAR_LINE + line),
  }),
}).then((code) => {
  process.exitCode = code;
});
