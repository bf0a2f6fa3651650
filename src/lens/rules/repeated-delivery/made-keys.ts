import { hasSeconds } from '../../../core/keys/date-pattern.ts';
import type { KeyExpression, Value, Write } from '../../model/operations/operation.ts';
import { bindingOf, isLocal } from '../../syntax/program/names.ts';
import { type ExpressionPart, type FunctionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, givenToNames, innerFunctionAround } from '../shared/code-at.ts';
import { partsOfKey } from '../shared/key-values.ts';

/** Whether every evaluation gives another value. */
export function isFresh(value: Value): boolean {
  switch (value.kind) {
    case 'random-text':
      return true;
    case 'time-text':
      return value.isNow === true && hasSeconds(value.format);
    case 'number':
    case 'number-text': {
      const { origin } = value.number;
      return (
        origin.kind === 'random' ||
        origin.kind === 'counter' ||
        (origin.kind === 'time' && origin.isNow === true)
      );
    }
    case 'text':
    case 'oneOf':
    case 'boolean':
    case 'nothing':
    case 'unknown':
      return false;
  }
}

/** Whether a function makes the RowKey of what it writes of parameters of its own alone, which are given something, and the PartitionKey of nothing else that changes. */
export function isMadeOfGiven(
  context: RuleContext,
  write: Write,
  isGiven: (parameter: number) => boolean,
): boolean {
  const { file, nameSpan, partitionKey, rowKey } = write;
  const fn = innerFunctionAround(context, { file, span: nameSpan });
  if (fn === undefined || partitionKey === undefined || rowKey === undefined) return false;
  const row = codeOf(context, write, 'rowKey', rowKey);
  const partition = codeOf(context, write, 'partitionKey', partitionKey);
  if (row === undefined || partition === undefined) return false;
  const given = givenToNames(context, codeOfFile(context, file));
  const isFunction = (name: ExpressionPart): boolean => {
    const all = given(name);
    return (
      all.length > 0 && all.every((one) => one.kind === 'function' || one.expression.kind === 'function')
    );
  };
  const isOfGiven = (code: ExpressionPart): boolean =>
    !someCode(code, (part) => isOther(part, fn, isGiven, isFunction));
  return isOfGiven(row) && someCode(row, isLocal) && !someCode(row, isThis) && isOfGiven(partition);
}

/** The code of a key whose value is not drawn, nor the time. */
function codeOf(
  context: RuleContext,
  { file, values }: Write,
  name: string,
  key: KeyExpression,
): ExpressionPart | undefined {
  const place = values.find((put) => put.name === name && put.place.file === file)?.place;
  if (place === undefined || partsOfKey(key).some(({ value }) => isFresh(value))) return undefined;
  return expressionAt(context, place);
}

/** What stands for something that the function was not given, or a call that may give another value each time. */
function isOther(
  part: Part,
  { fn }: FunctionPart,
  isGiven: (parameter: number) => boolean,
  isFunction: (name: ExpressionPart) => boolean,
): boolean {
  if (part.kind !== 'expression') return part.kind === 'function';
  const { expression, frames } = part;
  switch (expression.kind) {
    case 'local': {
      const binding = bindingOf(expression, frames);
      if (binding?.scope !== fn.scope) return !isFunction(part);
      const index = fn.parameters.findIndex(
        ({ pattern }) => pattern.kind === 'local' && pattern.index === binding.index,
      );
      return index < 0 || !isGiven(index);
    }
    case 'call':
    case 'new':
      return (
        !expression.args.some((arg) => someCode({ ...part, expression: arg }, isLocal)) && !isOfLocal(part)
      );
    case 'index':
    case 'assign':
    case 'update':
    case 'yield':
      return true;
    default:
      return false;
  }
}

/** `id.toString()` */
function isOfLocal(part: ExpressionPart): boolean {
  const { expression } = part;
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return false;
  return someCode({ ...part, expression: expression.callee.object }, isLocal);
}

function isThis(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'this';
}
