import * as l10n from '@vscode/l10n';
import type { Entity } from '../../core/edm/json.ts';
import { describeFilterError } from '../../core/odata/messages.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { classify } from '../../core/shape/classify.ts';
import {
  costOf,
  describeAdvice,
  describeCause,
  describeKey,
  describeProof,
  shapeName,
} from '../../core/shape/describe.ts';
import { regionContains } from '../../core/shape/region.ts';
import type { Classification, KeyRegion, Shape } from '../../core/shape/shape.ts';
import { plainText } from '../../core/text/segments.ts';
import type { Span } from '../../core/text/span.ts';
import { grouped } from './cell.ts';

/** What a filter will make the service do, told before it is sent. */
export interface Verdict {
  readonly shape: Shape;
  readonly title: string;
  /** The part of the table that is read, in terms of the keys. */
  readonly region: string;
  /** How many requests it takes to read all of it, in a few words. */
  readonly requests: string;
  /** The formula of that number, and what may make it more. */
  readonly formula: string;
  /** Why, and what would be better: sentences. */
  readonly reasons: readonly string[];
  readonly mistakes: readonly Mistake[];
}

/** Something in the filter that the service rejects, and where. */
export interface Mistake {
  readonly message: string;
  readonly span: Span;
  readonly replacement: string | undefined;
}

/** What the rows on the screen tell about the table. */
export interface Known {
  /** In the order of keys. */
  readonly entities: readonly Entity[];
  /** Whether these are all entities that the table has. */
  readonly isWhole: boolean;
}

/** The most entities that the service puts into one answer ("Query timeout and pagination"). */
const PAGE = 1_000;

/** Reads a filter as the lens does, and counts what is known of its region. Never throws. */
export function verdictOf(filter: string, known: Known): Verdict {
  const flat = plainText(filter);
  const parsed = parseFilter(flat);
  const classification = classify(parsed.filter);
  const { shape, region, cause, advice } = classification;
  const keys = (['PartitionKey', 'RowKey'] as const).flatMap((key) => {
    const condition = region[key === 'PartitionKey' ? 'partitionKey' : 'rowKey'];
    return describeKey(key, condition, flat, () => '') ?? [];
  });
  const count = countIn(classification, known);
  return {
    shape,
    title: shapeName(shape),
    region: shape === 'table-scan' || keys.length === 0 ? l10n.t('the whole table') : keys.join(', '),
    requests: requestsText(shape, count, known.isWhole),
    formula: formulaText(shape, count, known.isWhole),
    reasons: [
      costOf(shape),
      ...describeProof(classification, flat, () => ''),
      ...(cause ? [describeCause(cause)] : []),
      // the method that reads one entity is for programs; the box has none
      ...(advice && advice.kind !== 'use-get-entity' ? [describeAdvice(advice)] : []),
    ],
    mistakes: parsed.errors.map((error) => ({
      message: describeFilterError(error),
      span: error.span,
      replacement: error.replacement,
    })),
  };
}

/** How many of the known entities lie in what the service must read. */
function countIn({ shape, region }: Classification, { entities }: Known): number {
  const read = regionRead(shape, region);
  if (read === undefined) return entities.length;
  let count = 0;
  for (const entity of entities) if (regionContains(read, entity)) count++;
  return count;
}

/** Where no partition is fixed, conditions on RowKey keep nothing from being read; undefined is the whole table. */
function regionRead(shape: Shape, region: KeyRegion): KeyRegion | undefined {
  switch (shape) {
    case 'point':
    case 'row-range':
    case 'partition-scan':
    case 'empty':
      return region;
    case 'partition-range':
      return { partitionKey: region.partitionKey, rowKey: { kind: 'free' } };
    case 'table-scan':
    case 'unknown':
      return undefined;
  }
}

function requestsText(shape: Shape, count: number, isWhole: boolean): string {
  if (shape === 'point' || shape === 'empty') return l10n.t('1 request');
  const pages = Math.max(1, Math.ceil(count / PAGE));
  if (isWhole) return pages === 1 ? l10n.t('1 request') : l10n.t('up to {0} requests', grouped(pages));
  if (count === 0) return l10n.t('1 request or more');
  return pages === 1 ? l10n.t('1 request or more') : l10n.t('up to {0} requests or more', grouped(pages));
}

function formulaText(shape: Shape, count: number, isWhole: boolean): string {
  if (shape === 'point') return l10n.t('Both keys are given: always 1 request, for at most 1 entity.');
  if (shape === 'empty') return l10n.t('Nothing can match; 1 request that finds nothing.');
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const formula = l10n.t(
    'An answer holds at most 1,000 entities: requests ≤ ⌈entities read ÷ 1,000⌉ = ⌈{0} ÷ 1,000⌉ = {1}.',
    grouped(count),
    grouped(pages),
  );
  const basis = isWhole
    ? l10n.t('Counted in the rows loaded here, which are the whole table.')
    : l10n.t('Counted in the rows loaded so far; entities that were not loaded yet add to it.');
  const bound = l10n.t(
    'At least 1. The service may end an answer early, after 5 seconds of reading or at the border of a partition: each such answer, even an empty one, is one request more.',
  );
  return [formula, basis, bound].join(' ');
}
