import type { TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walk } from '../walk.ts';
import { isPropertyName } from './clashing-names.ts';
import {
  type DeclaredFunction,
  declaredFunctionAt,
  editedCode,
  indentOf,
  namesIn,
  tagsBefore,
} from './declared-function.ts';
import { isAt, nodesAround, spanOf } from './nodes-around.ts';
import { refusalsIn } from './refusals.ts';

/** A function that returns one page of what another one returns as a whole. */
export interface PagedFunction {
  /** What the other one is called. */
  readonly of: string;
  readonly edits: readonly TextEdit[];
  /** How many parameters stand before the token. */
  readonly before: number;
}

/** Why there can't be one. `code` is what keeps it from that. */
export interface NotPaged {
  readonly kind:
    | 'function'
    | 'private'
    | 'parameters'
    | 'type'
    | 'loop'
    | 'leaves'
    | 'state'
    | 'returns'
    | 'layout'
    | 'arguments'
    | 'names'
    | 'paged';
  readonly code: string;
}

/** How the new function is written. */
export interface PagedStyle {
  readonly step: string;
  /** What the new one is called, from the name of the old. */
  readonly name: (of: string) => string;
  /** The lines of its comment. */
  readonly comment: (of: string) => readonly string[];
  /** The call that makes the options of `byPage`. */
  readonly options: (token: string, size: string) => string;
  readonly most: string;
  readonly isTyped: boolean;
}

/** A function beside the one around `call`, a call of `listEntities` whose entities are put into an array that is returned. */
export function pagedCopy(
  file: string,
  text: string,
  call: Span,
  style: PagedStyle,
): PagedFunction | NotPaged {
  const source = parseSource(file, text);
  const declared = declaredFunctionAt(source, call);
  const no = refusalsIn<NotPaged['kind']>(source);
  if (declared === undefined || !ts.isBlock(declared.fn.body)) return no('function');
  const found = collectingIn(source, declared, nodesAround(source, call), call);
  if ('kind' in found) return found;
  const { loop, list, pages, array, last, each } = found;
  const returned = last.expression && wholeOf(last.expression, array);
  if (returned === undefined) return no('returns', last);
  const obstacle = obstacleIn(source, declared, found);
  if (obstacle !== undefined) return obstacle;
  const dead = deadNames(declared, returned.slices);
  if (dead === undefined) return no('parameters', returned.slices[0]);
  const signature = signatureOf(source, declared, dead.parameters, style);
  if ('kind' in signature) return signature;
  const [leading, inner] = [indentOf(source, loop), loop.statement];
  if (leading === undefined || hasLongTemplate(source, loop)) return no('layout', loop.initializer);
  const page = pages === undefined ? 'page' : variableOf(loop);
  if (page === undefined) return no('layout', loop.initializer);
  const { taken, token, size } = signature;
  if (pages === undefined && taken.has('page')) return { kind: 'names', code: 'page' };
  const options = style.options(token, size);
  const paged = pages === undefined ? `${list.getText(source)}.byPage(${options})` : '';
  const result = (items: string): string =>
    `{ ${items === 'items' ? 'items' : `items: ${items}`}, next: ${page}.continuationToken }`;
  const items = editedCode(source, returned.node, returned.edits);
  const { step } = style;
  const body = source.text.slice(inner.getStart(source), inner.end).replaceAll(/\n(?=[^\r\n])/g, `\n${step}`);
  const own = `for (${loop.initializer.getText(source)} of page) ${body}`;
  const loops: readonly TextEdit[] =
    pages === undefined
      ? [
          {
            span: spanOf(source, loop),
            text: [
              `for await (const page of ${paged}) {`,
              `${leading}${step}${own}`,
              `${leading}${step}return ${result(items)};`,
              `${leading}}`,
            ].join('\n'),
          },
        ]
      : [
          pages.arguments.length === 0
            ? insert(pages.end - 1, options)
            : { span: { start: pages.arguments.pos, end: pages.arguments.end }, text: options },
          ts.isBlock(inner)
            ? insert(inner.end - 1, `${step}return ${result(items)};\n${leading}`)
            : {
                span: spanOf(source, inner),
                text: `{\n${leading}${step}${inner.getText(source)}\n${leading}${step}return ${result(items)};\n${leading}}`,
              },
        ];
  const nothing = [...each, last].map((one): TextEdit => ({
    span: spanOf(source, one),
    text: 'return { items: [], next: undefined };',
  }));
  return beside(source, declared, style, signature, [...dead.edits(source), ...loops, ...nothing]);
}

