import { conjunctsOf, disjunctsOf } from '../../core/shape/conjuncts.ts';
import type { Filter } from '../../core/odata/ast.ts';
import type { KeyPattern } from '../model/keys/key-pattern.ts';
import type { Operation, Query } from '../model/operations/operation.ts';
import { lastName } from '../model/keys/key-schema.ts';
import { comparedIn, matchEqual, operandPatterns } from './asked-keys.ts';
import type { AskedName } from './attributes.ts';
import { keyPatternsOf } from './key-patterns.ts';
import { type KeyName, placeKey, type RawKind, valuesIn } from './kinds.ts';
import { skeletonOf } from './layout.ts';

/** Keys that an operation names, each in all ways. */
interface AskedKeys {
  readonly partitionKey: readonly KeyPattern[];
  readonly rowKey: readonly KeyPattern[];
}

/**
 * By what other names operations ask for what stands in the keys of some kinds: `getEntity(department, 'department')` of entities
 * that were written with a name. Where both keys are named they must be those of one kind.
 */
export function askedNamesOf(
  operations: readonly Operation[],
  kinds: readonly RawKind[],
): readonly AskedName[] {
  return operations.flatMap((operation) => {
    const asked = askedKeysOf(operation);
    if (asked.partitionKey.length === 0) return [];
    const isOfPartition = asked.rowKey.length === 0;
    const fitting = kinds.flatMap((kind, k) =>
      isKeyOf('partitionKey', kind, asked) && (isOfPartition || isKeyOf('rowKey', kind, asked))
        ? [{ kind, k }]
        : [],
    );
    return fitting.length === 1 ? fitting.flatMap(({ kind, k }) => namesFor(kind, k, asked)) : [];
  });
}

function isKeyOf(key: KeyName, kind: RawKind, asked: AskedKeys): boolean {
  return asked[key].some((pattern) => matchEqual(key, kind[key], pattern)?.fit === 2);
}

function namesFor(kind: RawKind, k: number, asked: AskedKeys): readonly AskedName[] {
  return (['partitionKey', 'rowKey'] as const).flatMap((key) =>
    asked[key]
      .filter((pattern) => skeletonOf(pattern) === skeletonOf(kind[key]))
      .flatMap((pattern) =>
        valuesIn(pattern).flatMap(({ name }, index) => {
          const short = lastName(name);
          return short === undefined ? [] : [{ kind: k, place: placeKey(key, index), name: short }];
        }),
      ),
  );
}

/** The keys that a read, an update or a deletion names. */
export function askedKeysOf(operation: Operation): AskedKeys {
  switch (operation.kind) {
    case 'query':
      return inFilter(operation);
    case 'point-read':
      return { partitionKey: keyPatternsOf(operation.partitionKey), rowKey: keyPatternsOf(operation.rowKey) };
    case 'write':
      return operation.method === 'updateEntity' || operation.method === 'deleteEntity'
        ? { partitionKey: keyPatternsOf(operation.partitionKey), rowKey: keyPatternsOf(operation.rowKey) }
        : { partitionKey: [], rowKey: [] };
  }
}

function inFilter(query: Query): AskedKeys {
  const place = { file: query.file, span: query.nameSpan };
  const found = { partitionKey: [] as KeyPattern[], rowKey: [] as KeyPattern[] };
  for (const { parsed, text } of query.filter.kind === 'none' ? [] : query.filter.alternatives) {
    const conjuncts = parsed.filter === undefined ? [] : conjunctsOf(parsed.filter);
    for (const compared of conjuncts.flatMap(disjunctsOf).flatMap(equalsIn)) {
      const key =
        compared.property === 'PartitionKey'
          ? 'partitionKey'
          : compared.property === 'RowKey'
            ? 'rowKey'
            : undefined;
      if (key !== undefined) found[key].push(...operandPatterns(text, compared.value, place));
    }
  }
  return found;
}

function equalsIn(filter: Filter): readonly NonNullable<ReturnType<typeof comparedIn>>[] {
  const compared = filter.kind === 'comparison' ? comparedIn(filter) : undefined;
  return compared?.operator === 'eq' ? [compared] : [];
}
