import type { ClassCode, Expression, FunctionCode, Pattern, ScopeCode, Statement } from './program.ts';

/** The scopes around a piece of code, innermost first. */
export interface Frames {
  readonly scope: ScopeCode;
  readonly outer?: Frames | undefined;
}

/** A piece of code, and the scopes that its names are resolved in. */
export type Part = StatementPart | ExpressionPart | FunctionPart;

export interface StatementPart {
  readonly kind: 'statement';
  readonly statement: Statement;
  readonly frames: Frames;
}

export interface ExpressionPart {
  readonly kind: 'expression';
  readonly expression: Expression;
  readonly frames: Frames;
  /** It is not read, but written: as a whole, or with one or the rest of the parts of something. */
  readonly target?: 'whole' | 'part' | 'rest';
}

/** A function, of whatever kind, and the scopes around it. */
export interface FunctionPart {
  readonly kind: 'function';
  readonly fn: FunctionCode;
  readonly frames: Frames;
}

/** Visits code and all code inside it, in source order; however deep, the stack stays flat. */
export function walkCode(part: Part, visit: (part: Part) => void): void {
  const open = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    visit(next);
    open.push(...partsOf(next).reverse());
  }
}

/** Whether something holds of a piece of code, or of any inside it. */
export function someCode(part: Part, holds: (part: Part) => boolean): boolean {
  const open = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (holds(next)) return true;
    open.push(...partsOf(next));
  }
  return false;
}

/** What stands directly in a piece of code. */
function partsOf(part: Part): Part[] {
  switch (part.kind) {
    case 'statement':
      return inStatement(part.statement, part.frames);
    case 'expression':
      return inExpression(part.expression, part.frames);
    case 'function':
      return inFunction(part);
  }
}

function inStatement(statement: Statement, frames: Frames): Part[] {
  switch (statement.kind) {
    case 'expression':
      return [expressionPart(statement.expression, frames)];
    case 'declare':
      return [...inPattern(statement.pattern, frames, 'whole'), ...perhaps(statement.init, frames)];
    case 'block':
      return statements(statement.body, within(frames, statement.scope));
    case 'function':
      return [functionPart(statement.fn, frames)];
    case 'class':
      return inClass(statement.cls, frames);
    case 'if':
      return [
        expressionPart(statement.test, frames),
        ...statements([statement.then], frames),
        ...statements(statement.otherwise ? [statement.otherwise] : [], frames),
      ];
    case 'for': {
      const inner = within(frames, statement.scope);
      return [
        ...statements(statement.init, inner),
        ...perhaps(statement.test, inner),
        ...perhaps(statement.update, inner),
        ...statements([statement.body], inner),
      ];
    }
    case 'for-of': {
      const inner = within(frames, statement.scope);
      return [
        ...inPattern(statement.target, inner, 'whole'),
        expressionPart(statement.of, frames),
        ...statements([statement.body], inner),
      ];
    }
    case 'switch': {
      const inner = within(frames, statement.scope);
      return [
        expressionPart(statement.subject, frames),
        ...statements(statement.hoisted, inner),
        ...statement.clauses.flatMap(({ test, body }) => [
          ...perhaps(test, inner),
          ...statements(body, inner),
        ]),
      ];
    }
    case 'try': {
      const { body, handler, last } = statement;
      const inner = within(frames, handler?.scope);
      return [
        ...statements([body], frames),
        ...(handler?.target ? inPattern(handler.target, inner, 'whole') : []),
        ...statements(handler ? [handler.body] : [], inner),
        ...statements(last ? [last] : [], frames),
      ];
    }
    case 'return':
      return perhaps(statement.value, frames);
    case 'throw':
      return [expressionPart(statement.value, frames)];
    case 'labeled':
      return statements([statement.body], frames);
    case 'break':
    case 'continue':
      return [];
  }
}

