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

type Entity = WriteCall['entities'][number];

/** A claim about what is written in one call: it holds if it does of any of its entities. */
function ofEntities(isSo: (entity: Entity) => boolean): Claim {
  return ofEach('write', ({ entities }) => entities.some(isSo));
}

/** A claim about the keys that a call names, be it to write or to read. */
function ofKeys(isSo: (key: string) => boolean): Claim {
  const isAny = ({ partitionKey, rowKey }: Entity): boolean => [partitionKey, rowKey].map(String).some(isSo);
  return (finding, visits) =>
    ofEntities(isAny)(finding, visits) ??
    ofEach('read', ({ partitionKey, rowKey }) => isAny({ partitionKey, rowKey }))(finding, visits);
}

const isStructure = (value: unknown): boolean => {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof Uint8Array)
    return false;
  return Array.isArray(value) || !('type' in value && 'value' in value);
};

const isOutOfRange = (value: unknown): boolean =>
  value instanceof Date && (value.getUTCFullYear() < 1601 || value.getUTCFullYear() > 9999);

/** What rules claim of writes. */
export const writeClaims: Claims = [
  ['forbidden-key-character', ofKeys((key) => /[/\\#?\p{Cc}]/u.test(key))],
  ['key-too-long', ofKeys((key) => key.length > 512)],
  ['too-many-properties', ofEntities((entity) => Object.keys(entity).length > 254)],
  [
    'reserved-property',
    ofEntities((entity) => Object.keys(entity).some((name) => /^(?:timestamp$|odata\.)/i.test(name))),
  ],
  ['unsupported-property-type', ofEntities((entity) => Object.values(entity).some(isStructure))],
  ['date-out-of-range', ofEntities((entity) => Object.values(entity).some(isOutOfRange))],
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
