import type { Call, Frame, Seen } from './calls.ts';
import type { Run } from './run.ts';

/** Keeps of runs that did the same only the first, and how many they were: nothing that is judged depends on how often it happened. */
export class DistinctRuns {
  readonly #kept = new Map<string, Run>();
  readonly #frames = new Map<Frame, number>();
  #open: Run[] = [];

  /** Adds a run, in which something may still be going on. */
  add(run: Run): void {
    this.#open.push(run);
  }

  /** Runs that are added and not told apart yet. */
  get open(): number {
    return this.#open.length;
  }

  /** Tells those apart that were added: nothing goes on in them any more. */
  settle(): void {
    for (const run of this.#open) {
      const key = this.#keyOf(run) ?? `alone ${this.#kept.size}`;
      const before = this.#kept.get(key);
      if (before === undefined) this.#kept.set(key, run);
      else before.times += run.times;
    }
    this.#open = [];
  }

  /** All that were told apart, in their order. */
  all(): Run[] {
    return [...this.#kept.values()];
  }

  /** All that can be told of a run as a text; undefined where it wrote values that are no plain ones. */
  #keyOf(run: Run): string | undefined {
    const keys = [run.isFromOutside === true, run.isEndless, endOf(run)].map(String);
    for (const call of run.calls) {
      const key = keyOfCall(call);
      if (key === undefined) return undefined;
      keys.push(call.frames.map((frame) => this.#numberOf(frame)).join(' '), key);
    }
    return keys.join('\n');
  }

  #numberOf(frame: Frame): number {
    const before = this.#frames.get(frame);
    if (before !== undefined) return before;
    this.#frames.set(frame, this.#frames.size);
    return this.#frames.size - 1;
  }
}

function endOf(run: Run): string {
  if (!('error' in run)) return 'done';
  return run.error instanceof Error ? `error ${run.error.message}` : 'thrown';
}

function keyOfCall(call: Call): string | undefined {
  const { kind, method, table } = call;
  const parts: unknown[] = [kind, method, table];
  switch (call.kind) {
    case 'list': {
      const { filter, select, pageSize, total, taken, isAtEnd, requests, seen } = call;
      parts.push(filter, select, pageSize, total, taken, isAtEnd, requests, ...seenParts(seen));
      break;
    }
    case 'read':
      parts.push(call.partitionKey, call.rowKey, call.pending, ...seenParts(call.seen));
      break;
    case 'write':
      parts.push(call.actions, call.mode, call.etag, call.pending, call.isAwaited);
      for (const entity of call.entities) parts.push(Object.keys(entity), ...Object.values(entity));
      break;
  }
  const texts = parts.map(textOf);
  return texts.includes(undefined) ? undefined : texts.join('|');
}

function seenParts({ names, touched, keys, whole, isSorted }: Seen): unknown[] {
  return [[...names], [...touched], [...keys], [...whole], isSorted];
}

/** A value and its type; undefined for an object that is no list of plain values. */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return `'${value}`;
    case 'object': {
      if (value === null) return 'null';
      if (!Array.isArray(value)) return undefined;
      const texts = value.map(textOf);
      return texts.includes(undefined) ? undefined : `[${texts.join(',')}]`;
    }
    case 'function':
    case 'symbol':
      return undefined;
    case 'bigint':
      return `${value}n`;
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value);
  }
}
