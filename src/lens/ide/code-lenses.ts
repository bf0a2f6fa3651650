import * as l10n from '@vscode/l10n';
import { quote } from '../../core/odata/quote.ts';
import { describeCondition } from '../../core/shape/describe-condition.ts';
import { describeKey, shapeName } from '../../core/shape/describe.ts';
import type { Shape } from '../../core/shape/shape.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import { constantText } from '../link/values/text.ts';
import type {
  FilterAlternative,
  KeyExpression,
  Operation,
  PointRead,
  Query,
} from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';
import { holesOf, oneLine, type SourceAt, sourceOf } from './expressions.ts';
import type { LensLine } from './ide.ts';
import { tableWords } from './table-words.ts';
import { canRun } from './runnable.ts';
import { writeName } from './write-words.ts';

/** Stands between the parts of a line. */
const DOT = ' · ';

/**
 * One line for each operation. First what it is: of a query, by list or by keys, what it makes the service read, of which table, and
 * what pins the keys; of a write its kind and table. It leads to the other operations of the table. Beside it, where the client can,
 * that a query can be run on data, and the table's designs. What may not be of Azure Tables gets no line. `text` is the analysed file's.
 */
export function codeLenses(analysis: FileAnalysis, text: string, offers: LensOffers): LensLine[] {
  const sourceAt = sourceOf(analysis.file, text);
  const lines = analysis.operations
    .filter(isSure)
    .flatMap((operation): LensLine[] => [
      ...headLine(operation, sourceAt, offers),
      ...dataLines(operation, offers),
      ...designLine(operation, offers),
    ]);
  // a call of a function with several operations says what they have in common once
  return [
    ...new Map(lines.toReversed().map((line) => [`${line.span.start} ${line.title}`, line])).values(),
  ].toReversed();
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
    {
      span,
      title: l10n.t('Run'),
      action: { kind: 'run' },
      tooltip: l10n.t('Run this query on a table and show its rows'),
    },
    {
      span,
      title: l10n.t('Explain'),
      action: { kind: 'explain' },
      tooltip: l10n.t('Count what this query reads in a table'),
    },
  ];
}

/** A write that leads nowhere says nothing that the call doesn't. */
function headLine(operation: Operation, sourceAt: SourceAt, offers: LensOffers): LensLine[] {
  const { nameSpan: span } = operation;
  const others = tableAction(operation, offers);
  if (operation.kind !== 'write')
    return [{ span, title: titleOf(operation, sourceAt), cost: costOf(operation), ...others }];
  if (others === undefined && !offers.canDesign) return [];
  return [{ span, title: [writeName(operation), tableWords(operation)].join(DOT), cost: 'write', ...others }];
}

/** Where an operation is the only one of its table there is nothing to go to. */
function tableAction(
  { table }: Operation,
  { operationsOn }: LensOffers,
): Required<Pick<LensLine, 'action' | 'tooltip'>> | undefined {
  if (table === undefined || operationsOn(table) < 2) return undefined;
  return { action: { kind: 'table', table }, tooltip: l10n.t('Show all operations on {0}', table) };
}

function designLine({ nameSpan }: Operation, { canDesign }: LensOffers): LensLine[] {
  if (!canDesign) return [];
  const tooltip = l10n.t('Show better designs for this table');
  return [{ span: nameSpan, title: l10n.t('Design'), action: { kind: 'design' }, tooltip }];
}

/** Of a query that depends on the way, the worst. */
export function costOf(read: Query | PointRead): Shape {
  if (read.kind !== 'query') return 'point';
  switch (read.filter.kind) {
    case 'unknown':
      return 'unknown';
    case 'none':
      return read.filter.classification.shape;
    case 'known':
      return read.filter.worst.classification.shape;
  }
}

/** What a read makes the service read, of which table, and what pins the keys: `Point query · Orders · RowKey is id`. */
export function titleOf(read: Query | PointRead, sourceAt: SourceAt): string {
  const table = tableWords(read);
  const parts =
    read.kind === 'query'
      ? [...shapeOf(read), table, ...keysOf(read, sourceAt)]
      : [shapeName('point'), table, ...givenKeys(read, sourceAt)];
  return parts.join(DOT);
}

/** The keys that `getEntity` is given: texts in quotes, and what only the program knows as in a template. */
function givenKeys({ partitionKey, rowKey }: PointRead, sourceAt: SourceAt): string[] {
  const key = (name: string, expression: PointRead['rowKey']): string[] => {
    if (expression === undefined) return [];
    const written = sourceAt(expression.place);
    return written === undefined ? [] : [l10n.t('{0} is {1}', name, keyText(expression, written))];
  };
  const keys = [...key('PartitionKey', partitionKey), ...key('RowKey', rowKey)];
  return keys.length > 0 ? [keys.join(', ')] : [];
}

function keyText({ value }: KeyExpression, written: string): string {
  const constant = constantText(value);
  if (constant !== undefined) return oneLine(quote(constant));
  const template = /^`(.*)`$/s.exec(written)?.[1];
  return template === undefined ? `\${${oneLine(written)}}` : oneLine(`'${template}'`);
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
  switch (filter.kind) {
    case 'unknown':
      return [];
    case 'none':
      return [l10n.t('no filter')];
    case 'known': {
      const keys = pinnedKeys(filter.worst, sourceAt);
      return [keys.length > 0 ? keys.join(', ') : l10n.t('no key in the filter')];
    }
  }
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
