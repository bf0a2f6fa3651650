import type { AttributeType } from './attributes.ts';
import type { Bound } from './asked-keys.ts';

/** What a read demands of one attribute, or, where no index could serve it, of several. */
export interface Condition {
  readonly attributes: readonly string[];
  readonly test: Test;
  /** `code`: the service sends such entities and others, and the program leaves the others out. */
  readonly by: 'service' | 'code';
  /** What the demand shows of the attribute's type. */
  readonly type?: AttributeType;
  /** It is about a part of the attribute's value that a key holds, such as the month of a time. */
  readonly isOfPart?: true;
}

export type Test =
  /** `constant` as the filter writes it, where it does. */
  | { readonly kind: 'eq'; readonly constant?: string }
  /** One of several values; `count` where the filter lists them. */
  | { readonly kind: 'among'; readonly count?: number }
  | { readonly kind: 'range'; readonly lower?: Bound; readonly upper?: Bound }
  | { readonly kind: 'prefix'; readonly constant?: string }
  /**
   * Of no use to an index: `or` over different attributes, `ne`, `not`, not known, or a test of the program's own that no filter
   * can make.
   */
  | {
      readonly kind: 'other';
      readonly why: 'or' | 'ne' | 'not' | 'open' | 'own';
      /** Of `or`: each of the attributes is compared with a value that it may be. */
      readonly isEqual?: true;
      /** What it must not be, of `ne` with a value that the filter writes. */
      readonly constant?: string;
    };

/** The same demands, each attribute once: bounds are joined, what repeats another goes. */
export function merged(conditions: readonly Condition[]): readonly Condition[] {
  const found: Condition[] = [];
  for (const condition of conditions) {
    const at = found.findIndex((one) => isAbout(one, condition));
    const known = found[at];
    if (known === undefined) found.push(condition);
    else found[at] = joined(known, condition);
  }
  return found;
}

function isAbout(a: Condition, b: Condition): boolean {
  if (a.test.kind === 'other' || b.test.kind === 'other') return JSON.stringify(a) === JSON.stringify(b);
  // of the times of one month those since a given time
  const isOther =
    (a.isOfPart === true && b.test.kind === 'range') || (b.isOfPart === true && a.test.kind === 'range');
  return a.attributes[0] === b.attributes[0] && !isOther;
}

function joined(a: Condition, b: Condition): Condition {
  const by = a.by === 'service' && b.by === 'service' ? 'service' : 'code';
  if (a.test.kind === 'range' && b.test.kind === 'range') return { ...a, by, test: { ...b.test, ...a.test } };
  const ranks = ['eq', 'among', 'prefix', 'range', 'other'];
  const best = ranks.indexOf(b.test.kind) < ranks.indexOf(a.test.kind) ? b : a;
  const { isOfPart, ...whole } = best;
  // who is asked for all of a value and for a part of it is asked for all
  const isWhole = a.test.kind === b.test.kind && (a.isOfPart !== true || b.isOfPart !== true);
  // what the service is asked for already narrows what it sends
  return isWhole || isOfPart === undefined ? whole : best;
}

/** Equal for conditions that ask the same, whoever tests it. */
export function conditionKey({ attributes, test }: Condition): string {
  return JSON.stringify([attributes, test]);
}

/** Whether no value can be in a range, as its constants say. */
export function isImpossible({ test }: Condition): boolean {
  if (test.kind !== 'range') return false;
  const [low, high] = [test.lower?.constant, test.upper?.constant];
  if (low === undefined || high === undefined) return false;
  const isOfNumbers = NUMBER.test(low) && NUMBER.test(high);
  return isOfNumbers ? Number(low) > Number(high) : low > high;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
