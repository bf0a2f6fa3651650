import { collectOften } from './collect.ts';
import { thisKept } from './kept/place.ts';
import { boundNursery } from './nursery.ts';
import { run } from './run.ts';
import { thisTerminal } from './terminal.ts';

boundNursery();
void run(process.argv.slice(2), { ...thisTerminal(), kept: thisKept, collect: collectOften() }).then(
  (code) => {
    process.exitCode = code;
  },
);
