import type { Filter } from '../../../core/odata/ast.ts';
import { samePlace } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type {
  CheckedProperty,
  CheckedValue,
  KeyExpression,
  PutProperty,
  Query,
  StaleRead,
  Value,
  Write,
} from '../../model/operations/operation.ts';
import { constantOf } from '../shared/constants.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { FunctionCode, Statement } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, innerFunctionAround } from '../shared/code-at.ts';
import { equalTo, partsOf } from '../shared/filters.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { isKey } from '../shared/put-values.ts';
import { operationsBeside } from '../shared/writes.ts';

/** A write of a property that was tested of what was read, where the test decides whether it is written. */
export interface CheckedWrite {
  readonly property: string;
  readonly read: StaleRead;
}

/**
 * Whoever passes the same test at the same time writes as well, and one of them is overwritten: the seat that is free, the job that nobody
 * has. Where all write the same constants nothing is lost, but where another write of the table puts what the test keeps this one from. A
 * test whether the new value is there already only saves a request.
 */
export function checkedBefore(context: RuleContext, write: Write): CheckedWrite | undefined {
  const { method, etag, stale, checked, values } = write;
  if (checked === undefined) return takenBefore(context, write);
  const isForAny = method === 'upsertEntity' || etag === 'missing' || etag === 'any';
  if (!isForAny || stale !== undefined || checked.isMissingToo) return undefined;
  const isOfCallers = values.some(({ name, value }) => !isKey(name) && isOfCaller(value));
  const tested = checked.properties.find(
    (one) =>
      values.some(({ name }) => name === one.property) &&
      ((isOfCallers && isBlocking(one)) || isBlockedByOthers(context, write, one)),
  );
  if (tested === undefined) return undefined;
  const { properties: _, isMissingToo: __, ...read } = checked;
  return { property: tested.property, read: { ...read, isWhole: false } };
}

/**
 * The same of a row that a query gives for what it has by then, and that the caller takes for itself: the next job that is ready. Who goes
 * through all of them does the same as any other.
 */
function takenBefore(context: RuleContext, write: Write): CheckedWrite | undefined {
  const { method, etag, stale, listedRow, values } = write;
  const isForAny = method === 'updateEntity' && (etag === 'missing' || etag === 'any');
  if (listedRow === undefined || !isForAny || stale !== undefined) return undefined;
  if (!values.some(({ name, value }) => !isKey(name) && isOfCaller(value))) return undefined;
  const query = context.operations.find(
    (one) => one.kind === 'query' && samePlace([listedRow, { file: one.file, span: one.callSpan }]),
  );
  if (query?.kind !== 'query' || query.filter.kind !== 'known' || !takesOne(context, write, query))
    return undefined;
  const asked = query.filter.alternatives;
  const taken = values.find(
    ({ name, value }) =>
      !isKey(name) &&
      asked.length > 0 &&
      asked.every(
        ({ parsed }) =>
          parsed.filter !== undefined &&
          partsOf(parsed.filter, 'and').some((part) => isOtherValue(part, name, constantOf(value))),
      ),
  );
  return taken && { property: taken.name, read: { place: listedRow, isWhole: false } };
}

/** Whether a loop over what a query gives ends with the first, and no other one is seen to come back for the next. */
function takesOne(context: RuleContext, { repeated, via, file, callSpan }: Write, query: Query): boolean {
  const goesOn = repeated !== undefined && !repeated.isLast;
  if (goesOn || via !== undefined || query.file !== file) return false;
  const { parts } = codeOfFile(context, file);
  const loops = parts.flatMap((part) =>
    part.kind === 'statement' && isLoop(part.statement) ? part.statement : [],
  );
  const [loop, ...others] = loops.filter(({ span }) => contains(span, callSpan));
  if (loop?.kind !== 'for-of' || others.length > 0 || !contains(loop.of.span, query.callSpan)) return false;
  const fn = innerFunctionAround(context, { file, span: callSpan })?.fn;
  if (fn === undefined) return true;
  const again = [...loops.map(({ span }) => span), fn.span];
  return (
    contains(fn.span, loop.span) &&
    !parts.some((part) => isCallOf(part, fn) && isWithin(again, part.expression.span))
  );
}

