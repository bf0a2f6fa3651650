import { setFlagsFromString } from 'node:v8';

/** The V8 of Node 24 and of Node 20, with which the flags were measured (docs/performance.md). Others may not know them, which they would say on standard error. */
const FLAGS: readonly (readonly [version: string, flags: string])[] = [
  // the compiler that works longest never gives back what it takes, and the one before it is for functions that are called most
  ['13.', '--no-turbofan --invocation-count-for-maglev=2000'],
  // there is none in between: what is called often is compiled at once and simply, and little of it ever well
  ['11.3.', '--sparkplug --interrupt-budget=528000'],
];

/**
 * Makes V8 compile as suits a run of some seconds, for this whole process. To be called before code is loaded that is kept: V8 takes none from
 * processes with other flags.
 */
export function compileForSeconds(): void {
  const measured = FLAGS.find(([version]) => process.versions.v8.startsWith(version));
  if (measured !== undefined) setFlagsFromString(measured[1]);
}
