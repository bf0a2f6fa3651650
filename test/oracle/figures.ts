import type { FixTally } from './fixes/fix-tally.ts';
import type { Tally } from './tally.ts';

/** What is held to a limit: programs with something untrue, and of 1,000 list queries those of unknown shape. */
export interface Figures {
  readonly falseErrors: number;
  readonly falseWarnings: number;
  readonly falseHints: number;
  readonly untrueShapes: number;
  readonly unknownOfThousand: number;
}

export function figuresOf({ byKind, sites, known }: Tally): Figures {
  return {
    falseErrors: byKind['false-error'] ?? 0,
    falseWarnings: byKind['false-warning'] ?? 0,
    falseHints: byKind['false-hint'] ?? 0,
    untrueShapes: byKind['untrue-shape'] ?? 0,
    unknownOfThousand: Math.ceil((1000 * (sites - known)) / sites),
  };
}

/** Of fixes: how many do something else than they say, or do not load, and places at which two are preferred. */
export interface FixFigures {
  readonly faults: number;
}

export function fixFiguresOf({ faults }: FixTally): FixFigures {
  return { faults: Object.values(faults).reduce((sum, count) => sum + count, 0) };
}
