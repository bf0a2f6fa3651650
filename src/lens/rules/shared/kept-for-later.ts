import { cover, covered, isCovered, type Span } from '../../../core/text/span.ts';
import type { Query } from '../../model/operations/operation.ts';
import type { Code } from '../../syntax/program/code.ts';
import { bare, bindingOf, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Frames, type Part, walkCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, functionAround } from './code-at.ts';
import { onceForEach } from './once.ts';

/** Whether all that a query gives is kept: it is only sent where nothing is kept yet, or what is kept has grown old. */
export function isKeptForLater(context: RuleContext, { file, callSpan: span }: Query): boolean {
  return (
    isCovered(memoizedIn(context, file), span) ||
    isCovered(guardedIn(context, functionAround(context, { file, span })), span)
  );
}

/** The code of a file that is run once, or once in a while. */
const memoizedIn = onceForEach((context: RuleContext, file: string): readonly Span[] =>
  covered(
    codeOfFile(context, file).parts.flatMap((part): readonly Span[] => {
      if (part.kind !== 'expression') return [];
      const { expression, frames } = part;
      const isMemoized =
        (expression.kind === 'call' && MEMOIZING.has(nameIn(expression.callee) ?? '')) ||
        (expression.kind === 'assign' &&
          expression.operator === '??' &&
          keptAt(targetOf(expression, frames)) !== undefined);
      return isMemoized ? [expression.span] : [];
    }),
  ),
);

/** The code of a function that runs only where nothing is kept: in `if (!kept) { … }`, and behind `if (kept) return kept;`. */
const guardedIn = onceForEach((_: RuleContext, { parts }: Code): readonly Span[] => {
  const put = new Set(parts.flatMap((part) => putAt(part) ?? []));
  const around: Span[] = [];
  const found: Span[] = [];
  for (const part of parts) {
    if (part.kind === 'function') around.push(part.fn.span);
    if (part.kind !== 'statement' || part.statement.kind !== 'if') continue;
    const { test, then } = part.statement;
    const asked = (wanted: 'absent' | 'present'): readonly string[] =>
      pathsAsked({ kind: 'expression', expression: test, frames: part.frames }, wanted).flatMap(
        (path) => keptAt(path) ?? [],
      );
    const asks = (wanted: 'absent' | 'present'): boolean => {
      const kept = asked(wanted);
      // a flag that says that nothing is kept lets it be read each time: `!mayKeep || kept.length === 0`
      const isOfKept = wanted === 'present' || kept.every((name) => put.has(name));
      return isOfKept && kept.some((name) => put.has(name));
    };
    while ((around.at(-1)?.end ?? Infinity) < test.span.start) around.pop();
    const fn = around.at(-1);
    if (asks('absent')) found.push(...spansOf({ kind: 'statement', statement: then, frames: part.frames }));
    else if (fn !== undefined && returns(then) && asks('present'))
      found.push({ start: test.span.end, end: fn.end });
  }
  return covered(found);
});

function spansOf(code: Part): readonly Span[] {
  const found: Span[] = [];
  walkCode(code, (part) => {
    if (part.kind === 'expression') found.push(part.expression.span);
  });
  return found.length === 0 ? [] : [found.reduce(cover)];
}

/** Functions of libraries that run what they are given once, or once in a while. */
const MEMOIZING: ReadonlySet<string> = new Set([
  'unstable_cache',
  'memoize',
  'memoizee',
  'memoizeOne',
  'pMemoize',
  'once',
]);

type Assign = Extract<Expression, { readonly kind: 'assign' }>;

function targetOf({ target }: Assign, frames: Frames): ExpressionPart | undefined {
  return target.kind === 'local' || target.kind === 'member'
    ? { kind: 'expression', expression: target, frames }
    : undefined;
}

/** A name of the module, or a field, as a text; undefined of any other. */
function keptAt(path: ExpressionPart | undefined): string | undefined {
  if (path === undefined) return undefined;
  const { expression, frames } = path;
  if (expression.kind === 'member')
    return expression.object.kind === 'this' ? `this.${expression.name}` : undefined;
  const isOfModule =
    expression.kind === 'local' && bindingOf(expression, frames)?.scope === outermost(frames);
  return isOfModule ? expression.name : undefined;
}

function outermost({ scope, outer }: Frames): Frames['scope'] {
  return outer === undefined ? scope : outermost(outer);
}

function returns(statement: Statement): boolean {
  return (
    statement.kind === 'return' || (statement.kind === 'block' && statement.body.at(-1)?.kind === 'return')
  );
}

/** The places that a test finds empty, or filled. */
function pathsAsked(
  { expression, frames }: ExpressionPart,
  wanted: 'absent' | 'present',
): readonly ExpressionPart[] {
  const as = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  const test = bare(expression);
  const isAbsent = wanted === 'absent';
  switch (test.kind) {
    case 'local':
      return isAbsent ? [] : [as(test)];
    case 'member':
      return isAbsent ? [] : [as(counted(test))];
    case 'unary':
      return test.operator === '!' ? pathsAsked(as(test.operand), isAbsent ? 'present' : 'absent') : [];
    case 'logical':
      return test.operator === (isAbsent ? '||' : '&&')
        ? [...pathsAsked(as(test.left), wanted), ...pathsAsked(as(test.right), wanted)]
        : [];
    case 'binary': {
      const isEqual = test.operator === '===' || test.operator === '==';
      const isOther = test.operator === '!==' || test.operator === '!=' || test.operator === '>';
      return isNothing(test.right) && (isAbsent ? isEqual : isOther) ? [as(counted(bare(test.left)))] : [];
    }
    default:
      return [];
  }
}

/** What is counted by its `size` or `length`. */
function counted(expression: Expression): Expression {
  return expression.kind === 'member' && (expression.name === 'size' || expression.name === 'length')
    ? expression.object
    : expression;
}

/** `undefined`, `null`, and 0. */
function isNothing(expression: Expression): boolean {
  switch (expression.kind) {
    case 'nothing':
      return true;
    case 'number':
      return expression.value === 0;
    default:
      return false;
  }
}

/** What code assigns to, or puts something into. */
function putAt(part: Part): string | undefined {
  if (part.kind !== 'expression') return undefined;
  const { expression, target, frames } = part;
  if (target === 'whole') return keptAt(part);
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return undefined;
  const { name, object } = expression.callee;
  return PUTTING.has(name) ? keptAt({ kind: 'expression', expression: object, frames }) : undefined;
}

const PUTTING: ReadonlySet<string> = new Set(['set', 'push', 'add']);
