import type { Span } from '../../../core/text/span.ts';
import type { CallExpr, Expr, TypeRef } from '../facts/expr.ts';
import type { CallSite } from '../facts/facts.ts';
import { registeredBy } from './providers.ts';
import { METHODS } from '../gate.ts';
import { lowerExpression } from './lower-expression.ts';
import { recordAction } from './lower-transaction.ts';
import { noteKept } from './lower-kept.ts';
import { recordWrite } from './lower-write.ts';
import { type At, type Lowering, spanOf, textOf } from './lowering.ts';
import { noteCopies, isAssignToThis } from './lower-this.ts';
import { recordCallbacks } from './repeat.ts';
import { lowerType, typeArgumentsOf } from '../facts/types.ts';
import * as ts from '../typescript.ts';

/** Lowers a call, notes it where it may be or wrap an operation, and what it changes. */
export function lowerCall(lowering: Lowering, node: ts.CallExpression | ts.NewExpression, at: At): Expr {
  const span = spanOf(lowering, node);
  const args = node.arguments ?? [];
  const isNew = ts.isNewExpression(node);
  const [first] = args;
  if (!isNew && first !== undefined && ts.isStringLiteralLike(first) && isImportCall(node)) {
    lowering.modules.add(first.text);
    return { kind: 'require', module: first.text, span };
  }
  const callee = lowerExpression(lowering, node.expression, at);
  const call: CallExpr = {
    kind: 'call',
    callee,
    args: args.map((arg) => lowerExpression(lowering, arg, at)),
    isNew,
    types: typeArgumentsOf(node),
    span,
  };
  recordHandedOver(lowering, node, call, at);
  recordCallbacks(lowering, node, call, at);
  noteConstruction(lowering, call, at);
  const cls = at.cls === undefined ? undefined : lowering.classes[at.cls];
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword && cls) cls.superArgs = call.args;
  if (cls && isAssignToThis(lowering, call)) noteCopies(cls, call, at);
  if (isAssignToExports(node)) for (const arg of call.args.slice(1)) exportProperties(lowering, arg);
  if (ts.isCallExpression(node)) noteCall(lowering, node, call, at);
  const type = isNew ? collectionType(node) : undefined;
  return type === undefined ? call : { kind: 'typed', operand: call, type, span };
}

/** `new Map<string, TableClient>()` says what it will hold. */
function collectionType({ expression, typeArguments }: ts.NewExpression): TypeRef | undefined {
  if (!ts.isIdentifier(expression) || !/^(?:Weak)?Map$|^Set$/.test(expression.text)) return undefined;
  const args = [...(typeArguments ?? [])].map(lowerType);
  const known = args.filter((arg) => arg !== undefined);
  return known.length > 0 && known.length === args.length
    ? { name: expression.text, args: known }
    : undefined;
}

/** What makes a client, or what a client signs its requests with. */
const CLIENT_CLASSES: ReadonlySet<string> = new Set([
  'TableClient',
  'TableServiceClient',
  'AzureNamedKeyCredential',
  'AzureSASCredential',
]);

/** Classes of the language, which are given no clients. */
const OF_LANGUAGE: ReadonlySet<string> = new Set([
  ...['Date', 'Error', 'Map', 'Set', 'WeakMap', 'Promise', 'Array', 'RegExp', 'URL', 'URLSearchParams'],
  ...['TypeError', 'RangeError', 'Uint8Array', 'Buffer', 'Headers', 'Response', 'Request'],
]);

function noteConstruction(lowering: Lowering, call: CallExpr, { fn }: At): void {
  const { callee, isNew } = call;
  const isMade = !isNew && callee.kind === 'member' && callee.name === 'fromConnectionString';
  const classExpr = isMade ? callee.object : callee;
  if (!isNew && !isMade) return;
  const className = classExpr.kind === 'name' || classExpr.kind === 'member' ? classExpr.name : '';
  if (!CLIENT_CLASSES.has(className)) {
    if (isNew && className !== '' && !OF_LANGUAGE.has(className))
      lowering.instances.push({ name: className, call, fn });
    return;
  }
  lowering.constructions.push({ call, className, classExpr, ...(fn !== undefined && { fn }) });
}

function noteCall(lowering: Lowering, node: ts.CallExpression, call: CallExpr, at: At): void {
  const { callee, span } = call;
  if (callee.kind === 'name') {
    if (!GLOBAL_FUNCTIONS.has(callee.name)) {
      lowering.otherCalls.push(siteOf(lowering, node, call, callee.name, callee.span, node.expression, at));
    }
    return;
  }
  const target = unwrap(node.expression);
  if (callee.kind !== 'member' || !isAccess(target)) return;
  const receiver = target.expression;
  const nameSpan = spanOf(
    lowering,
    ts.isPropertyAccessExpression(target) ? target.name : target.argumentExpression,
  );
  const site = (): CallSite => siteOf(lowering, node, call, callee.name, nameSpan, receiver, at);
  if (METHODS.has(callee.name)) {
    const typeArgument = lowerType(node.typeArguments?.[0]);
    lowering.calls.push({ ...site(), receiver: callee.object, typeArgument });
    recordAction(lowering, call, receiver, at);
  } else if (!isOfLanguage(callee)) lowering.otherCalls.push(site());
  else if (call.args[0]?.kind === 'name' || call.args[0]?.kind === 'member') lowering.handed.push(site());
  if (callee.name === 'push') {
    for (const arg of call.args) recordWrite(lowering, receiver, 'push', arg, span, at);
  }
  const [key] = node.arguments;
  const [, value, ...others] = call.args;
  if (callee.name === 'set' && key !== undefined && value !== undefined && others.length === 0)
    noteKept(lowering, receiver, key, value, at);
  if (callee.name === 'decorate' && key !== undefined && ts.isStringLiteralLike(key) && value !== undefined)
    lowering.decorations.push({ name: key.text, value });
  const provider = registeredBy(call);
  if (provider !== undefined) lowering.providers.push(provider);
  if (CHANGES_ARRAY.has(callee.name)) recordWrite(lowering, receiver, 'open', call, span, at);
}

