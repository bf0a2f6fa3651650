import * as l10n from '@vscode/l10n';
import { describeCondition } from '../../core/shape/describe-condition.ts';
import { describeKey, shapeName } from '../../core/shape/describe.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { FilterAlternative, Operation, PointRead, Query } from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';
import { holesOf, oneLine, type SourceAt, sourceOf } from './expressions.ts';
import type { LensLine } from './ide.ts';
import { tableWords } from './table-words.ts';
import { canRun } from './runnable.ts';

/** Stands between the parts of a line. */
const DOT = ' · ';

/**
 * One line for each query, by list or by keys: what it makes the service read, of which table, and what pins
 * the keys. Beside it, where the client can, that it can be run on data; and, as at each write, how many operations
 * the table has, which leads to them, and its designs. What may not be of Azure Tables gets no line. `text` is the analysed file's.
 */
export function codeLenses(analysis: FileAnalysis, text: string, offers: LensOffers): LensLine[] {
  const sourceAt = sourceOf(analysis.file, text);
  return analysis.operations.filter(isSure).flatMap((operation): LensLine[] => {
    const others = [
      ...dataLines(operation, offers),
      ...tableLine(operation, offers),
      ...designLine(operation, offers),
    ];
    return operation.kind === 'write'
      ? others
      : [{ span: operation.nameSpan, title: titleOf(operation, sourceAt) }, ...others];
  });
}

/** What the client can do with a line. */
export interface LensOffers {
  /** The number of operations of a table that can be shown. */
  readonly operationsOn: (table: string) => number;
  readonly canRun: boolean;
  readonly canDesign: boolean;
}

function dataLines(operation: Operation, offers: LensOffers): LensLine[] {
  if (!offers.canRun || !canRun(operation)) return [];
  const span = operation.nameSpan;
  return [
    { span, title: l10n.t('Run on…'), action: { kind: 'run' } },
    { span, title: l10n.t('Explain on data'), action: { kind: 'explain' } },
  ];
}

/** Where an operation is the only one of its table there is nothing to go to. */
function tableLine({ nameSpan, table }: Operation, { operationsOn }: LensOffers): LensLine[] {
  const count = table === undefined ? 0 : operationsOn(table);
  if (table === undefined || count < 2) return [];
  const title = l10n.t('{0} operations on {1}', count, table);
  return [{ span: nameSpan, title, action: { kind: 'table', table } }];
}

function designLine({ nameSpan }: Operation, { canDesign }: LensOffers): LensLine[] {
  return canDesign ? [{ span: nameSpan, title: l10n.t('Design'), action: { kind: 'design' } }] : [];
}

/** What a read makes the service read, of which table, and what pins the keys: `point query · Orders · RowKey = id`. */
export function titleOf(read: Query | PointRead, sourceAt: SourceAt): string {
  const table = tableWords(read);
  const parts =
    read.kind === 'query'
      ? [...shapeOf(read), table, ...keysOf(read, sourceAt)]
      : [shapeName('point'), table, ...givenKeys(read, sourceAt)];
  return parts.join(DOT);
}

/** The keys that `getEntity` is given, as written. */
function givenKeys({ partitionKey, rowKey }: PointRead, sourceAt: SourceAt): string[] {
  const key = (name: string, expression: PointRead['rowKey']): string[] => {
    const written = expression && sourceAt(expression.place);
    return written === undefined ? [] : [`${name} = ${oneLine(written)}`];
  };
  const keys = [...key('PartitionKey', partitionKey), ...key('RowKey', rowKey)];
  return keys.length > 0 ? [keys.join(', ')] : [];
}

function shapeOf({ filter }: Query): string[] {
  switch (filter.kind) {
    case 'unknown':
      return [shapeName('unknown')];
    case 'none':
      return [shapeName(filter.classification.shape)];
    case 'known': {
      const { classification, when } = filter.worst;
      const shape = shapeName(classification.shape);
      // where every branch has this shape it does not matter which is taken
      const isSame = filter.alternatives.every(
        (other) => other.classification.shape === classification.shape,
      );
      return [when === undefined || isSame ? shape : l10n.t('{0} when {1}', shape, describeCondition(when))];
    }
  }
}

function keysOf({ filter }: Query, sourceAt: SourceAt): string[] {
  if (filter.kind === 'unknown') return [];
  const keys = filter.kind === 'known' ? pinnedKeys(filter.worst, sourceAt) : [];
  return [keys.length > 0 ? keys.join(', ') : l10n.t('no key pinned')];
}

function pinnedKeys({ text, classification }: FilterAlternative, sourceAt: SourceAt): string[] {
  const { partitionKey, rowKey } = classification.region;
  const holes = holesOf(text, sourceAt);
  const keys = [
    describeKey('PartitionKey', partitionKey, text, holes),
    describeKey('RowKey', rowKey, text, holes),
  ];
  return keys.filter((words) => words !== undefined);
}