/** A function beside the one around `call`, a call of a function that has a paged one beside it now. */
export function pagedCaller(
  file: string,
  text: string,
  call: Span,
  of: { readonly name: string; readonly before: number; readonly reference: string },
  style: PagedStyle,
): PagedFunction | NotPaged {
  const source = parseSource(file, text);
  const declared = declaredFunctionAt(source, call);
  const no = refusalsIn<NotPaged['kind']>(source);
  if (declared === undefined) return no('function');
  const around = nodesAround(source, call);
  const at = around.findLastIndex((node) => ts.isCallExpression(node) && isAt(source, node, call));
  const node = around[at];
  if (node === undefined || !ts.isCallExpression(node)) return no('arguments');
  if (node.arguments.length !== of.before || node.arguments.some(ts.isSpreadElement))
    return no('arguments', node);
  const { expression } = node;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (called.getText(source) !== of.name) return no('arguments', node);
  const above = around[at - 1];
  const awaited = above !== undefined && ts.isAwaitExpression(above) ? at - 1 : at;
  const parent = around[awaited - 1];
  const value = around[awaited];
  if (parent === undefined || value === undefined) return no('returns', node);
  const isGiven =
    (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === value)) &&
    around.slice(0, awaited).findLast(ts.isFunctionLike) === declared.fn;
  const name = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined;
  const others = returnsOf(declared).filter((one) => one !== parent);
  const [last] = others.filter((one) => one.expression !== undefined && !isEmptyList(one.expression));
  const returned = name && last?.expression ? wholeOf(last.expression, name.text) : undefined;
  if (!isGiven && (name === undefined || awaited === at || returned === undefined || last === undefined))
    return no('returns', last ?? node);
  if (others.some((one) => one !== last && !(one.expression && isEmptyList(one.expression))))
    return no('returns', last);
  if (isGiven && last !== undefined) return no('returns', last);
  if (name !== undefined && usesOf(declared.fn, name.text) !== 2) return no('state', parent);
  const dead = deadNames(declared, returned?.slices ?? []);
  if (dead === undefined) return no('parameters', returned?.slices[0]);
  const signature = signatureOf(source, declared, dead.parameters, style);
  if ('kind' in signature) return signature;
  const args = [`${signature.token}, ${signature.size}`];
  const given: readonly TextEdit[] = [
    { span: spanOf(source, called), text: of.reference },
    node.arguments.length === 0
      ? insert(node.end - 1, args[0] ?? '')
      : insert(node.arguments.at(-1)?.end ?? node.end - 1, `, ${args.join('')}`),
  ];
  const results: readonly TextEdit[] =
    name === undefined || last === undefined || returned === undefined
      ? []
      : [
          {
            span: spanOf(source, name),
            text: name.text === 'items' ? '{ items, next }' : `{ items: ${name.text}, next }`,
          },
          {
            span: spanOf(source, last),
            text: `return { items: ${editedCode(source, returned.node, returned.edits)}, next };`,
          },
        ];
  if (name !== undefined && signature.taken.has('next')) return { kind: 'names', code: 'next' };
  const nothing = others
    .filter((one) => one !== last)
    .map((one): TextEdit => ({ span: spanOf(source, one), text: 'return { items: [], next: undefined };' }));
  return beside(source, declared, style, signature, [
    ...dead.edits(source),
    ...given,
    ...results,
    ...nothing,
  ]);
}

/** The parts of a function that collects all. */
interface Collecting {
  readonly loop: ts.ForOfStatement;
  /** What the loop goes through. */
  readonly list: ts.Expression;
  /** `byPage(…)`, where it goes through pages. */
  readonly pages: ts.CallExpression | undefined;
  readonly array: string;
  /** What returns the array. */
  readonly last: ts.ReturnStatement;
  /** Other statements that return an empty list. */
  readonly each: readonly ts.ReturnStatement[];
  readonly before: readonly ts.Statement[];
}

