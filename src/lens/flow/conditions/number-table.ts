/** Numbers by three others, in a few bytes each: runs ask for millions of them. All are whole, and none is below zero. */
export interface NumberTable {
  /** `NONE` where nothing is known. */
  readonly get: (a: number, b: number, c: number) => number;
  /** Of what is not known yet. */
  readonly add: (a: number, b: number, c: number, value: number) => void;
  /** Forgets all of a table that has become large. */
  readonly shrink: () => void;
}

export const NONE = -1;

/** Entries that there is room for at the beginning, and in a table that is large; powers of 2. */
const FEWEST = 128;
const LARGE = 4_096;

/** As many as a large table that was emptied has room for: what runs after it needs about as many. */
const MOST_KEPT = 2 * LARGE;

/** How much larger a full table becomes: all that is in it is put anew each time. */
const GROWTH = 4;

/** The three, and the value plus one: zero where nothing is. */
const WIDTH = 4;

export function createNumberTable(): NumberTable {
  let room = FEWEST;
  let cells = new Int32Array(room * WIDTH);
  let count = 0;

  /** Puts an entry that is not there. */
  const put = (a: number, b: number, c: number, stored: number): void => {
    const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
    let cell = ((mixed ^ (mixed >>> 15)) & (room - 1)) * WIDTH;
    while (cells[cell + 3] !== 0) cell = (cell + WIDTH) & (room * WIDTH - 1);
    cells[cell] = a;
    cells[cell + 1] = b;
    cells[cell + 2] = c;
    cells[cell + 3] = stored;
  };
  const grow = (): void => {
    const before = cells;
    room *= GROWTH;
    cells = new Int32Array(room * WIDTH);
    for (let cell = 0; cell < before.length; cell += WIDTH) {
      const stored = before[cell + 3] ?? 0;
      if (stored !== 0) put(before[cell] ?? 0, before[cell + 1] ?? 0, before[cell + 2] ?? 0, stored);
    }
  };
  return {
    get(a, b, c) {
      const mixed = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
      let cell = ((mixed ^ (mixed >>> 15)) & (room - 1)) * WIDTH;
      while (cells[cell + 3] !== 0 && (cells[cell] !== a || cells[cell + 1] !== b || cells[cell + 2] !== c))
        cell = (cell + WIDTH) & (room * WIDTH - 1);
      return (cells[cell + 3] ?? 0) + NONE;
    },
    add(a, b, c, value) {
      if (count >= room / 2) grow();
      count += 1;
      put(a, b, c, value - NONE);
    },
    shrink() {
      if (room < LARGE || count < LARGE / 4) return;
      if (room <= MOST_KEPT) {
        cells.fill(0);
      } else {
        room = LARGE;
        cells = new Int32Array(room * WIDTH);
      }
      count = 0;
    },
  };
}
