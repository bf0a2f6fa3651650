import type { Ticks } from '../../core/keys/codec.ts';
import { boundAt, splitDeclared, timePartOf } from '../../core/keys/declare.ts';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { suggestDeclarations } from '../../core/keys/suggest.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { quote } from '../../core/odata/quote.ts';
import { conjunctsOf, propertiesOf } from '../../core/shape/conjuncts.ts';
import { plainText } from '../../core/text/segments.ts';

/** Keys by whose order entities can be found by time. */
export interface TimedKey {
  readonly declaration: KeyDeclaration;
  /** What stands before the time in all of them, constants left out, in order. */
  readonly texts: readonly string[];
}

/** As many keys as tell what the others are like. */
const SAMPLE = 200;

/**
 * The time that RowKeys are sorted by: as declared, or, where nothing is, as the keys seen suggest. Undefined where there is
 * none, or where the keys differ in what stands before it.
 */
export function timedKeyOf(
  declared: readonly KeyDeclaration[],
  rowKeys: readonly string[],
  now: Ticks,
): TimedKey | undefined {
  const keys = rowKeys.slice(0, SAMPLE);
  const candidates = declared.length > 0 ? declared : (suggestDeclarations(keys, now)[0]?.declarations ?? []);
  for (const declaration of candidates) {
    const time = timePartOf(declaration);
    if (time === undefined) continue;
    const [first, ...others] = keys.flatMap((key) => {
      const parts = splitDeclared(key, declaration);
      return parts === undefined
        ? []
        : [time.before.flatMap(({ kind }, index) => (kind === 'constant' ? [] : (parts[index] ?? '')))];
    });
    const texts = first ?? (time.before.every(({ kind }) => kind === 'constant') ? [] : undefined);
    const isSame = others.every((other) => other.every((text, index) => text === texts?.[index]));
    if (texts !== undefined && isSame) return { declaration, texts };
  }
  return undefined;
}

/**
 * The bounds on RowKey between which the entities of a time lie, `from` and `to` included to the precision of the
 * codec. Times that the codec cannot write are moved to its nearest.
 */
export function timeFilter({ declaration, texts }: TimedKey, from: Ticks, to: Ticks): string {
  const codec = timePartOf(declaration)?.codec;
  if (codec === undefined) throw new RangeError('the key has no time');
  const { domain, precision, order } = codec;
  const at = (ticks: Ticks): string => {
    const clamped = ticks < domain.first ? domain.first : ticks > domain.last ? domain.last : ticks;
    return quote(boundAt(declaration, clamped, texts).from);
  };
  const [first, behind] =
    order === 'descending' ? [at(to), at(from - precision)] : [at(from), at(to + precision)];
  return `RowKey ge ${first} and RowKey lt ${behind}`;
}

/** A filter that asks this of a property in place of what it asked of it; what else it asks for stays. */
export function withCondition(filter: string, property: string, condition: string): string {
  const parsed = parseFilter(plainText(filter)).filter;
  const kept = (parsed === undefined ? [] : conjunctsOf(parsed))
    .filter((conjunct) => !propertiesOf(conjunct).includes(property))
    .map(({ kind, span }) => {
      const text = filter.slice(span.start, span.end);
      return kind === 'or' ? `(${text})` : text;
    });
  return [...kept, condition].join(' and ');
}
