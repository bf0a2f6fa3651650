import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { type Binding, bindingOf } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import type { ExpressionPart, Frames, Part } from '../../syntax/program/walk.ts';
import type { Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, functionAround } from './code-at.ts';
import { alternativesOf } from './filters.ts';

/**
 * Whether a path of names (`since`, `options.since`, `this.since`) that stands at `place` is the same value at an offset of its file: its
 * name means the same variable there, which has its value by then, and nothing gives it, or a property of the path, another.
 */
export function isSameAt(context: RuleContext, place: Place, offset: number): boolean {
  const code = expressionAt(context, place);
  return code !== undefined && isRootSameAt(context, code, place, offset) && isKept(context, code, place);
}

/**
 * Whether what stands at an offset is a query's alone: in its call, or in the function around it where no other query has it. A function
 * that makes filters, and a constant of the module, may be used by anybody.
 */
export function isOnlyFor(context: RuleContext, query: Query, offset: number): boolean {
  const { file, callSpan } = query;
  if (isAround(callSpan, offset)) return true;
  const { parts } = codeOfFile(context, file);
  const around = functionsAround(parts, callSpan.start);
  const own = functionsAround(parts, offset);
  if ((own.length === 0 && around.length > 0) || !own.every((fn) => around.includes(fn))) return false;
  // behind a hole at a text's end no piece is around the offset
  const before = spansIn(query, file)
    .filter(({ end }) => end <= offset)
    .reduce<Span | undefined>((last, span) => (last && last.end >= span.end ? last : span), undefined);
  return !context.operations.some(
    (other) =>
      other !== query &&
      other.kind === 'query' &&
      spansIn(other, file).some(
        (span) => isAround(span, offset) || (before !== undefined && isSameSpan(span, before)),
      ),
  );
}

/**
 * Whether what stands at an offset is in a query's call, or a name that gets it gets nothing else: the same text from another place would be
 * the same filter, and stay as it is.
 */
export function isAllThatIsGiven(context: RuleContext, { file, callSpan }: Query, offset: number): boolean {
  if (isAround(callSpan, offset)) return true;
  const { parts } = codeOfFile(context, file);
  const declared = parts.find(
    (part) =>
      part.kind === 'statement' &&
      part.statement.kind === 'declare' &&
      part.statement.init !== undefined &&
      isAround(part.statement.init.span, offset),
  );
  if (declared?.kind !== 'statement' || declared.statement.kind !== 'declare') return false;
  const { pattern } = declared.statement;
  if (pattern.kind !== 'local') return false;
  const binding = bindingOf(pattern, declared.frames);
  return parts.filter((part) => isGivenTo(part, binding)).length === 1;
}

/** Where the pieces of a query's filters stand in a file. */
function spansIn(query: Query, file: string): readonly Span[] {
  return alternativesOf(query).flatMap(({ text }) =>
    text.segments.flatMap(({ place }) => (place.file === file ? [place.span] : [])),
  );
}

function isSameSpan(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end;
}

function functionsAround(parts: readonly Part[], offset: number): readonly FunctionCode[] {
  return parts.flatMap((part) =>
    part.kind === 'function' && isAround(part.fn.span, offset) ? [part.fn] : [],
  );
}

function isRootSameAt(context: RuleContext, code: ExpressionPart, place: Place, offset: number): boolean {
  const root = rootOf(code.expression);
  const { parts } = codeOfFile(context, place.file);
  if (root?.kind === 'this') return ownerOfThis(parts, place.span.start) === ownerOfThis(parts, offset);
  if (root?.kind !== 'local') return false;
  const binding = bindingOf(root, code.frames);
  const [given, ...again] = parts.filter((part) => isGivenTo(part, binding));
  return (
    given?.kind === 'expression' &&
    again.length === 0 &&
    given.expression.span.end <= offset &&
    meaningAt(parts, offset, root.name) === binding?.scope
  );
}

/** What a path of names begins with. */
function rootOf(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case 'local':
    case 'this':
      return expression;
    case 'member':
    case 'typed':
      return rootOf(expression.kind === 'member' ? expression.object : expression.operand);
    default:
      return undefined;
  }
}

function isGivenTo(part: Part, binding: Binding | undefined): part is ExpressionPart {
  if (part.kind !== 'expression' || part.target === undefined || part.expression.kind !== 'local')
    return false;
  const own = bindingOf(part.expression, part.frames);
  return own !== undefined && own.scope === binding?.scope && own.index === binding.index;
}

/** The scope that has a name for code at an offset. */
function meaningAt(parts: readonly Part[], offset: number, name: string): Frames['scope'] | undefined {
  let innermost: ExpressionPart | undefined;
  for (const part of parts)
    if (part.kind === 'expression' && isAround(part.expression.span, offset))
      if (innermost === undefined || contains(innermost.expression.span, part.expression.span))
        innermost = part;
  let frames = innermost?.frames;
  while (frames !== undefined && !frames.scope.names.includes(name)) frames = frames.outer;
  return frames?.scope;
}

/** The function whose `this` code at an offset has. */
function ownerOfThis(parts: readonly Part[], offset: number): FunctionCode | undefined {
  return functionsAround(parts, offset)
    .filter(({ isArrow }) => !isArrow)
    .reduce<FunctionCode | undefined>(
      (inner, fn) => (inner === undefined || contains(inner.span, fn.span) ? fn : inner),
      undefined,
    );
}

function isAround({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Whether the function around a path assigns no property that is called like one of it. */
function isKept(context: RuleContext, { expression }: ExpressionPart, place: Place): boolean {
  const names = propertiesOf(expression);
  if (names.length === 0) return true;
  return !functionAround(context, place).parts.some(
    (part) =>
      part.kind === 'expression' &&
      part.target !== undefined &&
      part.expression.kind === 'member' &&
      names.includes(part.expression.name),
  );
}

function propertiesOf(expression: Expression): readonly string[] {
  if (expression.kind === 'typed') return propertiesOf(expression.operand);
  return expression.kind === 'member' ? [...propertiesOf(expression.object), expression.name] : [];
}
