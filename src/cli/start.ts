import { keepCompiled } from './compile-cache.ts';
import { repeated } from './kept/repeated.ts';
import { outputOf } from './output.ts';
import { thisTerminal } from './terminal.ts';
import { thisKept } from './kept/place.ts';

const args = process.argv.slice(2);
// a server writes nothing, and starts once
if (args[0] !== 'mcp') keepCompiled();
void repeated(args, process.cwd(), thisKept, () => outputOf(thisTerminal())).then((code) => {
  if (code === undefined) return import('./main.ts');
  process.exitCode = code;
  return undefined;
});
