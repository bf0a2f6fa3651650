import * as l10n from '@vscode/l10n';
import { describeCondition } from '../core/shape/describe-condition.ts';
import { describeCause, describeProof, type HoleText } from '../core/shape/describe.ts';
import type { Classification, Shape } from '../core/shape/shape.ts';
import { type FlatText, HOLE } from '../core/text/segments.ts';
import { holesOf, oneLine, type SourceAt } from '../lens/ide/expressions.ts';
import { isRetired } from '../lens/model/operations/legacy.ts';
import type {
  FilterAlternative,
  Operation,
  PointRead,
  Query,
  Value,
} from '../lens/model/operations/operation.ts';

/** What is said of an operation, beside its place. */
export interface OperationData {
  readonly method: string;
  readonly table?: string | undefined;
  /** What a read makes the service read, in the worst case; writes have none. */
  readonly shape?: Shape;
  /** The filter of the worst case, with `${expression}` for what only the running program knows. */
  readonly filter?: string;
  /** Sentences: why the shape is what it is. */
  readonly proof?: readonly string[];
  readonly evidence: Operation['evidence'];
  /** A sentence: why the shape is unknown, or why it is not sure that this is Azure Tables. */
  readonly unknownBecause?: string;
}

/** An operation as data; `sourceAt` reads the files that its filter comes from. */
export function operationData(operation: Operation, sourceAt: SourceAt): OperationData {
  const { method, table, evidence } = operation;
  const shape = shapeData(operation, sourceAt);
  return {
    method,
    table,
    ...shape,
    evidence,
    ...(evidence === 'shape-only' && { unknownBecause: reasons(operation.because, shape.unknownBecause) }),
  };
}

type ShapeData = Pick<OperationData, 'shape' | 'filter' | 'proof' | 'unknownBecause'>;

function shapeData(operation: Operation, sourceAt: SourceAt): ShapeData {
  switch (operation.kind) {
    case 'query':
      return isRetired(operation) ? { unknownBecause: operation.because } : queryData(operation, sourceAt);
    case 'point-read':
      return { shape: 'point', proof: givenKeys(operation, sourceAt) };
    case 'write':
      return {};
  }
}

function queryData({ filter }: Query, sourceAt: SourceAt): ShapeData {
  switch (filter.kind) {
    case 'none':
      return { shape: filter.classification.shape, proof: causes(filter.classification) };
    case 'known':
      return alternativeData(filter.worst, sourceAt);
    case 'unknown':
      return { shape: 'unknown', unknownBecause: filter.why };
  }
}

function alternativeData(
  { text, form, classification, when }: FilterAlternative,
  sourceAt: SourceAt,
): ShapeData {
  const holes = holesOf(text, sourceAt);
  const { shape } = classification;
  const why = causes(classification);
  const branch = when === undefined ? [] : [l10n.t('This happens when {0}.', describeCondition(when))];
  return {
    shape,
    ...(form !== 'absent' && { filter: filterText(text, holes) }),
    proof: [...describeProof(classification, text, holes), ...why, ...branch],
    ...(shape === 'unknown' && { unknownBecause: reasons(...why) }),
  };
}

function causes({ cause }: Classification): string[] {
  return cause ? [describeCause(cause)] : [];
}

/** The keys that `getEntity` is given, as written. */
function givenKeys({ partitionKey, rowKey }: PointRead, sourceAt: SourceAt): string[] {
  const key = (name: string, expression: PointRead['rowKey']): string[] => {
    const written = expression && sourceAt(expression.place);
    return written === undefined ? [] : [`${name} = ${oneLine(written)}`];
  };
  return [...key('PartitionKey', partitionKey), ...key('RowKey', rowKey)];
}

function filterText({ text }: FlatText<Value>, holes: HoleText): string {
  return text.replaceAll(HOLE, (_, offset: number) => holes(offset));
}

function reasons(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join('; ');
}
