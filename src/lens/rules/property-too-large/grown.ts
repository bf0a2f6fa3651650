import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { PutProperty, Write } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { bare, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeAround, expressionAt, givenToNames } from '../shared/code-at.ts';
import type { Put } from '../shared/put-values.ts';

/**
 * Whether a property is the JSON of the very list that an entity had in it when it was read, with one more element: whatever that is, it
 * grows with each write. `JSON.stringify([...JSON.parse(row.history), move])`, or the same with `push`. Silent where any other code looks
 * at the list, which may cut it or want it only once, and where another write may put another one in its place.
 */
export function growsEachTime(context: RuleContext, put: Put): boolean {
  return isGrowth(context, put.write, put) && !mayBePutAnew(context, put);
}

function isGrowth(context: RuleContext, { method }: Pick<Write, 'method'>, put: PutProperty): boolean {
  const { name, place, at } = put;
  if (method !== 'updateEntity' && method !== 'upsertEntity') return false;
  const written = place.file === context.file ? expressionAt(context, place) : undefined;
  if (written === undefined) return false;
  const code = codeAround(context, place);
  const given = givenToNames(context, code);
  /** What a name is given, once and for all. */
  const behind = (part: ExpressionPart): ExpressionPart => {
    const [only, ...others] = given(part);
    return only?.kind === 'expression' && others.length === 0
      ? { ...only, expression: bare(only.expression) }
      : part;
  };
  const isRead = (root: ExpressionPart): boolean => {
    const { expression } = behind(root);
    return (
      root.expression.kind === 'local' &&
      context.operations.some((one) => one.kind !== 'write' && contains(expression.span, one.callSpan)) &&
      !code.parts.some((part) => isHandedOver(context, part, root))
    );
  };
  /** `JSON.parse(row.history)`, also with something else where there is none yet. */
  const isStored = (part: ExpressionPart): boolean => {
    const list = behind({ ...part, expression: bare(part.expression) });
    const text = jsonCall(list.expression, 'parse');
    const property = text?.kind === 'logical' ? text.left : text;
    if (property?.kind !== 'member' || property.name !== name) return false;
    const isElsewhere = code.parts.some((other) => isOther(other, property, at));
    return !isElsewhere && isRead({ ...list, expression: bare(property.object) });
  };
  const json = jsonCall(behind(written).expression, 'stringify');
  if (json === undefined) return false;
  const named: ExpressionPart = { ...written, expression: bare(json) };
  const list = behind(named);
  const isName = named.expression.kind === 'local';
  if (list.expression.kind === 'array') {
    const { elements } = list.expression;
    const spread = elements.flatMap((one) =>
      one.kind === 'spread' ? [{ ...list, expression: bare(one.operand) }] : [],
    );
    return (
      elements.length > spread.length &&
      (!isName || usesOf(named, code.parts).others === 0) &&
      spread.some(
        (one) =>
          isStored(one) &&
          (one.expression.kind !== 'local' || usesOf(one, code.parts, one.expression).others === 0),
      )
    );
  }
  if (!isName || !isStored(named)) return false;
  const { pushes, others } = usesOf(named, code.parts);
  return pushes > 0 && others === 0;
}

/** Whether code has a property of that name anywhere else than where it is read for the list, and where that is put. */
function isOther(part: Part, read: Expression, { span }: Place): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'member' || read.kind !== 'member') return false;
  const { name, span: own } = part.expression;
  const isPut = part.target !== undefined && own.start === span.start;
  return name === read.name && own.start !== read.span.start && !isPut;
}

/** Whether a function that sends nothing is given the whole entity: it may say whether there is room for one more. */
function isHandedOver(context: RuleContext, part: Part, root: ExpressionPart): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
  const { args, span } = part.expression;
  return (
    args.some((arg) => isSamePath(root, { ...part, expression: bare(arg) })) &&
    !context.operations.some(({ callSpan }) => contains(callSpan, span))
  );
}

/** Whether another write of the table may give the property something that is no growth, to an entity that is there. */
function mayBePutAnew(context: RuleContext, { name, place, write }: Put): boolean {
  const own = context.operations.filter(({ receiver }) => receiver.text === write.receiver.text);
  const all = context.tableOf(write)?.writes ?? own.filter((one) => one.kind === 'write');
  const isAnew = (put: PutProperty, by: Pick<Write, 'method'>): boolean =>
    (put.name === name || put.name === ANY_NAME) &&
    !put.isOfType &&
    !(put.place.file === place.file && put.place.span.start === place.span.start) &&
    !isGrowth(context, by, put);
  return all.some((other) => {
    const entities =
      other.method === 'submitTransaction'
        ? (other.actions ?? []).filter(({ kind }) => kind !== 'create' && kind !== 'delete')
        : other.method === 'createEntity' || other.method === 'deleteEntity'
          ? []
          : [other];
    return entities.some((entity) => {
      if (entity.values.some((put) => isAnew(put, other))) return true;
      const isPut = entity.values.some((put) => put.name === name);
      const isAll =
        entity.isWhole === true || entity.readRow !== undefined || entity.readEntity !== undefined;
      return !isPut && (!isAll || (entity.mode === 'Replace' && entity.isWhole === true));
    });
  });
}

/** What `JSON.parse` or `JSON.stringify` is given. */
function jsonCall(code: Expression, method: 'parse' | 'stringify'): Expression | undefined {
  const call = bare(code);
  if (call.kind !== 'call' || call.callee.kind !== 'member' || call.callee.name !== method) return undefined;
  return nameIn(call.callee.object) === 'JSON' ? call.args[0] && bare(call.args[0]) : undefined;
}

/** How often code pushes to a list, and how often it does anything else than that, declare it, make JSON of it, or spread it there. */
function usesOf(
  list: ExpressionPart,
  parts: readonly Part[],
  spread?: Expression,
): { readonly pushes: number; readonly others: number } {
  const isIt = (expression: Expression, { frames }: Part): boolean =>
    isSamePath(list, { kind: 'expression', expression: bare(expression), frames });
  const uses = parts.flatMap((part) =>
    part.kind === 'expression' && part.expression.kind === 'local' && isIt(part.expression, part)
      ? [part.expression.span.start]
      : [],
  );
  const pushes = new Set<number>();
  const expected = new Set<number>(spread === undefined ? [] : [spread.span.start]);
  for (const part of parts) {
    if (part.kind === 'statement' && part.statement.kind === 'declare')
      expected.add(part.statement.pattern.kind === 'local' ? part.statement.pattern.span.start : -1);
    if (part.kind !== 'expression' || part.expression.kind !== 'call') continue;
    const { callee } = part.expression;
    const put = jsonCall(part.expression, 'stringify');
    if (put !== undefined && isIt(put, part)) expected.add(put.span.start);
    if (callee.kind === 'member' && callee.name === 'push' && isIt(callee.object, part))
      pushes.add(callee.object.span.start);
  }
  const others = uses.filter((start) => !pushes.has(start) && !expected.has(start));
  return { pushes: pushes.size, others: others.length };
}
