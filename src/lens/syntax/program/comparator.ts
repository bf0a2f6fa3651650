import { bindingOf } from './names.ts';
import type { Expression, FunctionCode, Pattern, ScopeCode, Statement } from './program.ts';
import { type ExpressionPart, type Frames, type Part, someCode, walkCode } from './walk.ts';

/** By which property, and which way, the elements of a list are put in order. */
export interface Order {
  readonly property: string;
  /** Unknown where the function compares by it, and it is not seen what comes first. */
  readonly direction?: 'up' | 'down';
  /** The code takes it for a point in time: `new Date(a.issued)`, `a.due.getTime()`. */
  readonly isTime?: true;
}

/** One of the two elements that are compared, or what is worked out from properties of it, of which the first counts. */
interface Side {
  readonly parameter: number;
  readonly properties: readonly string[];
}

/** What names stand for inside the function, by their scopes and indexes. */
type Names = Map<ScopeCode, Map<number, Side>>;

/** The first comparison of a function that is given to `sort`; undefined where it compares no property of both elements. */
export function orderOf(fn: FunctionCode): Order | undefined {
  const names: Names = new Map([[fn.scope, new Map<number, Side>()]]);
  fn.parameters.forEach(({ pattern }, parameter) => {
    nameAll(names, fn.scope, pattern, { parameter, properties: [] });
  });
  const negated = new Set<Expression>();
  const scaled = new Set<Expression>();
  // something that is not of the elements says how they are compared: `if (sortBy === 'name')`, `isNewestFirst ? … : …`
  const choices: Expression[] = [];
  // names from around the function are none of its own
  const around: ScopeCode = { ...fn.scope };
  const whole: Part = { kind: 'function', fn, frames: { scope: around } };
  let found: Order | undefined;
  let sides: readonly Part[] = [];
  const compared = new Set<string>();
  // what decides before anything is compared: `if (a.isOpen && !b.isOpen) return -1`
  const tested = new Set<string>();
  const noteFactor = (factor: Expression, of: Expression): void => {
    const sign = signOf(factor);
    if (sign === undefined) scaled.add(of);
    else if (sign < 0) negated.add(of);
  };
  walkCode(whole, (part) => {
    if (part.kind === 'function') return;
    if (part.kind === 'statement') nameDeclared(names, part.statement, part.frames);
    else if (part.expression.kind === 'unary' && part.expression.operator === '-')
      negated.add(part.expression.operand);
    else for (const [factor, of] of productsIn(part.expression)) noteFactor(factor, of);
    const code = part.kind === 'statement' ? part.statement : part.expression;
    const pair = pairOf(code);
    const [left, right] = [pair?.left, pair?.right].map(
      (side) => side && sideOf(names, { kind: 'expression', expression: side, frames: part.frames }),
    );
    const property = left?.properties[0];
    const isPair =
      property !== undefined &&
      left?.parameter !== right?.parameter &&
      left?.properties.join() === right?.properties.join();
    if (!isPair) {
      const test = testOf(code);
      if (test === undefined) return;
      const asked: Part = { kind: 'expression', expression: test, frames: part.frames };
      if (!someCode(asked, (one) => isOwn(one, around))) choices.push(test);
      if (found === undefined) for (const name of propertiesIn(names, asked)) tested.add(name);
      return;
    }
    compared.add(property);
    if (found !== undefined) return;
    const isNegated = part.kind === 'expression' && negated.has(part.expression);
    const isScaled = part.kind === 'expression' && scaled.has(part.expression);
    const isKnown = pair?.isUp !== undefined && !isScaled && [...tested].every((name) => name === property);
    const isUp = isKnown ? pair.isUp !== isNegated : undefined;
    const isFirst = left?.parameter === 0;
    found = {
      property,
      ...(isUp !== undefined && { direction: isUp === isFirst ? 'up' : 'down' }),
    };
    sides = [pair?.left, pair?.right].flatMap((side): Part[] =>
      side === undefined ? [] : [{ kind: 'expression', expression: side, frames: part.frames }],
    );
  });
  // the times of a function that compares by more than one property may be those of another
  const isTime = compared.size > 1 ? sides.some(hasTime) : hasTime(whole);
  const isChosen = choices.length > 0;
  if (found === undefined || (isChosen && compared.size > 1)) return undefined;
  const { direction, ...open } = found;
  return { ...open, ...(direction && !isChosen && { direction }), ...(isTime && { isTime }) };
}

/** What decides which of several ways the code goes. */
function testOf(code: Statement | Expression): Expression | undefined {
  if (code.kind === 'if' || code.kind === 'conditional') return code.test;
  return code.kind === 'switch' ? code.subject : undefined;
}

/** Whether code is a name of the comparing function itself: of an element, or of what it works out. */
function isOwn(part: Part, around: ScopeCode): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'local') return false;
  const binding = bindingOf(part.expression, part.frames);
  return binding !== undefined && binding.scope !== around;
}

/** The factors of a product, each with the other. */
function productsIn(code: Expression): readonly (readonly [factor: Expression, of: Expression])[] {
  if (code.kind !== 'binary' || code.operator !== '*') return [];
  return [
    [code.left, code.right],
    [code.right, code.left],
  ];
}