function collectingIn(
  source: ts.SourceFile,
  declared: DeclaredFunction,
  around: readonly ts.Node[],
  call: Span,
): Collecting | NotPaged {
  const no = refusalsIn<NotPaged['kind']>(source);
  const block = around.findLast(ts.isBlock);
  if (block === undefined || around.findLast(ts.isFunctionLike) !== declared.fn) return no('loop');
  const { statements } = block;
  const named = statements.flatMap((one) => {
    if (!ts.isVariableStatement(one) || one.declarationList.declarations.length !== 1) return [];
    const [only] = one.declarationList.declarations;
    const is = only?.initializer && contains(spanOf(source, only.initializer), call);
    return is && ts.isIdentifier(only.name) ? [only.name.text] : [];
  });
  const at = statements.findIndex(
    (one) =>
      ts.isForOfStatement(one) &&
      one.awaitModifier !== undefined &&
      (contains(spanOf(source, one.expression), call) ||
        named.some((name) => namesIn(one.expression).has(name))),
  );
  const loop = statements[at];
  if (loop === undefined || !ts.isForOfStatement(loop)) return no('loop');
  const [last, ...more] = statements.slice(at + 1);
  if (last === undefined || !ts.isReturnStatement(last) || more.length > 0)
    return no('returns', last ?? loop);
  const { expression } = loop;
  const paging = ts.isCallExpression(expression) ? expression.expression : undefined;
  const isPaged =
    paging !== undefined && ts.isPropertyAccessExpression(paging) && paging.name.text === 'byPage';
  const list = isPaged ? paging.expression : expression;
  const isList = isAt(source, list, call) || (ts.isIdentifier(list) && named.includes(list.text));
  if (!isList) return no('loop', expression);
  const pages = isPaged && ts.isCallExpression(expression) ? expression : undefined;
  if (pages?.arguments.some((one) => namesIn(one).has('continuationToken')) === true)
    return no('paged', expression);
  const array = statements.slice(0, at).flatMap((one) => {
    if (!ts.isVariableStatement(one)) return [];
    return one.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer && isEmptyList(initializer) && namesIn(last).has(name.text)
        ? [name.text]
        : [],
    );
  });
  const [only] = array;
  if (only === undefined || array.length > 1) return no('returns', last);
  const each = returnsOf(declared).filter((one) => one !== last);
  const other = each.find((one) => !(one.expression && isEmptyList(one.expression)));
  if (other !== undefined) return no('returns', other);
  return {
    loop,
    list,
    pages,
    array: only,
    last,
    each,
    before: statements.slice(0, at),
  };
}

/** The name that a loop gives each element. */
function variableOf({ initializer }: ts.ForOfStatement): string | undefined {
  if (!ts.isVariableDeclarationList(initializer)) return undefined;
  const [name] = initializer.declarations.map((one) => one.name);
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

/** What a page of its own would make another result of. */
function obstacleIn(
  source: ts.SourceFile,
  { fn }: DeclaredFunction,
  { loop, array, each, before }: Collecting,
): NotPaged | undefined {
  const no = refusalsIn<NotPaged['kind']>(source);
  if (each.some((one) => contains(spanOf(source, loop), spanOf(source, one)))) return no('leaves', loop);
  const found = keptInLoop(loop, array, before);
  if (found !== undefined) return no(found.kind, found.node);
  return usesOf(fn, array) > 2 + pushesIn(loop, array) ? no('state', loop.statement) : undefined;
}

/**
 * What of a loop over entities depends on others than the one of its turn, beside the array that all are put into: then it matters where the
 * loop begins and ends. `before` are the statements before it.
 */
export function keptInLoop(
  loop: ts.ForOfStatement,
  array: string,
  before: readonly ts.Statement[],
): { readonly kind: 'leaves' | 'state'; readonly node: ts.Node } | undefined {
  const made = new Set<string>();
  const inside = new Set<string>();
  walk(loop, (node) => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name))
      inside.add(node.name.text);
  });
  for (const one of before)
    walk(one, (node) => {
      if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || node.name.text === array) return;
      if (node.initializer === undefined || isKept(node.initializer)) made.add(node.name.text);
    });
  let found: ReturnType<typeof keptInLoop>;
  let uses = 0;
  const visit = (node: ts.Node, parent: ts.Node, isInCallback: boolean): void => {
    if (found !== undefined || isPropertyName(parent, node)) return;
    if (ts.isBreakStatement(node) || (ts.isReturnStatement(node) && !isInCallback))
      found = { kind: 'leaves', node };
    if (ts.isLabeledStatement(node)) found = { kind: 'leaves', node };
    if (ts.isIdentifier(node) && made.has(node.text) && !inside.has(node.text))
      found = { kind: 'state', node };
    if (ts.isIdentifier(node) && node.text === array) uses += 1;
    if (isPush(node, array)) uses -= 1;
    const target = assignedBy(node);
    if (target !== undefined && !isPartOf(target, inside)) found = { kind: 'state', node };
    ts.forEachChild(node, (child) => {
      visit(child, node, isInCallback || ts.isFunctionLike(node));
    });
  };
  visit(loop.statement, loop, false);
  return found ?? (uses > 0 ? { kind: 'state', node: loop.statement } : undefined);
}

