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
    openUp(next, open);
  }
}

/** Whether something holds of a piece of code, or of any inside it. */
export function someCode(part: Part, holds: (part: Part) => boolean): boolean {
  const open = [part];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (holds(next)) return true;
    openUp(next, open);
  }
  return false;
}

/** Puts what stands directly in a piece of code onto a stack, the first of it on top: every list of it on its own would be garbage at once. */
function openUp(part: Part, open: Part[]): void {
  let low = open.length;
  addParts(part, open);
  for (let high = open.length - 1; low < high; low += 1, high -= 1) {
    const [first, last] = [open[low], open[high]];
    if (first === undefined || last === undefined) return;
    open[low] = last;
    open[high] = first;
  }
}

/** Adds what stands directly in a piece of code, in source order. */
function addParts(part: Part, to: Part[]): void {
  switch (part.kind) {
    case 'statement':
      addOfStatement(part.statement, part.frames, to);
      return;
    case 'expression':
      addOfExpression(part.expression, part.frames, to);
      return;
    case 'function':
      addOfFunction(part, to);
      return;
  }
}

function addOfStatement(statement: Statement, frames: Frames, to: Part[]): void {
  switch (statement.kind) {
    case 'expression':
      addExpression(statement.expression, frames, to);
      return;
    case 'declare':
      addPattern(statement.pattern, frames, 'whole', to);
      addExpression(statement.init, frames, to);
      return;
    case 'block':
      addStatements(statement.body, within(frames, statement.scope), to);
      return;
    case 'function':
      addFunction(statement.fn, frames, to);
      return;
    case 'class':
      addClass(statement.cls, frames, to);
      return;
    case 'if':
      addExpression(statement.test, frames, to);
      addStatement(statement.then, frames, to);
      addStatement(statement.otherwise, frames, to);
      return;
    case 'for': {
      const inner = within(frames, statement.scope);
      addStatements(statement.init, inner, to);
      addExpression(statement.test, inner, to);
      addExpression(statement.update, inner, to);
      addStatement(statement.body, inner, to);
      return;
    }
    case 'for-of': {
      const inner = within(frames, statement.scope);
      addPattern(statement.target, inner, 'whole', to);
      addExpression(statement.of, frames, to);
      addStatement(statement.body, inner, to);
      return;
    }
    case 'switch': {
      const inner = within(frames, statement.scope);
      addExpression(statement.subject, frames, to);
      addStatements(statement.hoisted, inner, to);
      for (const { test, body } of statement.clauses) {
        addExpression(test, inner, to);
        addStatements(body, inner, to);
      }
      return;
    }
    case 'try': {
      const { body, handler, last } = statement;
      const inner = within(frames, handler?.scope);
      addStatement(body, frames, to);
      if (handler?.target) addPattern(handler.target, inner, 'whole', to);
      addStatement(handler?.body, inner, to);
      addStatement(last, frames, to);
      return;
    }
    case 'return':
    case 'throw':
      addExpression(statement.value, frames, to);
      return;
    case 'labeled':
      addStatement(statement.body, frames, to);
      return;
    case 'break':
    case 'continue':
      return;
  }
}

