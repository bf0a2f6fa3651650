import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAwaitOf } from './adjacent-awaits.ts';
import { isAt, nodesAround } from './nodes-around.ts';

/** A loop over a list that does nothing but delete each entity by its keys. */
export interface DeleteLoop {
  readonly start: number;
  /** What leads its line. */
  readonly indent: string;
}

/** The loop whose head has the call `list`, and whose body is `await` of the call `remove`; undefined for one that does more. */
export function deleteLoopAt(file: string, text: string, list: Span, remove: Span): DeleteLoop | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, list);
  const at = around.findLastIndex(ts.isForOfStatement);
  const [parent, loop] = [around[at - 1], around[at]];
  if (parent === undefined || loop === undefined || !ts.isForOfStatement(loop)) return undefined;
  if (loop.awaitModifier === undefined || !isAt(source, loop.expression, list)) return undefined;
  const { statement } = loop;
  const statements: readonly ts.Statement[] = ts.isBlock(statement) ? statement.statements : [statement];
  const [only] = statements;
  const name = entityOf(loop);
  if (only === undefined || statements.length > 1 || name === undefined) return undefined;
  if (!isAwaitOf(source, only, remove)) return undefined;
  const call = nodesAround(source, remove).findLast(ts.isCallExpression);
  const args = call !== undefined && isAt(source, call, remove) ? call.arguments : [];
  const isByKeys =
    args.length === 2 &&
    KEYS.every((key, index) => args[index] !== undefined && isKey(name, args[index], key));
  const start = loop.getStart(source);
  const indent = text.slice(lineStart(text, start), start);
  const isStatement = ts.isBlock(parent) || ts.isSourceFile(parent);
  return isByKeys && isStatement && indent.trim() === '' ? { start, indent } : undefined;
}

const KEYS = ['partitionKey', 'rowKey'] as const;

/** What a loop calls the entity, or its properties. */
function entityOf({ initializer }: ts.ForOfStatement): ts.BindingName | undefined {
  return ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined;
}

/** Whether an argument is a key of the loop's entity: `one.rowKey!`, or `rowKey` where the loop takes it out. */
function isKey(name: ts.BindingName, argument: ts.Expression, key: string): boolean {
  if (
    ts.isNonNullExpression(argument) ||
    ts.isAsExpression(argument) ||
    ts.isParenthesizedExpression(argument)
  )
    return isKey(name, argument.expression, key);
  if (ts.isIdentifier(name))
    return (
      ts.isPropertyAccessExpression(argument) &&
      argument.name.text === key &&
      ts.isIdentifier(argument.expression) &&
      argument.expression.text === name.text
    );
  if (!ts.isIdentifier(argument) || !ts.isObjectBindingPattern(name)) return false;
  const element = name.elements.find((one) => ts.isIdentifier(one.name) && one.name.text === argument.text);
  if (element === undefined || element.dotDotDotToken !== undefined) return false;
  const { propertyName } = element;
  return (
    (propertyName === undefined || !ts.isIdentifier(propertyName) ? argument.text : propertyName.text) === key
  );
}
