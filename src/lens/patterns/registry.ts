import { compoundKey } from './compound-key/assist.ts';
import { etagRetry } from './etag-retry/assist.ts';
import { groupAndSubmit } from './group-and-submit/assist.ts';
import { interPartitionIndex } from './inter-partition-index/assist.ts';
import { intraPartitionIndex } from './intra-partition-index/assist.ts';
import { indexEntities } from './index-entities/assist.ts';
import { keyHelper } from './key-helper/assist.ts';
import { pagingEndpoint } from './paging-endpoint/assist.ts';
import { largeEntities } from './large-entities/assist.ts';
import { logTail } from './log-tail/assist.ts';
import { denormalization } from './denormalization/assist.ts';
import { summaryEntity } from './summary-entity/assist.ts';
import { spreadPartition } from './spread-partition/assist.ts';
import { queueWorker } from './queue-worker/assist.ts';
import { logToBlob } from './log-to-blob/assist.ts';
import { tablePerPeriod } from './table-per-period/assist.ts';
import { entityKinds } from './entity-kinds/assist.ts';
import { dataSeries } from './data-series/assist.ts';
import { wideEntities } from './wide-entities/assist.ts';
import type { Pattern } from './pattern.ts';

/** All patterns, in the order in which they are offered. */
export const patterns: readonly Pattern[] = [
  etagRetry,
  intraPartitionIndex,
  interPartitionIndex,
  indexEntities,
  compoundKey,
  groupAndSubmit,
  keyHelper,
  pagingEndpoint,
  logTail,
  summaryEntity,
  largeEntities,
  denormalization,
  spreadPartition,
  queueWorker,
  logToBlob,
  tablePerPeriod,
  dataSeries,
  wideEntities,
  entityKinds,
];