type Loop = Extract<Statement, { kind: 'for' | 'for-of' }>;

function isLoop(statement: Statement): statement is Loop {
  return statement.kind === 'for' || statement.kind === 'for-of';
}

/** Whether code calls something by the name of a function. */
function isCallOf(part: Part, { name }: FunctionCode): part is ExpressionPart {
  return (
    part.kind === 'expression' &&
    part.expression.kind === 'call' &&
    name !== undefined &&
    nameIn(part.expression.callee) === name
  );
}

function isWithin(all: readonly Span[], span: Span): boolean {
  return all.some((one) => contains(one, span));
}

/** Whether a condition asks for another constant than the one that a property gets. */
function isOtherValue(part: Filter, property: string, put: CheckedValue | undefined): boolean {
  const asked = equalTo(part, property);
  return put !== undefined && asked?.kind === 'literal' && asked.value.value !== put;
}

/** Whether there is a value with which nothing is written. */
function isBlocking({ blocked, isOtherBlocked, isOrdered }: CheckedProperty): boolean {
  return blocked.length > 0 || isOtherBlocked || isOrdered;
}

/** Whether another write of the row puts what a test keeps this one from, which puts a constant: of `closed` and `cancelled` the later one stays. */
function isBlockedByOthers(context: RuleContext, write: Write, tested: CheckedProperty): boolean {
  const own = write.values.find(({ name }) => name === tested.property);
  const constant = own && constantOf(own.value);
  if (constant === undefined) return false;
  return operationsBeside(context, write).some(
    (other) =>
      other.kind === 'write' &&
      changesIn(other).some(
        ({ partitionKey, rowKey, values }) =>
          mayBeOneKey(partitionKey, write.partitionKey) &&
          mayBeOneKey(rowKey, write.rowKey) &&
          values.some(({ name, value }) => name === tested.property && isBlocked(tested, value, constant)),
      ),
  );
}

interface Change extends Pick<Write, 'partitionKey' | 'rowKey'> {
  readonly values: readonly PutProperty[];
}

/** What a write changes of rows that are there: whoever creates one finds none. */
function changesIn(write: Write): readonly Change[] {
  const { method, actions = [] } = write;
  if (method === 'submitTransaction')
    return actions.filter(({ kind }) => kind === 'update' || kind === 'upsert');
  return method === 'updateEntity' || method === 'upsertEntity' ? [write] : [];
}

function mayBeOneKey(a: KeyExpression | undefined, b: KeyExpression | undefined): boolean {
  return a === undefined || b === undefined || !areDifferent(a.value, b.value);
}

/** Whether a value is one with which nothing is written, and another one than this write puts. */
function isBlocked(tested: CheckedProperty, value: Value, own: CheckedValue): boolean {
  if (value.kind === 'oneOf') return value.values.some((one) => isBlocked(tested, one.value, own));
  const { known, blocked, isOtherBlocked } = tested;
  const constant = constantOf(value);
  if (constant === undefined) return isOtherBlocked && isOfCaller(value);
  if (constant === own) return false;
  return known.includes(constant) ? blocked.includes(constant) : isOtherBlocked;
}

/** Whether two callers may bring, or make, different values. */
function isOfCaller(value: Value): boolean {
  switch (value.kind) {
    case 'random-text':
      return true;
    case 'unknown':
      return value.given !== undefined || value.why === 'parameter';
    case 'number':
      return value.number.constant === undefined && value.number.origin.kind === 'other';
    case 'text':
      return value.segments.some((part) => part.kind === 'hole' && isOfCaller(part.hole));
    default:
      return false;
  }
}