function siteOf(
  lowering: Lowering,
  node: ts.CallExpression,
  call: CallExpr,
  method: string,
  nameSpan: Span,
  receiver: ts.Expression,
  at: At,
): CallSite {
  return {
    method,
    nameSpan,
    receiverSpan: spanOf(lowering, receiver),
    receiverText: textOf(lowering, receiver),
    call,
    fn: at.fn,
    branches: at.branches,
    loops: at.loops,
    isAwaited: lowering.awaited.has(node) || undefined,
    isDropped: lowering.dropped.has(node) || undefined,
    isUnhandled: lowering.unhandled.has(node) || undefined,
    isCaught: at.isCaught,
  };
}

/** `Object.assign(module.exports, { … })` */
function isAssignToExports(node: ts.CallExpression | ts.NewExpression): boolean {
  const [target] = node.arguments ?? [];
  return (
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'assign' &&
    target !== undefined &&
    (ts.isPropertyAccessExpression(target)
      ? target.name.text === 'exports'
      : ts.isIdentifier(target) && target.text === 'exports')
  );
}

function exportProperties(lowering: Lowering, added: Expr): void {
  if (added.kind !== 'object') return;
  for (const property of added.properties) {
    if (property.kind === 'property') lowering.exports[property.name] = property.value;
  }
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function isAccess(node: ts.Expression): node is Access {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** `(client!.listEntities)!()` calls what stands inside. */
function unwrap(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? unwrap(node.expression) : node;
}

/** Global functions whose calls are common and never lead to a function of the workspace. */
const GLOBAL_FUNCTIONS: ReadonlySet<string> = new Set([
  'require',
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'parseInt',
  'parseFloat',
  'isNaN',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'encodeURIComponent',
  'decodeURIComponent',
  'structuredClone',
  'describe',
  'it',
  'test',
  'expect',
]);

/** Methods of the language's own objects that hardly anybody gives to a class of their own. */
const LANGUAGE_METHODS: ReadonlySet<string> = new Set([
  'push',
  'map',
  'filter',
  'forEach',
  'reduce',
  'some',
  'every',
  'includes',
  'indexOf',
  'join',
  'slice',
  'splice',
  'concat',
  'sort',
  'reverse',
  'split',
  'trim',
  'match',
  'replace',
  'replaceAll',
  'toString',
  'toFixed',
  'toLowerCase',
  'toUpperCase',
  'padStart',
  'padEnd',
  'startsWith',
  'endsWith',
  'substring',
  'charAt',
  'exec',
  'then',
  'catch',
  'finally',
  'next',
  'byPage',
  'toISOString',
  'getTime',
]);

const LANGUAGE_OBJECTS: ReadonlySet<string> = new Set([
  'console',
  'Math',
  'JSON',
  'Object',
  'Array',
  'Promise',
  'Date',
  'Number',
  'String',
  'Buffer',
  'process',
]);

function isOfLanguage({ name, object }: Extract<Expr, { kind: 'member' }>): boolean {
  return LANGUAGE_METHODS.has(name) || (object.kind === 'name' && LANGUAGE_OBJECTS.has(object.name));
}

const CHANGES_ARRAY: ReadonlySet<string> = new Set([
  'unshift',
  'splice',
  'pop',
  'shift',
  'reverse',
  'sort',
  'fill',
]);

/** Functions of the language that leave what they are given as it is. */
const ONLY_READS = /^(console|JSON|Array|Set|Object\.(keys|values|entries|freeze)|String|Boolean|Promise)\b/;

/** Whoever is given an object may change it: `addPartition(options, key)`, `Object.assign(options, …)`. */
function recordHandedOver(
  lowering: Lowering,
  node: ts.CallExpression | ts.NewExpression,
  call: CallExpr,
  at: At,
): void {
  const callee = node.expression;
  const isOperation = ts.isPropertyAccessExpression(callee) && METHODS.has(callee.name.text);
  if (isOperation) return;
  // only the first is changed by `Object.assign(target, source)`
  const changed = /^Object\.assign$/.test(textOf(lowering, callee))
    ? node.arguments?.slice(0, 1)
    : node.arguments;
  const names = changed?.filter(ts.isIdentifier) ?? [];
  if (names.length === 0 || ONLY_READS.test(textOf(lowering, callee))) return;
  for (const arg of names) recordWrite(lowering, arg, 'open', call, call.span, at);
}

/** Also what tests use to get at a module that they replace: `jest.requireActual`, `vi.importActual`. */
function isImportCall({ expression: callee }: ts.CallExpression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isPropertyAccessExpression(callee)) return /^(require|import)Actual$/.test(callee.name.text);
  return ts.isIdentifier(callee) && callee.text === 'require';
}
