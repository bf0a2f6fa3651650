import type { Call, WriteCall } from '../../run/calls.ts';
import { type Claim, type Claims, ofEach, ofRun } from './claim.ts';

function keyOf({ partitionKey, rowKey }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([partitionKey, rowKey]);
}

const severalTimes: Claim = ofRun((calls) => calls.length > 1);

/** What is written was read before in the same run, and nobody asks whether it is still the same. */
function isBlind(write: WriteCall, calls: readonly Call[]): boolean {
  const before = calls.slice(0, calls.indexOf(write));
  const isUnconditional = write.method === 'upsertEntity' || write.etag === undefined || write.etag === '*';
  return (
    isUnconditional &&
    write.entities.some((entity) =>
      before.some((call) => call.kind !== 'write' && call.seen.keys.has(keyOf(entity))),
    )
  );
}

/** What rules claim of writes. */
export const writeClaims: Claims = [
  ['writes-in-loop', severalTimes],
  [
    'list-then-delete-each',
    (finding, visits) =>
      ofEach('write', (call) => call.actions.includes('delete'))(finding, visits) === 'never'
        ? 'never'
        : ofRun(
            (calls) =>
              calls.length > 1 || calls.some((call) => call.kind === 'write' && call.actions.length > 1),
          )(finding, visits),
  ],
  ['lost-update', ofEach('write', (call, _, run) => isBlind(call, run.calls))],
  ['replace-drops-properties', ofEach('write', ({ mode }) => mode === 'Replace')],
  ['unawaited-write', ofEach('write', ({ isAwaited }) => !isAwaited)],
  // that something may be too large is no claim of any run
  [
    'transaction-too-large',
    (finding, visits) =>
      finding.severity === 'error'
        ? ofEach('write', ({ actions }) => actions.length > 100)(finding, visits)
        : undefined,
  ],
  [
    'transaction-mixed-partitions',
    ofEach('write', ({ entities }) => new Set(entities.map(({ partitionKey }) => partitionKey)).size > 1),
  ],
  [
    'transaction-duplicate-entity',
    ofEach('write', ({ entities }) => new Set(entities.map(keyOf)).size < entities.length),
  ],
];
