import type { Operation, Query, Value, Write } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { constantOf } from '../shared/constants.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { alternativesOf, propertiesIn } from '../shared/filters.ts';
import { constantKey } from '../shared/key-values.ts';
import { OF_EVERY_ENTITY } from '../shared/known-properties.ts';
import { operationsBeside } from '../shared/writes.ts';

/**
 * Whether code reads some of these properties of what may be the replaced entity, and nothing that the update puts: it expects none that
 * has just that.
 */
export function areMissedLater(context: RuleContext, write: Write, left: readonly string[]): boolean {
  return (
    putsNews(write) &&
    operationsBeside(context, write).some((other) => {
      const names = other.kind === 'write' ? [] : namesRead(other);
      return (
        other.kind !== 'write' &&
        names.some((name) => left.includes(name)) &&
        !names.some((name) => write.properties.includes(name) && !OF_EVERY_ENTITY.has(name)) &&
        mayGive(other, write)
      );
    })
  );
}

type Read = Exclude<Operation, Write>;

/** What is read of the entities that a read gives, where it is seen that there is no more. */
function namesRead(read: Read): readonly string[] {
  const reads = read.kind === 'query' ? read.consumption.reads : read.reads;
  return reads === undefined || reads.isWhole ? [] : reads.names;
}

/** Whether a read asks by keys alone, and they fit. */
function mayGive(read: Read, write: Write): boolean {
  if (read.kind === 'query') return asksByPartition(read, write) && isAllUsed(read);
  return [
    [read.partitionKey, write.partitionKey],
    [read.rowKey, write.rowKey],
  ].every(([a, b]) => a !== undefined && b !== undefined && !areDifferent(a.value, b.value));
}

/** What has another property, or begins in some way, is of one kind, which a row that has just the new ones is no more. */
function asksByPartition(read: Query, { partitionKey: key }: Write): boolean {
  const own = key && constantKey(key.value);
  if (read.filter.kind !== 'known') return read.filter.kind === 'none';
  return alternativesOf(read).every(({ parsed, classification: { region } }) => {
    const asked = region.partitionKey;
    const isFit = asked.kind !== 'fixed' || asked.value.kind !== 'known' || asked.value.value === own;
    const names = propertiesIn(parsed.filter).map(({ name }) => name);
    return isFit && region.rowKey.kind === 'free' && names.every((name) => name === 'PartitionKey');
  });
}

/** Whether the code leaves none of them out. */
function isAllUsed({ consumption: { filters = [], filteredBefore = [], truths = [] } }: Query): boolean {
  return filters.length === 0 && filteredBefore.length === 0 && truths.length === 0;
}

/** Whether an update puts something that comes from elsewhere, and not that the entity is gone: of that one nothing else is to be left. */
function putsNews({ properties, values }: Write): boolean {
  const isNew = values.some(({ name, value }) => !OF_EVERY_ENTITY.has(name) && comesFromElsewhere(value));
  return isNew && !properties.some((name) => GONE.test(name));
}

const GONE = /delet|remov|eras|anonym|archiv|tombstone|retire|revok|expire|purge|clear|reset|closed|cancel/i;

function comesFromElsewhere(value: Value): boolean {
  switch (value.kind) {
    case 'unknown':
      return true;
    case 'text':
      return constantOf(value) === undefined;
    case 'number':
      return value.number.constant === undefined && value.number.origin.kind !== 'time';
    case 'oneOf':
      return value.values.some((one) => comesFromElsewhere(one.value));
    default:
      return false;
  }
}
