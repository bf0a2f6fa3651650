import type { Expr } from './facts/expr.ts';
import { lowerExpression } from './lower/lower-expression.ts';
import { type Lowering } from './lower/lowering.ts';
import * as ts from './typescript.ts';

/** What the calls are named that stand for the table input bindings of a `function.json`. */
export const FUNCTION_BINDING = 'function.json';

/** Notes each table input binding of a `function.json` as a call that is given the binding, and the name of the script. */
export function recordBindings(lowering: Lowering): void {
  const [statement] = lowering.source.statements;
  if (statement === undefined || !ts.isExpressionStatement(statement)) return;
  const at = { scope: 0, branches: [], loops: [] };
  const whole = lowerExpression(lowering, statement.expression, at);
  const bindings = propertyOf(whole, 'bindings');
  const script = propertyOf(whole, 'scriptFile');
  for (const binding of bindings?.kind === 'array' ? bindings.elements : []) {
    const type = propertyOf(binding, 'type');
    if (type === undefined || textIn(type) !== 'table') continue;
    if (textIn(propertyOf(binding, 'direction')) !== 'in') continue;
    const name = propertyOf(binding, 'name') ?? type;
    lowering.otherCalls.push({
      method: FUNCTION_BINDING,
      nameSpan: type.span,
      receiverSpan: name.span,
      receiverText: textIn(name) ?? FUNCTION_BINDING,
      call: {
        kind: 'call',
        callee: { kind: 'other', span: type.span },
        args: script ? [binding, script] : [binding],
        isNew: false,
        span: binding.span,
      },
      branches: [],
      loops: [],
    });
  }
}

function propertyOf(value: Expr, name: string): Expr | undefined {
  if (value.kind !== 'object') return undefined;
  for (const property of value.properties) {
    if (property.kind === 'property' && property.name === name) return property.value;
  }
  return undefined;
}

function textIn(value: Expr | undefined): string | undefined {
  return value?.kind === 'string' ? value.text.text : undefined;
}