function pushesIn(node: ts.Node, array: string): number {
  let count = 0;
  walk(node, (one) => {
    if (isPush(one, array)) count += 1;
  });
  return count;
}

/** Whether a loop puts something into an array in each of its turns. */
export function pushesAlways({ statement }: ts.ForOfStatement, array: string): boolean {
  if (!ts.isBlock(statement)) return isPush(statement, array);
  const continues: ts.Node[] = [];
  walk(statement, (node) => {
    if (ts.isContinueStatement(node)) continues.push(node);
  });
  return continues.length === 0 && statement.statements.some((one) => isPush(one, array));
}

/** `array.push(…)` as a statement. */
function isPush(node: ts.Node, array: string): boolean {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return false;
  const { expression } = node.expression;
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'push' &&
    ts.isIdentifier(expression.expression) &&
    expression.expression.text === array
  );
}

/** What an assignment, `++` or `delete` changes. */
function assignedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return assigns ? node.left : undefined;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  if (!ts.isPrefixUnaryExpression(node) && !ts.isPostfixUnaryExpression(node)) return undefined;
  const { operator, operand } = node;
  const counts = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
  return counts ? operand : undefined;
}

function isPartOf(node: ts.Expression, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  const isPart = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isPart && isPartOf(node.expression, names);
}

/** Whether a value can be changed while a loop goes on. */
function isKept(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return isKept(node.expression);
  return (
    ts.isNewExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isNumericLiteral(node)
  );
}

/** `[]` */
export function isEmptyList(node: ts.Expression): boolean {
  if (ts.isAsExpression(node)) return isEmptyList(node.expression);
  return ts.isArrayLiteralExpression(node) && node.elements.length === 0;
}

/** The `return` statements of a function itself. */
function returnsOf({ fn }: DeclaredFunction): readonly ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(fn.body, visit);
  return found;
}

/** What is made of each element of an array, with the parts that are cut out of it. */
interface Whole {
  readonly node: ts.Expression;
  readonly edits: readonly TextEdit[];
  readonly slices: readonly ts.Expression[];
}

/** The array itself, or `array.map(…)`, without `.slice(…)`; undefined for what depends on all elements together. */
function wholeOf(expression: ts.Expression, array: string): Whole | undefined {
  const edits: TextEdit[] = [];
  const slices: ts.Expression[] = [];
  for (let node = expression; ;) {
    if (ts.isIdentifier(node)) return node.text === array ? { node: expression, edits, slices } : undefined;
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    const { name, expression: of } = node.expression;
    const [first, ...more] = node.arguments;
    if (name.text === 'slice') {
      edits.push({ span: { start: of.end, end: node.end }, text: '' });
      slices.push(...node.arguments);
    } else if (name.text === 'map' || name.text === 'filter') {
      const isOfOne =
        first !== undefined &&
        more.length === 0 &&
        (ts.isArrowFunction(first) || ts.isFunctionExpression(first)) &&
        first.parameters.length === 1;
      if (!isOfOne) return undefined;
    } else return undefined;
    node = of;
  }
}

/** Parameters and constants that say which part is wanted, and nothing else. */
interface Dead {
  readonly parameters: ReadonlySet<ts.ParameterDeclaration>;
  readonly edits: (source: ts.SourceFile) => readonly TextEdit[];
}

