import type { Filter } from '../odata/ast.ts';
import { cover, type Span } from '../text/span.ts';
import { conjunctsOf, disjunctsOf, firstUnknown, propertiesOf, stepOf } from './conjuncts.ts';
import { conditionOf, contradiction, tightest } from './region.ts';
import type {
  Advice,
  Cause,
  Classification,
  KeyCondition,
  KeyName,
  KeyRegion,
  ProofStep,
  Shape,
} from './shape.ts';

/**
 * What a filter makes the service read, and why; no filter asks for the whole table. Only conditions that
 * every match must satisfy pin a key, as in the service: `or`, `not` and `ne` never do (guide, "How your
 * choice of PartitionKey and RowKey impacts query performance").
 */
export function classify(filter: Filter | undefined): Classification {
  const conjuncts = filter ? conjunctsOf(filter) : [];
  const steps = conjuncts.flatMap((conjunct) => stepOf(conjunct) ?? []);
  const found = narrow(steps);
  const conflict =
    contradiction(steps.filter(on('PartitionKey'))) ?? contradiction(steps.filter(on('RowKey')));
  if (conflict) {
    return {
      shape: 'empty',
      ...found,
      cause: { kind: 'contradiction', spans: conflict.map(({ span }) => span) },
    };
  }
  const shape = shapeOf(found.region);
  const unknown = filter && firstUnknown(filter);
  // What is not known may pin more than what is. A condition that is added to a fixed partition can only leave out.
  if (unknown && shape !== 'point') {
    const isAdded = conjuncts.every((conjunct) => conjunct.kind === 'unknown' || !firstUnknown(conjunct));
    const isWithin = isAdded && found.region.partitionKey.kind === 'fixed';
    return { shape: isWithin ? shape : 'unknown', ...found, cause: { kind: 'not-known', span: unknown } };
  }
  const cause = causeOf(shape, filter, conjuncts);
  const advice = adviceFor(shape, found.region.rowKey, conjuncts, cause);
  return { shape, ...found, ...(cause && { cause }), ...(advice && { advice }) };
}

function narrow(steps: readonly ProofStep[]): { region: KeyRegion; proof: ProofStep[] } {
  const partitionSteps = tightest(steps.filter(on('PartitionKey')));
  const rowSteps = tightest(steps.filter(on('RowKey')));
  return {
    region: { partitionKey: conditionOf(partitionSteps), rowKey: conditionOf(rowSteps) },
    proof: [...partitionSteps, ...rowSteps],
  };
}

function on(key: KeyName): (step: ProofStep) => boolean {
  return (step) => step.key === key;
}

function shapeOf({ partitionKey, rowKey }: KeyRegion): Shape {
  switch (partitionKey.kind) {
    case 'free':
      return 'table-scan';
    case 'range':
      return 'partition-range';
    case 'fixed':
      return withinPartition(rowKey);
  }
}

/** The shape once PartitionKey is fixed. */
function withinPartition(rowKey: KeyCondition): Shape {
  switch (rowKey.kind) {
    case 'free':
      return 'partition-scan';
    case 'range':
      return 'row-range';
    case 'fixed':
      return 'point';
  }
}

function causeOf(shape: Shape, filter: Filter | undefined, conjuncts: readonly Filter[]): Cause | undefined {
  if (!filter) return { kind: 'no-filter' };
  const pinsPartition = (conjunct: Filter): boolean => stepOf(conjunct)?.key === 'PartitionKey';
  switch (shape) {
    case 'table-scan': {
      const rowKey = conjuncts.find((conjunct) => mentions(conjunct, 'RowKey'));
      return (
        notPinned('PartitionKey', conjuncts) ??
        (rowKey && { kind: 'row-key-without-partition-key', span: rowKey.span }) ??
        onlyProperties(conjuncts, filter)
      );
    }
    case 'partition-range':
      return { kind: 'only-bounds', span: spanOf(conjuncts.filter(pinsPartition), filter) };
    case 'partition-scan': {
      const others = conjuncts.filter((conjunct) => !pinsPartition(conjunct));
      if (others.length === 0) return { kind: 'only-partition-key', span: filter.span };
      return notPinned('RowKey', others) ?? onlyProperties(others, filter);
    }
    case 'point':
    case 'row-range':
    case 'empty':
    case 'unknown':
      return undefined;
  }
}

