import type { FileAnalysis } from '../../engine/engine.ts';

/** How many calls of the SDK a file has, without those of functions that make them. */
export function directCalls({ operations }: FileAnalysis): number {
  return operations.filter(({ via }) => via === undefined).length;
}
