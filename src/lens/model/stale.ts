import { findBinding } from '../link/find-binding.ts';
import type { Linker } from '../link/linker.ts';
import { isSameExpression } from '../link/same-expression.ts';
import { constantText } from '../link/text.ts';
import { testOf } from '../link/truth.ts';
import { type Frame, type Source, trace } from '../link/trace.ts';
import type { Expr } from '../syntax/expr.ts';
import { ANY_NAME, type Binding, type CallSite, type FileFacts } from '../syntax/facts.ts';
import { accountOf, areOtherTables } from './accounts.ts';
import { keyExpressions } from './entity-expressions.ts';
import type { StaleRead } from './operation.ts';
import { callersOf } from './callers.ts';
import { childrenOf } from './turns.ts';

/** How and where a write goes. */
export interface Target {
  readonly mode?: 'Merge' | 'Replace';
  /** It is not made for each of many. */
  readonly isOnce: boolean;
  /** The function that it stands in. */
  readonly fn?: number;
  /** The client that the source names; absent where a wrapper has it. */
  readonly receiver?: Expr;
  /** The table's name, where it is a constant. */
  readonly table?: string;
  /** What names its account, where that is seen. */
  readonly account?: string;
}

/**
 * The read from which a write's content comes, if it writes the same entity back: as a whole, or single properties
 * that are made from what was read. What is given to the function is looked for at its calls in the file.
 */
export function staleRead(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  target: Target,
): StaleRead | undefined {
  const [entity] = site.call.args;
  if (entity === undefined) return undefined;
  const frame: Frame = { file: facts.file, when: site.when };
  const sources = trace(linker, entity, frame);
  const own = readBack(linker, facts, entity, target, frame, sources);
  const { fn } = site;
  if (own !== undefined || fn === undefined) return own;
  const isGiven = sources.some(
    ({ kind, expr }) => kind === 'parameter' && expr.kind === 'parameter' && expr.fn === fn,
  );
  if (!isGiven) return undefined;
  for (const { call, when } of callersOf(linker, facts, fn).slice(0, MOST_CALLERS)) {
    const given = { fn, args: call.args, frame: { file: facts.file, when } };
    const found = readBack(linker, facts, entity, target, { ...frame, given });
    // there the name may be another one
    if (found !== undefined) return { place: found.place, isWhole: found.isWhole };
  }
  return undefined;
}

/** Calls of one function that are looked at. */
const MOST_CALLERS = 8;

/** The read that `entity` carries the content and the keys of. */
export function readBack(
  linker: Linker,
  facts: FileFacts,
  entity: Expr,
  target: Target,
  frame: Frame,
  made = trace(linker, entity, frame),
): StaleRead | undefined {
  const sources = made.filter((source) => isContent(source, target));
  // one property that is kept unless a new value is given is merged as good as never
  const kept = new Set(sources.filter(isKept).map(({ path }) => path[0]));
  const isLittle = target.mode !== 'Replace' && kept.size < 2;
  for (const source of sources) {
    if (isLittle && isKept(source)) continue;
    const isSame =
      isSameTable(linker, target, source, frame) &&
      ['partitionKey', 'rowKey'].every((key, index) =>
        isKeyOfRead(linker, facts, entity, { key, index }, source, frame),
      );
    if (!isSame) continue;
    const isSure = (binding: Binding): boolean => isMadeSure(facts, binding, target.fn, frame.when ?? []);
    const named = nameOfRead(linker, facts, entity, source, isSure);
    return {
      place: { file: source.frame.file, span: source.expr.span },
      isWhole: source.path.length === 0,
      ...named,
    };
  }
  return undefined;
}

