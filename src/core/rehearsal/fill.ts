import { compareValues } from '../edm/compare.ts';
import { printLiteral } from '../odata/print.ts';
import { BUCKETS, type PlanFilter, type PlanHole } from './plan.ts';
import { bucketText } from './key-text.ts';
import { type Subject, textIn, valueIn } from './subject.ts';

/** The entities whose values a read is asked with: ranges go from the one to the other. */
export interface Given {
  readonly low: Subject;
  readonly high: Subject;
}

/** Gives two entities as the ends of what a filter asks for: by the attributes of its ranges, lower ends first. */
export function givenBy(filter: PlanFilter, one: Subject, other: Subject): Given {
  const ranged = filter.flatMap((piece) =>
    typeof piece !== 'string' && (piece.end === 'lower' || piece.end === 'upper') ? [piece.attribute] : [],
  );
  const orders = [...new Set(ranged)].map((attribute) => orderOf(attribute, one, other));
  // ends that are not known to follow each other are one and the same
  if (orders.some((order) => order === undefined)) return { low: one, high: one };
  const isUp = orders.every((order) => (order ?? 0) <= 0);
  const isDown = orders.every((order) => (order ?? 0) >= 0);
  return isUp ? { low: one, high: other } : isDown ? { low: other, high: one } : { low: one, high: one };
}

function orderOf(attribute: string, one: Subject, other: Subject): number | undefined {
  const [a, b] = [one.values.get(attribute), other.values.get(attribute)];
  return a && b && compareValues(a, b);
}

/** Fills a filter with the values of entities: one text, or one for each bucket. Undefined where an entity lacks a value. */
export function filled(filter: PlanFilter, { low, high }: Given): readonly string[] | undefined {
  const isOpen = filter.some((piece) => typeof piece !== 'string' && piece.isEach);
  const texts: string[] = [];
  for (let bucket = 0; bucket < (isOpen ? BUCKETS : 1); bucket++) {
    let text = '';
    for (const piece of filter) {
      const next =
        typeof piece === 'string'
          ? piece
          : piece.isEach
            ? bucketText(bucket)
            : valueText(piece, piece.end === 'upper' ? high : low);
      if (next === undefined) return undefined;
      text += next;
    }
    texts.push(text);
  }
  return texts;
}

/** Characters of a value that is asked for: a filter is part of an address. */
const MAX_ASKED = 512;

/** Characters that the beginning of a text has which is asked for. */
const PREFIX = 2;

function valueText({ attribute, end, encoding }: PlanHole, subject: Subject): string | undefined {
  if (encoding !== undefined) {
    const text = textIn(subject, attribute, encoding);
    return text === undefined || text.length > MAX_ASKED ? undefined : cut(text, end).replaceAll("'", "''");
  }
  const value = valueIn(subject, attribute);
  if (value === undefined) return undefined;
  if (value.type !== 'String') return end === 'prefix' ? undefined : printLiteral(value);
  if (value.misfit !== undefined || value.value.length > MAX_ASKED) return undefined;
  return printLiteral({ type: 'String', value: cut(value.value, end) });
}

/** The beginning that is asked for; a pair of surrogates is not torn. */
function cut(text: string, end: PlanHole['end']): string {
  return end === 'prefix' ? Array.from(text).slice(0, PREFIX).join('') : text;
}
