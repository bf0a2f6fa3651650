import { rule as ambiguousCompoundKey } from './ambiguous-compound-key/rule.ts';
import { rule as bigintInJson } from './bigint-in-json/rule.ts';
import { rule as clientSideFilter } from './client-side-filter/rule.ts';
import { rule as clientSideSort } from './client-side-sort/rule.ts';
import { rule as constantPartitionKey } from './constant-partition-key/rule.ts';
import { rule as contradictoryFilter } from './contradictory-filter/rule.ts';
import { rule as createRace } from './create-race/rule.ts';
import { rule as dateOutOfRange } from './date-out-of-range/rule.ts';
import { rule as droppedValue } from './dropped-value/rule.ts';
import { rule as endlessPaging } from './endless-paging/rule.ts';
import { rule as filterTypeMismatch } from './filter-type-mismatch/rule.ts';
import { rule as firstOfList } from './first-of-list/rule.ts';
import { rule as forbiddenKeyCharacter } from './forbidden-key-character/rule.ts';
import { rule as hardCodedAccountKey } from './hard-coded-account-key/rule.ts';
import { rule as impreciseTicks } from './imprecise-ticks/rule.ts';
import { rule as inconsistentKeyEncoding } from './inconsistent-key-encoding/rule.ts';
import { rule as insecureConnection } from './insecure-connection/rule.ts';
import { rule as int64AsNumber } from './int64-as-number/rule.ts';
import { rule as invalidFilter } from './invalid-filter/rule.ts';
import { rule as invalidTableName } from './invalid-table-name/rule.ts';
import { rule as keyNameCase } from './key-name-case/rule.ts';
import { rule as keyTooLong } from './key-too-long/rule.ts';
import { rule as listThenDeleteEach } from './list-then-delete-each/rule.ts';
import { rule as logDataInTable } from './log-data-in-table/rule.ts';
import { rule as lostUpdate } from './lost-update/rule.ts';
import { rule as misplacedEtag } from './misplaced-etag/rule.ts';
import { rule as missingSelect } from './missing-select/rule.ts';
import { rule as mixedKinds } from './mixed-kinds/rule.ts';
import { rule as nPlusOne } from './n-plus-one/rule.ts';
import { rule as nonAtomicMultiWrite } from './non-atomic-multi-write/rule.ts';
import { rule as notTheNewest } from './not-the-newest/rule.ts';
import { rule as odataComposedLiteral } from './odata-composed-literal/rule.ts';
import { rule as odataHoleType } from './odata-hole-type/rule.ts';
import { rule as offsetPaging } from './offset-paging/rule.ts';
import { rule as openRowRange } from './open-row-range/rule.ts';
import { rule as pageSizeOverLimit } from './page-size-over-limit/rule.ts';
import { rule as partitionKeyOr } from './partition-key-or/rule.ts';
import { rule as partitionRangeScan } from './partition-range-scan/rule.ts';
import { rule as partitionScan } from './partition-scan/rule.ts';
import { rule as pointQueryAsList } from './point-query-as-list/rule.ts';
import { rule as propertyTooLarge } from './property-too-large/rule.ts';
import { rule as queryInLoop } from './query-in-loop/rule.ts';
import { rule as reservedProperty } from './reserved-property/rule.ts';
import { rule as repeatedDelivery } from './repeated-delivery/rule.ts';
import { rule as replaceDropsProperties } from './replace-drops-properties/rule.ts';
import { rule as retiredSdk } from './retired-sdk/rule.ts';
import { rule as rowKeyOr } from './row-key-or/rule.ts';
import type { Rule } from './rule.ts';
import { rule as selectEtag } from './select-etag/rule.ts';
import { rule as sequentialPartitionKey } from './sequential-partition-key/rule.ts';
import { rule as sequentialPointReads } from './sequential-point-reads/rule.ts';
import { rule as staleCopy } from './stale-copy/rule.ts';
import { rule as tableCreatedPerRequest } from './table-created-per-request/rule.ts';
import { rule as tableRecreate } from './table-recreate/rule.ts';
import { rule as tableScan } from './table-scan/rule.ts';
import { rule as ticksWithoutUniqueSuffix } from './ticks-without-unique-suffix/rule.ts';
import { rule as timeOrderedPartitionKey } from './time-ordered-partition-key/rule.ts';
import { rule as tooManyProperties } from './too-many-properties/rule.ts';
import { rule as transactionActionShape } from './transaction-action-shape/rule.ts';
import { rule as transactionDuplicateEntity } from './transaction-duplicate-entity/rule.ts';
import { rule as transactionMixedPartitions } from './transaction-mixed-partitions/rule.ts';
import { rule as transactionTooLarge } from './transaction-too-large/rule.ts';
import { rule as unawaitedWrite } from './unawaited-write/rule.ts';
import { rule as unboundedCollect } from './unbounded-collect/rule.ts';
import { rule as unboundedParallel } from './unbounded-parallel/rule.ts';
import { rule as unescapedInterpolation } from './unescaped-interpolation/rule.ts';
import { rule as uniquePartitionKey } from './unique-partition-key/rule.ts';
import { rule as unknownProperty } from './unknown-property/rule.ts';
import { rule as unpaddedNumberInKey } from './unpadded-number-in-key/rule.ts';
import { rule as unpaddedTicks } from './unpadded-ticks/rule.ts';
import { rule as unsortableDateInKey } from './unsortable-date-in-key/rule.ts';
import { rule as unsupportedPropertyType } from './unsupported-property-type/rule.ts';
import { rule as writesInLoop } from './writes-in-loop/rule.ts';

/** Every rule, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  tableScan,
  partitionScan,
  rowKeyOr,
  partitionKeyOr,
  partitionRangeScan,
  openRowRange,
  pointQueryAsList,
  contradictoryFilter,
  invalidFilter,
  filterTypeMismatch,
  unknownProperty,
  unescapedInterpolation,
  odataComposedLiteral,
  odataHoleType,
  keyNameCase,
  endlessPaging,
  missingSelect,
  firstOfList,
  clientSideFilter,
  clientSideSort,
  notTheNewest,
  mixedKinds,
  offsetPaging,
  unboundedCollect,
  nPlusOne,
  queryInLoop,
  sequentialPointReads,
  unboundedParallel,
  constantPartitionKey,
  timeOrderedPartitionKey,
  sequentialPartitionKey,
  uniquePartitionKey,
  unpaddedNumberInKey,
  impreciseTicks,
  unpaddedTicks,
  ticksWithoutUniqueSuffix,
  forbiddenKeyCharacter,
  keyTooLong,
  ambiguousCompoundKey,
  inconsistentKeyEncoding,
  unsortableDateInKey,
  logDataInTable,
  transactionMixedPartitions,
  transactionTooLarge,
  transactionActionShape,
  transactionDuplicateEntity,
  writesInLoop,
  listThenDeleteEach,
  lostUpdate,
  createRace,
  staleCopy,
  misplacedEtag,
  replaceDropsProperties,
  nonAtomicMultiWrite,
  repeatedDelivery,
  unawaitedWrite,
  tableRecreate,
  tableCreatedPerRequest,
  invalidTableName,
  unsupportedPropertyType,
  tooManyProperties,
  propertyTooLarge,
  int64AsNumber,
  droppedValue,
  bigintInJson,
  dateOutOfRange,
  reservedProperty,
  retiredSdk,
  hardCodedAccountKey,
  insecureConnection,
  selectEtag,
  pageSizeOverLimit,
];
