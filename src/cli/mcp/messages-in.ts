/** An id of a request, as JSON-RPC has it. */
export type RequestId = string | number;

/** Bytes of what is kept of a message that is too long: its fields, without what is in them. */
const MOST_OUTLINE = 4096;

const [LINE_END, QUOTE, BACKSLASH] = [0x0a, 0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/**
 * Hands on the messages of a client, each a line with its end, in the chunks in which they come. A message of more than `most` bytes is left
 * out, whatever its length, in constant memory: `tooLong` is given the id of its request, undefined where none is seen.
 */
export async function* messagesIn(
  input: AsyncIterable<Uint8Array>,
  most: number,
  tooLong: (id: RequestId | undefined) => void,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let outline: Outline | undefined;
  for await (const chunk of input) {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(LINE_END, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
      from += part.length;
      size += part.length;
      if (outline === undefined && size > most) {
        outline = createOutline();
        waiting.forEach(outline.add);
        waiting = [];
      }
      if (outline === undefined) waiting.push(part);
      else outline.add(part);
      if (end < 0) continue;
      if (outline === undefined) yield Buffer.concat(waiting);
      else tooLong(outline.id());
      [waiting, size, outline] = [[], 0, undefined];
    }
  }
}

interface Outline {
  readonly add: (part: Uint8Array) => void;
  readonly id: () => RequestId | undefined;
}

/** The fields of an object in JSON: of those that are objects or lists nothing is kept, and of long texts only that they are there. */
function createOutline(): Outline {
  const kept: number[] = [];
  let [depth, isText, isEscaped] = [0, false, false];
  const keep = (byte: number): void => {
    if (kept.length < MOST_OUTLINE) kept.push(byte);
  };
  return {
    add: (part) => {
      for (const byte of part) {
        if (isText) {
          if (depth === 1) keep(byte);
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isText = false;
          continue;
        }
        if (CLOSING.has(byte)) depth -= 1;
        if (depth === 1 && !CLOSING.has(byte))
          for (const one of OPENING.has(byte) ? [0x30] : [byte]) keep(one);
        if (OPENING.has(byte)) depth += 1;
        isText = byte === QUOTE;
      }
    },
    id: () => {
      try {
        const { id } = JSON.parse(`{${Buffer.from(kept).toString()}}`) as { readonly id?: unknown };
        return typeof id === 'string' || typeof id === 'number' ? id : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
