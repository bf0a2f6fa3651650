import * as l10n from '@vscode/l10n';
import { grouped } from '../text/numbers.ts';
import { readRegion } from './read-region.ts';
import type { Shape } from './shape.ts';

/** The most entities that the service puts into one answer ("Query timeout and pagination"). */
export const MAX_TOP = 1_000;

/** What is known beforehand of the stretch that a query reads. */
export interface KnownRegion {
  readonly entities?: number | undefined;
  readonly partitions?: number | undefined;
  /** Entities of it that are there at least, where `entities` is not known. */
  readonly atLeast?: number | undefined;
  /** Entities that the first answer is asked for, where those are fewer than the service gives. */
  readonly first?: number | undefined;
}

/** How many requests a query takes until its end. */
export interface Estimate {
  readonly shape: Shape;
  readonly least: number;
  /** Absent when nothing bounds it. */
  readonly most?: number;
  /** How the numbers come about: a sentence or two. */
  readonly formula: string;
}

/**
 * Estimates what a query costs before it runs. With N entities and P partitions in the stretch that the service reads:
 *
 *     1 ≤ requests ≤ ⌈N / 1,000⌉ + P − 1
 *
 * (1 + ⌈(N − F) / 1,000⌉ in place of ⌈N / 1,000⌉ where the first answer is asked for F < N alone)
 * and no fewer than ⌈N / 1,000⌉ where all that is read is asked for,
 * since an answer holds up to 1,000 entities and may end where a partition does ("Query timeout and pagination"). Not in the bound:
 * answers that the service cuts after 5 seconds, and retries.
 */
export function estimateRequests(filter: string | undefined, known: KnownRegion = {}): Estimate {
  const { shape, isExact, isOnePartition } = readRegion(filter);
  if (shape === 'point') {
    return { shape, least: 1, most: 1, formula: l10n.t('Both keys are fixed: one entity, one request.') };
  }
  if (shape === 'empty') {
    return { shape, least: 1, most: 1, formula: l10n.t('Nothing can match: one request, an empty answer.') };
  }
  const partitions = isOnePartition ? 1 : known.partitions;
  const { entities, atLeast = 0, first } = known;
  const least = isExact ? answersFor(entities ?? atLeast, first) : 1;
  if (entities === undefined || partitions === undefined) {
    const formula = l10n.t(
      'One request for each 1,000 entities read, and up to one more for each further partition. To find out how many there are, choose “Count”.',
    );
    const found = atLeast > 0 ? ` ${l10n.t('There are at least {0} entities.', grouped(atLeast))}` : '';
    return { shape, least, formula: formula + found };
  }
  const most = answersFor(entities, first) + Math.max(partitions, 1) - 1;
  return { shape, least, most, formula: boundText(entities, partitions, most, first) };
}

/** The fewest answers that entities come in. */
function answersFor(entities: number, first = MAX_TOP): number {
  return 1 + Math.ceil(Math.max(0, entities - first) / MAX_TOP);
}

function boundText(entities: number, partitions: number, most: number, first = MAX_TOP): string {
  return `${formulaText(entities, partitions, most, first)} ${l10n.t('Plus one request each time the service times out after 5 seconds.')}`;
}

function formulaText(entities: number, partitions: number, most: number, first: number): string {
  const [read, bound] = [grouped(entities), grouped(most)];
  if (first < MAX_TOP && entities > first) {
    return partitions > 1
      ? l10n.t(
          'At most 1 + ⌈({0} − {1}) entities / 1,000⌉ + {2} partitions − 1 = {3}: the first page has {1} entities, each other page 1,000, and a page can end where a partition ends.',
          read,
          grouped(first),
          grouped(partitions),
          bound,
        )
      : l10n.t(
          'At most 1 + ⌈({0} − {1}) entities / 1,000⌉ = {2}: the first page has {1} entities, each other page 1,000.',
          read,
          grouped(first),
          bound,
        );
  }
  return partitions > 1
    ? l10n.t(
        'At most ⌈{0} entities / 1,000⌉ + {1} partitions − 1 = {2}: a page has up to 1,000 entities, and can end where a partition ends.',
        read,
        grouped(partitions),
        bound,
      )
    : l10n.t('At most ⌈{0} entities / 1,000⌉ = {1}: a page has up to 1,000 entities.', read, bound);
}
