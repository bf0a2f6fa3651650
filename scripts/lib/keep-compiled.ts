import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { cache } from './paths.ts';

// Imported for its effect, by Mocha before any test: what Node makes of the sources is kept for the next process, this one's children among
// them. A language server or a command line that a test starts from its sources takes half the processor time until it answers.
process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled');
// the types are those of an older Node
const { enableCompileCache } = nodeModule as unknown as {
  readonly enableCompileCache: (folder: string) => void;
};
enableCompileCache(process.env.NODE_COMPILE_CACHE);
