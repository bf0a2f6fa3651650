import { setFlagsFromString } from 'node:v8';

/** The V8 of Node 24, with which the flags were measured (docs/performance.md). Others may not know them, which they would say on standard error. */
const MEASURED = '13.';

/**
 * Makes V8 compile as suits a run of some seconds, for this whole process: the compiler that works longest never gets back what it takes, and
 * the one before it is for functions that are called most. To be called before code is loaded that is kept: V8 takes none from processes with other flags.
 */
export function compileForSeconds(): void {
  if (process.versions.v8.startsWith(MEASURED))
    setFlagsFromString('--no-turbofan --invocation-count-for-maglev=2000');
}