/** Why a key that no conjunct pins is not pinned, where one mentions it. */
function notPinned(key: KeyName, conjuncts: readonly Filter[]): Cause | undefined {
  const found = conjuncts.find((conjunct) => mentions(conjunct, key));
  if (!found) return undefined;
  const { span } = found;
  const everyBranchPins = disjunctsOf(found).every((branch) => pins(branch, key));
  if (found.kind === 'or' && everyBranchPins) return { kind: 'or-over-key', key, span };
  const under = found.kind === 'or' || found.kind === 'not' ? found.kind : 'ne';
  return { kind: 'key-not-pinned', key, under, span };
}

function mentions(filter: Filter, key: KeyName): boolean {
  return propertiesOf(filter).includes(key);
}

function pins(filter: Filter, key: KeyName): boolean {
  return conjunctsOf(filter).some((conjunct) => stepOf(conjunct)?.key === key);
}

function onlyProperties(conjuncts: readonly Filter[], filter: Filter): Cause {
  const properties = [...new Set(conjuncts.flatMap(propertiesOf))];
  return { kind: 'only-properties', properties, span: spanOf(conjuncts, filter) };
}

function spanOf(conjuncts: readonly Filter[], filter: Filter): Span {
  const [first, ...rest] = conjuncts.map(({ span }) => span);
  return first ? rest.reduce(cover, first) : filter.span;
}

function adviceFor(
  shape: Shape,
  rowKey: KeyCondition,
  conjuncts: readonly Filter[],
  cause: Cause | undefined,
): Advice | undefined {
  const split = cause?.kind === 'or-over-key' ? splitOr(cause.key, conjuncts) : undefined;
  switch (shape) {
    case 'table-scan':
      return split ?? { kind: 'add-partition-key', reaches: withinPartition(rowKey) };
    case 'partition-range':
      return { kind: 'fix-partition-key', reaches: withinPartition(rowKey) };
    case 'partition-scan':
      return split ?? { kind: 'add-row-range', reaches: 'row-range' };
    case 'row-range':
      return closeRange(rowKey);
    case 'point':
      // Anything else that is asked for would be lost with the filter.
      return conjuncts.length === 2 ? { kind: 'use-get-entity', reaches: 'point' } : undefined;
    case 'empty':
    case 'unknown':
      return undefined;
  }
}

function closeRange(rowKey: KeyCondition): Advice | undefined {
  if (rowKey.kind !== 'range' || (rowKey.lower && rowKey.upper)) return undefined;
  const side = rowKey.lower ? 'upper' : 'lower';
  return { kind: 'add-bound', key: 'RowKey', side, reaches: 'row-range' };
}

/** One query for each branch of the `or`: what the worst of them reaches. */
function splitOr(key: KeyName, conjuncts: readonly Filter[]): Advice | undefined {
  const or = conjuncts.find((conjunct) => conjunct.kind === 'or' && mentions(conjunct, key));
  if (!or) return undefined;
  const others = conjuncts.filter((conjunct) => conjunct !== or);
  const reached = disjunctsOf(or).map((branch) => {
    const steps = [...others, ...conjunctsOf(branch)].flatMap((conjunct) => stepOf(conjunct) ?? []);
    return shapeOf(narrow(steps).region);
  });
  const reaches = BEST_FIRST.findLast((shape) => reached.includes(shape)) ?? 'table-scan';
  return { kind: 'split-or', key, reaches };
}

const BEST_FIRST: readonly Shape[] = [
  'point',
  'row-range',
  'partition-scan',
  'partition-range',
  'table-scan',
];
