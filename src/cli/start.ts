import { join } from 'node:path';
import { keepCompiled } from './compile-cache.ts';
import { compileForSeconds } from './compilers.ts';
import { repeated } from './kept/repeated.ts';
import { loadKept } from './kept-code.ts';
import { outputOf } from './output.ts';
import { thisTerminal } from './terminal.ts';
import { thisKept } from './kept/place.ts';

const args = process.argv.slice(2);
// a server writes nothing, and starts once
const isServer = args[0] === 'mcp';
if (!isServer) keepCompiled();
if (!isServer && !args.includes('--watch')) compileForSeconds();
/** What the build makes of `main.ts`, and what lies beside it. */
const isLoaded = (): boolean =>
  !isServer && loadKept(join(import.meta.dirname, 'command-line.js'), ['typescript-parser.js']);
void repeated(args, process.cwd(), thisKept, () => outputOf(thisTerminal())).then((code) => {
  if (code !== undefined) process.exitCode = code;
  else if (!isLoaded()) return import('./main.ts');
  return undefined;
});
