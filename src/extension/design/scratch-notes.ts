import { isScratch } from '../../data/rehearsal/scratch-tables.ts';

/** Scratch tables that are there, or may be, and the connection that has them. */
export interface Scratch {
  readonly connection: string;
  readonly tables: readonly string[];
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

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** What was noted; nothing that isn't the name of a scratch table. */
  get all(): readonly Scratch[] {
    const kept = this.#memory.get(KEY);
    return Array.isArray(kept) ? kept.filter(isNote) : [];
  }

  /** Notes that a connection has these tables in place of those `before`. */
  async change(connection: string, before: readonly string[], tables: readonly string[]): Promise<void> {
    const others = this.all
      .map((one) => ({ ...one, tables: one.tables.filter((name) => !before.includes(name)) }))
      .filter((one) => one.tables.length > 0);
    await this.#memory.update(KEY, [...others, ...(tables.length === 0 ? [] : [{ connection, tables }])]);
  }
}

function isNote(value: unknown): value is Scratch {
  if (typeof value !== 'object' || value === null) return false;
  const { connection, tables } = value as Partial<Record<keyof Scratch, unknown>>;
  return (
    typeof connection === 'string' &&
    Array.isArray(tables) &&
    tables.length > 0 &&
    tables.every((name) => typeof name === 'string' && isScratch(name))
  );
}
