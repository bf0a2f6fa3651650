import * as l10n from '@vscode/l10n';
import { describeCondition } from '../core/shape/describe-condition.ts';
import { describeCause, describeProof, type HoleText } from '../core/shape/describe.ts';
import type { Classification } from '../core/shape/shape.ts';
import { type FlatText, HOLE, type Place } from '../core/text/segments.ts';
import { holesOf, oneLine, type SourceAt } from '../lens/ide/expressions.ts';
import { isRetired } from '../lens/model/operations/legacy.ts';
import type {
  FilterAlternative,
  Operation as Found,
  PointRead,
  Query,
  Value,
} from '../lens/model/operations/operation.ts';
import type { NamedLines } from './finding-data.ts';
import type { Operation } from './types.ts';

/** An operation as data, of a file by the name that it is given; `sourceAt` reads the files that its filter comes from. */
export function operationData({ name, lines }: NamedLines, operation: Found, sourceAt: SourceAt): Operation {
  const { method, table, evidence } = operation;
  const shape = shapeData(operation, sourceAt);
  return {
    file: name,
    ...lines.positionOf(operation.nameSpan.start),
    method,
    ...(table !== undefined && { table }),
    ...shape,
    evidence,
    ...(evidence === 'shape-only' && { unknownBecause: reasons(operation.because, shape.unknownBecause) }),
  };
}

/** The places that an operation's filter and keys come from: what has to be read before it is data. */
export function sourcesOf(operation: Found): readonly Place[] {
  switch (operation.kind) {
    case 'query':
      return operation.filter.kind === 'known'
        ? operation.filter.worst.text.segments.map(({ place }) => place)
        : [];
    case 'point-read':
      return [operation.partitionKey, operation.rowKey].flatMap((key) => (key ? [key.place] : []));
    case 'write':
      return [];
  }
}

type ShapeData = Pick<Operation, 'shape' | 'filter' | 'proof' | 'unknownBecause'>;

/** What an operation makes the service read, and why. */
export function shapeData(operation: Found, sourceAt: SourceAt): ShapeData {
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
