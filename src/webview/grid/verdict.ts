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
import { estimateRequests } from '../../core/shape/estimate.ts';
import type { Estimate, KnownRegion } from '../../core/shape/estimate.ts';
import type { KeyRegion, Shape } from '../../core/shape/shape.ts';
import { plainText } from '../../core/text/segments.ts';
import { grouped } from '../../core/text/numbers.ts';
import { FIRST_PAGE } from '../../protocol/grid.ts';
import type { ListedPartitions } from '../../protocol/grid.ts';
import { doubtsOf, type KnownTable } from './doubts.ts';
import type { Mistake } from './mistake.ts';
import { requestsText } from './results.ts';
import { withQuotesOffered } from './unquoted.ts';

/** What a filter will make the service do, told before it is sent. */
export interface Verdict {
  readonly shape: Shape;
  readonly title: string;
  /** The part of the table that is read, in terms of the keys. */
  readonly region: string;
  /** How many requests it takes to read all of it, in a few words; empty where the service rejects the filter. */
  readonly requests: string;
  /** The formula of that number, and what may make it more. */
  readonly formula: string;
  /** Why, and what would be better: sentences. */
  readonly reasons: readonly string[];
  readonly mistakes: readonly Mistake[];
}

/** What the rows on the screen tell about the table. */
export interface Known extends KnownTable {
  /** In the order of keys. */
  readonly entities: readonly Entity[];
  /** Whether these are all entities that the table has. */
  readonly isWhole: boolean;
  /** What the sidebar has read of the table. */
  readonly listed?: ListedPartitions | undefined;
  /** Requests that it takes to come as far as the rows of this very filter do, where there are more. */
  readonly sent?: number | undefined;
  /** Requests that it took to read this very filter to its end. */
  readonly toEnd?: number | undefined;
  /** The keys that a signature shows alone, in words. */
  readonly within?: string | undefined;
}

/** Reads a filter as the lens does, and counts what is known of its region. Never throws. */
export function verdictOf(filter: string, known: Known): Verdict {
  const flat = plainText(filter);
  const parsed = parseFilter(flat);
  const classification = classify(parsed.filter);
  const { shape, region, cause, advice } = classification;
  const names = known.properties.map(({ name }) => name);
  const errors = withQuotesOffered(filter, parsed.errors, names);
  const keys = (['PartitionKey', 'RowKey'] as const).flatMap((key) => {
    const condition = region[key === 'PartitionKey' ? 'partitionKey' : 'rowKey'];
    return describeKey(key, condition, flat, () => '') ?? [];
  });
  const asked = shape === 'table-scan' || keys.length === 0 ? l10n.t('the whole table') : keys.join(', ');
  const estimate =
    parsed.errors.length === 0 &&
    begunEstimate(
      estimateRequests(filter.trim() === '' ? undefined : filter, {
        ...countIn(region, known),
        first: FIRST_PAGE,
      }),
      known,
    );
  return {
    shape,
    title: shapeName(shape),
    region:
      shape === 'unknown'
        ? ''
        : known.within === undefined
          ? asked
          : `${asked} · ${withinText(known.within)}`,
    requests: estimate ? estimateText(estimate) : '',
    formula: estimate ? estimate.formula : l10n.t("The service rejects this filter, so it can't be counted."),
    reasons: [
      costOf(shape),
      ...describeProof(classification, flat, () => ''),
      ...(cause ? [describeCause(cause)] : []),
      // the method that reads one entity is for programs; the box has none
      ...(advice && advice.kind !== 'use-get-entity' ? [describeAdvice(advice)] : []),
    ],
    mistakes: [
      ...errors.map((error) => ({
        message: describeFilterError(error),
        span: error.span,
        replacement: error.replacement,
        isRejected: true,
      })),
      ...doubtsOf(parsed.filter, known).filter(({ span }) =>
        errors.every((error) => span.start < error.span.start || span.start >= error.span.end),
      ),
    ],
  };
}

/** What of the table is looked at, whatever a filter asks for. */
export function withinText(within: string): string {
  return l10n.t('keys {0} only, as the signature allows', within);
}

/** How many entities and partitions lie in what the service must read: by the rows of a whole table, or by what the sidebar has read. */
function countIn(asked: KeyRegion, { entities, isWhole, listed }: Known): KnownRegion {
  const region = regionRead(asked);
  if (isWhole) {
    const read = entities.filter((entity) => regionContains(region, entity));
    return { entities: read.length, partitions: new Set(read.map(({ partitionKey }) => partitionKey)).size };
  }
  if (listed === undefined) return {};
  const { partitionKey, rowKey } = region;
  const partitions = listed.partitions.filter((partition) =>
    regionContains({ partitionKey, rowKey: { kind: 'free' } }, { ...partition, rowKey: '' }),
  );
  const sum = partitions.reduce((count, partition) => count + partition.entities, 0);
  const areAll = listed.isAll || (partitionKey.kind === 'fixed' && partitions.length > 0);
  const isCounted = areAll && partitions.every(({ isExact }) => isExact);
  return {
    // how many of a partition lie in a range of its rows is not known
    ...(isCounted && rowKey.kind === 'free' && { entities: sum }),
    ...(isCounted && { partitions: partitions.length }),
    ...(rowKey.kind === 'free' && { atLeast: sum }),
  };
}

/**
 * The estimate of a query that was read to its end: what that took. Of one of which there are rows: what it takes to come to them, and one
 * more, it takes at least.
 */
function begunEstimate(estimate: Estimate, { sent, toEnd }: Known): Estimate {
  if (toEnd !== undefined && toEnd > 0) {
    const formula = l10n.t('It was read completely: that took {0}.', requestsText(toEnd));
    return { ...estimate, least: toEnd, most: toEnd, formula };
  }
  if (sent === undefined || sent < 1) return estimate;
  const least = Math.max(estimate.least, sent + 1);
  const formula = l10n.t(
    '{0} The rows so far took {1}, and there are more.',
    estimate.formula,
    requestsText(sent),
  );
  return {
    ...estimate,
    least,
    formula,
    ...(estimate.most !== undefined && { most: Math.max(least, estimate.most) }),
  };
}

/** Where no partition is fixed, conditions on RowKey keep nothing from being read. */
function regionRead({ partitionKey, rowKey }: KeyRegion): KeyRegion {
  return { partitionKey, rowKey: partitionKey.kind === 'fixed' ? rowKey : { kind: 'free' } };
}

function estimateText({ least, most }: Estimate): string {
  if (most === undefined) {
    return least === 1 ? l10n.t('1 request or more') : l10n.t('{0} requests or more', grouped(least));
  }
  if (most === least) return requestsText(most);
  return l10n.t('{0} to {1} requests', grouped(least), grouped(most));
}