/** A property as it was read, in case there is nothing new: `given ?? entity.name`. */
function isKept({ path, share, isFallback }: Source): boolean {
  return path.length > 0 && share !== 'made' && isFallback === true;
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp']);

/**
 * Whether a source carries over what somebody else may change in the meantime. Where all entities of a list are
 * written, only those written back as a whole; when an entity was created never changes.
 */
function isContent({ kind, path, share }: Source, { isOnce }: Target): boolean {
  const [first] = path;
  if (kind !== 'point' && kind !== 'list') return false;
  if (first === undefined) return share !== 'made';
  if (KEYS.has(first)) return false;
  if (kind === 'list') return isOnce && share === 'made' && first !== 'length';
  return share === 'made' || !/^(created|inserted|first)/i.test(first);
}

/** Whether a write goes where the entity was read, as far as can be seen: copies into other tables undo nothing. */
function isSameTable(linker: Linker, target: Target, read: Source, frame: Frame): boolean {
  const callee = read.expr.kind === 'call' ? read.expr.callee : undefined;
  if (callee?.kind !== 'member') return false;
  const { object: reader } = callee;
  const { receiver } = target;
  if (receiver && isSameExpression(linker, receiver, frame, reader, read.frame)) return true;
  // two clients side by side are two tables, or two accounts
  const isHere = read.frame.file === frame.file && read.frame.given === undefined;
  if (receiver?.kind === 'name' && reader.kind === 'name' && isHere) return false;
  return !areOtherTables(target, tableOf(linker, reader, read.frame.file));
}

function tableOf(linker: Linker, client: Expr, file: string): Pick<Target, 'table' | 'account'> {
  const value = linker.evaluate(client, { file });
  if (value.kind !== 'client') return {};
  const [table, account] = [value.table && constantText(value.table), accountOf(value.connection)];
  return { ...(table !== undefined && { table }), ...(account !== undefined && { account }) };
}

/** Whether the written entity has the key of the one that was read. */
function isKeyOfRead(
  linker: Linker,
  facts: FileFacts,
  entity: Expr,
  { key, index }: { readonly key: string; readonly index: number },
  read: Source,
  frame: Frame,
): boolean {
  const asked = read.kind === 'point' && read.expr.kind === 'call' ? read.expr.args[index] : undefined;
  return keyExpressions(facts, entity, key).some((expr) => {
    if (asked !== undefined && isSameExpression(linker, expr, frame, asked, read.frame)) return true;
    const sources = trace(linker, expr, frame);
    const isIts = ({ expr: from, path }: Source): boolean =>
      from === read.expr && (path[0] === key || path[0] === ANY_NAME);
    if (sources.some(isIts)) return true;
    // the whole was copied by ways that cannot be followed: nothing says that it got another key
    const isCopied = expr.kind === 'member' && expr.name === key && expr.object.kind !== 'this';
    return (
      isCopied && read.path.length === 0 && sources.every(({ kind }) => kind !== 'point' && kind !== 'list')
    );
  });
}

/** Names that are looked behind for the one that stands for the entity, and expressions on the way to them. */
const DEPTH = 12;
const MOST_STEPS = 2_000;

/** The plain name that stands for the entity as it was read, among those that the written one is made from. */
function nameOfRead(
  linker: Linker,
  facts: FileFacts,
  entity: Expr,
  read: Source,
  isSure: (binding: Binding) => boolean,
): Pick<StaleRead, 'name' | 'mayBeNothing'> {
  const open: Expr[] = [entity];
  const seen = new Set<string>();
  // what is found on the way is looked at after what is there already
  for (const expr of open) {
    if (seen.size >= DEPTH || open.length > MOST_STEPS) break;
    if (expr.kind !== 'name') {
      for (const child of childrenOf(expr)) open.push(child);
      continue;
    }
    const binding = findBinding(facts, expr.name, expr.scope)?.binding;
    if (binding === undefined || seen.has(expr.name)) continue;
    seen.add(expr.name);
    const { name } = expr;
    if (binding.type === undefined && binding.init === read.expr) return { name };
    const isRead = binding.writes.some((write) => write.path.length === 0 && write.value === read.expr);
    if (binding.type === undefined && isRead) return { name, mayBeNothing: !isSure(binding) };
    const { init, type } = binding;
    const isFound = init !== undefined && calledName(init) === 'find';
    const hasEtag = type === undefined || type.name === 'any';
    if ((init?.kind === 'element' || isFound) && read.kind === 'list' && hasEtag) {
      const isOne = trace(linker, init, { file: facts.file }).some(
        (source) => source.expr === read.expr && source.path.length === 0 && source.share === 'same',
      );
      if (isOne) return { name, mayBeNothing: isFound && !isSure(binding) };
    }
    if (binding.init) open.push(binding.init);
  }
  return {};
}

/** Whether the conditions of a place in a function say that a variable holds something there. */
function isMadeSure(
  facts: FileFacts,
  binding: Binding,
  fn: number | undefined,
  when: readonly string[],
): boolean {
  return when.some((condition) => {
    const found = testOf(facts.tests, fn, condition);
    return found !== undefined && implies(facts, found.test, binding, !found.isOpposite);
  });
}

/** Whether a variable holds something wherever a test is true, or false. */
function implies(facts: FileFacts, test: Expr, binding: Binding, truth: boolean): boolean {
  const inner = (part: Expr, isTrue = truth): boolean => implies(facts, part, binding, isTrue);
  switch (test.kind) {
    case 'name':
      return truth && findBinding(facts, test.name, test.scope)?.binding === binding;
    case 'member':
      return truth && inner(test.object);
    case 'unary':
      return test.operator === '!' && inner(test.operand, !truth);
    case 'binary': {
      const { operator, left, right } = test;
      if (operator === '||') return !truth && (inner(left) || inner(right));
      const isAsked = operator === (truth ? '!==' : '===') || operator === (truth ? '!=' : '==');
      return isAsked && right.kind === 'nothing' && inner(left, true);
    }
    // `a && b`
    case 'conditional':
      return truth && test.whenFalse.kind === 'nothing' && (inner(test.condition) || inner(test.whenTrue));
    default:
      return false;
  }
}

/** The name of the method or function that is called; empty for what has none. */
function calledName(expr: Expr): string {
  if (expr.kind !== 'call') return '';
  return expr.callee.kind === 'member' || expr.callee.kind === 'name' ? expr.callee.name : '';
}
