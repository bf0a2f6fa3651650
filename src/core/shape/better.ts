import type { Filter } from '../odata/ast.ts';
import { parseFilter } from '../odata/parse.ts';
import { print } from '../odata/print.ts';
import { afterPrefix, quote } from '../odata/quote.ts';
import { plainText } from '../text/segments.ts';
import { classify } from './classify.ts';
import { conjunctsOf, disjunctsOf } from './conjuncts.ts';
import { BEST_FIRST, type Shape } from './shape.ts';

/** What is known of the entities that a query gave: the data's own hint at a better one. */
export interface Matches {
  /** Their partitions, where they are few. */
  readonly partitionKeys: readonly string[] | undefined;
  /** How all their RowKeys begin, by chance or for a reason. */
  readonly rowKeyPrefix: string;
}

/** Queries that together find the same entities and read fewer. */
export interface BetterQueries {
  /**
   * `split`: one for each side of an `or`, which holds for all data. The others hold for the data that was seen: the matches lie in few
   * partitions, or their RowKeys begin alike; whether the program can know these keys is for a person to say.
   */
  readonly by: 'split' | 'partitions' | 'row-prefix';
  readonly filters: readonly string[];
}

/** Undefined where the filter pins as much already, or the matches have nothing in common. */
export function betterQueries(text: string, matches: Matches): BetterQueries | undefined {
  const { filter, errors } = parseFilter(plainText(text));
  const { shape } = classify(filter);
  if (errors.length > 0) return undefined;
  if (shape !== 'table-scan' && shape !== 'partition-range' && shape !== 'partition-scan') return undefined;
  const split = filter && splitAtOr(filter, shape);
  if (split !== undefined) return { by: 'split', filters: split };
  const rest = filter === undefined ? [] : conjunctsOf(filter);
  if (shape === 'partition-scan') {
    const prefix = kindOf(matches.rowKeyPrefix);
    const next = afterPrefix(prefix);
    const bounds = next === undefined ? undefined : `RowKey ge ${quote(prefix)} and RowKey lt ${quote(next)}`;
    return bounds === undefined
      ? undefined
      : { by: 'row-prefix', filters: [printAll([...rest, ...conditions(bounds)])] };
  }
  const keys = matches.partitionKeys ?? [];
  return keys.length === 0
    ? undefined
    : {
        by: 'partitions',
        filters: keys.map((key) => printAll([...conditions(`PartitionKey eq ${quote(key)}`), ...rest])),
      };
}

/**
 * The part of a common beginning that says what kind of rows these are: its words up to a separator. What has digits is a time,
 * a number or an id, which a few matches share by chance and the next match does not.
 */
function kindOf(rowKeyPrefix: string): string {
  return /^(?:\p{L}+[^\p{L}\p{N}]+)+/u.exec(rowKeyPrefix)?.[0] ?? '';
}

/** Sides of an `or` that are worth a query each: more than that are a table of keys to look up. */
const MOST_SIDES = 15;

/** The service seeks for neither side of an `or`; asked one by one, each side may pin keys of its own. */
function splitAtOr(filter: Filter, shape: Shape): readonly string[] | undefined {
  const conjuncts = conjunctsOf(filter);
  for (const conjunct of conjuncts) {
    const sides = disjunctsOf(conjunct);
    if (sides.length < 2 || sides.length > MOST_SIDES) continue;
    const parts = sides.map((side) => joinAll(conjuncts.map((each) => (each === conjunct ? side : each))));
    if (parts.every((part) => isBetter(classify(part).shape, shape))) {
      return [...new Set(parts.map(print))];
    }
  }
  return undefined;
}

function joinAll([first, ...others]: readonly Filter[]): Filter {
  if (first === undefined) throw new RangeError('a filter has at least one condition');
  return others.reduce<Filter>((left, right) => ({ kind: 'and', left, right, span: right.span }), first);
}

function conditions(text: string): Filter[] {
  const { filter } = parseFilter(plainText(text));
  return filter === undefined ? [] : conjunctsOf(filter);
}

function printAll(conjuncts: readonly Filter[]): string {
  return print(joinAll(conjuncts));
}

function isBetter(shape: Shape, than: Shape): boolean {
  if (shape === 'unknown' || than === 'unknown') return false;
  return BEST_FIRST.indexOf(shape) < BEST_FIRST.indexOf(than);
}