/** The properties of either element that an expression reads. */
function propertiesIn(names: Names, code: ExpressionPart): ReadonlySet<string> {
  const found = new Set<string>();
  walkCode(code, (part) => {
    if (part.kind !== 'expression') return;
    const { expression, frames } = part;
    const name = nameOf(expression);
    const isOfElement =
      name !== undefined &&
      'object' in expression &&
      elementOf(names, { kind: 'expression', expression: expression.object, frames }) !== undefined;
    if (isOfElement) found.add(name);
    const [own] = expression.kind === 'local' ? (named(names, part)?.properties ?? []) : [];
    if (own !== undefined) found.add(own);
  });
  return found;
}

/** Whether code makes points in time, or asks them for theirs. */
function hasTime(code: Part): boolean {
  return someCode(code, (part) => {
    if (part.kind !== 'expression') return false;
    const { expression } = part;
    if (expression.kind === 'new') return isDate(expression.callee);
    if (expression.kind !== 'call' || expression.callee.kind !== 'member') return false;
    const { name, object } = expression.callee;
    return name === 'getTime' || (name === 'parse' && isDate(object));
  });
}

function isDate(code: Expression): boolean {
  return code.kind === 'global' && code.name === 'Date';
}

function nameAll(names: Names, scope: ScopeCode, pattern: Pattern, side: Side): void {
  if (pattern.kind === 'local') {
    const known = names.get(scope) ?? new Map<number, Side>();
    names.set(scope, known.set(pattern.index, side));
  }
  if (pattern.kind !== 'object-pattern' || side.properties.length > 0) return;
  for (const { key, target } of pattern.parts)
    if (typeof key === 'string') nameAll(names, scope, target, { ...side, properties: [key] });
}

function nameDeclared(names: Names, statement: Statement, frames: Frames): void {
  if (statement.kind !== 'declare' || statement.init === undefined) return;
  const side = sideOf(names, { kind: 'expression', expression: statement.init, frames });
  if (side !== undefined) nameAll(names, frames.scope, statement.pattern, side);
}

/** What an expression is worked out from: an element, or properties of one; undefined for both elements, and for neither. */
function sideOf(names: Names, part: ExpressionPart): Side | undefined {
  const whole = elementOf(names, part);
  if (whole !== undefined) return whole;
  const sides: Side[] = [];
  // an element itself is mentioned as often as its properties are, unless it goes anywhere else
  let mentioned = 0;
  let lengths = 0;
  walkCode(part, (inner) => {
    if (inner.kind !== 'expression') return;
    const { expression, frames } = inner;
    // how long a text is says nothing of what is in it
    if (expression.kind === 'member' && (expression.name === 'length' || expression.name === 'size'))
      lengths += 1;
    const own = expression.kind === 'local' ? named(names, inner) : undefined;
    if (own !== undefined && own.properties.length > 0) sides.push(own);
    else if (own !== undefined) mentioned += 1;
    const name = nameOf(expression);
    if (name === undefined || !('object' in expression)) return;
    const element = elementOf(names, { kind: 'expression', expression: expression.object, frames });
    if (element === undefined) return;
    mentioned -= 1;
    sides.push({ ...element, properties: [name] });
  });
  const [first] = sides;
  const isOne = sides.every(({ parameter }) => parameter === first?.parameter);
  if (first === undefined || !isOne || mentioned !== 0 || lengths > 0) return undefined;
  return { ...first, properties: [...new Set(sides.flatMap(({ properties }) => properties))] };
}

function elementOf(names: Names, part: ExpressionPart): Side | undefined {
  const side = named(names, part);
  return side?.properties.length === 0 ? side : undefined;
}

function named(names: Names, { expression, frames }: ExpressionPart): Side | undefined {
  if (expression.kind === 'typed')
    return named(names, { kind: 'expression', expression: expression.operand, frames });
  const binding = expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
  return binding && names.get(binding.scope)?.get(binding.index);
}

/** `a.at`, `a['at']` */
function nameOf(expression: Expression): string | undefined {
  if (expression.kind === 'member') return expression.name;
  if (expression.kind !== 'index' || expression.index.kind !== 'text') return undefined;
  return expression.index.text.text;
}

/** Two values that are compared; `isUp`: the smaller left one comes first. */
interface Pair {
  readonly left: Expression;
  readonly right: Expression;
  readonly isUp?: boolean;
}

function pairOf(code: Statement | Expression): Pair | undefined {
  switch (code.kind) {
    case 'call': {
      const { callee, args } = code;
      const [right] = args;
      const isCompare = callee.kind === 'member' && callee.name === 'localeCompare';
      return isCompare && right ? { left: callee.object, right, isUp: true } : undefined;
    }
    case 'conditional':
      return decided(code.test, code.whenTrue);
    case 'if': {
      const [only] = code.then.kind === 'block' ? code.then.body : [code.then];
      return only?.kind === 'return' && only.value ? decided(code.test, only.value) : undefined;
    }
    case 'binary':
      return code.operator === '-' ? { left: code.left, right: code.right, isUp: true } : undefined;
    default:
      return undefined;
  }
}

/** `a < b ? -1 : …` */
function decided(test: Expression, result: Expression): Pair | undefined {
  if (test.kind !== 'binary') return undefined;
  const isLess = test.operator === '<' || test.operator === '<=';
  if (!isLess && test.operator !== '>' && test.operator !== '>=') return undefined;
  const sign = signOf(result);
  const pair = { left: test.left, right: test.right };
  return sign === undefined ? pair : { ...pair, isUp: isLess === sign < 0 };
}

function signOf(expression: Expression): number | undefined {
  if (expression.kind === 'number') return expression.value || undefined;
  if (expression.kind !== 'unary' || expression.operator !== '-') return undefined;
  const { operand } = expression;
  return operand.kind === 'number' ? -operand.value : undefined;
}
