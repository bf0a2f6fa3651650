import { rule as constantPartitionKey } from './constant-partition-key/rule.ts';
import { rule as contradictoryFilter } from './contradictory-filter/rule.ts';
import { rule as impreciseTicks } from './imprecise-ticks/rule.ts';
import { rule as invalidFilter } from './invalid-filter/rule.ts';
import { rule as keyNameCase } from './key-name-case/rule.ts';
import { rule as openRowRange } from './open-row-range/rule.ts';
import { rule as partitionKeyOr } from './partition-key-or/rule.ts';
import { rule as partitionRangeScan } from './partition-range-scan/rule.ts';
import { rule as pointQueryAsList } from './point-query-as-list/rule.ts';
import { rule as rowKeyOr } from './row-key-or/rule.ts';
import type { Rule } from './rule.ts';
import { rule as tableScan } from './table-scan/rule.ts';
import { rule as timeOrderedPartitionKey } from './time-ordered-partition-key/rule.ts';
import { rule as unescapedInterpolation } from './unescaped-interpolation/rule.ts';
import { rule as unpaddedNumberInKey } from './unpadded-number-in-key/rule.ts';
import { rule as unpaddedTicks } from './unpadded-ticks/rule.ts';

/** Every rule, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  tableScan,
  rowKeyOr,
  partitionKeyOr,
  partitionRangeScan,
  openRowRange,
  pointQueryAsList,
  contradictoryFilter,
  invalidFilter,
  unescapedInterpolation,
  keyNameCase,
  constantPartitionKey,
  timeOrderedPartitionKey,
  unpaddedNumberInKey,
  impreciseTicks,
  unpaddedTicks,
];