/** Undefined where something decides on the part that is needed elsewhere, too. */
function deadNames({ fn }: DeclaredFunction, slices: readonly ts.Expression[]): Dead | undefined {
  if (slices.length === 0) return { parameters: new Set(), edits: () => [] };
  const gone: ts.Node[] = [...slices];
  const statements: ts.VariableStatement[] = [];
  const uses = (name: string): number => gone.reduce((sum, one) => sum + usesOf(one, name), 0);
  for (let isMore = true; isMore;) {
    isMore = false;
    walk(fn.body, (node) => {
      if (!ts.isVariableStatement(node) || statements.includes(node)) return;
      const [only, ...others] = node.declarationList.declarations;
      if (only?.initializer === undefined || others.length > 0 || !ts.isIdentifier(only.name)) return;
      const { text } = only.name;
      if (uses(text) === 0 || usesOf(fn, text) !== uses(text) + 1 || !isArithmetic(only.initializer)) return;
      statements.push(node);
      gone.push(node);
      isMore = true;
    });
  }
  const parameters = fn.parameters.filter(
    ({ name }) =>
      ts.isIdentifier(name) && uses(name.text) > 0 && usesOf(fn, name.text) === uses(name.text) + 1,
  );
  const own = new Set([
    ...parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])),
    ...statements.flatMap((one) =>
      one.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])),
    ),
    'Math',
    'Number',
  ]);
  const isForeign = slices.some((one) => hasNode(one, (node) => isMember(node) && !isPartOf(node, own)));
  // what is left of a parameter is a constant of the module, or of the code
  const isDecided = [...gone].every((one) =>
    [...namesIn(one)].every((name) => own.has(name) || usesOf(fn, name) === uses(name)),
  );
  if (isForeign || !isDecided || parameters.length === 0) return undefined;
  return {
    parameters: new Set(parameters),
    edits: (source) =>
      statements.map((one) => ({
        span: { start: one.getFullStart(), end: one.end },
        text: source.text.slice(one.getFullStart(), one.getStart(source)).includes('//') ? '\n' : '',
      })),
  };
}

/** Numbers made of numbers. */
function isArithmetic(node: ts.Expression): boolean {
  return !hasNode(
    node,
    (one) =>
      ts.isAwaitExpression(one) ||
      ts.isNewExpression(one) ||
      assignedBy(one) !== undefined ||
      (ts.isCallExpression(one) && !isOfNumbers(one.expression)),
  );
}

/** `Math.max`, `Number`, `parseInt`. */
function isOfNumbers(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'Number' || node.text === 'parseInt';
  return (
    ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Math'
  );
}

/** How often a node has a name. */
function usesOf(node: ts.Node, name: string): number {
  let count = 0;
  walk(node, (one) => {
    if (ts.isIdentifier(one) && one.text === name) count += 1;
  });
  return count;
}

interface Signature {
  readonly token: string;
  readonly size: string;
  readonly edits: readonly TextEdit[];
  readonly before: number;
  readonly tags: readonly string[];
  /** Names that the new function has. */
  readonly taken: ReadonlySet<string>;
}

/** The parameters and the type of the new function. */
function signatureOf(
  source: ts.SourceFile,
  { fn, whole }: DeclaredFunction,
  dead: ReadonlySet<ts.ParameterDeclaration>,
  { most, isTyped }: PagedStyle,
): Signature | NotPaged {
  const no = refusalsIn<NotPaged['kind']>(source);
  const kept = fn.parameters.filter((one) => !dead.has(one));
  const taken = new Set<string>();
  for (const one of [...kept, fn.body]) for (const name of namesIn(one)) taken.add(name);
  for (const { name } of dead) if (ts.isIdentifier(name)) taken.delete(name.text);
  const free = (...names: readonly string[]): string | undefined => names.find((name) => !taken.has(name));
  const token = free('token', 'continuationToken', 'pageToken');
  const size = free('pageSize', 'limit', 'maxPageSize');
  if (token === undefined) return { kind: 'names', code: 'token' };
  if (size === undefined) return { kind: 'names', code: 'pageSize' };
  const rest = fn.parameters.find(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  if (rest !== undefined) return no('parameters', rest);
  const [first] = fn.parameters;
  const isBare =
    ts.isArrowFunction(fn) &&
    first !== undefined &&
    !source.text.slice(fn.getStart(source), first.getStart(source)).includes('(');
  const list = [
    ...kept.map((one) => one.getText(source)),
    isTyped ? `${token}?: string` : token,
    `${size} = ${most}`,
  ].join(', ');
  const [start, end] = [fn.parameters.pos, fn.parameters.end];
  const type = fn.type && elementsOf(fn.type);
  if (fn.type !== undefined && type === undefined) return no('type', fn.type);
  const tags = tagsBefore(source, whole).flatMap((tag) => tagOf(tag, dead, token, size));
  const hasTypes = tags.some((tag) => tag.startsWith('@param {') || tag.startsWith('@returns {'));
  const own = [`@param {string} [${token}]`, `@param {number} [${size}]`];
  const at = tags.findLastIndex((tag) => tag.startsWith('@param') || tag.startsWith('@template'));
  return {
    token,
    size,
    taken,
    before: kept.length,
    tags: isTyped ? [] : hasTypes || kept.length === 0 ? tags.toSpliced(at + 1, 0, ...own) : [],
    edits: [
      {
        span: isBare ? spanOf(source, first) : { start, end },
        text: isBare ? `(${list})` : list,
      },
      ...(type === undefined
        ? []
        : [
            {
              span: spanOf(source, type),
              text: `{ items: ${type.getText(source)}; next: string | undefined }`,
            },
          ]),
    ],
  };
}

/** The type of the list in `Promise<T[]>`. */
function elementsOf(type: ts.TypeNode): ts.TypeNode | undefined {
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName) || type.typeName.text !== 'Promise')
    return undefined;
  const [given] = type.typeArguments ?? [];
  if (given === undefined) return undefined;
  const inner = ts.isTypeOperatorNode(given) ? given.type : given;
  const isList =
    ts.isArrayTypeNode(inner) ||
    (ts.isTypeReferenceNode(inner) &&
      ts.isIdentifier(inner.typeName) &&
      (inner.typeName.text === 'Array' || inner.typeName.text === 'ReadonlyArray'));
  return isList ? given : undefined;
}

