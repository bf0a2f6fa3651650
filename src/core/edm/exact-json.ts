/** A value in JSON as it was written: numbers keep their text, lists and objects stay JSON. */
export type ExactValue =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'nested'; readonly json: string };

/** Why a text is not the JSON that was expected. */
export type UnreadableReason = 'no-json' | 'too-deep' | 'too-many' | 'too-large' | 'no-list';

/** Thrown for a text that is not the JSON that was expected. */
export class UnreadableJson extends SyntaxError {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(`not the JSON that was expected (${reason})`);
    this.reason = reason;
  }
}

/** Lists and objects in one another that are read. An answer of a table service has three, and 64 is what many readers take. */
const MAX_DEPTH = 64;

/** Values that are read of a text: a thousand entities of 255 properties, each with its type, have 512,000. */
const MAX_VALUES = 600_000;

/** Names that are held once. A table has a few kinds of entities. */
const MAX_NAMES = 4_096;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads JSON from its begin to its end, value by value, in steps that grow with its length alone. What it hands out holds nothing of the
 * text. Every method throws an {@link UnreadableJson} where the text is no JSON, nested too deep, or has too many values.
 */
export class ExactJsonReader {
  readonly #text: string;
  readonly #maxValues: number;
  #at = 0;
  #depth = 0;
  /** The next backslash from where it was last looked for. */
  #escape = -1;
  #values = 0;
  /** Names come again with every entity: each is held once. */
  readonly #names = new Map<string, string>();

  /** `maxValues`: more are not read. */
  constructor(text: string, maxValues = Infinity) {
    this.#text = text;
    this.#maxValues = maxValues;
  }

  /** Whether the next value begins with this character: `{`, `[`, `"`. */
  isNext(character: string): boolean {
    this.#skipBlanks();
    return this.#text[this.#at] === character;
  }

  /** Reads an object: `member` is called for each of its members, and reads the value. */
  object(member: (name: string) => void): void {
    this.#each('{', '}', () => {
      const name = this.#name();
      this.#expect(':');
      member(name);
    });
  }

  /** Reads a list: `item` is called before each of its values, and reads it. */
  list(item: () => void): void {
    this.#each('[', ']', item);
  }

  value(): ExactValue {
    this.#skipBlanks();
    switch (this.#text.charAt(this.#at)) {
      case '"':
        return { kind: 'text', value: this.#string() };
      case '{':
      case '[': {
        const start = this.#at;
        this.skip();
        return { kind: 'nested', json: detached(this.#text.slice(start, this.#at)) };
      }
      case 't':
        return this.#word('true', { kind: 'boolean', value: true });
      case 'f':
        return this.#word('false', { kind: 'boolean', value: false });
      case 'n':
        return this.#word('null', { kind: 'null' });
      default:
        return { kind: 'number', text: this.#number() };
    }
  }

  /** Passes over a value. */
  skip(): void {
    if (this.isNext('{')) {
      this.object(() => {
        this.skip();
      });
    } else if (this.isNext('[')) {
      this.list(() => {
        this.skip();
      });
    } else this.value();
  }

  /** Throws unless nothing but blanks is left. */
  end(): void {
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw new UnreadableJson('no-json');
  }

  #each(open: string, close: string, read: () => void): void {
    this.#expect(open);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new UnreadableJson('too-deep');
    if (!this.isNext(close)) {
      do {
        this.#values += 1;
        if (this.#values > this.#maxValues) throw new UnreadableJson('too-large');
        read();
      } while (this.#take(','));
    }
    this.#expect(close);
    this.#depth -= 1;
  }

  #name(): string {
    this.#skipBlanks();
    const start = this.#at;
    const end = this.#endOfString();
    const written = this.#text.slice(start, end);
    const known = this.#names.get(written);
    if (known !== undefined) return known;
    const name = stringOf(written);
    if (this.#names.size < MAX_NAMES) this.#names.set(detached(written), name);
    return name;
  }

  #string(): string {
    const start = this.#at;
    return stringOf(this.#text.slice(start, this.#endOfString()));
  }

  /** Goes behind the string that begins here, and looks at each place once. */
  #endOfString(): number {
    const text = this.#text;
    if (text[this.#at] !== '"') throw new UnreadableJson('no-json');
    let from = this.#at + 1;
    let end = text.indexOf('"', from);
    for (let escape = this.#escapeFrom(from); escape < end; escape = this.#escapeFrom(from)) {
      from = escape + 2;
      if (end < from) end = text.indexOf('"', from);
    }
    if (end < 0) throw new UnreadableJson('no-json');
    this.#at = end + 1;
    return this.#at;
  }

  /** Where the next backslash stands. */
  #escapeFrom(place: number): number {
    if (this.#escape < place) {
      const next = this.#text.indexOf('\\', place);
      this.#escape = next < 0 ? Infinity : next;
    }
    return this.#escape;
  }

  #number(): string {
    NUMBER.lastIndex = this.#at;
    const [written = ''] = NUMBER.exec(this.#text) ?? [];
    if (written === '') throw new UnreadableJson('no-json');
    this.#at += written.length;
    return detached(written);
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new UnreadableJson('no-json');
    this.#at += word.length;
    return value;
  }

  #expect(character: string): void {
    if (!this.#take(character)) throw new UnreadableJson('no-json');
  }

  #take(character: string): boolean {
    if (!this.isNext(character)) return false;
    this.#at += 1;
    return true;
  }

  #skipBlanks(): void {
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }
}

/** Space, tabulator, line feed or carriage return; not NaN, behind the end. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

/**
 * Reads an answer of OData, an object with a list as its `value`: `item` is called before each entry of it, and reads it. Throws an
 * {@link UnreadableJson} for a text that is no such answer, and for one with more than `most` entries, or then with more values than they
 * can have; without a bound it reads what somebody of ours wrote.
 */
export function readList(json: string, most: number, item: (reader: ExactJsonReader) => void): void {
  const reader = new ExactJsonReader(json, most === Infinity ? Infinity : MAX_VALUES);
  let count: number | undefined;
  if (reader.isNext('[')) throw new UnreadableJson('no-list');
  reader.object((name) => {
    if (name !== 'value' || !reader.isNext('[')) {
      reader.skip();
      return;
    }
    count ??= 0;
    reader.list(() => {
      if (count === most) throw new UnreadableJson('too-many');
      count = (count ?? 0) + 1;
      item(reader);
    });
  });
  reader.end();
  if (count === undefined) throw new UnreadableJson('no-list');
}

function stringOf(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    throw new UnreadableJson('no-json');
  }
}

/** A part of a text, unless it is this short, holds all of it. */
const SHORT = 12;

function detached(part: string): string {
  return part.length <= SHORT ? part : (JSON.parse(JSON.stringify(part)) as string);
}
