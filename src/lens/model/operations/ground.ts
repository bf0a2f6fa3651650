import { type Files, type Memory, newMemory } from '../../link/linker.ts';
import { createFlow, type Flow } from '../../flow/flow.ts';
import type { Stepping } from '../../flow/in-steps.ts';
import { newLinker } from '../../link/evaluate.ts';
import { FILE_BUDGET } from '../../link/limits.ts';

/** What the readings of one file share while none of the files changes that they rest on. */
export interface Ground {
  readonly files: Files;
  readonly memory: Memory;
  /** The flow of its programs, made when a call of the SDK is met. */
  readonly flow: () => Flow;
  /** Whether its runs are made one a step. */
  readonly stepping: Stepping;
  /** How much it has made until now: nothing else costs much to make again. */
  readonly size: () => number;
}

export function newGround(files: Files): Ground {
  const memory = newMemory();
  const stepping: Stepping = { isOn: false };
  let flow: Flow | undefined;
  return {
    files,
    memory,
    stepping,
    flow: () => (flow ??= createFlow(files, () => newLinker(files, memory), stepping)),
    size: () => flow?.size() ?? 0,
  };
}

/** Each reading may do as much work as one file may cost. */
export function begun(ground: Ground): Ground {
  ground.memory.work.left = FILE_BUDGET;
  return ground;
}

/** What work gives, undefined where the stack is not deep enough for it. */
export function shallow<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