/** A tag of the old function as the new one has it. */
function tagOf(
  tag: string,
  dead: ReadonlySet<ts.ParameterDeclaration>,
  ...own: readonly string[]
): readonly string[] {
  const names = [...dead].flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  if (tag.startsWith('@template')) return [tag];
  if (tag.startsWith('@param')) {
    const [, name = ''] = /^@param\s+(?:\{.*\}\s*)?\[?([\w$]+)/.exec(tag) ?? [];
    return names.includes(name) && !own.includes(name) ? [] : names.includes(name) ? [] : [tag];
  }
  const open = '@returns {Promise<';
  const close = tag.lastIndexOf('>}');
  if (!tag.startsWith(open) || close < 0) return [];
  return [`@returns {Promise<{ items: ${tag.slice(open.length, close)}, next: string | undefined }>}`];
}

/** The copy of a function with edits in it, after the function. */
function beside(
  source: ts.SourceFile,
  declared: DeclaredFunction,
  style: PagedStyle,
  { edits: own, before, tags }: Signature,
  edits: readonly TextEdit[],
): PagedFunction | NotPaged {
  const { whole, nameNode, name: of, exported, isProperty } = declared;
  const indent = indentOf(source, whole);
  const name = style.name(of);
  if (exported === undefined) return { kind: 'private', code: of };
  if (indent === undefined) return { kind: 'layout', code: of };
  if (namesIn(source).has(name)) return { kind: 'names', code: name };
  const code = editedCode(source, whole, [...edits, ...own, { span: spanOf(source, nameNode), text: name }]);
  const lines = [
    '/**',
    ...style.comment(of).map((line) => ` * ${line}`),
    ...(tags.length > 0 ? [' *', ...tags.map((tag) => ` * ${tag}`)] : []),
    ' */',
  ];
  const comment = lines.map((line) => `${indent}${line}\n`).join('');
  return {
    of,
    before,
    edits: [insert(whole.end, `${isProperty ? ',' : ''}\n\n${comment}${indent}${code}`), ...exported(name)],
  };
}

function isMember(node: ts.Node): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node);
}

function hasNode(node: ts.Node, is: (one: ts.Node) => boolean): boolean {
  let has = false;
  walk(node, (one) => {
    has ||= is(one);
  });
  return has;
}

/** A template of several lines would get another text where its lines are moved. */
export function hasLongTemplate(source: ts.SourceFile, node: ts.Node): boolean {
  return hasNode(
    node,
    (one) =>
      (ts.isTemplateExpression(one) || ts.isNoSubstitutionTemplateLiteral(one)) &&
      one.getText(source).includes('\n'),
  );
}

function insert(offset: number, text: string): TextEdit {
  return { span: { start: offset, end: offset }, text };
}
