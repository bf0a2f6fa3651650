import { SCRIPT } from './load.ts';

/** A place in the program where a run was: the name of the method that is called, or who waits for it. */
export interface Frame {
  readonly file: string;
  /** From 1, as stacks have them. */
  readonly line: number;
  readonly column: number;
}

/** One call of the SDK, as a run made it. */
export type Call = ListCall | ReadCall | WriteCall;

interface AnyCall {
  /** Where the program calls the SDK, then who called that, as far as it is known. */
  readonly frames: readonly Frame[];
  readonly table: string;
}

/** A list query that was sent: entities were asked for. */
export interface ListCall extends AnyCall {
  readonly kind: 'list';
  readonly method: 'listEntities';
  readonly filter: string | undefined;
  readonly select: readonly string[] | undefined;
  readonly pageSize: number | undefined;
  /** Entities that there were, and how many of them the program took; whether it also asked for what is behind the last. */
  readonly total: number;
  taken: number;
  isAtEnd: boolean;
  /** Pages that were sent for. */
  requests: number;
  readonly seen: Seen;
}

export interface ReadCall extends AnyCall {
  readonly kind: 'read';
  readonly method: 'getEntity';
  readonly partitionKey: unknown;
  readonly rowKey: unknown;
  /** Other calls that had not been answered yet. */
  readonly pending: number;
  readonly seen: Seen;
}

export interface WriteCall extends AnyCall {
  readonly kind: 'write';
  readonly method: WriteMethod;
  /** What is written, an element for each action of a transaction. */
  readonly entities: readonly Readonly<Record<string, unknown>>[];
  readonly actions: readonly string[];
  readonly mode: unknown;
  readonly etag: unknown;
  readonly pending: number;
  /** Whether anybody waited for it. */
  isAwaited: boolean;
}

export type WriteMethod =
  'createEntity' | 'updateEntity' | 'upsertEntity' | 'deleteEntity' | 'submitTransaction';

/** What the program did with the entities that a call gave it. */
export interface Seen {
  readonly names: Set<string>;
  /** Entities, by their number, of which anything was looked at. */
  readonly touched: Set<number>;
  /** The keys of the entities, as JSON. */
  readonly keys: Set<string>;
  /** Entities, by their number, that were looked at as a whole, or kept where somebody else can look at them. */
  readonly whole: Set<number>;
  /** An array that holds them was sorted or reversed. */
  isSorted: boolean;
}

/** Frames of a program by file and position: the same place is the same object each time. */
export type FramesKnown = Map<string, Map<number, Frame>>;

/** V8 tells where in the file a call is, which is cheaper than its line. */
interface CallSite extends NodeJS.CallSite {
  readonly getPosition: () => number;
}

/** The program's own part of the stack, innermost first; only within {@link watchingStacks}. */
export function framesOf(known: FramesKnown): Frame[] {
  const holder: { stack?: unknown } = {};
  Error.stackTraceLimit = 16;
  Error.captureStackTrace(holder);
  const sites = holder.stack as readonly CallSite[];
  Error.stackTraceLimit = 0;
  const frames: Frame[] = [];
  for (const site of sites) {
    const name = site.getFileName();
    if (name?.startsWith(SCRIPT) === true) frames.push(frameOf(site, name, known));
  }
  return frames;
}

function frameOf(site: CallSite, name: string, known: FramesKnown): Frame {
  let ofFile = known.get(name);
  if (ofFile === undefined) known.set(name, (ofFile = new Map<number, Frame>()));
  const position = site.getPosition();
  const before = ofFile.get(position);
  if (before !== undefined) return before;
  const file = name.slice(SCRIPT.length);
  const frame = { file, line: site.getLineNumber() ?? 0, column: site.getColumnNumber() ?? 0 };
  ofFile.set(position, frame);
  return frame;
}

/** Does something in which only {@link framesOf} reads stacks: errors have none, which most of their cost is. */
export async function watchingStacks<T>(work: () => Promise<T>): Promise<T> {
  const limit = Error.stackTraceLimit;
  const prepare = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Error.stackTraceLimit = 0;
  Error.prepareStackTrace = (_, sites) => sites;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = limit;
    if (prepare === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
    else Object.defineProperty(Error, 'prepareStackTrace', prepare);
  }
}
