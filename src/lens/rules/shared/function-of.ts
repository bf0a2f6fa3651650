import type { givenIn } from '../../syntax/program/names.ts';
import type { ExpressionPart, FunctionPart } from '../../syntax/program/walk.ts';

/** What names get in some code. */
export type GivenOf = ReturnType<typeof givenIn>;

export function functionOf(
  { expression, frames }: ExpressionPart,
  given: GivenOf,
  functions: readonly FunctionPart[],
): FunctionPart | undefined {
  switch (expression.kind) {
    case 'function':
      return { kind: 'function', fn: expression.fn, frames };
    case 'typed':
      return functionOf({ kind: 'expression', expression: expression.operand, frames }, given, functions);
    case 'local': {
      const [one, ...others] = given({ kind: 'expression', expression, frames });
      if (one === undefined || others.length > 0) return undefined;
      if (one.kind === 'function') return one;
      return one.expression.kind === 'local' ? undefined : functionOf(one, given, functions);
    }
    // `this.handle`, where the file has one function of that name
    case 'member': {
      const [one, ...others] =
        expression.object.kind === 'this' ? functions.filter(({ fn }) => fn.name === expression.name) : [];
      return others.length === 0 ? one : undefined;
    }
    default:
      return undefined;
  }
}