function inExpression(expression: Expression, frames: Frames): Part[] {
  const all = (inner: readonly Expression[]): Part[] => inner.map((one) => expressionPart(one, frames));
  switch (expression.kind) {
    case 'text':
    case 'number':
    case 'bigint':
    case 'boolean':
    case 'nothing':
    case 'pattern':
    case 'local':
    case 'global':
    case 'import':
    case 'this':
    case 'super':
    case 'new.target':
      return [];
    case 'template':
      return all([...(expression.tag ? [expression.tag] : []), ...expression.holes]);
    case 'member':
      return all([expression.object]);
    case 'index':
      return all([expression.object, expression.index]);
    case 'call':
    case 'new':
      return all([expression.callee, ...expression.args]);
    case 'object':
      return expression.parts.flatMap((part): Part[] => {
        if (part.kind === 'spread') return all([part.value]);
        const name = typeof part.name === 'string' ? [] : all([part.name]);
        return [...name, ...(part.kind === 'property' ? all([part.value]) : [functionPart(part.fn, frames)])];
      });
    case 'array':
      return all(expression.elements);
    case 'spread':
    case 'unary':
    case 'typed':
      return all([expression.operand]);
    case 'conditional':
      return all([expression.test, expression.whenTrue, expression.whenFalse]);
    case 'logical':
    case 'binary':
      return all([expression.left, expression.right]);
    case 'assign':
      return [...inPattern(expression.target, frames, 'whole'), ...all([expression.value])];
    case 'update':
    case 'delete':
      return inPattern(expression.target, frames, 'whole');
    case 'sequence':
    case 'other':
      return all(expression.parts);
    case 'function':
      return [functionPart(expression.fn, frames)];
    case 'class':
      return inClass(expression.cls, frames);
    case 'yield':
      return perhaps(expression.operand, frames);
  }
}

function inFunction({ fn, frames }: FunctionPart): Part[] {
  const inner = framesOf(fn, frames);
  const parameters = fn.parameters.flatMap(({ pattern, fallback }) => [
    ...inPattern(pattern, inner, 'whole'),
    ...perhaps(fallback, inner),
  ]);
  return [...parameters, ...statements(fn.body, inner)];
}

/** The scopes inside a function. */
function framesOf({ scope, knowsItself, name }: FunctionCode, outer: Frames): Frames {
  if (!knowsItself) return { scope, outer };
  const own: ScopeCode = { names: name === undefined ? [] : [name], hoisted: [], changed: new Set() };
  return { scope, outer: { scope: own, outer } };
}

function inClass({ base, construct, members }: ClassCode, frames: Frames): Part[] {
  return [
    ...perhaps(base, frames),
    ...(construct ? [functionPart(construct, frames)] : []),
    ...members.flatMap(({ name, init, fn }) => [
      ...(typeof name === 'string' ? [] : [expressionPart(name, frames)]),
      ...perhaps(init, frames),
      ...(fn ? [functionPart(fn, frames)] : []),
    ]),
  ];
}

function inPattern(pattern: Pattern, frames: Frames, target: NonNullable<ExpressionPart['target']>): Part[] {
  switch (pattern.kind) {
    case 'object-pattern':
      return [
        ...pattern.parts.flatMap(({ key, target: inner, fallback }) => [
          ...(typeof key === 'string' ? [] : [expressionPart(key, frames)]),
          ...inPattern(inner, frames, 'part'),
          ...perhaps(fallback, frames),
        ]),
        ...(pattern.rest ? inPattern(pattern.rest, frames, 'rest') : []),
      ];
    case 'array-pattern':
      return [
        ...pattern.parts.flatMap((part) =>
          part === undefined
            ? []
            : [...inPattern(part.target, frames, 'part'), ...perhaps(part.fallback, frames)],
        ),
        ...(pattern.rest ? inPattern(pattern.rest, frames, 'rest') : []),
      ];
    default:
      return [{ ...expressionPart(pattern, frames), target }];
  }
}

/** The scopes inside a piece of code that may have one of its own. */
export function within(frames: Frames, scope: ScopeCode | undefined): Frames {
  return scope === undefined ? frames : { scope, outer: frames };
}

function expressionPart(expression: Expression, frames: Frames): ExpressionPart {
  return { kind: 'expression', expression, frames };
}

function functionPart(fn: FunctionCode, frames: Frames): FunctionPart {
  return { kind: 'function', fn, frames };
}

function perhaps(expression: Expression | undefined, frames: Frames): Part[] {
  return expression === undefined ? [] : [expressionPart(expression, frames)];
}

function statements(all: readonly Statement[], frames: Frames): Part[] {
  return all.map((statement) => ({ kind: 'statement', statement, frames }));
}
