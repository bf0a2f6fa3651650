import { codeOf } from '../../data/error.ts';
import { isScratch } from '../../data/rehearsal/scratch-tables.ts';

/** Scratch tables that are there, or may be, and the connection that has them. */
export interface Scratch {
  readonly connection: string;
  readonly tables: readonly string[];
  /** The id of the process that made them. */
  readonly process: number;
}

/** Keeps values beyond the window. */
interface Memory {
  readonly get: (key: string) => unknown;
  readonly update: (key: string, value: unknown) => Thenable<void>;
}

const KEY = 'partitionLens.scratchTables';

/** Notes which scratch tables are there before they are made, so that they are found if the window closes. */
export class ScratchNotes {
  readonly #memory: Memory;
  readonly #isRunning: (process: number) => boolean;

  constructor(memory: Memory, isRunning: (process: number) => boolean = isRunningHere) {
    this.#memory = memory;
    this.#isRunning = isRunning;
  }

  /** Those whose window is gone; a rehearsal of another window goes on. */
  get abandoned(): readonly Scratch[] {
    return this.all.filter(({ process }) => !this.#isRunning(process));
  }

  /** What was noted; nothing that isn't the name of a scratch table. */
  get all(): readonly Scratch[] {
    const kept = this.#memory.get(KEY);
    return Array.isArray(kept) ? kept.filter(isNote) : [];
  }

  /** Notes that a connection has these tables in place of those `before`; `made` is the process that made them, this one by default. */
  async change(
    connection: string,
    before: readonly string[],
    tables: readonly string[],
    made = process.pid,
  ): Promise<void> {
    const others = this.all
      .map((one) => ({ ...one, tables: one.tables.filter((name) => !before.includes(name)) }))
      .filter((one) => one.tables.length > 0);
    await this.#memory.update(KEY, [
      ...others,
      ...(tables.length === 0 ? [] : [{ connection, tables, process: made }]),
    ]);
  }
}

/** Milliseconds after which it is looked again whether a process that rehearses is gone, and how often. */
const LOOK_AGAIN = 10_000;
const MOST_LOOKS = 60;

/**
 * Offers what rehearsals left, as soon as their process is gone: that of a window which is loaded again ends after the new one has begun.
 * Gives what ends it.
 */
export function offeringLeft(
  {
    notes,
    offer,
  }: { readonly notes: Pick<ScratchNotes, 'all'>; readonly offer: (offered: Set<string>) => Promise<void> },
  every = LOOK_AGAIN,
): { readonly dispose: () => void } {
  const offered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (left: number): Promise<void> => {
    await offer(offered);
    const isWaiting = notes.all.some(({ process: made }) => made !== process.pid);
    if (isWaiting && left > 0 && !isOver) timer = setTimeout(() => void look(left - 1), every);
  };
  void look(MOST_LOOKS);
  return {
    dispose: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function isNote(value: unknown): value is Scratch {
  if (typeof value !== 'object' || value === null) return false;
  const { connection, tables, process: made } = value as Partial<Record<keyof Scratch, unknown>>;
  return (
    typeof connection === 'string' &&
    typeof made === 'number' &&
    Number.isInteger(made) &&
    made > 0 &&
    Array.isArray(tables) &&
    tables.length > 0 &&
    tables.every((name) => typeof name === 'string' && isScratch(name))
  );
}

/** Signal 0 only asks; who may not send it to a process knows that it is there. */
function isRunningHere(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
