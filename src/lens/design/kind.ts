import type { KeyPattern } from '../model/keys/key-pattern.ts';
import { type AskedName, type Attribute, attributesOf, type KindAttributes } from './attributes.ts';
import type { EntityWrite } from './entity-writes.ts';
import { type KeyName, placeKey, type RawKind, toldBy } from './kinds.ts';
import { encodingOf, type KeyPart, type Layout } from './layout.ts';
import { type Noun, nounOf } from './words.ts';

/** Entities of a table whose keys are put together alike. */
export interface Kind {
  /** Unique within the table, as words: "limit", "expense claim". */
  readonly name: string;
  /** What people call one of them, and several. */
  readonly noun: Noun;
  readonly layout: Layout;
  readonly attributes: readonly Attribute[];
  readonly ofPlace: KindAttributes['ofPlace'];
  readonly ofProperty: KindAttributes['ofProperty'];
  readonly partitionKey: KeyPattern;
  readonly rowKey: KeyPattern;
  /** What those call a key who ask for it as it is. */
  readonly keyNames: ReadonlyMap<KeyName, string>;
  /** The writes that make such entities; none of a kind that is only read. */
  readonly makers: readonly EntityWrite[];
  /** The texts by which programs tell it from others, by the properties that hold them: `loan` of `kind: 'loan'` in each write. */
  readonly told: ReadonlyMap<string, string>;
  /** All its properties are seen. */
  readonly isWhole: boolean;
  /** No code writes it yet: it is declared. */
  readonly isPlanned?: true;
  /** The kind that it holds the same content as, under another key. */
  readonly copyOf?: string;
}

/** Kinds with their attributes and names; `table` is what the table is called. */
export function kindsOf(
  table: string,
  raw: readonly RawKind[],
  asked: readonly AskedName[],
  keyNames: readonly ReadonlyMap<KeyName, string>[] = [],
): readonly Kind[] {
  const attributes = attributesOf(raw, asked);
  const nouns = nounsOf(table, raw);
  return raw.map((kind, k): Kind => {
    const { all, ofPlace, ofProperty } = attributes[k] ?? NONE;
    const { partitionKey, rowKey, makers } = kind;
    const copied = kind.copyOf === undefined ? undefined : nouns[kind.copyOf]?.name;
    const noun = nouns[k] ?? nounOf(table);
    return {
      name: noun.name,
      noun,
      layout: {
        partitionKey: partsOf('partitionKey', partitionKey, ofPlace),
        rowKey: partsOf('rowKey', rowKey, ofPlace),
      },
      attributes: all,
      ofPlace,
      ofProperty,
      partitionKey,
      rowKey,
      keyNames: keyNames[k] ?? new Map(),
      makers,
      told: toldBy(makers),
      isWhole: makers.length > 0 && makers.every((write) => write.isWhole),
      ...(copied !== undefined && { copyOf: copied }),
    };
  });
}

const NONE: KindAttributes = { all: [], ofPlace: new Map(), ofProperty: new Map() };

function partsOf(
  key: KeyName,
  { parts }: KeyPattern,
  ofPlace: ReadonlyMap<string, string>,
): readonly KeyPart[] {
  let index = 0;
  return parts.map((part): KeyPart => {
    if (part.kind === 'literal') return part;
    const attribute = ofPlace.get(placeKey(key, index)) ?? '…';
    index += 1;
    return { kind: 'attribute', attribute, encoding: encodingOf(part) };
  });
}

function nounsOf(table: string, raw: readonly RawKind[]): readonly Noun[] {
  const noun = nounOf(table.split('{', 1)[0] ?? table);
  const taken = new Map<string, number>();
  return raw.map((kind) => {
    const word = wordIn(kind.rowKey) ?? wordIn(kind.partitionKey);
    const own = raw.length === 1 || word === undefined ? noun : nounOf(word);
    const count = (taken.get(own.name) ?? 0) + 1;
    taken.set(own.name, count);
    const numbered = (text: string): string => (count === 1 ? text : `${text} ${count}`);
    return { name: numbered(own.name), one: numbered(own.one), many: numbered(own.many) };
  });
}

/** The word that the keys of a kind begin with: `limit` of `limit_{purpose}`. */
function wordIn({ parts }: KeyPattern): string | undefined {
  const [first] = parts;
  return first?.kind === 'literal' && /\p{L}{2}/u.test(first.text) ? first.text : undefined;
}