function addOfExpression(expression: Expression, frames: Frames, to: Part[]): void {
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
      return;
    case 'template':
      addExpression(expression.tag, frames, to);
      addExpressions(expression.holes, frames, to);
      return;
    case 'member':
      addExpression(expression.object, frames, to);
      return;
    case 'index':
      addExpression(expression.object, frames, to);
      addExpression(expression.index, frames, to);
      return;
    case 'call':
    case 'new':
      addExpression(expression.callee, frames, to);
      addExpressions(expression.args, frames, to);
      return;
    case 'object':
      for (const part of expression.parts) {
        if (part.kind !== 'spread' && typeof part.name !== 'string') addExpression(part.name, frames, to);
        if (part.kind === 'spread' || part.kind === 'property') addExpression(part.value, frames, to);
        else addFunction(part.fn, frames, to);
      }
      return;
    case 'array':
      addExpressions(expression.elements, frames, to);
      return;
    case 'spread':
    case 'unary':
    case 'typed':
    case 'yield':
      addExpression(expression.operand, frames, to);
      return;
    case 'conditional':
      addExpression(expression.test, frames, to);
      addExpression(expression.whenTrue, frames, to);
      addExpression(expression.whenFalse, frames, to);
      return;
    case 'logical':
    case 'binary':
      addExpression(expression.left, frames, to);
      addExpression(expression.right, frames, to);
      return;
    case 'assign':
      addPattern(expression.target, frames, 'whole', to);
      addExpression(expression.value, frames, to);
      return;
    case 'update':
    case 'delete':
      addPattern(expression.target, frames, 'whole', to);
      return;
    case 'sequence':
    case 'other':
      addExpressions(expression.parts, frames, to);
      return;
    case 'function':
      addFunction(expression.fn, frames, to);
      return;
    case 'class':
      addClass(expression.cls, frames, to);
      return;
  }
}

function addOfFunction({ fn, frames }: FunctionPart, to: Part[]): void {
  const inner = framesOf(fn, frames);
  for (const { pattern, fallback } of fn.parameters) {
    addPattern(pattern, inner, 'whole', to);
    addExpression(fallback, inner, to);
  }
  addStatements(fn.body, inner, to);
}

/** The scopes inside a function. */
function framesOf({ scope, knowsItself, name }: FunctionCode, outer: Frames): Frames {
  if (!knowsItself) return { scope, outer };
  const own: ScopeCode = { names: name === undefined ? [] : [name], hoisted: [], changed: new Map() };
  return { scope, outer: { scope: own, outer } };
}

function addClass({ base, construct, members }: ClassCode, frames: Frames, to: Part[]): void {
  addExpression(base, frames, to);
  addFunction(construct, frames, to);
  for (const { name, init, fn } of members) {
    if (typeof name !== 'string') addExpression(name, frames, to);
    addExpression(init, frames, to);
    addFunction(fn, frames, to);
  }
}

function addPattern(
  pattern: Pattern,
  frames: Frames,
  target: NonNullable<ExpressionPart['target']>,
  to: Part[],
): void {
  switch (pattern.kind) {
    case 'object-pattern':
      for (const { key, target: inner, fallback } of pattern.parts) {
        if (typeof key !== 'string') addExpression(key, frames, to);
        addPattern(inner, frames, 'part', to);
        addExpression(fallback, frames, to);
      }
      if (pattern.rest) addPattern(pattern.rest, frames, 'rest', to);
      return;
    case 'array-pattern':
      for (const part of pattern.parts) {
        if (part === undefined) continue;
        addPattern(part.target, frames, 'part', to);
        addExpression(part.fallback, frames, to);
      }
      if (pattern.rest) addPattern(pattern.rest, frames, 'rest', to);
      return;
    default:
      to.push({ kind: 'expression', expression: pattern, frames, target });
  }
}

/** The scopes inside a piece of code that may have one of its own. */
export function within(frames: Frames, scope: ScopeCode | undefined): Frames {
  return scope === undefined ? frames : { scope, outer: frames };
}

function addExpression(expression: Expression | undefined, frames: Frames, to: Part[]): void {
  if (expression !== undefined) to.push({ kind: 'expression', expression, frames });
}

function addExpressions(all: readonly Expression[], frames: Frames, to: Part[]): void {
  for (const expression of all) to.push({ kind: 'expression', expression, frames });
}

function addFunction(fn: FunctionCode | undefined, frames: Frames, to: Part[]): void {
  if (fn !== undefined) to.push({ kind: 'function', fn, frames });
}

function addStatement(statement: Statement | undefined, frames: Frames, to: Part[]): void {
  if (statement !== undefined) to.push({ kind: 'statement', statement, frames });
}

function addStatements(all: readonly Statement[], frames: Frames, to: Part[]): void {
  for (const statement of all) to.push({ kind: 'statement', statement, frames });
}
