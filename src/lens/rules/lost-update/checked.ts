import { contains } from '../../../core/text/span.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { PointRead, StaleRead, Value, Write } from '../../model/operations/operation.ts';
import type { Local, Pattern, Statement } from '../../syntax/program/program.ts';
import { bare, bindingOf, isSamePath } from '../../syntax/program/names.ts';
import { type ExpressionPart, type Frames, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';
import { isKey } from '../shared/put-values.ts';
import { isSameRow } from '../shared/same-row.ts';

/** A write of a property that the function has tested of what it read, where the test decides whether it writes. */
export interface CheckedWrite {
  readonly property: string;
  readonly read: StaleRead;
}

/**
 * Whoever passes the same test at the same time writes as well, and one of them is overwritten: the seat that is free, the job that nobody
 * has. Where all write the same constants nothing is lost, and a test whether the new value is there already only saves a request.
 */
export function checkedBefore(context: RuleContext, write: Write): CheckedWrite | undefined {
  const { method, etag, stale, via, file, callSpan, values } = write;
  const isForAny = etag === 'missing' || etag === 'any';
  if (method !== 'updateEntity' || !isForAny || stale !== undefined || via !== undefined) return undefined;
  if (!values.some(({ name, value }) => !isKey(name) && isOfCaller(value))) return undefined;
  const reads = context.operations.filter(
    (other): other is PointRead => other.kind === 'point-read' && isReadOf(other, write),
  );
  if (reads.length === 0) return undefined;
  const { parts } = functionAround(context, { file, span: callSpan });
  for (const read of reads) {
    for (const bound of boundTo(parts, read)) {
      const tested = values.find(
        ({ name, place }) => !isKey(name) && decidesOn(context, parts, bound, name, place, write),
      );
      if (tested === undefined) continue;
      const name = bound.pattern.kind === 'local' ? bound.pattern.name : undefined;
      return {
        property: tested.name,
        read: { place: { file, span: read.callSpan }, isWhole: false, ...(name !== undefined && { name }) },
      };
    }
  }
  return undefined;
}

/** Whether the row that is written was read before, in the same function. */
function isReadOf(read: PointRead, write: Write): boolean {
  if (read.via !== undefined || read.fn !== write.fn || read.callSpan.end > write.callSpan.start)
    return false;
  // what is done in a `catch` is the exception, unless all of it is done there
  if (write.isInCatch && !catchesOf(write).every((start) => catchesOf(read).includes(start))) return false;
  return isSameRow(read, write);
}

/** Where the `catch` clauses begin that an operation stands in. */
function catchesOf({ branches }: PointRead | Write): readonly number[] {
  return branches.flatMap((branch) => (branch.kind === 'catch' ? [branch.start] : []));
}

/** Whether two callers may bring different values. */
function isOfCaller(value: Value): boolean {
  switch (value.kind) {
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

interface Bound {
  readonly pattern: Pattern;
  readonly frames: Frames;
}

/** The names that a read's answer is declared under. */
function boundTo(parts: readonly Part[], { callSpan }: PointRead): readonly Bound[] {
  return parts.flatMap((part): readonly Bound[] => {
    if (part.kind !== 'statement' || part.statement.kind !== 'declare') return [];
    const { pattern, init } = part.statement;
    const isIt = init !== undefined && contains(init.span, callSpan) && init.span.end === callSpan.end;
    return isIt ? [{ pattern, frames: part.frames }] : [];
  });
}

/** Whether a test of a property of what was read leads to the write, or away from it. */
function decidesOn(
  context: RuleContext,
  parts: readonly Part[],
  bound: Bound,
  property: string,
  put: Place,
  { callSpan }: Write,
): boolean {
  const value = expressionAt(context, put);
  return parts.some((part) => {
    if (part.kind !== 'statement' || part.statement.kind !== 'if') return false;
    const { test, then, otherwise } = part.statement;
    if (test.span.end > callSpan.start) return false;
    const code: ExpressionPart = { kind: 'expression', expression: test, frames: part.frames };
    const isWritten = (one: Statement | undefined): boolean =>
      one !== undefined &&
      someCode(
        { kind: 'statement', statement: one, frames: part.frames },
        (inner) => inner.kind === 'expression' && inner.expression.span.start === callSpan.start,
      );
    if (!leaves(then) && !isWritten(then) && !isWritten(otherwise)) return false;
    return someCode(code, (inner) => isProperty(inner, bound, property)) && !asksForValue(code, value);
  });
}

/** Whether it is asked for what is written there: who comes second then writes nothing, or the same. An order is no such question. */
function asksForValue(test: ExpressionPart, value: ExpressionPart | undefined): boolean {
  if (value === undefined || (value.expression.kind !== 'local' && value.expression.kind !== 'member'))
    return false;
  const hasIt = (code: Part): boolean =>
    someCode(code, (part) => part.kind === 'expression' && isSamePath(part, value));
  const isInOrder = (part: Part): boolean =>
    part.kind === 'expression' &&
    part.expression.kind === 'binary' &&
    ORDERS.has(part.expression.operator) &&
    hasIt(part);
  return hasIt(test) && !someCode(test, isInOrder);
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function leaves(statement: Statement): boolean {
  switch (statement.kind) {
    case 'return':
    case 'throw':
      return true;
    case 'block': {
      const last = statement.body.at(-1);
      return last !== undefined && leaves(last);
    }
    default:
      return false;
  }
}

/** Whether code is a property of what was read: `spot.free`, or `free` of `const { free } = …`. */
function isProperty(part: Part, { pattern, frames }: Bound, property: string): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (pattern.kind === 'local') {
    const object =
      expression.kind === 'member' && expression.name === property ? bare(expression.object) : undefined;
    return object?.kind === 'local' && isOneName(object, part.frames, pattern, frames);
  }
  if (pattern.kind !== 'object-pattern' || expression.kind !== 'local') return false;
  return pattern.parts.some(
    ({ key, target }) =>
      key === property && target.kind === 'local' && isOneName(expression, part.frames, target, frames),
  );
}

function isOneName(a: Local, inA: Frames, b: Local, inB: Frames): boolean {
  const [one, other] = [bindingOf(a, inA), bindingOf(b, inB)];
  return one !== undefined && one.scope === other?.scope && one.index === other.index;
}
