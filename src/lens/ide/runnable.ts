import { describeCondition } from '../../core/shape/describe-condition.ts';
import { seriesStart } from '../../core/config/series-name.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { templateOf } from '../../core/odata/template.ts';
import { classify } from '../../core/shape/classify.ts';
import type { RunnableBranch, RunnableQuery } from '../../core/shape/runnable.ts';
import { flatten, type FlatText, type Segment, toPlaces } from '../../core/text/segments.ts';
import type { KeyExpression, Value } from '../link/values/value.ts';
import { isRetired } from '../model/operations/legacy.ts';
import type { FilterAlternative, Operation, PointRead, Query } from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';
import { serviceName } from '../rules/shared/property-names.ts';
import { escapingIn } from '../rules/shared/escaped-by-hand.ts';
import type { CodeIndex } from '../syntax/program/code.ts';
import { readCode } from '../syntax/program/read-code.ts';
import { oneLine, type SourceAt } from './expressions.ts';

/** Whether there is anything to run: a list query or a point read which is surely one of Azure Tables. */
export function canRun(operation: Operation): operation is Query | PointRead {
  return operation.kind !== 'write' && isSure(operation) && !isRetired(operation);
}

/** What running a read takes. Expressions stand on one line, without secrets. */
export function runnableOf(read: Query | PointRead, sourceAt: SourceAt): RunnableQuery {
  const { table } = read;
  // which table of a series it is, the person says
  const of = table === undefined || seriesStart(table) !== undefined ? {} : { table };
  if (read.kind === 'point-read') return { ...of, branches: [pointOf(read, sourceAt)] };
  const { filter } = read;
  const codeIn = remembered((file) => {
    const source = sourceAt({ file, span: { start: 0, end: Infinity } });
    return source === undefined ? undefined : readCode(file, source);
  });
  const select = read.projection?.select;
  const properties =
    select === undefined || select === 'unknown'
      ? {}
      : { select: select.flatMap(({ name }) => serviceName(name) ?? []) };
  switch (filter.kind) {
    case 'none': {
      const { shape } = filter.classification;
      return { ...of, ...properties, branches: [{ filter: { parts: [], holes: [] }, shape }] };
    }
    case 'known': {
      const { worst, alternatives } = filter;
      const ordered = [worst, ...alternatives.filter((each) => each !== worst)];
      return { ...of, ...properties, branches: ordered.map((each) => branchOf(each, sourceAt, codeIn)) };
    }
    case 'unknown': {
      const branches = filter.alternatives.map((each) => branchOf(each, sourceAt, codeIn));
      return { ...of, ...properties, branches, unknownBecause: filter.why };
    }
  }
}

/** The code of a file whose source is at hand. */
type CodeIn = (file: string) => CodeIndex | undefined;

function remembered(read: CodeIn): CodeIn {
  const known = new Map<string, CodeIndex | undefined>();
  return (file) => {
    if (!known.has(file)) known.set(file, read(file));
    return known.get(file);
  };
}

function branchOf(alternative: FilterAlternative, sourceAt: SourceAt, codeIn: CodeIn): RunnableBranch {
  const { text, parsed, classification, when } = alternative;
  return {
    filter: templateOf(
      text,
      parsed,
      (offset) => expressionAt(text, offset, sourceAt),
      (offset) => isEscapedAt(alternative, offset, codeIn),
    ),
    shape: classification.shape,
    ...(when !== undefined && { when: describeCondition(when) }),
  };
}

/** Whether quotes in a value are doubled before it comes into the filter; taken for so where its source is not at hand. */
function isEscapedAt({ text, form }: FilterAlternative, offset: number, codeIn: CodeIn): boolean {
  const segments = text.segments.flatMap((segment) => (segment.kind === 'hole' ? segment : []));
  const segment = segments[[...text.holes.keys()].indexOf(offset)];
  if (segment === undefined || segment.tagged === true || form === 'odata') return true;
  const { file, span } = segment.place;
  const code = codeIn(file);
  const written = code?.expressionAt(span);
  return (
    code === undefined || written === undefined || escapingIn(code.reachOf(span.start)).isEscaped(written)
  );
}

function expressionAt(text: FlatText<Value>, offset: number, sourceAt: SourceAt): string {
  const [place] = toPlaces(text, { start: offset, end: offset + 1 });
  const hole = text.holes.get(offset);
  const name = hole?.kind === 'unknown' ? hole.name : undefined;
  return oneLine((place && sourceAt(place)) ?? name ?? `value ${offset}`);
}

/** `getEntity(partitionKey, rowKey)` as the filter that asks the same. */
function pointOf({ partitionKey, rowKey }: PointRead, sourceAt: SourceAt): RunnableBranch {
  const text = flatten([
    literal("PartitionKey eq '"),
    ...keySegments(partitionKey, 'partitionKey'),
    literal("' and RowKey eq '"),
    ...keySegments(rowKey, 'rowKey'),
    literal("'"),
  ]);
  const parsed = parseFilter(text);
  const filter = templateOf(text, parsed, (offset) => {
    const hole = text.holes.get(offset);
    return oneLine((hole?.place && sourceAt(hole.place)) ?? hole?.name ?? '');
  });
  return { filter, shape: classify(parsed.filter).shape };
}

interface KeyHole {
  readonly name: string;
  readonly place?: KeyExpression['place'];
}

function keySegments(key: KeyExpression | undefined, name: string): Segment<KeyHole>[] {
  const whole: KeyHole = { name, ...(key && { place: key.place }) };
  if (key?.value.kind !== 'text') return [hole(whole)];
  return key.value.segments.map((segment) =>
    segment.kind === 'literal'
      ? literal(segment.text.replaceAll("'", "''"))
      : hole({ name, place: segment.place }),
  );
}

function literal(text: string): Segment<never> {
  return { kind: 'literal', text, place: NOWHERE };
}

function hole(of: KeyHole): Segment<KeyHole> {
  return { kind: 'hole', hole: of, place: of.place ?? NOWHERE };
}

const NOWHERE = { file: '', span: { start: 0, end: 0 } };
